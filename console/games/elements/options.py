"""The options of «Сила стихий»: ``target``, ``rounds`` (E9), ``concede`` (E10), ``misreveal``
(E5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from console.games.forms import Formed
from console.games.options import Option, fill

PENALTY: Final = "penalty"
FORBIDDEN: Final = "forbidden"

OPTIONS: Final[Mapping[str, Option]] = {
    "target": Option("int", 6, [1, 12]),
    "concede": Option("bool", True, [False, True]),
    "misreveal": Option("choice", PENALTY, [PENALTY, FORBIDDEN]),
    "rounds": Option("int or null", None, [1, 99]),
}


SITUATIONS: Final = 4
"""In so many situations a hand can be, as far as the legal actions are concerned."""
_NEVER: Final = 1000


@dataclass(frozen=True, slots=True)
class Options(Formed):
    """A match's options. From them follow ``menu``, where they begin in ``HeldCards.menus``, and
    when it is over: with ``enough`` points, or after the round ``last`` (E9)."""

    target: int = 6
    concede: bool = True
    misreveal: str = PENALTY
    rounds: int | None = None
    menu: int = field(init=False, compare=False, repr=False)
    enough: int = field(init=False, compare=False, repr=False)
    last: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        forbidden = self.misreveal == FORBIDDEN
        object.__setattr__(self, "menu", SITUATIONS * (2 * self.concede + forbidden))
        object.__setattr__(self, "enough", self.target if self.rounds is None else _NEVER)
        object.__setattr__(self, "last", _NEVER if self.rounds is None else self.rounds)


DEFAULTS: Final = Options()


def parse_options(given: Mapping[str, object]) -> Options:
    """Options from their JSON form, with defaults. Raises ``GameError`` (bad_options)."""
    return Options(**fill(OPTIONS, given)) if given else DEFAULTS
