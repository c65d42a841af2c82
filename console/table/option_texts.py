"""What the options of games may be, as people are told it."""

from __future__ import annotations

from collections.abc import Mapping

from console.games.options import Option
from console.games.registry import GAMES
from drivers.errors import ConfigError, Sentence


def check_options(game: str, given: Mapping[str, object]) -> None:
    """Raises ConfigError for an option that the game has not, and a value that it does not take."""
    options = GAMES[game].options
    for name, value in given.items():
        if name not in options:
            raise ConfigError(
                "options of {game}: there is no option {name!r}: choose {known}",
                game=game,
                name=name,
                known=", ".join(options),
            )
        if not options[name].allows(value):
            raise ConfigError(
                "options of {game}: {name} is {value!r}: give {wanted}",
                game=game,
                name=name,
                value=value,
                wanted=wanted(options[name]),
            )


def wanted(option: Option) -> Sentence:
    """What may be given, after “give”."""
    match option.type:
        case "bool":
            return Sentence("true or false")
        case "choice":
            return Sentence("one of {choices}", choices=", ".join(option.range))
        case "counts":
            ends = (f"{name} {low} … {high}" for name, (low, high) in option.range.items())
            return Sentence("a count of each: {ends}", ends=", ".join(ends))
    low, high = option.range
    if option.type == "int or null":
        return Sentence("a whole number from {low} to {high}, or null", low=low, high=high)
    return Sentence("a whole number from {low} to {high}", low=low, high=high)
