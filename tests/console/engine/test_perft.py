"""Exact numbers of positions, counted by a client of the engine; deeper ones beside the rules."""

from __future__ import annotations

from typing import Any

import pytest

from console.engine.session import EngineSession
from console.games.registry import GAMES

IGNIS = {"game": "ignis", "players": 2, "to_move": 0, "over": False, "winners": []}
IGNIS_OPTIONS = {"layout": "centre", "edge": "full", "ejected_air": "earth"}


def opening(layout: str) -> dict[str, Any]:
    """A request for a layout of «Игнис»."""
    return {"cmd": "new", "game": "ignis", "options": {"layout": layout}}


def ignis(board: list[str], air: int, earth: int) -> dict[str, Any]:
    """A request for a position of «Игнис»."""
    rest = {"options": IGNIS_OPTIONS, "board": board, "supply": {"A": air, "E": earth}}
    return {"cmd": "load", "game": "ignis", "state": IGNIS | rest}


ELEMENTS = {
    "cmd": "load",
    "game": "elements",
    "state": {
        "game": "elements",
        "options": {"target": 1, "concede": True, "misreveal": "penalty", "rounds": None},
        "players": 2,
        "to_move": 0,
        "over": False,
        "winners": [],
        "hands": [[1, 2, 3, 4, 5, 6], [1, 3, 5, 6, 6, 6]],
        "taken": [[], []],
        "chain": [],
        "discard": [],
        "aside": [2, 4, 6, 6],
        "scores": [0, 0],
        "round": 1,
        "starter": 0,
    },
}
SMALL = ["EEWF##", "FFFA##", "AWAE##", "WEW.##", "######", "######"]
AIR_ONLY = ["EAFEAE", "AAEWWA", "FFWEEE", "AWAFEF", "FAWAWW", "AEFAFW"]
CASES = {
    "ignis-centre": (opening("centre"), [48, 2304]),
    "ignis-border": (opening("border"), [48, 2304]),
    "ignis-quadrants": (opening("quadrants"), [48, 2304]),
    "ignis-small": (ignis(SMALL, 5, 17), [20, 359]),
    "ignis-air-only": (ignis(AIR_ONLY, 1, 0), [26, 423, 6440]),
    "elements": (ELEMENTS, [9, 55, 351, 1996]),
}


def count(session: EngineSession, depth: int) -> int:
    """Action sequences of exactly ``depth`` actions from here."""
    if depth == 1:
        return int(session.answer({"cmd": "legal", "count": True})["count"])
    nodes = 0
    for action in session.answer({"cmd": "legal"})["actions"]:
        session.answer({"cmd": "apply", "action": action})
        nodes += count(session, depth - 1)
        session.answer({"cmd": "undo"})
    return nodes


@pytest.mark.parametrize(
    ("first", "nodes"),
    [pytest.param(*case, id=name) for name, case in CASES.items() if name.split("-")[0] in GAMES],
)
def test_the_number_of_positions(first: dict[str, Any], nodes: list[int]) -> None:
    session = EngineSession()
    session.answer(first)
    assert [count(session, depth) for depth in range(1, len(nodes) + 1)] == nodes
