"""A table's link without threads, on a clock that is passed in: for rehearsals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from console.link.lines import DeskWires, LineLost
from console.link.link import DeskLink, DeskPlace, LinkTrouble, Outbox, refused
from console.link.membership import Memberships
from console.link.sse import Events
from drivers.times import earliest


class SteppedLink(DeskLink):
    """A ``DeskLink`` that does nothing by itself: whoever has it steps it, once there is news and
    when it is due. The pieces of a stream of its ``lines`` are empty while nothing has come."""

    def __init__(
        self,
        memberships: Memberships,
        outbox: Outbox,
        keep: Callable[[Memberships], None],
        lines: DeskWires,
        now_ns: Callable[[], int],
    ) -> None:
        super().__init__(memberships, outbox, keep, lines=lines)
        self._clock = now_ns
        self._stack = ExitStack()
        self._pieces: Iterator[bytes] | None = None
        self._listened = self._place
        self._events = Events()

    def step(self) -> None:
        """Take in what has come, and say what is to be said now."""
        self._hear_out()
        while self._has_work() and self._speak_once():
            self._hear_out()

    def due_ns(self) -> int | None:
        """When it wants to be stepped even if nothing comes."""
        dues = [self._work_due_ns()]
        if self._pieces is None and self._place is not None:
            dues.append(self._place.course.waiting.due_ns)
        return earliest(dues)

    def close(self) -> None:
        super().close()
        self._stack.close()

    def _start(self) -> None:
        """There are no threads."""

    def _now_ns(self) -> int:
        return self._clock()

    def _hear_out(self) -> None:
        """All that has come of the stream, which is opened if it is time for that."""
        place = self._place
        if place is not self._listened:
            self._hang_up()
            self._listened = place
        if place is None:
            return
        if self._pieces is None and self._now_ns() < place.course.waiting.due_ns:
            return
        try:
            trouble = self._listen_on(place)
        except LineLost:
            trouble = LinkTrouble.LOST
        if trouble is not None:
            self._hang_up()
            self._unheard(place, trouble)

    def _listen_on(self, place: DeskPlace) -> LinkTrouble | None:
        """Why it is over, if it is. Raises LineLost."""
        if self._pieces is None:
            status, pieces = self._stack.enter_context(self._stream(place))
            if status != 200:
                return refused(status)
            self._pieces, self._events = pieces, Events()
        while piece := next(self._pieces, None):
            trouble = self._hears(place, self._events, piece)
            if trouble is not None:
                return trouble
        return LinkTrouble.LOST if piece is None else None

    def _hang_up(self) -> None:
        self._stack.close()
        self._pieces = None
