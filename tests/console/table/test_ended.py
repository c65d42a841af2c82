"""After a match: the win, the ranking; then once more, another game, other people, or all leave."""

from __future__ import annotations

import itertools

import pytest

from console.table.ended import COUNT_NS, MOVED_NS, RANKING_MS, Ended
from console.table.outputs import Cue
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import SEEN_NS, WIN_NS, EndStage, EndView, Target, Who
from drivers.events import Button, Fault, SeatFault
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting

LEFT, RIGHT, OK, BACK = Button
P, E = Who.PERSON, Who.EMPTY
PEOPLE = (P, E, P, P)
UNTIL_MENU_MS = (WIN_NS + SEEN_NS) / MS + RANKING_MS


def sit_down(
    game: str = "iota", people: tuple[Who, ...] = PEOPLE, **settings: object
) -> BoardSitting:
    """Nothing is played yet."""
    seeds = itertools.count(4, 7)  # each match its own
    table = Table(people, Settings(game=game, **settings), lambda: next(seeds))  # type: ignore[arg-type] # the callers' care
    return BoardSitting(table)


def begun(game: str = "iota", people: tuple[Who, ...] = PEOPLE, **settings: object) -> BoardSitting:
    """A match that has just begun."""
    sitting = sit_down(game, people, **settings)
    sitting.table.begin(sitting.now_ns)
    return sitting


def over(game: str = "iota", people: tuple[Who, ...] = PEOPLE, **settings: object) -> BoardSitting:
    """A match that is over at once, and everybody has seen its ranking."""
    sitting = begun(game, people, **settings)
    end(sitting)
    return sitting


def win(sitting: BoardSitting) -> None:
    """The match on the table ends."""
    sitting.match.ended = lambda: True  # type: ignore[method-assign] # no match is played here
    sitting.run(1)
    assert sitting.table.ended


def end(sitting: BoardSitting) -> None:
    """It does, and the table waits for what comes next."""
    win(sitting)
    sitting.run(UNTIL_MENU_MS)


def seen(sitting: BoardSitting) -> EndView:
    view = sitting.table.view()
    assert isinstance(view, EndView)
    return view


def gone(sitting: BoardSitting, seat: int) -> frozenset[int]:
    """The player at a seat, who has gone."""
    hand = sitting.match.seating.hand_at(seat)
    assert hand is not None
    return frozenset({sitting.match.seating.player_of[hand]})


def rows(sitting: BoardSitting) -> list[str]:
    return [row.key for row in seen(sitting).menu.rows]


@pytest.mark.parametrize(("game", "people"), [("iota", PEOPLE), ("ignis", (P, E, P, E))])
def test_g3_i12_the_first_place_moves_on_clockwise_at_every_rematch(
    game: str, people: tuple[Who, ...]
) -> None:
    """Whatever is drawn for the new match."""
    sitting = over(game, people)
    for _ in range(4):
        before = sitting.match.seating.seats
        for seat in sorted(before):
            sitting.press(seat, OK)
        assert sitting.match.seating.seats == (*before[1:], before[0])
        end(sitting)


