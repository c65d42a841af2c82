"""From the few cards that a scenario names to a whole position."""

from __future__ import annotations

from typing import Any

from console.games.chaos.cards import SPECIALS, full_deck
from console.games.chaos.options import parse_options
from console.games.chaos.state import hands_of
from console.games.errors import GameError
from console.games.registry import GAMES
from drivers.errors import ConfigError
from host_sim.scenarios.form import ScenarioGame


def position_of(game: ScenarioGame, players: int) -> dict[str, Any] | None:
    """The state to begin in, the engine protocol's; None where the seed deals.

    Raises ConfigError for a state that cannot be.
    """
    if game.state is None:
        return None
    try:
        options = GAMES[game.id].new(players, 0, game.options)
        filled = GAMES[game.id].dump(options) | game.state
        if game.id == "chaos":
            filled = _chaos(game, players)
        return GAMES[game.id].dump(GAMES[game.id].load(filled))
    except GameError as error:
        problem = error.message[:1].lower() + error.message[1:]
        raise ConfigError(problem) from error


def _chaos(game: ScenarioGame, players: int) -> dict[str, Any]:
    """What the state leaves out: nothing is open, and the other cards lie where ``rest`` says, in
    an order that gives no matches for a while."""
    assert game.state is not None
    hands = hands_of(players)
    options = parse_options(game.options)
    state: dict[str, Any] = {
        "game": "chaos",
        "options": options.to_json(),
        "players": players,
        "to_move": 0,
        "over": False,
        "winners": [],
        "stacks": [],
        "open": [],
        "beside": [],
        "pot": [],
        "fresh": [],
        "special": None,
        "pending_all": None,
        "choice": None,
        **game.state,
    }
    for name in ("stacks", "open", "beside", "fresh"):
        given = _list(state[name])
        state[name] = given + [False if name == "fresh" else []] * (hands - len(given))
    left = sorted(full_deck(options.specials, players), key=_by_colour)
    for card in _cards(state):
        if card in left:  # a card too many is told by the rules
            left.remove(card)
    if game.rest == "pot":
        state["pot"] = [*left, *state["pot"]]
    else:
        stacks = [list(stack) for stack in state["stacks"]]
        for i, card in enumerate(left):
            stacks[i % len(stacks)].append(card)
        state["stacks"] = stacks
    state.setdefault("shift", sum(len(cards) for cards in state["beside"]))
    return state


def _by_colour(card: str) -> tuple[bool, str, str]:
    """All symbols of a colour before the next colour, then the special cards."""
    return card in SPECIALS, card[2:], card


def _cards(state: dict[str, Any]) -> list[Any]:
    piles = [pile for name in ("stacks", "open", "beside") for pile in _list(state[name])]
    return [card for pile in [*piles, state["pot"]] for card in _list(pile)]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
