"""Simulated people: the figures of HARDWARE.md, and what they do to a table."""

from __future__ import annotations

import dataclasses
from random import Random

import numpy as np
import pytest
from pytest_mock import MockerFixture

import host_sim.people
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS
from host_sim.models import Touch
from host_sim.people import NO_RETURN_NS, SimulatedPeople
from host_sim.perception import FIND_CROWD, FIND_FEW, PRESETS, SIMPLE, draw_ms, look
from host_sim.scene import SeenTable

T0 = 10_000 * MS


class Recorder:
    """Keeps what people do instead of doing it."""

    def __init__(self) -> None:
        self.presses: list[tuple[int, Button, int]] = []
        self.touches: list[Touch] = []
        self.left: list[tuple[Touch, int]] = []

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = 0) -> None:
        self.presses.append((seat, button, t_ns))

    def touch(self, touch: Touch) -> Touch:
        self.touches.append(touch)
        return touch

    def let_go(self, touch: Touch, t_ns: int) -> Touch:
        self.left.append((touch, t_ns))
        return touch


def scene(*tops: str | None, **fields: object) -> SeenTable:
    """A table where all open tops are fresh, one hand a player, shown at T0."""
    seats = len(tops)
    plain = SeenTable(
        shown_ns=T0,
        tops=tops,
        fresh=tuple(top is not None for top in tops),
        players=tuple(range(seats)),
        order=tuple(range(seats)),
    )
    return dataclasses.replace(plain, **fields)  # type: ignore[arg-type]  # fields by name


def run(people: SimulatedPeople, until_ns: int) -> None:
    """Let everybody act as they come due."""
    while (t_ns := people.next_act_ns()) is not None and t_ns <= until_ns:
        people.act(t_ns)


def grabs(view: SeenTable, preset: str, tries: int = 400, within_ms: int = 1490) -> list[Touch]:
    """All touches of people of one kind who see ``view``, each time with another seed."""
    touches = []
    for seed in range(tries):
        board = Recorder()
        people = SimulatedPeople(board, dict.fromkeys(range(len(view.tops)), preset), seed)
        people.see(view)
        run(people, T0 + within_ms * MS)
        touches += board.touches
    return touches


@pytest.mark.parametrize("shape", [SIMPLE, FIND_FEW, FIND_CROWD])
def test_reactions_are_ex_gaussian(shape: tuple[float, float, float]) -> None:
    rng = Random(2)
    drawn = np.array([draw_ms(rng, shape) for _ in range(20_000)])
    mu, sigma, tau = shape
    assert drawn.mean() == pytest.approx(mu + tau, rel=0.01)
    assert drawn.std() == pytest.approx(np.hypot(sigma, tau), rel=0.03)
    assert drawn.mean() > np.median(drawn)


def test_a_crowded_table_takes_longer() -> None:
    adult = PRESETS["adult"]
    assert adult.find(2) == FIND_FEW
    assert adult.find(6) == pytest.approx(FIND_CROWD)
    assert FIND_FEW < adult.find(4) < FIND_CROWD < adult.find(8)


def test_children_take_a_quarter_longer_and_experts_are_80_ms_sooner() -> None:
    assert PRESETS["child"].find(6) == pytest.approx([1.25 * x for x in FIND_CROWD])
    assert PRESETS["child"].simple() == pytest.approx([1.25 * x for x in SIMPLE])
    assert PRESETS["expert"].find(2) == pytest.approx((350, 50, 72))


def test_the_order_of_presets_shows_on_the_pad() -> None:
    view = scene("a1R", "b2G", "a1B", "c3Y")
    mean_ms = {
        name: np.mean([touch.t_ns - T0 for touch in grabs(view, name, within_ms=3000)]) / MS
        for name in PRESETS
    }
    assert mean_ms["expert"] + 60 < mean_ms["adult"]
    assert mean_ms["adult"] + 60 < mean_ms["child"]


def test_hands_are_as_strong_as_their_preset() -> None:
    """A child presses 2 to 8 N; an expert hits hard and fast."""
    view = scene("a1R", "a1B")
    child, expert = (grabs(view, name, 100) for name in ("child", "expert"))
    assert all(2 <= touch.peak_n <= 8 and 10 <= touch.rise_ms <= 25 for touch in child)
    assert all(8 <= touch.peak_n <= 40 and 5 <= touch.rise_ms <= 15 for touch in expert)
    assert 10 < np.mean([touch.under_lag_ms for touch in expert if touch.gesture == "grab"]) < 20


