"""After a match: once more, another game, other people, or all leave; by buttons and by touch."""

from __future__ import annotations

import itertools

import pytest

from console.table.board.view import Target
from console.table.ended import SEEN_NS
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import EndView, StartView, Who
from drivers.events import Button, Fault, SeatFault
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting

LEFT, RIGHT, OK, BACK = Button
P, E = Who.PERSON, Who.EMPTY
PEOPLE = (P, E, P, P)


def over(game: str = "iota", people: tuple[Who, ...] = PEOPLE, **settings: object) -> BoardSitting:
    """A match that is over at once: its state is one in which somebody has won."""
    seeds = itertools.count(4, 7)  # each match its own
    table = Table(people, Settings(game=game, **settings), lambda: next(seeds))  # type: ignore[arg-type] # the callers' care
    sitting = BoardSitting(table)
    table.begin(sitting.now_ns)
    end(sitting)
    return sitting


def end(sitting: BoardSitting) -> None:
    """The match on the table ends."""
    sitting.match.ended = lambda: True  # type: ignore[method-assign] # no match is played here
    sitting.run(1)
    assert sitting.table.ended
    sitting.run(SEEN_NS / MS)


def rows(sitting: BoardSitting) -> list[str]:
    view = sitting.table.view()
    assert isinstance(view, EndView)
    return [row.key for row in view.menu.rows]


def start(sitting: BoardSitting) -> StartView:
    view = sitting.table.view()
    assert isinstance(view, StartView)
    return view


@pytest.mark.parametrize(("game", "people"), [("iota", PEOPLE), ("ignis", (P, E, P, E))])
def test_g3_i12_the_first_place_moves_on_clockwise_at_every_rematch(
    game: str, people: tuple[Who, ...]
) -> None:
    """Whatever is drawn for the new match."""
    sitting = over(game, people)
    for _ in range(4):
        before = sitting.match.seating.seats
        sitting.press(0, OK)
        assert sitting.match.seating.seats == (*before[1:], before[0])
        end(sitting)


def test_a_press_that_was_meant_for_the_match_chooses_nothing() -> None:
    sitting = over()
    sitting.press(0, OK)
    sitting.match.ended = lambda: True  # type: ignore[method-assign] # no match is played here
    sitting.run(1)
    sitting.press(0, OK)
    assert sitting.table.ended


def test_another_game_is_chosen_with_everybody_at_their_seats() -> None:
    sitting = over()
    sitting.press(0, RIGHT, OK)
    view = start(sitting)
    assert view.menu.rows[view.menu.cursor].key == "game"
    assert sitting.table.who == PEOPLE


def test_who_plays_is_changed() -> None:
    sitting = over()
    sitting.press(0, RIGHT, RIGHT, OK)
    assert start(sitting).menu.level == "people"
    sitting.press(0, BACK)
    assert start(sitting).menu.level is None


def test_all_leave_by_touch() -> None:
    sitting = over()
    sitting.table.point(Target("row", (rows(sitting).index("all_leave"),)), True, sitting.now_ns)
    assert sitting.table.who == (E,) * 4
    assert start(sitting).menu.level is None


def test_a_closed_choice_of_games_is_not_offered() -> None:
    sitting = over(closed=frozenset(("game",)))
    assert rows(sitting) == ["rematch", "other_people", "all_leave"]


@pytest.mark.parametrize(("fault", "deaf"), [(Fault.STUCK_BUTTON, True), (Fault.STUCK_PAD, False)])
def test_only_a_fault_of_its_buttons_makes_a_seat_deaf(fault: Fault, deaf: bool) -> None:
    """At the end and in the lobby; a broken petal keeps nobody from a board game."""
    sitting = over()
    sitting.table.handle(SeatFault(2, fault, True, sitting.now_ns))
    sitting.press(2, RIGHT, OK)
    assert sitting.table.ended is deaf
    sitting.table.leave(sitting.now_ns)
    sitting.press(2, BACK)
    assert (sitting.table.who[2] is P) is deaf
