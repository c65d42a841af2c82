"""What palms beside a petal say of its sensors."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.sensors.sisters import Sisters
from tests.drivers.pad.sensors.sister_palms import (
    LOW,
    OWN,
    PETALS,
    SCANS,
    SHARE,
    lean,
    palmed,
    weighed,
)
from tests.few import few


def told_after(factor: float, seed: int, rounds: int = 5, before: int = 0) -> int | None:
    """After how many palms of each petal in turn petal 2 is told, of forces that scatter; nobody
    else ever is. ``before``: so many rounds in which it was in order."""
    rng = np.random.default_rng(seed)
    sisters = Sisters(OWN, weighed())
    sound = np.exp(rng.uniform(-0.1, 0.1, PETALS))  # drift since the weighing
    for n in range(before + rounds):
        reads = sound * np.where((np.arange(PETALS) == 2) & (n >= before), factor, 1.0)
        for source in rng.permutation(PETALS).tolist():
            scattered = reads * np.exp(rng.normal(0.0, 0.03, PETALS))
            late = ((source + 2) % PETALS,) if n % 2 else ()
            palmed(sisters, source, rng.uniform(12, 35), scattered.tolist(), late)
            assert sisters.odd <= {2}
        if sisters.odd:
            return n + 1 - before
    return None


@pytest.mark.parametrize("factor", [0.7, 1.43])
@pytest.mark.parametrize(("before", "least"), [(0, 8), (3, 18)])
def test_a_petal_30_percent_off_its_sisters_is_told_within_five_palms(
    factor: float, before: int, least: int
) -> None:
    """One that was in order before is told more surely: its shares have been felt."""
    found = [told_after(factor, seed, before=before) for seed in range(20)]
    assert sum(after is not None for after in found) >= least


@pytest.mark.parametrize("seed", few(4, range(10)))
def test_sound_petals_are_never_told(seed: int) -> None:
    assert told_after(1.0, seed, rounds=12) is None


@pytest.mark.parametrize("seed", few(3, range(10)))
@pytest.mark.parametrize("factor", [0.7, 1.43])
def test_who_goes_off_is_told_by_what_was_felt_before_however_badly_pairs_were_weighed(
    factor: float, seed: int
) -> None:
    """What hands showed while all was sound is what later ones are held against."""
    rng = np.random.default_rng(seed)
    weighed_off = np.exp(rng.normal(0.0, 0.15, PETALS))
    sisters = Sisters(OWN, weighed())
    for n in range(8):
        went = np.where((np.arange(PETALS) == 2) & (n >= 3), factor, 1.0)
        for source in rng.permutation(PETALS).tolist():
            reads = went * np.where(np.arange(PETALS) == source, 1.0, weighed_off)
            reads *= np.exp(rng.normal(0.0, 0.03, PETALS))
            palmed(sisters, source, rng.uniform(12.0, 35.0), reads.tolist())
            assert sisters.odd <= {2}
    assert sisters.odd == {2}


def test_who_stands_off_no_more_is_told_no_more() -> None:
    sisters = Sisters(OWN, weighed())
    for factor in (0.7, 1.0):
        for _ in range(12):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
        assert sisters.odd == ({2} if factor != 1.0 else frozenset())


def test_one_race_tells_no_petal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has lifted it there, all hands of the race felt: seven at once told one in order."""
    sisters = Sisters(OWN, weighed())
    with monkeypatch.context() as race:
        race.setattr(sisters, "rest", lambda: None)
        for turn in range(8):
            palmed(sisters, turn % PETALS, 20.0, LOW)
    sisters.rest()
    assert not sisters.odd


def test_a_petal_is_told_while_somebody_leans_on_another() -> None:
    """Whoever has lain there for long is in no race; else all hands until then were one."""
    sisters = Sisters(OWN, weighed())
    lean(sisters, 0, blocks=12)
    for _ in range(4):
        for source in (1, 2, 3):
            palmed(sisters, source, 20.0, LOW, leant=0)
    assert sisters.odd == {2}


def test_a_hand_that_leans_is_heard_once_however_long_it_stays() -> None:
    sisters = Sisters(OWN, weighed())
    before = sisters._covariance.copy()  # it leans as was weighed, so no mean moves
    lean(sisters, 0, blocks=12)
    heard = sisters._covariance.copy()
    assert (heard != before).any()
    lean(sisters, 0, blocks=40)
    sisters.rest()
    assert (sisters._covariance == heard).all()


