"""Looking ahead in «Игнис»: alpha-beta, one ply deeper each time, until the steps are used up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.bots.base import Deadline
from console.bots.ignis_worth import TO_MOVE, worth
from console.games.ignis.ahead import Ahead, Child, Position
from console.games.ignis.state import FIRE_SEAT, winners_on
from console.games.rng import Rng

WON: Final = 1_000_000
"""What a won match is worth at the least; more, the sooner it is won."""
_SURE: Final = WON // 2
_BEYOND: Final = 2 * WON
_ASK_EVERY: Final = 64
"""Steps between two looks at the clock."""

_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2
_NO_PUSH: Final = -1
_PER_PIECE: Final = 1000
"""How much a piece counts, beside what pushes have been good for, in what is tried first."""


class _EnoughError(Exception):
    """The steps are used up, or the time."""


class AlphaBeta:
    """One look ahead. ``steps``: the positions that may be looked at; ``deadline``: its end."""

    def __init__(self, ahead: Ahead, steps: int, deadline: Deadline) -> None:
        self._ahead = ahead
        self._steps = steps
        self._deadline = deadline
        self._known: dict[tuple[bytes, int, bool], tuple[int, int, int, int]] = {}
        self._good: dict[int, int] = {}  # how often a push has cut a search off, by depth squared
        self.taken = 0

    def best(self, position: Position, fire: bool, depth: int, rng: Rng, blur: int) -> int:
        """The push (as a number) for Fire or Water to make, looking at most ``depth`` plies ahead.

        By lot each push is judged up to ``blur`` better than it is, but one that wins or loses.
        """
        children = rng.shuffled(self._ahead.children(position))
        bonus = {child[-1]: rng.below(blur + 1) for child in children}
        best = children[0]
        try:
            for plies in range(1, depth + 1):
                alpha = -_BEYOND
                for child in children:
                    extra = bonus[child[-1]]
                    value = -self._value(child, not fire, plies - 1, -_BEYOND, extra - alpha)
                    if abs(value) < _SURE:
                        value += extra
                    if value > alpha:
                        alpha, best = value, child
                children.remove(best)
                children.insert(0, best)
                if abs(alpha) >= _SURE:
                    break
        except _EnoughError:
            pass
        return best[-1]

    def _value(self, child: Child, fire: bool, depth: int, alpha: int, beta: int) -> int:
        """What a position is worth to Fire or Water, who is to move; exact between the bounds."""
        board, field, air, earth, _ = child
        self._step()
        if winners := winners_on(board):
            return _ended(winners, fire, depth)
        if not depth:
            return (worth(board, field) if fire else -worth(board, field)) + TO_MOVE
        key = board, air, fire
        known = self._known.get(key)
        if known is not None and known[0] >= depth:
            _, kind, value, _ = known
            if kind == _EXACT or (value >= beta if kind == _AT_LEAST else value <= alpha):
                return value
        children: Iterable[Child] = self._ahead.children((board, field, air, earth))
        if depth > 1:
            children = self._sorted(children, fire, _NO_PUSH if known is None else known[3])
        best, push, floor = -_BEYOND, _NO_PUSH, alpha
        for after in children:
            value = -self._value(after, not fire, depth - 1, -beta, -alpha)
            if value > best:
                best, push = value, after[-1]
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if depth > 1:
                            self._good[push] = self._good.get(push, 0) + depth * depth
                        break
        kind = _AT_LEAST if best >= beta else _EXACT if best > floor else _AT_MOST
        self._known[key] = depth, kind, best, push
        return best

    def _sorted(self, children: Iterable[Child], fire: bool, first: int) -> list[Child]:
        """Promising pushes first, ``first`` before all."""
        mine, theirs = (b"F", b"W") if fire else (b"W", b"F")
        good = self._good

        def promise(child: Child) -> int:
            board, *_, push = child
            if push == first:
                return _BEYOND
            return _PER_PIECE * (board.count(mine) - board.count(theirs)) + good.get(push, 0)

        return sorted(children, key=promise, reverse=True)

    def _step(self) -> None:
        self.taken += 1
        if self.taken > self._steps or (not self.taken % _ASK_EVERY and self._deadline()):
            raise _EnoughError


def _ended(winners: tuple[int, ...], fire: bool, depth: int) -> int:
    """A finished match's worth; the more plies were left to look at, the sooner it ended."""
    if len(winners) > 1:
        return 0
    return WON + depth if (winners == (FIRE_SEAT,)) == fire else -WON - depth
