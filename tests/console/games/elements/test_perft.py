"""Exact numbers of action sequences from a dealt round that is the whole match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from console.games.elements import play, positions
from console.games.elements.state import State

COUNTS: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("perft.json").read_text("utf-8")
)
DEEP: Final = 8
"""From here on it is for the complete run."""


def sequences(state: State, length: int) -> int:
    """How many sequences of so many actions there are."""
    if length == 1:
        return len(play.legal_actions(state))
    return sum(
        sequences(play.apply(state, action)[0], length - 1) for action in play.legal_actions(state)
    )


@pytest.mark.parametrize(
    ("deal", "depth", "count"),
    [
        pytest.param(name, depth, count, marks=[pytest.mark.slow] if depth >= DEEP else [])
        for name, deal in COUNTS.items()
        for depth, count in enumerate(deal["nodes"], 1)
    ],
)
def test_from_a_deal(deal: str, depth: int, count: int) -> None:
    assert sequences(positions.load(COUNTS[deal]["state"]), depth) == count
