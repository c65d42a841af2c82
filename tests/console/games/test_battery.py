"""What every registered game keeps, whatever its rules: random matches looked at step by step."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from console.engine.session import EngineSession
from console.games.errors import GameError
from console.games.registry import GAMES
from console.games.rng import Rng
from tests.conftest import quick_only
from tests.console.games.battery import HIDDEN, REVEALING, SEEN, Walk, at_time, may_act, text, walk
from tests.console.games.lots import draws, unevenness
from tests.console.games.refusals import refusal

EACH = 12
"""So many draws for each legal action."""
UNEVEN = 4.0
QUICK = range(1)
MORE = range(1, 15)
MANY = range(15, 40)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every game, some matches of each; more of them in the long run, many in that of proofs."""
    if "played" in metafunc.fixturenames:
        seeds = QUICK if quick_only(metafunc.config) else (*QUICK, *MORE, *MANY)
        matches = [
            pytest.param((game, seed), id=f"{game}-{seed}", marks=_marks(seed))
            for game in GAMES
            for seed in seeds
        ]
        metafunc.parametrize("played", matches, indirect=True)


def _marks(seed: int) -> tuple[pytest.MarkDecorator, ...]:
    if seed in QUICK:
        return ()
    return (pytest.mark.slow if seed in MORE else pytest.mark.complete,)


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Walk:
    """A random match of a game."""
    return walk(*request.param)


def test_a_match_ends_and_says_who_won(played: Walk) -> None:
    """Over, winners, to_move and the legal actions say the same; afterwards nothing goes."""
    game = played.game
    for state in played.states:
        shown = game.dump(state)
        last = state is played.states[-1]
        assert shown["over"] is last
        assert bool(shown["winners"]) is last
        assert shown["winners"] == sorted(set(shown["winners"]) & set(range(played.players)))
        assert bool(game.legal_actions(state)) is not last
        assert not last or shown["to_move"] is None
    action = at_time(game, game.legal_actions(played.states[0])[0], len(played.actions))
    assert refusal(game.apply, played.states[-1], action).code == "game_over"


def test_states_never_change_once_they_are_there(played: Walk) -> None:
    """Replaying gives the same states, and everything done since left the old ones alone."""
    game = played.game
    state = game.new(played.players, played.seed, played.options)
    for old, action, events in zip(played.states, played.actions, played.events, strict=False):
        assert text(game.dump(state)) == text(game.dump(old))
        state, happened = game.apply(state, action)
        assert [event.to_json() for event in happened] == [event.to_json() for event in events]
    assert text(game.dump(state)) == text(game.dump(played.states[-1]))


def test_undo_leads_all_the_way_back(played: Walk) -> None:
    """Once after each action, then from the end to the start; a record plays the same again."""
    game, session = played.game, EngineSession()
    new = {"game": game.id, "players": played.players, "seed": played.seed}
    session.answer({"cmd": "new", "options": played.options} | new)
    texts = [text(game.dump(state)) for state in played.states]
    for step, action in enumerate(played.actions):
        request = {"cmd": "apply", "action": game.dump_action(action)}
        first = session.answer(request)
        assert text(session.answer({"cmd": "undo"})["state"]) == texts[step]
        again = session.answer(request)
        assert text(first) == text(again)
        assert text(again["state"]) == texts[step + 1]
    record = session.answer({"cmd": "record"})["record"]
    assert record == new | {
        "options": played.options,
        "actions": [game.dump_action(action) for action in played.actions],
    }
    for before in reversed(texts[:-1]):
        assert text(session.answer({"cmd": "undo"})["state"]) == before
    with pytest.raises(GameError):
        session.answer({"cmd": "undo"})


def test_load_takes_what_dump_prints(played: Walk) -> None:
    """A fixed point at each step, with the same legal actions."""
    game = played.game
    for state in played.states:
        shown = text(game.dump(state))
        loaded = game.load(json.loads(shown))
        assert text(game.dump(loaded)) == shown
        assert game.legal_actions(loaded) == game.legal_actions(state)


def test_legal_actions_are_each_once_stable_and_applicable(played: Walk) -> None:
    game, lots = played.game, random.Random(played.seed)
    for step, state in enumerate(played.states):
        actions = game.legal_actions(state)
        dumped = [game.dump_action(action) for action in actions]
        assert len({text(action) for action in dumped}) == len(actions)
        assert list(game.legal_actions(state)) == list(actions)
        assert game.count_legal(state) == len(actions)
        before = text(game.dump(state))
        for action in lots.sample(list(actions), min(len(actions), 12)):
            timed = at_time(game, action, step)
            printed = text(game.dump_action(timed))
            assert game.parse_action(json.loads(printed)) == timed
            game.apply(state, timed)
        assert text(game.dump(state)) == before


@pytest.mark.slow
def test_an_action_by_lot_is_any_legal_one_and_each_as_likely(played: Walk) -> None:
    """At any position of the match; there is none after its end."""
    game, states = played.game, played.states
    assert game.any_action(states[-1], Rng(played.seed)) is None
    state = random.Random(played.seed).choice(states[:-1])
    drawn = draws(game, state, EACH, played.seed)
    assert drawn.keys() == set(game.legal_actions(state))
    assert unevenness(drawn) < UNEVEN


def test_an_observation_is_what_the_seat_may_know_and_the_counts(played: Walk) -> None:
    """Field by field as the protocol has it."""
    game = played.game
    for state in played.states:
        for player in range(played.players):
            wanted = SEEN[game.id](game.dump(state), player)
            assert game.observe(state, player) == wanted
            assert json.loads(text(wanted)) == wanted


def test_what_a_seat_cannot_know_makes_no_difference_to_it(played: Walk) -> None:
    """Other hidden cards, same counts: the same sight, the same actions, the same events."""
    game, lots = played.game, random.Random(played.seed)
    if game.id not in HIDDEN:
        assert all(SEEN[game.id](game.dump(s), 0) == game.dump(s) for s in played.states)
        return
    others = 0
    for step, state in enumerate(played.states):
        shown = game.dump(state)
        for seat in range(played.players):
            other = game.load(json.loads(text(HIDDEN[game.id](shown, seat, lots))))
            others += game.dump(other) != shown
            assert text(game.observe(other, seat)) == text(game.observe(state, seat))
            if may_act(shown, seat):
                same_choices(played, step, game.load(shown), other, lots)
    assert others > len(played.states) / 2, "hardly anything was hidden"


def same_choices(played: Walk, step: int, state: Any, other: Any, lots: random.Random) -> None:
    """Both positions offer the same actions, and what happens looks the same."""
    game = played.game
    actions = game.legal_actions(state)
    assert game.legal_actions(other) == actions
    listed = [at_time(game, a, step) for a in lots.sample(list(actions), min(len(actions), 4))]
    for action in (played.actions[step], *listed):
        if game.dump_action(action)["type"] not in REVEALING.get(game.id, ()):
            happened = [[e.to_json() for e in game.apply(s, action)[1]] for s in (state, other)]
            assert happened[0] == happened[1]
