"""Two hands read the page *Truth* alike, and the second one's people at its tables are judged."""

from __future__ import annotations

import numpy as np
import pytest

from host_sim.curves import Curve
from host_sim.truth import contacts
from tests.second_simulator.hands import HANDS, settled
from tests.second_simulator.judge import Figures, judge
from tests.second_simulator.matches import DUELS, draw_match
from tests.second_simulator.shapes import grid
from tests.second_simulator.truth import truth_of

ORDINARY = (
    "plain", "roll", "half", "glove", "recoil", "sleeve", "slide", "snatch", "fist", "tremble",
    "lean", "spike", "dimmer", "elbow", "drum", "habit",
)  # fmt: skip
"""What people do, and tables, without anything that nobody could know."""


@pytest.mark.parametrize("kind", sorted(HANDS))
def test_both_find_the_same_truth_in_a_hand(kind: str) -> None:
    rng = np.random.default_rng(71)
    found = 0
    for _ in range(20):
        curves = HANDS[kind](rng)
        length = max(len(curves.top), len(curves.under)) + 1
        top_n = np.pad(curves.top, (1, length - len(curves.top)))
        under_n = np.pad(curves.under, (1, length - len(curves.under)))
        if not settled(curves):  # at the edge of what is a contact the pages' words leave room
            continue
        t_s = grid(len(top_n))
        mine = truth_of(t_s, top_n, under_n)
        theirs = contacts([Curve(t_s * 1e3, top_n), Curve(t_s * 1e3, under_n)])
        if mine.onset_s is None:
            assert not theirs
            continue
        found += 1
        # What a hand leant with is each sensor's own here, and the petal's there.
        allowed_ms = 5.0 if mine.laid_s is not None else 0.1
        assert theirs[0].onset_ms == pytest.approx(mine.onset_s * 1e3, abs=allowed_ms)
    assert found


def _judged(family: str, table: str, matches: int) -> Figures:
    sums = Figures()
    for number in range(matches):
        sums.add(judge(draw_match(family, table, 40_001, number)))
    return sums


def test_plain_hands_are_judged_rightly() -> None:
    figures = _judged("plain", "typical", 2)
    assert figures.duels == 2 * DUELS
    assert (figures.wrong, figures.missed, figures.invented, figures.late) == (0, 0, 0, 0)


@pytest.mark.parametrize("number", [21, 42, 63])
def test_who_leans_comes_after_a_slap_beside(number: int) -> None:
    """Slaps had lifted what leant there 40 to 60 ms before: that is no part of the hand's rise."""
    figures = judge(draw_match("lean", "worst", 40_001, number))
    assert (figures.wrong, figures.missed, figures.early) == (0, 0, 0), figures.notes


@pytest.mark.complete
@pytest.mark.parametrize("table", ["typical", "worst"])
@pytest.mark.parametrize("family", ORDINARY)
def test_nobody_ordinary_is_robbed(family: str, table: str) -> None:
    figures = _judged(family, table, 20)
    assert figures.decided > 100
    assert (figures.wrong, figures.missed, figures.late) == (0, 0, 0), figures.notes
    assert np.mean(np.array(figures.off_u) <= 3) >= 0.98
