"""The options of games as people type them, and what they may be, as people are told it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from console.games.entry import Entry
from console.games.errors import GameError
from console.games.options import Option, fill
from console.games.registry import ENTRIES, GAMES
from console.i18n import Words
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


def check_fit(game: str, options: Mapping[str, object]) -> None:
    """Raises ConfigError where options that are each in range do not fit together (C2)."""
    try:
        GAMES[game].new(GAMES[game].players[1], 0, fill(GAMES[game].options, options))
    except GameError:
        unfit = ENTRIES[game].unfit
        raise ConfigError(
            "the options of {game} do not fit together: {why}",
            game=game,
            why=Sentence(unfit) if unfit else Sentence("change one of them"),
        ) from None


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


def told(entry: Entry, name: str, option: Option, words: Words) -> str:
    """What an option is, what may be given, and what each of that changes."""
    means = []
    for key, each in entry.options.items():
        whole, _, part = key.partition(".")
        if whole != name:
            continue
        if each.help:
            means.append(f"{part}: {words._(each.help)}" if part else words._(each.help))
        means += [
            f"{_typed(value)}: {words._(text)}"
            for value, text in (each.means or each.values).items()
        ]
    label = entry.options[name].label if name in entry.options else None
    range_ = words.translated(wanted(option))
    return " ".join([f"{words._(label)}: {range_}." if label else f"{range_}.", *means])


def _typed(value: object) -> str:
    """A value as it is given with ``--option``."""
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def typed_option(known: Mapping[str, Option], text: str) -> dict[str, Any]:
    """``name=value``, the value as JSON or, where that is none, as plain text; counts as numbers
    with commas between them too. Raises ConfigError."""
    import msgspec  # no setting needs it

    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError("--option {text!r} is no option: write it as name=value", text=text)
    parts = value.split(",")
    if name in known and known[name].type == "counts" and all(p.strip().isdecimal() for p in parts):
        names = tuple(known[name].range)
        if len(parts) != len(names):
            raise ConfigError(
                "--option {text!r}: give a count of each: {names}",
                text=text,
                names=", ".join(names),
            )
        return {name: {part: int(p) for part, p in zip(names, parts, strict=True)}}
    try:
        return {name: msgspec.json.decode(value)}
    except msgspec.DecodeError:
        return {name: value}
    except RecursionError as error:
        raise ConfigError(
            "--option {name}: is nested too deeply: give a plain value", name=name
        ) from error
