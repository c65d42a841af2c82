"""What can be done in «Сила стихий» (E4): frozen values with a JSON round trip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from console.games.errors import bad_request
from console.games.forms import Formed, Json, exact_fields, int_field, str_field

LEAST: Final = 1
YIN_YANG: Final = 6
KINDS: Final = range(LEAST, YIN_YANG + 1)
"""The cards: 1 wood, 2 fire, 3 earth, 4 metal, 5 water, 6 yin-yang (E1)."""


@dataclass(frozen=True, slots=True)
class Play(Formed):
    """A card goes from the hand onto the chain."""

    type = "play"
    card: int


_ONLY: Final[dict[type, Any]] = {}


class _Plain:
    """An action without fields. There is one object of each, so that ``is`` compares them."""

    __slots__ = ()

    type: ClassVar[str]

    def __new__(cls) -> Self:
        only: Self = _ONLY.setdefault(cls, super().__new__(cls))
        return only

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def to_json(self) -> Json:
        return {"type": self.type}


class Take(_Plain):
    """The chain's top card comes to lie face up before the player."""

    __slots__ = ()
    type = "take"


class Discard(_Plain):
    """A 6 leaves the hand, face up."""

    __slots__ = ()
    type = "discard"


class Reveal(_Plain):
    """The hand is opened: the sum should not be above the limit (E5)."""

    __slots__ = ()
    type = "reveal"


class Concede(_Plain):
    """The round is given up (E6)."""

    __slots__ = ()
    type = "concede"


Action = Play | Take | Discard | Reveal | Concede

PLAY: Final[Mapping[int, Play]] = {card: Play(card) for card in KINDS}
"""The one ``Play`` of each card."""
TAKE: Final = Take()
DISCARD: Final = Discard()
REVEAL: Final = Reveal()
CONCEDE: Final = Concede()

_PLAIN: Final[Mapping[str, Action]] = {
    action.type: action for action in (TAKE, DISCARD, REVEAL, CONCEDE)
}


def parse_action(source: Json) -> Action:
    """An action from its JSON form.

    Raises ``GameError`` (bad_request) for an unknown type, a card that there is not, and a missing,
    extra or ill-typed field.
    """
    kind = str_field(source, "type")
    plain = _PLAIN.get(kind)
    if plain is not None:
        exact_fields(source, ())
        return plain
    if kind != Play.type:
        raise bad_request(f"Unknown type of action; known are play, {', '.join(_PLAIN)}.")
    exact_fields(source, ("card",))
    play = PLAY.get(int_field(source, "card"))
    if play is None:
        raise bad_request(f"The field 'card' must be a number from {LEAST} to {YIN_YANG} (E1).")
    return play
