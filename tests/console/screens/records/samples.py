"""Records of a long summer: every page as a view."""

from __future__ import annotations

from typing import Any

from console.table.record_values import (
    Best,
    Liked,
    News,
    NewsKind,
    Person,
    PersonProfile,
    Rated,
    Record,
    RecordKind,
    RecordTable,
    Wins,
)
from console.table.records.pages import game_leaf, leaves_of, person_leaf
from console.table.records.requests import Records
from console.table.records.view import (
    EmptyPage,
    ForgetAsking,
    ForgetStep,
    Nothing,
    Page,
    RecordPhotoView,
    RecordsNotice,
    RecordsView,
)
from console.table.view import View
from drivers.times import MS
from tests.console.screens.photo import samples as photo_samples

DAY = "2026-05-{:02}T20:15:00+03:00"
NAMES = ("Барсук", "Ёжик", "Снегурочка", "Капитан Кук", "Максимилиан!", "Zoe", "Wolfgang W.", "Щ")
LONG = "Максимилиан!"
BADGER = 1


def record(
    kind: RecordKind, place: int, value: int, seat: int, verdict: int | None = None
) -> Record:
    """One of the best; every other holder is a guest."""
    name = NAMES[seat] if seat % 3 else None
    error = 390_000 if verdict is not None else 0
    return Record(
        kind=kind,
        game="chaos",
        place=place,
        value=value,
        error=error,
        seat=seat,
        nickname=name,
        started=DAY.format(seat + 2),
        match=7,
        verdict=verdict,
    )


def chaos() -> RecordTable:
    """All kinds of records, with house options."""
    records = [record(RecordKind.REACTION, 1 + i, (287 + 14 * i) * MS, 4 + i, i) for i in range(4)]
    records += [
        record(RecordKind.CLOSEST, 1 + i, (1 + 2 * i) * MS + 43_000, i, 5 + i) for i in range(3)
    ]
    records += [record(RecordKind.CLEANEST, 1 + i, 14 - i, 2 + i) for i in range(3)]
    records += [record(RecordKind.RESULT, 1, 17, 7), record(RecordKind.RESULT, 1, 17, 4)]
    wins = tuple(Wins(1 + i, NAMES[4 - i], 12 - i, 30) for i in range(4))
    options = {"last_card": "classic", "specials": {"grab": 3, "palm": 3, "all": 2, "left": 0}}
    return RecordTable(
        game="chaos",
        players=6,
        options=options,
        matches=41,
        measure="duels",
        records=tuple(records),
        wins=wins,
    )


def elements() -> RecordTable:
    """A board game: results and wins."""
    records = tuple(record(RecordKind.RESULT, 1 + i, 9 - i, i) for i in range(5))
    wins = tuple(Wins(1 + i, NAMES[i], 21 - 4 * i, 30) for i in range(5))
    return RecordTable(
        game="elements",
        players=2,
        options={"rounds": 10},
        matches=122,
        measure="lead",
        records=records,
        wins=wins,
    )


def iota() -> RecordTable:
    """One kind alone."""
    return RecordTable(
        game="iota",
        players=4,
        options={},
        matches=3,
        measure="points",
        records=(record(RecordKind.RESULT, 1, 214, 1),),
        wins=(),
    )


def best(game: str, kind: RecordKind, measure: str, value: int, match: int, **more: Any) -> Best:
    """What somebody did best, in such a match."""
    fields = {"error": 0, "verdict": None, "started": DAY.format(9)} | more
    return Best(game=game, kind=kind, measure=measure, value=value, match=match, **fields)


