"""People who do not answer, at a board game: asked, played for, and back by a countdown."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.autopilot_log import AUTOPILOT, played_for, standing
from console.table.board.match import BoardMatch
from console.table.idle_players import ALONE_MS, ANSWER_MS, BACK_MS
from console.table.match import StoredStart
from console.table.outputs import ActionDone, Cue, MatchEnded
from console.table.playing import Playing
from console.table.view import IdlePlayer, IdleStage, MenuLine, ResumeOffer, Target, Who
from drivers.events import Button, Fault, SeatFault, SourceFault
from tests.console.table.board_sitting import BoardSitting

ASK_MS = BoardMatch.patience_ms
GAMES_AT_TABLE = ("elements", "iota", "ignis")


def sit(game: str = "iota", **settings: Any) -> BoardSitting:
    return BoardSitting.of(game, **settings)


def stages(sitting: BoardSitting) -> list[tuple[tuple[int, ...], IdleStage, int]]:
    return [(a.seats, a.stage, a.seconds) for a in sitting.view.idle]


def gone(game: str = "iota", **settings: Any) -> tuple[BoardSitting, int]:
    """Whoever is on turn has not answered; an autopilot plays there now."""
    sitting = sit(game, **settings)
    seat = sitting.mover
    sitting.run(ASK_MS + ANSWER_MS)
    return sitting, seat


def rest(sitting: BoardSitting) -> None:
    """Whoever is on turn opens the pause menu."""
    assert isinstance(sitting.table.scene, Playing)
    sitting.table.scene.rest(sitting.mover, sitting.now_ns)


def entries(sitting: BoardSitting) -> list[tuple[int, bool]]:
    done = (o.action for o in sitting.outputs if isinstance(o, ActionDone))
    return [(a["player"], a["begins"]) for a in done if a["type"] == AUTOPILOT]


def think(sitting: BoardSitting) -> None:
    """Whoever is asked answers the first action at once."""
    question = sitting.match.question
    if question is not None:
        sitting.answer(question.legal[0])


def test_people_are_asked_though_no_button_can_be_heard_as_they_may_answer_by_touch() -> None:
    sitting = sit()
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, True, sitting.now_ns))
    sitting.run(ASK_MS + 100)
    assert [stage for _, stage, _ in stages(sitting)] == [IdleStage.ASKED]


@pytest.mark.parametrize("game", GAMES_AT_TABLE)
def test_whose_turn_it_is_is_asked_when_nothing_was_heard_for_so_long(game: str) -> None:
    sitting = sit(game)
    seat = sitting.mover
    sitting.run(ASK_MS - 2)
    assert stages(sitting) == []
    sitting.run(1)
    assert stages(sitting) == [((seat,), IdleStage.ASKED, 15)]
    sitting.run(1_001)
    assert stages(sitting) == [((seat,), IdleStage.ASKED, 14)]
    assert sitting.table.lamps()[seat] == 1.0


def test_who_is_asked_is_called_by_a_sound_once_which_is_told_in_words() -> None:
    sitting = sit(captions=True)
    sitting.run(ASK_MS - 2)
    assert Cue.CALL not in sitting.outputs
    sitting.run(1)
    assert sitting.outputs.count(Cue.CALL) == 1
    assert sitting.view.caption == Cue.CALL.value
    sitting.run(ANSWER_MS // 2)
    assert sitting.outputs.count(Cue.CALL) == 1


@pytest.mark.parametrize("button", list(Button))
def test_any_button_answers_and_does_nothing_else(button: Button) -> None:
    sitting = sit()
    before = sitting.view
    sitting.run(ASK_MS)
    sitting.press(sitting.mover, button)
    assert sitting.view == before
    sitting.run(ASK_MS - 200)
    assert stages(sitting) == []
    sitting.run(200)
    assert [stage for _, stage, _ in stages(sitting)] == [IdleStage.ASKED]


def test_buttons_of_others_answer_for_nobody() -> None:
    sitting = sit()
    seat = sitting.mover
    other = next(s for s in sitting.match.persons if s != seat)
    sitting.run(ASK_MS)
    sitting.press(other, Button.LEFT)
    assert [s for s, _, _ in stages(sitting)] == [(seat,)]


def test_a_touch_answers_and_brings_back() -> None:
    sitting = sit()
    here = Target("here", (sitting.mover,))
    sitting.run(ASK_MS)
    sitting.table.point(here, True, sitting.now_ns)
    sitting.run(1)
    assert stages(sitting) == []
    sitting.run(ASK_MS + ANSWER_MS)
    sitting.table.point(here, True, sitting.now_ns)
    sitting.run(1)
    assert [stage for _, stage, _ in stages(sitting)] == [IdleStage.RETURNING]


def test_people_who_need_time_are_asked_later() -> None:
    sitting = sit(unhurried=True)
    sitting.run(2 * ASK_MS - 2)
    assert stages(sitting) == []
    sitting.run(1)
    assert [seconds for _, _, seconds in stages(sitting)] == [30]


@pytest.mark.parametrize("game", GAMES_AT_TABLE)
def test_an_autopilot_of_level_2_plays_and_the_person_comes_back(game: str) -> None:
    sitting, seat = gone(game)
    player = sitting.match.mover
    assert stages(sitting) == [((seat,), IdleStage.AUTOPILOT, 0)]
    sitting.run(1)
    assert sitting.questions()[-1].level == 2
    think(sitting)
    sitting.run(1_000)
    assert len(sitting.match.history) == 1
    sitting.press(seat, Button.RIGHT, hold_ms=1)
    assert stages(sitting)[0][1:] == (IdleStage.RETURNING, 3)
    sitting.run(BACK_MS)
    assert stages(sitting) == []
    assert entries(sitting) == [(player, True), (player, False)]
    assert seat in sitting.match.persons


def test_an_autopilot_finishes_nothing_while_its_player_comes_back() -> None:
    sitting, seat = gone()
    sitting.run(1)
    think(sitting)
    sitting.press(seat, Button.OK, hold_ms=1)
    sitting.run(BACK_MS - 100)
    assert len(sitting.match.history) == 0
    sitting.run(200)
    sitting.run(ASK_MS - 1_000)
    assert len(sitting.match.history) == 0  # the thought is forgotten, it is the person's turn
    assert sitting.view.choosing is not None


def test_who_has_to_go_is_played_for_at_once() -> None:
    sitting = sit()
    seat = sitting.mover
    rest(sitting)
    keys = [row.key for row in sitting.view.pause.rows] if sitting.view.pause else []
    for _ in range(keys.index("go")):
        sitting.press(seat, Button.RIGHT)
    sitting.press(seat, Button.OK)
    assert sitting.view.pause is None
    assert stages(sitting) == [((seat,), IdleStage.AUTOPILOT, 0)]


def test_nobody_is_asked_in_a_pause_or_under_another_page() -> None:
    sitting = sit()
    rest(sitting)
    sitting.run(3 * ASK_MS)
    assert stages(sitting) == []
    sitting.press(sitting.mover, Button.BACK)
    sitting.table.show_rules(None, sitting.now_ns)
    sitting.run(3 * ASK_MS)
    sitting.table.uncover(sitting.now_ns)
    sitting.run(ASK_MS - 200)
    assert stages(sitting) == []


def test_the_match_stands_still_when_nobody_is_left_and_is_put_aside() -> None:
    sitting = sit("ignis")
    first = sitting.mover
    sitting.run(ASK_MS + ANSWER_MS + 1)
    think(sitting)
    sitting.run(1_000 + ASK_MS + ANSWER_MS)
    both = [a.stage for a in sitting.view.idle]
    assert both == [IdleStage.NOBODY, IdleStage.NOBODY]
    played = len(sitting.match.history)
    sitting.run(ALONE_MS - 2_000)
    assert [a.seconds for a in sitting.view.idle] == [2, 2]
    assert len(sitting.match.history) == played
    sitting.press(first, Button.OK, hold_ms=1)
    sitting.run(BACK_MS)
    assert sorted(a.stage for a in sitting.view.idle) == [IdleStage.AUTOPILOT]
    sitting.run(1_000)
    think(sitting)
    sitting.run(ASK_MS + ANSWER_MS + 1_000)
    sitting.run(ALONE_MS)
    assert sitting.table.match is None
    ended = [o for o in sitting.outputs if isinstance(o, MatchEnded)]
    assert [end.abandoned for end in ended] == [True]


def test_a_single_person_against_opponents_is_waited_for() -> None:
    who = (Who.PERSON, Who.EMPTY, Who.LEVEL_1, Who.EMPTY)
    sitting = BoardSitting.of("ignis", who)
    while sitting.mover != 0:
        sitting.run(1)
        think(sitting)
        sitting.run(1_000)
    sitting.run(ASK_MS + ANSWER_MS)
    assert stages(sitting) == [((0,), IdleStage.NOBODY, 180)]
    assert sitting.mover == 0
    assert not any(s.thinking for s in sitting.view.seats), "the autopilot waits too"


def test_simulated_bodies_and_opponents_are_never_asked() -> None:
    """Their acts are somebody else's care."""
    sitting = BoardSitting.of("iota", (Who.CHILD, Who.EMPTY, Who.ADULT, Who.EMPTY))
    sitting.run(10 * ASK_MS)
    assert stages(sitting) == []


