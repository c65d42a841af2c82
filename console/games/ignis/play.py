"""``new``, ``legal_actions``, ``apply``: the door to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from console.games.errors import bad_options, bad_request, game_over, illegal
from console.games.ignis.actions import INSERTED, Action, Push
from console.games.ignis.board import AIR, EARTH, FIRE, GAP, SIDE, WATER, Line, field_of
from console.games.ignis.edges import REMOVABLE, remove_edges
from console.games.ignis.events import Ejected, Event, Pushed
from console.games.ignis.options import LAYOUTS, STAYS_AIR, Options, parse_options
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


# What the supply offers (G4, G7): the piece and whether it is an Air to be turned.
_BOTH: Final = ((AIR, False), (EARTH, False))
_ONLY_EARTH: Final = ((EARTH, False),)
_ONLY_AIR: Final = ((AIR, False), (EARTH, True))
Offer = tuple[tuple[str, bool], ...]

# How firmly a piece at the far end of a full line sits (G5).
_YIELDS_TO: Final = {FIRE: (AIR, EARTH), WATER: (AIR, EARTH), AIR: (EARTH,), EARTH: ()}


class _Verdicts(dict[bytes, str]):
    """What a line's contents say about pushes into it: its two end pieces when it is full, else
    nothing. Remembered, since reading a line is most of the work of ``legal_actions``."""

    def __missing__(self, line: bytes) -> str:
        if len(self) >= _VERDICTS_KEPT:
            self.clear()
        verdict = "" if GAP.encode() in line else chr(line[0]) + chr(line[-1])
        self[line] = verdict
        return verdict


_VERDICTS_KEPT: Final = 1_000
_VERDICTS: Final = _Verdicts()


class _Pushes(dict[str, tuple[Push, ...]]):
    """The legal pushes into a line by its verdict: from its first cell, then from its last (G4,
    G5). Made when first asked for: most ends of most lines are never met."""

    def __init__(self, line: Line, offer: Offer) -> None:
        super().__init__()
        self._line = line
        self._offer = offer

    def __missing__(self, verdict: str) -> tuple[Push, ...]:
        ways = zip((self._line.first, self._line.last), verdict[::-1] or "  ", strict=True)
        self[verdict] = pushes = tuple(
            Push(piece, at, toward, flip)
            for (at, toward), far in ways
            for piece, flip in self._offer
            if not verdict or piece in _YIELDS_TO[far]
        )
        return pushes


Choices = tuple[tuple[slice, _Pushes], ...]


@lru_cache(maxsize=64)  # two or three hundred rectangles are met in an evening, few in a match
def _choices(bounds: tuple[int, int, int, int], offer: Offer) -> Choices:
    """For each line of a rectangle: how to read it, and its legal pushes by verdict."""
    return tuple((line.cells, _Pushes(line, offer)) for line in field_of(*bounds).lines)


def _choices_now(state: State) -> Choices:
    """The choices of a position that is not over; none once nothing is in play."""
    if state.winners or state.field.bounds is None:
        return ()
    offer = _ONLY_AIR if not state.earth else _BOTH if state.air else _ONLY_EARTH
    return _choices(state.field.bounds, offer)


def legal_actions(state: State) -> list[Action]:
    """All legal actions, each once: rows from the top, then columns from the left; in a line from
    its first cell, then from its last; Air before Earth. None after the end."""
    board = state.board
    actions: list[Action] = []
    for cells, pushes in _choices_now(state):
        actions += pushes[_VERDICTS[board[cells]]]
    return actions


def count_legal(state: State) -> int:
    """How many legal actions there are."""
    board = state.board
    choices = _choices_now(state)
    return sum([len(pushes[_VERDICTS[board[cells]]]) for cells, pushes in choices])


def apply(state: State, action: Action) -> Result:
    """The position after ``action``, and what happened, in order.

    Raises ``GameError``: bad_request (a piece that is never pushed), illegal_action (the message
    names the rule), game_over.
    """
    if state.winners:
        raise game_over("The game is over: all pieces of a side are gone (G9).")
    ray = state.field.rays.get((action.at, action.toward))
    if ray is None:
        raise illegal("G4: a piece enters at an edge cell of the board in play, pushing inwards.")
    air, earth = _supply_after(state, action)
    piece, board, field = action.piece, state.board, state.field
    events: list[Event] = [Pushed(piece, action.at, action.toward)]
    line = board[ray.cells]
    gap = line.find(b".")
    last = len(line) - 1
    winners: tuple[int, ...] = ()
    if gap < 0:
        gap = last  # the piece there makes room
        lost = chr(line[last])
        if piece not in _YIELDS_TO[lost]:
            raise illegal(_WHY_NOT[lost])
        events.append(Ejected(lost, ray.far))
        air, earth = _with(air, earth, lost, state.options)
    draft = bytearray(board)
    draft[ray.cells] = piece.encode() + line[:gap] + line[gap + 1 :]
    board = bytes(draft)
    removable = REMOVABLE[state.options.edge]
    for cells in ray.all_edges if gap == last else ray.near:
        if board[cells] in removable:
            board, field, looks = remove_edges(board, field, state.options.edge)
            for look in looks:
                for _, _, lost in look.cells:
                    air, earth = _with(air, earth, lost, state.options)
            events += looks
            break
    if len(events) > 1:
        winners = winners_on(board)
    to_move = None if winners else WATER_SEAT if state.to_move == FIRE_SEAT else FIRE_SEAT
    return State(state.options, board, field, air, earth, to_move, winners), tuple(events)


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
    """The supply with a piece that left the board, turned to Earth (G6, G8)."""
    if lost == AIR and options.ejected_air == STAYS_AIR:
        return air + 1, earth
    return air, earth + 1
