"""Before a match it is counted: three, two, one."""

from __future__ import annotations

import pytest

from console.table.attract.host import HostingRules
from console.table.board.match import NEWS_LEAST_MS
from console.table.chaos.view import PlayView
from console.table.latecomers import TOLD_MS
from console.table.lobby.view import StartView
from console.table.match import StoredStart
from console.table.outputs import Cue, MatchEnded
from console.table.playing import COUNT_NS
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import ResumeOffer, Who
from drivers.events import Button, Fault, SeatFault
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting
from tests.console.table.event.evening import Evening, assignment, state
from tests.console.table.sitting import Sitting

LEFT, RIGHT, OK, BACK = Button
STEP_MS = COUNT_NS / MS
PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)


def counted(game: str, who: tuple[Who, ...] = PEOPLE, seed: int = 4) -> BoardSitting:
    """A match that has just begun at a table that treats its guests as one in a window does."""
    table = Table(who, Settings(game=game), lambda: seed)
    table.receive(HostingRules(counts_in=True))
    sitting = BoardSitting(table)
    table.begin(sitting.now_ns)
    sitting.run(1)
    return sitting


@pytest.mark.parametrize("game", ["chaos", "elements", "iota", "ignis"])
def test_three_two_one_before_each_match(game: str) -> None:
    sitting = counted(game)
    assert sitting.table.view().count == 3
    sitting.run(STEP_MS)
    assert sitting.table.view().count == 2
    sitting.run(STEP_MS)
    assert sitting.table.view().count == 1
    assert sitting.table.match is not None
    assert sitting.table.match.still
    sitting.run(STEP_MS)
    assert sitting.table.view().count is None
    assert not sitting.table.match.still


def test_each_number_is_heard_once() -> None:
    sitting = counted("ignis")
    for heard in (1, 2, 3, 3):
        assert sitting.outputs.count(Cue.COUNT) == heard
        sitting.run(STEP_MS)


def test_nobody_plays_while_it_is_counted() -> None:
    sitting = counted("ignis")
    before = sitting.match.chooser
    sitting.press(sitting.mover, RIGHT, LEFT, RIGHT)
    assert sitting.match.chooser == before
    sitting.run(3 * STEP_MS)
    sitting.press(sitting.mover, RIGHT)
    assert sitting.match.chooser != before


def test_an_opponent_waits_too() -> None:
    sitting = counted("ignis", (Who.LEVEL_1, Who.EMPTY, Who.LEVEL_1, Who.EMPTY))
    sitting.run(2 * STEP_MS)
    assert not sitting.questions()
    sitting.run(STEP_MS + 100)
    assert sitting.questions()


def test_it_ends_once_everybody_has_pressed_ok_and_none_of_that_plays() -> None:
    sitting = counted("ignis")
    before = sitting.match.chooser
    sitting.press(0, OK, OK)
    assert sitting.table.view().count == 3  # the other one may still be looking elsewhere
    sitting.press(2, OK)
    assert sitting.table.view().count is None
    assert sitting.match.chooser == before


def test_a_pause_stops_it_and_then_it_begins_anew() -> None:
    sitting = counted("ignis")
    sitting.run(STEP_MS)
    sitting.press(0, BACK, hold_ms=900)
    view = sitting.view
    assert view.pause is not None
    assert view.count is None
    sitting.run(20_000)
    sitting.press(0, BACK)
    assert sitting.table.view().count == 3


def test_a_card_is_not_flipped_before() -> None:
    sitting = Sitting(Table((Who.PERSON,) * 3, Settings(auto=True), lambda: 5))
    sitting.table.receive(HostingRules(counts_in=True))
    sitting.table.begin(sitting.now_ns)
    sitting.run(3 * STEP_MS - 10)
    assert not any(sitting.state.piles)
    sitting.touch(0)
    sitting.run(2_500)
    assert any(sitting.state.piles)
    assert sitting.play.verdict is None  # a hand that lay there before has claimed nothing


def test_a_lesson_has_its_own_beginning_and_headless_play_none() -> None:
    sitting = counted("ignis", (Who.PERSON, Who.EMPTY, Who.EMPTY, Who.EMPTY)[:1] + PEOPLE[1:])
    sitting.table.leave(sitting.now_ns)
    assert isinstance(sitting.table.view(), StartView)
    sitting.table.teach(0, sitting.now_ns)
    assert sitting.table.view().count is None
    assert BoardSitting.of("ignis", PEOPLE).table.view().count is None


@pytest.mark.parametrize("game", ["chaos", "iota"])
def test_who_is_late_to_sit_down_joins_while_it_is_counted(game: str) -> None:
    """The second of four friends presses ● once too often; in «Хаос» their hands are everywhere."""
    sitting = counted(game)
    sitting.run(STEP_MS)
    sitting.press(1, OK)
    lobby = sitting.table.view()
    assert isinstance(lobby, StartView)
    assert [seat.who for seat in lobby.seats] == [*(Who.PERSON,) * 3, Who.EMPTY]
    (ended,) = (o for o in sitting.outputs if isinstance(o, MatchEnded))
    assert ended.declined  # nobody is asked to go on with it
    sitting.press(3, OK, OK)
    assert sitting.table.match is not None
    assert len(sitting.table.match.seating.people) == 4