def test_a_hand_that_lies_half_beside_its_petal_accuses_nobody() -> None:
    """What a neighbour feels then is no share of the palm but a finger."""
    sisters = Sisters(OWN, weighed())
    for _ in range(10):
        palmed(sisters, 2, 20.0, [1.0] * PETALS, late=(1,), late_scan=20)
        palmed(sisters, 2, 20.0, [1.0] * PETALS, late=(3,), late_scan=20)
    assert not sisters.odd


def test_a_table_never_weighed_accuses_nobody() -> None:
    sisters = Sisters(OWN, Calibration((ChannelCalibration(),) * (2 * PETALS)))
    for source in range(PETALS):
        palmed(sisters, source, 20.0, [1.0, 1.0, 0.7, 1.0])
    assert not sisters.odd


def accused(
    factors: list[float],
    rounds: int = 12,
    push_n: float = 20.0,
    calibration: Calibration | None = None,
    **palm: object,
) -> frozenset[int]:
    """Who is told after so many palms on each petal."""
    sisters = Sisters(OWN, calibration or weighed())
    for _ in range(rounds):
        for source in range(PETALS):
            palmed(sisters, source, push_n, factors, **palm)  # type: ignore[arg-type]
    return sisters.odd


def test_a_petal_that_reads_too_little_is_told_by_what_is_pushed_alone() -> None:
    """Fingers pull at the table, and so clear who is told; a table that swings accuses nobody."""
    assert accused(LOW) == {2}
    assert not accused(LOW, calibration=weighed(pinch=0.0), pinch_n=12.0)
    assert not accused([1.0] * PETALS, swing_n=0.4)


def test_what_a_pair_has_shown_excuses_only_what_a_sound_one_drifts_by() -> None:
    """A petal that goes off little by little is told too."""
    sisters = Sisters(OWN, weighed())
    for factor in np.linspace(1.0, 0.65, 8).tolist():
        for _ in range(15):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
    assert sisters.odd == {2}


def test_who_stands_beside_an_odd_one_is_not_accused_of_it() -> None:
    """And who was told teaches nobody what a sound share is."""
    sisters = Sisters(OWN, weighed())
    for _ in range(60):
        for source in (1, 2, 3):
            palmed(sisters, source, 20.0, LOW)
    assert sisters.odd == {2}
    for _ in range(12):
        palmed(sisters, 2, 20.0, [1.0] * PETALS)
        palmed(sisters, 1, 20.0, [1.0] * PETALS)
    assert not sisters.odd


@pytest.mark.parametrize("factors", [LOW, [1.0, 1.0, 1.43, 1.0]])
def test_a_palm_is_felt_until_hands_come_beside_it(factors: list[float]) -> None:
    """From their first newton on what is read there is theirs."""
    sisters = Sisters(OWN, weighed())
    for _ in range(4):
        palmed(sisters, 2, 20.0, factors, (1, 3))
    assert sisters.odd == {2}


def test_a_grab_is_a_palm_until_its_fingers_pull() -> None:
    assert accused(LOW, calibration=weighed(pinch=0.0), pinch_n=6.0) == {2}


def test_a_hand_that_lay_there_in_the_block_before_leaves_nothing_to_be_felt() -> None:
    """It is no part of the share, however well its force has the shape of one."""
    sisters = Sisters(OWN, weighed())
    for _ in range(6):
        for source in (1, 3):
            pressed = np.isin(np.arange(PETALS), (source, 2))
            for palm_n in (0.0, 20.0):
                newtons = np.zeros((SCANS, 2 * PETALS))
                newtons[:, 2 * source] = palm_n
                newtons[:, :2] = SHARE * palm_n
                newtons[:, 4:6] = 1.5 * SHARE * palm_n  # with what rests there, half as much again
                sources = np.zeros((SCANS, 2 * PETALS))
                sources[:, source] = palm_n
                sisters.take(newtons, sources, pressed)
            sisters.rest()
    assert not sisters.odd


def test_what_is_hardly_felt_says_nothing() -> None:
    """No force that a sensor shows badly, and no share that the weight hardly showed either."""
    assert accused(LOW, push_n=10.0) == {2}
    assert not accused(LOW, push_n=3.5)
    assert not accused(LOW, push_n=40.0, calibration=weighed(0.005), share=0.005)


