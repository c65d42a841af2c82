"""What can be done in IOTA: frozen values with a JSON round trip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from console.games.errors import bad_request
from console.games.forms import Formed, Json, exact_fields, is_int, list_field, parsed
from console.games.iota.cards import NUMBER_OF, Card

HAND: Final = 4
"""How many cards a hand holds, and so how many can be placed or exchanged (I1, I3)."""

Cell = tuple[int, int]
"""(x, y): x grows to the right, y downwards."""

Laid = tuple[Card, int, int]
"""A card and the x and y of its cell."""


@dataclass(frozen=True, slots=True)
class Swap(Formed):
    """Takes the wild at ``at`` into the hand and puts ``card`` in its place (I10)."""

    type = "swap"
    at: Cell
    card: Card


@dataclass(frozen=True, slots=True)
class Place(Formed):
    """Places 1 to 4 cards (I4) and ends the turn; ``cards`` by y, then x."""

    type = "place"
    cards: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Pass(Formed):
    """Places nothing, changes 0 to 4 cards (I7) and ends the turn; ``exchange`` sorted as text."""

    type = "pass"
    exchange: tuple[Card, ...] = ()


Action = Swap | Place | Pass


def by_row(laid: Laid) -> tuple[int, int, Card]:
    """The order of placed cards: by y, then x."""
    card, x, y = laid
    return y, x, card


def _card(value: Any) -> Card:
    if not isinstance(value, str) or value not in NUMBER_OF:
        raise bad_request("A card is colour R G B Y, shape c t s x and number 1 to 4, or 'W'.")
    return value


def _swap(source: Json) -> Action:
    exact_fields(source, ("at", "card"))
    at = list_field(source, "at")
    if len(at) != 2 or not all(map(is_int, at)):
        raise bad_request("The field 'at' must be [x, y], two whole numbers.")
    return Swap((at[0], at[1]), _card(source["card"]))


def _laid(value: Any) -> Laid:
    if not isinstance(value, list) or len(value) != 3 or not all(map(is_int, value[1:])):
        raise bad_request("Each of the cards to place must be [card, x, y].")
    return _card(value[0]), value[1], value[2]


def _place(source: Json) -> Action:
    exact_fields(source, ("cards",))
    cards = list_field(source, "cards")
    if not 1 <= len(cards) <= HAND:
        raise bad_request("The field 'cards' must hold 1 to 4 cards (I3).")
    return Place(tuple(sorted(map(_laid, cards), key=by_row)))


def _pass(source: Json) -> Action:
    exact_fields(source, ("exchange",))
    exchange = list_field(source, "exchange")
    if len(exchange) > HAND:
        raise bad_request("The field 'exchange' must hold 0 to 4 cards (I3).")
    return Pass(tuple(sorted(map(_card, exchange))))


_PARSERS: Final[dict[str, Callable[[Json], Action]]] = {
    "swap": _swap,
    "place": _place,
    "pass": _pass,
}


def parse_action(source: Json) -> Action:
    """An action from its JSON form; lists in another order are taken and sorted.

    Raises ``GameError`` (bad_request) for an unknown type or card, a list of a wrong length and a
    missing, extra or ill-typed field.
    """
    return parsed(_PARSERS, source)
