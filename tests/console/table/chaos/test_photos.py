"""Photo finishes at the table: by themselves after close races, else asked for by ◀ (C27, C25)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from console.config import load_config
from console.duel.photo_finish import HandTrace, PhotoFinish, Result
from console.table.chaos.photos import DEAF_NS, SHOWN_MS
from console.table.chaos.view import DeathPhase
from console.table.outputs import MatchEnded, VerdictKind, VerdictReached
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.view import Menu, Who
from console.wiring.setup import settings_in
from drivers.errors import ConfigError
from drivers.events import Button, Fall
from drivers.times import MS
from tests.console.table.chaos.situations import duel_on_table, flips, kinds
from tests.console.table.sitting import Sitting

DEAF_MS = DEAF_NS // MS


def snap(verdict: VerdictReached, _seating: Seating) -> PhotoFinish | None:
    """A photographer that needs no samples: it takes the verdict's word for everything."""
    hands = tuple(
        HandTrace(
            seat=c.seat,
            onset_ns=c.t_ns,
            uncertainty_ns=0,
            behind_ns=e.margin_ns,
            behind_uncertainty_ns=0,
            reaction_ns=e.reaction_ns,
            curves=(),
        )
        for e in verdict.order
        for c in (e.contact,)
    )
    if not hands:
        return None
    margin_ns = hands[1].behind_ns if len(hands) > 1 else None
    tied = verdict.kind is VerdictKind.DEAD_HEAT
    result, first = (Result.TIED, None) if tied else (Result.WON, hands[0].seat)
    light = bool(verdict.sudden_death)
    return PhotoFinish(
        result=result,
        first=first,
        hands=hands,
        shown_ns=verdict.shown_ns,
        light=light,
        threshold_n=0.5,
        margin_ns=margin_ns,
        margin_uncertainty_ns=0,
    )


def photographed(players: int = 3, **settings: Any) -> Sitting:
    """A table that can see the force curves."""
    sitting = Sitting.of(players, **settings)
    sitting.table.photographer = snap
    sitting.table.begin(sitting.now_ns)
    sitting.run(10)
    return sitting


def race(sitting: Sitting, gap_ms: float, hold_ms: float = 100) -> None:
    """Seat 1 wins a duel against seat 0; the pad is free 200 ms later."""
    duel_on_table(sitting)
    sitting.touch(1, after_ms=10, hold_ms=hold_ms)
    sitting.touch(0, after_ms=10 + gap_ms, hold_ms=hold_ms)
    sitting.run(150)


def shown(sitting: Sitting) -> PhotoFinish | None:
    return sitting.play.photo


@pytest.mark.parametrize(("gap_ms", "comes"), [(1.2, True), (9.9, True), (10.1, False)])
def test_it_comes_by_itself_below_10_ms_once_the_race_is_over(gap_ms: float, comes: bool) -> None:
    sitting = photographed()
    race(sitting, gap_ms)
    assert shown(sitting) is None  # hands may still come
    sitting.run(500)
    photo = shown(sitting)
    assert (photo is not None) == comes
    if photo is not None:
        assert photo.seats == (1, 0)
        assert [level == 1.0 for level in sitting.table.lamps()] == [False, True, False]


def test_a_seat_that_was_in_the_race_may_ask_by_left() -> None:
    sitting = photographed()
    race(sitting, 40)
    sitting.run(500)
    assert sitting.play.may_ask == (0, 1)
    sitting.press(2, Button.LEFT)
    sitting.press(0, Button.RIGHT)
    assert shown(sitting) is None
    sitting.press(0, Button.LEFT)
    assert shown(sitting) is not None
    assert not sitting.play.may_ask


def test_who_asks_while_hands_are_still_coming_sees_it_afterwards() -> None:
    sitting = photographed(photo_finish="asked")
    race(sitting, 40)
    sitting.press(1, Button.LEFT)
    assert shown(sitting) is None
    sitting.run(500)
    assert shown(sitting) is not None


def test_c30_the_other_hand_of_a_player_may_ask() -> None:
    sitting = photographed(2)
    sitting.put(fresh=(True,) * 4)
    seat = sitting.match.seating.seats[0]
    sitting.touch(seat, after_ms=10, hold_ms=50)
    sitting.run(600)
    assert kinds(sitting) == [VerdictKind.FALSE_GRAB]
    both = sitting.match.seating.seats_of(0)
    assert sitting.play.may_ask == tuple(sorted(both))


