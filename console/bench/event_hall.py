"""A hall of table processes without display under one desk, on this machine: as many as it carries.

Each is `khvatka play --headless --event`: board, decoding, session, store and link of any table;
people and time at the tables are simulated. While they play some are killed and switched on again,
the network is gone for some seconds, the desk is killed. At the end the desk's database is held
against the stores of all tables.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

from console.bench.event_desk import BenchDesk, until
from console.bench.event_live import BackFigures
from console.bench.event_tables import Listener, TableProcess, ended, free_mb
from console.bench.network import HallNetwork
from console.events import actions as do
from console.events.drawing import proposed
from console.events.options import EventOptions, GroupSwiss, Sizes
from console.i18n import Words
from console.link.membership import Memberships, membership_path, save_memberships
from console.store.outbox import waiting
from console.store.reader import Store
from console.store.schema import store_path
from drivers.errors import ConfigError

SIZE: Final = 4
ROUNDS: Final = 2
AT_ONCE: Final = 4
"""Processes that start together."""
SPARE_MB: Final = 2048
"""So much memory is left to others."""
KILLED: Final = 20
"""One table of so many is killed in each round."""
GONE_S: Final = 5.0
"""The network, in the first round."""
PATIENCE_S: Final = 1800.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodFigures:
    """``carried`` of ``tables`` processes stood under the desk, for want of memory not more, after
    ``up_s``; megabytes are of one in the mean: resident, and its own share."""

    tables: int
    carried: int
    resident_mb: float
    own_mb: float
    up_s: float

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        stood = words._(
            "hall of table processes: {carried} of {tables} stood under one desk after {up} s;"
            " memory of each: {resident} MB, {own} MB of it its own"
        ).format(
            carried=self.carried,
            tables=self.tables,
            up=words.number(self.up_s, 0),
            resident=words.number(self.resident_mb, 0),
            own=words.number(self.own_mb, 0),
        )
        return (stood,)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallFigures:
    """``round_s``: until all results of the longest round were in; results as in ``Judged``."""

    tables: int
    round_s: float
    killed: int
    results: int
    refused: int
    lost: int
    double: int

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        played = words._(
            "{rounds} rounds of them, the longest {took} s; tables killed: {killed}, network and"
            " desk gone once; results: {results}, refused: {refused}, lost: {lost}, double:"
            " {double} (aim: 0, 0 and 0)"
        ).format(
            rounds=ROUNDS,
            took=words.number(self.round_s, 0),
            killed=self.killed,
            results=self.results,
            refused=self.refused,
            lost=self.lost,
            double=self.double,
        )
        return (played,)


Figures: TypeAlias = StoodFigures | BackFigures | HallFigures


def run(tables: int) -> Iterable[Figures]:
    """Play it; every process that was started has ended then. Raises ConfigError on Windows."""
    if sys.platform == "win32":
        raise ConfigError(
            "Windows cannot wait for what several processes print: measure a hall on Linux or macOS"
        )
    else:
        with TemporaryDirectory() as folder, ExitStack() as stack:
            yield from _Hall(Path(folder), tables, stack).played()


class _Hall:
    def __init__(self, folder: Path, tables: int, stack: ExitStack) -> None:
        options = EventOptions(
            name="hall",
            game="chaos",
            sizes=Sizes(2, 8, 4, 6),
            stages=(GroupSwiss(rounds=ROUNDS, size=SIZE),),
            check_in=False,
            prizes=0,  # no duel decides: matches alone are held against the stores
        )
        self.wanted_n = tables
        self.network = HallNetwork()
        stack.callback(self.network.close)
        self.desk = BenchDesk(folder, options)
        stack.callback(self.desk.close)
        self._url = f"http://127.0.0.1:{self.network.port}"
        self._serve()
        self.listener = Listener()
        stack.callback(self.listener.close)
        self.tables: list[TableProcess] = []
        stack.callback(ended, self.tables)
        self.folder, self.killed_n = folder, 0

    def _serve(self) -> None:
        self.desk.start(self._url)
        self.network.to = self.desk.port

    def played(self) -> Iterable[Figures]:
        """All of it."""
        up_s = _timed(self._stand)
        resident_kb, own_kb = (
            sum(kb) / len(self.tables)
            for kb in zip(*(table.memory_kb() for table in self.tables), strict=True)
        )
        yield StoodFigures(
            tables=self.wanted_n,
            carried=len(self.tables),
            resident_mb=resident_kb / 1024,
            own_mb=own_kb / 1024,
            up_s=up_s,
        )
        self.desk.people(SIZE * len(self.tables))
        first_s = _timed(self._first_round)
        start_s = time.perf_counter()
        yield self._desk_dies()
        self._some_die()
        self._until_in()
        second_s = time.perf_counter() - start_s
        self.desk.runner.act(do.End(), "bench")
        until(lambda: all(t.ended() for t in self.tables), "the tables' end", PATIENCE_S)
        found = judged(self.desk, self.tables)
        yield HallFigures(
            tables=len(self.tables),
            round_s=max(first_s, second_s),
            killed=self.killed_n,
            results=found.results,
            refused=found.refused,
            lost=found.lost,
            double=found.double,
        )

    # -- the tables ------------------------------------------------------------------------------

    def _stand(self) -> None:
        """Start them, some at once, until all stand or the machine is full. Raises ConfigError."""
        address = f"127.0.0.1:{self.network.port}"
        for number in range(self.wanted_n):
            self._wait_for_coming(AT_ONCE - 1)
            free = free_mb()
            if free is not None and free < SPARE_MB:
                break
            table = TableProcess(self.folder / str(number), number)
            membership = self.desk.joined(number, address, ("chaos",))
            save_memberships(membership_path(table.folder), Memberships(current=membership))
            self.tables.append(table)
            self._on(table)
        if not self.tables:
            raise ConfigError("no memory is free for a table: end other programs first")
        self._wait_for_coming(0)
        self._settle()

    def _on(self, table: TableProcess) -> None:
        table.start()
        self.listener.hears(table)

    def _wait_for_coming(self, most: int) -> None:
        """Until so many at most are on their way to the desk."""

        def stand() -> bool:
            return sum(table.said.table is None for table in self.tables) <= most

        until(stand, "a table that was started", PATIENCE_S, lost=self._one_has_ended)

    def _one_has_ended(self) -> bool:
        """By itself, though the event goes on?"""
        return any(table.ended() for table in self.tables)

    def _settle(self) -> None:
        """What starting costs is over: idle tables are measured."""
        time.sleep(1.0)

    def _some_die(self) -> None:
        """In the middle of whatever they do."""
        some = self.tables[self.killed_n :: KILLED]
        for table in some:
            table.kill()
        for table in some:
            self._wait_for_coming(AT_ONCE - 1)
            self._on(table)
        self.killed_n += len(some)

    # -- the rounds ------------------------------------------------------------------------------

    def _first_round(self) -> None:
        self.desk.draw()
        until(
            lambda: any(table.heard for table in self.tables),
            "a match",
            PATIENCE_S,
            lost=self._one_has_ended,
        )
        self._some_die()
        self.network.cut(up=False)
        time.sleep(GONE_S)
        self.network.cut(up=True)
        self._until_in()

    def _until_in(self) -> None:
        """All results are at the desk."""
        until(
            lambda: not self.desk.open_n(),
            "the end of a round",
            PATIENCE_S,
            step_s=0.1,
            lost=self._one_has_ended,
        )
        until(
            lambda: not any(t.said.unsent for t in self.tables),
            "the answers",
            PATIENCE_S,
            lost=self._one_has_ended,
        )

    def _desk_dies(self) -> BackFigures:
        """Another one draws the next round on the same database before it is replaced."""
        drawn = proposed(self.desk.runner.event.state)
        for table in self.tables:
            table.heard.clear()
        start_s = time.perf_counter()
        self.desk.kill()
        self.desk.runner.act(drawn, "bench")
        self._serve()
        right = {m.table: m.number for m in self.desk.runner.event.state.open_matches()}
        until(
            lambda: all(right[t.number] in t.heard for t in self.tables if t.number in right),
            "each table's match",
            PATIENCE_S,
        )
        return BackFigures(
            tables=len(self.tables), processes=True, back_s=time.perf_counter() - start_s
        )


def _timed(does: Callable[[], None]) -> float:
    start_s = time.perf_counter()
    does()
    return time.perf_counter() - start_s


class Judged(NamedTuple):
    """``results`` in the stores of tables; of these ``refused``, because the game counts from
    elsewhere, and ``lost``, which never came to the desk or wait; ``double`` count twice, came
    with another content too, or from nowhere."""

    results: int
    refused: int
    lost: int
    double: int


def judged(desk: BenchDesk, tables: Sequence[TableProcess]) -> Judged:
    """Stores against database."""
    event, store = desk.event, desk.runner.store
    log, beside = store.whole(event)
    came = {result.id: result for result in beside.results}
    counted = Counter(line.action.id for line in log.lines if isinstance(line.action, do.Report))
    sent: set[str] = set()
    refused: set[str] = set()
    lost: set[str] = set()
    for table in tables:
        path = store_path(table.folder)
        lost |= {posted.id for posted in waiting(path)}
        kept = Store(path)
        for summary in kept.matches():
            played = kept.match(summary.id).header.event
            if not summary.finished or played is None:
                continue
            sent.add(played.id)
            result = came.get(played.id)
            if result is not None and result.refused is not None:
                refused.add(played.id)
            elif result is None or not counted[played.id]:
                lost.add(played.id)
    double = sum(times - 1 for times in counted.values()) + len(beside.disputes)
    return Judged(len(sent), len(refused), len(lost - refused), double + len(set(came) - sent))
