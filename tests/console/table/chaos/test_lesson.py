"""The guided first game of «Хаос»: through the rules and the referee, a step at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.chaos import play
from console.table.chaos.lesson import NOTHING_TO_GRAB, ChaosLesson
from console.table.chaos.view import PlayLesson, VerdictView
from console.table.lesson import LEAST_MS, LOOK_FIRST, LOOK_MS, READ_FIRST
from console.table.outputs import Cue, VerdictKind
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import MenuLine, TableTrouble, TroubleKind, Who
from drivers.events import Button, ButtonEvent, Fall, Fault, Gesture, SeatFault
from drivers.times import MS, SECOND
from tests.console.table.sitting import Sitting

LEARNER = 1
LEFT, RIGHT, OK, BACK = Button


@pytest.fixture
def sitting() -> Sitting:
    """Somebody at seat 1 of four learns; a guest sits at seat 0."""
    who = (Who.PERSON, Who.PERSON, Who.EMPTY, Who.EMPTY)
    table = Table(who, Settings(), lambda: 5)
    sitting = Sitting(table)
    table.teach(LEARNER, sitting.now_ns)
    sitting.run(10)
    return sitting


def lesson(sitting: Sitting) -> PlayLesson:
    told = sitting.play.lesson
    assert told is not None
    return told


def number(sitting: Sitting) -> int:
    return lesson(sitting).step.step


def do_step(sitting: Sitting) -> list[VerdictView]:
    """The learner does what the step waits for; the verdicts seen until the next step."""
    seen: list[VerdictView] = []
    before, touched = number(sitting), False
    while not sitting.table.ended:
        told, verdict = sitting.play.lesson, sitting.play.verdict
        if verdict is not None and verdict.kind not in [one.kind for one in seen]:
            seen.append(verdict)
        if told is not None and told.step.step != before:
            break
        if told is not None and told.gesture is not None and not touched:
            sitting.run(300)
            sitting.touch(LEARNER, told.gesture)
            touched = True
        elif told is not None and told.flips and sitting.match.wanted is None:
            sitting.run(700)
            sitting.press(LEARNER)
        elif told is not None and told.step.waits:
            sitting.run(2_000)  # it is read
            sitting.press(LEARNER)
        else:
            sitting.run(50)
        assert sitting.now_ns < 200 * SECOND
    return seen


def go_to(sitting: Sitting, step: int) -> None:
    while number(sitting) < step:
        do_step(sitting)


def lines(table: Table) -> list[str]:
    """Of the level behind «More»."""
    return [row.key for row in table.lobby.start.at_level(MenuLine.MORE).rows()]


def test_it_is_taught_at_a_table_of_three_seats_and_more() -> None:
    for seats in (3, 4, 8):
        table = Table((Who.PERSON, *[Who.EMPTY] * (seats - 1)), Settings(), lambda: 5)
        assert MenuLine.LESSON in lines(table)
    table = Table((Who.PERSON, Who.EMPTY), Settings(), lambda: 5)
    assert MenuLine.LESSON not in lines(table)


def test_played_to_its_end_it_shows_all_that_there_is_and_the_learner_wins(
    sitting: Sitting,
) -> None:
    """A flip, a look-alike trap, a false grab, a duel, a palm, a fall; each judged by the rules."""
    kinds: list[VerdictKind] = []
    while not sitting.table.ended:
        kinds += [verdict.kind for verdict in do_step(sitting) if verdict.kind not in kinds]
    assert kinds == [
        VerdictKind.FALSE_GRAB,
        VerdictKind.DUEL_WON,
        VerdictKind.SPECIAL_WON,
        VerdictKind.FELL,
    ]
    assert sitting.match.position.state.winners == (0,)
    assert 25 * SECOND < sitting.now_ns < 60 * SECOND


def test_after_it_they_are_no_newcomers(sitting: Sitting) -> None:
    assert sitting.table.lobby.start.begun == {"chaos"}
    sitting.table.leave(sitting.now_ns)
    start = sitting.table.lobby.start
    assert start.rows()[start.cursor()].key == MenuLine.START


def test_nothing_of_it_is_kept(sitting: Sitting) -> None:
    while not sitting.table.ended:
        do_step(sitting)
    assert all(isinstance(output, Cue) for output in sitting.outputs[1:])


def test_the_trap_is_no_duel_by_the_rules(sitting: Sitting) -> None:
    go_to(sitting, 3)
    assert lesson(sitting).piles == (1, 3)
    tops = [sitting.state.piles[hand][-1] for hand in (0, 2)]
    assert tops[0][0] == tops[1][0]  # one family
    assert play.standing(sitting.state, 0, "grab", sitting.match.position.us(sitting.now_ns)) == (
        "wrongful"
    )
    before = sitting.state
    sitting.touch(LEARNER)
    sitting.run(100)
    assert "false grab" in (lesson(sitting).step.wrong or "")
    assert sitting.state == before


def test_the_opponent_s_false_grab_is_the_referee_s(sitting: Sitting) -> None:
    go_to(sitting, 4)
    sitting.run(LOOK_MS + 200)
    verdict = sitting.play.verdict
    assert verdict is not None
    assert (verdict.kind, verdict.seats) == (VerdictKind.FALSE_GRAB, (3,))
    assert not lesson(sitting).step.waits
    sitting.run(6_000)
    assert lesson(sitting).step.waits  # the next card came by itself, and it is read as long as
    sitting.run(60_000)  # it takes
    assert number(sitting) == 4


def test_a_duel_has_a_rival_who_is_second(sitting: Sitting) -> None:
    go_to(sitting, 6)
    assert lesson(sitting).gesture is Gesture.GRAB
    sitting.run(30_000)  # nobody is hurried
    assert lesson(sitting).gesture is Gesture.GRAB
    do_step(sitting)
    sitting.run(400)
    grown = sitting.play.verdict
    assert grown is not None
    assert [entry.seat for entry in grown.entries] == [LEARNER, 3]
    assert grown.margin_ns is not None
    assert 100 * MS < grown.margin_ns < 400 * MS


@pytest.mark.parametrize(
    ("step", "gesture"), [(6, Gesture.PALM), (9, Gesture.GRAB), (1, Gesture.GRAB)]
)
def test_the_wrong_gesture_is_told_why_and_costs_nothing(
    sitting: Sitting, step: int, gesture: Gesture
) -> None:
    go_to(sitting, step)
    before = sitting.state
    sitting.touch(LEARNER, gesture)
    sitting.run(200)
    assert lesson(sitting).step.wrong is not None
    assert sitting.state == before
    do_step(sitting)
    assert number(sitting) == step + 1


def test_a_grab_while_others_act_is_told_why(sitting: Sitting) -> None:
    go_to(sitting, 2)
    sitting.touch(LEARNER)
    sitting.run(100)
    assert lesson(sitting).step.wrong == NOTHING_TO_GRAB
    sitting.press(LEARNER, RIGHT)
    assert lesson(sitting).step.wrong == LOOK_FIRST


def test_holding_ok_reads_nothing_and_other_buttons_are_told_why(sitting: Sitting) -> None:
    go_to(sitting, 3)
    sitting.run(LEAST_MS)
    sitting.press(LEARNER, hold_ms=400)
    assert number(sitting) == 3
    sitting.press(LEARNER, RIGHT)
    assert lesson(sitting).step.wrong == READ_FIRST
    sitting.press(0)  # another guest
    assert number(sitting) == 3
    sitting.press(LEARNER)
    assert number(sitting) == 4


def test_whoever_sits_beside_it_disturbs_nothing(sitting: Sitting) -> None:
    go_to(sitting, 6)
    before = sitting.state
    sitting.touch(0)
    sitting.touch(3)
    sitting.run(300)
    assert sitting.state == before
    assert number(sitting) == 6


def test_a_hand_that_somebody_else_leaves_on_the_pad_holds_nothing_up(sitting: Sitting) -> None:
    go_to(sitting, 4)
    sitting.touch(0, hold_ms=120_000)
    sitting.run(12_000)  # the false grab, and the card after it
    assert lesson(sitting).step.waits
    sitting.press(LEARNER)
    assert number(sitting) == 5


def test_the_learner_s_own_fall_is_put_back_and_costs_nothing(sitting: Sitting) -> None:
    go_to(sitting, 5)
    before = sitting.state
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(500)
    assert sitting.play.trouble == TableTrouble(TroubleKind.PAD_DOWN)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(500)
    told = sitting.play
    assert told.trouble is None
    assert sitting.state == before


def test_a_press_from_before_the_fall_flips_nothing_once_the_pad_is_back(sitting: Sitting) -> None:
    while not lesson(sitting).flips:
        do_step(sitting)
    before = sitting.state
    sitting.table.handle(ButtonEvent(LEARNER, Button.OK, True, sitting.now_ns, 0))
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(500)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(3_000)
    assert sitting.state == before
    sitting.press(LEARNER)
    sitting.run(300)
    assert sitting.state != before


def test_others_do_nothing_while_hands_that_put_the_pad_back_are_over_it(sitting: Sitting) -> None:
    match = sitting.match
    assert isinstance(match, ChaosLesson)
    while match._due_ns() is None:
        do_step(sitting)
    before, step = sitting.state, number(sitting)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(10_000)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(LOOK_MS - 50)
    assert sitting.state == before
    assert match._hands == []
    sitting.run(5_000)
    assert (sitting.state, number(sitting)) != (before, step)


def test_without_the_learner_s_petal_it_waits_and_others_do_not_matter(sitting: Sitting) -> None:
    for seat in (2, LEARNER):
        assert sitting.play.trouble is None
        fault = SeatFault(seat, Fault.DEAD_CHANNEL, True, sitting.now_ns)
        sitting.table.handle(fault)
        sitting.run(10)
    assert sitting.play.trouble == TableTrouble(TroubleKind.FAULTY)
    sitting.table.handle(replace(fault, active=False))
    sitting.run(10)
    assert sitting.play.trouble is None


def test_the_palm_is_never_over(sitting: Sitting) -> None:
    go_to(sitting, 9)
    assert sitting.play.special == "palm"
    sitting.run(60_000)
    assert sitting.play.special == "palm"
    assert sitting.play.special_deadline_ns is None


def test_a_contact_from_before_the_card_takes_nothing_back(sitting: Sitting) -> None:
    go_to(sitting, 6)
    state = sitting.state
    sitting.touch(LEARNER, after_ms=-5_000)
    sitting.run(200)
    assert sitting.state == state


def test_a_pause_takes_no_time(sitting: Sitting) -> None:
    go_to(sitting, 2)
    assert isinstance(sitting.match, ChaosLesson)
    sitting.press(LEARNER, BACK, hold_ms=900)
    assert sitting.play.pause is not None
    assert [row.key for row in sitting.play.pause.rows][-1] == MenuLine.LEAVE
    sitting.run(20_000)
    assert not any(sitting.state.piles[1:])
    sitting.press(LEARNER, BACK)
    sitting.run(200)
    assert not sitting.state.piles[1]  # what was left of the reading is left still
    sitting.run(LOOK_MS)
    assert sitting.state.piles[1] == ("a1B",)
