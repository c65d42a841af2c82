"""Positions by hand: name the cards that matter, the rest of the deck fills the stacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from console.games.chaos import play as chaos_play
from console.games.chaos import positions
from console.games.chaos.actions import Action
from console.games.chaos.cards import full_deck
from console.games.chaos.events import Event
from console.games.chaos.options import parse_options
from console.games.chaos.state import State

Cards = str  # card names with blanks between


def position(
    piles: Sequence[Cards],
    *,
    players: int | None = None,
    stacks: Mapping[int, Cards] | None = None,
    tops: Mapping[int, Cards] | None = None,
    beside: Mapping[int, int] | None = None,
    pot: Cards = "",
    fresh: Iterable[int] = (),
    rest: str = "stacks",
    to_move: int | None = 0,
    options: Mapping[str, object] | None = None,
    **fields: Any,
) -> State:
    """A loaded position: ``piles`` are the open ones, ``stacks`` whole stacks, ``tops`` their upper
    ends, ``beside`` numbers of active `left` cards. Cards not named go under the stacks that are
    not given whole, or under the pot (``rest="pot"``).
    """
    hands = len(piles)
    players = players or hands
    whole = {hand: cards.split() for hand, cards in (stacks or {}).items()}
    upper = {hand: cards.split() for hand, cards in (tops or {}).items()}
    aside = [["left"] * (beside or {}).get(hand, 0) for hand in range(hands)]
    opened = [pile.split() for pile in piles]
    known = parse_options(options or {})
    left_over = full_deck(known.specials, players)
    named = [opened, aside, whole.values(), upper.values(), [pot.split()]]
    for group in named:
        for cards in group:
            for card in cards:
                left_over.remove(card)
    filled = [hand for hand in range(hands) if hand not in whole]
    laid = [whole.get(hand, upper.get(hand, [])) for hand in range(hands)]
    under_pot: list[str] = []
    if rest == "pot" or not filled:
        under_pot = left_over
    else:
        for place, hand in enumerate(filled):
            laid[hand] = laid[hand] + left_over[place :: len(filled)]
    return positions.load(
        {
            "game": "chaos",
            "options": known.to_json(),
            "players": players,
            "to_move": to_move,
            "over": False,
            "winners": [],
            "stacks": laid,
            "open": opened,
            "beside": aside,
            "pot": under_pot + pot.split(),
            "shift": sum(map(len, aside)),
            "fresh": [hand in set(fresh) for hand in range(hands)],
            "special": None,
            "pending_all": None,
            "choice": None,
        }
        | fields
    )


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    """Applies all; the events of the last."""
    events: Sequence[Event] = ()
    for action in actions:
        state, events = chaos_play.apply(state, action)
    return state, list(events)


def every_card(state: State) -> list[str]:
    """All cards on the table, sorted."""
    cards = list(state.pot)
    for group in (state.stacks, state.piles, state.beside):
        for pile in group:
            cards.extend(pile)
    return sorted(cards)
