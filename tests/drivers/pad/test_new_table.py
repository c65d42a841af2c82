"""A table that nobody has weighed: everybody presses at once, and no hand is taken for coupled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.streams import board_info, in_batches, to_codes
from tests.few import few

PALMS = 3, 6


def hand_among_seven(seed: int, peak_n: float, under: float) -> list[Contact]:
    """The contacts of seat 0 where a table that nobody has weighed has eight seats, and all grab
    within 20 ms, but for two palms; ``under``: the share of *top* that *under* of seat 0 gets."""
    rng, info, t_ms = np.random.default_rng(seed), board_info(8), np.arange(700.0)

    def hand(start_ms: float, rise_ms: float, newtons: float) -> npt.NDArray[np.float64]:
        rise = np.sin(np.clip((t_ms - start_ms) / rise_ms, 0.0, 1.0) * np.pi / 2) ** 2
        return np.asarray(newtons * rise * (start_ms + 250.0 > t_ms))

    top, under_n = np.zeros((700, 8)), np.zeros((700, 8))
    top[:, 0], under_n[:, 0] = hand(300.0, 8.0, peak_n), hand(308.0, 8.0, under * peak_n)
    for seat in range(1, 8):
        most_n, start_ms, rise_ms = rng.uniform((12.0, 288.0, 6.0), (39.0, 308.0, 20.0)).tolist()
        top[:, seat] = hand(start_ms, rise_ms, most_n)
        fingers_ms = start_ms + rng.uniform(3, 12)
        pinched = 0.01 if seat in PALMS else rng.uniform(0.35, 0.7)
        under_n[:, seat] = hand(fingers_ms, rise_ms, most_n * pinched)
    away = np.abs(np.arange(8)[:, None] - np.arange(8))
    away = np.minimum(away, 8 - away)
    shares = np.where(away, 0.015 / np.maximum(away, 1), 0.0)
    force = np.empty((700, 16))
    force[:, 0::2] = top + (top - 0.8 * under_n) @ shares
    force[:, 1::2] = under_n + (0.5 * top - 0.4 * under_n) @ shares
    pad = PadDecoder(info, Calibration.nominal(info))
    samples = Samples(t_ms.astype(np.int64) * MS, to_codes(info, force, rng, 1.0))
    events = [e for batch in in_batches(samples) for e in pad.feed(batch)]
    return [e for e in events if isinstance(e, Contact) and e.seat == 0]


@pytest.mark.parametrize("seed", range(4))
def test_seven_others_do_not_explain_a_hand_of_7_n_away_on_a_new_table(seed: int) -> None:
    """They press with 150 N and more; 3 % of each push, and of each pinch, would be all of it."""
    assert len(hand_among_seven(seed, 7.0, 0.02)) == 1


@pytest.mark.parametrize("seed", few(1, range(4)))
@pytest.mark.parametrize(("peak_n", "under"), [(10.0, 0.6), (15.0, 0.4)])
def test_a_grab_among_seven_others_on_a_new_table_is_no_palm(
    seed: int, peak_n: float, under: float
) -> None:
    assert [c.gesture for c in hand_among_seven(seed, peak_n, under)] == [Gesture.GRAB]


@pytest.mark.parametrize("seed", few(1, range(4)))
@pytest.mark.parametrize("peak_n", [7.0, 15.0, 25.0])
def test_a_palm_among_seven_others_on_a_new_table_is_no_grab(seed: int, peak_n: float) -> None:
    assert [c.gesture for c in hand_among_seven(seed, peak_n, 0.02)] == [Gesture.PALM]


def test_others_who_hold_still_do_not_explain_a_hand_away_on_a_new_table() -> None:
    """9.5 N stay of a slap among four hands, more by three errors than they likely couple. Some of
    it had been fitted before, and the rest was believed as well: it was told anew later."""
    info, t_ms = board_info(8), np.arange(600.0)
    force = np.zeros((600, 16))
    for seat, top_n, under_n in ((0, 40.0, 36.0), (1, 52.0, 48.0), (4, 38.0, 0.0), (7, 22.0, 0.0)):
        came = np.clip((t_ms - 100.0) / 8.0, 0.0, 1.0)
        force[:, 2 * seat], force[:, 2 * seat + 1] = top_n * came, under_n * came
    force[:, 12] = np.interp(t_ms, [300, 306, 320], [0, 40, 9.5])
    pad = PadDecoder(info, Calibration.nominal(info))
    pad.feed(Samples(t_ms.astype(np.int64) * MS, to_codes(info, force)))
    forces, assessor = pad._forces, pad._petals[6]._assessor
    assessor.explain_rest(None, 590)
    assert forces.own_past(forces.past(580, 590))[:, 12].min() > 5.0
