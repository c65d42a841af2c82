"""What time makes of a view, in steps, so that nothing is repainted between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ALL_ARROWS: Final = 99
LONG_AGO: Final = 99
STEP_NS: Final = 16_666_667
"""Of what moves for a moment: a step a frame."""
GLIDE_STEPS: Final = 12
"""Steps of the motion that explains a move of a board game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """``share`` is what is left of a countdown (None without one), ``seconds`` the same in whole
    seconds, ``breath`` the step of a verdict's breath, ``arrows`` how many of its arrows are drawn,
    ``won`` how many steps ago the verdict came, ``glide`` the step of a board game's last move
    (``GLIDE_STEPS``: it has arrived), ``step`` that of what moves by itself while nobody is there,
    and of the end of a match."""

    share: float | None = None
    seconds: int = 0
    breath: int = 0
    arrows: int = ALL_ARROWS
    won: int = LONG_AGO
    glide: int = GLIDE_STEPS
    step: int = 0

    @property
    def way(self) -> float:
        """How far the last move has come, 0 to 1, gently at both ends."""
        t = self.glide / GLIDE_STEPS
        return t * t * (3 - 2 * t)
