"""A photo finish as it goes to an organiser's desk, and back: small, and the picture is the same.

Of each hand there is the curve whose crossing is the onset, over the time that the picture shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

import numpy as np

from console.duel.photo_finish import ForceCurve, HandTrace, PhotoFinish, Result
from console.link.messages import MOST_HANDS, MOST_POINTS, Photo, PhotoHand
from console.screens.photo.zoom import leads, zoom
from drivers.board import PARTS
from drivers.times import US

PER_N: Final = 100
LONGEST_US: Final = 20_000_000
HARDEST: Final = 100_000


def sent_photo(photo: PhotoFinish, person_at: Mapping[int, int]) -> Photo | None:
    """``person_at``: whose hand is at each seat. None for a race that nobody has won, or whose
    winner is a stranger."""
    hands = [hand for hand in photo.hands if hand.seat in person_at][:MOST_HANDS]
    if photo.result is not Result.WON or photo.first not in {hand.seat for hand in hands}:
        return None
    there = zoom(photo, 0.0, 1.0)
    zero_ns = photo.hands[0].onset_ns
    from_us = (there.from_ns - zero_ns) // US - 1
    step_us = ceil((there.to_ns - there.from_ns) / US / (MOST_POINTS - 3))
    at_ns = zero_ns + US * (from_us + step_us * np.arange(MOST_POINTS))

    def sent(hand: HandTrace) -> PhotoHand:
        curve = leads(hand, photo.threshold_n)
        newtons = np.interp(at_ns, curve.t_ns, curve.force_n)
        force = np.clip(np.rint(PER_N * newtons), -HARDEST // 10, HARDEST).astype(int)
        return PhotoHand(
            person=person_at[hand.seat],
            seat=hand.seat,
            onset_us=_us(hand.onset_ns - zero_ns),
            u_us=_us(hand.uncertainty_ns),
            behind_u_us=_us(hand.behind_uncertainty_ns),
            reaction_us=None if hand.reaction_ns is None else _us(hand.reaction_ns),
            early_us=_us(hand.early_ns),
            late_us=_us(hand.late_ns),
            force=tuple(force.tolist()),
        )

    assert photo.first is not None
    return Photo(
        hands=tuple(map(sent, hands)),
        first=photo.first,
        light=photo.light,
        threshold=round(PER_N * photo.threshold_n),
        margin_us=None if photo.margin_ns is None else _us(photo.margin_ns),
        margin_u_us=None
        if photo.margin_uncertainty_ns is None
        else _us(photo.margin_uncertainty_ns),
        from_us=from_us,
        step_us=step_us,
    )


def winner_of(photo: Photo) -> int:
    """The person who won the race."""
    return next(hand.person for hand in photo.hands if hand.seat == photo.first)


def seen_photo(photo: Photo) -> PhotoFinish:
    """What was sent, to be drawn; times count from the first onset."""
    first = next((hand for hand in photo.hands if hand.seat == photo.first), photo.hands[0])
    shown_ns = None
    if first.reaction_us is not None:
        shown_ns = US * (first.onset_us - first.reaction_us)

    def seen(hand: PhotoHand) -> HandTrace:
        t_ns = US * (photo.from_us + photo.step_us * np.arange(len(hand.force), dtype=np.int64))
        force_n = np.array(hand.force, dtype=np.float64) / PER_N
        return HandTrace(
            seat=hand.seat,
            onset_ns=US * hand.onset_us,
            uncertainty_ns=US * hand.u_us,
            behind_ns=US * (hand.onset_us - first.onset_us),
            behind_uncertainty_ns=US * hand.behind_u_us,
            reaction_ns=None if hand.reaction_us is None else US * hand.reaction_us,
            curves=(ForceCurve(PARTS[0], t_ns, force_n),),
            early_ns=US * hand.early_us,
            late_ns=US * hand.late_us,
        )

    return PhotoFinish(
        result=Result.WON,
        first=first.seat,
        hands=tuple(seen(hand) for hand in sorted(photo.hands, key=lambda h: h.onset_us)),
        shown_ns=shown_ns,
        light=photo.light,
        threshold_n=photo.threshold / PER_N,
        margin_ns=None if photo.margin_us is None else US * photo.margin_us,
        margin_uncertainty_ns=None if photo.margin_u_us is None else US * photo.margin_u_us,
    )


def _us(time_ns: int) -> int:
    return min(max(round(time_ns / US), -LONGEST_US // 10), LONGEST_US)
