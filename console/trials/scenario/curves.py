"""A kept hand's force, as knots to lay it on a petal again: by its samples, of any shape."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from console.store.records import MatchHeader
from console.store.replay import pad_of
from console.store.window import SampleWindow
from drivers.events import Contact, Gesture
from drivers.pad.channels.calibration import force_table
from drivers.times import MS, ns
from host_sim.plate import CROSSTALK
from host_sim.scenarios.form import Knots
from host_sim.truth import ONSET_N

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AWAY_N: Final = 0.3  # below it much may be what the plate carries
LAID_MS: Final = 200.0  # how a hand is laid down that leant before the samples begin
HOLD_MS: Final = 150.0  # what a hand stays that still was there when the samples end
LEAST_N: Final = 1.1  # a contact that reached 1 N on the last table has to on the next
MOST_N: Final = 100.0
NEAR_N, NEAR_SHARE = 0.02, 0.06  # no knot where a straight line is as near: the noise
USUAL_MS: Final = 10.0
USUAL_LAG_MS: Final = 4.0


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """How a hand's forces rose and stood; it then stays for ``hold_ms``. It counts ``onset_ms``
    after its first knot: the contact that it was has to come at its time again.
    """

    top: Knots
    under: Knots
    onset_ms: float
    hold_ms: float


def drawn(contact: Contact, header: MatchHeader, window: SampleWindow | None) -> DrawnHand:
    """The hand that ``contact`` was, by its samples; an ordinary one where none were kept."""
    if window is None or not (window.t_ns < contact.t_ns).any():
        return _usual(contact)
    (top_ns, top_n), (under_ns, under_n) = _forces(contact, header, window)
    both = np.maximum(top_n, under_n)
    before = window.t_ns < contact.t_ns
    free = np.flatnonzero(before & (both < AWAY_N))
    first = int(free[-1]) + 1 if len(free) else 0
    highest = int(np.where(before, 0.0, both).argmax())
    gone = highest + np.flatnonzero(both[highest:] < AWAY_N)
    last = int(gone[0]) + 1 if len(gone) else len(both)
    start_ns = int(window.t_ns[first - 1]) if first else int(window.t_ns[0]) - ns(LAID_MS)
    more = max(1.0, LEAST_N / max(float(both[highest]), AWAY_N))
    top, under = (
        _knots((at_ns[first:last] - start_ns) / MS, force[first:last] * more)
        for at_ns, force in ((top_ns, top_n), (under_ns, under_n))
    )
    pressed = [top] if contact.gesture is Gesture.PALM else [top, under]
    onset_ms = _onset_ms(pressed, (contact.t_ns - start_ns) / MS)
    return DrawnHand(top, under, onset_ms, 0.0 if len(gone) else HOLD_MS)


def _onset_ms(pressed: list[Knots], told_ms: float) -> float:
    """Where the force passes the threshold, next to when the contact was told to be."""
    passing = (
        ms + (ONSET_N - low) / (high - low) * (later_ms - ms)
        for knots in pressed
        for (ms, low), (later_ms, high) in pairwise(knots)
        if low < ONSET_N <= high
    )
    return min(passing, key=lambda ms: abs(ms - told_ms), default=told_ms)


def _usual(contact: Contact) -> DrawnHand:
    peak_n = min(max(contact.peak_n, LEAST_N), MOST_N)
    top = [(0.0, 0.0), (USUAL_MS, peak_n)]
    under = [(0.0, 0.0), (USUAL_LAG_MS, 0.0), (USUAL_LAG_MS + USUAL_MS, peak_n)]
    return DrawnHand(top, under, USUAL_MS * ONSET_N / peak_n, HOLD_MS)


def _forces(
    contact: Contact, header: MatchHeader, window: SampleWindow
) -> tuple[tuple[Ints, Floats], tuple[Ints, Floats]]:
    """Times and newtons of its petal's *top* and *under*.

    What the plate brings from other petals is taken off, by the shares that were weighed or else
    those of any table: the next table carries its own.
    """
    pad = pad_of(header)
    info, calibration = pad.info, pad.calibration
    times: dict[str, Ints] = {}
    forces: dict[tuple[int, str], Floats] = {}
    for channel, weighed, codes in zip(
        info.channels, calibration.channels, window.codes.T, strict=True
    ):
        table = force_table(info, weighed, weighed.rest_code)
        forces[channel.seat, channel.part] = np.clip(table[codes], 0.0, MOST_N)
        if channel.seat == contact.seat:
            times[channel.part] = window.t_ns + channel.offset_ns
    own = {}
    for channel, weighed in zip(info.channels, calibration.channels, strict=True):
        if channel.seat == contact.seat:
            usual = _usual_shares(contact.seat, channel.part, info.seats)
            shares = [known or u for known, u in zip(weighed.shares or usual, usual, strict=True)]
            carried = sum(
                push * (forces[seat, "top"] - forces[seat, "under"]) + pinch * forces[seat, "under"]
                for seat, (push, pinch) in enumerate(shares)
                if seat != contact.seat
            )
            loaded = np.maximum(carried, 0.0)  # who is lifted may show nothing of it
            own[channel.part] = np.maximum(forces[contact.seat, channel.part] - loaded, 0.0)
    return (times["top"], own["top"]), (times["under"], own["under"])


def _usual_shares(seat: int, part: str, seats: int) -> list[tuple[float, float]]:
    """Of any table: from the neighbours' pushes only."""
    beside = {(seat + step) % seats for step in (-1, 1)} - {seat}
    share = CROSSTALK if part == "top" else CROSSTALK / 2
    return [(share if other in beside else 0.0, 0.0) for other in range(seats)]


def _knots(ms: Floats, force: Floats) -> Knots:
    """From nothing at 0 through so many of the samples that lines between them are near all."""
    ms, force = np.concatenate([[0.0], ms]), np.concatenate([[0.0], force])
    kept = {0, len(ms) - 1}
    waiting = [(0, len(ms) - 1)]
    while waiting:
        low, high = waiting.pop()
        inner = slice(low + 1, high)
        line = np.interp(ms[inner], ms[[low, high]], force[[low, high]])
        off = np.abs(force[inner] - line) - NEAR_SHARE * force[inner]
        if len(off) and off.max() > NEAR_N:
            middle = low + 1 + int(off.argmax())
            kept.add(middle)
            waiting += [(low, middle), (middle, high)]
    return [(round(float(ms[k]), 3), round(float(force[k]), 3)) for k in sorted(kept)]
