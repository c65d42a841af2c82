"""Events in a database, and one event that several desks may change at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct

from console.desk.assigned import action_of, check_free
from console.desk.database import DeskDatabase
from console.desk.sentences import as_kept, as_told
from console.desk.tables import DISPUTE, EVENT, LINE, LINKED, RESULT
from console.events.actions import Enter, EventAction, Rename, TableIn
from console.events.log import EventLog, Logged, decoded
from console.events.options import EventOptions, checked
from console.events.running import RunningEvent
from console.events.state import EventState
from console.link.messages import Outcome, ResultAnswer, ResultSent
from drivers.errors import ConfigError, Sentence

SECRET_BYTES: Final = 16
MOST_LOOKED: Final = 64
"""Of the newest results, when a photo finish is sought."""
MOST_EARLIER: Final = 8
"""Of so many earlier events nicknames are offered."""
_BODY: Final = msgspec.json.Decoder(Logged)


class EventKept(Struct, frozen=True):
    """An event of the store. ``lines_n``: how many actions its log has."""

    id: str
    name: str
    created_ms: int
    lines_n: int


class DeskSettings(Struct, frozen=True, omit_defaults=True):
    """What the organiser leaves to the desk; no part of the event's log. ``desks``: where tables
    find the desk from now on, the first that answers; none: where they found it."""

    calls_itself: bool = True
    draws_itself: bool = False
    standings_hidden: bool = False
    entry_at_tables: bool = True
    entry_by_phone: bool = False
    desks: tuple[str, ...] = ()


class KeptResult(Struct, frozen=True):
    """A result that came, as the store has it. ``refused``: why, as JSON of a sentence's message
    and fields."""

    id: str
    digest: str
    body: bytes
    came_ms: int
    line: int | None
    refused: str | None

    @property
    def why(self) -> Sentence | None:
        """Why it was refused."""
        return None if self.refused is None else as_told(self.refused)


class KeptDispute(Struct, frozen=True):
    """What came under the id of another result, as the store has it."""

    id: str
    digest: str
    body: bytes
    came_ms: int


class KeptTable(Struct, frozen=True):
    """A table that was let in: of its ``token`` the hash alone is kept."""

    token: Annotated[bytes, Meta(min_length=32, max_length=32)]
    number: int
    check_digits: Annotated[str, Meta(pattern="^[0-9]{4}$")]
    name: str
    seats_n: int
    games: str
    version: str
    joined_ms: int
    trouble: str
    hands_n: int


class Beside(Struct, frozen=True):
    """All that is kept of an event beside its log: with it another desk takes the event's place,
    and neither tables nor guests' codes need to be given anew. ``secret`` as ``EVENT`` has it."""

    secret: Annotated[bytes, Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]
    settings: DeskSettings = DeskSettings()
    tables: tuple[KeptTable, ...] = ()
    disputes: tuple[KeptDispute, ...] = ()
    results: tuple[KeptResult, ...] = ()


