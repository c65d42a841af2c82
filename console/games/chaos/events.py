"""What happened in «Хаос», in the engine protocol's order and form."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.chaos.cards import Card
from console.games.forms import Formed


@dataclass(frozen=True, slots=True)
class Flipped(Formed):
    """One card came up."""

    type = "flipped"
    hand: int
    card: Card


@dataclass(frozen=True, slots=True)
class Shifted(Formed):
    """A `left` became active; ``by`` is the new total (C20)."""

    type = "shifted"
    by: int


@dataclass(frozen=True, slots=True)
class Voided(Formed):
    """Cards went back on their stacks, an entry a card, in the order they were flipped (C23)."""

    type = "voided"
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DuelWon(Formed):
    """``losers`` run clockwise from the winner (C9, C10)."""

    type = "duel_won"
    winner: int
    losers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpecialWon(Formed):
    """``hand`` moved its pile under the grip (C15)."""

    type = "special_won"
    hand: int
    special: str


@dataclass(frozen=True, slots=True)
class ChoiceDue(Formed):
    """``hand`` won a special and its duel, and must choose (C18)."""

    type = "choice"
    hand: int


@dataclass(frozen=True, slots=True)
class FalseGrab(Formed):
    """``hand`` had nothing to claim, and pays (C12, C14)."""

    type = "false_grab"
    hand: int


@dataclass(frozen=True, slots=True)
class Fell(Formed):
    """The grip fell; a known ``hand`` pays (C13)."""

    type = "fell"
    hand: int | None


@dataclass(frozen=True, slots=True)
class Expired(Formed):
    """The open specials died (C21); ``special`` None: the time of a `classic` game is up (C6)."""

    type = "expired"
    special: str | None


@dataclass(frozen=True, slots=True)
class Won(Formed):
    """The end; ``winners`` are players, ascending."""

    type = "won"
    winners: tuple[int, ...]


Event = (
    Flipped | Shifted | Voided | DuelWon | SpecialWon | ChoiceDue | FalseGrab | Fell | Expired | Won
)
