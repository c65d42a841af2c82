"""What happened in «Хаос», in the engine protocol's order and form."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.chaos.cards import Card
from console.games.forms import Json


@dataclass(frozen=True, slots=True)
class Flipped:
    """One card came up."""

    hand: int
    card: Card

    def to_json(self) -> Json:
        return {"type": "flipped", "hand": self.hand, "card": self.card}


@dataclass(frozen=True, slots=True)
class Shifted:
    """A `left` became active; ``by`` is the new total (C20)."""

    by: int

    def to_json(self) -> Json:
        return {"type": "shifted", "by": self.by}


@dataclass(frozen=True, slots=True)
class Voided:
    """Cards went back on their stacks, an entry a card, in the order they were flipped (C23)."""

    hands: tuple[int, ...]

    def to_json(self) -> Json:
        return {"type": "voided", "hands": list(self.hands)}


@dataclass(frozen=True, slots=True)
class DuelWon:
    """``losers`` run clockwise from the winner (C9, C10)."""

    winner: int
    losers: tuple[int, ...]

    def to_json(self) -> Json:
        return {"type": "duel_won", "winner": self.winner, "losers": list(self.losers)}


@dataclass(frozen=True, slots=True)
class SpecialWon:
    """``hand`` moved its pile under the grip (C15)."""

    hand: int
    special: str

    def to_json(self) -> Json:
        return {"type": "special_won", "hand": self.hand, "special": self.special}


@dataclass(frozen=True, slots=True)
class ChoiceDue:
    """``hand`` won a special and its duel, and must choose (C18)."""

    hand: int

    def to_json(self) -> Json:
        return {"type": "choice", "hand": self.hand}


@dataclass(frozen=True, slots=True)
class FalseGrab:
    """``hand`` had nothing to claim, and pays (C12, C14)."""

    hand: int

    def to_json(self) -> Json:
        return {"type": "false_grab", "hand": self.hand}


@dataclass(frozen=True, slots=True)
class Fell:
    """The grip fell; a known ``hand`` pays (C13)."""

    hand: int | None

    def to_json(self) -> Json:
        return {"type": "fell", "hand": self.hand}


@dataclass(frozen=True, slots=True)
class Expired:
    """The open specials died (C21); ``special`` None: the time of a `classic` game is up (C6)."""

    special: str | None

    def to_json(self) -> Json:
        return {"type": "expired", "special": self.special}


@dataclass(frozen=True, slots=True)
class Won:
    """The end; ``winners`` are players, ascending."""

    winners: tuple[int, ...]

    def to_json(self) -> Json:
        return {"type": "won", "winners": list(self.winners)}


Event = (
    Flipped | Shifted | Voided | DuelWon | SpecialWon | ChoiceDue | FalseGrab | Fell | Expired | Won
)
