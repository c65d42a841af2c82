"""Photo finishes for the reference pictures: made of figures, so that no decoder changes them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from console.duel.photo_finish import ForceCurve, HandTrace, PhotoFinish, Result
from drivers.times import MS

CARD_NS = 20_000 * MS
THRESHOLD_N = 0.5


def hand(seat: int, after_ms: float, behind_ms: float, peak_n: float, u_ms: float) -> HandTrace:
    """A grab whose force passes the threshold ``after_ms`` after the card."""
    onset_ns = CARD_NS + round(after_ms * MS)
    foot = np.arcsin((THRESHOLD_N / peak_n) ** 0.5) * 2 / np.pi
    t_ns = onset_ns + np.arange(-60, 121, dtype=np.int64) * MS - 300_000
    curves = []
    for part, lag_ms, share in (("top", 0.0, 1.0), ("under", 4.0, 0.8)):
        rise = np.clip((t_ns - onset_ns) / MS / 9.0 + foot - lag_ms / 9.0, 0, 1)
        curves.append(ForceCurve(part, t_ns, share * peak_n * np.sin(rise * np.pi / 2) ** 2))
    u_ns = round(u_ms * MS)
    behind_ns = round(behind_ms * MS)
    return HandTrace(
        seat=seat,
        onset_ns=onset_ns,
        uncertainty_ns=u_ns,
        behind_ns=behind_ns,
        behind_uncertainty_ns=round(1.5 * u_ns) if behind_ns else 0,
        reaction_ns=onset_ns - CARD_NS,
        curves=tuple(curves),
    )


def photo(result: Result, first: int | None, *hands: HandTrace) -> PhotoFinish:
    """A picture of these hands after a card."""
    second = hands[1]
    return PhotoFinish(
        result=result,
        first=first,
        hands=hands,
        shown_ns=CARD_NS,
        light=False,
        threshold_n=THRESHOLD_N,
        margin_ns=second.behind_ns,
        margin_uncertainty_ns=second.behind_uncertainty_ns,
    )


def close() -> PhotoFinish:
    """Seat 1 before seat 5 by 2.4 ms, two readers opposite each other."""
    return photo(Result.WON, 0, hand(0, 402.3, 0.0, 18.0, 0.12), hand(4, 404.7, 2.4, 14.0, 0.14))


def rested() -> PhotoFinish:
    """A finger of seat 5 came 8 ms before seat 1 and rested just below the threshold; it gripped
    12 ms after seat 1."""
    grip = hand(4, 414.3, 12.0, 14.0, 0.14)
    rest = grip.onset_ns - 20 * MS

    def lain(curve: ForceCurve) -> ForceCurve:
        rests = np.where(curve.t_ns >= rest, 0.43, 0.0)
        return replace(curve, force_n=np.maximum(curve.force_n, rests))

    finger = replace(
        grip,
        behind_uncertainty_ns=20 * MS,
        early_ns=20 * MS,
        curves=(lain(grip.curves[0]), grip.curves[1]),
    )
    return photo(Result.TIED, None, hand(0, 402.3, 0.0, 18.0, 0.12), finger)


def tied() -> PhotoFinish:
    """Seats 4 and 6 at the same time: one of them sits at a side."""
    return photo(
        Result.TIED, None, hand(3, 391.1, 0.0, 16.0, 0.15), hand(5, 391.16, 0.06, 12.0, 0.18)
    )
