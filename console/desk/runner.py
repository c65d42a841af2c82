"""The desk at work on one event: what people and tables do, and what then happens by itself.

All of it blocks and belongs to one thread; ``console.desk.web.desk_web`` has one for it. Several
desk processes may serve the event: what one of them does by itself another finds done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from msgspec import Struct

from console.desk.access import MINUTE_MS, Access
from console.desk.assigned import Assigned
from console.desk.links import LinkedTable, Links
from console.desk.store.database import DeskDatabase
from console.desk.store.desk_store import DeskStore
from console.desk.store.one_event import DeskEvent, turned
from console.desk.store.tables import EVENT, HERE
from console.events import actions as do
from console.events.drawing import in_the_way, proposed
from console.events.options import Roundless
from console.events.play_offs import duel_calls, play_offs_due
from console.events.seats import calls, waiting
from console.events.standings import EventStanding, final_standings
from console.events.state import EventState
from console.link.messages import (
    Begun,
    Enters,
    Here,
    OutOfOrder,
    PadReady,
    ResultAnswer,
    ResultBundle,
    ResultSent,
    TableReport,
    TableState,
)
from console.nicknames import folded, seeming, tidy
from console.web.guards import RefusalWord, WebRefusal
from drivers.errors import ConfigError

T = TypeVar("T")
DESK: Final = "desk"
"""Who does what happens by itself, in the audit."""
PHONE: Final = "phone"
"""Who enters there, in the audit."""
MANY: Final = 8
"""So many by phone within a minute may be a joker's."""
MOST_BY_THEMSELVES: Final = 1000
"""Once so many have entered nobody does so by a phone or at a table: somebody plays with it."""
MOST_AT_A_TABLE: Final = 200
"""So many enter at one table."""


class Looked(Struct, frozen=True):
    """Which event there is, and whether something has changed since."""

    event: str
    turn_n: int


