"""Sample views of IOTA: positions that show what its screen can show."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from console.games.iota import play
from console.games.iota.actions import Action, Pass, Place, Swap
from console.games.iota.state import State
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MadeAction
from console.table.board.view import BoardSeat, BoardView, Choosing, LastMove
from console.table.iota.move_picker import IotaMovePicker
from console.table.view import Target, Who
from drivers.times import MS
from tests.console.screens.samples import NOW_NS, Sample, phones_at

PICKER = IotaMovePicker()
LATER_NS = NOW_NS + 1000 * MS
EXAMPLE = (
    (("Bx2", 1, 0), ("Gc2", 2, 0)),
    (("Rc3", 2, -1), ("Yc1", 2, 1)),
    (("Ys2", 3, 0), ("Gt3", 3, 1)),
    (("Gt2", 0, 2), ("Ys3", 1, 2), ("Bc4", 2, 2), ("Rx1", 3, 2)),
)
"""The turns of I15."""


def example(turns: int) -> State:
    """I15 before one of its turns, the mover holding what is then laid."""
    state = replace(play.new(2, 1), grid=((0, 0, "Rt2"),))
    for turn in EXAMPLE[:turns]:
        state, _ = play.apply(with_hand(state, turn), Place(turn))
    return with_hand(state, EXAMPLE[turns]) if turns < len(EXAMPLE) else state


def with_hand(state: State, turn: tuple[tuple[str, int, int], ...]) -> State:
    """The mover holds the cards of a turn, and others that lie nowhere else here."""
    hands = list(state.hands)
    cards = [card for card, _, _ in turn]
    hands[state.to_move or 0] = tuple(sorted([*cards, "Yx4", "W", "Rc1"][:4]))
    return replace(state, hands=tuple(hands))


@cache  # dozens of samples begin with the same ones
def grown(cards: int, seed: int, players: int = 4) -> State:
    """A match of people who lay one or two cards at a time, close together, up to so many."""
    rng = Random(seed)
    state = play.new(players, seed)
    while len(state.grid) < cards and not state.over:
        legal = play.legal_actions(state)
        places = [a for a in legal if isinstance(a, Place)]
        rng.shuffle(places)
        best: Action = max(places, key=_worth, default=legal[-1])
        state, _ = play.apply(state, best)
    return state


def _worth(place: Place) -> float:
    far = max(abs(x) + abs(y) for _, x, y in place.cards)
    return len(place.cards) * 1.5 - far


def choose(state: State, *picks: Target, at: Target | None = None) -> Chooser:
    """The picks so far, and the target under the cursor."""
    chooser = Chooser.at(PICKER, state)
    for target in picks:
        chooser = chooser.point(target).pick()
    return chooser if at is None else chooser.point(at)


def board_view(
    state: State, chooser: Chooser | None, seats: int, taken: tuple[int, ...], **fields: Any
) -> BoardView:
    """The table with its players at the seats ``taken``."""
    choosing = None
    if chooser is not None and state.to_move is not None:
        seat = taken[state.to_move]
        choosing = Choosing(seat, chooser.picked, chooser.targets, chooser.cursor)
        choosing = replace(choosing, hint=fields.pop("hint", None))
    players = {seat: player for player, seat in enumerate(taken)}
    shown = tuple(
        BoardSeat(
            seat=seat,
            who=Who.PERSON if seat in players else Who.EMPTY,
            player=players.get(seat),
            turn=seat in players and players[seat] == state.to_move,
            score=PICKER.score(state, players[seat]) if seat in players else None,
            count=PICKER.count(state, players[seat]) if seat in players else 0,
        )
        for seat in range(seats)
    )
    return BoardView(
        game="iota",
        seats=shown,
        names=taken,
        board=PICKER.board(state, choosing),
        choosing=choosing,
        **fields,
    )


def after(state: State, action: Action, seat: int) -> tuple[State, LastMove]:
    """A move made, and how the table tells of it."""
    before = PICKER.board(state, None)
    later, events = play.apply(state, action)
    told = tuple(event.to_json() for event in events)
    return later, LastMove(1, seat, action.to_json(), told, before)


def laying() -> BoardView:
    """I15, its last turn, before it is confirmed; the turn before was the other side's."""
    state, last = after(example(2), Place(EXAMPLE[2]), 3)
    state = with_hand(state, EXAMPLE[3])
    picks = PICKER.picks(state, Place(EXAMPLE[3]))[:-1]
    return board_view(state, choose(state, *picks), 8, (3, 6), last=last)


