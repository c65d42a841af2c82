"""Leagues: what comes in, in whichever order, gives the standings that a plain count gives."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest
import sqlalchemy as sa

from console.desk.league.options import WEEK_MS, LeagueOptions, Nicknames
from console.desk.league.scores import Score, score
from console.desk.league.store import LeagueStore
from console.desk.store.database import DeskDatabase
from console.desk.store.league_tables import PERSON
from console.link.league import LeaguePoints, LeagueResult
from console.link.messages import Outcome
from drivers.errors import ConfigError
from tests.few import few

FIRST_MS = 1_790_000_000_000
NAMES = ("Аня", "Боря", "Вера", "Глеб", "Дина", "Егор")


def options(*, best: int = 2, nicknames: Nicknames = Nicknames.CAFE) -> LeagueOptions:
    return LeagueOptions(
        name="Осень", first_ms=FIRST_MS, weeks_n=4, best_n=best, nicknames=nicknames
    )


def told(
    id_: str, points: dict[str, int], *, week: int = 0, evening: str = "", revision: int = 0
) -> LeagueResult:
    return LeagueResult(
        id=id_,
        revision=revision,
        evening=evening or f"e{week}",
        begun_ms=FIRST_MS + week * WEEK_MS,
        game="chaos",
        persons=tuple(LeaguePoints(name, n) for name, n in points.items()),
    )


class League:
    """One in a database, with two cafés."""

    def __init__(self, database: DeskDatabase, chosen: LeagueOptions) -> None:
        self.store = LeagueStore(database)
        self.id = self.store.new(chosen, FIRST_MS)
        self.now_ms = FIRST_MS + chosen.weeks_n * WEEK_MS
        self.cafes = [self.store.admit(self.id, name) for name in ("Север", "Юг")]

    def take(self, *results: LeagueResult, cafe: int = 0) -> list[Outcome]:
        league, number = self.store.cafe_of(self.cafes[cafe]) or ("", -1)
        return [a.outcome for a in self.store.take(league, number, results, self.now_ms)]

    def rows(self) -> list[tuple[int, str, str, int, int]]:
        return [(p.place, p.cafe, p.name, p.total, p.best) for p in self.store.standings(self.id)]


def test_w1_a_nickname_is_one_person_at_its_cafe_or_everywhere(database: DeskDatabase) -> None:
    apart = League(database, options())
    for cafe in (0, 1):
        apart.take(told("a", {"Аня": 840, "Боря": 0}), cafe=cafe)
    apart.take(told("b", {"аня": 420, "Вера": 420}, evening="e0"))
    assert apart.rows()[:2] == [(1, "Север", "Аня", 1260, 1260), (2, "Юг", "Аня", 840, 840)]
    together = League(database, options(nicknames=Nicknames.LEAGUE))
    for cafe in (0, 1):
        together.take(told("a", {"Аня": 840, "Боря": 0}, week=cafe), cafe=cafe)
    assert together.rows() == [(1, "Север", "Аня", 1680, 840), (2, "Север", "Боря", 0, 0)]


def test_w2_the_greatest_revision_counts_whatever_comes_first(database: DeskDatabase) -> None:
    league = League(database, options())
    second = told("a", {"Аня": 0, "Боря": 840}, revision=1)
    assert league.take(second, told("a", {"Аня": 840, "Боря": 0})) == [Outcome.TAKEN] * 2
    assert league.rows()[0] == (1, "Север", "Боря", 840, 840)
    forged = told("a", {"Аня": 840, "Боря": 0}, revision=1)
    assert league.take(forged, second, forged) == [
        Outcome.DISPUTED,
        Outcome.TAKEN,
        Outcome.DISPUTED,
    ]
    [dispute] = league.store.disputes(league.id)
    assert (dispute.cafe, dispute.id, dispute.revision) == (0, "a", 1)
    assert [points for _, points in dispute.points] == [840, 0]
    assert league.take(told("a", {}, revision=2)) == [Outcome.TAKEN]
    assert league.rows() == []  # who stands in no result stands nowhere (W7)
    assert league.take(forged, cafe=1) == [Outcome.TAKEN]  # another café's id is another


@pytest.mark.parametrize(
    "points",
    [{"Аня": 841, "Боря": -1}, {"Аня": 840, "Боря": 1}, {"Аня": 840, "аня": 0}, {"<b>": 0}],
)
def test_w3_what_no_match_gives_is_refused(database: DeskDatabase, points: dict[str, int]) -> None:
    league = League(database, options())
    assert league.take(told("a", points), told("b", {"Вера": 420, "Глеб": 420})) == [
        Outcome.REFUSED,
        Outcome.TAKEN,
    ]
    assert {name for _, _, name, _, _ in league.rows() if name[0] in "ВГ"} == {"Вера", "Глеб"}
    assert sum(total for _, _, _, total, _ in league.rows()) == 840


@pytest.mark.parametrize(("ms", "taken"), [(-1, 0), (0, 1), (4 * WEEK_MS - 1, 1), (4 * WEEK_MS, 0)])
def test_w4_an_evening_is_of_the_week_in_which_it_began(
    database: DeskDatabase, ms: int, taken: bool
) -> None:
    league = League(database, options())
    result = told("a", {"Аня": 840, "Боря": 0})
    moved = LeagueResult(
        **{f: getattr(result, f) for f in result.__struct_fields__} | {"begun_ms": FIRST_MS + ms}
    )
    assert league.take(moved) == [Outcome.TAKEN if taken else Outcome.REFUSED]


def test_w5_the_best_evening_of_a_week_and_the_best_weeks() -> None:
    evenings = [(0, 800), (0, 1200), (1, 300), (2, 900), (3, 0)]
    assert score(evenings, 2) == Score(2100, 1200)
    assert score(evenings, 9) == Score(2400, 1200)
    assert score([], 3) == Score(0, 0)


def test_w6_equal_ones_share_a_place_on_every_page(database: DeskDatabase) -> None:
    league = League(database, options())
    league.take(
        told("a", {"Аня": 840, "Боря": 0}),
        told("b", {"Вера": 840, "Глеб": 0}),
        told("c", {"Дина": 420, "Егор": 420}),
        told("d", {"Дина": 420, "Егор": 420}, week=1),
    )
    places = [(place, name) for place, _, name, _, _ in league.rows()]
    assert places == [
        (1, "Вера"), (1, "Аня"), (3, "Егор"), (3, "Дина"), (5, "Глеб"), (5, "Боря")
    ]  # fmt: skip
    rows = league.store.standings(league.id)
    for number, row in enumerate(rows, 1):
        page = league.store.standings(league.id, row, 2)
        assert [(p.place, p.name) for p in page] == places[number : number + 2]


def test_w7_who_was_forgotten_has_no_name_and_whoever_comes_is_new(database: DeskDatabase) -> None:
    league = League(database, options())
    league.take(told("a", {"Аня": 840, "Боря": 0}))
    anya = league.store.standings(league.id)[0].person
    league.store.forget(league.id, anya)
    league.take(told("b", {"Аня": 420, "Боря": 420}, week=1))
    assert league.rows() == [
        (1, "Север", "", 840, 840),
        (2, "Север", "Аня", 420, 420),
        (2, "Север", "Боря", 420, 420),
    ]
    with pytest.raises(ConfigError, match="no person 99"):
        league.store.forget(league.id, 99)


def counted(last: Sequence[LeagueResult], best_n: int) -> list[tuple[str, int, int]]:
    """By hand: everybody's evenings, weeks, sums."""
    evenings: dict[str, dict[tuple[int, str], int]] = defaultdict(lambda: defaultdict(int))
    for result in last:
        week = (result.begun_ms - FIRST_MS) // WEEK_MS
        for person in result.persons:
            evenings[person.name][week, result.evening] += person.points
    rows = []
    for name, of in evenings.items():
        weeks = [max(n for (w, _), n in of.items() if w == week) for week in {w for w, _ in of}]
        rows.append((name, sum(sorted(weeks)[::-1][:best_n]), max(weeks)))
    return sorted(rows)


