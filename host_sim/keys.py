"""Which keys of a PC's keyboard are whose buttons and petals.

The layout is a TOML file; ``keys.toml`` beside this module is the default and documents itself.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from drivers.errors import ConfigError
from drivers.files import read_toml

DEFAULT_FILE: Final = Path(__file__).with_name("keys.toml")
_MOST_PLACES = 8


def _key_codes() -> dict[str, int]:
    """Names as pygame writes them, to places on the keyboard as USB numbers them (usage ids)."""
    runs: list[tuple[int, list[str]]] = [
        (4, list(string.ascii_lowercase)),
        (30, list("1234567890")),
        (40, ["return", "escape", "backspace", "tab", "space", "-", "=", "[", "]", "\\"]),
        (51, [";", "'", "`", ",", ".", "/", "caps lock"]),
        (58, [f"f{number}" for number in range(1, 13)]),
        (73, ["insert", "home", "page up", "delete", "end", "page down"]),
        (79, ["right", "left", "down", "up"]),
        (84, ["[/]", "[*]", "[-]", "[+]", "enter"]),
        (89, [*(f"[{digit}]" for digit in "1234567890"), "[.]"]),
        (224, ["left ctrl", "left shift", "left alt", "left meta"]),
        (228, ["right ctrl", "right shift", "right alt", "right meta"]),
    ]
    return {name: first + at for first, names in runs for at, name in enumerate(names)}


KEY_CODES: Final = _key_codes()


class PlaceKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of one seat that a person plays; None: that part has no key."""

    left: str | None = None
    right: str | None = None
    ok: str | None = None
    back: str | None = None
    grab: str | None = None
    palm: str | None = None


class PadKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys for the pad as a whole."""

    knock: str | None = None
    put_back: str | None = None


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A keyboard layout. ``place`` are the seats that people play, in order."""

    place: tuple[PlaceKeys, ...]
    pad: PadKeys = PadKeys()

    @property
    def people(self) -> int:
        """How many it is for: a place after the second that has no ◀ is somebody's left hand."""
        return sum(number < 2 or one.left is not None for number, one in enumerate(self.place))

    def named(self) -> Iterator[tuple[str, str]]:
        """Every key with its path in the file, as (``"place[0].grab"``, ``"f"``)."""
        for number, place in enumerate(self.place):
            yield from _fields(place, f"place[{number}]")
        yield from _fields(self.pad, "pad")


def _fields(part: PlaceKeys | PadKeys, path: str) -> Iterator[tuple[str, str]]:
    for field in part.__struct_fields__:
        key = getattr(part, field)
        if key is not None:
            yield f"{path}.{field}", key


def load_keys(path: Path | None = None) -> Keys:
    """The layout in ``path``, or the default.

    Raises ConfigError, naming the file and the key's path, for a file that cannot be read, is no
    TOML, has unknown fields or key names, or gives one key two meanings.
    """
    file = DEFAULT_FILE if path is None else path
    keys = read_toml(file, Keys)
    if not 1 <= len(keys.place) <= _MOST_PLACES:
        raise ConfigError(
            "{file}: place: give 1 to {most_places} of them", file=file, most_places=_MOST_PLACES
        )
    meanings: dict[str, str] = {}
    for where, key in keys.named():
        if key not in KEY_CODES:
            raise ConfigError(
                "{file}: {where}: no key is called {key!r}: keys.toml lists the names",
                file=file,
                where=where,
                key=key,
            )
        if key in meanings:
            raise ConfigError(
                "{file}: {where}: the key {key!r} is {meanings} already: choose another",
                file=file,
                where=where,
                key=key,
                meanings=meanings[key],
            )
        meanings[key] = where
    return keys