class EventRunner:
    """``pinned``: the id of the event that is served; else it is the newest. ``now_ms`` reads the
    clock, milliseconds since 1970."""

    def __init__(
        self, database: DeskDatabase, pinned: str | None, now_ms: Callable[[], int]
    ) -> None:
        self.database, self.now_ms = database, now_ms
        self.store, self.access, self.links = (
            DeskStore(database),
            Access(database),
            Links(database),
        )
        wanted = sa.select(EVENT.c.id, EVENT.c.turn_n)
        if pinned is not None:
            wanted = wanted.where(EVENT.c.id == pinned)
        self._newest = wanted.order_by(EVENT.c.created_ms.desc(), EVENT.c.id).limit(1)
        self._event: DeskEvent | None = None
        self._known: tuple[Looked | None, dict[str, Any]] = None, {}

    # -- looking ---------------------------------------------------------------------------------

    def look(self) -> Looked | None:
        """Which event there is, and its turn; cheap, for whoever asks several times a second."""
        with self.database.reading() as connection:
            row = connection.execute(self._newest).first()
        return None if row is None else Looked(row.id, row.turn_n)

    def there(self) -> DeskEvent | None:
        """The event as it is now; None while there is none."""
        looked = self.look()
        if looked is None:
            self._event = None
        elif self._event is None or self._event.id != looked.event:
            self._event = DeskEvent(self.store, looked.event)
        elif self._event.turn_n != looked.turn_n:
            self._event.refresh()
        return self._event

    @property
    def event(self) -> DeskEvent:
        """It. Raises ConfigError while there is none."""
        found = self.there()
        if found is None:
            raise ConfigError("there is no event yet: begin one")
        return found

    def once(self, what: str, made: Callable[[DeskEvent], T]) -> T:
        """Something that follows from the event, made once for all who ask until it changes."""
        event = self.event
        now = Looked(event.id, event.turn_n)
        if self._known[0] != now:
            self._known = now, {}
        known = self._known[1]
        if what not in known:
            known[what] = made(event)
        found: T = known[what]
        return found

    def standings(self) -> list[EventStanding]:
        """The event's, as it is now."""
        return self.once("standings", lambda event: final_standings(event.state))

    def newest_photo(self, since_ms: int) -> ResultSent | None:
        """The last result that came since then and was decided by a race, if it still counts."""
        event = self.event
        found = self.store.newest_photo(event.id, since_ms)
        if found is None or found[0] in event.running.undone:
            return None
        return found[1]

    # -- what is done ----------------------------------------------------------------------------

    def act(
        self, action: do.EventAction, by: str, still: Callable[[EventState], None] | None = None
    ) -> None:
        """Somebody does something; what follows by itself is done. ``still`` as in
        ``DeskEvent.take``. Raises ConfigError."""
        self.event.take(action, self.now_ms(), by, still)
        self.settle()

    def act_each(self, actions: Sequence[do.EventAction], by: str) -> list[ConfigError | None]:
        """The same of many; why not, for each that cannot be done."""
        why = self.event.take_each(actions, self.now_ms(), by)
        self.settle()
        return why

    def settle(self) -> None:
        """Waiting matches are called to free tables, a round is drawn, where that is left to the
        desk."""
        event = self.event
        while self._calls(event) or self._draws(event):
            pass

    def _calls(self, event: DeskEvent) -> bool:
        found: list[do.EventAction] = []
        if event.settings.calls_itself:
            if waiting(event.state):
                found += calls(event.state, self.silent())
            if play_offs_due(event.state):
                found += duel_calls(event.state, self.links.pads(self.now_ms()))
        return sum(self._by_itself(event, call) for call in found) > 0

    def _draws(self, event: DeskEvent) -> bool:
        state = event.state
        if not state.stages or state.paused or state.ended:
            return False  # the organiser begins
        roundless = isinstance(state.stages[-1].format, Roundless)
        if roundless and state.tables and not state.free_tables():
            return False
        if not (roundless or event.settings.draws_itself) or in_the_way(state) is not None:
            return False
        try:
            drawn = proposed(state, self.silent())
        except ConfigError:
            return False
        return self._by_itself(event, drawn)

    def _by_itself(self, event: DeskEvent, action: do.EventAction) -> bool:
        try:
            event.take(action, self.now_ms(), DESK)
        except ConfigError:  # another desk process was first
            return False
        return True

    # -- tables ----------------------------------------------------------------------------------

    def states_of(self, tables: Sequence[LinkedTable]) -> dict[str, TableState]:
        """What each is told, by its key. Raises WebRefusal while there is no event."""
        event = self.there()
        if event is None:
            raise WebRefusal(RefusalWord.LATE)
        assigned = self.once("assigned", lambda e: Assigned(e.state, e.id, e.turn_n))
        desks, entry = event.settings.desks, event.settings.entry_at_tables
        entered = self.entered_at()
        return {
            table.key: assigned.of(
                table.number, desks, entry=entry and _room_at(event, entered, table.number)
            )
            for table in tables
        }

    def let_in(self, key: str, by: str, number: int | None = None, name: str = "") -> None:
        """A table that waits becomes table ``number`` of the event, or a new one of that ``name``,
        else of what it calls itself. Raises ConfigError."""
        event = self.event
        if number is None:
            number = self.next_table()
        table = self.links.let_in(key, number, self.now_ms())
        known = event.state.tables.get(number)
        called = known.name if known else name or self._free_name(event.state, table.name)
        self.links.called(number, called)
        if known is None:
            self.act(do.TableIn(number, called, table.seats_n), by)
        elif not known.working or known.seats != table.seats_n:
            self.act(do.TableIn(number, seats=table.seats_n), by)

    def earlier(self) -> list[LinkedTable]:
        """Those that were let in and are no tables of this event: an earlier one had them."""
        tables = self.event.state.tables
        return [t for t in self.links.tables() if t.number is not None and t.number not in tables]

    def take_in(self, earlier: Sequence[LinkedTable], by: str) -> None:
        """They are tables of this event too: the organiser says so, nobody types at them. Raises
        ConfigError."""
        event = self.event
        for table in earlier:
            assert table.number is not None
            name = self._free_name(event.state, table.name)
            event.take(do.TableIn(table.number, name, table.seats_n), self.now_ms(), by)
        self.settle()

    def silent(self) -> set[int]:
        """Linked tables that do not answer now: whoever is called there is called by nobody."""
        now_ms = self.now_ms()
        linked = self.links.tables()
        return {t.number for t in linked if t.number is not None and not t.here(now_ms)}

    def next_table(self) -> int:
        """A number that no table has had."""
        linked = (t.number for t in self.links.tables() if t.number is not None)
        return 1 + max((*self.event.state.tables, *linked), default=-1)

    def _free_name(self, state: EventState, name: str) -> str:
        """The name of a table, with a number where another has it."""
        taken = {table.name.casefold() for table in state.tables.values()}
        names = (name, *(f"{name} {n}".strip() for n in range(2, len(taken) + 3)))
        return next(each for each in names if each and each.casefold() not in taken)

    def result(self, sent: ResultSent, table: LinkedTable, of: str) -> ResultAnswer:
        """A table's result, of the event ``of``; empty: of the one that is served. Raises
        WebRefusal while there is none, and for one that was over before the table was let in."""
        event = self.there()
        if event is None or table.number is None:
            raise WebRefusal(RefusalWord.LATE)
        if of not in ("", event.id):
            event = self._other(of, table)
            if event is None:
                raise WebRefusal(RefusalWord.LATE)
        answer = event.result(sent, self.now_ms(), table.number)
        self.settle()
        return answer

    def _other(self, of: str, table: LinkedTable | None) -> DeskEvent | None:
        """Another event than the one that is served, if the table was one of it."""
        kept = self.store.events()
        ids = [each.id for each in kept]
        later = kept[: ids.index(of)] if of in ids else kept
        if table is None or of not in ids:
            return None
        if any(each.created_ms <= table.joined_ms for each in later):
            return None  # its number was another table's then
        return DeskEvent(self.store, of)

    def bundle(self, bundle: ResultBundle) -> tuple[DeskEvent, list[ResultAnswer]]:
        """Results that came by a stick, each as if by the link, and the event that they are of.
        Raises ConfigError."""
        event = self.event
        if bundle.event != event.id:
            kept = {each.id: each.name for each in self.store.events()}
            if bundle.event not in kept:
                raise ConfigError("these results are of another event: take them to its desk")
            linked = next((t for t in self.links.tables() if t.number == bundle.table), None)
            other = self._other(bundle.event, linked)
            if other is None:
                raise ConfigError(
                    "these results are of {name}, and this desk does not know its table any more:"
                    " type them in there (`khvatka event serve {event}`)",
                    name=kept[bundle.event],
                    event=bundle.event,
                )
            event = other
        self.links.check_seal(bundle)
        answers = [event.result(sent, self.now_ms(), bundle.table) for sent in bundle.results]
        self.settle()
        return event, answers

    def tells(self, report: TableReport, table: LinkedTable, of: str) -> None:
        """What a table tells beside results, of the event ``of`` as in ``result``; said again it
        changes nothing. Raises WebRefusal for what the event does not have (any more)."""
        event = self.there()
        if event is None or table.number not in event.state.tables or of not in ("", event.id):
            raise WebRefusal(RefusalWord.LATE)
        by = f"table {table.number}"
        try:
            match report:
                case Here(match=match) | Begun(match=match) if match < 0:
                    pass  # a duel: its result alone matters
                case Here(match=match, person=person):
                    self._here(match, person, table.number)
                case Begun(match=match):
                    self._begun(match, table.number, by)
                case Enters(name=name):
                    self._enters(name, table.number, by)
                case OutOfOrder(why=why):
                    self._out_of_order(table.number, why, by)
                case PadReady(hands_n=hands_n):
                    self.links.pad(table.number, min(max(hands_n, 0), table.seats_n))
                    self.settle()
        except ConfigError:
            raise WebRefusal(RefusalWord.LATE) from None

    def _here(self, match: int, person: int, table: int) -> None:
        event = self.event
        at = event.state.match(match)
        if at.table != table or person not in at.persons:
            raise WebRefusal(RefusalWord.LATE)
        row = {"event": event.id, "match": match, "person": person}
        with self.database.writing() as connection:
            known = sa.select(HERE.c.person).where(*(HERE.c[k] == v for k, v in row.items()))
            if connection.execute(known).first() is None:
                connection.execute(HERE.insert().values(row))
                turned(connection, event.id)

    def here(self) -> set[tuple[int, int]]:
        """Who has pressed ● at which match, as (match, person)."""
        wanted = sa.select(HERE.c.match, HERE.c.person).where(HERE.c.event == self.event.id)
        with self.database.reading() as connection:
            return {(row.match, row.person) for row in connection.execute(wanted)}

    def _begun(self, match: int, table: int, by: str) -> None:
        at = self.event.state.match(match)
        if at.table != table or at.over:
            raise WebRefusal(RefusalWord.LATE)
        if at.began_ms is None:
            self.act(do.BeginMatch(match), by)

    def _enters(self, name: str, table: int, by: str) -> None:
        event = self.event
        if not event.settings.entry_at_tables:
            raise WebRefusal(RefusalWord.LATE)
        nickname = tidy(name)
        known = event.state.names.get(folded(nickname))
        if known is None:
            if not _room_at(event, self.entered_at(), table):
                raise WebRefusal(RefusalWord.LATE)
            self.act(do.Enter(nickname), by)
            known = event.state.names[folded(nickname)]
        person = event.state.person(known)
        if not person.checked_in:
            self.act(do.CheckIn(known), by)

    def entered_at(self) -> Counter[str]:
        """How many have entered at each table, by its name in the log."""
        return self.once("entered", _entered_by)

    def full_tables(self) -> list[int]:
        """Those at which nobody more may enter, where people enter at tables at all."""
        event, entered = self.event, self.entered_at()
        if not event.settings.entry_at_tables:
            return []
        return [table for table in event.state.tables if not _room_at(event, entered, table)]

    def enters(self, name: str) -> int:
        """A guest enters by phone; their number. Raises ConfigError."""
        event = self.event
        if not event.settings.entry_by_phone:
            raise ConfigError("nobody enters by phone here: ask the organiser")
        if len(event.state.people) >= MOST_BY_THEMSELVES:
            raise ConfigError("too many have entered by phone: ask the organiser")
        nickname = tidy(name)
        for person in event.state.people.values():  # from the organiser's list, maybe
            if person.name and seeming(person.name) == seeming(nickname):
                raise ConfigError(
                    "{name} has entered already: if that is you, ask the organiser for your page;"
                    " else choose another nickname, such as {name} 2",
                    name=person.name,
                )
        self.act(do.Enter(nickname), PHONE)
        return event.state.names[folded(nickname)]

    def _out_of_order(self, table: int, why: str, by: str) -> None:
        working = self.event.state.table(table).working
        self.links.trouble(table, why)
        if working and why:
            self.act(do.TableOut(table), by)
        elif not working and not why and _was_out(self.event, table) == by:
            self.act(do.TableIn(table), by)  # what somebody else took out stays so