@pytest.mark.parametrize("seed", few(2, range(6)))
def test_results_and_corrections_in_any_order_give_what_a_plain_count_gives(
    database: DeskDatabase, seed: int
) -> None:
    lots = random.Random(seed)
    league = League(database, options(best=lots.randint(1, 4)))
    best_n = league.store.leagues()[0].options.best_n
    sent, last = [], []
    for number in range(40):
        week, evening = lots.randrange(4), lots.choice("ab")
        for revision in range(lots.randint(1, 3)):
            one, other = lots.sample(NAMES, 2)
            first = lots.choice((0, 420, 840))
            result = told(
                f"m{number}",
                {one: first, other: 840 - first},
                week=week,
                evening=f"{week}{evening}",
                revision=revision,
            )
            sent.append(result)
        last.append(result)
    sent += lots.sample(sent, 20)
    lots.shuffle(sent)
    while sent:
        batch, sent = sent[: (n := lots.randint(1, 9))], sent[n:]
        assert set(league.take(*batch)) == {Outcome.TAKEN}
    seen = {name: (total, best) for _, _, name, total, best in league.rows()}
    wanted = counted(last, best_n)
    assert wanted == [(name, *seen.pop(name)) for name, _, _ in wanted]
    assert not seen  # whose results were all corrected away