class DeskStore:
    """All events of a database."""

    def __init__(self, database: DeskDatabase) -> None:
        self.database = database
        self._nicknames: tuple[Sequence[tuple[str, int, int]], list[str]] = (), []

    def new(self, options: EventOptions, seed: int, at_ms: int) -> str:
        """Keep a new event; its id. Raises ConfigError for options that make no sense."""
        beside = Beside(secrets.token_bytes(SECRET_BYTES))
        return self.put(EventLog(checked(options), seed), beside, at_ms, secrets.token_hex(6))

    def put(self, log: EventLog, beside: Beside, at_ms: int, event: str) -> str:
        """Keep a whole event under an id; its tables come in by their tokens, but for numbers that
        are other tables' here. Raises ConfigError if it is there already, or its log cannot be."""
        RunningEvent(log)
        head, *lines = log.encoded().splitlines()
        with self.database.writing() as connection:
            if connection.execute(sa.select(EVENT.c.id).where(EVENT.c.id == event)).first():
                raise ConfigError("event {event} is kept here already", event=event)
            connection.execute(
                EVENT.insert().values(
                    id=event,
                    name=log.options.name,
                    head=head,
                    created_ms=at_ms,
                    lines_n=len(lines),
                    rewritten_n=0,
                    turn_n=at_ms,  # tables that knew it elsewhere find this desk the newer one
                    secret=beside.secret,
                    settings=msgspec.json.encode(beside.settings),
                )
            )
            if lines:
                rows = [{"event": event, "number": i, "body": b} for i, b in enumerate(lines)]
                connection.execute(LINE.insert(), rows)
            for table, kept in ((RESULT, beside.results), (DISPUTE, beside.disputes)):
                if kept:
                    told = [{"event": event, **msgspec.structs.asdict(each)} for each in kept]
                    connection.execute(table.insert(), told)
            _let_in(connection, beside.tables)
        return event

    def events(self) -> list[EventKept]:
        """The newest first."""
        wanted = sa.select(EVENT.c.id, EVENT.c.name, EVENT.c.created_ms, EVENT.c.lines_n)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.order_by(EVENT.c.created_ms.desc(), EVENT.c.id))
            return [EventKept(*row) for row in rows]

    def named(self, typed: str | None) -> str:
        """The id of the event that is meant: by id, its beginning, or name; the only one if
        nothing is said. Raises ConfigError if there is none, or several."""
        kept = self.events()
        if typed is not None:
            meant = typed.casefold()
            same = [e for e in kept if e.id == typed or e.name.casefold() == meant]
            kept = same or [e for e in kept if e.id.startswith(typed)]
        if len(kept) == 1:
            return kept[0].id
        if not kept:
            raise ConfigError("no such event: `khvatka event status` lists them")
        raise ConfigError(
            "several events are meant: name one of {ids}",
            ids=", ".join(f"{e.id} ({e.name})" for e in kept),
        )

    def whole(self, event: str) -> tuple[EventLog, Beside]:
        """An event and all that is kept of it, of one moment. Raises ConfigError if there is
        none."""
        head = sa.select(EVENT.c.secret, EVENT.c.settings).where(EVENT.c.id == event)
        tables = _columns(LINKED, KeptTable).where(LINKED.c.number.is_not(None))
        with self.database.reading() as connection:
            log = decoded(_encoded(connection, event), f"event {event}")
            secret, settings = connection.execute(head).one()
            linked = connection.execute(tables.order_by(LINKED.c.number))
            return log, Beside(
                bytes(secret),
                _SETTINGS.decode(settings),
                tuple(KeptTable(*r) for r in linked if r.number in _tables_of(log)),
                tuple(KeptDispute(*row) for row in _came(connection, DISPUTE, KeptDispute, event)),
                tuple(KeptResult(*row) for row in _came(connection, RESULT, KeptResult, event)),
            )

    def results(self, event: str) -> list[KeptResult]:
        """All results that came, taken or refused, in their order."""
        with self.database.reading() as connection:
            return [KeptResult(*row) for row in _came(connection, RESULT, KeptResult, event)]

    def newest_photo(self, event: str, since_ms: int) -> tuple[int, ResultSent] | None:
        """The last result taken since then that a race decided, and its line."""
        wanted = sa.select(RESULT.c.line, RESULT.c.body).where(
            RESULT.c.event == event, RESULT.c.came_ms >= since_ms, RESULT.c.line.is_not(None)
        )
        newest = wanted.order_by(RESULT.c.came_ms.desc(), RESULT.c.id).limit(MOST_LOOKED)
        with self.database.reading() as connection:
            for row in connection.execute(newest):
                sent = msgspec.json.decode(row.body, type=ResultSent)
                if sent.photo is not None:
                    return row.line, sent
        return None

    def nicknames(self, event: str) -> list[str]:
        """Who entered the newest events but this one, by name; nobody who was forgotten."""
        others = sa.select(EVENT.c.id, EVENT.c.lines_n, EVENT.c.rewritten_n).where(
            EVENT.c.id != event
        )
        newest = others.order_by(EVENT.c.created_ms.desc(), EVENT.c.id).limit(MOST_EARLIER)
        with self.database.reading() as connection:
            events = [(row.id, row.lines_n, row.rewritten_n) for row in connection.execute(newest)]
            if events != self._nicknames[0]:  # earlier evenings hardly ever change
                wanted = sa.select(LINE.c.body).where(
                    LINE.c.event.in_([each[0] for each in events])
                )
                lines = map(_BODY.decode, connection.execute(wanted).scalars())
                actions = [line.action for line in lines]
                names = {a.name for a in actions if isinstance(a, Enter | Rename) and a.name}
                self._nicknames = events, sorted(names)
        return self._nicknames[1]

    def free_play(self, event: str) -> list[tuple[int, ResultSent]]:
        """When free play was told, and what; in the order in which it came."""
        wanted = sa.select(RESULT.c.came_ms, RESULT.c.body).where(
            RESULT.c.event == event, RESULT.c.line.is_(None), RESULT.c.refused.is_(None)
        )
        with self.database.reading() as connection:
            rows = connection.execute(wanted.order_by(RESULT.c.came_ms, RESULT.c.id))
            return [(row.came_ms, msgspec.json.decode(row.body, type=ResultSent)) for row in rows]

    def trouble_n(self, event: str) -> int:
        """How many results were refused or are disputed."""
        count = sa.select(sa.func.count())
        refused = count.select_from(RESULT).where(
            RESULT.c.event == event, RESULT.c.refused.is_not(None)
        )
        twice = count.select_from(DISPUTE).where(DISPUTE.c.event == event)
        with self.database.reading() as connection:
            return sum(connection.execute(wanted).scalar_one() for wanted in (refused, twice))

    def disputes(self, event: str) -> list[ResultSent]:
        """What came under an id that has another content."""
        wanted = sa.select(DISPUTE.c.body).where(DISPUTE.c.event == event)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.order_by(DISPUTE.c.came_ms, DISPUTE.c.id))
            return [msgspec.json.decode(row.body, type=ResultSent) for row in rows]