def test_news_are_waited_for_as_turns_are_and_read_without_people() -> None:
    sitting = sit("elements", seed=1)
    sitting.match.news = "what all should read"
    sitting.run(ASK_MS)
    assert [a.stage for a in sitting.view.idle] == [IdleStage.ASKED, IdleStage.ASKED]
    sitting.press(0, Button.LEFT)
    sitting.run(ANSWER_MS)
    assert [(a.seats, a.stage) for a in sitting.view.idle] == [((2,), IdleStage.AUTOPILOT)]
    assert sitting.match.news is not None
    sitting.press(0, Button.OK)
    assert sitting.match.news is None


def test_an_autopilot_agrees_to_every_undo() -> None:
    sitting = sit("ignis")
    first = sitting.mover
    sitting.play(sitting.match.game.legal_actions(sitting.match.state)[0])
    second = sitting.mover
    sitting.run(ASK_MS + ANSWER_MS)
    assert stages(sitting) == [((second,), IdleStage.AUTOPILOT, 0)]
    sitting.match.choose(MenuLine.UNDO, first, sitting.now_ns)
    assert sitting.match.asked_by is None
    assert sitting.mover == first


def test_the_log_is_replayable_and_brings_people_back() -> None:
    """Entries stand among the actions; taken up again, everybody plays and the log says so."""
    sitting, seat = gone("ignis")
    sitting.run(1)
    think(sitting)
    sitting.run(1_000)
    log = [o.action for o in sitting.outputs if isinstance(o, ActionDone)]
    stored = _stored(sitting, log)
    again = BoardSitting.of("ignis", stored=stored)
    again.table.take_up(again.now_ns)
    again.run(1)
    assert again.match.state == sitting.match.state
    assert again.view.idle == ()
    assert entries(again) == [(0 if seat == again.match.seating.seats[0] else 1, False)]
    result = again.match.result(again.now_ns)
    assert result.played_for == sitting.match.result(sitting.now_ns).played_for != ()


