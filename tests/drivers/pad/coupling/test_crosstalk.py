"""What came through the table is told from what a hand did."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pad.arrays import Floats
from drivers.pad.coupling.crosstalk import USUAL, USUAL_WEIGHT_N2, KnownShares, explain
from tests.drivers.pad.streams import Push

T_MS = np.arange(40.0)


def sources(*starts: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.stack([Push(0, start, 40.0).newtons(T_MS) for start in starts], axis=1)


def unweighed(own: Floats, others: Floats, steady: bool = False) -> Floats:
    """The shares of a channel that nobody has weighed."""
    count = others.shape[1]
    means, weights = np.full(count, USUAL), np.full(count, USUAL_WEIGHT_N2)
    known = KnownShares(means, weights, 0.02 + 0 * means, 0 * means)
    return explain(own, others, 0.1, known, steady)


@given(
    st.lists(st.floats(0.0, 0.044), min_size=1, max_size=4),
    st.lists(st.floats(1.0, 20.0), min_size=4, max_size=4),
)
def test_coupled_force_is_explained_by_any_number_of_slaps(
    shares: list[float], starts: list[float]
) -> None:
    """As far as a table can couple: not much more than is usual, of all together."""
    others = sources(*starts[: len(shares)])
    own = others @ np.array(shares)
    rest = own - others @ unweighed(own, others)
    assert np.abs(rest).max() < 0.5


def test_what_explains_a_hand_away_must_be_able_to() -> None:
    """Six hands of which a tenth coupled would explain one of 20 N away."""
    others = sources(*([5.0] * 6))
    hand = Push(0, 5.0, 20.0).newtons(T_MS)
    rest = hand - others @ unweighed(hand, others)
    assert rest.max() > 8.0


def test_shares_of_several_are_not_all_wrong_the_same_way() -> None:
    """A light hand that comes with three slaps has the shape of what they couple."""
    others, means = sources(*([5.0] * 3)), np.full(3, 0.02)
    known = KnownShares(means, np.full(3, 1_000.0), np.full(3, 0.006), means)
    hand = Push(0, 5.0, 1.25).newtons(T_MS)
    own = others @ means + hand
    assert own - others @ explain(own, others, 0.1, known) == pytest.approx(hand, abs=0.01)


@given(st.floats(0.0, 0.08), st.floats(2.0, 20.0), st.floats(10.0, 20.0))
def test_hand_of_its_own_stays_after_a_slap(share: float, peak_n: float, later_ms: float) -> None:
    others = sources(2.0)
    hand = Push(0, 2.0 + later_ms, peak_n, 8.0).newtons(T_MS)
    own = share * others[:, 0] + hand
    rest = own - others @ unweighed(own, others)
    assert rest.max() > 0.8 * peak_n


@pytest.mark.parametrize("steady", [False, True])
def test_share_above_the_ratio_is_never_taken_off(steady: bool) -> None:
    """Also where nobody comes, and all samples have a part in what explains them."""
    others = sources(5.0)
    assert unweighed(0.5 * others[:, 0], others, steady)[0] <= 0.1


def test_a_share_that_was_weighed_above_the_ratio_is_taken_off() -> None:
    """Else slaps of an old table leave half a newton more than what is known to couple."""
    others, means = sources(5.0), np.full(1, 0.112)
    known = KnownShares(means, np.full(1, 1_000.0), 0.2 * means, means)
    own = others @ means
    assert own - others @ explain(own, others, 0.1, known) == pytest.approx(0.0 * own, abs=0.01)


def test_nothing_loaded_explains_nothing() -> None:
    assert unweighed(np.ones(5), np.zeros((5, 3))) == pytest.approx(np.zeros(3))
