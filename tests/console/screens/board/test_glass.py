"""How the glass is used: cards are large, and most of the table holds something of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from console.games.iota import play
from console.games.iota.actions import Place
from console.games.iota.state import State
from console.screens.board.facing import Facing, facing_of
from console.screens.board.registry import SCREENS
from console.screens.elements.cards import WIDE
from console.screens.elements.places import lane_of
from console.screens.ignis.places import grid_of
from console.screens.iota.middle import spot_now
from console.screens.iota.places import area_of
from console.screens.iota.two import CARD_STEP, FREE, MARGIN, shares_of, shown
from console.screens.layout import make_layout
from console.table.board.view import BoardView
from console.table.ignis.view import IgnisBoard
from console.table.iota.view import IotaBoard
from console.table.view import Target, Who
from tests.console.screens.board import glass
from tests.console.screens.elements import samples as elements
from tests.console.screens.ignis import samples as ignis
from tests.console.screens.iota import samples as iota

DISPLAY = (1920, 1080)
MM = 531.0 / 1920
"""A pixel of a display of 24 inches."""
OPPOSITE = (1, 5)
"""Two of the eight seats, in the middle of the long sides."""
LEAST = 0.448
HAND_MM = 25.0
MIDDLE_MM = 40.0


@cache
def iota_stages(seed: int) -> tuple[tuple[int, BoardView], ...]:
    """Every fourth turn of a match of two who lay close together, until few cards are left."""
    return tuple(_iota_stages(seed))


def _iota_stages(seed: int) -> Iterator[tuple[int, BoardView]]:
    state: State = play.new(2, seed)
    turn = 0
    while len(state.grid) < 60 and not state.over:
        places = [a for a in play.legal_actions(state) if isinstance(a, Place)]
        if not places:
            return
        mover = OPPOSITE[state.to_move or 0]
        best = max(
            places, key=lambda a: (len(a.cards), -sum(abs(x) + abs(y) for _, x, y in a.cards))
        )
        state, last = iota.after(state, best, mover)
        turn += 1
        if turn % 4 == 1 and not state.over:
            yield (
                len(state.grid),
                iota.board_view(state, iota.choose(state), 8, OPPOSITE, last=last),
            )


def elements_stages() -> Iterator[tuple[str, BoardView]]:
    """A round from its deal to its end."""
    deal = elements.position(
        hands=[[1, 2, 3, 4, 5, 6], [1, 2, 5, 6, 6, 6]],
        taken=[[], []],
        chain=[],
        discard=[],
        aside=[3, 4, 6, 6],
        scores=[0, 0],
        round=1,
    )
    for name, state in (("deal", deal), ("start", elements.START), ("over", elements.OVER)):
        yield name, elements.board_view(state, elements.chooser(state), 8, OPPOSITE)
    take = elements.chooser(elements.START, Target("take"))
    yield "take", elements.board_view(elements.START, take, 8, OPPOSITE)


def ignis_stages() -> Iterator[tuple[str, BoardView]]:
    """From the first position to a board of four by four."""
    for name, state in (
        ("start", ignis.START),
        ("full", ignis.position(ignis.FULL, 2, 2, 1)),
        ("cascade", ignis.position(ignis.CASCADE, 0, 17, 1)),
        ("ending", ignis.position(ignis.ENDING, 2, 21)),
    ):
        yield name, ignis.board_view(state, ignis.chooser(state, 1), 8, OPPOSITE)


def facing_for(view: BoardView) -> Facing:
    return facing_of(make_layout(DISPLAY, 8), view, False)


def mm(facing: Facing, length: float) -> float:
    """Design pixels on that display."""
    return length * facing.layout.unit * MM


@pytest.mark.parametrize("size", [DISPLAY, (1280, 800)])
def test_most_of_a_table_for_two_holds_something_of_the_game(size: tuple[int, int]) -> None:
    """At every stage of «Сила стихий» and «Игнис», and of matches of IOTA, whose cards lie as they
    are laid."""
    for name, view in (*elements_stages(), *ignis_stages()):
        assert glass.share(view, size) >= LEAST, (view.game, name)
    stages = [stage for seed in (3, 8, 11) for stage in iota_stages(seed)]
    assert len(stages) >= 15
    for count, view in stages:
        assert glass.share(view, size) >= LEAST, count


@pytest.mark.parametrize("game", ["iota", "elements"])
@pytest.mark.parametrize("people", [(1, 5), (1,), (0, 4), (3, 7), (0, 3)])
def test_cards_of_a_hand_are_wide_enough(game: str, people: tuple[int, ...]) -> None:
    """25 mm at least, for two in any seats, also against an opponent."""
    seats = people if len(people) > 1 else (people[0], 5)
    facing = Facing(make_layout(DISPLAY, 8), seats, frozenset(people))
    for place in SCREENS[game].places(facing).values():
        share = WIDE if game == "elements" else 1.0
        assert mm(facing, share * place.card) >= HAND_MM


def test_cards_in_the_middle_are_wide_enough() -> None:
    """40 mm, in IOTA as long as there is room for it, later as large as the middle allows."""
    for name, view in elements_stages():
        lane = lane_of(facing_for(view))
        assert mm(facing_for(view), lane.width) >= 0.9 * MIDDLE_MM, name
    for _, view in ignis_stages():
        assert isinstance(view.board, IgnisBoard)
        assert mm(facing_for(view), grid_of(facing_for(view), view.board.rows).pitch) >= MIDDLE_MM
    for count, view in iota_stages(3):
        assert isinstance(view.board, IotaBoard)
        facing = facing_for(view)
        spot, area = spot_now(facing, view, view.board, 1.0), area_of(facing)
        xs, ys = [x for x, _, _ in view.board.grid], [y for _, y, _ in view.board.grid]
        most = max(max(a) - min(a) + 3 for a in (xs, ys))
        assert mm(facing, spot.pitch) >= min(MIDDLE_MM, mm(facing, area.height) / most - 1), count


@pytest.mark.parametrize("size", [DISPLAY, (1280, 800)])
@pytest.mark.parametrize(("turn", "least"), [("the guest's", 0.43), ("the opponent's", 0.41)])
def test_so_does_most_of_a_table_for_one_against_an_opponent(
    size: tuple[int, int], turn: str, least: float
) -> None:
    """While the opponent chooses, its plates lie nowhere: nobody would read them."""
    shares = []
    for _, view in (stage for seed in (3, 11) for stage in iota_stages(seed)):
        assert view.choosing is not None
        guests = turn == "the guest's"
        other = next(s for s in OPPOSITE if (s != view.choosing.seat) == guests)
        seats = tuple(
            replace(seat, who=Who.LEVEL_3) if seat.seat == other else seat for seat in view.seats
        )
        shares.append(glass.share(replace(view, seats=seats), size))
    assert min(shares) >= least
    assert sum(shares) / len(shares) >= LEAST


def test_the_grid_of_iota_takes_what_hands_leave() -> None:
    """For two who sit opposite: nothing but margins is left around it, above a flat one lie hands
    that are as large as they can be there."""
    seen = set()
    for count, view in (stage for seed in (3, 8, 11) for stage in iota_stages(seed)):
        facing = facing_for(view)
        (wide, high), hands = facing.extent(0), shares_of(facing)
        area, (columns, rows) = area_of(facing), shown(facing)
        assert area.width == wide - 2 * hands.column - 2 * FREE
        taken = 2 * (hands.hand[1] + MARGIN) if hands.flat else 0.0
        assert area.height == high - 2 * FREE - taken, count
        if hands.flat:
            spare = area.height - rows * area.width / columns
            assert spare < 2 * (CARD_STEP + 1), count
        seen.add(hands.flat)
    assert seen == {True, False}