def _room_at(event: DeskEvent, entered: Counter[str], table: int | None) -> bool:
    """May somebody new enter there?"""
    few = len(event.state.people) < MOST_BY_THEMSELVES
    return few and entered[f"table {table}"] < MOST_AT_A_TABLE


def entered_at_once(event: DeskEvent) -> dict[int, list[int]]:
    """Those who entered by phone in a minute in which many did, and are drawn nowhere: by minutes
    since 1970."""
    state = event.state
    drawn = {person for match in state.matches.values() for person in match.persons}
    found: dict[int, list[int]] = {}
    for line in event.running.log.lines:
        if line.by == PHONE and isinstance(line.action, do.Enter):
            person = state.names.get(folded(line.action.name))
            if person is not None and person not in drawn and not state.people[person].dropped:
                found.setdefault(line.at_ms // MINUTE_MS, []).append(person)
    return {minute: persons for minute, persons in found.items() if len(persons) >= MANY}


def _was_out(event: DeskEvent, table: int) -> str:
    """Who took it out last."""
    outs = (
        line.by
        for _, line, counts in reversed(event.running.audit())
        if counts and line.action == do.TableOut(table)
    )
    return next(outs, "")


def _entered_by(event: DeskEvent) -> Counter[str]:
    """How many have entered by whom."""
    return Counter(line.by for line in event.running.log.lines if isinstance(line.action, do.Enter))
