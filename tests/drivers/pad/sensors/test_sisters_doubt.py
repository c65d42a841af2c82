"""How a petal is read that may stand off its sisters."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.sensors.sisters import STANDING_COLUMNS, Sisters
from tests.drivers.pad.pad_events import INFO, contacts_of, pressed
from tests.drivers.pad.pad_events import weighed as without_shares
from tests.drivers.pad.sensors.sister_palms import LOW, OWN, PETALS, SCANS, SHARE, palmed, weighed
from tests.drivers.pad.streams import Push


@pytest.mark.parametrize("factor", [0.7, 1.43])
def test_who_may_stand_off_reads_more_or_less_by_so_much(factor: float) -> None:
    """In doubt after a palm or two, and surely once that is told."""
    sisters, found = Sisters(OWN, weighed()), []
    for _ in range(6):
        for source in (1, 3):
            palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
        found.append((*sisters.off(2), bool(sisters.odd)))
    mores = [abs(more) for more, _, _ in found]
    assert mores == sorted(mores)
    assert mores[0] < 0.3
    for more, doubt, _ in found:
        assert (more > 0.0) == (factor < 1.0)
        assert abs(more + np.log(factor)) < 2.0 * doubt
    assert [told for *_, told in found] == sorted(told for *_, told in found)
    assert found[-1][2]


def test_sound_petals_are_in_no_doubt() -> None:
    sisters = Sisters(OWN, weighed())
    for _ in range(6):
        for source in range(PETALS):
            palmed(sisters, source, 20.0, [1.0] * PETALS)
    assert {sisters.off(petal) for petal in range(PETALS)} == {(0.0, 0.0)}


def test_a_slap_beyond_the_heavy_weight_says_less() -> None:
    """Nobody weighed a curve there: what reads low above it seems to couple more."""
    found = []
    for push_n, share in ((10.0, 0.08), (50.0, 0.016)):
        sisters = Sisters(OWN, weighed(share))
        for source in (1, 3):
            palmed(sisters, source, push_n, LOW, share=share)
        found.append(sisters.off(2)[0])
    assert 0.0 < found[1] < found[0]


def suspected(rounds: int, palms: tuple[int, ...], calibration: Calibration) -> Sisters:
    """Petal 2 has perhaps read too little, by palms on these petals."""
    sisters = Sisters(OWN, calibration)
    for _ in range(rounds):
        for source in palms:
            palmed(sisters, source, 20.0, LOW)
    return sisters


def test_what_one_pair_has_shown_speaks_for_either_of_them_by_half() -> None:
    """One reads too little, or the other too much; a third that bears it out tells which."""
    pair, both = suspected(1, (1,), weighed(apart=0)), suspected(1, (1, 3), weighed())
    low, high = pair.off(2)[0], pair.off(1)[0]
    assert 0.0 < low < 0.12  # a third of what is told, less than half as sure
    assert low == pytest.approx(-high)
    assert both.off(2)[0] > -2.0 * both.off(1)[0]
    assert pair.off(2)[1] > low  # but it may be all of it


def test_a_share_that_was_not_weighed_doubts_nobody() -> None:
    own = np.array([0, 0, 1, 1])
    told = []
    push = 20.0 * np.sin(np.pi * np.arange(SCANS) / SCANS)
    sources = np.zeros((SCANS, 4))
    sources[:, 0] = push
    for shares in ((None,) * 2, (), ((SHARE, 0.0),) * 2):
        sisters = Sisters(own, Calibration((ChannelCalibration(shares=shares),) * 4))
        newtons = np.stack([push, 0 * push, *[0.2 * SHARE * push] * 2], axis=1)
        for _ in range(3):
            sisters.take(newtons, sources, np.array([True, False]))
            sisters.rest()
        told.append(sisters.off(0))
    assert told[0] == told[1] != told[2]


def test_of_two_petals_nobody_knows_which_of_them_stands_off() -> None:
    own = np.array([0, 0, 1, 1])
    channels = [ChannelCalibration(shares=((SHARE, 0.0),) * 2) for _ in own]
    sisters = Sisters(own, Calibration(tuple(channels)))
    push = 20.0 * np.sin(np.pi * np.arange(SCANS) / SCANS)
    sources = np.zeros((SCANS, 4))
    sources[:, 0] = push
    newtons = np.stack([push, 0 * push, *[0.7 * SHARE * push] * 2], axis=1)
    for _ in range(3):
        sisters.take(newtons, sources, np.array([True, False]))
        sisters.rest()
    (high, first), (low, second) = sisters.off(0), sisters.off(1)
    assert 0.0 < low == pytest.approx(-high)
    assert first == pytest.approx(second)
    assert first > 1.5 * low  # it may be all of it, and none
    assert not sisters.odd


def test_hands_are_read_alike_until_nobody_touches_the_pad() -> None:
    """What some have shown that are gone holds from the next free moment on."""
    sisters = Sisters(OWN, weighed())
    push = 20.0 * np.sin(np.pi * np.arange(SCANS) / SCANS)
    for source in (1, 3, 0):
        sources = np.zeros((SCANS, 2 * PETALS))
        sources[:, source] = push
        newtons = np.repeat(SHARE * push[:, None], 2 * PETALS, axis=1)
        newtons[:, 4:6] *= 0.7
        newtons[:, 2 * source] = push
        sisters.take(newtons, sources, np.arange(PETALS) == source)
        assert not sisters.state.any()
    sisters.rest()
    assert sisters.off(2)[0] > 0.0


def test_who_begins_with_a_state_goes_by_it() -> None:
    """Stored samples do: hands before them have shown more than theirs."""
    before = suspected(2, (1, 3), weighed())
    before.set_aside(frozenset({0}))
    again = Sisters(OWN, weighed(), before.state)
    assert again.aside == {0}
    palmed(again, 3, 20.0, LOW)
    assert [again.off(petal) for petal in range(PETALS)] == [
        before.off(petal) for petal in range(PETALS)
    ]
    assert before.off(2)[0] > 0.0


def test_a_petal_that_reads_too_little_begins_to_be_touched_by_less() -> None:
    sisters = suspected(6, (1, 3), weighed())
    assert sisters.odd == {2}
    assert sisters.least(0, 2.0, 0.05) == pytest.approx(0.9, abs=0.05)
    assert sisters.least(2, 2.0, 0.05) < 0.7 * (1.0 - 2.0 * 0.1)


def contacts_off(off: float, *pushes: Push) -> int:
    """How many of seat 0, whose petal is known to carry so much more than it reads (log)."""
    calibration = without_shares(0.0)
    state = PadDecoder(INFO, calibration).state()
    state[:2, -STANDING_COLUMNS] = off
    decoder = PadDecoder(INFO, calibration, state=state)
    return len(contacts_of(decoder.feed(pressed(*pushes))))


def test_a_light_hand_after_a_slap_is_no_swing_where_a_third_less_is_read() -> None:
    """1.15 N, of which it shows 0.8: the table that swings goes, a hand stays."""
    slap, hand = Push(4, 500, 20.0, 8.0, 600), Push(0, 560, 0.8, 12.0, 300)
    assert [contacts_off(off, slap, hand) for off in (0.36, 0.0)] == [1, 0]


def test_a_slow_hand_was_not_laid_down_where_a_third_less_is_read() -> None:
    """1.43 N, of which it shows 1 N, may be a hand that leans on a petal in order."""
    hand = Push(0, 500, 1.0, 90.0, 300)
    assert [contacts_off(off, hand) for off in (0.36, 0.0)] == [1, 0]


def test_of_two_that_play_all_evening_either_is_read_as_likely_off() -> None:
    """Nobody is told where there is no third, so what speaks for it grows without end."""
    own = np.array([0, 0, 1, 1])
    shares = [((0.0, 0.0), (SHARE, 0.0))] * 2 + [((SHARE, 0.0), (0.0, 0.0))] * 2
    table = Calibration(tuple(ChannelCalibration(shares=pairs) for pairs in shares))
    sisters, hand = Sisters(own, table), 20.0 * np.clip((np.arange(64) - 20) / 12, 0.0, 1.0)
    for number in range(800):
        source, off = number % 2, 0.36 * (number >= 200)
        felt = SHARE * np.exp(-off if source else off) * hand  # petal 1 reads too much
        newtons = np.where(own == source, [1.0, 0.0] * 2, 0.0) * hand[:, None]
        newtons += np.outer(felt, own != source)
        sources = np.zeros((64, 4))
        sources[:, source] = hand
        sisters.take(newtons, sources, np.arange(2) == source)
        sisters.rest()
    assert not sisters.odd
    assert sisters.off(0) == pytest.approx((0.18, 0.18))
    assert sisters.off(1) == pytest.approx((-0.18, 0.18))
