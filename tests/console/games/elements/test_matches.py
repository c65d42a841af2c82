"""Random matches: the rules told twice agree, positions survive JSON. The battery has the rest."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings

from console.games.elements import play, positions
from console.games.elements.actions import CONCEDE, Play
from console.games.elements.events import RoundOver
from tests.console.games.battery import text
from tests.console.games.elements import slow_rules
from tests.console.games.elements.positions import PACK, cards
from tests.console.games.elements.random_matches import Match, matches

Json = dict[str, Any]

many = settings(max_examples=150)


@many
@given(matches())
def test_e4_to_e10_the_legal_actions_are_those_of_the_slow_rules(match: Match) -> None:
    for ply in match.plies:
        actions = play.legal_actions(ply.before)
        listed = sorted(text(action.to_json()) for action in actions)
        assert listed == sorted(map(text, slow_rules.legal(positions.dump(ply.before))))
        assert len(actions) == len(play.legal_actions(ply.before)) == len(set(actions))
    assert slow_rules.legal(positions.dump(match.plies[-1].after)) == []


@many
@given(matches())
def test_e3_to_e10_states_and_events_are_those_of_the_slow_rules(match: Match) -> None:
    for ply in match.plies:
        after, events = slow_rules.apply(positions.dump(ply.before), ply.action.to_json())
        assert [text(event.to_json()) for event in ply.events] == list(map(text, events))
        shown = positions.dump(ply.after)
        dealt = {name: shown[name] for name in ("hands", "aside") if name not in after}
        assert shown == after | dealt
        assert bool(dealt) is (events[0]["type"] == "round_over" and not shown["over"])


@given(matches())
def test_e1_e2_the_cards_stay_the_same_and_four_aside(match: Match) -> None:
    for ply in match.plies:
        shown = positions.dump(ply.after)
        piles = (*shown["hands"], *shown["taken"], shown["chain"], shown["discard"], shown["aside"])
        assert sorted(card for pile in piles for card in pile) == cards(PACK)
        assert len(shown["aside"]) == 4


@given(matches())
def test_e9_points_only_grow_by_1_or_2_and_only_at_a_round_s_end(match: Match) -> None:
    for ply in match.plies:
        was, now = positions.dump(ply.before), positions.dump(ply.after)
        gained = sum(now["scores"]) - sum(was["scores"])
        (event,) = ply.events
        assert gained == (event.points if isinstance(event, RoundOver) else 0)
        assert gained in ((0, 1, 2) if match.options["concede"] else (0, 2))


@given(matches())
def test_every_round_ends(match: Match) -> None:
    """At most 12 cards are played or discarded and as many taken."""
    assert all(ply.before.turns <= 24 for ply in match.plies)


@given(matches())
def test_what_dump_prints_load_takes_exactly(match: Match) -> None:
    for ply in match.plies:
        for state in (ply.before, ply.after):
            shown = text(positions.dump(state))
            loaded = positions.load(json.loads(shown))
            assert loaded == state
            assert hash(loaded) == hash(state)
            assert text(positions.dump(loaded)) == shown


def test_positions_differ_when_what_lies_on_the_table_differs() -> None:
    state = play.new(seed=1)
    after, _ = play.apply(state, Play(state.hand.cards[0]))
    assert after != state
    next_round, _ = play.apply(state, CONCEDE)
    assert next_round.round != state.round
