"""All that the table was told, each call a line of JSON: ``["tick", {"now_ns": 12}]``.

Each match begins a new journal, so that it fits into memory; it is packed as it grows.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from typing import Any, Final, get_args, get_type_hints

import msgspec
import numpy as np

from console.duel.photo_finish import PhotoFinish
from console.table.lobby.people import SeatedPeople
from console.table.match import Photographer
from console.table.outputs import VerdictReached
from console.table.response import Response
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.table import Table
from drivers.errors import Sentence
from drivers.events import InputEvent

MOST_BYTES: Final = 24_000_000
"""Packed: some three hours of one and the same match."""
NAMES: Final = frozenset({"nickname", "name", "names"})
"""Fields that may hold what somebody is called."""
DAMAGE: Final = (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError)
"""What ``read_line`` raises for a line that no table's journal has."""


def set_up(table: Table, people: SeatedPeople, settings: Settings) -> None:
    """The table as it was when the journal began."""
    table.settings = settings
    table.lobby.start = replace(table.lobby.start, people=people, settings=settings)


def photographed(table: Table, photo: PhotoFinish | None) -> None:
    """What came of a race's samples, while the table was told what stands in the line before."""


CALLS: Final[dict[str, Callable[..., Any]]] = {
    **{name: method for name, method in vars(Table).items() if hasattr(method, "__wrapped__")},
    **{call.__name__: call for call in (set_up, photographed)},
}
"""What a line may be: the table's methods that are ``witnessed``, and the two above."""


class Masks:
    """Names by numbers: the same for the same name, so that what is alike stays alike."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, plain: Any, *, named: bool = False) -> Any:
        """``plain`` with every name replaced; ``named``: each text in it is one."""
        if isinstance(plain, dict):
            return {k: self.of(v, named=named or k in NAMES) for k, v in plain.items()}
        if isinstance(plain, list | tuple):
            return [self.of(value, named=named) for value in plain]
        if named and isinstance(plain, str):
            return self._known.setdefault(plain, f"#{len(self._known) + 1}")
        return plain

    def clean(self, text: str) -> str:
        """``text`` with every known name replaced."""
        for name in sorted(self._known, key=len, reverse=True):  # one may be a part of another
            text = text.replace(name, self._known[name])
        return text


class Journal:
    """Watches a table. ``complete``: all that it was told since the beginning can be told again."""

    def __init__(self, table: Table) -> None:
        self.masks = Masks()
        self._table = table
        self._begin()
        table.witness = self.heard

    def heard(self, name: str, given: dict[str, Any]) -> None:
        """The table is told something (``console.table.witness``)."""
        if name == "uncover" and not self._table.scene.service:
            return  # a scene of the table's own went by itself
        if name in ("start", "race"):
            self._begin()
        self._write(name, given)

    def photographing(self, photographer: Photographer) -> Photographer:
        """What comes of it is written down: when it is told again, there are no samples."""

        def take(verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
            photo = photographer(verdict, seating)
            self._write(photographed.__name__, {"photo": photo})
            return photo

        return take

    def packed(self) -> bytes:
        """All of it, by gzip."""
        return bytes(self._packed) + self._packer.copy().flush()

    def _begin(self) -> None:
        """What a new table must be told to be where this one is, before a match or at all."""
        self._clear()
        self.complete = True
        table = self._table
        people = table.lobby.start.people
        self._write(set_up.__name__, {"people": people, "settings": table.settings})
        self._write("receive", {"hosting": table.hosting})
        if table.offered is not None:
            self._write("offer", {"stored": table.offered})
        for response in table.responses:
            self._write("respond", {"response": response, "now_ns": 0})
        for event in (*table.hardware.of_seats, *table.hardware.of_pad):
            self._write("handle", {"event": event})

    def _clear(self) -> None:
        self._packer = zlib.compressobj(wbits=31)  # as gzip does
        self._packed = bytearray()

    def _write(self, name: str, given: dict[str, Any]) -> None:
        try:
            plain = {key: _plain(value) for key, value in given.items()}
            line = msgspec.json.encode([name, self.masks.of(plain)])
        except (TypeError, ValueError, NotImplementedError):
            self.complete = False
            return
        if len(self._packed) > MOST_BYTES:
            self._clear()
            self.complete = False
        self._packed += self._packer.compress(line + b"\n")


def _plain(value: Any) -> Any:
    """As JSON has it; with its kind where there are several."""
    plain = msgspec.to_builtins(value, str_keys=True, enc_hook=_to_plain)
    return [type(value).__name__, plain] if isinstance(value, (InputEvent, Response)) else plain


def _to_plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Sentence):
        return {"message": value.message, "fields": value.fields}
    raise NotImplementedError(type(value).__name__)


def read_line(line: bytes) -> tuple[str, dict[str, Any]]:
    """What was called, and with what. Raises one of ``DAMAGE``."""
    name, plain = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
    signature(CALLS[name]).bind(None, **plain)
    hints = get_type_hints(CALLS[name])
    return name, {key: _value(given, hints[key]) for key, given in plain.items()}


def _value(plain: Any, kind: Any) -> Any:
    if kind in (InputEvent, Response):
        name, plain = plain
        kind = {cls.__name__: cls for cls in get_args(kind) or kind.__subclasses__()}[name]
    return msgspec.convert(plain, kind, strict=False, dec_hook=_from_plain)


def _from_plain(kind: type, plain: Any) -> Any:
    if getattr(kind, "__origin__", kind) is np.ndarray:
        return np.asarray(plain)
    if kind is Sentence:
        fields = dict(plain["fields"]).items()
        return Sentence(
            str(plain["message"]),
            **{key: _from_plain(kind, v) if isinstance(v, dict) else v for key, v in fields},
        )
    raise NotImplementedError(f"{kind}")