def test_a_palm_that_was_felt_for_a_moment_is_none_against_the_others() -> None:
    sisters = Sisters(OWN, weighed())
    for n in range(24):
        for source in range(PETALS):
            beside = ((source - 1) % PETALS, (source + 1) % PETALS) if n % 3 else ()
            palmed(sisters, source, 20.0, LOW, beside, late_scan=56)
    assert sisters.odd == {2}


def test_a_petal_that_couples_nothing_into_a_sensor_is_told_too() -> None:
    assert accused([1.0, 1.0, 0.0, 1.0]) == {2}
    assert accused([1.0, 1.0, -0.1, 1.0]) == {2}  # it is even lifted


def test_a_grab_elsewhere_is_told_apart_from_a_palm() -> None:
    assert accused(LOW, grab_n=20.0) == {2}


def test_a_hand_that_lay_beside_the_palm_before_leaves_nothing_to_be_felt() -> None:
    sisters = Sisters(OWN, weighed())
    for late_scan in range(12):
        palmed(sisters, 2, 20.0, LOW, (1, 3), late_scan=late_scan)
    assert not sisters.odd


def test_of_two_petals_that_may_be_the_odd_one_none_is_told() -> None:
    """Petal 1 reads too little beside 2 and hardly anybody else; 2 too much, once, beside 3."""
    sisters = Sisters(OWN, weighed(apart=0))
    for _ in range(4):
        palmed(sisters, 1, 20.0, [1.0, 0.7, 1.0, 1.0])
    palmed(sisters, 3, 20.0, [1.0, 1.0, 1.6, 1.0])
    assert not sisters.odd
    for source in 3 * (0, 1, 2, 3):
        palmed(sisters, source, 20.0, [1.0, 0.7, 1.0, 1.0])
    assert sisters.odd == {1}


def told_by(
    palms: tuple[int, ...], factor: float, rounds: int, share: float = SHARE
) -> frozenset[int]:
    """Who is told of petal 2 by palms on these petals alone, that couple 0.8 N."""
    sisters = Sisters(OWN, weighed(share))
    for _ in range(rounds):
        for source in palms:
            palmed(sisters, source, 20.0 * SHARE / share, [1.0, 1.0, factor, 1.0], share=share)
    return sisters.odd


@pytest.mark.parametrize("palms", [(1, 3), (2,)])
@pytest.mark.parametrize("factor", [0.7, 1.43])
def test_palms_on_it_alone_tell_a_petal_and_palms_beside_it(
    palms: tuple[int, ...], factor: float
) -> None:
    assert told_by(palms, factor, 6) == {2}


def test_shares_that_were_weighed_a_quarter_too_small_accuse_nobody() -> None:
    """A pair's first palms show that, and are not held against a petal for good."""
    assert not told_by((1, 3), 1.28, 12)


def test_small_shares_tell_a_petal_but_for_what_their_weighing_read_badly() -> None:
    """At a table of 1 % nobody was ever told. Of 0.11 N under the weight 0.03 may be wrong."""
    assert told_by((1, 2, 3), 0.7, 3, share=0.011) == {2}
    assert told_by((1, 3), 1.35, 6) == {2}
    assert not told_by((1, 3), 1.35, 6, share=0.011)


def test_one_palm_does_not_make_what_it_shows_the_usual() -> None:
    assert told_by((1, 3), 0.73, 5) == {2}


def test_who_is_told_stays_told() -> None:
    """Little by little its shares would become the usual ones."""
    assert accused([1.0, 1.0, 0.75, 1.0], rounds=40) == {2}


def test_a_second_odd_one_is_told_beside_the_first() -> None:
    sisters = Sisters(OWN, weighed())
    for factors, told in (([0.7, 1.0, 1.0, 1.0], {0}), ([0.7, 1.0, 0.7, 1.0], {0, 2})):
        for _ in range(6):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, factors)
        assert sisters.odd == told


