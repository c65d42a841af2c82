"""Are lots fair? Chi-square, without a table: Wilson and Hilferty's cube root is all but normal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from console.games.base import Game
from console.games.rng import Rng


def draws(game: Game[Any, Any], state: Any, each: int, seed: int) -> Counter[Any]:
    """How often each action was drawn, ``each`` times as many draws as there are legal ones."""
    rng = Rng(seed)
    return Counter(game.any_action(state, rng) for _ in range(each * game.count_legal(state)))


def unevenness(drawn: Counter[Any]) -> float:
    """By how many standard deviations chi-square is greater than it should be, if all that was
    drawn is as likely."""
    free = len(drawn) - 1
    if not free:
        return 0.0
    wanted = drawn.total() / len(drawn)
    chi_square = sum((count - wanted) ** 2 for count in drawn.values()) / wanted
    spread = 2 / (9 * free)
    result: float = ((chi_square / free) ** (1 / 3) - (1 - spread)) / spread**0.5
    return result
