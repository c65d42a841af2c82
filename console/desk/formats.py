"""The options of an event as they are typed: a game, stages, each with its own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import fields as fields_of

from console.events.options import USUAL, EventOptions, Sizes, Stage, TieBreak, checked
from console.games.registry import ENTRIES, GAMES
from console.option_texts import check_fit, check_options
from drivers.errors import ConfigError, Sentence

STAGES: Final[dict[str, Any]] = {stage.__struct_config__.tag: stage for stage in get_args(Stage)}
FORMATS: Final = tuple(STAGES)


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
    known = {field.name: field for field in fields_of(STAGES[name])}
    given: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise ConfigError(
                "--stage {typed!r}: {word!r} is not understood, write each option once, name=value",
                typed=typed,
                word=word,
            )
        if key not in known:
            raise ConfigError(
                "--stage {typed!r}: {format} has no option {word!r}, it has {names}",
                typed=typed,
                format=name,
                word=key,
                names=", ".join(known),
            )
        given[key] = _value(typed, word, value, known[key].type)
    missing = next((f.name for f in known.values() if f.required and f.name not in given), None)
    if missing is not None:
        raise ConfigError(
            "--stage {typed!r}: {format} needs {word}, write {word}=5 for instance",
            typed=typed,
            format=name,
            word=missing,
        )
    return STAGES[name](**given)  # type: ignore[no-any-return]


def _value(typed: str, word: str, value: str, kind: Any) -> Any:
    """The value of an option as its field takes it. Raises ConfigError."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        if kind is int:
            why = Sentence("a whole number")
        else:
            choices = list(kind) if issubclass(kind, StrEnum) else ("true", "false")
            why = Sentence("one of {choices}", choices=", ".join(choices))
        raise ConfigError(
            "--stage {typed!r}: {word!r} is not possible, give {what}",
            typed=typed,
            word=word,
            what=why,
        ) from None


def tie_breaks_of(typed: Sequence[str]) -> tuple[TieBreak, ...]:
    """In that order; the usual ones where nothing is typed. Raises ConfigError."""
    unknown = next((name for name in typed if name not in list(TieBreak)), None)
    if unknown is not None:
        raise ConfigError(
            "tie-break {typed!r} is not known: choose {names}",
            typed=unknown,
            names=", ".join(TieBreak),
        )
    return tuple(map(TieBreak, typed)) or USUAL


def title_of(typed: str) -> str:
    """What somebody calls an event. Raises ConfigError for nothing."""
    title = typed.strip()
    if not title:
        raise ConfigError("give the event a name")
    return title


def options_of(name: str, game: str, stages: Sequence[str], **given: Any) -> EventOptions:
    """The options of an event, checked. ``rules`` are the game's own. Raises ConfigError."""
    sizes = sizes_of(game)
    rules = _rules(game, given.pop("rules", {}))
    typed = stages or [usual_stage(sizes)]
    return checked(
        EventOptions(
            name=name,
            game=game,
            sizes=sizes,
            stages=tuple(map(stage_of, typed)),
            rules=rules,
            **given,
        )
    )


def _rules(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those that differ from the game's own. Raises ConfigError for what it has not, or not so."""
    check_options(game, given)
    check_fit(game, given)
    known = GAMES[game].options
    return {name: value for name, value in given.items() if value != known[name].default}
