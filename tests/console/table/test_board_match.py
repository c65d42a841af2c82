"""Board games at the table: turns by buttons, hidden hands, undo, hints, opponents."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from console.games.registry import ENTRIES
from console.table.board.view import CONFIRM, BoardNote, UndoAnswer, UndoAsk
from console.table.ended import RANKING_MS
from console.table.match import StoredStart
from console.table.outputs import UNDO, ActionDone, AgentFailure, MatchBegun, MatchEnded
from console.table.view import SEEN_NS, WIN_NS, EndView, ResumeOffer, RulesView, Target, Who
from drivers.events import Button, Fault, SeatFault, SourceFault
from tests.console.table.board_sitting import BoardSitting
from tests.console.table.toy import TOY, Play

LEFT, RIGHT, OK, BACK = Button
P, E = Who.PERSON, Who.EMPTY
Sit = Callable[..., BoardSitting]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Sits people down at the toy game, which is registered for this test."""
    monkeypatch.setitem(ENTRIES, "toy", TOY)

    def make(**fields: object) -> BoardSitting:
        return BoardSitting.of("toy", **fields)  # type: ignore[arg-type]  # what a test asks for

    return make


def actions(sitting: BoardSitting) -> list[dict[str, object]]:
    return [o.action for o in sitting.outputs if isinstance(o, ActionDone)]


def first_card(sitting: BoardSitting) -> Play:
    return sitting.match.game.legal_actions(sitting.match.state)[0]  # type: ignore[no-any-return]


def test_a_button_held_for_nothing_does_not_keep_the_loop_awake(sit: Sit) -> None:
    sitting = sit(open_hands=True)
    sitting.down(sitting.mover, OK)
    sitting.run(2_000)
    assert sitting.match.next_due_ns() is None


@pytest.mark.parametrize("button", [OK, RIGHT, BACK])
def test_buttons_that_do_not_answer_are_let_go(sit: Sit, button: Button) -> None:
    sitting = sit()
    sitting.down(sitting.mover, button)
    sitting.run(600)
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, True, sitting.now_ns))
    cursor = sitting.choosing.cursor
    sitting.run(2_000)
    assert (sitting.choosing.cursor, sitting.match.looking) == (cursor, frozenset())
    assert sitting.view.pause is None


@pytest.mark.parametrize("button", [OK, RIGHT, BACK])
def test_a_button_that_breaks_while_held_is_let_go(sit: Sit, button: Button) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.down(seat, button)
    sitting.run(600)
    sitting.table.handle(SeatFault(seat, Fault.DEAD_CHANNEL, True, sitting.now_ns, ""))
    sitting.table.handle(SeatFault(seat, Fault.CHATTER, True, sitting.now_ns, ""))
    cursor = sitting.choosing.cursor
    sitting.run(2_000)
    assert sitting.match.next_due_ns() is None
    assert not sitting.match.looking
    assert sitting.choosing.cursor == cursor
    assert sitting.view.pause is None


# -- picking ---------------------------------------------------------------------------------------