def open_wild() -> State:
    """I15 with a wild in its column of circles; the mover may take it, or lay another."""
    state = example(3)
    grid = tuple((x, y, "W" if card == "Gc2" else card) for x, y, card in state.grid)
    return replace(state, grid=grid, hands=(state.hands[0], ("Bt2", "Gc2", "Gx2", "W")))


def places() -> BoardView:
    """A card is taken: where it may go, and what a hint points at."""
    state = open_wild()
    wild = Target("card", (3,))
    chooser = choose(state, wild, at=Target("cell", (2, 2)))
    return board_view(state, chooser, 4, (0, 2), hint=Target("cell", (0, 1)))


def taking() -> BoardView:
    """A card may be put down for the wild on the table."""
    state = open_wild()
    return board_view(state, choose(state, Target("card", (1,))), 4, (0, 2))


def crowded(side: bool = False) -> BoardView:
    """Forty cards and more among eight seats; one or two are being laid."""
    state = grown(41, 11)
    place = max(
        (a for a in play.legal_actions(state) if isinstance(a, Place)), key=lambda a: len(a.cards)
    )
    picks = PICKER.picks(state, place)[:-1]
    taken = (1, 3, 5, 7)
    player = 1 if side else 0
    turned = tuple(taken[(i + player) % 4] for i in range(4))
    return board_view(state, choose(state, *picks), 8, turned)


def passing() -> BoardView:
    """Two cards are to be exchanged."""
    state = grown(14, 3, 3)
    picks = (Target("pass"), Target("card", (0,)), Target("card", (2,)))
    return board_view(state, choose(state, *picks), 3, (0, 1, 2))


def running() -> BoardView:
    """The turn of two lots has just been made."""
    state, last = after(example(3), Place(EXAMPLE[3]), 6)
    view = board_view(state, None, 8, (3, 6), last=last)
    seats = tuple(replace(s, who=Who.LEVEL_3) if s.seat == 6 else s for s in view.seats)
    return replace(view, seats=seats)


def ended() -> BoardView:
    """Somebody has laid the last card."""
    start = example(3)
    start = replace(start, deck=(), hands=(start.hands[0], tuple(c for c, _, _ in EXAMPLE[3])))
    state, last = after(start, Place(EXAMPLE[3]), 2)
    made: MadeAction[State, Action] = MadeAction(start, 1, Place(EXAMPLE[3]), (), state)
    return board_view(state, None, 4, (0, 2), last=last, news=PICKER.news(made))


def picture_samples() -> list[Sample]:
    """What the reference pictures show."""
    return [
        Sample("iota-laying", 8, laying()),
        Sample("iota-places", 4, places()),
        Sample("iota-crowded", 8, crowded()),
        Sample("iota-side", 8, crowded(side=True)),
        Sample("iota-phones", 8, replace(crowded(), phones=phones_at(1, 3, 5, 7))),
        Sample("iota-running", 8, running(), now_ns=NOW_NS + 300 * MS),
        Sample("iota-end", 4, ended(), now_ns=LATER_NS),
    ]


def exchanged() -> tuple[State, Action]:
    """A pass that changes two cards."""
    state = grown(14, 3, 3)
    hand = state.hands[state.to_move or 0]
    return state, Pass((hand[0], hand[1]))


def swapped() -> tuple[State, Action]:
    """A wild of the table is taken for the card that it stands for."""
    return open_wild(), Swap((2, 0), "Gc2")
