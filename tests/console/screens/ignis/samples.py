"""Sample views of «Игнис»: positions that show what its screen can show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from console.games.ignis import play, positions
from console.games.ignis.actions import Push
from console.games.ignis.state import State
from console.table.board.chooser import Chooser
from console.table.board.view import BoardSeat, BoardView, Choosing, LastMove
from console.table.ignis.move_picker import IgnisMovePicker
from console.table.ignis.view import TOWARDS, IgnisEnd
from console.table.record_values import ResultColumn
from console.table.view import Target, Who
from drivers.times import MS
from tests.console.screens.samples import NOW_NS, Sample

PICKER = IgnisMovePicker()
FULL = ("EAAF.A", "EFWFW.", "AAWFWF", "FWWWAE", "EWFEFE", ".EEEEE")
"""Water may push Air down the left column, and the bottom row leaves."""
CASCADE = ("######", "######", "EEWEE#", "AEFEE#", "EEEEE#", "EEEEW#")
"""Water may eject itself from the bottom row; two edges leave, then two more."""
ENDING = ("######", "#EFA.#", "#AEFE#", "#FE.A#", "#EFAW#", "######")
"""Fire may eject the last Water."""
NARROW = ("######", "######", "#FAW.#", "######", "######", "######")
"""One row is left: each of its cells can be entered from above and from below."""
START = play.new()
LATER_NS = NOW_NS + 1000 * MS


def position(rows: tuple[str, ...], air: int, earth: int, to_move: int = 0) -> State:
    """A position as it stands, with the printed rules."""
    start = positions.dump(play.new())
    board: dict[str, Any] = {"board": list(rows), "supply": {"A": air, "E": earth}}
    return positions.load({**start, **board, "to_move": to_move})


def chooser(
    state: State, piece: int | None = None, way: tuple[int, int, str] | None = None
) -> Chooser:
    """The picks so far, by the cursor."""
    at = Chooser.at(PICKER, state)
    if piece is None:
        return at
    at = at.point(Target("piece", (piece,)))
    if way is None:
        return at
    number = TOWARDS.index(way[2])
    return at.pick().point(Target("way", (way[0], way[1], number)))


def board_view(
    state: State, picks: Chooser | None, seats: int, taken: tuple[int, int], **fields: Any
) -> BoardView:
    """The table: Fire and Water at the seats ``taken``."""
    choosing = None
    if picks is not None and state.to_move is not None:
        choosing = Choosing(taken[state.to_move], picks.picked, picks.targets, picks.cursor)
    players = {seat: player for player, seat in enumerate(taken)}
    shown = tuple(
        BoardSeat(
            seat=seat,
            who=Who.PERSON if seat in players else Who.EMPTY,
            player=players.get(seat),
            turn=seat in players and players[seat] == state.to_move,
            score=PICKER.score(state, players[seat]) if seat in players else None,
        )
        for seat in range(seats)
    )
    board = PICKER.board(state, choosing)
    view = BoardView(
        game="ignis",
        seats=shown,
        names=taken,
        board=board,
        choosing=choosing,
        column=ResultColumn.PIECES,
    )
    return replace(view, **fields)


def after(state: State, push: Push, seat: int) -> tuple[State, LastMove]:
    """A move made, and how the table tells of it."""
    before = PICKER.board(state, None)
    later, events = play.apply(state, push)
    told = tuple(event.to_json() for event in events)
    return later, LastMove(1, seat, push.to_json(), told, before)


def picture_samples() -> list[Sample]:
    """What the reference pictures show."""
    full = position(FULL, 2, 2, 1)
    cascade = position(CASCADE, 0, 17, 1)
    ending = position(ENDING, 2, 21)
    won = Push("E", (4, 1), "right")
    over, last = after(ending, won, 0)
    later, first = after(START, Push("E", (0, 2), "down"), 1)
    running, push = after(full, Push("A", (0, 0), "down"), 3)
    end = IgnisEnd(over.winners)
    return [
        Sample("ignis-push", 8, board_view(full, chooser(full, 0, (0, 0, "down")), 8, (0, 3))),
        Sample(
            "ignis-piece",
            2,
            board_view(later, chooser(later, 1), 2, (1, 0), last=first),
            now_ns=LATER_NS,
        ),
        Sample(
            "ignis-cascade", 4, board_view(cascade, chooser(cascade, 1, (5, 0, "right")), 4, (2, 0))
        ),
        Sample(
            "ignis-running",
            8,
            board_view(running, None, 8, (0, 3), last=push),
            now_ns=NOW_NS + 140 * MS,
        ),
        Sample(
            "ignis-end", 2, board_view(over, None, 2, (0, 1), last=last, news=end), now_ns=LATER_NS
        ),
    ]
