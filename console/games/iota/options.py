"""The options of IOTA: ``short`` (I13) and ``scoring`` (I14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.games.forms import Formed
from console.games.options import Option, fill

OPTIONS: Final[Mapping[str, Option]] = {
    "short": Option("bool", False, [False, True]),
    "scoring": Option("bool", True, [False, True]),
}


@dataclass(frozen=True, slots=True)
class Options(Formed):
    """A match's options."""

    short: bool = False
    scoring: bool = True


def parse_options(given: Mapping[str, object]) -> Options:
    """Options from their JSON form, with defaults. Raises ``GameError`` (bad_options)."""
    return Options(**fill(OPTIONS, given))