def test_what_an_odd_one_has_shown_is_not_held_against_its_neighbours() -> None:
    """Neither what it showed before it was told, nor since, with a strange palm."""
    for rounds in (2, 20):
        sisters = Sisters(OWN, weighed())
        for _ in range(rounds):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, LOW)
        assert sisters.odd == {2}
        palmed(sisters, 0, 20.0, [1.0, 1.6, 0.7, 1.0])
        for source in (1, 3):
            palmed(sisters, source, 20.0, [1.0] * PETALS)
        assert sisters.odd <= {2}


def test_one_strange_palm_says_no_more_than_another() -> None:
    """A hand may do whatever it likes once, and beside another petal once more."""
    sisters = Sisters(OWN, weighed())
    for source in (1, 3):
        palmed(sisters, source, 20.0, [1.0, 1.0, 0.2, 1.0])
    assert not sisters.odd
    for source in (1, 3, 1, 3):
        palmed(sisters, source, 20.0, [1.0, 1.0, 0.2, 1.0])
    assert sisters.odd == {2}


@pytest.mark.parametrize("factor", [0.6, 0.7, 1.43])
@pytest.mark.parametrize("palms", [(2, 2), (1, 3), (2, 1)])
def test_no_two_palms_tell_a_petal(palms: tuple[int, int], factor: float) -> None:
    """In one duel something may lift it, or lie on it, that all sensors show alike; it is told by
    those that come after."""
    sisters = Sisters(OWN, weighed())
    for source in 6 * (0, 1, 2, 3):
        palmed(sisters, source, 20.0, [1.0] * PETALS)
    for source in palms:
        palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
    assert not sisters.odd
    for source in palms:
        palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
    assert sisters.odd == {2}


@pytest.mark.parametrize(("before", "palms"), [((1, 3), (0, 1, 2, 3)), ((), (1, 3)), ((), (2,))])
def test_of_petals_whose_plugs_are_swapped_nothing_is_said(
    before: tuple[int, ...], palms: tuple[int, ...]
) -> None:
    """Their sensors are read by each other's curve; what they seemed to say before is forgotten."""
    sisters = Sisters(OWN, weighed())
    for sources in (before, 6 * palms):
        for source in sources:
            palmed(sisters, source, 20.0, LOW)
        assert not sisters.odd
        sisters.set_aside(frozenset({2}))
        assert {sisters.off(petal) for petal in range(PETALS)} == {(0.0, 0.0)}


def test_beside_a_dead_sensor_the_sound_one_of_its_petal_says_nothing_either() -> None:
    sisters = Sisters(OWN, weighed())
    sisters.set_aside(frozenset(), frozenset({4}))
    for source in 6 * (0, 1, 3):
        palmed(sisters, source, 20.0, LOW)
    assert not sisters.odd
    assert not sisters._evidence[4:6].any()


def test_a_petal_of_swapped_plugs_that_are_dead_too_is_stored_as_both() -> None:
    sisters = Sisters(OWN, weighed())
    sisters.set_aside(frozenset({1, 2}), frozenset({2, 3, 7}))
    again = Sisters(OWN, weighed(), sisters.state)
    assert again.swapped == {1, 2}
    assert again.dead == {2, 3, 7}
    assert again.aside == sisters.aside == {1, 2, 3}


def test_what_swapped_plugs_have_just_shown_is_forgotten_too() -> None:
    """A hand is still there when that is told."""
    sisters = Sisters(OWN, weighed())
    push = 20.0 * np.sin(np.pi * np.arange(SCANS) / SCANS)
    sources = np.zeros((SCANS, 2 * PETALS))
    sources[:, 2] = push
    newtons = np.repeat(0.7 * SHARE * push[:, None], 2 * PETALS, axis=1)
    newtons[:, 4] = push
    sisters.take(newtons, sources, np.arange(PETALS) == 2)
    sisters.set_aside(frozenset({2}))
    sisters.rest()
    assert not sisters.state[:, :2].any()


def test_what_swapped_plugs_have_said_for_their_neighbours_is_forgotten_too() -> None:
    """Or who reads too little beside them would take more hands to be told."""
    sisters = Sisters(OWN, weighed())
    palmed(sisters, 2, 20.0, LOW)
    assert sisters._evidence[2:4].any()
    sisters.set_aside(frozenset({2}))
    assert not sisters._evidence.any()


