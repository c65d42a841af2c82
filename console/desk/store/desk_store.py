"""Events in a database."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from console.desk.personal import person_of
from console.desk.store.database import DeskDatabase
from console.desk.store.kept import (
    SECRET_BYTES,
    SETTINGS,
    Beside,
    EventKept,
    KeptDispute,
    KeptResult,
    KeptTable,
)
from console.desk.store.tables import DISPUTE, EVENT, LINE, LINKED, RESULT
from console.events.actions import Enter, Rename, TableIn
from console.events.log import EventLog, Logged, decoded
from console.events.options import EventOptions, checked
from console.events.running import RunningEvent
from console.link.messages import ResultSent
from console.nicknames import alphabetical
from drivers.errors import ConfigError

MOST_LOOKED: Final = 64
"""Of the newest results, when a photo finish is sought."""
MOST_SHOWN: Final = 100
"""Of the newest results that were refused, and of those that came in two contents."""
MOST_EARLIER: Final = 8
"""Of so many earlier events nicknames are offered, and guests' codes known."""
LOGGED: Final = msgspec.json.Decoder(Logged)
"""How a line of the log is read."""


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

    def guest_of(self, code: str, but: str) -> str | None:
        """The name of the event, of the newest ones ``but`` one, that gave a guest's page this
        code."""
        wanted = sa.select(EVENT.c.name, EVENT.c.secret, EVENT.c.lines_n).where(EVENT.c.id != but)
        with self.database.reading() as connection:
            rows = connection.execute(
                wanted.order_by(EVENT.c.created_ms.desc(), EVENT.c.id).limit(MOST_EARLIER)
            ).all()
        # whoever has entered has a line of their own
        of = (r.name for r in rows if person_of(bytes(r.secret), r.lines_n, code) is not None)
        return next(of, None)

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
            log = read_log(connection, event)
            secret, settings = connection.execute(head).one()
            linked = connection.execute(tables.order_by(LINKED.c.number))
            return log, Beside(
                bytes(secret),
                SETTINGS.decode(settings),
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
                lines = map(LOGGED.decode, connection.execute(wanted).scalars())
                actions = [line.action for line in lines]
                names = {a.name for a in actions if isinstance(a, Enter | Rename) and a.name}
                self._nicknames = events, sorted(names, key=alphabetical)
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

    def refused(self, event: str) -> list[tuple[KeptResult, ResultSent]]:
        """The newest results that were refused, the newest first."""
        wanted = _columns(RESULT, KeptResult).where(
            RESULT.c.event == event, RESULT.c.refused.is_not(None)
        )
        newest = wanted.order_by(RESULT.c.came_ms.desc(), RESULT.c.id.desc()).limit(MOST_SHOWN)
        with self.database.reading() as connection:
            kept = [KeptResult(*row) for row in connection.execute(newest)]
        return [(each, msgspec.json.decode(each.body, type=ResultSent)) for each in kept]

    def disputes(self, event: str) -> list[tuple[ResultSent, ResultSent]]:
        """What came last under an id that has another content, and that; the newest first."""
        same = sa.and_(RESULT.c.event == DISPUTE.c.event, RESULT.c.id == DISPUTE.c.id)
        wanted = sa.select(DISPUTE.c.body, RESULT.c.body.label("first")).join(RESULT, same)
        newest = wanted.where(DISPUTE.c.event == event).order_by(
            DISPUTE.c.came_ms.desc(), DISPUTE.c.id.desc()
        )
        with self.database.reading() as connection:
            rows = connection.execute(newest.limit(MOST_SHOWN)).all()
        sent = msgspec.json.Decoder(ResultSent).decode
        return [(sent(row.body), sent(row.first)) for row in rows]


def read_log(connection: sa.Connection, event: str) -> EventLog:
    """An event's log as it is now. Raises ConfigError if there is none of that id."""
    head = connection.execute(sa.select(EVENT.c.head).where(EVENT.c.id == event)).scalar()
    if head is None:
        raise ConfigError("no such event: `khvatka event status` lists them")
    wanted = sa.select(LINE.c.body).where(LINE.c.event == event).order_by(LINE.c.number)
    lines = connection.execute(wanted).scalars()
    return decoded(b"\n".join([head, *lines]), f"event {event}")


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
