"""A table of a rehearsal: store, outbox, membership and link are those of any table; what is played
at it, and by whom, is simulated."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from console.games.registry import GAMES
from console.link.link import LinkNews
from console.link.membership import (
    Memberships,
    membership_path,
    save_memberships,
    started,
)
from console.link.messages import (
    Assignment,
    Begun,
    Enters,
    Here,
    Join,
    OutOfOrder,
    ResultSent,
    TableState,
)
from console.link.played import PlayedAt, Posted
from console.link.stepped import SteppedLink
from console.store import outbox
from console.store.log import DirectLog
from console.store.schema import store_path
from console.trials.rehearsal.agenda import Agenda
from console.trials.rehearsal.wires import HOST, Call, Network, TableWires
from drivers.times import MS

SEATS: Final = 8


@dataclass(slots=True, eq=False)
class Sitting:
    """Those of an assignment on their way to the table, or playing at it."""

    assignment: Assignment
    here: set[int] = field(default_factory=set)
    begun: bool = False

    @property
    def persons(self) -> tuple[int, ...]:
        """Who plays."""
        return tuple(placed.person for placed in self.assignment.persons)

    @property
    def key(self) -> tuple[int, int]:
        """Which game of which match."""
        return self.assignment.match, self.assignment.game_n

    def same(self, other: Assignment) -> bool:
        """Is that the same game of the same persons?"""
        return self.key == (other.match, other.game_n) and self.persons == tuple(
            placed.person for placed in other.persons
        )


class Hall(Protocol):
    """What a table needs of the evening around it."""

    agenda: Agenda
    network: Network

    def called(self, table: RehearsedTable, sitting: Sitting) -> None:
        """These are called to the table, as far as they are not there."""
        ...

    def answered(self, table: RehearsedTable, result: str) -> None:
        """The desk has answered for a result."""
        ...

    def declined(self, table: RehearsedTable) -> None:
        """It did not take one."""
        ...


class RehearsedTable:
    """``sitting``: who is called to it; ``broken``: nothing can be played at it."""

    def __init__(self, number: int, folder: Path, hall: Hall) -> None:
        self.number, self._folder, self._hall = number, folder, hall
        self.broken = False
        self.sitting: Sitting | None = None
        self.state: TableState | None = None
        self._posted_n = self._declined_n = 0
        self._check = ""
        self._done: tuple[int, int] | None = None
        self._stepped_ms: int | None = None
        self._link: SteppedLink | None = None
        self._store = store_path(folder)
        self.on()

    # -- the process -----------------------------------------------------------------------------

    def on(self) -> None:
        """It starts, with what its disk has."""
        memberships, error = started(membership_path(self._folder))
        if error is not None:
            raise error
        self._wires = TableWires(self._hall.network)
        self._link = SteppedLink(
            memberships, _HeardOutbox(self), self._remember, self._wires, self._hall.agenda.now_ns
        )
        self._declined_n = 0

    def off(self) -> None:
        """It dies; what it had in mind is lost."""
        if self._link is not None:
            self._link.close()
        self._link = self.sitting = self.state = self._done = None

    def _remember(self, memberships: Memberships) -> None:
        save_memberships(membership_path(self._folder), memberships)

    # -- the link --------------------------------------------------------------------------------

    def hears(self, calls: set[Call]) -> bool:
        """Is one of these streams its own?"""
        return self._wires.call in calls

    def join(self, code: str) -> str:
        """Ask the desk; the digits by which it is let in, none if it is not."""
        assert self._link is not None
        name = f"T{self.number + 1}"
        self._link.join(
            HOST, Join(code=code, name=name, seats_n=SEATS, games=tuple(GAMES), version="")
        )
        self.step()
        return self._check

    def step(self) -> None:
        """Let the link do what is due, and see what it has heard."""
        link = self._link
        if link is None:
            return
        link.step()
        if (news := link.hear()) is not None:
            self._look(news)
        due_ns = link.due_ns()
        if due_ns is not None:
            self._again(-(-due_ns // MS) - self._hall.agenda.calendar_ms())

    def _again(self, wait_ms: int) -> None:
        """Once more then, unless that is going to be anyway."""
        agenda = self._hall.agenda
        at_ms = agenda.now_ms + max(1, wait_ms)
        if self._stepped_ms is None or not agenda.now_ms < self._stepped_ms <= at_ms:
            self._stepped_ms = at_ms
            agenda.at(at_ms, self.step)

    def _look(self, news: LinkNews) -> None:
        state = self.state = news.state
        self._check = "" if news.membership is None else news.membership.check
        if news.declined_n > self._declined_n:
            self._declined_n = news.declined_n
            self._hall.declined(self)
        wanted = None if state is None or state.ended or self.broken else state.match
        key = None if wanted is None else (wanted.match, wanted.game_n)
        if self._done is not None and self._done != key:
            self._done = None
        if wanted is None or key == self._done or key in news.unsent:
            self.sitting = None
        elif self.sitting is None or not self.sitting.same(wanted):
            self._call(wanted)

    def _call(self, wanted: Assignment) -> None:
        before, self.sitting = self.sitting, Sitting(wanted)
        if wanted.game_n and not wanted.duel:  # they are at the table since the game before
            self.sitting.here.update(self.sitting.persons)
        elif before is not None and before.assignment.match == wanted.match:
            self.sitting.here.update(before.here.intersection(self.sitting.persons))
        self._hall.called(self, self.sitting)

    # -- what people do --------------------------------------------------------------------------

    def enters(self, name: str) -> None:
        """Somebody signs up."""
        self._tell(Enters(name))

    def here(self, sitting: Sitting, person: int) -> None:
        """They press ● at their seat."""
        sitting.here.add(person)
        if not sitting.assignment.duel:
            self._tell(Here(sitting.assignment.match, person))

    def begins(self, sitting: Sitting) -> None:
        """They play."""
        sitting.begun = True
        self._tell(Begun(sitting.assignment.match, sitting.assignment.game_n))

    def breaks(self, why: str) -> None:
        """It cannot play; empty: it can again."""
        self.broken = bool(why)
        if why:
            self.sitting = None
        self._tell(OutOfOrder(why))

    def _tell(self, told: Here | Begun | Enters | OutOfOrder) -> None:
        if self._link is not None:
            self._link.tell(told)
            self.step()

    def ended(self, sitting: Sitting, order: tuple[int, ...]) -> ResultSent:
        """A game is over, the first of ``order`` has won: its result gets to the disk, and from
        there to the desk."""
        assert self._link is not None
        assert self.state is not None
        assert self.state.table is not None
        match, game = sitting.key
        told = sha256(f"{self.number}/{self._posted_n}".encode()).hexdigest()[:32]
        self._posted_n += 1
        played = PlayedAt(self.state.event, self.state.table, match, game, sitting.persons, told)
        places = tuple(order.index(person) + 1 for person in sitting.persons)
        result = played.result(places, f"boot {self.number}", self._hall.agenda.now_ns())
        log = DirectLog(self._store)
        log.post(Posted.of(self.state.event, result))
        log.close()
        self._done, self.sitting = sitting.key, None
        self._link.wake()
        return result

    def waiting_n(self) -> int:
        """Results that no desk has answered for."""
        return len(self.waiting())

    def answered(self, result: str, *, keep: bool) -> None:
        """As ``console.link.link.Outbox.answered``."""
        outbox.answered(self._store, result, keep=keep)
        self._hall.answered(self, result)

    def waiting(self) -> list[Posted]:
        """As ``console.link.link.Outbox``."""
        return outbox.waiting(self._store)


@dataclass(frozen=True, slots=True)
class _HeardOutbox:
    """The table's outbox; the evening hears what is answered."""

    table: RehearsedTable

    def waiting(self) -> list[Posted]:
        return self.table.waiting()

    def answered(self, result: str, *, keep: bool) -> None:
        self.table.answered(result, keep=keep)
