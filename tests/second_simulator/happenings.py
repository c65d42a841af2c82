"""What is no hand: bags, elbows, thumps, lone spikes, and petals that are not in order."""

from __future__ import annotations

import numpy as np

from tests.second_simulator.kinds import Floats
from tests.second_simulator.sensors import FULL_CODE, SCAN_S
from tests.second_simulator.shapes import ramp


def loads(
    happening: str, t_s: Floats, onsets_s: list[float], channels: int, rng: np.random.Generator
) -> Floats:
    """Newtons float64[n, c] that lie on, or shake, the sensors."""
    out = np.zeros((len(t_s), channels))
    if happening == "bag":
        share = rng.uniform(0.1, 1.0, channels)
        if rng.random() < 0.5:  # within 2 N a minute, up and down
            slope = np.interp(t_s, np.sort(rng.uniform(0, t_s[-1], 3)), rng.uniform(-1, 1, 3))
            out += np.cumsum(slope)[:, None] * SCAN_S * share * (2 / 60)
        else:  # 5 N at once, a good second before a duel's first hand; taken away later
            put_s = onsets_s[int(rng.integers(1, 4))] - rng.uniform(1.1, 1.35)
            gone_s = onsets_s[int(rng.integers(5, 9))] - rng.uniform(1.1, 1.35)
            most_n = rng.uniform(1.0, 5.0)
            there = ramp(t_s, put_s, rng.uniform(0.1, 0.3)) - ramp(t_s, gone_s, 0.2)
            out += there[:, None] * share * most_n
    elif happening == "elbow":  # comes in 60 to 200 ms while hands do, stays a while
        for onset_s in onsets_s:
            put_s, long_s = onset_s + rng.uniform(-0.25, 0.05), rng.uniform(0.06, 0.2)
            there = ramp(t_s, put_s, long_s) - ramp(t_s, put_s + rng.uniform(0.35, 0.7), 0.15)
            out += there[:, None] * rng.uniform(0.0, 0.4) * rng.uniform(0.1, 1.0, channels)
    elif happening == "thump":  # a fist on the table, before, in or between duels
        for onset_s in onsets_s:
            at_s = onset_s + rng.choice([rng.uniform(-0.2, 0.1), rng.uniform(-0.04, 0.04)])
            since = np.maximum(t_s - at_s, 0.0)
            swing = np.sin(2 * np.pi * rng.uniform(15, 60) * since)
            swing *= np.exp(-since / rng.uniform(0.01, 0.04))
            out += swing[:, None] * rng.uniform(0.2, 1.2) * rng.uniform(0.4, 1.0, channels)
    return out


def struck(codes: Floats, hands: list[list[tuple[float, int]]], rng: np.random.Generator) -> None:
    """One sample of each duel at full scale, on the petal of one of its hands, as it comes."""
    for duel in hands:
        onset_s, seat = duel[int(rng.integers(len(duel)))]
        at = round((onset_s + rng.uniform(-0.008, 0.020)) / SCAN_S)
        codes[at, 2 * seat + int(rng.integers(2))] = FULL_CODE


def faulty(fault: str, seat: int | None, siemens: Floats, rng: np.random.Generator) -> Floats:
    """The conductances float64[n, c] of a pad one petal of which is not in order."""
    if seat is None:
        return siemens
    top, under = 2 * seat, 2 * seat + 1
    if fault == "swapped":
        siemens[:, [top, under]] = siemens[:, [under, top]]
    elif fault == "dead_top":
        siemens[:, top] = 1e-9
    elif fault == "dead_under":
        siemens[:, under] = 1e-9
    elif fault == "saturated":  # full scale from some force on, right below it
        knee_s = rng.uniform(4.0, 10.0) ** 0.85 / 6000
        channels = [top, under] if rng.random() < 0.6 else [top]
        own = siemens[:, channels]
        siemens[:, channels] = np.where(own > knee_s, 1e3, own)
    elif fault == "short":  # its foils touch, ever more of them, under a harder hand
        knee_s = rng.uniform(4.0, 15.0) ** 0.85 / 6000
        own = siemens[:, top] * (1.0 + 5000.0 * (siemens[:, top] / knee_s) ** 6)
        siemens[:, top] = own / (1.0 + own * rng.uniform(3.0, 30.0))
    elif fault == "uneven":
        off = rng.choice([0.7, 1 / 0.7])
        if rng.random() < 0.5:
            siemens[:, [top, under]] *= off
        else:
            siemens[:, [top, under][int(rng.integers(2))]] *= off
    return siemens