def test_a_turn_is_picked_step_by_step_and_made_by_the_last_ok(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.press(seat, RIGHT, RIGHT, LEFT, OK)
    assert sitting.choosing.picked == (Target("card", (1,)),)
    assert sitting.choosing.target == CONFIRM
    assert actions(sitting) == []
    hand = sitting.match.state.hands[0]
    sitting.press(seat, OK)
    assert actions(sitting) == [{"type": "play", "card": hand[1]}]
    assert sitting.mover != seat


def test_back_takes_the_last_pick_off_with_the_cursor_on_it(sit: Sit) -> None:
    sitting = sit()
    sitting.press(sitting.mover, RIGHT, OK, BACK)
    assert sitting.choosing.picked == ()
    assert sitting.choosing.cursor == 1
    assert actions(sitting) == []


def test_only_the_seat_to_move_moves_the_cursor(sit: Sit) -> None:
    sitting = sit()
    other = next(s for s in (0, 2) if s != sitting.mover)
    sitting.press(other, RIGHT, OK)
    assert sitting.choosing.cursor == 0
    assert sitting.choosing.picked == ()


def test_a_held_arrow_runs_on(sit: Sit) -> None:
    sitting = sit()
    sitting.press(sitting.mover, RIGHT, hold_ms=450 + 110 + 20)
    assert sitting.choosing.cursor == 3 % 3


def test_a_touch_points_first_and_picks_then(sit: Sit) -> None:
    sitting = sit()
    card = Target("card", (2,))
    sitting.table.point(card, True, sitting.now_ns)
    assert sitting.choosing.cursor == 2
    assert sitting.choosing.picked == ()
    sitting.table.point(card, True, sitting.now_ns)
    assert sitting.choosing.picked == (card,)
    sitting.table.point(Target("back"), True, sitting.now_ns)
    assert sitting.choosing.picked == ()
    sitting.table.point(Target("card", (7,)), True, sitting.now_ns)
    assert sitting.choosing.cursor == 2


def test_the_lamp_shows_whose_turn_it_is(sit: Sit) -> None:
    sitting = sit()
    assert sitting.table.lamps()[sitting.mover] == 1.0
    assert sum(lamp == 1.0 for lamp in sitting.table.lamps()) == 1


# -- hidden hands ----------------------------------------------------------------------------------


def test_a_hand_shows_only_while_its_owner_holds_ok(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    assert all(s.hand is None and s.secret is None for s in sitting.view.seats)
    sitting.down(seat, OK)
    sitting.run(290)
    assert sitting.view.seats[seat].hand is None
    sitting.run(20)
    shown = sitting.view.seats[seat]
    assert shown.hand == tuple(str(c) for c in sitting.match.state.hands[0])
    assert shown.looking
    assert [s.hand for s in sitting.view.seats if s.seat != seat] == [None] * 3
    sitting.up(seat, OK)
    assert sitting.view.seats[seat].hand is None
    assert sitting.choosing.picked == ()  # looking is no picking


def test_everybody_may_look_at_their_own_hand_at_any_time(sit: Sit) -> None:
    sitting = sit()
    other = next(s for s in (0, 2) if s != sitting.mover)
    sitting.down(other, OK)
    sitting.run(400)
    assert sitting.view.seats[other].looking
    assert sitting.view.seats[other].secret == sum(sitting.match.state.hands[1])


def test_the_cursor_moves_while_the_hand_is_looked_at(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.down(seat, OK)
    sitting.run(400)
    sitting.press(seat, RIGHT)
    assert sitting.view.seats[seat].looking
    assert sitting.choosing.cursor == 1


def test_a_finger_on_the_hand_shows_it_as_long_as_it_lies_there(sit: Sit) -> None:
    sitting = sit()
    look = Target("look", (sitting.mover,))
    sitting.table.point(look, True, sitting.now_ns)
    assert sitting.view.seats[sitting.mover].hand is not None
    sitting.table.point(look, False, sitting.now_ns)
    assert sitting.view.seats[sitting.mover].hand is None


def test_open_hands_lie_open_to_all(sit: Sit) -> None:
    sitting = sit(open_hands=True)
    assert [s.hand is not None for s in sitting.view.seats] == [True, False, True, False]
    sitting.down(sitting.mover, OK)
    assert sitting.choosing.picked == (Target("card", (0,)),)  # no need to tell a look from a pick


def test_the_hand_of_the_only_person_lies_open_and_no_opponents_does(sit: Sit) -> None:
    sitting = with_opponent(sit)
    assert [s.hand is not None for s in sitting.view.seats] == [True, False, False, False]
    assert not sitting.match.hidden(sitting.match.seating.hand_at(0))  # type: ignore[arg-type]
    two = sit()
    assert [s.hand for s in two.view.seats] == [None] * 4


def test_sums_can_be_kept_from_their_owner(sit: Sit) -> None:
    sitting = sit(sums=False, open_hands=True)
    assert all(s.secret is None for s in sitting.view.seats)


def test_a_pause_hides_every_hand(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.down(seat, OK)
    sitting.run(400)
    sitting.press(seat, BACK, hold_ms=900)
    assert sitting.view.pause is not None
    assert sitting.view.seats[seat].hand is None


# -- undo ------------------------------------------------------------------------------------------


def open_menu(sitting: BoardSitting, seat: int, key: str) -> None:
    """Hold ✕, walk to a line, choose it."""
    sitting.press(seat, BACK, hold_ms=900)
    for _ in range(12):
        pause = sitting.view.pause
        assert pause is not None
        if pause.rows[pause.cursor].key == key:
            break
        sitting.press(seat, RIGHT)
    sitting.press(seat, OK)


def test_a_move_goes_back_when_the_others_agree(sit: Sit) -> None:
    sitting = sit()
    before, seat = sitting.match.state, sitting.mover
    sitting.play(first_card(sitting))
    other = sitting.mover
    open_menu(sitting, seat, "undo")
    assert sitting.view.ask == UndoAsk(seat, (other,))
    assert sitting.table.lamps()[other] == 1.0
    sitting.press(seat, OK)  # the asker cannot agree for the other
    assert sitting.match.state != before
    sitting.press(other, OK)
    assert sitting.match.state == before
    assert sitting.view.note == BoardNote(UndoAnswer.DONE, seat)
    assert actions(sitting)[-1] == UNDO


@pytest.mark.parametrize("how", ["other", "asker", "time"])
def test_a_refused_undo_changes_nothing(sit: Sit, how: str) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.play(first_card(sitting))
    other, state = sitting.mover, sitting.match.state
    open_menu(sitting, seat, "undo")
    if how == "time":
        sitting.run(20_100)
    else:
        sitting.press(other if how == "other" else seat, BACK)
    assert sitting.view.ask is None
    assert sitting.view.note == BoardNote(UndoAnswer.REFUSED, seat)
    assert sitting.match.state == state


def test_a_move_stands_once_its_new_card_was_seen(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.play(first_card(sitting))
    assert sitting.match.history.undoable(0) == 1
    sitting.down(seat, OK)
    sitting.run(400)
    sitting.up(seat, OK)
    assert sitting.match.history.undoable(0) == 0
    open_menu(sitting, seat, "undo")
    assert sitting.view.ask is None  # the line cannot be chosen


def test_without_a_draw_a_look_changes_nothing(sit: Sit) -> None:
    sitting = sit(house={"toy": {"cards": 0}})
    seat = sitting.mover
    sitting.play(first_card(sitting))
    sitting.press(seat, OK, hold_ms=500)
    assert sitting.match.history.undoable(0) == 1


def test_undo_goes_back_over_the_moves_that_followed(sit: Sit) -> None:
    sitting = sit(house={"toy": {"cards": 0}})
    before, seat = sitting.match.state, sitting.mover
    sitting.play(first_card(sitting))
    other = sitting.mover
    sitting.play(first_card(sitting))
    open_menu(sitting, seat, "undo")
    sitting.press(other, OK)
    assert sitting.match.state == before
    assert actions(sitting)[-2:] == [UNDO, UNDO]


# -- opponents -------------------------------------------------------------------------------------


def with_opponent(sit: Sit, **fields: object) -> BoardSitting:
    """Seat 2 is an opponent of level 3; a seed and lot that let it move first."""
    return sit(who=(P, E, Who.LEVEL_3, E), seed=5, **fields)


def test_an_opponent_is_asked_with_its_own_observation_alone(sit: Sit) -> None:
    sitting = with_opponent(sit)
    (question,) = sitting.questions()
    assert question.game == "toy"
    assert question.level == 3
    assert question.observation == sitting.match.game.observe(sitting.match.state, 0)
    assert question.legal == tuple(a.to_json() for a in map(Play, sitting.match.state.hands[0]))
    assert sitting.view.seats[2].thinking
    assert sitting.view.choosing is None


def test_an_opponent_moves_when_people_could_see_whose_turn_it_is(sit: Sit) -> None:
    sitting = with_opponent(sit)
    card = sitting.match.state.hands[0][1]
    sitting.answer({"type": "play", "card": card})
    sitting.run(700)
    assert actions(sitting) == []
    sitting.run(200)
    assert actions(sitting) == [{"type": "play", "card": card}]
    assert sitting.mover == 0
    assert sitting.view.last is not None
    assert sitting.view.last.seat == 2


def test_nonsense_from_an_opponent_becomes_a_legal_move_and_a_note(sit: Sit) -> None:
    sitting = with_opponent(sit)
    sitting.answer({"type": "play", "card": 99})
    sitting.run(1_000)
    assert actions(sitting) == [sitting.questions()[0].legal[0]]
    assert sitting.view.note == BoardNote(AgentFailure.DIED, 2, 1)


def test_an_opponent_that_was_replaced_is_told(sit: Sit) -> None:
    sitting = with_opponent(sit)
    sitting.answer(sitting.questions()[0].legal[0], AgentFailure.OVERRAN, 2)
    assert sitting.view.note == BoardNote(AgentFailure.OVERRAN, 2, 2)
    sitting.run(4_100)
    assert sitting.view.note is None


def test_an_answer_to_an_old_question_is_left_out(sit: Sit) -> None:
    sitting = with_opponent(sit)
    sitting.answer(sitting.questions()[0].legal[0])
    sitting.run(1_000)
    sitting.answer(sitting.questions()[0].legal[1])
    sitting.run(1_000)
    assert len(actions(sitting)) == 1


def test_an_opponent_agrees_to_every_undo(sit: Sit) -> None:
    """Of a turn that brought no new card: the hand lies open."""
    sitting = with_opponent(sit, house={"toy": {"cards": 0}})
    sitting.answer(sitting.questions()[0].legal[0])
    sitting.run(1_000)
    state = sitting.match.state
    sitting.play(first_card(sitting))
    open_menu(sitting, 0, "undo")
    assert sitting.match.state == state


def test_a_hint_points_the_way_step_by_step(sit: Sit) -> None:
    sitting = sit()
    seat = sitting.mover
    open_menu(sitting, seat, "hint")
    (question,) = sitting.questions()
    assert question.level == 4
    sitting.answer({"type": "play", "card": sitting.match.state.hands[0][2]})
    assert sitting.choosing.hint == Target("card", (2,))
    sitting.press(seat, LEFT, OK)
    assert sitting.choosing.hint == CONFIRM
    sitting.press(seat, BACK, LEFT, OK)
    assert sitting.choosing.hint is None  # another way was taken


def test_hints_can_be_turned_off(sit: Sit) -> None:
    sitting = sit(hints=False)
    assert [row.key for row in sitting.match.menu_rows(sitting.mover)] == ["undo", "go"]


# -- beginning and end -----------------------------------------------------------------------------


def test_a_whole_match_by_buttons_ends_with_news_and_a_ranking(sit: Sit) -> None:
    sitting = sit()
    while sitting.match.mover is not None:
        sitting.play(first_card(sitting))
    assert sitting.view.news == "over"
    sitting.down(0, OK)  # too early: nobody has seen it yet
    assert sitting.view.news == "over"
    sitting.read_news()
    view = sitting.table.view()
    assert isinstance(view, EndView)
    assert view.columns == ("points",)
    sums = sorted((sum(p) for p in sitting.match.state.played), reverse=True)
    assert [row.numbers for row in view.ranking] == [(s,) for s in sums]
    (ended,) = (o for o in sitting.outputs if isinstance(o, MatchEnded))
    assert ended.winners == sitting.match.state.winners
    assert ended.to_json()["points"] == [sum(p) for p in sitting.match.state.played]


def test_g3_the_first_place_goes_round_at_a_rematch(sit: Sit) -> None:
    sitting = sit()
    first = sitting.match.seating.seats
    while sitting.match.mover is not None:
        sitting.play(first_card(sitting))
    sitting.read_news()
    sitting.run((WIN_NS + SEEN_NS) / 1e6 + RANKING_MS)
    for seat in sorted(first):
        sitting.press(seat, OK)
    assert sitting.match.seating.seats == (*first[1:], first[0])


def test_no_rematch_with_people_who_cannot_play(sit: Sit) -> None:
    """As after a lesson, which seats an opponent whom the start screen does not know."""
    sitting = sit()
    while sitting.match.mover is not None:
        sitting.play(first_card(sitting))
    sitting.read_news()
    sitting.table.lobby.start = sitting.table.lobby.start.leave(2)
    sitting.run((WIN_NS + SEEN_NS) / 1e6 + RANKING_MS)
    sitting.press(0, OK)
    view = sitting.table.view()
    assert isinstance(view, EndView)
    assert not view.menu.rows[0].enabled
    sitting.press(0, RIGHT, OK)
    assert sitting.table.match is None


def test_a_broken_off_match_goes_on_where_it_stood(sit: Sit) -> None:
    sitting = sit(house={"toy": {"cards": 0}})
    made = []
    for _ in range(3):
        made.append(first_card(sitting).to_json())
        sitting.play(first_card(sitting))
    state = sitting.match.state
    stored = StoredStart(
        ResumeOffer(7, sitting.match.seating.seats, 5, "2026-11-20T20:15"),
        sitting.match.seating,
        sitting.match.settings,
        4,
        (*made[:1], made[1], UNDO, *made[1:]),
        0,
    )
    again = BoardSitting.of("toy", stored=stored)
    again.press(0, RIGHT, OK, RIGHT, OK)
    assert again.match.state == state
    assert again.match.history.undoable(0) == 0
    (begun,) = (o for o in again.outputs if isinstance(o, MatchBegun))
    assert begun.made == (5, 0)


def test_leaving_ends_the_match_for_good(sit: Sit) -> None:
    sitting = sit()
    open_menu(sitting, sitting.mover, "leave")
    sitting.press(sitting.mover, RIGHT, OK)
    (ended,) = (o for o in sitting.outputs if isinstance(o, MatchEnded))
    assert (ended.abandoned, ended.declined, sitting.table.match) == (True, True, None)


def test_rules_are_two_presses_away_and_pages_turn(sit: Sit) -> None:
    sitting = sit()
    sitting.press(2, BACK, hold_ms=900)
    sitting.press(2, OK)
    assert sitting.table.view() == RulesView("toy", 0, 2)
    sitting.press(0, RIGHT, RIGHT, LEFT)
    assert sitting.table.view() == RulesView("toy", 1, 2)
    sitting.press(0, BACK)
    assert sitting.view.pause is not None


@pytest.mark.parametrize(("fault", "deaf"), [(Fault.STUCK_BUTTON, True), (Fault.STUCK_PAD, False)])
def test_only_a_fault_of_the_buttons_keeps_a_seat_from_playing(
    sit: Sit, fault: Fault, deaf: bool
) -> None:
    sitting = sit()
    seat = sitting.mover
    sitting.table.handle(SeatFault(seat, fault, True, sitting.now_ns))
    sitting.press(seat, OK)
    assert (sitting.choosing.picked == ()) is deaf
    assert (sitting.view.seats[seat].fault is not None) is deaf


def test_too_many_people_cannot_start(sit: Sit) -> None:
    sitting = sit()
    start = sitting.table.lobby.start.join(1)
    assert start.problem() == "players"


def test_unhurried_a_note_stays_twice_as_long(sit: Sit) -> None:
    sitting = sit(unhurried=True)
    seat = sitting.mover
    sitting.play(first_card(sitting))
    other = sitting.mover
    open_menu(sitting, seat, "undo")
    sitting.press(other, OK)
    sitting.run(7_000)
    assert sitting.view.note is not None
    sitting.run(1_200)
    assert sitting.view.note is None
