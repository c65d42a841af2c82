"""What came in: a line of JSON for each event, time and call, written by the loop and the table.

``["tick", 12]``, ``["handle", {"event": ["ButtonEvent", {…}]}]``: the name of what happened, and a
time in nanoseconds since the tick before, or what the table's method of that name was called with.
Each match begins a new journal, so that it fits into memory.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
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
from drivers.events import InputEvent

CHUNK_BYTES: Final = 100_000
LATEST_BYTES: Final = 20 * CHUNK_BYTES
"""Packed by then, even if the table is never quiet."""
MOST_BYTES: Final = 24_000_000
"""Packed: some three hours of one and the same match."""
NAMES: Final = frozenset({"nickname", "name", "names", "holder"})
"""Fields that may hold what somebody is called."""
TIMES: Final = frozenset({"tick", "frame", "shown"})
BEGUN: Final = "table"
PHOTO: Final = "photo"
FIELDS: Final[dict[str, dict[str, Any]]] = {
    BEGUN: {"people": SeatedPeople, "settings": Settings},
    PHOTO: {"photo": PhotoFinish | None},
}
"""What is no call: how the table was when the journal began, what came of a photo finish."""
CALLS: Final[dict[str, Callable[..., None]]] = {
    "handle": Table.handle,
    "known": Table.handle,
    **{name: method for name, method in vars(Table).items() if hasattr(method, "__wrapped__")},
}
"""What the table may be told: by others than the loop, what is ``witnessed``; ``known`` is an event
from before the journal."""


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
    """Watches a table. ``complete``: nothing between its beginning and now was given up."""

    def __init__(self, table: Table) -> None:
        self.complete = True
        self.masks = Masks()
        self._table = table
        self._packed: list[bytes] = []
        self._now = bytearray()
        self._before_ns = 0
        self._begin()
        table.witness = self.heard

    def heard(self, name: str, given: dict[str, Any]) -> None:
        """Something comes from beside the wires (``console.table.witness``)."""
        if name == "uncover" and not self._table.scene.service:
            return  # a scene of the table's own went by itself
        if name in ("start", "race"):
            self._begin()
        self._write(name, given)

    def note(self, name: str, what: object) -> None:
        """Something comes by the loop (``console.wiring.loop.Note``)."""
        if not isinstance(what, int):
            self._write(name, {"event": what})
            return
        self._now += b'["%s",%d]\n' % (name.encode(), what - self._before_ns)
        self._before_ns = what
        if len(self._now) > (CHUNK_BYTES if self._table.quiet else LATEST_BYTES):
            self._pack()

    def photographed(self, photographer: Photographer) -> Photographer:
        """What comes of it is written down: when it is told again, there are no samples."""

        def take(verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
            photo = photographer(verdict, seating)
            self._write(PHOTO, {"photo": photo})
            return photo

        return take

    def chunks(self) -> tuple[bytes, ...]:
        """All of it, packed by gzip, oldest first."""
        return *self._packed, gzip.compress(self._now, 1)

    def _begin(self) -> None:
        """What a new table must be told to be where this one is, before a match or at all."""
        table = self._table
        self._packed.clear()
        self._now.clear()
        self._before_ns = 0
        self.complete = True
        self._write(BEGUN, {"people": table.lobby.start.people, "settings": table.settings})
        self._write("receive", {"hosting": table.hosting})
        if table.offered is not None:
            self._write("offer", {"stored": table.offered})
        for response in table.responses:
            self._write("respond", {"response": response, "now_ns": 0})
        for event in (*table.hardware.of_seats, *table.hardware.of_pad):
            self._write("known", {"event": event})

    def _write(self, name: str, given: dict[str, Any]) -> None:
        try:
            plain = {key: _plain(value) for key, value in given.items()}
            line = msgspec.json.encode([name, self.masks.of(plain)])
        except (TypeError, ValueError, NotImplementedError) as error:
            line = msgspec.json.encode(["lost", f"{name}: {error}"])
        self._now += line + b"\n"

    def _pack(self) -> None:
        self._packed.append(gzip.compress(self._now, 1))
        self._now.clear()
        while sum(map(len, self._packed)) > MOST_BYTES:
            del self._packed[0]
            self.complete = False


def _plain(value: Any) -> Any:
    """As JSON has it; with its kind where there are several."""
    plain = msgspec.to_builtins(value, str_keys=True, enc_hook=_array)
    return [type(value).__name__, plain] if isinstance(value, (InputEvent, Response)) else plain


def _array(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise NotImplementedError(type(value).__name__)


def given_in(name: str, plain: dict[str, Any]) -> dict[str, Any]:
    """What stands in a line, or the table's method of that name was called with. Raises
    msgspec.ValidationError, LookupError, and TypeError when something is missing."""
    if name in FIELDS:
        return {key: _value(plain[key], kind) for key, kind in FIELDS[name].items()}
    signature(CALLS[name]).bind(None, **plain)
    hints = get_type_hints(CALLS[name])
    return {key: _value(given, hints[key]) for key, given in plain.items()}


def _value(plain: Any, kind: Any) -> Any:
    if kind in (InputEvent, Response):
        name, plain = plain
        kind = {cls.__name__: cls for cls in get_args(kind) or kind.__subclasses__()}[name]
    return msgspec.convert(plain, kind, strict=False, dec_hook=_from_plain)


def _from_plain(kind: type, plain: Any) -> Any:
    if getattr(kind, "__origin__", kind) is np.ndarray:
        return np.asarray(plain)
    raise NotImplementedError(f"{kind}")
