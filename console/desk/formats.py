"""The options of an event as they are typed: a game, stages, each with its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from console.events.options import (
    EventOptions,
    Sizes,
    Stage,
    checked,
)
from console.games.registry import ENTRIES, GAMES
from drivers.errors import ConfigError

FORMATS: Final = (
    "round_robin",
    "swiss",
    "group_swiss",
    "strikes",
    "roundless",
    "elimination",
    "group_elimination",
)


def sizes_of(game: str) -> Sizes:
    """How many a game takes, and with how many it is best. Raises ConfigError."""
    if game not in GAMES:
        raise ConfigError(
            "--game {game!r} is not known: choose {games}", game=game, games=", ".join(GAMES)
        )
    least, most = GAMES[game].players
    best_least, best_most = ENTRIES[game].best or (least, most)
    return Sizes(least, most, best_least, best_most)


def usual_stage(sizes: Sizes) -> str:
    """What is played where nobody says: five rounds of Swiss, in groups if the game has them."""
    if sizes.most == 2:
        return "swiss rounds=5"
    return f"group_swiss rounds=5 size={min(sizes.best_most, max(4, sizes.best_least))}"


def stage_of(typed: str) -> Stage:
    """``FORMAT name=value …``, such as ``swiss rounds=5 best_of=3``. Raises ConfigError, which
    names what is wrong."""
    name, *words = typed.split() or [""]
    if name not in FORMATS:
        raise ConfigError(
            "--stage {typed!r}: {name!r} is no format, choose one of {formats}",
            typed=typed,
            name=name,
            formats=", ".join(FORMATS),
        )
    told: dict[str, Any] = {"format": name}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in told:
            raise ConfigError(
                "--stage {typed!r}: {word!r} is not understood, write each option once, name=value",
                typed=typed,
                word=word,
            )
        told[key] = value
    try:
        return msgspec.convert(told, Stage, strict=False)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        raise ConfigError(
            "--stage {typed!r} is not possible: {why}", typed=typed, why=str(error)
        ) from None


def options_of(name: str, game: str, stages: Sequence[str], **told: Any) -> EventOptions:
    """The options of an event, checked. Raises ConfigError."""
    sizes = sizes_of(game)
    typed = stages or [usual_stage(sizes)]
    return checked(
        EventOptions(name=name, game=game, sizes=sizes, stages=tuple(map(stage_of, typed)), **told)
    )
