"""The pause menu by seat buttons alone, and what its comforts change at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from console.table.chaos.match import ChaosMatch
from console.table.outputs import Cue, VerdictKind, VerdictReached
from console.table.settings import COMFORT, UNHURRIED, Settings
from console.table.view import SEEN_NS, Menu, MenuLine, RulesView
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS
from tests.console.table.chaos.situations import duel_on_table
from tests.console.table.sitting import Sitting

OPENER = 1


def paused(**settings: Any) -> Sitting:
    sitting = Sitting.of(3, **settings)
    sitting.press(OPENER, Button.BACK, hold_ms=900)
    return sitting


def menu(sitting: Sitting) -> Menu:
    pause = sitting.play.pause
    assert pause is not None
    return pause


def choose(sitting: Sitting, key: str, seat: int = OPENER) -> None:
    """Walk to a line with ▶ and press ●."""
    keys = [row.key for row in menu(sitting).rows]
    for _ in range((keys.index(key) - menu(sitting).cursor) % len(keys)):
        sitting.press(seat, Button.RIGHT)
    sitting.press(seat)


def test_only_who_opened_it_says_i_must_go() -> None:
    """Somebody else's ● sent whoever pressed it away, and asked for a move back that was theirs."""
    sitting = paused()
    sitting.run(SEEN_NS / MS)
    choose(sitting, MenuLine.GO, OPENER + 1)
    assert menu(sitting).seat == OPENER
    sitting.press(OPENER)
    (gone,) = sitting.play.idle
    assert gone.seats == (OPENER,)


def test_it_has_two_levels_and_back_leads_from_one_to_the_other_and_out() -> None:
    sitting = paused()
    first = [row.key for row in menu(sitting).rows]
    assert (first[:2], first[-1]) == (["rules", "continue"], "leave")
    assert MenuLine.COMFORT in first
    assert not set(first) & set(COMFORT)
    choose(sitting, MenuLine.COMFORT)
    assert [r.key for r in menu(sitting).rows] == [*COMFORT, "back"]
    assert (menu(sitting).level, menu(sitting).seat) == (MenuLine.COMFORT, OPENER)
    sitting.press(OPENER, Button.BACK)
    assert menu(sitting).rows[menu(sitting).cursor].key == MenuLine.COMFORT
    sitting.press(OPENER, Button.BACK)
    assert sitting.play.pause is None


def test_somebody_else_s_flip_chooses_nothing_in_a_menu_that_has_just_come() -> None:
    sitting = paused()
    sitting.press(OPENER + 1)
    assert menu(sitting).cursor == 0
    sitting.run(SEEN_NS / MS)
    sitting.press(OPENER + 1)
    assert isinstance(sitting.table.view(), RulesView)


def test_that_a_match_ends_for_everybody_is_asked_no_first() -> None:
    sitting = paused()
    choose(sitting, MenuLine.LEAVE)
    assert [row.key for row in menu(sitting).rows] == ["back", "end"]
    sitting.press(OPENER)
    assert menu(sitting).rows[menu(sitting).cursor].key == MenuLine.LEAVE
    sitting.press(OPENER)
    choose(sitting, "end")
    assert sitting.table.match is None


def test_the_line_back_leads_back_too() -> None:
    sitting = paused()
    choose(sitting, MenuLine.COMFORT)
    choose(sitting, "back")
    assert menu(sitting).level is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("language", "en"),
        ("text", "large"),
        ("colours", "safe"),
        ("captions", True),
        ("unhurried", True),
        ("motion", False),
        ("sound", False),
        ("left_seats", frozenset({OPENER})),
    ],
)
def test_each_comfort_changes_the_session_and_the_match_at_once(key: str, value: object) -> None:
    sitting = paused()
    choose(sitting, MenuLine.COMFORT)
    choose(sitting, key)
    assert getattr(sitting.table.settings, key) == value
    assert sitting.match.settings == sitting.table.settings
    choose(sitting, key)
    assert sitting.table.settings == Settings()


def test_the_hand_is_that_of_who_opened_the_menu_whoever_presses() -> None:
    sitting = paused(left_seats=frozenset({2}))
    choose(sitting, MenuLine.COMFORT)
    choose(sitting, "left_seats", seat=0)
    assert sitting.table.settings.left_seats == {OPENER, 2}


