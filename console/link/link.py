"""A table's link to its desk: two threads beside the loop, one that listens and one that speaks.

Nothing here makes the loop wait: it says what is to be said, and looks at what has come.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Condition, Lock, Thread
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from console.link.course import Course, KnownEvent, StateWorth
from console.link.delivery import Came, Delivery, Underway, keeps
from console.link.joining import asked_to_join
from console.link.lines import ANSWER_S, SILENT_S, DeskWires, LineLost, Lines
from console.link.membership import Membership, Memberships
from console.link.messages import Assignment, Join, Outcome, TableReport, TableState, read_as
from console.link.played import Posted
from console.link.sse import Events
from drivers.errors import KhvatkaError
from drivers.times import SECOND

STREAM: Final = "/link/stream"
REREAD_NS: Final = 10 * SECOND
"""A store that would not be read is tried again."""
_STATE: Final = msgspec.json.Decoder(TableState)


class Outbox(Protocol):
    """Where results wait; called beside the loop. Both raise KhvatkaError: another time, then."""

    def waiting(self) -> Sequence[Posted]:
        """All that no desk has answered for, on the disk."""
        ...

    def answered(self, result: str, *, keep: bool) -> None:
        """This one was answered for."""
        ...


class LinkTrouble(StrEnum):
    """Why the desk is not heard."""

    LOST = "lost"
    """Nobody answers."""
    NO_TOKEN = "no_token"
    """It does not know this table any more."""
    FOREIGN = "foreign"
    """Another event's desk answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkNews:
    """What is known now. ``refused``: why the table could not join, in one word, ``lost`` when
    nobody answered; ``unsent`` are the matches of this event, each with its game, of which the
    results wait; ``declined_n`` results the desk did not take."""

    memberships: Memberships
    state: TableState | None = None
    trouble: LinkTrouble | None = None
    joining: bool = False
    refused: str | None = None
    unsent: tuple[tuple[int, int], ...] = ()
    declined_n: int = 0

    @property
    def membership(self) -> Membership | None:
        """Where the table is."""
        return self.memberships.current


@dataclass(slots=True, eq=False)
class DeskPlace:
    """All about one desk."""

    membership: Membership
    course: Course
    known: KnownEvent
    delivery: Delivery = field(default_factory=Delivery)
    trouble: LinkTrouble | None = None
    declined_n: int = 0
    answered: Assignment | None = None
    """What was called when its result was answered. It is called no more until the desk says
    something else, or says it on a stream that was asked for afterwards: what it said before it
    took the result may come after its answer."""
    streams_n: int = 0
    """So many were asked for, one after the other."""
    answered_streams_n: int = 0
    """As many had been when ``answered`` was."""
    tries: int = 2
    """So often the outbox may not be read before the desk is believed without it. Until then its
    word is not told: a table that was switched on again would play what waits there once more."""

    @classmethod
    def of(cls, membership: Membership) -> DeskPlace:
        known = KnownEvent(membership.event, membership.state)
        return cls(membership, Course(membership.addresses), known)

    @property
    def state(self) -> TableState | None:
        """What the desk says, without what is answered."""
        state = self.known.state
        if state is None or state.match is None or state.match != self.answered:
            return state
        return replace(state, match=None)

    def hears(self, match: Assignment | None) -> None:
        """The desk calls this, on the stream that was asked for last."""
        if match != self.answered or self.streams_n > self.answered_streams_n:
            self.answered = None

    def was_answered(self, match: Assignment | None) -> None:
        """Its result is at the desk."""
        self.answered, self.answered_streams_n = match, self.streams_n