def test_only_the_hands_of_a_match_grab() -> None:
    """C7: the owners of two tops with the same symbol; colour never matters (C1)."""
    touches = grabs(scene("a1R", "b2G", "a1B", "c3Y"), "adult", 100)
    assert {touch.seat for touch in touches} == {0, 2}


def test_a_stale_match_is_left_alone() -> None:
    """C8: at least one top must be fresh."""
    assert not grabs(scene("a1R", "a1B", fresh=(False, False)), "adult", 20)
    assert grabs(scene("a1R", "a1B", fresh=(False, True)), "adult", 20)


def test_with_a_shift_hands_play_for_their_left_neighbours_tops() -> None:
    """C20: with k cards `left` each hand watches the k-th hand to its left."""
    view = scene("b1R", "a1R", "c2G", "a1B", shift=1)
    assert look(view).matches == {0: "a1", 2: "a1"}
    assert look(dataclasses.replace(view, order=(3, 2, 1, 0))).matches == {2: "a1", 0: "a1"}
    assert look(dataclasses.replace(view, shift=2)).matches == {3: "a1", 1: "a1"}


def test_both_hands_of_one_player_are_no_match() -> None:
    """C31, with the opponent's hand in it they are."""
    own = scene("a1R", "b1G", "a1B", None, players=(0, 1, 0, 1))
    assert look(own).matches == {}
    joined = scene("a1R", "a1G", "a1B", None, players=(0, 1, 0, 1))
    assert set(look(joined).matches) == {0, 1, 2}


def test_a_match_goes_before_the_flip() -> None:
    board = Recorder()
    people = SimulatedPeople(board, {0: "adult"}, 3)
    people.see(scene("a1R", "a1B", turn=0))
    run(people, T0 + 1400 * MS)
    assert board.touches
    assert not board.presses


@pytest.mark.parametrize(("preset", "chance"), [("child", 0.04), ("adult", 0.02), ("expert", 0.01)])
def test_look_alikes_fool_1_to_4_in_a_hundred(preset: str, chance: float) -> None:
    view = scene("a1R", "a2B")
    touches = grabs(view, preset, 3000)
    assert len(touches) / 6000 == pytest.approx(chance, rel=0.35)


def test_different_families_fool_nobody() -> None:
    assert not grabs(scene("a1R", "b1R", "c1R", "d1R"), "child", 200)


@pytest.mark.parametrize("special", ["grab", "palm"])
def test_a_special_calls_everybody_with_its_gesture(special: str) -> None:
    """C15; the wrong gesture (C14) is rare."""
    touches = grabs(scene(special, "b1R", "c1R", special=special), "adult", 200)
    assert {touch.seat for touch in touches} == {0, 1, 2}
    wrong = [touch for touch in touches if touch.gesture != special]
    assert 0 < len(wrong) < 0.03 * len(touches)


def test_a_player_uses_one_of_both_hands_for_a_special() -> None:
    """C32: whichever, but one."""
    board = Recorder()
    people = SimulatedPeople(board, dict.fromkeys(range(4), "expert"), 1)
    people.see(scene("grab", None, None, None, players=(0, 1, 0, 1), special="grab"))
    run(people, T0 + 1400 * MS)
    assert sorted(touch.seat % 2 for touch in board.touches) == [0, 1]


def test_a_plan_is_dropped_until_the_hand_moves() -> None:
    """C23: after the point of no return a late contact really happens."""
    calm = scene("a1R", "b1B")
    for moved in (False, True):
        board = Recorder()
        people = SimulatedPeople(board, {0: "adult"}, 1)
        people.see(scene("a1R", "a1B"))
        moves_ns = people.next_act_ns()
        assert moves_ns is not None
        if moved:
            people.act(moves_ns)
        people.see(dataclasses.replace(calm, shown_ns=moves_ns))
        run(people, T0 + 5000 * MS)
        assert len(board.touches) == moved
        if moved:
            assert board.touches[0].t_ns == moves_ns + NO_RETURN_NS


def test_the_player_to_move_flips_after_the_pace() -> None:
    """C27: not before it is allowed, a little after."""
    waits_ms = []
    for seed in range(200):
        board = Recorder()
        people = SimulatedPeople(board, {1: "adult"}, seed)
        people.see(scene("a1R", None, turn=1, flip_from_ns=T0 + 600 * MS))
        run(people, T0 + 2000 * MS)
        (press, *_) = board.presses
        assert press[:2] == (1, Button.OK)
        waits_ms.append((press[2] - T0) / MS - 600)
    assert min(waits_ms) > 0
    assert 200 < np.mean(waits_ms) < 600


