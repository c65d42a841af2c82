"""Palms on a pad of four petals, as their neighbours feel them."""

from __future__ import annotations

import numpy as np

from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.sensors.sisters import Sisters

PETALS = 4
OWN = np.repeat(np.arange(PETALS), 2)
SCANS = 256
SHARE = 0.04
LOW = [1.0, 1.0, 0.7, 1.0]  # petal 2 reads too little
LEANS_N = 8.0


def weighed(
    share: float = SHARE, pinch: float = SHARE / 2, apart: int | None = None
) -> Calibration:
    """Neighbours take ``share`` of a push and ``pinch`` of a pinch; the one opposite nothing, nor
    any that stands ``apart``."""
    channels = []
    for own in OWN.tolist():
        pairs = [
            (share, pinch) if own != apart and (own - source) % PETALS in (1, 3) else (0.0, 0.0)
            for source in range(PETALS)
        ]
        channels.append(ChannelCalibration(shares=tuple(pairs)))
    return Calibration(tuple(channels))


def palmed(
    sisters: Sisters,
    source: int,
    push_n: float,
    factors: list[float],
    late: tuple[int, ...] = (),
    *,
    late_scan: int = SCANS // 2,
    pinch_n: float = 0.0,
    swing_n: float = 0.0,
    share: float = SHARE,
    grab_n: float = 0.0,
    leant: int | None = None,
) -> None:
    """A palm on one petal, whose neighbours' sensors take ``share`` of it; all read ``factors`` of
    what they carry. ``late``: the petals whose own hands come from ``late_scan`` on, within twelve
    scans; ``pinch_n``: what *under* carries too;
    ``swing_n``: by so much the table swings under all others; ``grab_n``: a grab on the petal
    opposite, a little later; ``leant``: on that petal a hand stays all the while, and alone in the
    block after."""
    scans = np.arange(SCANS)
    hand = push_n * np.clip((scans - 40) / 12, 0.0, 1.0)
    newtons = np.zeros((SCANS, 2 * PETALS))
    pressed = np.arange(PETALS) == source
    hands = [(source, hand)]
    for petal in late:
        hands.append((petal, 9.0 * np.clip((scans - late_scan) / 12, 0.0, 1.0)))
        pressed[petal] = True
    if leant is not None:
        hands.append((leant, np.full(SCANS, LEANS_N)))
        pressed[leant] = True
    for petal, force in hands:
        for channel, own in enumerate(OWN.tolist()):
            beside = (own - petal) % PETALS in (1, PETALS - 1)
            part = share if beside else float(channel == 2 * petal)
            newtons[:, channel] += factors[own] * part * force
    newtons[:, source != OWN] += swing_n * np.sin(scans / 4.0)[:, None]
    sources = np.zeros((SCANS, 2 * PETALS))
    sources[:, :PETALS] = np.maximum(newtons[:, ::2], 0.0) * (newtons[:, ::2] >= 0.5)
    sources[:, PETALS + source] = pinch_n * hand / push_n
    if grab_n:
        opposite = (source + 2) % PETALS
        pressed[opposite] = True
        sources[:, PETALS + opposite] = grab = grab_n * np.clip((scans - 90) / 12, 0.0, 1.0)
        newtons[:, (OWN - source) % 2 == 1] += SHARE / 2 * grab[:, None]
    sisters.take(newtons, sources, pressed)
    if leant is None:
        sisters.rest()
    else:
        lean(sisters, leant)


def lean(sisters: Sisters, petal: int, blocks: int = 1) -> None:
    """A hand lies on one petal alone, as it was weighed."""
    newtons = np.zeros((SCANS, 2 * PETALS))
    newtons[:, 2 * petal] = LEANS_N
    newtons[:, (OWN - petal) % 2 == 1] = SHARE * LEANS_N
    sources = np.zeros((SCANS, 2 * PETALS))
    sources[:, petal] = LEANS_N
    for _ in range(blocks):
        sisters.take(newtons, sources, np.arange(PETALS) == petal)