class DeskLink:
    """The link of one table. ``keep`` remembers its memberships, beside the loop; ``pace``: so many
    times as fast all waits pass, for trials; ``lines``: others than HTTP on sockets."""

    def __init__(
        self,
        memberships: Memberships,
        outbox: Outbox,
        keep: Callable[[Memberships], None],
        pace: float = 1.0,
        lines: DeskWires | None = None,
    ) -> None:
        self._memberships, self._outbox, self._keep, self._pace = memberships, outbox, keep, pace
        self._lines: DeskWires = lines or Lines(ANSWER_S / pace, SILENT_S / pace)
        self._changed = Condition()
        self._keeping = Lock()
        current = memberships.current
        self._place = None if current is None else DeskPlace.of(current)
        self._wanted: tuple[str, Join] | None = None
        self._joining = False
        self._refused: str | None = None
        self._fresh, self._unkept, self._reread_ns = True, False, 0
        self._speaking = False
        self._changes_n = self._seen_changes_n = 0
        self._closed = False
        self._threads: list[Thread] = []
        if self._place is not None:
            self._start()

    # -- the loop's side ---------------------------------------------------------------------------

    def join(self, address: str, join: Join) -> None:
        """Ask to be one of the desk's tables there (``course.address_of``)."""
        with self._changed:
            self._wanted, self._joining, self._refused = (address, join), True, None
            self._tell_all()
        self._start()

    def leave(self) -> None:
        """The table is nowhere any more; its results wait for a stick, or for its coming back."""
        with self._changed:
            self._memberships = self._memberships.gone()
            self._place, self._wanted, self._joining, self._refused = None, None, False, None
            self._unkept = True
            self._tell_all()
        self._lines.cut()

    def tell(self, report: TableReport) -> None:
        """Beside results; nowhere it is nothing."""
        with self._changed:
            if self._place is not None:
                self._place.delivery.tell(report, self._place.known.event)
                self._changed.notify_all()

    def wake(self) -> None:
        """There is something new in the outbox."""
        with self._changed:
            self._fresh = True
            self._changed.notify_all()

    def hear(self) -> LinkNews | None:
        """What is known now, if that is anything new."""
        with self._changed:
            if self._seen_changes_n == self._changes_n and self._seen_changes_n:
                return None
            self._seen_changes_n = self._changes_n = max(1, self._changes_n)
            return self._news()

    @property
    def delivered(self) -> bool:
        """Has the desk answered for all that the outbox had when it was last told (``wake``), and
        has the outbox heard of that? Also where there is no desk."""
        with self._changed:
            place = self._place
            return place is None or not (self._fresh or self._speaking or place.delivery.holds)

    def wait(self, longest_s: float) -> bool:
        """Wait until there is something new; for whoever has the time."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._changes_n != self._seen_changes_n, longest_s
            )

    def close(self) -> None:
        """Let the desk go; what has begun is not waited for any longer than a moment."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._lines.close()
        for thread in self._threads:
            thread.join(ANSWER_S)

    def _news(self) -> LinkNews:
        place = self._place
        return LinkNews(
            memberships=self._memberships,
            state=None if place is None or place.tries else place.state,
            trouble=None if place is None else place.trouble,
            joining=self._joining,
            refused=self._refused,
            unsent=() if place is None else place.delivery.unsent(place.known.event),
            declined_n=0 if place is None else place.declined_n,
        )

    def _start(self) -> None:
        if not self._threads:
            for work in (self._listen, self._speak):
                self._threads.append(Thread(target=work, name="desk", daemon=True))
                self._threads[-1].start()

    def _tell_all(self) -> None:
        self._changes_n += 1
        self._changed.notify_all()

    def _now_ns(self) -> int:
        return int(time.monotonic_ns() * self._pace)

    def _until_s(self, due_ns: int | None) -> float | None:
        if due_ns is None:
            return None
        return max(0.0, (due_ns - self._now_ns()) / SECOND / self._pace)

    # -- the thread that listens -------------------------------------------------------------------

    def _listen(self) -> None:
        while True:
            place = self._to_be_heard()
            if place is None:
                return
            trouble = LinkTrouble.LOST
            with suppress(LineLost):
                trouble = self._streamed(place)
            self._unheard(place, trouble)

    def _unheard(self, place: DeskPlace, trouble: LinkTrouble) -> None:
        """A desk is not heard any more, or was not at all."""
        with self._changed:
            place.course.failed(self._now_ns())
            self._set_trouble(place, trouble)

    def _to_be_heard(self) -> DeskPlace | None:
        """The desk that is to be listened to, once it is time for that; None: it is over."""
        with self._changed:
            while not self._closed:
                place = self._place
                due_s = None if place is None else self._until_s(place.course.waiting.due_ns)
                if place is not None and due_s == 0:
                    return place
                self._changed.wait(due_s)
        return None

    def _streamed(self, place: DeskPlace) -> LinkTrouble:
        """Take in what a desk says, until it ends. Raises LineLost."""
        events = Events()
        with self._stream(place) as (status, pieces):
            trouble = None if status == 200 else refused(status)
            while trouble is None:
                piece = next(pieces, None)
                trouble = LinkTrouble.LOST if piece is None else self._hears(place, events, piece)
        return trouble

    def _stream(self, place: DeskPlace) -> AbstractContextManager[tuple[int, Iterator[bytes]]]:
        """A stream of a desk; it counts before it is asked for. Entering it raises LineLost."""
        with self._changed:
            place.streams_n += 1
            address, token = place.course.address, place.membership.token
        return self._lines.stream(address, token, STREAM)

    def _hears(self, place: DeskPlace, events: Events, piece: bytes) -> LinkTrouble | None:
        """Take in what has come of a stream; why it is listened to no longer. Raises ValueError."""
        for name, data in events.feed(piece):
            worth = self._takes(place, data) if name == "state" else StateWorth.SAME
            if worth in (StateWorth.FOREIGN, StateWorth.OLDER):
                return LinkTrouble.FOREIGN if worth is StateWorth.FOREIGN else LinkTrouble.LOST
        with self._changed:
            place.known.heard_ns = self._now_ns()
            return None if self._place is place else LinkTrouble.LOST

    def _takes(self, place: DeskPlace, data: str) -> StateWorth:
        """A state has come; what it is worth. Raises ValueError when it is none."""
        state = read_as(_STATE, data)
        with self._changed:
            worth = place.known.take(state, self._now_ns())
            if worth in (StateWorth.FOREIGN, StateWorth.OLDER) or self._place is not place:
                return worth
            place.course.waiting.answered()
            place.delivery.now()
            self._set_trouble(place, None)
            if place.membership.event not in ("", state.event):  # what waits of that one is sent on
                self._memberships = self._memberships.gone()
                place.answered, place.declined_n = None, 0
            place.hears(state.match)
            known = replace(
                place.membership,
                event=state.event,
                name=state.name,
                table=state.table,
                state=place.state,
            )
            if place.course.named(state.desks):
                known = replace(known, addresses=place.course.addresses)
            if known != place.membership:
                self._fresh |= known.event != place.membership.event
                place.membership = known
                self._memberships = self._memberships.changed(known)
                self._unkept = True
            self._tell_all()
        return worth

    def _set_trouble(self, place: DeskPlace, trouble: LinkTrouble | None) -> None:
        if place.trouble is not trouble:
            place.trouble = trouble
            self._tell_all()

    # -- the thread that speaks --------------------------------------------------------------------

    def _speak(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._has_work, self._until_s(self._work_due_ns()))
            if not self._speak_once():
                return

    def _speak_once(self) -> bool:
        """Do what is to be done now; False: it is over."""
        with self._changed:
            place, wanted, self._wanted = self._place, self._wanted, None
            unkept, self._unkept = self._unkept, False
            closed, self._speaking = self._closed, True
        if unkept:
            self._remember()
        if closed:
            return False
        if wanted is not None:
            self._join(*wanted)
        elif place is not None:
            self._look(place)
            self._say(place)
        with self._changed:
            self._speaking = False
        return True

    def _has_work(self) -> bool:
        if self._closed or self._wanted is not None or self._unkept:
            return True
        due_ns = self._work_due_ns()
        return due_ns is not None and self._now_ns() >= due_ns

    def _work_due_ns(self) -> int | None:
        place = self._place
        if place is None:
            return None
        said_ns = place.delivery.due_ns()
        if not self._fresh or not place.known.event:
            return said_ns
        return self._reread_ns if said_ns is None else min(said_ns, self._reread_ns)

    def _look(self, place: DeskPlace) -> None:
        """What waits in the outbox for this event, and for others of this desk."""
        event, token = place.known.event, place.membership.token
        with self._changed:
            events = {event, *(m.event for m in self._memberships.left if m.token == token)}
            if not (self._fresh and event and self._now_ns() >= self._reread_ns):
                return
            self._fresh = False
        try:
            results = [one for one in self._outbox.waiting() if one.event in events]
        except KhvatkaError:
            with self._changed:
                place.tries = max(0, place.tries - 1)
                self._tell_all()
            self._later()
            return
        with self._changed:
            place.tries = 0
            place.delivery.hold(results)
            self._tell_all()

    def _later(self) -> None:
        with self._changed:
            self._fresh, self._reread_ns = True, self._now_ns() + REREAD_NS

    def _say(self, place: DeskPlace) -> None:
        with self._changed:
            said = place.delivery.next(self._now_ns())
            address, token = place.course.address, place.membership.token
        if said is None:
            return
        try:
            reply = self._lines.ask(address, token, said.asking())
        except LineLost:
            with self._changed:
                place.delivery.lost(self._now_ns())
            return
        with self._changed:
            came, answer = place.delivery.came(said, reply, self._now_ns())
            if came is Came.NO_TOKEN:
                self._set_trouble(place, LinkTrouble.NO_TOKEN)
            changed = False
            if answer is not None:
                place.declined_n += answer.outcome is not Outcome.TAKEN
                changed = not answer.taken_back and self._played(place, said)
                self._tell_all()
        if changed:
            self._remember()
        if answer is not None:
            try:
                self._outbox.answered(answer.id, keep=keeps(answer))
            except KhvatkaError:
                self._later()

    def _played(self, place: DeskPlace, said: Underway) -> bool:
        """An answered match is remembered as none before its result leaves the outbox: whoever is
        switched on again before the desk's next word does not play it once more, nor whoever has
        been since the match. Is there anything to be remembered?"""
        state = place.known.state
        if self._place is not place or state is None or said.event != state.event:
            return False
        if not said.is_of(state.match):
            return False
        place.was_answered(state.match)
        place.membership = replace(place.membership, state=place.state)
        self._memberships = self._memberships.changed(place.membership)
        return True

    def _join(self, address: str, join: Join) -> None:
        found = asked_to_join(self._lines, address, join)
        with self._changed:
            if not self._joining:
                return  # they did not wait for it
            self._joining = False
            if isinstance(found, Membership):
                self._memberships = self._memberships.joined(found)
                self._place, self._unkept = DeskPlace.of(found), True
                self._lines.cut()
            else:
                self._refused = found
            self._tell_all()

    def _remember(self) -> None:
        with self._keeping:
            with self._changed:
                memberships = self._memberships
            self._keep(memberships)


def refused(status: int) -> LinkTrouble:
    """Why there is no stream."""
    return LinkTrouble.NO_TOKEN if status == 401 else LinkTrouble.LOST
