"""What the owner's service keeps in the store: adjustments, the PIN's hash, the last resets.

Every call opens the store's file, does its work in one synced transaction, and lets it go, so it
is safe beside a running table, and after a power cut it is as before or as after.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from console.service.adjustments import Adjusted
from console.service.pin import Pin
from console.settings.declared import SETTINGS, setting_of
from console.settings.kinds import Value
from console.store.asking import Ask, here
from console.store.checks import sound
from console.store.problems import StoreError
from console.store.schema import changing, reading
from console.store.soundness import Flaw, FlawKind
from drivers.errors import Sentence

_SETTINGS: Final = f"SELECT key, value FROM adjustment WHERE {sound('adjustment')}"
_UNFIT: Final = f"SELECT CAST(key AS BLOB) FROM adjustment WHERE NOT {sound('adjustment')}"
_PIN: Final = f"SELECT {sound('pin')}, salt, hash, cost, failures FROM pin"


@dataclass(frozen=True, slots=True)
class Found:
    """The adjustments of a store; ``problems`` names what in it cannot be used, in sentences."""

    adjusted: Adjusted
    problems: tuple[Sentence, ...]


class ServiceStore:
    """The owner's part of the store in ``path``. All calls raise StoreError with one sentence when
    the file cannot be read or written; without a file nothing has been set."""

    def __init__(self, path: Path, ask: Ask = here) -> None:
        """``ask`` has the work done: at a running table in another process."""
        self.path = path
        self.ask = ask

    def adjustments(self) -> Found:
        """What the owner has set. A value that this program does not allow keeps its default."""
        return self.ask(_adjustments, self.path)

    def adjust(self, key: str, value: Value) -> None:
        """Set a value. Raises ConfigError: key and range."""
        setting_of(key).check(value)
        self.ask(_adjust, self.path, key, msgspec.json.encode(value))

    def readjust(self, key: str | None = None) -> None:
        """Give a setting its default again, or all. Raises ConfigError for an unknown key."""
        if key is not None:
            setting_of(key)
        self.ask(_readjust, self.path, key)

    def pin(self) -> Pin | None:
        """The PIN that is set, if one is."""
        return self.ask(_pin, self.path)

    def keep_pin(self, pin: Pin | None) -> None:
        """Keep a PIN; None: there is none any more."""
        self.ask(_keep_pin, self.path, pin)


def _adjustments(path: Path) -> Found:
    given: dict[str, Value] = {}
    problems: list[Sentence] = []
    with reading(path) as connection:
        for (key,) in connection.execute(_UNFIT):
            named = Flaw(FlawKind.SETTING, key.decode(errors="replace"))
            problems.append(Sentence("{path}: {flaw}", path=path, flaw=named.sentence()))
        for key, body in connection.execute(_SETTINGS):
            try:
                value = msgspec.json.decode(body)
            except (ValueError, RecursionError):
                value = body
            if key in SETTINGS and SETTINGS[key].kind.allows(value):
                given[key] = value
            elif key in SETTINGS:
                said = Sentence(
                    "the setting {key} in {path} is {value!r}, so its default holds: give {wanted}",
                    key=key,
                    path=path,
                    value=value,
                    wanted=SETTINGS[key].kind.wanted(),
                )
                problems.append(said)
    return Found(Adjusted(given), tuple(problems))


def _adjust(path: Path, key: str, body: bytes) -> None:
    with changing(path) as connection:
        connection.execute("INSERT OR REPLACE INTO adjustment VALUES (?, ?)", (key, body))


def _readjust(path: Path, key: str | None) -> None:
    with changing(path) as connection:
        connection.execute("DELETE FROM adjustment WHERE :key IS NULL OR key = :key", {"key": key})


def _pin(path: Path) -> Pin | None:
    with reading(path) as connection:
        row = connection.execute(_PIN).fetchone()
    if row is not None and not row[0]:  # else who comes first would choose another
        raise StoreError("{path}: {flaw}", path=path, flaw=Flaw(FlawKind.PIN).sentence())
    return None if row is None else Pin(*row[1:])


def _keep_pin(path: Path, pin: Pin | None) -> None:
    with changing(path) as connection:
        connection.execute("DELETE FROM pin")
        if pin is not None:
            connection.execute(
                "INSERT INTO pin VALUES (1, ?, ?, ?, ?)",
                (pin.salt, pin.hash, pin.cost, pin.failures),
            )