class DeskEvent:
    """One event under way. Other desks may change it: before it is read, ``refresh``."""

    def __init__(self, store: DeskStore, event: str) -> None:
        """Raises ConfigError if there is none."""
        self.id = event
        self._database = store.database
        with self._database.reading() as connection:
            self._load(connection)

    @property
    def state(self) -> EventState:
        """As it was when last looked at."""
        return self._running.state

    @property
    def running(self) -> RunningEvent:
        """Log, state and audit; to be changed by ``take`` alone."""
        return self._running

    def refresh(self) -> bool:
        """Take in what other desks did. Was there anything?"""
        with self._database.reading() as connection:
            return self._catch_up(connection)

    def take(
        self,
        action: EventAction,
        at_ms: int,
        by: str,
        still: Callable[[EventState], None] | None = None,
    ) -> int:
        """Take an action; the number of its line, kept when this returns. Raises ConfigError if it
        is refused, and nothing is changed. ``still`` raises it where the event has come to be
        another than whoever does this knows, whichever desk has changed it."""
        with self._changing() as connection:
            if still is not None:
                still(self.state)
            return self._append(connection, [action], at_ms, by)

    def take_each(
        self, actions: Sequence[EventAction], at_ms: int, by: str
    ) -> list[ConfigError | None]:
        """Take those of many that can be taken, all at once; why not, for each of the others."""
        with self._changing() as connection:
            why: list[ConfigError | None] = []
            self._append(connection, actions, at_ms, by, why)
            return why

    def change(self, settings: DeskSettings) -> None:
        """Other settings from now on."""
        with self._changing() as connection:
            told = {EVENT.c.settings: msgspec.json.encode(settings)}
            connection.execute(EVENT.update().where(EVENT.c.id == self.id).values(told))
            turned(connection, self.id)
        self.refresh()

    def result(self, sent: ResultSent, at_ms: int, table: int | None = None) -> ResultAnswer:
        """Take a table's result, once, whatever happens on the way. ``table``: who sends it, where
        that is known."""
        with self._changing() as connection:
            known = self._known(connection, sent, at_ms)
            if known is not None:
                return known
            line, refused = None, None
            try:
                line = self._report(connection, sent, at_ms, table)
            except ConfigError as error:
                refused = as_kept(error.sentence)
            row = {"event": self.id, "id": sent.id, "digest": sent.digest}
            connection.execute(
                RESULT.insert().values(
                    **row,
                    body=msgspec.json.encode(sent),
                    came_ms=at_ms,
                    line=line,
                    refused=refused,
                )
            )
            turned(connection, self.id)
            return _answer(sent.id, line, refused)

    def forget(self, person: int) -> None:
        """A person's nickname is nowhere any more. Raises ConfigError if they never entered."""
        with self._changing() as connection:
            self.state.person(person)
            lines = self._running.log.lines
            blank = self._running.log.without_name(person).lines
            for number, (old, new) in enumerate(zip(lines, blank, strict=True)):
                if old != new:
                    connection.execute(
                        LINE.update()
                        .where(LINE.c.event == self.id, LINE.c.number == number)
                        .values(body=msgspec.json.encode(new))
                    )
            rewritten = {EVENT.c.rewritten_n: EVENT.c.rewritten_n + 1}
            connection.execute(EVENT.update().where(EVENT.c.id == self.id).values(rewritten))
            turned(connection, self.id)
        self.refresh()
        if self._database.engine.dialect.name == "sqlite":  # the log of writes holds old pages
            with self._database.engine.connect() as connection:
                connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- within a transaction --------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[sa.Connection]:
        """A transaction that alone changes this event: its row is held, all lines are known."""
        try:
            with self._database.writing() as connection:
                self._catch_up(connection, held=True)
                yield connection
        except ConfigError:  # refused: nothing was changed
            raise
        except BaseException:  # nobody knows whether it was kept
            self._stale = True
            raise

    def _append(
        self,
        connection: sa.Connection,
        actions: Sequence[EventAction],
        at_ms: int,
        by: str,
        why: list[ConfigError | None] | None = None,
    ) -> int:
        """The line of the last. Raises ConfigError, but where each one's ``why`` is to be told."""
        rows = []
        for action in actions:
            number = self._running.lines_n
            try:
                line = self._running.take(action, at_ms, by)
            except ConfigError as error:
                if why is None:
                    raise
                why.append(error)
                continue
            if why is not None:
                why.append(None)
            rows.append({"event": self.id, "number": number, "body": msgspec.json.encode(line)})
        if rows:
            connection.execute(LINE.insert(), rows)
            told = {EVENT.c.lines_n: self._running.lines_n}
            connection.execute(EVENT.update().where(EVENT.c.id == self.id).values(told))
            turned(connection, self.id)
        return self._running.lines_n - 1

    def _report(
        self, connection: sa.Connection, sent: ResultSent, at_ms: int, table: int | None
    ) -> int | None:
        """The line of a result; free play has none."""
        if table not in (None, sent.table):
            raise ConfigError(
                "table {other} sends a result of table {table}",
                other=self.state.table_name(table),
                table=self.state.table_name(sent.table),
            )
        if sent.match is None:
            check_free(sent)
            return None
        action = action_of(self.state, self._running.log.lines, sent)
        return self._append(connection, [action], at_ms, f"table {sent.table}")

    def _known(
        self, connection: sa.Connection, sent: ResultSent, at_ms: int
    ) -> ResultAnswer | None:
        """The answer to an id that has come before."""
        wanted = sa.select(RESULT.c.digest, RESULT.c.line, RESULT.c.refused)
        row = connection.execute(
            wanted.where(RESULT.c.event == self.id, RESULT.c.id == sent.id)
        ).first()
        if row is None:
            return None
        if row.digest == sent.digest:
            return _answer(sent.id, row.line, row.refused)
        seen = sa.select(DISPUTE.c.id).where(
            DISPUTE.c.event == self.id,
            DISPUTE.c.id == sent.id,
            DISPUTE.c.digest == sent.digest,
        )
        if connection.execute(seen).first() is None:
            body = msgspec.json.encode(sent)
            row_of = {"event": self.id, "id": sent.id, "digest": sent.digest}
            connection.execute(DISPUTE.insert().values(**row_of, body=body, came_ms=at_ms))
            turned(connection, self.id)
        return ResultAnswer(
            sent.id, Outcome.DISPUTED, why="this id has come with another result before"
        )

    def _load(self, connection: sa.Connection) -> None:
        """Read all of it."""
        self._running = RunningEvent(decoded(_encoded(connection, self.id), f"event {self.id}"))
        row = connection.execute(_HEAD.where(EVENT.c.id == self.id)).one()
        self.secret = bytes(row.secret)
        self._rewritten_n = row.rewritten_n
        self._seen(row)
        self._stale = False

    def _seen(self, row: Any) -> None:
        self.turn_n: int = row.turn_n
        self.settings = _SETTINGS.decode(row.settings)

    def _catch_up(self, connection: sa.Connection, *, held: bool = False) -> bool:
        """What other desks did. ``held``: they do nothing more until this transaction ends."""
        wanted = _HEAD.where(EVENT.c.id == self.id)
        row = connection.execute(wanted.with_for_update() if held else wanted).one()
        if self._stale or row.rewritten_n != self._rewritten_n:
            self._load(connection)
            return True
        changed: bool = row.turn_n != self.turn_n
        self._seen(row)
        known = self._running.lines_n
        if row.lines_n == known:
            return changed
        bodies = sa.select(LINE.c.body).where(LINE.c.event == self.id, LINE.c.number >= known)
        for body in connection.execute(bodies.order_by(LINE.c.number)).scalars():
            line = _BODY.decode(body)
            self._running.take(line.action, line.at_ms, line.by)
        return True


