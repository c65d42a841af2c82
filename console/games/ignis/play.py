"""``new``, ``legal_actions``, ``apply``: the door to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from console.games.errors import bad_options, bad_request, game_over, illegal
from console.games.ignis.actions import INSERTED, Action
from console.games.ignis.board import AIR, EARTH, SIDE, field_of
from console.games.ignis.edges import REMOVABLE, remove_edges
from console.games.ignis.events import Ejected, Event, Pushed
from console.games.ignis.options import LAYOUTS, STAYS_AIR, Options, parse_options
from console.games.ignis.pushes import OFFERS, entered, kept, may_enter, push
from console.games.ignis.state import FIRE_SEAT, PLAYERS, WATER_SEAT, State, winners_on
from console.games.rng import Rng

AIR_SUPPLY: Final = 12
EARTH_SUPPLY: Final = 9

Result = tuple[State, tuple[Event, ...]]


def new(
    players: int = PLAYERS, seed: int = 0, options: Options | Mapping[str, object] | None = None
) -> State:
    """The starting position (G1 to G3); Fire moves first, and the seed has no effect.

    Raises ``GameError``: bad_options, or bad_request for a seed out of range.
    """
    if players != PLAYERS:
        raise bad_options("«Игнис» is for 2 players (G1).")
    if not isinstance(options, Options):
        options = parse_options(options or {})
    Rng(seed)  # refuses a seed out of range; nothing is drawn by lot
    return State(
        options=options,
        board="".join(LAYOUTS[options.layout]).encode("ascii"),
        field=field_of(0, SIDE - 1, 0, SIDE - 1),
        air=AIR_SUPPLY,
        earth=EARTH_SUPPLY,
        to_move=FIRE_SEAT,
    )


def legal_actions(state: State) -> list[Action]:
    """All legal actions, each once: rows from the top, then columns from the left; in a line from
    its first cell, then from its last; Air before Earth. None after the end."""
    if state.winners:
        return []
    board, offer = state.board, OFFERS[state.air > 0, state.earth > 0]
    return [
        push(piece, *way, flip)
        for line in state.field.lines
        for way, far in ((line.first, -1), (line.last, 0))
        for piece, flip in offer
        if may_enter(piece, board[line.cells], far)
    ]


def count_legal(state: State) -> int:
    """How many legal actions there are."""
    if state.winners:
        return 0
    board, offer = state.board, OFFERS[state.air > 0, state.earth > 0]
    contents = [board[line.cells] for line in state.field.lines]
    return sum(
        [may_enter(piece, line, far) for line in contents for far in (-1, 0) for piece, _ in offer]
    )


def any_action(state: State, rng: Rng) -> Action | None:
    """One of the legal actions by lot, each as likely as any other; None after the end.

    Of all pushes into all lines one is drawn, until it is legal; there always is one (G10).
    """
    if state.winners:
        return None
    board, lines, offer = state.board, state.field.lines, OFFERS[state.air > 0, state.earth > 0]
    ends = 2 * len(offer)
    while True:
        at, number = divmod(int(rng.lot() * len(lines) * ends), ends)
        line = lines[at]
        piece, flip = offer[number // 2]
        if number % 2:
            if may_enter(piece, board[line.cells], 0):
                return push(piece, *line.last, flip)
        elif may_enter(piece, board[line.cells], -1):
            return push(piece, *line.first, flip)


_new: Final = tuple.__new__  # a named tuple's own way to be made takes twice as long
_pushed: Final = cache(Pushed)


def apply(state: State, action: Action) -> Result:
    """The position after ``action``, and what happened, in order.

    Raises ``GameError``: bad_request (a piece that is never pushed), illegal_action (the message
    names the rule), game_over.
    """
    options, board, field, air, earth, to_move, winners = state
    if winners:
        raise game_over("The game is over: all pieces of a side are gone (G9).")
    ray = field.rays.get((action.at, action.toward))
    if ray is None:
        raise illegal("G4: a piece enters at an edge cell of the board in play, pushing inwards.")
    air, earth = _supply_after(state, action)
    line = board[ray.cells]
    if not may_enter(action.piece, line, -1):
        raise illegal(_WHY_NOT[chr(line[-1])])
    line, lost, far = entered(action.piece, line)
    draft = bytearray(board)
    draft[ray.cells] = line
    board = bytes(draft)
    events: tuple[Event, ...] = (_pushed(action.piece, action.at, action.toward),)
    if lost:
        events += (Ejected(lost, ray.far),)
        air, earth = _with(air, earth, lost, options)
    removable = REMOVABLE[options.edge]
    for cells in ray.all_edges if far else ray.near:
        if board[cells] in removable:
            board, field, removed = remove_edges(board, field, removable)
            for look in removed:
                for _, _, piece in look.cells:
                    air, earth = _with(air, earth, piece, options)
            events += removed
            break
    if len(events) > 1:
        winners = winners_on(board)
    to_move = None if winners else WATER_SEAT if to_move == FIRE_SEAT else FIRE_SEAT
    return _new(State, (options, board, field, air, earth, to_move, winners)), events


_WHY_NOT: Final = {
    EARTH: "G5: this would eject an Earth, which can never be ejected.",
    AIR: "G5: this would eject an Air, which only an inserted Earth may do.",
}


def _supply_after(state: State, action: Action) -> tuple[int, int]:
    """The Air and Earth left once the action's piece is taken (G4, G7)."""
    air, earth = state.air, state.earth
    if action.piece not in INSERTED or (action.flip and action.piece != EARTH):
        raise bad_request("The piece to push is 'A', 'E', or 'E' turned from an Air (G4, G7).")
    if action.piece == AIR:
        if not air:
            raise illegal("G4: no Air is left in the supply.")
        return air - 1, earth
    if not action.flip:
        if not earth:
            raise illegal("G4: no Earth is left in the supply; turn an Air to Earth (G7).")
        return air, earth - 1
    if earth:
        raise illegal("G7: an Air may be turned to Earth only when only Air is left.")
    return air - 1, earth


def _with(air: int, earth: int, lost: str, options: Options) -> tuple[int, int]:
    """The supply with a piece that left the board (G6, G8)."""
    more_air, more_earth = kept(lost, options.ejected_air == STAYS_AIR)
    return air + more_air, earth + more_earth
