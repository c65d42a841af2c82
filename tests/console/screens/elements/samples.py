"""Sample views of «Сила стихий»: positions that show what its screen can show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from console.games.elements import play as elements_play
from console.games.elements import positions
from console.games.elements.actions import REVEAL, Action, Play
from console.games.elements.state import State
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MadeAction
from console.table.board.view import BoardSeat, BoardView, Choosing, LastMove
from console.table.elements.move_picker import ElementsMovePicker
from console.table.elements.view import ElementsNews
from console.table.view import Target, Who
from drivers.times import MS
from tests.console.screens.samples import NOW_NS, Sample

PICKER = ElementsMovePicker()
LATER_NS = NOW_NS + 1000 * MS


def position(**fields: Any) -> State:
    """A position in the middle of a round; ``fields`` of the engine's form differ."""
    form: dict[str, Any] = {
        "game": "elements",
        "options": {"target": 6, "concede": True, "misreveal": "penalty", "rounds": None},
        "players": 2,
        "to_move": 0,
        "over": False,
        "winners": [],
        "hands": [[2, 4, 6], [1, 5, 6]],
        "taken": [[3], [2]],
        "chain": [6, 5, 4],
        "discard": [6],
        "aside": [1, 3, 6, 6],
        "scores": [2, 1],
        "round": 3,
        "starter": 0,
    }
    return positions.load({**form, **fields})


START = position()
LONG = position(
    hands=[[], [6]],
    taken=[[], [6]],
    chain=[1, 2, 3, 4, 5, 6, 6, 5, 4, 2],
    discard=[],
    aside=[1, 3, 6, 6],
    scores=[4, 5],
    round=7,
)
"""Ten cards on the chain, an empty hand."""
OVER = position(
    hands=[[4, 6], [1, 6]],
    taken=[[3, 5], [2, 2]],
    chain=[5, 3, 6],
    aside=[1, 4, 6, 6],
    scores=[4, 3],
    round=6,
)
"""The player to move is above the limit."""


def chooser(state: State, *targets: Target) -> Chooser:
    """The cursor on the last of ``targets``, those before it picked."""
    at = Chooser.at(PICKER, state)
    for target in targets[:-1]:
        at = at.point(target).pick()
    return at.point(targets[-1]) if targets else at


def board_view(
    state: State,
    picks: Chooser | None,
    seats: int,
    taken: tuple[int, int],
    *,
    looking: int | None = None,
    open_hands: bool = False,
    **fields: Any,
) -> BoardView:
    """The table; the players sit at the seats ``taken``, who sits at ``looking`` sees the hand."""
    choosing = None
    if picks is not None and state.to_move is not None:
        choosing = Choosing(taken[state.to_move], picks.picked, picks.targets, picks.cursor)
    players = {seat: player for player, seat in enumerate(taken)}
    shown = []
    for seat in range(seats):
        if seat not in players:
            shown.append(BoardSeat(seat=seat, who=Who.EMPTY))
            continue
        player = players[seat]
        seen = open_hands or seat == looking
        own = choosing if player == state.to_move else None
        shown.append(
            BoardSeat(
                seat=seat,
                who=Who.PERSON,
                player=player,
                turn=player == state.to_move,
                score=PICKER.score(state, player),
                count=PICKER.count(state, player),
                hand=PICKER.hand(state, player) if seen else None,
                secret=PICKER.secret(state, player, own) if seen else None,
                looking=seat == looking,
            )
        )
    board = PICKER.board(state, choosing)
    return replace(
        BoardView(game="elements", seats=tuple(shown), names=taken, board=board, choosing=choosing),
        **fields,
    )


def after(state: State, action: Action, seat: int) -> tuple[State, LastMove, ElementsNews | None]:
    """A turn made, and how the table tells of it."""
    before = PICKER.board(state, None)
    later, events = elements_play.apply(state, action)
    told = tuple(event.to_json() for event in events)
    news = PICKER.news(MadeAction(state, state.seat, action, events, later))
    return later, LastMove(1, seat, action.to_json(), told, before), news


def picture_samples() -> list[Sample]:
    """What the reference pictures show."""
    played, play, _ = after(START, Play(4), 0)
    card = chooser(START, Target("card", (2,)), Target("chain"))
    take = chooser(played, Target("take"))
    revealed, reveal, news = after(START, REVEAL, 2)
    over, misreveal, won = after(OVER, REVEAL, 3)
    return [
        Sample("elements-card", 8, board_view(START, card, 8, (1, 5), looking=1)),
        Sample("elements-take", 2, board_view(played, take, 2, (0, 1), last=play), now_ns=LATER_NS),
        Sample(
            "elements-moving",
            8,
            board_view(played, None, 8, (0, 3), last=play),
            now_ns=NOW_NS + 200 * MS,
        ),
        Sample(
            "elements-round",
            4,
            board_view(revealed, None, 4, (2, 0), last=reveal, news=news),
            now_ns=LATER_NS,
        ),
        Sample(
            "elements-end",
            8,
            board_view(over, None, 8, (3, 7), last=misreveal, news=won),
            now_ns=LATER_NS,
        ),
    ]


def further_samples() -> list[Sample]:
    """Narrow places, beside those of the reference pictures."""
    confirm = chooser(LONG, Target("reveal"), Target("confirm"))
    side = chooser(OVER, Target("reveal"))
    aside = chooser(START, Target("card", (2,)), Target("discard"))
    return [
        Sample("long", 8, board_view(LONG, confirm, 8, (1, 7))),
        Sample("side", 8, board_view(OVER, side, 8, (3, 2))),
        Sample("open", 4, board_view(START, aside, 4, (0, 1), open_hands=True)),
    ]
