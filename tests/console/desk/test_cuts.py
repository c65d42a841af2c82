"""Results under cuts of desk, tables and links in random order: none is lost, none is double.

Real outboxes on the disk, real links, a real desk process that is killed; judged by the database
alone, once all is quiet. Waits pass ten times as fast as at a table.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from console.desk.store.database import DeskDatabase
from console.desk.store.tables import DISPUTE, LINE, RESULT
from console.events import actions as do
from console.events.log import Logged
from console.link.link import DeskLink
from console.link.membership import Membership, Memberships
from console.link.messages import ResultSent
from console.link.played import Posted
from console.store import outbox
from console.store.log import DirectLog
from tests.console.desk.live import LiveDesk

assert sys.platform == "linux"

TABLES = 10
PACE = 10.0
WAIT_MOST = 40
"""Few: each cut falls among deliveries (80 of 100 upon a table with results waiting, 65 where 200
may wait)."""
PATIENCE_S = 3600
DESK = """
from console.__main__ import main
from console.desk.web import link as web_link
web_link.TOLD_A_MINUTE = 10**9  # these tables tell a year's results in minutes
main()
"""
ANSWERED = threading.Condition()
"""Held while a box forgets what was answered."""


class Box:
    """A table's outbox, on its disk; ``left`` is what no desk has answered for, so that the test
    need not read it."""

    def __init__(self, path: Path) -> None:
        self._path, self._log = path, DirectLog(path)
        self.left: set[str] = set()

    def waiting(self) -> Sequence[Posted]:
        return outbox.waiting(self._path)

    def answered(self, result: str, *, keep: bool) -> None:
        outbox.answered(self._path, result, keep=keep)
        with ANSWERED:
            self.left.discard(result)
            ANSWERED.notify_all()

    def add(self, event: str, results: Sequence[ResultSent]) -> None:
        """As the ends of matches do."""
        self.left.update(each.id for each in results)
        for each in results:
            self._log.post(Posted.of(event, each))
        assert self._log.flush()


class Table:
    """A table of the hall, which is cut and comes back with what its disk has."""

    def __init__(self, folder: Path, number: int, membership: Membership) -> None:
        self.number = number
        self.box = Box(folder / f"{number}.sqlite3")
        self._membership = membership
        self.link = self._linked()

    def _linked(self) -> DeskLink:
        return DeskLink(Memberships(current=self._membership), self.box, lambda _: None, PACE)

    def play(self, event: str, results: Sequence[ResultSent]) -> None:
        self.box.add(event, results)
        self.link.wake()

    def cut(self) -> None:
        """Its process has gone; the next one knows what is on the disk."""
        old = self.link
        threading.Thread(target=old.close).start()
        self.link = self._linked()

    def cut_line(self) -> None:
        self.link._lines.cut()  # what nobody asks for happens to it


def few(tables: Sequence[Table], most: int) -> None:
    """Once no more than so many results wait."""
    with ANSWERED:
        assert ANSWERED.wait_for(lambda: sum(len(t.box.left) for t in tables) <= most, PATIENCE_S)


class DeskProcess:
    """`khvatka event serve`, which is killed and started anew at the port that it took first."""

    def __init__(self, url: str, event: str, home: Path) -> None:
        told = ("event", "serve", event, "--database", url, "--json")
        self._command = (sys.executable, "-c", DESK, *told)
        self._home = home
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            (*self._command, "--port", str(self.port)),
            stdout=subprocess.PIPE,
            env={**os.environ, "HOME": str(self._home)},
        )
        assert self._process.stdout is not None
        self.port = msgspec.json.decode(self._process.stdout.readline())["port"]

    def kill(self) -> None:
        if self._process is None:
            return
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


@contextmanager
def hall(url: str, folder: Path) -> Iterator[tuple[str, list[Table], DeskProcess, list[int]]]:
    """An event whose first round is drawn, a table for each match, and the desk's process; last
    which match each table has."""
    live = LiveDesk(url)
    try:
        event = live.new("swiss rounds=1")
        live.do(*(do.Enter(f"P{n}") for n in range(2 * TABLES)))
        live.do(*(do.CheckIn(n) for n in range(2 * TABLES)))
        tokens = [live.table(f"T{n}").joined.token for n in range(TABLES)]
        live.draw()
        matches = live.inside(lambda: dict(live.runner.event.state.matches))
        of = {match.table: match for match in matches.values()}
        assert sorted(of) == list(range(TABLES))  # type: ignore[type-var]
    finally:
        live.end()
    desk = DeskProcess(url, event, folder)
    tables: list[Table] = []
    try:
        desk.start()
        at = (f"127.0.0.1:{desk.port}",)
        tables += (
            Table(folder, n, Membership(at, token, event=event, table=n))
            for n, token in enumerate(tokens)
        )
        yield event, tables, desk, [of[n].number for n in range(TABLES)]
    finally:
        for table in tables:
            table.link.close()
        desk.kill()


def proved(url: str, folder: Path, results_n: int, cuts_n: int) -> None:
    """Play so many results under so many cuts."""
    lots = random.Random(7)
    sent: dict[str, ResultSent] = {}
    with hall(url, folder) as (event, tables, desk, matches):

        def result(table: Table, match: int | None, persons: tuple[int, ...]) -> ResultSent:
            id_ = f"{lots.getrandbits(128):032x}"
            sent[id_] = ResultSent(
                id=id_,
                table=table.number,
                match=match,
                plays="iota" if match is None else "",
                persons=persons,
                places=(1, 2),
            )
            return sent[id_]

        database = DeskDatabase(url)
        drawn = _drawn(database, event)
        left = results_n - TABLES
        turns = cuts_n + TABLES
        played = set(lots.sample(range(turns), TABLES))
        for turn in range(turns):
            few(tables, WAIT_MOST)
            if turn in played:  # a match of the event among free play
                table = tables[matches_left := len(played) - 1]
                played.remove(turn)
                number = matches[matches_left]
                table.play(event, [result(table, number, drawn[number])])
                continue
            many = left // max(1, cuts_n)
            for table in lots.sample(tables, 3):
                table.play(event, [result(table, None, ()) for _ in range(many // 3)])
            match lots.choices(("desk", "table", "line"), (1, 4, 5))[0]:
                case "desk":
                    desk.kill()
                    desk.start()
                case "table":
                    lots.choice(tables).cut()
                case _:
                    lots.choice(tables).cut_line()
        few(tables, 0)
        _judge(database, event, sent)
        database.close()


def _drawn(database: DeskDatabase, event: str) -> dict[int, tuple[int, ...]]:
    """The persons of each match."""
    found: dict[int, tuple[int, ...]] = {}
    for line in _lines(database, event):
        if isinstance(line.action, do.DrawRound):
            found.update(enumerate(match.persons for match in line.action.matches))
    return found


def _lines(database: DeskDatabase, event: str) -> list[Logged]:
    wanted = sa.select(LINE.c.body).where(LINE.c.event == event).order_by(LINE.c.number)
    with database.reading() as connection:
        return [msgspec.json.decode(b, type=Logged) for b in connection.execute(wanted).scalars()]


def _judge(database: DeskDatabase, event: str, sent: dict[str, ResultSent]) -> None:
    with database.reading() as connection:
        rows = connection.execute(sa.select(RESULT.c.id, RESULT.c.body, RESULT.c.refused)).all()
        disputes = connection.execute(sa.select(sa.func.count()).select_from(DISPUTE)).scalar()
    kept = [msgspec.json.decode(row.body, type=ResultSent) for row in rows]
    assert len(kept) == len({each.id for each in kept})
    assert {each.id: each for each in kept} == sent
    assert [row.refused for row in rows if row.refused] == []
    assert disputes == 0
    reports = [
        line.action for line in _lines(database, event) if isinstance(line.action, do.Report)
    ]
    assert sorted(r.id for r in reports) == sorted(
        i for i, r in sent.items() if r.match is not None
    )


@pytest.mark.slow
def test_what_was_played_comes_once_under_cuts(url: str, quick_path: Path) -> None:
    proved(url, quick_path, 300, 20)


@pytest.mark.complete
def test_twenty_thousand_results_under_a_thousand_cuts(url: str, quick_path: Path) -> None:
    proved(url, quick_path, 20_000, 1_000)
