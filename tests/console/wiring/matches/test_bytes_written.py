"""What play writes to the card is measured, and does not grow unnoticed."""

from __future__ import annotations

import pytest

from tests.console.store.disk import Op, Synced, Written
from tests.console.wiring.matches.hour import BLOCK, blocks_of, written

MOST_BYTES_AN_HOUR = 8_000_000  # measured over three hours: 7.78, 7.79, 7.95 MB


@pytest.mark.slow
def test_ten_minutes_of_chaos_write_no_more_than_they_did() -> None:
    found = written(600)
    assert 1_000_000 < found.total < MOST_BYTES_AN_HOUR
    assert found.commits > 3000  # each move of a duel is synced by itself: nothing was saved there


def test_a_block_counts_once_between_two_syncs() -> None:
    ops: list[Op] = [
        Written("a", 0, b"1"),
        Written("a", 100, b"2"),
        Written("a", BLOCK - 1, b"34"),
        Synced("a", False),
        Written("a", 5, b"6"),
        Synced("a", False),
    ]
    assert blocks_of(ops) == 3 * BLOCK
