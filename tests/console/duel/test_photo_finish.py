"""The photo finish beside the truth that the simulated board knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from console.duel.developing import PadScans, RaceFacts, photo_finish
from console.duel.photo_finish import HandTrace, PhotoFinish, Result
from drivers.board import petal_channels
from drivers.errors import ConfigError
from drivers.times import MS
from tests.console.duel.finishes import CARD_NS, Raced, close, finish, four, grab, raced, tied

SLAP_N = 40.0


def crossing_ns(hand: HandTrace, threshold_n: float) -> int:
    """When the first of the hand's curves passes the threshold for as long as a contact takes,
    between two samples: what is left of a swing of the table lasts for a sample or two."""
    times = []
    for curve in hand.curves:
        above = (curve.force_n >= threshold_n).astype(np.int64)
        (stays,) = np.nonzero(np.convolve(above, np.ones(15, np.int64), "valid") == 15)
        if len(stays) and stays[0]:
            k = int(stays[0])
            low, high = curve.force_n[k - 1 : k + 1]
            share = (threshold_n - low) / (high - low)
            times.append(int(curve.t_ns[k - 1] + share * (curve.t_ns[k] - curve.t_ns[k - 1])))
    return min(times)


def shot(race: Raced, **facts: object) -> PhotoFinish:
    """The picture of a race whose first hand won, but for ``facts``."""
    base = RaceFacts(
        result=Result.WON, first=race.contacts[0].seat, contacts=race.contacts, shown_ns=CARD_NS
    )
    photo = photo_finish(replace(base, **facts), race.scans)  # type: ignore[arg-type] # fields
    assert photo is not None
    return photo


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_each_curve_passes_the_threshold_at_the_stated_onset(kind: str) -> None:
    race = raced([grab(0, 80), grab(2, 84.3, rise_ms=15.0), grab(3, 99, palm=True)], 4, kind=kind)
    photo = shot(race)
    assert photo.seats == (0, 2, 3)
    assert photo.threshold_n == race.scans.pad.config.onset_n
    for hand, touch in zip(photo.hands, race.touches, strict=True):
        error_ns = max(MS / 2, 2 * hand.uncertainty_ns)
        assert abs(crossing_ns(hand, photo.threshold_n) - hand.onset_ns) < error_ns
        true_ns = touch.true_onset_ns()
        assert true_ns is not None
        assert abs(hand.onset_ns - race.bias_ns - true_ns) < error_ns


def test_a_palm_loads_only_the_top() -> None:
    photo = finish(grab(0, 80), grab(1, 120, palm=True), seats=4)
    peaks = {(h.seat, c.part): float(c.force_n.max()) for h in photo.hands for c in h.curves}
    assert peaks[0, "top"] > 10 < peaks[0, "under"] + 3
    assert peaks[1, "top"] > 10
    assert peaks[1, "under"] < 0.5


def test_what_a_neighbours_slap_couples_is_not_drawn_as_a_touch() -> None:
    race = raced([grab(2, 80, peak_n=SLAP_N, rise_ms=6.0), grab(3, 95, peak_n=6.0)], 6)
    photo = shot(race)
    assert photo.seats == (2, 3)
    late = photo.hands[1]
    error_ns = max(MS, 2 * late.uncertainty_ns)
    assert abs(crossing_ns(late, photo.threshold_n) - late.onset_ns) < error_ns


def test_figures_are_those_of_the_referee() -> None:
    photo = close()
    first, second = photo.hands
    assert (photo.first, photo.result) == (0, Result.WON)
    assert first.behind_ns == first.behind_uncertainty_ns == 0
    assert photo.margin_ns == second.behind_ns == second.onset_ns - first.onset_ns
    assert photo.margin_ns == pytest.approx(1_200_000, abs=400_000)
    assert photo.margin_uncertainty_ns == second.behind_uncertainty_ns
    assert first.reaction_ns == first.onset_ns - CARD_NS
    assert photo.order == (1, 2)


def test_those_of_a_dead_heat_share_the_first_place() -> None:
    photo = tied()
    assert photo.first is None
    assert photo.order == (1, 1)
    assert photo.margin_ns is not None
    assert photo.margin_uncertainty_ns is not None
    assert photo.margin_ns < photo.margin_uncertainty_ns


def test_hands_stand_in_the_order_of_onset() -> None:
    photo = four()
    assert photo.seats == (6, 1, 4, 3)
    assert [h.behind_ns for h in photo.hands] == sorted(h.behind_ns for h in photo.hands)


def test_c30_the_margin_is_to_somebody_else() -> None:
    race = raced([grab(0, 80), grab(2, 82), grab(1, 88)], 4)
    photo = shot(race, players={0: 0, 2: 0, 1: 1, 3: 1})
    assert photo.margin_ns == photo.hands[2].behind_ns


def test_a_straggler_and_a_second_touch_are_no_part_of_it() -> None:
    race = raced([grab(0, 10), grab(1, 40), grab(2, 300)], 4)
    again = replace(race.contacts[0], t_ns=race.contacts[0].t_ns + 200 * MS)
    assert shot(race, contacts=(*race.contacts, again)).seats == (0, 1)


def test_c25_the_rivals_of_a_light_race_are_found_in_the_samples() -> None:
    race = raced([grab(2, 120), grab(1, 123), grab(3, 125)], 4)
    photo = shot(race, contacts=race.contacts[:1], light=True, rivals=(1, 2))
    assert photo.seats == (2, 1)
    assert photo.hands[1].onset_ns == race.contacts[1].t_ns
    assert photo.margin_ns == pytest.approx(3 * MS, abs=MS / 2)


def test_without_samples_or_contacts_there_is_no_picture() -> None:
    race = raced([grab(0, 80)], 4)
    facts = RaceFacts(result=Result.FALSE, first=0, contacts=race.contacts, shown_ns=CARD_NS)
    s = race.scans
    none_kept = PadScans(s.pad, (), s.pad_state)
    assert photo_finish(facts, none_kept) is None
    assert photo_finish(replace(facts, contacts=()), race.scans) is None
    long_ago = tuple(replace(c, t_ns=c.t_ns + 10_000 * MS) for c in race.contacts)
    assert photo_finish(replace(facts, contacts=long_ago), race.scans) is None


def test_samples_of_another_board_are_refused() -> None:
    race, other = raced([grab(0, 80)], 4), raced([grab(0, 80)], 6)
    s = race.scans
    mixed = PadScans(s.pad, other.scans.batches, s.pad_state)
    with pytest.raises(ConfigError, match="8 channels: take those of the same board"):
        photo_finish(
            RaceFacts(result=Result.WON, first=0, contacts=race.contacts, shown_ns=CARD_NS), mixed
        )


def test_what_a_palm_on_swapped_plugs_couples_is_not_drawn_as_a_touch() -> None:
    """Which plugs are swapped is stored with the samples: *under* there shows what was pushed."""
    race = raced([grab(2, 80, peak_n=SLAP_N, rise_ms=6.0), grab(3, 95, peak_n=6.0)], 6)
    pair, order = list(petal_channels(race.scans.pad.info)[2]), list(range(12))
    for channel, sister in zip(pair, reversed(pair), strict=True):
        order[channel] = sister
    pad_state = race.scans.pad_state[order]
    pad_state[pair, -1] = 1.0
    weighed = tuple(race.scans.pad.calibration.channels[channel] for channel in order)
    scans = replace(
        race.scans,
        batches=[replace(batch, codes=batch.codes[:, order]) for batch in race.scans.batches],
        pad=replace(
            race.scans.pad, calibration=replace(race.scans.pad.calibration, channels=weighed)
        ),
        pad_state=pad_state,
    )
    curves, swapped = (
        shot(replace(race, scans=one)).hands[1].curves for one in (race.scans, scans)
    )
    for curve, other in zip(curves, swapped, strict=True):
        assert np.abs(curve.force_n - other.force_n).max() < 0.02