def test_w7_matches_of_persons_who_were_all_forgotten_hold_nothing_up(
    database: DeskDatabase,
) -> None:
    league = League(database, options())
    assert league.take(told("a", {}), told("b", {}, revision=3)) == [Outcome.TAKEN] * 2
    assert league.take(told("a", {}, revision=1)) == [Outcome.TAKEN]
    assert league.rows() == []


def test_w7_a_nickname_of_what_does_not_count_is_kept_nowhere(database: DeskDatabase) -> None:
    league = League(database, options())
    league.take(told("a", {"Аня": 840, "Боря": 0}, revision=2))
    refused = told("b", {"Вера": 841, "Глеб": 0})
    assert league.take(refused, told("a", {"Даша": 840, "Боря": 0}, revision=1)) == [
        Outcome.REFUSED,
        Outcome.TAKEN,
    ]
    with database.reading() as connection:
        kept = connection.execute(sa.select(PERSON.c.name).order_by(PERSON.c.number)).scalars()
        assert list(kept) == ["Аня", "Боря"]
    assert [name for _, _, name, _, _ in league.rows()] == ["Аня", "Боря"]


def test_an_evening_of_days_to_come_is_refused_w4(database: DeskDatabase) -> None:
    league = League(database, options())
    league.now_ms = FIRST_MS
    later = told("b", {"Аня": 840, "Боря": 0}, week=1)
    assert league.take(told("a", {"Аня": 0, "Боря": 840}), later) == [
        Outcome.TAKEN,
        Outcome.REFUSED,
    ]


def test_what_an_expelled_café_brought_is_taken_back_as_a_whole_w8(database: DeskDatabase) -> None:
    league = League(database, options(nicknames=Nicknames.LEAGUE))
    league.take(told("a", {"Аня": 840, "Боря": 0}))
    before = league.rows()
    league.take(
        told("a", {"Аня": 840, "Вера": 0}, week=1), told("b", {"Боря": 840}, week=2), cafe=1
    )
    league.store.expel(league.id, "Юг")
    assert len(league.rows()) == 3
    league.store.expel(league.id, "Юг", everything=True)
    assert league.rows() == before


@pytest.mark.parametrize("name", ["", "  ", "Юг\nи Север", "к" * 81])
def test_a_café_has_a_name(database: DeskDatabase, name: str) -> None:
    with pytest.raises(ConfigError, match="is one line"):
        League(database, options()).store.admit("", name)
