"""All that a table session is told, call by call, in few bytes: enough to live it again.

The session is deterministic (ARCHITECTURE.md, principle 2), so the same calls lead to the same
crash. A day in a café must fit into memory: times are differences, what changes nothing is left
out while nobody plays, and each match begins a new journal.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

import msgspec

from console.wiring.crash.values import Masks, ValueProblem, pack
from drivers.errors import KhvatkaError
from drivers.events import PadProgress

CHUNK_BYTES: Final = 48_000
MOST_BYTES: Final = 16_000_000
"""Packed: about a night of one and the same match."""


class JournalProblem(KhvatkaError):
    """The journal is damaged."""


class Call(IntEnum):
    """What was called. A moment has a time; a thing has a value too."""

    TICK = 1
    SHOWN = 2  # a frame became visible
    VIEW = 3  # a frame was asked for; at the time of the call before
    PROGRESS = 4  # the pad's progress, loaded and pending as before
    EVENT = 5
    POINT = 6
    ANSWER = 7
    SUPPLY = 8
    OFFER = 9
    NAME = 10
    SEED = 11  # drawn for the next match
    PHOTO = 12  # what the photographer brought
    MATCH = 13  # a match begins: the journal can be lived again from here
    LOST = 14  # a value that could not be kept
    COVER = 15  # the owner's menu lies over it; what is done there is not written down
    UNCOVER = 16
    REST = 17
    ATTUNE = 18
    HOST = 19


MOMENTS: Final = frozenset(
    {Call.TICK, Call.SHOWN, Call.VIEW, Call.PROGRESS, Call.COVER, Call.UNCOVER}
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One call: when, and with what (plain JSON; None for a moment)."""

    call: Call
    t_ns: int
    thing: Any = None


@dataclass(slots=True)
class _Chunk:
    data: bytearray = field(default_factory=bytearray)
    last_ns: int = 0
    loaded: tuple[frozenset[int], frozenset[int]] | None = None


class Journal:
    """Keeps calls. ``complete``: nothing between its beginning and now was given up."""

    def __init__(self) -> None:
        self.complete = True
        self.masks = Masks()
        self._packed: list[bytes] = []
        self._held = 0
        self._now = _Chunk()

    def begin(self, thing: Any, t_ns: int) -> None:
        """Everything before is of no use any more: it can be lived again from ``thing`` on."""
        self._packed.clear()
        self._held = 0
        self._now = _Chunk()
        self.complete = True
        self.thing(Call.MATCH, thing, t_ns)

    @property
    def now_ns(self) -> int:
        """The time of the last call."""
        return self._now.last_ns

    def moment(self, call: Call, t_ns: int) -> None:
        """A call that has a time only."""
        chunk = self._now
        chunk.data.append(call)
        _put(chunk.data, t_ns - chunk.last_ns)
        chunk.last_ns = t_ns

    def progress(self, event: PadProgress) -> None:
        """The pad's progress, which comes a hundred times a second."""
        state = event.loaded, event.pending
        if state == self._now.loaded:
            self.moment(Call.PROGRESS, event.complete_to_ns)
        else:
            self.thing(Call.EVENT, event, event.complete_to_ns)
            self._now.loaded = state

    def thing(self, call: Call, value: Any, t_ns: int, **more: Any) -> None:
        """A call with a value, and whatever else it was called with."""
        try:
            plain = {**(value if isinstance(value, dict) else pack(value, self.masks)), **more}
        except ValueProblem as problem:
            call, plain = Call.LOST, {"why": str(problem)}
        text = msgspec.json.encode(plain)
        self.moment(call, t_ns)
        _put(self._now.data, len(text))
        self._now.data += text

    def settle(self) -> None:
        """Pack what has come together; for a moment when nothing is urgent (about 1 ms)."""
        if len(self._now.data) >= CHUNK_BYTES:
            self._pack()

    def _pack(self) -> None:
        packed = zlib.compress(bytes(self._now.data), 1)
        self._packed.append(packed)
        self._held += len(packed)
        self._now = _Chunk()
        while self._held > MOST_BYTES:
            self._held -= len(self._packed.pop(0))
            self.complete = False

    def chunks(self) -> tuple[bytes, ...]:
        """All of it, packed, oldest first."""
        now = zlib.compress(bytes(self._now.data), 1)
        return (*self._packed, now)


def entries(chunks: tuple[bytes, ...]) -> Iterator[Entry]:
    """What was kept. Raises JournalProblem when it is damaged."""
    for chunk in chunks:
        try:
            data = zlib.decompress(chunk)
            yield from _entries(data)
        except (zlib.error, IndexError, ValueError, RecursionError) as error:
            raise JournalProblem(
                "the journal of the crash is damaged: {error}", error=error
            ) from error


def _entries(data: bytes) -> Iterator[Entry]:
    place = t_ns = 0
    while place < len(data):
        call = Call(data[place])
        step, place = _get(data, place + 1)
        t_ns += step
        if call in MOMENTS:
            yield Entry(call, t_ns)
            continue
        length, place = _get(data, place)
        if not 0 <= length <= len(data) - place:
            raise ValueError("it ends in the middle")
        yield Entry(call, t_ns, msgspec.json.decode(data[place : place + length]))
        place += length


def _put(data: bytearray, value: int) -> None:
    """A whole number, small ones in few bytes; the lowest bit is the sign."""
    rest = value << 1 if value >= 0 else (-value << 1) - 1
    while rest > 127:
        data.append(rest & 127 | 128)
        rest >>= 7
    data.append(rest)


def _get(data: bytes, place: int) -> tuple[int, int]:
    rest = shift = 0
    while True:
        byte = data[place]
        place += 1
        rest |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return (rest >> 1 if not rest & 1 else -((rest + 1) >> 1)), place