def test_how_a_part_bends_under_slaps_is_wrong_for_all_that_feel_them() -> None:
    """Their owner's petal seemed to give more than it did, by as many witnesses as felt it."""
    sisters = Sisters(OWN, weighed())
    for source in (2, 1, 3, 2, 0):
        seems = 1.43 if source == 2 else 1.3
        palmed(sisters, source, 40.0 if source == 2 else 8.0, [1.0, 1.0, 1 / seems, 1.0])
    assert not sisters.odd


def test_who_gets_more_and_gives_no_more_is_not_told() -> None:
    """Both sensors of a petal off their sisters would show it in both; shares that were weighed
    badly show it in one, and so what the other hands say against it has to be outweighed."""
    high, sound = [1.0, 1.0, 1.43, 1.0], [1.0] * PETALS
    for own, others, told in ((high, high, True), (sound, high, False), (high, sound, False)):
        sisters, ever = Sisters(OWN, weighed()), False
        for _ in range(4):
            for source in (2, 1, 2, 3):
                palmed(sisters, source, 20.0, own if source == 2 else others)
                ever = ever or bool(sisters.odd)
        assert ever == told


@pytest.mark.parametrize("seed", few(2, range(4)))
@pytest.mark.parametrize("sigma", [0.25, 0.45])
def test_where_all_shares_stray_nobody_is_told(sigma: float, seed: int) -> None:
    """From hand to hand, as at a table whose sensors show small forces badly."""
    rng = np.random.default_rng(seed)
    sisters = Sisters(OWN, weighed())
    for _ in range(15):
        for source in rng.permutation(PETALS).tolist():
            scattered = np.exp(rng.normal(0.0, sigma, PETALS)).tolist()
            palmed(sisters, source, rng.uniform(8.0, 30.0), scattered)
            assert not sisters.odd


def test_what_hands_on_a_petal_say_against_it_is_not_outnumbered_by_those_beside_it() -> None:
    """Who feels too little, time and again, and passes on as much as was weighed, is sound."""
    rng = np.random.default_rng(0)
    sisters = Sisters(OWN, weighed())
    for _ in range(4):
        palmed(sisters, 2, 20.0, [1.0] * PETALS)
    for _ in range(8):
        for source in (1, 3, 1, 3, 2):
            reads = np.exp(rng.normal(0.0, 0.03, PETALS))
            reads[2] *= 1.0 if source == 2 else 0.75
            palmed(sisters, source, 20.0, reads.tolist())
            assert not sisters.odd


def test_what_hands_on_a_petal_said_long_ago_is_past_once_they_all_fall_beside_it() -> None:
    """It was sound then, and nobody plays there any more."""
    sisters, rng = Sisters(OWN, weighed()), np.random.default_rng(1)

    def palms(on: tuple[int, ...], factors: list[float]) -> None:
        for source in rng.permutation(on).tolist():
            scattered = np.multiply(factors, np.exp(rng.normal(0.0, 0.08, PETALS)))
            palmed(sisters, source, rng.uniform(8.0, 30.0), scattered.tolist())

    for _ in range(60):
        palms((0, 1, 2, 3), [1.0] * PETALS)
    assert not sisters.odd
    for _ in range(12):
        palms((1, 3), LOW)
    assert sisters.odd == {2}


def test_a_light_palm_does_not_pay_for_a_slap_that_creeps_beside_it() -> None:
    """A sensor that has drifted by 6 % and creeps by 8 % feels less of the slap by and by, and all
    of that seems to be missing of the palm."""
    sisters, scans = Sisters(OWN, weighed()), np.arange(SCANS)
    for _ in range(8):
        for source in range(PETALS):
            palmed(sisters, source, 20.0, [1.0] * PETALS)
    slap = 50.0 * np.clip((scans - 40) / 12, 0.0, 1.0)
    palm = 12.0 * np.clip((scans - 120) / 12, 0.0, 1.0)
    creeps = 0.94 * np.linspace(1.08, 0.92, SCANS)[:, None]
    newtons = SHARE * (slap + palm)[:, None] * (OWN % 2 == 0)
    newtons *= np.where(OWN == 2, creeps, 1.0)
    for slapped, pressed in 4 * ((1, 3), (3, 1)):
        sources = np.zeros((SCANS, 2 * PETALS))
        sources[:, slapped], sources[:, pressed] = slap, palm
        sisters.take(newtons, sources, np.arange(PETALS) % 2 == 1)
        sisters.rest()
        assert not sisters.odd
