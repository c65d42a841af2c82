"""Whole random matches: what holds in every position that can be reached (C1 to C33)."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.chaos import play, positions
from console.games.chaos.actions import GripFall, HandContact, at
from console.games.chaos.cards import full_deck
from console.games.chaos.events import Event, FalseGrab, Flipped, Voided
from console.games.chaos.options import parse_options
from console.games.chaos.state import State
from tests.console.games.chaos.players import STEPS, listed, next_action, options, touch
from tests.console.games.chaos.positions import every_card

PLAYERS = st.integers(2, 8)
SEEDS = st.integers(0, 2**63 - 1)


def run(players: int, seed: int, chosen: dict[str, object]) -> list[State]:
    """Every position of a random match that ends."""
    rng = random.Random(seed)
    states = [play.new(players, seed, chosen)]
    for t_us in range(STEPS):
        if states[-1].over:
            return states
        states.append(play.apply(states[-1], next_action(states[-1], rng, t_us))[0])
    raise AssertionError("the match does not end")


@given(PLAYERS, SEEDS, options())
def test_c1_c30_no_card_is_ever_lost_or_made(
    players: int, seed: int, chosen: dict[str, Any]
) -> None:
    states = run(players, seed, chosen)
    deck = sorted(full_deck(parse_options(chosen).specials, players))
    assert len(deck) == (68 if players == 2 else 70)
    assert all(every_card(state) == deck for state in states)


@given(PLAYERS, SEEDS, options())
def test_every_match_ends_or_can_go_on(players: int, seed: int, chosen: dict[str, object]) -> None:
    for state in run(players, seed, chosen):
        legal = play.legal_actions(state)
        assert state.over != bool(legal)
        for action in legal:
            play.apply(state, at(action, STEPS))
        gone = state.over or not any(state.stacks)
        assert (state.to_move is None) == gone
        assert bool(state.winners) == state.over


@given(PLAYERS, SEEDS, options())
def test_load_of_state_is_a_fixed_point(players: int, seed: int, chosen: dict[str, object]) -> None:
    for state in run(players, seed, chosen):
        shown = positions.dump(state)
        loaded = positions.load(json.loads(json.dumps(shown)))
        assert loaded == state
        assert positions.dump(loaded) == shown


@given(PLAYERS, SEEDS, options())
def test_c23_late_contacts_come_to_the_same_as_in_order(
    players: int, seed: int, chosen: dict[str, object]
) -> None:
    rng = random.Random(seed)
    state = play.new(players, seed, chosen)
    for step in range(STEPS):
        if state.over:
            return
        t_us = 1000 * step
        action = next_action(state, rng, t_us)
        after, events = play.apply(state, action)
        if isinstance(action, HandContact | GripFall):
            state = _late(state, action, rng, after, events)
        else:
            state = after
    raise AssertionError("the match does not end")


def _late(
    state: State,
    action: HandContact | GripFall,
    rng: random.Random,
    after: State,
    events: tuple[Event, ...],
) -> State:
    """Lets up to five more actions be made before ``action`` comes in; the state is ``after``."""
    assert action.t_us is not None
    hands: list[int] = []
    ahead = state
    for later in range(1, rng.randrange(6)):
        if not play.legal_actions(ahead):
            break
        ahead, more = play.apply(ahead, listed(ahead, rng, action.t_us + later))
        hands += [event.hand for event in more if isinstance(event, Flipped)]
    late, late_events = play.apply(ahead, action)
    assert late == after
    assert late_events == ((Voided(tuple(hands)),) if hands else ()) + events
    return late


@given(PLAYERS, SEEDS, options())
@settings(max_examples=30)
def test_standing_foretells_what_apply_does(
    players: int, seed: int, chosen: dict[str, object]
) -> None:
    rng = random.Random(seed)
    for state in run(players, seed, chosen):
        contact = touch(state, rng, rng.randrange(STEPS))
        if not isinstance(contact, HandContact) or contact.t_us is None:
            continue
        foretold = play.standing(state, contact.hand, contact.gesture, contact.t_us)
        try:
            _, events = play.apply(state, contact)
        except ValueError:
            assert foretold == "refused"
            continue
        paid = FalseGrab(contact.hand) in events
        assert foretold == ("wrongful" if paid else "rightful")
