"""What the battery needs of every game: random matches, what is hidden, and who may know it.

A further game of ours adds its entries to ``SEEN`` and ``HIDDEN`` here; the rest it gets by being
registered.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from console.games.base import Event, Game
from console.games.chaos.actions import at
from console.games.errors import GameError
from console.games.options import Option
from console.games.registry import GAMES
from tests.console.games.chaos.players import next_action

Json = dict[str, Any]
STEPS_MAX: Final = 5000
"""No random match is longer."""
CUT_SHORT: Final = {"elements": frozenset({"concede", "reveal"})}
"""Types of action that are taken seldom, lest no round gets anywhere."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A random match: ``states[i]`` becomes ``states[i + 1]`` by ``actions[i]``."""

    game: Game[Any, Any]
    players: int
    seed: int
    options: Json
    states: tuple[Any, ...]
    actions: tuple[Any, ...]
    events: tuple[Sequence[Event], ...]


@cache
def walk(game_id: str, seed: int) -> Walk:
    """A random match to its end, with random options and players; always the same by its seed."""
    game = GAMES[game_id]
    lots = random.Random(seed)
    players = lots.randint(*game.players)
    options = random_options(game, players, lots)
    states = [game.new(players, seed, options)]
    actions: list[Any] = []
    events: list[Sequence[Event]] = []
    while not game.dump(states[-1])["over"]:
        action = random_action(game, states[-1], lots, len(actions))
        state, happened = game.apply(states[-1], action)
        states.append(state)
        actions.append(action)
        events.append(happened)
        assert len(actions) < STEPS_MAX, "a random match does not end"
    return Walk(
        game=game,
        players=players,
        seed=seed,
        options=options,
        states=tuple(states),
        actions=tuple(actions),
        events=tuple(events),
    )


def random_options(game: Game[Any, Any], players: int, lots: random.Random) -> Json:
    """Any options that the game takes."""
    while True:
        options = {name: _value(option, lots) for name, option in game.options.items()}
        try:
            game.new(players, 0, options)
        except GameError:
            continue  # options that do not go together
        return options


def _value(option: Option, lots: random.Random) -> object:
    if option.allows(None) and lots.random() < 0.5:
        return None
    if option.type == "counts":
        values = dict.fromkeys(option.default, 0)
        for _ in range(sum(option.default.values())):
            values[lots.choice(list(values))] += 1
        return values if option.allows(values) else option.default
    if option.type in ("bool", "choice"):
        return lots.choice(option.range)
    least, most = option.range
    return lots.randint(least, min(most, least + 3))  # long matches show nothing new


def random_action(game: Game[Any, Any], state: Any, lots: random.Random, step: int) -> Any:
    """Any legal action; «Хаос» needs somebody who grabs, and times."""
    if game.id == "chaos":
        return next_action(state, lots, 1000 * (step + 1))
    actions = list(game.legal_actions(state))
    if game.id in CUT_SHORT and lots.random() < 0.8:
        longer = [a for a in actions if game.dump_action(a)["type"] not in CUT_SHORT[game.id]]
        actions = longer or actions
    return lots.choice(actions)


def at_time(game: Game[Any, Any], action: Any, step: int) -> Any:
    """A listed action as it can be applied after ``step`` others: in «Хаос» with its time."""
    return at(action, 1000 * (step + 1)) if game.id == "chaos" else action


def may_act(shown: Json, seat: int) -> bool:
    """Whether ``seat`` may act now; in «Хаос» anyone may at any time."""
    return not shown["over"] and (shown["game"] == "chaos" or shown["to_move"] == seat)


def text(value: object) -> str:
    """JSON, so that neither the order of fields nor ``true`` for 1 goes unnoticed."""
    return json.dumps(value)


# What a seat sees, from the referee's view, by the words of the engine protocol.


def _seen_elements(shown: Json, player: int) -> Json:
    hands, aside = shown["hands"], shown["aside"]
    rest = {name: value for name, value in shown.items() if name not in ("hands", "aside")}
    return rest | {
        "hand": hands[player],
        "hand_counts": [len(hand) for hand in hands],
        "aside_count": len(aside),
    }


def _seen_iota(shown: Json, player: int) -> Json:
    hands = [hand if seat == player else len(hand) for seat, hand in enumerate(shown["hands"])]
    return shown | {"hands": hands, "deck": len(shown["deck"])}


SEEN: Final[dict[str, Callable[[Json, int], Json]]] = {
    "chaos": lambda shown, player: shown | {"stacks": [len(stack) for stack in shown["stacks"]]},
    "elements": _seen_elements,
    "ignis": lambda shown, player: shown,
    "iota": _seen_iota,
}


# The same position with other hidden cards: nothing that ``player`` may know is different.


def _deal(cards: list[Any], sizes: list[int], lots: random.Random) -> list[list[Any]]:
    """The cards, shuffled, in piles of these sizes."""
    lots.shuffle(cards)
    left = iter(cards)
    return [[next(left) for _ in range(size)] for size in sizes]


def _hidden_chaos(shown: Json, player: int, lots: random.Random) -> Json:
    stacks = shown["stacks"]
    cards = [card for stack in stacks for card in stack]
    return shown | {"stacks": _deal(cards, [len(stack) for stack in stacks], lots)}


def _hidden_elements(shown: Json, player: int, lots: random.Random) -> Json:
    hands, aside = list(shown["hands"]), shown["aside"]
    other = hands[1 - player]
    dealt = _deal([*other, *aside], [len(other), len(aside)], lots)
    hands[1 - player] = sorted(dealt[0])
    return shown | {"hands": hands, "aside": sorted(dealt[1])}


def _hidden_iota(shown: Json, player: int, lots: random.Random) -> Json:
    piles = [[] if seat == player else hand for seat, hand in enumerate(shown["hands"])]
    piles.append(shown["deck"])
    cards = [card for pile in piles for card in pile]
    *hands, deck = _deal(cards, [len(pile) for pile in piles], lots)
    hands = [sorted(hand) for hand in hands]
    hands[player] = shown["hands"][player]
    return shown | {"hands": hands, "deck": deck}


HIDDEN: Final[dict[str, Callable[[Json, int, random.Random], Json]]] = {
    "chaos": _hidden_chaos,
    "elements": _hidden_elements,
    "iota": _hidden_iota,
}
"""Games with hidden cards; in «Игнис» everything is open."""

REVEALING: Final[dict[str, frozenset[str]]] = {
    "chaos": frozenset({"flip", "flip_all"}),
    "elements": frozenset({"reveal"}),
}
"""Types of action whose events show cards that were hidden: that is what they are for."""