def test_nobody_taps_a_win_away_and_none_of_these_taps_deals_again() -> None:
    """● of everybody, ten times a second, from the last card to the menu and a bit beyond."""
    sitting = begun()
    win(sitting)
    began_ns, stages = sitting.now_ns, dict[EndStage, int]()
    while sitting.now_ns < began_ns + WIN_NS + COUNT_NS + SEEN_NS - 200 * MS:
        stages.setdefault(seen(sitting).stage, (sitting.now_ns - began_ns) // MS)
        for seat in (0, 2, 3):
            sitting.down(seat, OK)
            sitting.up(seat, OK)
        sitting.run(100)
    assert list(stages) == list(EndStage)
    assert WIN_NS / MS <= stages[EndStage.RANKING] < WIN_NS / MS + 110
    assert stages[EndStage.MENU] >= (WIN_NS + COUNT_NS) / MS
    assert sitting.table.ended
    assert seen(sitting).again == ()


def test_a_win_is_heard_once_and_lights_the_lamps_round_to_the_winner() -> None:
    sitting = begun("ignis", (P, E, P, E))
    match = sitting.match
    match.state = match.state._replace(winners=(1,))
    win(sitting)
    loser, winner = match.seating.seats
    lit: dict[int, list[float]] = {seat: [] for seat in range(4)}
    while seen(sitting).stage is EndStage.WIN:
        for seat, level in enumerate(sitting.table.lamps()):
            lit[seat].append(level)
        sitting.run(25)
    assert sitting.outputs.count(Cue.WIN) == 1
    assert min(lit[winner]) > 0
    assert len(set(lit[winner])) > 3, "it breathes"
    assert lit[loser].index(1.0) > lit[1].index(1.0), "the farther, the later"
    assert lit[loser][-1] == lit[1][-1] == 0.0
    assert sitting.table.lamps()[winner] == 1.0
    assert 0.0 < sitting.table.lamps()[loser] < 1.0


def test_without_motion_the_winners_lamp_stands() -> None:
    sitting = begun("ignis", (P, E, P, E), motion=False)
    win(sitting)
    lamps = set()
    while seen(sitting).stage is EndStage.WIN:
        lamps.add(sitting.table.lamps())
        sitting.run(25)
    assert len(lamps) == 1


def test_a_rematch_begins_when_everybody_has_pressed_and_shows_who_is_missing() -> None:
    sitting = over()
    assert seen(sitting).missing == (0, 2, 3)
    sitting.press(2, OK)
    assert (seen(sitting).again, seen(sitting).missing) == ((2,), (0, 3))
    assert [level == 1.0 for level in sitting.table.lamps()] == [True, False, False, True]
    sitting.press(2, OK)
    sitting.press(1, OK)  # nobody plays there
    assert sitting.table.ended
    sitting.press(0, OK)
    sitting.press(2, BACK)
    sitting.press(3, OK)
    assert seen(sitting).missing == (2,)
    sitting.press(2, OK)
    assert not sitting.table.ended


def test_a_rematch_waits_for_no_opponent_nobody_who_has_gone_and_no_deaf_button() -> None:
    sitting = over(people=(P, Who.LEVEL_1, P, P))
    assert seen(sitting).missing == (0, 2, 3)
    sitting.table.show(Ended(sitting.table, sitting.match, sitting.now_ns, gone(sitting, 2)))
    sitting.run(UNTIL_MENU_MS)
    left = seen(sitting).missing
    assert left == (0, 3)
    sitting.press(3, OK)
    assert sitting.table.ended
    sitting.table.handle(SeatFault(0, Fault.STUCK_BUTTON, True, sitting.now_ns))
    assert not sitting.table.ended


def test_a_press_just_after_somebody_else_moved_the_cursor_chooses_nothing() -> None:
    """Whoever wants to play again does not send everybody home."""
    sitting = over()
    sitting.down(0, LEFT)
    sitting.up(0, LEFT)
    sitting.press(2, OK)
    assert sitting.table.ended
    sitting.run(MOVED_NS / MS)
    sitting.press(2, OK)
    assert sitting.table.who == (E,) * 4


def test_a_finger_plays_again_for_the_seat_it_touches_or_the_only_one_missing() -> None:
    sitting = over()
    sitting.table.point(Target("row", (0,)), True, sitting.now_ns)
    assert seen(sitting).missing == (0, 2, 3)
    sitting.press(2, RIGHT)  # wherever the cursor is
    for seat in (0, 3):
        sitting.table.point(Target("again", (seat,)), True, sitting.now_ns)
    assert seen(sitting).missing == (2,)
    sitting.table.point(Target("row", (0,)), True, sitting.now_ns)
    assert not sitting.table.ended


def test_another_game_is_chosen_with_everybody_at_their_seats() -> None:
    sitting = over()
    sitting.press(0, RIGHT, OK)
    view = sitting.start
    assert view.menu.rows[view.menu.cursor].key == "game"
    assert sitting.table.who == PEOPLE


def test_who_plays_is_changed() -> None:
    sitting = over()
    sitting.press(0, RIGHT, RIGHT, OK)
    assert sitting.start.menu.level == "people"
    sitting.press(0, BACK, BACK)
    assert sitting.start.menu.level is None


def test_all_leave_by_touch() -> None:
    sitting = over()
    sitting.table.point(Target("row", (rows(sitting).index("all_leave"),)), True, sitting.now_ns)
    assert sitting.table.who == (E,) * 4
    assert sitting.start.menu.level is None


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


def test_after_a_lesson_a_rematch_waits_for_those_who_looked_on() -> None:
    """It seats them all, also where an opponent of the lesson sat at somebody's place."""
    for learner in (0, 2, 3):
        sitting = sit_down("iota")
        sitting.table.teach(learner, sitting.now_ns)
        end(sitting)
        assert seen(sitting).missing == (0, 2, 3)
        sitting.press(learner, OK)
        assert seen(sitting).again == (learner,)
        for seat in {0, 2, 3} - {learner}:
            assert seat in seen(sitting).missing
            sitting.press(seat, OK)
        assert set(sitting.match.seating.seats) == {0, 2, 3}


def test_who_cannot_play_once_more_finds_who_plays_under_the_cursor() -> None:
    sitting = sit_down("ignis", (E, P, E, E))
    sitting.table.teach(1, sitting.now_ns)
    end(sitting)
    menu = seen(sitting).menu
    assert not menu.rows[0].enabled
    assert menu.rows[menu.cursor].key == "other_people"
    sitting.press(1, OK)
    assert sitting.start.menu.level == "people"
