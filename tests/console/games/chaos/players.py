"""Random matches: seeded players who flip, claim what is live, err, and come late."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from console.games.chaos import play
from console.games.chaos.actions import Action, GripFall, HandContact, at
from console.games.chaos.matches import live_matches
from console.games.chaos.state import State

STEPS = 4000
"""No random match is longer: half of what is live gets claimed."""


@st.composite
def options(draw: st.DrawFn) -> dict[str, object]:
    """Both modes, any specials (C2, C6)."""
    left = draw(st.integers(2, 10))
    grab = draw(st.integers(0, 10 - left))
    palm = draw(st.integers(0, 10 - left - grab))
    specials = {"grab": grab, "palm": palm, "all": 10 - left - grab - palm, "left": left}
    return {"last_card": draw(st.sampled_from(["immediate", "classic"])), "specials": specials}


def touch(state: State, rng: random.Random, t_us: int) -> HandContact | GripFall:
    """A contact or a fall: mostly by somebody who has something to claim."""
    hand = rng.randrange(state.hands)
    if rng.random() < 0.03:
        return GripFall(rng.choice([None, hand]), t_us)
    matches = live_matches(state)
    if matches and rng.random() < 0.8:
        hand = rng.choice(rng.choice(matches).hands)
    gesture = state.special or "grab"
    if rng.random() < 0.05:
        gesture = "palm"
    return HandContact(hand, gesture, t_us)


def wants_touch(state: State, rng: random.Random) -> bool:
    """Whether somebody touches the pad now; false grabs out of the blue are rare."""
    if state.over or state.choice is not None:
        return False
    claimable = bool(live_matches(state)) or state.special is not None
    return rng.random() < (0.5 if claimable else 0.01)


def listed(state: State, rng: random.Random, t_us: int) -> Action:
    """One of the legal actions listed."""
    return at(rng.choice(play.legal_actions(state)), t_us)


def next_action(state: State, rng: random.Random, t_us: int) -> Action:
    """What a random table does next."""
    return (touch if wants_touch(state, rng) else listed)(state, rng, t_us)