def test_it_is_shown_on_request_only_or_never_as_the_house_likes() -> None:
    asked = photographed(photo_finish="asked")
    race(asked, 1)
    asked.run(500)
    assert shown(asked) is None
    asked.press(0, Button.LEFT)
    assert shown(asked) is not None
    off = photographed(photo_finish="off")
    race(off, 1)
    off.run(500)
    assert not off.play.may_ask
    off.press(0, Button.LEFT)
    assert shown(off) is None


@pytest.mark.parametrize("button", [Button.OK, Button.BACK])
def test_anybody_at_the_table_ends_it(button: Button) -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.run(500)
    sitting.press(2, Button.RIGHT)
    sitting.run(DEAF_MS)
    assert shown(sitting) is not None
    sitting.press(2, button)
    assert shown(sitting) is None
    sitting.run(1_000)
    assert shown(sitting) is None
    assert sitting.play.may_ask == (0, 1)  # and again, until the next card


def test_a_press_that_was_meant_for_the_table_does_not_end_it_at_once() -> None:
    sitting = photographed()
    race(sitting, 1)
    while shown(sitting) is None:
        sitting.run(2)
    sitting.press(2)
    assert shown(sitting) is not None


def test_it_ends_by_itself() -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.run(500)
    begun_ms = SHOWN_MS - 600
    sitting.run(begun_ms)
    assert shown(sitting) is not None
    assert sitting.table.next_due_ns() is not None
    sitting.run(600)
    assert shown(sitting) is None


def test_c27_no_card_comes_while_it_is_shown_and_the_next_press_flips_at_once() -> None:
    sitting = photographed(pace_ms=300)
    race(sitting, 1)
    mover = sitting.match.seating.seats[sitting.state.to_move or 0]
    sitting.press(mover)  # the race is not over: the wish would be for a card nobody looks for
    sitting.run(2_000)
    assert shown(sitting) is not None
    assert flips(sitting) == []
    sitting.press(mover)
    sitting.run(1_000)
    assert flips(sitting) == []
    sitting.press(mover)
    assert len(flips(sitting)) == 1
    assert not sitting.play.may_ask


def test_c27_in_auto_mode_the_table_goes_on_when_eyes_are_back() -> None:
    sitting = photographed(auto=True, pace_ms=300)
    race(sitting, 1)
    sitting.run(SHOWN_MS - 200)
    assert flips(sitting) == []
    while shown(sitting) is not None:
        sitting.run(2)
    sitting.run(1_400)
    assert flips(sitting) == []
    sitting.run(200)
    assert len(flips(sitting)) == 1


def test_c21_an_open_special_waits_as_long() -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.run(500)
    assert shown(sitting) is not None
    before_ns = sitting.match.special_deadline_ns
    sitting.run(1_000)
    sitting.press(0)
    assert sitting.match.special_deadline_ns >= before_ns + 1_000 * MS


def test_hands_on_the_pad_count_for_nothing_while_it_is_shown() -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.run(600)
    assert shown(sitting) is not None
    sitting.touch(2, after_ms=100, hold_ms=100)
    sitting.run(500)
    assert shown(sitting) is not None
    sitting.touch(2, after_ms=10, decide_ms=120, hold_ms=200)
    sitting.run(50)
    sitting.press(0)  # the picture is gone before that touch is understood
    assert shown(sitting) is None
    sitting.run(1_500)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]


def test_c23_a_hand_that_came_before_it_is_judged_and_takes_it_away() -> None:
    sitting = photographed()
    race(sitting, 1)
    while shown(sitting) is None:
        sitting.run(2)
    sitting.touch(2, after_ms=-2.5, decide_ms=40, hold_ms=100)
    sitting.run(60)
    assert shown(sitting) is None
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DUEL_WON, VerdictKind.FALSE_GRAB]


def test_c13_a_pad_beside_its_cradle_comes_first() -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(1_500)
    assert shown(sitting) is None
    assert sitting.play.trouble is not None
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(100)
    assert shown(sitting) is not None