_HEAD: Final = sa.select(
    EVENT.c.lines_n, EVENT.c.rewritten_n, EVENT.c.turn_n, EVENT.c.settings, EVENT.c.secret
)
_SETTINGS: Final = msgspec.json.Decoder(DeskSettings)


def _columns(table: sa.Table, kind: type[Struct]) -> sa.Select[Any]:
    return sa.select(*(table.c[name] for name in kind.__struct_fields__))


def _came(
    connection: sa.Connection, table: sa.Table, kind: type[Struct], event: str
) -> Iterable[Sequence[Any]]:
    """What came for an event, in its order."""
    wanted = _columns(table, kind).where(table.c.event == event)
    return connection.execute(wanted.order_by(table.c.came_ms, table.c.id)).all()


def _tables_of(log: EventLog) -> set[int]:
    """Those that were ever part of it."""
    return {line.action.table for line in log.lines if isinstance(line.action, TableIn)}


def _let_in(connection: sa.Connection, tables: Sequence[KeptTable]) -> None:
    """They are this desk's tables from now on, where it has none of that number or token."""
    known = connection.execute(sa.select(LINKED.c.number, LINKED.c.token)).all()
    numbers, tokens = {row.number for row in known}, {bytes(row.token) for row in known}
    new = [t for t in tables if t.number not in numbers and t.token not in tokens]
    if new:
        rows = [{**msgspec.structs.asdict(table), "seen_ms": 0} for table in new]
        connection.execute(LINKED.insert(), rows)


def turned(connection: sa.Connection, event: str) -> None:
    """Something has changed: whoever shows the event looks again."""
    told = {EVENT.c.turn_n: EVENT.c.turn_n + 1}
    connection.execute(EVENT.update().where(EVENT.c.id == event).values(told))


def _answer(result: str, line: int | None, refused: str | None) -> ResultAnswer:
    if refused is None:
        return ResultAnswer(result, Outcome.TAKEN, line)
    return ResultAnswer(result, Outcome.REFUSED, why=str(as_told(refused)))


def _encoded(connection: sa.Connection, event: str) -> bytes:
    head = connection.execute(sa.select(EVENT.c.head).where(EVENT.c.id == event)).scalar()
    if head is None:
        raise ConfigError("no such event: `khvatka event status` lists them")
    wanted = sa.select(LINE.c.body).where(LINE.c.event == event).order_by(LINE.c.number)
    return b"\n".join([head, *connection.execute(wanted).scalars()])
