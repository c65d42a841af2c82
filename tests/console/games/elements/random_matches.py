"""Matches by lot with any options; who plays seldom ends a round early, so that hands run out."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

from console.games.elements import play
from console.games.elements.actions import Action
from console.games.elements.events import Event
from console.games.elements.state import State

Json = dict[str, Any]

OPTIONS: Final = st.fixed_dictionaries(
    {
        "target": st.integers(1, 12),
        "concede": st.booleans(),
        "misreveal": st.sampled_from(["penalty", "forbidden"]),
        "rounds": st.none() | st.integers(1, 5),
    }
)


@dataclass(frozen=True, slots=True)
class Ply:
    """One action of a match, with what it led to."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """``seed`` and ``options`` it began with."""

    seed: int
    options: Json
    plies: tuple[Ply, ...]


def match_from(state: State, lots: random.Random) -> tuple[Ply, ...]:
    """A match to its end."""
    liking = {kind: lots.random() for kind in ("play", "take", "discard")}
    liking |= {kind: lots.random() ** 3 + 0.001 for kind in ("reveal", "concede")}
    plies = []
    while actions := play.legal_actions(state):
        action = lots.choices(actions, [liking[action.type] for action in actions])[0]
        after, events = play.apply(state, action)
        plies.append(Ply(state, action, after, events))
        state = after
    return tuple(plies)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match from the start, with any options."""
    seed, options = draw(st.integers(0, 2**63 - 1)), draw(OPTIONS)
    lots = random.Random(draw(st.integers(0, 2**32)))
    return Match(seed, options, match_from(play.new(2, seed, options), lots))