def test_a_press_that_does_nothing_is_tried_again() -> None:
    board = Recorder()
    people = SimulatedPeople(board, {0: "adult"}, 1)
    people.see(scene(None, None, turn=0))
    run(people, T0 + 6000 * MS)
    assert len(board.presses) >= 3


def test_the_one_who_chooses_presses_left_or_right() -> None:
    """C18: ◀ duel, ▶ special."""
    buttons = []
    for seed in range(60):
        board = Recorder()
        people = SimulatedPeople(board, {0: "adult", 1: "adult"}, seed)
        people.see(scene("a1R", "grab", "a1B", choice=1, special="grab"))
        run(people, T0 + 2000 * MS)
        ((seat, button, _),) = board.presses
        assert seat == 1
        assert not board.touches
        buttons.append(button)
    assert set(buttons) == {Button.LEFT, Button.RIGHT}


def test_rivals_wait_for_the_light() -> None:
    """C25: hands off, wait, then a simple reaction to the light; some are too early."""
    waiting = scene("a1R", "a1B", "c1R", rivals=(0, 1))
    early, reactions_ms = 0, []
    for seed in range(300):
        board = Recorder()
        people = SimulatedPeople(board, dict.fromkeys(range(3), "adult"), seed)
        people.see(dataclasses.replace(waiting, hands_off=True))
        run(people, T0 + 500 * MS)
        assert not board.touches
        people.see(dataclasses.replace(waiting, shown_ns=T0 + 500 * MS))
        run(people, T0 + 2000 * MS)
        early += len(board.touches)
        board.touches.clear()
        people.see(dataclasses.replace(waiting, shown_ns=T0 + 3000 * MS, light=True))
        run(people, T0 + 4000 * MS)
        assert {touch.seat for touch in board.touches} == {0, 1}
        reactions_ms += [(touch.t_ns - T0) / MS - 3000 for touch in board.touches]
    assert early / 600 == pytest.approx(0.02, abs=0.015)
    assert np.mean(reactions_ms) == pytest.approx(230, abs=10)


def test_hands_off_makes_people_let_go_and_wait() -> None:
    """C26: nobody grabs while the table waits for free hands."""
    board = Recorder()
    people = SimulatedPeople(board, {0: "adult", 1: "adult"}, 1)
    people.see(scene("a1R", "a1B"))
    run(people, T0 + 900 * MS)
    grabbed = len(board.touches)
    assert grabbed
    people.see(scene("a1R", "a1B", shown_ns=T0 + 900 * MS, hands_off=True))
    run(people, T0 + 4000 * MS)
    assert len(board.touches) == grabbed
    assert all(t_ns > T0 + 900 * MS for _, t_ns in board.left)
    assert {touch.seat for touch, _ in board.left} <= {touch.seat for touch in board.touches}


def test_after_the_end_nobody_does_anything() -> None:
    people = SimulatedPeople(Recorder(), {0: "adult"}, 1)
    people.see(scene("a1R", "a1B", players=(None, None)))
    assert people.next_act_ns() is None


def test_only_what_is_new_is_looked_at(mocker: MockerFixture) -> None:
    looks = mocker.spy(host_sim.people, "look")
    people = SimulatedPeople(Recorder(), dict.fromkeys(range(2), "child"), 5)
    view = scene("a1R", "b2G")
    for shown_ns in (T0, T0 + 500 * MS):
        people.see(dataclasses.replace(view, shown_ns=shown_ns))
    assert looks.call_count == 1
    people.see(dataclasses.replace(view, tops=("a1R", "a1B")))
    assert looks.call_count == 2


def test_seeing_again_changes_nothing() -> None:
    view = scene("a1R", "b2G", "a1B", "a2Y", turn=1)
    once, often = Recorder(), Recorder()
    for board, looks in ((once, 1), (often, 7)):
        people = SimulatedPeople(board, dict.fromkeys(range(4), "child"), 5)
        for _ in range(looks):
            people.see(view)
        run(people, T0 + 1400 * MS)
    assert once.touches == often.touches
    assert once.touches


def test_the_same_seed_does_the_same_and_another_does_not() -> None:
    view = scene("a1R", "a1B")
    assert grabs(view, "adult", 5) == grabs(view, "adult", 5)
    times = [touch.t_ns for touch in grabs(view, "adult", 20)]
    assert len(set(times)) == len(times)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ConfigError, match="child, adult, expert"):
        SimulatedPeople(Recorder(), {0: "robot"})