def person(number: int) -> Person:
    """Somebody who plays everything."""
    profile = PersonProfile(number, NAMES[number - 1], DAY.format(number), 40 + number, 12)
    games = tuple(
        Liked(game, 21 - 5 * i, 7 - 2 * i)
        for i, game in enumerate(("chaos", "elements", "iota", "ignis"))
    )
    reaction, closest = RecordKind.REACTION, RecordKind.CLOSEST
    bests = (
        best("chaos", reaction, "duels", 287 * MS, 7, error=390_000, verdict=0),
        best("chaos", closest, "duels", 1_043_000, 7, error=210_000, verdict=5),
        best("chaos", RecordKind.CLEANEST, "duels", 14, 7),
        best("chaos", RecordKind.RESULT, "duels", 17, 8),
        best("elements", RecordKind.RESULT, "lead", 9, 9),
        best("ignis", RecordKind.RESULT, "pieces", 11, 10),
        best("iota", RecordKind.RESULT, "points", 214, 11),
    )
    return Person(profile, games, bests)


def rated(game: str, count: int) -> tuple[Rated, ...]:
    """A rating list, surer and surer."""
    return tuple(
        Rated(
            game=game,
            place=1 + i,
            nickname=NAMES[i],
            rating=1480 - 61 * i,
            mu=25.0,
            sigma=1.6 + 0.9 * i,
            matches=64 - 7 * i,
            wins=30 - 3 * i,
        )
        for i in range(count)
    )


def records() -> Records:
    """All that is kept."""
    ratings = (*rated("chaos", 8), *rated("elements", 5))
    people = tuple(person(n) for n in range(1, 9))
    return Records((chaos(), elements(), iota()), ratings, people)


def page(seat: int, shown: Page, rows: int = 0, **changes: object) -> RecordsView:
    """A page that is turned to."""
    fields: dict[str, object] = {"number": 2, "count": 8, "rows": rows, **changes}
    return RecordsView(seat=seat, page=shown, **fields)  # type: ignore[arg-type] # field names are the callers'


def views(seat: int = 0) -> dict[str, View]:
    """Every page for who sits at ``seat``, by name."""
    leaves = leaves_of(records())
    own = person_leaf(records(), BADGER, may_forget=True)
    game = game_leaf(chaos())
    assert own is not None
    kinds = {type(leaf.page).__name__: leaf for leaf in reversed(leaves)}
    ratings, people = kinds["RatingPage"], kinds["PeopleList"]
    return {
        "chaos": page(seat, game.page, len(game.opens), row=1),
        "elements": page(seat, game_leaf(elements()).page),
        "iota": page(seat, game_leaf(iota()).page),
        "ratings": page(seat, ratings.page, len(ratings.opens), row=2),
        "people": page(seat, people.page, len(people.opens), count=20),
        "person": page(seat, own.page, len(own.opens), number=None, row=2),
        "asked": page(seat, own.page, asking=ForgetAsking(LONG, ForgetStep.ASKED)),
        "hold": page(seat, own.page, asking=ForgetAsking(LONG, ForgetStep.HOLD, True, 17)),
        "doing": page(seat, own.page, asking=ForgetAsking(LONG, ForgetStep.DOING, True)),
        **{f"said {s}": page(seat, game.page, len(game.opens), said=s) for s in RecordsNotice},
        **{f"empty {w}": page(seat, EmptyPage(w), number=0, count=1) for w in Nothing},
        "photo": RecordPhotoView(seat, photo_samples.close(), {0: LONG}),
    }


def news() -> tuple[News, ...]:
    """What a great match has changed, the longest of each kind."""
    return (
        News(
            kind=NewsKind.RECORD,
            seat=1,
            nickname=LONG,
            what=RecordKind.CLOSEST,
            measure="duels",
            value=1_043_000,
            error=210_000,
        ),
        News(
            kind=NewsKind.OWN,
            seat=3,
            nickname=LONG,
            what=RecordKind.REACTION,
            measure="duels",
            value=301 * MS,
            error=390_000,
        ),
        News(kind=NewsKind.FIRST_WIN, seat=1, nickname=LONG),
        News(kind=NewsKind.RATING, seat=1, nickname=LONG, value=1480, gain=61),
    )