def in_sudden_death() -> Sitting:
    """A dead heat's light is on; of the heat nothing is shown meanwhile."""
    sitting = photographed()
    duel_on_table(sitting)
    for i, seat in enumerate((0, 1)):
        sitting.touch(seat, after_ms=10 + i * 0.05, u_ms=0.2)
    while (death := sitting.play.sudden_death) is None or death.phase is not DeathPhase.LIGHT:
        sitting.run(10)
        assert shown(sitting) is None
    return sitting


def test_c25_a_dead_heat_is_shown_after_its_sudden_death_then_the_light_race() -> None:
    sitting = in_sudden_death()
    sitting.touch(1, after_ms=5)
    sitting.run(1_000)
    first = shown(sitting)
    assert first is not None
    assert (first.result, first.light) == (Result.TIED, False)
    sitting.run(DEAF_MS)
    sitting.press(2)
    second = shown(sitting)
    assert second is not None
    assert (second.result, second.light, second.seats) == (Result.WON, True, (1,))
    sitting.run(DEAF_MS)
    sitting.press(2)
    assert shown(sitting) is None


def test_c25_back_leaves_the_whole_album() -> None:
    sitting = in_sudden_death()
    sitting.touch(1, after_ms=5)
    sitting.run(1_500)
    sitting.press(2, Button.BACK)
    assert shown(sitting) is None


def test_the_picture_of_an_older_race_is_not_shown_for_a_newer_one() -> None:
    sitting = photographed(photo_finish="asked")
    race(sitting, 1)
    sitting.run(500)
    sitting.touch(2, after_ms=0, hold_ms=100)
    sitting.run(60)
    assert sitting.play.may_ask == (2,)
    sitting.press(2, Button.LEFT)
    sitting.run(600)
    photo = shown(sitting)
    assert photo is not None
    assert photo.seats == (2,)


def test_the_match_ends_after_its_last_picture() -> None:
    sitting = photographed(house={"chaos": {"last_card": "classic"}})
    duel_on_table(sitting)
    stacks = sitting.state.stacks
    sitting.put(stacks=(stacks[0] + stacks[1], (), stacks[2]), to_move=2)
    sitting.touch(1, after_ms=10, hold_ms=100)
    sitting.touch(0, after_ms=11, hold_ms=100)
    sitting.run(1_500)
    assert sitting.state.over
    assert shown(sitting) is not None
    assert sitting.of_kind(MatchEnded) == []
    sitting.press(2)
    sitting.run(50)
    assert len(sitting.of_kind(MatchEnded)) == 1


def test_the_pause_menu_takes_its_place() -> None:
    sitting = photographed()
    race(sitting, 1)
    sitting.run(600)
    assert shown(sitting) is not None
    sitting.press(1, Button.BACK, hold_ms=1_000)
    assert shown(sitting) is None
    assert sitting.play.pause is not None


def test_the_house_chooses_when_it_comes(tmp_path: Path) -> None:
    settings = Settings()
    seen = []
    for _ in range(3):
        seen.append(settings.photo_finish)
        settings = settings.next_value("photo_finish")
    assert seen == ["close", "asked", "off"]
    assert settings.photo_finish == "close"
    with pytest.raises(ConfigError, match="give one of close, asked, off"):
        Settings(photo_finish="always")
    file = tmp_path / "khvatka.toml"
    file.write_text('[match]\nphoto_finish = "asked"\n')
    assert settings_in(load_config(file)).photo_finish == "asked"
    file.write_text('[match]\nphoto_finish = "always"\n')
    with pytest.raises(ConfigError, match=r"match\.photo_finish"):
        load_config(file)


def test_the_closest_won_race_of_the_match_is_kept_for_its_end() -> None:
    sitting = photographed(photo_finish="asked")
    margins = []
    for gap_ms in (40, 15, 25):
        race(sitting, gap_ms)
        sitting.run(500)
        closest = sitting.match.photos.closest
        assert closest is not None
        margins.append(closest.margin_ns)
    assert margins == [40 * MS, 15 * MS, 15 * MS]
    view = sitting.match.end_view((Who.PERSON,) * 3, Menu(rows=(), cursor=0))
    assert view.photo is sitting.match.photos.closest


def test_a_race_without_a_rival_is_no_picture_for_the_end() -> None:
    sitting = photographed(photo_finish="asked")
    duel_on_table(sitting)
    sitting.touch(1, after_ms=10)
    sitting.run(500)
    assert sitting.match.photos.closest is None