def test_what_the_owner_has_closed_is_not_there() -> None:
    sitting = paused(closed=frozenset(COMFORT) - {"captions"})
    choose(sitting, MenuLine.COMFORT)
    assert [r.key for r in menu(sitting).rows] == ["captions", "back"]
    everything_closed = paused(closed=frozenset(COMFORT))
    assert MenuLine.COMFORT not in [r.key for r in menu(everything_closed).rows]


@pytest.mark.parametrize("changes", [{"text": "huge"}, {"colours": "grey"}])
def test_a_comfort_out_of_range_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="give one of usual, "):
        Settings(**changes)


# -- no hurry --------------------------------------------------------------------------------------


def test_unhurried_every_wait_for_people_is_twice_as_long() -> None:
    """C16, C18, C21 and the pace (C27)."""
    hurried, calm = (Sitting.of(3, unhurried=unhurried) for unhurried in (False, True))
    for waits in (
        ChaosMatch.flip_from_ns,
        lambda match: match.special_deadline_ns,
        lambda match: match.choice_deadline_ns,
    ):
        waited_ns = [waits(s.match) - 1_000 * MS for s in (hurried, calm)]
        assert waited_ns[1] == UNHURRIED * waited_ns[0]


def test_unhurried_everybody_flips_after_twice_the_countdown() -> None:
    """C16."""
    found = []
    for unhurried in (False, True):
        sitting = Sitting.of(3, all_ms=3_000, unhurried=unhurried)
        plain = [c for s in sitting.state.stacks for c in s if len(c) == 3]
        sitting.put(stacks=(("all", *plain[:9]), tuple(plain[9:18]), tuple(plain[18:])), to_move=0)
        sitting.run(1_300)
        sitting.press(0)
        view = sitting.play
        assert view.all_at_ns is not None
        found.append(view.all_at_ns - sitting.match.position.last_shown_ns)
    assert found == [3_000 * MS, 6_000 * MS]


def test_unhurried_duels_are_judged_the_same() -> None:
    """Verdict, margin and reaction of the same hands."""
    reached = []
    for unhurried in (False, True):
        sitting = Sitting.of(3, unhurried=unhurried)
        duel_on_table(sitting)
        sitting.touch(0, after_ms=20)
        sitting.touch(1, after_ms=26)
        sitting.run(1_500)
        (verdict,) = sitting.of_kind(VerdictReached)
        reached.append((verdict.kind, verdict.seats, [e.margin_ns for e in verdict.order]))
    assert reached[0] == reached[1]
    assert reached[0][0] is VerdictKind.DUEL_WON


# -- captions --------------------------------------------------------------------------------------


def told(sitting: Sitting) -> str | None:
    return sitting.play.caption


def test_a_flip_is_told_for_a_second_and_goes_by_itself() -> None:
    sitting = Sitting.of(3, captions=True)
    sitting.run(700)
    sitting.press(0)
    assert told(sitting) == Cue.FLIP.value
    sitting.run(900)
    assert told(sitting) == Cue.FLIP.value
    sitting.run(200)
    assert sitting.play.caption is None
    assert not sitting.table.changed


def test_without_captions_nothing_is_told_or_painted() -> None:
    sitting = Sitting.of(3)
    sitting.run(700)
    sitting.press(0)
    view = sitting.play
    assert view.caption is None
    sitting.table.emit(Cue.TOUCH)
    assert sitting.play is view


def test_a_late_hand_does_not_push_a_verdict_away() -> None:
    sitting = Sitting.of(3, captions=True)
    sitting.table.emit(Cue.TOUCH)
    sitting.table.emit(Cue.VERDICT)
    sitting.table.emit(Cue.TOUCH)
    assert told(sitting) == Cue.VERDICT.value
    sitting.table.emit(Cue.FALSE_GRAB)
    assert told(sitting) == Cue.FALSE_GRAB.value


def test_a_call_is_told_over_cards_and_under_verdicts() -> None:
    sitting = Sitting.of(3, captions=True)
    for cue, wanted in (
        (Cue.CALL, Cue.CALL),
        (Cue.FLIP, Cue.CALL),
        (Cue.VERDICT, Cue.VERDICT),
        (Cue.CALL, Cue.VERDICT),
    ):
        sitting.table.emit(cue)
        assert told(sitting) == wanted.value


def test_captions_stay_longer_for_the_unhurried() -> None:
    sitting = Sitting.of(3)
    sitting.table.settings = replace(sitting.table.settings, captions=True, unhurried=True)
    sitting.table.emit(Cue.TOUCH)
    sitting.run(1_900)
    assert told(sitting) == Cue.TOUCH.value
    sitting.run(200)
    assert sitting.play.caption is None
