"""Matches by lot, from the start and from positions that play seldom reaches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from console.games.ignis import play
from console.games.ignis import positions as ignis_positions
from console.games.ignis.actions import Push
from console.games.ignis.events import Event
from console.games.ignis.state import State
from tests.console.games.ignis.slow_rules import Slow, look_until_none_leaves, winners

SIDE = 6
MOST = {"F": 8, "W": 8, "A": 12}


@dataclass(frozen=True, slots=True)
class Ply:
    """One action of a match, with what it led to."""

    before: State
    action: Push
    after: State
    events: tuple[Event, ...]


def match_from(state: State, lots: random.Random) -> list[Ply]:
    """A match to its end; Air is rather spared or rather spent, so that supplies run low."""
    liking = {"A": lots.random(), "E": lots.random()}
    plies = []
    while actions := play.legal_actions(state):
        weights = [liking[action.piece] for action in actions]
        action = lots.choices(actions, weights)[0]
        after, events = play.apply(state, action)
        plies.append(Ply(state, action, after, events))
        state = after
    return plies


def slow(state: State) -> Slow:
    """The same position for the slow rules."""
    cells = {
        (row, column): piece
        for row, line in enumerate(state.rows)
        for column, piece in enumerate(line)
        if piece != "#"
    }
    return Slow(
        cells,
        Counter(A=state.air, E=state.earth),
        sparse=state.options.edge == "sparse",
        keep_air=state.options.ejected_air == "air",
    )


def shown(position: Slow, options: dict[str, str], to_move: int | None) -> dict[str, Any]:
    """The slow rules' position in the engine protocol's form."""
    won = winners(position)
    return {
        "game": "ignis",
        "options": options,
        "players": 2,
        "to_move": None if won else to_move,
        "over": bool(won),
        "winners": won,
        "board": [
            "".join(position.cells.get((row, column), "#") for column in range(SIDE))
            for row in range(SIDE)
        ],
        "supply": {piece: position.supply[piece] for piece in "AE"},
    }


OPTIONS = st.fixed_dictionaries(
    {
        "layout": st.sampled_from(["centre", "border", "quadrants"]),
        "edge": st.sampled_from(["full", "sparse"]),
        "ejected_air": st.sampled_from(["earth", "air"]),
    }
)


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Any position at all: pieces thrown on a rectangle, and edges that qualify taken away."""
    options = draw(OPTIONS)
    lots = random.Random(draw(st.integers(0, 2**32)))
    top, left = lots.randrange(SIDE), lots.randrange(SIDE)
    rows = range(top, lots.randint(top + 1, SIDE))
    columns = range(left, lots.randint(left + 1, SIDE))
    cells = {(row, column): "." for row in rows for column in columns}
    fullness, kinds = (
        lots.choice([0.5, 0.9, 1.0]),
        lots.choice(["FWAE", "FWEEE", "FWAA", "FWAAAEEE"]),
    )
    lying: Counter[str] = Counter()
    for cell in cells:
        piece = lots.choice(kinds)
        if lots.random() < fullness and lying[piece] < MOST.get(piece, SIDE * SIDE):
            cells[cell] = piece
            lying[piece] += 1
    spare = 37 - sum(lying.values())
    air = lots.choice([0, min(spare, 12 - lying["A"])])
    position = Slow(
        cells,
        Counter(A=air, E=spare - air),
        sparse=options["edge"] == "sparse",
        keep_air=options["ejected_air"] == "air",
    )
    look_until_none_leaves(position)
    return shown(position, options, lots.randrange(2))


@st.composite
def matches(draw: st.DrawFn) -> list[Ply]:
    """A match with any options, from the start or from any position."""
    lots = random.Random(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        return match_from(play.new(2, 0, draw(OPTIONS)), lots)
    return match_from(ignis_positions.load(draw(positions().filter(_goes_on))), lots)


def _goes_on(source: dict[str, Any]) -> bool:
    return not source["over"]
