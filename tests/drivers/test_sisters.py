"""What palms beside a petal say of its sensors."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.calibration import Calibration, ChannelCalibration
from drivers.sisters import Sisters

PETALS = 4
OWN = np.repeat(np.arange(PETALS), 2)
SCANS = 256
SHARE = 0.04


def weighed(share: float = SHARE) -> Calibration:
    """Neighbours take ``share`` of a push, half as much of a pinch; the one opposite nothing."""
    channels = []
    for own in OWN.tolist():
        pairs = [
            (share, share / 2) if (own - source) % PETALS in (1, PETALS - 1) else (0.0, 0.0)
            for source in range(PETALS)
        ]
        channels.append(ChannelCalibration(shares=tuple(pairs)))
    return Calibration(tuple(channels))


def palmed(
    sisters: Sisters,
    source: int,
    push_n: float,
    factors: list[float],
    late: int | None = None,
    *,
    loads_n: list[float] | float = 0.0,
    pinch_n: float = 0.0,
    swing_n: float = 0.0,
) -> None:
    """A palm on one petal; all read ``factors`` of what they carry. ``late``: the petal whose own
    hand comes in the middle of it; ``loads_n``: what lies on each channel; ``pinch_n``: what
    *under* carries too; ``swing_n``: by so much the table swings under all others."""
    hand = push_n * np.clip((np.arange(SCANS) - 40) / 12, 0.0, 1.0)
    newtons = np.zeros((SCANS, 2 * PETALS))
    pressed = np.arange(PETALS) == source
    hands = [(source, hand)]
    if late is not None:
        hands.append((late, np.where(np.arange(SCANS) >= SCANS // 2, 9.0, 0.0)))
        pressed[late] = True
    for petal, force in hands:
        for channel, own in enumerate(OWN.tolist()):
            share = SHARE if (own - petal) % PETALS in (1, PETALS - 1) else float(own == petal)
            newtons[:, channel] += factors[own] * share * force
    newtons[:, 1::2] *= ~pressed
    newtons[:, source != OWN] += swing_n * np.sin(np.arange(SCANS) / 4.0)[:, None]
    sources = np.zeros((SCANS, 2 * PETALS))
    sources[:, :PETALS] = np.maximum(newtons[:, ::2], 0.0) * (newtons[:, ::2] >= 0.5)
    sources[:, PETALS + source] = pinch_n * hand / push_n
    sisters.take(newtons, sources, pressed, loads_n)


def told_after(factor: float, seed: int, rounds: int = 5, before: int = 0) -> int | None:
    """After how many palms of each petal in turn petal 2 is told, of forces that scatter; nobody
    else ever is. ``before``: so many rounds in which it was in order."""
    rng = np.random.default_rng(seed)
    sisters = Sisters(OWN, weighed())
    sound = np.exp(rng.normal(0.0, 0.05, PETALS))  # drift since the weighing
    for n in range(before + rounds):
        reads = sound * np.where((np.arange(PETALS) == 2) & (n >= before), factor, 1.0)
        for source in rng.permutation(PETALS).tolist():
            scattered = reads * np.exp(rng.normal(0.0, 0.03, PETALS))
            late = (source + 2) % PETALS if n % 2 else None
            palmed(sisters, source, rng.uniform(12, 35), scattered.tolist(), late)
            assert sisters.told <= {2}
        if sisters.told:
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


def test_sound_petals_are_never_told() -> None:
    assert [told_after(1.0, seed, rounds=15) for seed in range(20)] == [None] * 20


def test_who_stands_off_no_more_is_told_no_more() -> None:
    sisters = Sisters(OWN, weighed())
    for factor in (0.7, 1.0):
        for _ in range(12):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
        assert sisters.told == ({2} if factor != 1.0 else frozenset())


def test_a_hand_that_lies_half_beside_its_petal_accuses_nobody() -> None:
    """What a neighbour feels then is no share of the palm but a finger."""
    sisters = Sisters(OWN, weighed())
    for _ in range(10):
        palmed(sisters, 2, 20.0, [1.0] * PETALS, late=1)
        palmed(sisters, 2, 20.0, [1.0] * PETALS, late=3)
    assert not sisters.told


def test_a_table_never_weighed_accuses_nobody() -> None:
    sisters = Sisters(OWN, Calibration((ChannelCalibration(),) * (2 * PETALS)))
    for source in range(PETALS):
        palmed(sisters, source, 20.0, [1.0, 1.0, 0.7, 1.0])
    assert not sisters.told


LOW = [1.0, 1.0, 0.7, 1.0]


def accused(factors: list[float], rounds: int = 12, **palm: object) -> frozenset[int]:
    """Who is told after so many palms on each petal."""
    sisters = Sisters(OWN, weighed())
    for _ in range(rounds):
        for source in range(PETALS):
            palmed(sisters, source, 20.0, factors, **palm)  # type: ignore[arg-type]
    return sisters.told


def test_a_petal_that_reads_too_little_is_told_by_palms_alone() -> None:
    """Under a load a sensor is bent, what a pinch couples is hardly known, and a table that swings
    shows no shares: none of them accuses anybody, or clears who is told."""
    assert accused(LOW) == {2}
    assert not accused(LOW, loads_n=[0.0] * 4 + [0.5, 0.5] + [0.0] * 2)
    assert not accused(LOW, loads_n=0.5)
    assert not accused(LOW, pinch_n=6.0)
    assert not accused(LOW, swing_n=0.2)


def test_one_neighbour_alone_bears_nothing_out() -> None:
    """It may be the odd one itself."""
    sisters = Sisters(OWN, weighed())
    for _ in range(40):
        palmed(sisters, 2, 20.0, LOW, loads_n=[0.0] * 6 + [0.5] * 2)
    assert not sisters.told


def test_what_a_pair_has_shown_excuses_only_what_a_sound_one_drifts_by() -> None:
    """A petal that goes off little by little is told too."""
    sisters = Sisters(OWN, weighed())
    for factor in np.linspace(1.0, 0.65, 8).tolist():
        for _ in range(15):
            for source in range(PETALS):
                palmed(sisters, source, 20.0, [1.0, 1.0, factor, 1.0])
    assert sisters.told == {2}


def test_who_stands_beside_an_odd_one_is_not_accused_of_it() -> None:
    """And who was told teaches nobody what a sound share is."""
    sisters = Sisters(OWN, weighed())
    for _ in range(60):
        for source in (1, 2, 3):
            palmed(sisters, source, 20.0, LOW)
    assert sisters.told == {2}
    for _ in range(12):
        palmed(sisters, 2, 20.0, [1.0] * PETALS)
        palmed(sisters, 1, 20.0, [1.0] * PETALS)
    assert not sisters.told


def test_one_strange_palm_says_no_more_than_another() -> None:
    """A hand may do whatever it likes once, and beside another petal once more."""
    sisters = Sisters(OWN, weighed())
    for source in (1, 3):
        palmed(sisters, source, 20.0, [1.0, 1.0, 0.2, 1.0])
    assert not sisters.told
    for _ in range(8):
        for source in (1, 3):
            palmed(sisters, source, 20.0, [1.0, 1.0, 0.2, 1.0])
    assert sisters.told == {2}
