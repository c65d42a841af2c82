"""A league of 5 000 tables on one database: hours of work a day, bytes a day, pages of standings.

Days of results come in as cafés send them, in batches; persons are regulars of their café. Then
pages of standings are read. On the database of ``--database``, in a league that is new there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from console.desk.league.options import LeagueOptions
from console.desk.league.store import LeaguePlace, LeagueStore
from console.desk.store.database import DeskDatabase
from console.i18n import Words
from console.link.league import LeaguePoints, LeagueResult

TABLES: Final = 5000
RESULTS_A_DAY: Final = 20
CAFES: Final = 800
REGULARS: Final = 120
"""Persons of a café, of whom some come each evening."""
DAYS: Final = 1
BATCH: Final = 50
PAGES: Final = 40
DAY_MS: Final = 24 * 3600 * 1000
FIRST_MS: Final = 1_790_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFigures:
    """``day_s``: seconds of work for a day's results, against 3600; a page of standings in ms,
    against 50; ``day_bytes``: what a day adds to the database."""

    database: str
    tables: int
    results: int
    persons: int
    day_s: float
    day_bytes: int
    page_p50_ms: float
    page_worst_ms: float

    def lines(self, words: Words) -> tuple[str, ...]:
        """As text."""
        told = words._(
            "{database}, {tables} tables, {results} results, {persons} persons: a day's results"
            " take {day} s (aim: 3600), {mb} MB; a page of standings {page} ms in the middle,"
            " {worst} ms at most (aim: 50)"
        )
        return (
            told.format(
                database=self.database,
                tables=self.tables,
                results=self.results,
                persons=self.persons,
                day=words.number(self.day_s, 1),
                mb=words.number(self.day_bytes / 1e6, 1),
                page=words.number(self.page_p50_ms, 2),
                worst=words.number(self.page_worst_ms, 2),
            ),
        )


def run(url: str | None) -> Iterable[LeagueFigures]:
    """On the database of that address; None: SQLite in a folder that goes. Raises ConfigError."""
    with TemporaryDirectory() as folder:
        database = DeskDatabase(url or f"sqlite:///{folder}/league.sqlite3")
        try:
            yield filled(database)
        finally:
            database.close()


def filled(database: DeskDatabase) -> LeagueFigures:
    """Fill a league, read it."""
    store = LeagueStore(database)
    options = LeagueOptions(name="bench", first_ms=FIRST_MS, weeks_n=52, best_n=10)
    league = store.new(options, FIRST_MS)
    for number in range(CAFES):
        store.admit(league, f"Café {number + 1}")
    before, start = _size(database), time.perf_counter()
    for day in range(DAYS):
        for cafe, batch in _batches(day):
            store.take(league, cafe, batch, FIRST_MS)
    took = time.perf_counter() - start
    _settle(database)
    grown = _size(database) - before
    pages = _pages(store, league)
    return LeagueFigures(
        database=database.engine.dialect.name,
        tables=TABLES,
        results=DAYS * TABLES * RESULTS_A_DAY,
        persons=_persons(database, league),
        day_s=took / DAYS,
        day_bytes=grown // DAYS,
        page_p50_ms=median(pages),
        page_worst_ms=max(pages),
    )


def _batches(day: int) -> Iterator[tuple[int, list[LeagueResult]]]:
    """A day's messages of all cafés, each café's evening in its order."""
    lots = Random(day)
    a_cafe = TABLES * RESULTS_A_DAY // CAFES
    for cafe in range(CAFES):
        results = iter(_evening(lots, day, cafe, a_cafe))
        while batch := list(islice(results, BATCH)):
            yield cafe, batch


def _evening(lots: Random, day: int, cafe: int, results: int) -> Iterator[LeagueResult]:
    here = lots.sample(range(REGULARS), 40)
    for number in range(results):
        four = lots.sample(here, 4)
        yield LeagueResult(
            id=f"{day:x}{cafe:x}-{number}",
            revision=0,
            evening=f"{day:x}{cafe:x}",
            begun_ms=FIRST_MS + day * DAY_MS,
            game="chaos",
            persons=tuple(
                LeaguePoints(f"P{person}", points)
                for person, points in zip(four, (840, 560, 280, 0), strict=True)
            ),
        )


def _pages(store: LeagueStore, league: str) -> list[float]:
    """From the first on, and from the middle on."""
    took: list[float] = []
    for share in (1, 2):
        after: LeaguePlace | None = None
        if share > 1:
            top = store.standings(league)[0]
            after = LeaguePlace(0, 0, "", "", top.total // share, top.best // share)
        for _ in range(PAGES // 2):
            start = time.perf_counter()
            page = store.standings(league, after)
            took.append((time.perf_counter() - start) * 1e3)
            after = page[-1]
    return took


def _persons(database: DeskDatabase, league: str) -> int:
    wanted = sa.text("SELECT count(*) FROM league_person WHERE league = :league")
    with database.reading() as connection:
        return int(connection.execute(wanted, {"league": league}).scalar_one())


def _settle(database: DeskDatabase) -> None:
    """What the database does by itself, sooner or later, it does now."""
    if database.engine.dialect.name == "postgresql":
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as all_:
            all_.exec_driver_sql("VACUUM ANALYZE")


def _size(database: DeskDatabase) -> int:
    of = {
        "postgresql": "SELECT pg_database_size(current_database())",
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    }
    with database.reading() as connection:
        return int(connection.exec_driver_sql(of[database.engine.dialect.name]).scalar_one())
