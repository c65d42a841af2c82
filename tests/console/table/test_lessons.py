"""The guided first game: steps in order, nothing but the step wanted, then free play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from console.games.registry import ENTRIES, GAMES
from console.table.board.match import HOLD_MS
from console.table.board.view import CONFIRM
from console.table.games import TABLE_GAMES, TableGame
from console.table.lesson import (
    LEARNER,
    LEAST_MS,
    LOOK_FIRST,
    LOOK_MS,
    READ_FIRST,
    LessonError,
    load_lesson,
)
from console.table.lobby.view import StartView
from console.table.outputs import ActionDone, MatchBegun, MatchEnded
from console.table.view import LessonStep, MenuLine, Target, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting
from tests.console.table.toy import TOY, ToyMovePicker

LEFT, RIGHT, OK, BACK = Button
LESSON = """
players = 2
start = '{"hands": [[1, 4], [2, 5]], "deck": []}'
[[step]]
say = "Welcome."
[[step]]
say = "Play the 4."
do = '{"type": "play", "card": 4}'
wrong = "That is the 1."
[[step]]
say = "See what comes."
do = '{"type": "play", "card": 5}'
by = 1
"""


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> BoardSitting:
    """Somebody at seat 3 has chosen the lesson of the toy game."""
    monkeypatch.setitem(ENTRIES, "toy", replace(TOY, folder=tmp_path))
    (tmp_path / "lesson.toml").write_text(LESSON, encoding="utf-8")
    who = (Who.EMPTY, Who.EMPTY, Who.EMPTY, Who.PERSON)
    sitting = BoardSitting.of("toy", who, begin=False)
    sitting.press(3, RIGHT, OK)
    view = sitting.table.view()
    assert isinstance(view, StartView)
    assert view.menu.rows[view.menu.cursor].key == "lesson"
    sitting.press(3, OK)
    return sitting


def test_the_lesson_seats_the_learner_first_and_an_opponent_opposite(sitting: BoardSitting) -> None:
    assert sitting.match.seating.seats == (3, 1)
    assert sitting.match.seating.people == (Who.PERSON, Who.LEVEL_1)
    assert sitting.view.lesson == LessonStep("Welcome.", 1, 3, True)


def read(sitting: BoardSitting, hold_ms: float = 60) -> None:
    """● once the text could be read."""
    sitting.run(LEAST_MS)
    sitting.press(3, OK, hold_ms=hold_ms)


def lesson(sitting: BoardSitting) -> LessonStep:
    step = sitting.view.lesson
    assert step is not None
    return step


def test_what_is_told_waits_for_ok_of_the_learner(sitting: BoardSitting) -> None:
    sitting.run(LEAST_MS)
    sitting.press(1, OK)
    assert sitting.view.lesson == LessonStep("Welcome.", 1, 3, True)
    sitting.press(3, OK)
    assert sitting.view.lesson == LessonStep("Play the 4.", 2, 3, False)


def test_a_press_that_was_meant_for_what_was_there_before_skips_nothing(
    sitting: BoardSitting,
) -> None:
    sitting.press(3, OK)  # twice in the lobby
    assert lesson(sitting).text == "Welcome."


def test_holding_ok_to_look_reads_nothing(sitting: BoardSitting) -> None:
    read(sitting, hold_ms=HOLD_MS)
    assert lesson(sitting).text == "Welcome."
    read(sitting, hold_ms=HOLD_MS - 1)
    assert lesson(sitting).text == "Play the 4."


@pytest.mark.parametrize("button", [LEFT, RIGHT, BACK])
def test_another_button_than_ok_is_told_why(sitting: BoardSitting, button: Button) -> None:
    sitting.press(3, button)
    assert sitting.view.lesson == LessonStep("Welcome.", 1, 3, True, READ_FIRST)
    read(sitting)
    assert lesson(sitting).wrong is None


def test_the_learner_s_hand_lies_open_and_the_opponent_s_does_not(sitting: BoardSitting) -> None:
    assert sitting.view.seats[3].hand == ("1", "4")
    assert sitting.view.seats[1].hand is None
    assert not sitting.match.hidden(0)
    assert sitting.match.hidden(1)


def test_only_the_pick_that_the_lesson_points_at_is_taken(sitting: BoardSitting) -> None:
    read(sitting)
    assert sitting.choosing.hint == Target("card", (1,))
    sitting.press(3, OK)  # the cursor is on the other card
    assert sitting.choosing.picked == ()
    assert lesson(sitting).wrong == "That is the 1."
    sitting.press(3, RIGHT)
    assert lesson(sitting).wrong is None
    sitting.press(3, OK)
    assert sitting.choosing.hint == CONFIRM
    sitting.press(3, OK)
    assert sitting.match.state.played[0] == (4,)


def test_a_touch_picks_nothing_under_the_cursor_that_the_lesson_does_not_want(
    sitting: BoardSitting,
) -> None:
    read(sitting)
    sitting.table.point(CONFIRM, True, sitting.now_ns)
    assert sitting.choosing.picked == ()
    assert lesson(sitting).wrong == "That is the 1."
    sitting.press(3, RIGHT)
    sitting.table.point(CONFIRM, True, sitting.now_ns)
    assert sitting.choosing.picked == (Target("card", (1,)),)
    assert sitting.choosing.target == CONFIRM
    assert lesson(sitting).wrong is None


def test_what_the_opponent_does_comes_late_and_stays_until_it_is_read(
    sitting: BoardSitting,
) -> None:
    read(sitting)
    sitting.press(3, RIGHT, OK, OK)
    assert lesson(sitting) == LessonStep("See what comes.", 3, 3, False)
    sitting.press(3, OK)
    assert lesson(sitting).wrong == LOOK_FIRST
    sitting.run(LOOK_MS)
    assert sitting.questions() == []
    assert sitting.match.state.played[1] == (5,)
    sitting.run(60_000)
    assert lesson(sitting) == LessonStep("See what comes.", 3, 3, True)
    assert sitting.view.choosing is None  # its own turn begins once that is read
    read(sitting)
    assert sitting.view.lesson is None
    sitting.press(3, OK, OK)
    assert [q.level for q in sitting.questions()] == [1]


def test_a_lesson_can_be_skipped(sitting: BoardSitting) -> None:
    sitting.press(3, BACK, hold_ms=900)
    assert [row.key for row in sitting.match.menu_rows(3)] == ["skip"]
    sitting.press(3, RIGHT, RIGHT, OK)
    assert sitting.view.lesson is None
    assert sitting.match.state.played == ((), ())


def test_a_lesson_leaves_no_record(sitting: BoardSitting) -> None:
    read(sitting)
    sitting.press(3, RIGHT, OK, OK)
    sitting.press(3, BACK, hold_ms=900)
    sitting.press(3, LEFT, OK, RIGHT, OK)  # the last line: end the match; yes
    assert sitting.table.match is None
    kept = (MatchBegun, ActionDone, MatchEnded)
    assert not [o for o in sitting.outputs if isinstance(o, kept)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players = 2", "start"),
        (LESSON.replace("[[1, 4], [2, 5]]", "nothing"), "malformed"),
        (LESSON.replace('"hands"', '"hand"'), "hands"),
        (LESSON.replace('"card": 4', '"card": 3'), "step 2: You do not hold"),
        (LESSON.replace("by = 1", "by = 0"), "step 3: player 1 is to move"),
        (LESSON + "extra = 1", "extra"),
        (LESSON.replace('say = "Play the 4."\n', ""), "step 2: it says nothing"),
    ],
)
def test_a_damaged_lesson_names_its_file_and_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LessonError, match=said) as caught:
        load_lesson(ToyMovePicker.game, path)
    assert "lesson.toml" in str(caught.value)


def test_a_missing_lesson_is_named(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"none\.toml"):
        load_lesson(ToyMovePicker.game, tmp_path / "none.toml")


@pytest.mark.parametrize("game", [g.id for g in TABLE_GAMES.values() if g.taught])
def test_every_step_of_the_learner_s_own_says_why_another_press_is_not_it(game: str) -> None:
    steps = load_lesson(GAMES[game]).steps
    assert all(step.wrong for step in steps if step.do and step.by == LEARNER)


@pytest.mark.parametrize("game", [g for g in TABLE_GAMES.values() if g.quiet], ids=lambda g: g.id)
def test_every_board_game_has_a_lesson_that_plays_to_its_end(game: TableGame) -> None:
    """Only the picks that the hints point at are made, by buttons."""
    who = (Who.PERSON, Who.EMPTY)
    sitting = BoardSitting.of(game.id, who, begin=False)
    sitting.table.lobby.go(MenuLine.MORE)
    assert sitting.table.lobby.start.rows()[0].key == MenuLine.LESSON
    sitting.press(0, OK)
    for _ in range(200):
        if sitting.match.guide is None:
            break
        if sitting.match.news is not None:
            sitting.read_news()
        elif sitting.view.lesson is not None and sitting.view.lesson.waits:
            sitting.run(LEAST_MS)
            sitting.press(0, OK)
        elif sitting.view.choosing is not None:
            hint = sitting.choosing.hint
            assert hint is not None
            sitting.walk_to(hint)
            sitting.press(0, OK)
        else:
            sitting.run(1_000)
    assert sitting.match.guide is None
    assert not sitting.match.state.winners
