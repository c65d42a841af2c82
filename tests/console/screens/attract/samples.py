"""Sample views of attract mode and of a closed table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from console.games.registry import GAMES
from console.nicknames import LONGEST
from console.table.attract.board_demonstration import BEFORE_MOVES, BoardDemonstration, shown_games
from console.table.attract.demonstration import Demonstration
from console.table.attract.leaderboard import Leaderboard
from console.table.attract.view import AttractPart, AttractView, ClosedView, DemoOutcome, DuelView
from console.table.board.view import BoardView
from console.table.record_values import Record, RecordKind
from console.table.settings import Settings
from console.table.view import Notice, NoticeKind
from drivers.times import MS
from tests.console.screens.samples import NAMES, NOW_NS, Sample, paused, play

TABLES = (2, 3, 4, 5, 6, 7, 8)
BOARDS = shown_games(8)
DUELS = (3, 4, 8)
"""Those that differ most."""


def duel(seats: int, seen: DemoOutcome) -> DuelView:
    """The first moment at which that is to be seen of a demonstration; of the turns the last."""
    now_ns = NOW_NS
    shown = Demonstration(seats, 5, now_ns, Settings(), lambda _: None)
    view = before = shown.view()
    while view.seen is not (DemoOutcome.ALIKE if seen is DemoOutcome.TURNS else seen):
        shown.tick(now_ns)
        shown.presented(shown.preview, now_ns)
        before, view = view, shown.view()
        now_ns = max(now_ns + 1, shown.next_due_ns() or 0)
    return before if seen is DemoOutcome.TURNS else view


def board(game: str) -> BoardView:
    """Some moves into a demonstration."""
    match = BoardDemonstration(
        game=game,
        seats=8,
        seed=5,
        now_ns=NOW_NS,
        settings=Settings(),
        emit=lambda _: None,
        made_n=BEFORE_MOVES,
    )
    return match.view()


def named(game: str) -> AttractView:
    """The same with the game's name over it."""
    return attract(AttractPart.BOARD, board=board(game), is_new=True)


def leaderboard(language: str) -> Leaderboard:
    """A record of each kind; one is a guest's."""
    names = NAMES[language]
    first = Record(
        kind=RecordKind.REACTION,
        game="chaos",
        place=1,
        value=341_220_000,
        error=390_000,
        seat=3,
        nickname=names[3],
        started="2026-05-21T20:15:00+03:00",
        match=7,
        verdict=2,
    )

    def then(kind: RecordKind, day: int, **changes: Any) -> Record:
        started = f"2026-05-{day:02}T20:15:00+03:00"
        return replace(first, kind=kind, started=started, **changes)

    close = {"seat": 4, "nickname": None, "value": 1_210_000, "error": 180_000}
    clean = {"seat": 6, "nickname": names[6], "value": 9, "error": 0}
    wins = {"game": None, "seat": None, "nickname": "Ш".ljust(LONGEST, "ш"), "value": 128}
    return Leaderboard(
        (
            first,
            then(RecordKind.CLOSEST, 8, **close),
            then(RecordKind.CLEANEST, 30, **clean),
            then(RecordKind.WINS, 28, error=0, **wins),
        )
    )


def attract(part: AttractPart, **more: object) -> AttractView:
    """A part of it, seen three seconds after it came."""
    view = AttractView(part, NOW_NS - 3_000 * MS, "chaos")
    return replace(view, **more)  # type: ignore[arg-type] # field names are the callers' care


def attract_samples(language: str) -> tuple[Sample, ...]:
    """Every part on every table that has it."""
    found = [
        Sample("closed", 8, ClosedView(720, NOW_NS)),
        *(
            Sample(f"board-{g}", 8, attract(AttractPart.BOARD, board=board(g), is_new=True))
            for g in BOARDS
        ),
        Sample(
            "leaderboard", 8, attract(AttractPart.LEADERBOARD, leaderboard=leaderboard(language))
        ),
        Sample(
            "leaderboard-few",
            8,
            attract(
                AttractPart.LEADERBOARD, leaderboard=Leaderboard(leaderboard(language).feats[:2])
            ),
        ),
        Sample("told", 8, replace(play(8), notice=Notice(NoticeKind.CLOSING, 10))),
        Sample(
            "told-unkept", 8, replace(play(8), notice=Notice(NoticeKind.UNKEPT, why="read_only"))
        ),
        Sample("told-aside", 8, replace(play(8), notice=Notice(NoticeKind.SET_ASIDE))),
        Sample("told-flawed", 8, replace(play(8), notice=Notice(NoticeKind.FLAWED))),
        Sample("told-paused", 8, replace(paused(0), notice=Notice(NoticeKind.TIME_UP))),
        *(Sample(f"rules-{g}", 8, attract(AttractPart.RULES, game=g, panels=4)) for g in GAMES),
    ]
    for seats in TABLES:
        found.append(Sample(f"title-{seats}", seats, attract(AttractPart.TITLE)))
        if seats in DUELS:
            found += (
                Sample(
                    f"duel-{seen}-{seats}", seats, attract(AttractPart.DUEL, duel=duel(seats, seen))
                )
                for seen in DemoOutcome
            )
    return tuple(found)
