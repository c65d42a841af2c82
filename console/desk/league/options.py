"""What a league is told before it begins."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from console.events.options import LONGEST_NAME
from drivers.errors import ConfigError

DAY_MS: Final = 24 * 3600 * 1000
WEEK_MS: Final = 7 * DAY_MS
MOST_WEEKS: Final = 104


class Nicknames(StrEnum):
    """W1: where a nickname is one person."""

    CAFE = "cafe"
    LEAGUE = "league"


class LeagueOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of it. ``first_ms``: when the first week begins; the best ``best_n`` of ``weeks_n``
    count."""

    name: str
    first_ms: int
    weeks_n: int
    best_n: int
    nicknames: Nicknames = Nicknames.CAFE

    def week_of(self, begun_ms: int) -> int:
        """The week, from 0. Raises ConfigError for what began in none of them (W4)."""
        week = (begun_ms - self.first_ms) // WEEK_MS
        if not 0 <= week < self.weeks_n:
            raise ConfigError(
                "the evening began in no week of the league: look at the clock of the café's desk"
            )
        return week


def checked(options: LeagueOptions) -> LeagueOptions:
    """The options as they are. Raises ConfigError naming the first that makes no sense."""
    name = options.name
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ConfigError(
            "a league's name is one line of at most {longest} characters", longest=LONGEST_NAME
        )
    for what, value, least, most in (
        ("weeks", options.weeks_n, 1, MOST_WEEKS),
        ("best", options.best_n, 1, options.weeks_n),
    ):
        if not least <= value <= most:
            raise ConfigError(
                "{what} {value} is not possible: give {least} to {most}",
                what=what,
                value=value,
                least=least,
                most=most,
            )
    return options
