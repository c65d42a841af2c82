"""Positions by hand: digits for cards, the four cards aside follow."""

from __future__ import annotations

from collections import Counter
from typing import Any

from console.games.elements import play, positions
from console.games.elements.actions import Action, Play, parse_action
from console.games.elements.options import Options
from console.games.elements.state import State

Json = dict[str, Any]

PACK = "1122334455666666"


def cards(digits: str) -> list[int]:
    """``"136"`` as numbers."""
    return [int(digit) for digit in digits]


def shown(
    hands: tuple[str, str],
    *,
    taken: tuple[str, str] = ("", ""),
    chain: str = "",
    discard: int = 0,
    starter: int = 0,
    scores: tuple[int, int] = (0, 0),
    number: int = 1,
    winners: tuple[int, ...] = (),
    **options: Any,
) -> Json:
    """A state in the engine protocol's form; whose turn it is follows from the cards."""
    lying = Counter("".join((*hands, *taken, chain, "6" * discard)))
    turns = [6 - len(hand) + len(pile) for hand, pile in zip(hands, taken, strict=True)]
    to_move = starter if turns[starter] == turns[1 - starter] else 1 - starter
    return {
        "game": "elements",
        "options": Options(**options).to_json(),
        "players": 2,
        "to_move": None if winners else to_move,
        "over": bool(winners),
        "winners": list(winners),
        "hands": [cards(hand) for hand in hands],
        "taken": [cards(pile) for pile in taken],
        "chain": cards(chain),
        "discard": [6] * discard,
        "aside": cards("".join(sorted((Counter(PACK) - lying).elements()))),
        "scores": list(scores),
        "round": number,
        "starter": starter,
    }


def position(hands: tuple[str, str], **fields: Any) -> State:
    """The same, loaded."""
    return positions.load(shown(hands, **fields))


def action(text: str) -> Action:
    """``"play 3"``, ``"take"``, ..."""
    kind, *card = text.split()
    return parse_action({"type": kind} | ({"card": int(card[0])} if card else {}))


def act(state: State, text: str) -> tuple[State, list[Json]]:
    """The state after the action written so, and the events in their JSON form."""
    after, events = play.apply(state, action(text))
    return after, [event.to_json() for event in events]


def options_of(state: State) -> str:
    """The legal actions as text: ``"1 3 take reveal"``, a digit for each card to play."""
    return " ".join(
        str(act.card) if isinstance(act, Play) else act.type for act in play.legal_actions(state)
    )
