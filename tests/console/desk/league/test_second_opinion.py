"""W1 to W7 worked out a second time from all that was ever sent, against the store.

Written from RULES.md by a hand that had not read the store.
"""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest

from console.desk.league.options import WEEK_MS, LeagueOptions, Nicknames
from console.desk.league.store import LeagueStore
from console.desk.store.database import DeskDatabase
from console.link.league import LeaguePoints, LeagueResult
from tests.few import few

FIRST_MS = 1_700_000_000_000
LAST_MS = FIRST_MS + 104 * WEEK_MS
NAMES = ("Аня", "АНЯ", "аня", "Ёж", "Bob", "bob", "Eve", "Zoe", "Лис", "Кит")


class Café:
    """What a café's desk has sent, the newest revision of each id, as the rules count it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.newest: dict[str, LeagueResult] = {}

    def take(self, sent: LeagueResult, options: LeagueOptions) -> str:
        if any(not 0 <= each.points <= 840 for each in sent.persons):
            return "refused"
        if 2 * sum(each.points for each in sent.persons) > 840 * len(sent.persons):
            return "refused"
        if not 0 <= (sent.begun_ms - options.first_ms) // WEEK_MS < options.weeks_n:
            return "refused"
        before = self.newest.get(sent.id)
        if before is not None and before.revision == sent.revision:
            return "taken" if _content(before) == _content(sent) else "disputed"
        if before is None or before.revision < sent.revision:
            self.newest[sent.id] = sent
        return "taken"


def _content(sent: LeagueResult) -> object:
    return (
        sent.evening,
        sent.begun_ms,
        sent.game,
        sorted((each.name, each.points) for each in sent.persons),
    )


def _who(name: str, café: int, options: LeagueOptions) -> tuple[int, str]:
    folded = " ".join(name.casefold().split())
    return (-1 if options.nicknames is Nicknames.LEAGUE else café, folded)


def standing(
    cafés: list[Café], options: LeagueOptions
) -> list[tuple[int, tuple[int, str], int, int]]:
    """W4 to W6: place, who, sum, best evening."""
    evenings: dict[tuple[int, str], dict[tuple[int, int, str], int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for café in cafés:
        for sent in café.newest.values():
            week = (sent.begun_ms - options.first_ms) // WEEK_MS
            for each in sent.persons:
                evenings[_who(each.name, café.number, options)][
                    week, café.number, sent.evening
                ] += each.points
    scores = {}
    for who, played in evenings.items():
        weeks: dict[int, int] = {}
        for (week, _, _), points in played.items():
            weeks[week] = max(weeks.get(week, 0), points)
        scores[who] = (
            sum(sorted(weeks.values(), reverse=True)[: options.best_n]),
            max(played.values()),
        )
    return sorted(
        (1 + sum(other > own for other in scores.values()), who, *own)
        for who, own in scores.items()
    )


def _options(lots: random.Random) -> LeagueOptions:
    weeks, nicknames = lots.randint(1, 5), lots.choice(list(Nicknames))
    best = lots.randint(1, weeks)
    return LeagueOptions(
        name="L", first_ms=FIRST_MS, weeks_n=weeks, best_n=best, nicknames=nicknames
    )


def _result(
    lots: random.Random, café: Café, options: LeagueOptions, weeks: dict[tuple[int, str], int]
) -> LeagueResult:
    """Any result of a café, of an evening that keeps its week in ``weeks``."""
    evening = f"e{lots.randrange(4)}"
    week = weeks.setdefault((café.number, evening), lots.randrange(-1, options.weeks_n + 1))
    names = lots.sample(NAMES, lots.randrange(0, 5))
    folded = {_who(name, 0, options): name for name in names}
    points = (0, 210, 420, 560, 840, 900, -1)
    persons = tuple(
        LeaguePoints(name=name, points=lots.choice(points[: lots.choice((5, 5, 5, 7))]))
        for name in folded.values()
    )
    return LeagueResult(
        id=f"r{lots.randrange(8)}-{evening}",
        revision=lots.randint(1, 4),
        evening=evening,
        begun_ms=FIRST_MS + week * WEEK_MS + len(evening),
        game="chaos",
        persons=persons,
    )


@pytest.mark.parametrize("seed", few(2, range(12)))
def test_random_batches(tmp_path: Path, seed: int) -> None:
    lots = random.Random(seed)
    options = _options(lots)
    database = DeskDatabase(f"sqlite:///{tmp_path / 'league.sqlite3'}")
    try:
        store = LeagueStore(database)
        league = store.new(options, FIRST_MS)
        keys = [store.cafe_of(store.admit(league, f"café {number}")) for number in range(3)]
        cafés = [Café(key[1]) for key in keys if key is not None]
        assert len(cafés) == 3
        evening_week: dict[tuple[int, str], int] = {}
        for _ in range(60):
            café = lots.choice(cafés)
            batch = [_result(lots, café, options, evening_week) for _ in range(lots.randint(1, 5))]
            expected = [café.take(each, options) for each in batch]
            answers = store.take(league, café.number, batch, LAST_MS)
            assert [each.id for each in answers] == [each.id for each in batch]
            got = [each.outcome.value for each in answers]
            assert got == expected, [
                each
                for each in zip(answers, expected, batch, strict=True)
                if each[0].outcome.value != each[1]
            ]
        shown = store.standings(league, most=1000)
        numbers = {f"café {index}": café.number for index, café in enumerate(cafés)}
        told = sorted(
            (
                each.place,
                (
                    -1 if options.nicknames is Nicknames.LEAGUE else numbers[each.cafe],
                    " ".join(each.name.casefold().split()),
                ),
                each.total,
                each.best,
            )
            for each in shown
        )
        assert told == standing(cafés, options)
        paged = []
        last = None
        while page := store.standings(league, after=last, most=2):
            paged += page
            last = page[-1]
        assert paged == shown
    finally:
        database.close()