def _stored(sitting: BoardSitting, log: list[dict[str, Any]]) -> StoredStart:
    match = sitting.match
    offer = ResumeOffer(1, match.seating.seats, len(log), "2026-05-01T20:15:00+03:00")
    return StoredStart(offer, match.seating, match.settings, match.seed, tuple(log), 0)


def test_a_move_made_for_somebody_now_and_then_leaves_the_match_their_own() -> None:
    """A quarter of their actions is too much."""
    made = [(0, False)] * 10 + [(1, False)] * 3 + [(1, True)]
    assert played_for(made, 2) == (1,)
    assert played_for([*made, (0, True)], 2) == (1,)


def test_what_stands_is_told_without_entries_and_what_was_taken_back() -> None:
    move: dict[str, Any] = {"type": "place"}
    log = [move, {"type": AUTOPILOT, "player": 1, "begins": True}, move, {"type": "undo"}, move]
    assert standing(log) == [(move, frozenset()), (move, frozenset((1,)))]


def test_a_seat_whose_buttons_are_not_heard_is_played_for_until_it_is_whole() -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.table.handle(SeatFault(seat, Fault.STUCK_BUTTON, True, sitting.now_ns))
    sitting.run(ASK_MS + ANSWER_MS)
    sitting.press(seat, Button.OK)
    assert [a.stage for a in sitting.view.idle] == [IdleStage.AUTOPILOT]
    sitting.table.handle(SeatFault(seat, Fault.STUCK_BUTTON, False, sitting.now_ns))
    sitting.press(seat, Button.OK)
    assert sitting.view.idle == (IdlePlayer((seat,), IdleStage.RETURNING, 3),)


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["go", "OK", "LEFT", "BACK", "touch", "think", "wait"]),
        st.sampled_from([0, 2]),
        st.sampled_from([60, 900, 3_200, 20_000, 100_000]),
    ),
    max_size=20,
)


@pytest.mark.parametrize("game", GAMES_AT_TABLE)
@settings(max_examples=10)
@given(ACTS)
def test_random_absences_make_no_illegal_move_and_block_nothing(
    game: str, acts: list[tuple[str, int, int]]
) -> None:
    sitting = BoardSitting.of(game, seed=3)
    for act, seat, ms in acts:
        if not isinstance(sitting.table.scene, Playing):
            return
        match act:
            case "go":
                sitting.table.scene.idle_players.goes(seat, sitting.now_ns)
            case "touch":
                sitting.table.point(Target("here", (seat,)), True, sitting.now_ns)
            case "think":
                think(sitting)
            case "OK" | "LEFT" | "BACK":
                sitting.press(seat, Button[act])
        sitting.run(ms)
    if not isinstance(sitting.table.scene, Playing):
        return
    match = sitting.match
    state = match.game.new(2, match.seed, match.settings.options)
    log = [o.action for o in sitting.outputs if isinstance(o, ActionDone)]
    for action, _ in standing(log):
        state, _ = match.game.apply(state, match.game.parse_action(action))
    assert state == match.state
    for seat in (0, 2):
        sitting.press(seat, Button.BACK)
    sitting.run(BACK_MS + 100)
    assert sitting.view.idle == ()
    assert sitting.view.pause is not None or not match.still
