"""What happened in «Сила стихий», in the engine protocol's order and form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from console.games.elements.hands import HeldCards
from console.games.forms import Json

MISREVEAL: Final = "misreveal"
OPPONENT_OVER: Final = "opponent_over"
HIGHER: Final = "higher"
LOWER: Final = "lower"
TIE: Final = "tie"
CONCEDED: Final = "conceded"
"""Why a round ended; ``lower``: the revealer's sum is the smaller one (E5, E6)."""


@dataclass(frozen=True, slots=True)
class CardMoved:
    """``player`` played, took or discarded (``type``) this card (E4)."""

    type: str
    player: int
    card: int

    def to_json(self) -> Json:
        return {"type": self.type, "player": self.player, "card": self.card}


class RoundOver(NamedTuple):
    """``winner`` gets ``points`` (E5, E6). ``sums`` and ``hands`` are by seat, None for a hand that
    nobody was shown."""

    winner: int
    points: int
    reason: str
    sums: tuple[int | None, int | None]
    hands: tuple[HeldCards | None, HeldCards | None]
    limit: int

    def to_json(self) -> Json:
        return {
            "type": "round_over",
            "winner": self.winner,
            "points": self.points,
            "reason": self.reason,
            "sums": list(self.sums),
            "hands": [None if hand is None else list(hand.cards) for hand in self.hands],
            "limit": self.limit,
        }


Event = CardMoved | RoundOver
