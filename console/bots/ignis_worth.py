"""What a position of «Игнис» promises: pieces left, and how exposed those at the ends of lines are.

The figures are in hundredths of a piece. They follow a logistic regression of who won on what lay
at the ends of lines, over games that opponents played against themselves, rounded.
"""

from __future__ import annotations

from typing import Final

from console.games.bounded_cache import BoundedCache
from console.games.ignis.board import AIR, FIRE, GAP, WATER, Field

PIECE: Final = 100
TO_MOVE: Final = 10
"""Who is to move has the first choice."""
EXPOSED: Final = (57, 38, 26)
"""A piece at the end of a full line can be ejected at once; with a gap, or with more, later."""
SAME_NEXT: Final = 34
"""Behind an exposed piece of a full line its own kind is exposed next."""
OTHER_NEXT: Final = 21
"""Behind an exposed piece of a full line comes one of the other side: then that one is exposed."""
BEHIND_AIR: Final = 22
"""Air at the end of a full line gives way to Earth, and what is behind it is exposed."""
OUTER: Final = 2
"""The divisor for lines that are edges: pieces there are pushed at from their sides as well."""

_FIRE, _WATER = FIRE.encode(), WATER.encode()
_SIGN: Final = {FIRE: 1, WATER: -1}


class _Lines(BoundedCache[bytes, int]):
    """What a line is worth to Fire by its contents, worked out when first met."""

    def __init__(self, divisor: int) -> None:
        super().__init__()
        self._divisor = divisor

    def work_out(self, key: bytes) -> int:
        text = key.decode("ascii")
        return int((_end(text) + _end(text[::-1])) / self._divisor)


def _end(line: str) -> int:
    """What lies at the beginning of ``line`` is worth to Fire."""
    piece, behind, gaps = line[0], line[1:2], line.count(GAP)
    if piece in _SIGN:
        danger = EXPOSED[min(gaps, len(EXPOSED) - 1)]
        if not gaps and behind in _SIGN:
            danger += SAME_NEXT if behind == piece else -OTHER_NEXT
        return -_SIGN[piece] * danger
    if piece == AIR and not gaps:
        return -_SIGN.get(behind, 0) * BEHIND_AIR
    return 0


_INNER: Final = _Lines(1)
_OUTER: Final = _Lines(OUTER)


def worth(board: bytes, field: Field) -> int:
    """What the position is worth to Fire; both sides have pieces."""
    total = PIECE * (board.count(_FIRE) - board.count(_WATER))
    inner, outer = _INNER, _OUTER
    for cells in field.inner:
        total += inner[board[cells]]
    for cells in field.outer:
        total += outer[board[cells]]
    return total