@pytest.mark.parametrize(("game", "joins"), [("iota", (1, 3)), ("ignis", ()), ("chaos", (1, 3))])
def test_where_somebody_may_still_sit_down_is_shown(game: str, joins: tuple[int, ...]) -> None:
    """Not at a game of two, nor where a second hand is to flip, and only while it is counted."""
    sitting = counted(game)
    view = sitting.table.view()
    turns = [s.seat for s in view.seats if s.turn] if isinstance(view, PlayView) else []
    assert view.joins == tuple(seat for seat in joins if seat not in turns)
    sitting.press(0, BACK, hold_ms=900)
    assert not sitting.table.view().joins
    sitting.press(0, BACK)
    sitting.run(3 * STEP_MS)
    assert not sitting.table.view().joins


def test_a_button_that_is_not_heard_joins_nobody() -> None:
    sitting = counted("iota")
    sitting.table.handle(SeatFault(1, Fault.STUCK_BUTTON, True, sitting.now_ns))
    assert sitting.table.view().joins == (3,)


@pytest.mark.parametrize("game", ["iota", "ignis"])
def test_who_comes_after_the_count_is_told_so_for_a_while(game: str) -> None:
    sitting = counted(game, (Who.PERSON, Who.EMPTY, Who.LEVEL_1, Who.EMPTY))
    sitting.run(3 * STEP_MS)
    sitting.press(1, OK)
    sitting.press(2, OK)  # an opponent who only thinks has no hand
    sitting.press(3, LEFT)
    assert sitting.table.view().late == (1, 2)
    due_ns = sitting.table.next_due_ns()
    assert due_ns is not None
    assert due_ns <= sitting.now_ns + TOLD_MS * MS
    sitting.run(TOLD_MS)
    assert sitting.table.view().late == ()


def test_at_an_opponents_seat_ok_is_heard_as_anywhere() -> None:
    """With opponents alone it ends the count; later it is told, and the match hears it too."""
    sitting = counted("iota", (Who.LEVEL_1, Who.EMPTY, Who.LEVEL_1, Who.EMPTY))
    sitting.press(2, OK)
    assert sitting.table.view().count is None
    sitting.match.news = "over"
    sitting.run(NEWS_LEAST_MS)
    sitting.press(2, OK)
    assert sitting.view.news is None
    assert sitting.table.view().late == (2,)


def test_nobody_is_told_to_sit_down_where_nobody_does_afterwards() -> None:
    """At an event the desk calls by name; the guided first game is of one."""
    evening = Evening.at(state(assignment()))
    evening.all_here()
    evening.run(30_000)
    lesson = counted("iota")
    lesson.table.leave(lesson.now_ns)
    lesson.table.teach(0, lesson.now_ns)
    for sitting in (evening, lesson):
        assert sitting.table.match is not None
        for seat in range(len(sitting.table.who)):
            sitting.press(seat, OK)
        assert sitting.table.match is not None
        assert sitting.table.view().late == ()


def test_nobody_who_plays_is_told_that_they_come_late() -> None:
    """Two people's second hands are theirs, and simulated bodies press buttons of their own."""
    two = counted("chaos")
    bodies = counted("chaos", (Who.PERSON, Who.ADULT, Who.ADULT, Who.EMPTY))
    for sitting in (two, bodies):
        sitting.run(3 * STEP_MS)
        for seat in range(4):
            sitting.press(seat, OK)
    assert two.table.view().late == ()
    assert bodies.table.view().late == (3,)


def test_a_second_hand_that_is_to_flip_is_nobody_who_joins() -> None:
    """It is told what ● does there while it is counted."""
    turns = []
    for seed in range(6):
        sitting = counted("chaos", seed=seed)
        view = sitting.table.view()
        assert isinstance(view, PlayView)
        (turn,) = (seat.seat for seat in view.seats if seat.turn)
        turns.append(turn)
        sitting.press(turn, OK)
        assert sitting.table.view().count == 3
    assert {1, 3} & set(turns)


def test_nobody_joins_a_game_of_two_nor_a_match_that_has_begun() -> None:
    sitting = counted("ignis")
    sitting.press(1, OK)
    assert sitting.table.view().count == 3
    late = counted("iota")
    late.run(3 * STEP_MS)
    late.press(1, OK)
    assert late.table.match is not None
    assert len(late.table.match.seating.people) == 2


def test_nobody_joins_a_match_that_is_taken_up_while_it_is_counted() -> None:
    match = counted("iota").match
    offer = ResumeOffer(7, match.seating.seats, 0, "2026-11-20T20:15")
    stored = StoredStart(offer, match.seating, match.settings, 4, (), 0)
    table = Table(PEOPLE, match.settings, lambda: 4, stored)
    table.receive(HostingRules(counts_in=True))
    sitting = BoardSitting(table)
    table.take_up(sitting.now_ns)
    sitting.run(1)
    sitting.press(1, OK)
    assert sitting.table.view().count == 3
