"""One event that several desks may change at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from console.desk.assigned import action_of, check_free
from console.desk.store.desk_store import LOGGED, DeskStore, read_log
from console.desk.store.kept import SETTINGS, DeskSettings
from console.desk.store.sentences import as_kept, from_kept
from console.desk.store.tables import DISPUTE, EVENT, LINE, RESULT
from console.events.actions import EventAction
from console.events.running import RunningEvent
from console.events.state import EventState
from console.link.messages import Outcome, ResultAnswer, ResultSent
from drivers.errors import ConfigError

_HEAD: Final = sa.select(
    EVENT.c.lines_n, EVENT.c.rewritten_n, EVENT.c.turn_n, EVENT.c.settings, EVENT.c.secret
)


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
                    **row, body=msgspec.json.encode(sent), came_ms=at_ms, line=line, refused=refused
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
            taken_back = row.line in self._running.undone
            return replace(_answer(sent.id, row.line, row.refused), taken_back=taken_back)
        seen = sa.select(DISPUTE.c.id).where(
            DISPUTE.c.event == self.id, DISPUTE.c.id == sent.id, DISPUTE.c.digest == sent.digest
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
        self._running = RunningEvent(read_log(connection, self.id))
        row = connection.execute(_HEAD.where(EVENT.c.id == self.id)).one()
        self.secret = bytes(row.secret)
        self._rewritten_n = row.rewritten_n
        self._seen(row)
        self._stale = False

    def _seen(self, row: Any) -> None:
        self.turn_n: int = row.turn_n
        self.settings = SETTINGS.decode(row.settings)

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
            line = LOGGED.decode(body)
            self._running.take(line.action, line.at_ms, line.by)
        return True


def turned(connection: sa.Connection, event: str) -> None:
    """Something has changed: whoever shows the event looks again."""
    told = {EVENT.c.turn_n: EVENT.c.turn_n + 1}
    connection.execute(EVENT.update().where(EVENT.c.id == event).values(told))


def _answer(result: str, line: int | None, refused: str | None) -> ResultAnswer:
    if refused is None:
        return ResultAnswer(result, Outcome.TAKEN, line)
    return ResultAnswer(result, Outcome.REFUSED, why=str(from_kept(refused)))
