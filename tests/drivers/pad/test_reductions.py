"""What is quicker than numpy's own gives what numpy's own does, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.arrays import Floats
from drivers.pad.reductions import (
    added_up,
    any_of,
    first_of,
    greatest_by_column,
    mean,
    median,
    median_by_row,
    smoothed,
    smoothed_by_column,
    windows,
)

LENGTHS = [1, 2, 7, 8, 9, 60, 129, 300]


@pytest.fixture(params=LENGTHS)
def numbers(request: pytest.FixtureRequest) -> Floats:
    """As they lie side by side, and as a column of many."""
    rows: Floats = np.random.default_rng(request.param).normal(0.0, 10.0, (request.param, 3))
    return rows[:, 1]


def test_the_mean_is_numpys(numbers: Floats) -> None:
    assert mean(numbers) == float(numbers.mean())
    assert mean(numbers.copy()) == float(numbers.copy().mean())


def test_the_median_is_numpys(numbers: Floats) -> None:
    assert median(numbers) == float(np.median(numbers))
    for columns in (1, 2, 5):
        rows = np.resize(numbers, (9, columns))
        assert (median_by_row(rows) == np.median(rows, axis=1)).all()


def test_the_greatest_by_column_is_numpys_of_few_scans_and_of_many(numbers: Floats) -> None:
    columns = np.stack((numbers, numbers[::-1], -numbers), axis=1)
    assert (greatest_by_column(columns) == columns.max(axis=0)).all()
    assert (greatest_by_column(columns[:, 1:]) == columns[:, 1:].max(axis=0)).all()
    with pytest.raises(ValueError, match=r"empty|zero-size"):
        greatest_by_column(columns[:0])


def test_any_is_numpys(numbers: Floats) -> None:
    for least in (-1e9, float(np.median(numbers)), 1e9):
        flags = np.stack((numbers > least, numbers > 1e9), axis=1)
        for some in (flags, flags[:, 0], flags[:, 1], flags[1:-1], flags[:0]):
            assert any_of(some) is bool(some.any())
        for some in (flags[:, 0], flags[1:, 0], flags[:, 1], flags[:0, 0]):
            assert first_of(some) == int(np.append(some, True).argmax())


def test_windows_are_numpys(numbers: Floats) -> None:
    for width in {1, min(8, len(numbers)), len(numbers)}:
        found = windows(numbers, width)
        expected = np.lib.stride_tricks.sliding_window_view(numbers, width)
        assert found.shape == expected.shape
        assert (found == expected).all()
        assert (found.mean(axis=1) == expected.mean(axis=1)).all()


def test_what_is_smoothed_goes_on_beyond_its_ends_as_it_ends(numbers: Floats) -> None:
    padded = np.pad(numbers, 2, mode="edge")
    assert (smoothed(numbers) == np.convolve(padded, np.full(5, 0.2), "valid")).all()


def test_columns_are_smoothed_each_by_itself(numbers: Floats) -> None:
    columns = np.stack((numbers, numbers[::-1], numbers**2), axis=1)
    expected = np.stack([smoothed(column) for column in columns.T], axis=1)
    assert (smoothed_by_column(columns) == expected).all()


def test_what_couples_is_added_up_alike_of_many_scans_and_of_few() -> None:
    rng = np.random.default_rng(1_042_002)
    for _ in range(200):
        count, sources = int(rng.integers(50, 260)), int(rng.integers(1, 17))
        pressing, shares = 40.0 * rng.random((count, sources)), rng.random((16, 16))
        causing = np.sort(rng.choice(16, sources, replace=False))
        whole = added_up(pressing, shares, causing)
        first, few = int(rng.integers(0, count - 1)), int(rng.integers(1, 40))
        part = added_up(pressing[first : first + few], shares, causing)
        assert (part == whole[first : first + few]).all()
