"""Exact numbers of action sequences, from the start and from two positions full of rare moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from console.games.ignis import play, positions
from console.games.ignis.state import State

COUNTS: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("perft.json").read_text("utf-8")
)
DEEP: Final = 4


def sequences(state: State, length: int) -> int:
    """How many sequences of so many actions there are."""
    if length == 1:
        return play.count_legal(state)
    return sum(
        sequences(play.apply(state, action)[0], length - 1) for action in play.legal_actions(state)
    )


def depths(nodes: list[int], deep: pytest.MarkDecorator, *start: Any) -> list[Any]:
    """A case for each depth; the last one takes long."""
    return [
        pytest.param(*start, depth, count, marks=[deep] if depth == DEEP else [])
        for depth, count in enumerate(nodes, 1)
    ]


@pytest.mark.parametrize(
    ("layout", "depth", "count"),
    [
        case
        for layout, nodes in COUNTS["layouts"].items()
        for case in depths(nodes, pytest.mark.complete, layout)
    ],
)
def test_from_the_start(layout: str, depth: int, count: int) -> None:
    assert sequences(play.new(2, 0, {"layout": layout}), depth) == count


@pytest.mark.parametrize(
    ("board", "supply", "depth", "count"),
    [
        case
        for entry in COUNTS["positions"].values()
        for case in depths(entry["nodes"], pytest.mark.slow, entry["board"], entry["supply"])
    ],
)
def test_from_a_position(board: list[str], supply: dict[str, int], depth: int, count: int) -> None:
    state = positions.dump(play.new()) | {"board": board, "supply": supply}
    assert sequences(positions.load(state), depth) == count
