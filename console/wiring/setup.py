"""From the command line and the configuration file to one complete description of a table.

What the command line says holds, then what the file says, then what the owner has adjusted
(``khvatka service settings``), then the defaults.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from console.config import Config, in_file, read_config
from console.games.registry import ENTRIES, GAMES
from console.i18n import spoken
from console.option_texts import check_fit, typed_option
from console.service.adjustments import DEFAULTS, Adjusted
from console.settings.declared import OF_SESSION, SETTINGS
from console.settings.kinds import Value
from console.store.boot import WELL, Findings
from console.table.attract.host import HostingRules
from console.table.games import TABLE_GAMES
from console.table.seating import opposite
from console.table.settings import Settings
from console.table.view import Who
from console.wiring.hosting import hosting_of
from drivers.boards.config import MOST_SEATS, BoardFile, find_board
from drivers.errors import ConfigError
from drivers.pad.channels.calibration import Calibration
from host_sim.profiles import PROFILES

MAX_SEED: Final = 2**63 - 1
LOOPBACK: Final = "127.0.0.1"
ANY: Final = "0.0.0.0"
"""The address by which the network knows this computer, whatever it is."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """``khvatka play``'s options as they were given; None where nothing was said. ``settings`` are
    those of them that set one, by its key."""

    headless: bool = False
    event: bool = False
    walk: float | None = None
    window: bool = False
    as_json: bool = False
    players: int | None = None
    seats: int | None = None
    people: str | None = None
    seed: int | None = None
    board: str | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)
    option: tuple[str, ...] = ()
    config: Path | None = None
    keys: Path | None = None
    size: str | None = None
    fullscreen: bool | None = None
    attract: bool | None = None
    phones_host: str | None = None
    pictures: Path | None = None
    lang: str | None = None
    data: Path | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A table to be built: ``who`` by board seat.

    ``real``: the file of the real board to play on. ``calibration``: what ``khvatka hw calibrate``
    found on the simulated board; without it that table is new, and weighed by itself. ``adjusted``:
    the pad's thresholds and how loud it is. ``hosting``: for a table in a window alone.
    ``store``: what was found of the store of what was played before. ``phones``: may they
    join; ``phones_host`` is this computer's address then, ``ANY``: as its network knows it.
    ``overridden``: what command line and file say of settings, where that is not as ``adjusted``.
    """

    who: tuple[Who, ...]
    settings: Settings
    seed: int
    board: str
    size: tuple[int, int]
    fullscreen: bool
    calibration: Calibration | None = None
    adjusted: Adjusted = DEFAULTS
    real: BoardFile | None = None
    hosting: HostingRules = field(default_factory=HostingRules)
    store: Findings = WELL
    phones: bool = False
    phones_host: str = LOOPBACK
    overridden: Mapping[str, Value] = field(default_factory=dict)

    def seeds(self) -> Random:
        """The generator that gives each further match its seed."""
        return Random(self.seed)


def make_setup(
    options: PlayOptions,
    *,
    all_simulated: bool,
    adjusted: Adjusted = DEFAULTS,
    configured: Callable[[Config], Config] | None = None,
) -> Setup:
    """Check and complete the options; ``adjusted`` is what the owner has set.

    ``configured``: what the configuration file changes, if it was read before.
    ``all_simulated``: nobody is there to press a button, so free seats are filled with adults.
    Raises ConfigError: one sentence naming the option and the mend.
    """
    configured = configured or read_config(options.config)
    config = configured(adjusted.config()).with_settings(_given(options))
    file = find_board(config.table.board if options.board is None else options.board)
    is_real = file.sim is None
    if is_real:
        _at_real(options, file, all_simulated)
    settings = replace(_settings(settings_in(config), options), closed=adjusted.closed())
    if options.headless:
        _all_used(options, settings.game)
    as_file = is_real or options.board is not None
    seats = file.seats if as_file else config.table.seats
    who = _who(options, file, settings.game, seats, all_simulated)
    seed = _seed(options.seed)
    hosting = hosting_of(
        config.table, adjusted, settings, seed, real=is_real, attract=options.attract
    )
    return Setup(
        who,
        settings,
        seed,
        file.name if file.sim is None else file.sim.kind,
        parse_size(options.size) or config.table.size,
        config.table.fullscreen if options.fullscreen is None else options.fullscreen,
        adjusted=adjusted,
        real=file if is_real else None,
        hosting=hosting,
        phones=config.table.phones,
        phones_host=_phones_host(config, options, is_real),
        overridden=_overridden(config, adjusted),
    )


def _who(
    options: PlayOptions, file: BoardFile, game: str, seats: int, all_simulated: bool
) -> tuple[Who, ...]:
    """Who sits where, at so many ``seats`` where the options do not say. Raises ConfigError."""
    players = _in_range("--players", options.players)
    if TABLE_GAMES[game].quiet and players is None and not options.people:
        players = 2
    seats = _seats(options, players, _least_seats(game, players), seats)
    most = MOST_SEATS if file.sim is None else PROFILES[file.sim.kind].max_seats
    if seats > most:
        raise ConfigError(
            "{name} has {most} seats at most, not {seats}: use pc for more",
            name=file.name,
            most=most,
            seats=seats,
        )
    # A window's board game is against whom its lobby would give; bodies alone press real buttons.
    usual = Who.LEVEL_2 if TABLE_GAMES[game].quiet and not all_simulated else Who.ADULT
    who = _people(options.people, players, seats, all_simulated, file.sim is None, usual)
    if all_simulated and not TABLE_GAMES[game].fits(who):
        raise ConfigError(
            "{count} people at {seats} seats cannot play {game}: give --players {players}",
            count=sum(w is not Who.EMPTY for w in who),
            seats=seats,
            game=game,
            players=_span(*GAMES[game].players),
        )
    return who


def _overridden(config: Config, adjusted: Adjusted) -> dict[str, Value]:
    values = {
        key: getattr(getattr(config, known.section), known.name)
        for key, known in SETTINGS.items()
        if in_file(key)
    }
    return {key: value for key, value in values.items() if value != adjusted[key]}


def _phones_host(config: Config, options: PlayOptions, is_real: bool) -> str:
    """Raises ConfigError for an address that nobody asks for."""
    if options.phones_host is not None and not config.table.phones:
        raise ConfigError("--phones-host changes nothing without --phones: add it")
    return options.phones_host or config.table.phones_host or (ANY if is_real else LOOPBACK)


def _all_used(options: PlayOptions, game: str) -> None:
    """Headless there is no window, and no lobby where another game is chosen. Raises ConfigError
    for an option that would change nothing."""
    if options.settings.get("table.phones"):
        raise ConfigError("--{name} needs a window: leave it out, or --headless", name="phones")
    for name in ("keys", "fullscreen", "attract"):
        if getattr(options, name):
            raise ConfigError("--{name} needs a window: leave it out, or --headless", name=name)
    elsewhere = {name for entry in ENTRIES.values() for name in entry.settings}
    for key, value in options.settings.items():
        if value and SETTINGS[key].name in elsewhere.difference(ENTRIES[game].settings):
            raise ConfigError(
                "{option} changes nothing in {game}: leave it out, or choose another --game",
                option=SETTINGS[key].typed,
                game=game,
            )


def _at_real(options: PlayOptions, file: BoardFile, all_simulated: bool) -> None:
    """Raises ConfigError for options that contradict a real board."""
    if options.seats not in (None, file.seats):
        raise ConfigError(
            "--seats {seats}: the board {name} has {seats2}: leave the option out",
            seats=options.seats,
            name=file.name,
            seats2=file.seats,
        )
    if all_simulated:
        raise ConfigError(
            "the board {name} is a real table, where only people can play, so it needs a "
            "display: leave out --headless, or start a desktop first (--board pc is "
            "simulated)",
            name=file.name,
        )
    if options.players is not None:
        raise ConfigError(
            "--players: at a real table whoever presses ● plays: leave the option out"
        )


def _in_range(name: str, value: int | None) -> int | None:
    if value is not None and not 2 <= value <= MOST_SEATS:
        raise ConfigError(
            "{name} is {value}: it must be from {low} to {high}",
            name=name,
            value=value,
            low=2,
            high=MOST_SEATS,
        )
    return value


def _least_seats(game: str, players: int | None) -> int:
    """How many seats they need: two who play with both hands need four (C30)."""
    return 4 if players == 2 and TABLE_GAMES[game].handed else players or 2


def _seats(options: PlayOptions, players: int | None, least: int, configured: int) -> int:
    seats = _in_range("--seats", options.seats)
    if seats is None:
        # At a window another game may be chosen, for which two need four.
        return configured if players is None else max(players, 4 if players == 2 else 3)
    if seats >= least:
        return seats
    fields = {"seats": seats, "players": players, "span": _span(least, MOST_SEATS)}
    if least != players:
        raise ConfigError(
            "--seats {seats} is too few for --players {players}: two play with both hands, at two"
            " seats each, so give {span}",
            **fields,
        )
    raise ConfigError("--seats {seats} is too few for --players {players}: give {span}", **fields)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _people(
    text: str | None,
    players: int | None,
    seats: int,
    all_simulated: bool,
    is_real: bool,
    usual: Who,
) -> tuple[Who, ...]:
    names = [n.strip() for n in text.split(",")] if text else []
    if is_real and not names:
        return (Who.EMPTY,) * seats
    kinds = [w.value for w in Who if not (is_real and w.simulated)]
    for name in names:
        if name not in kinds:
            raise ConfigError(
                "--people: {name!r} is not known: use {kinds}", name=name, kinds=", ".join(kinds)
            )
        if name == Who.PERSON and all_simulated:
            raise ConfigError("--people: nobody can play without a window: use simulated people")
    if len(names) > (players or seats):
        raise ConfigError(
            "--people names {count} people for {players} places: name fewer",
            count=len(names),
            players=players or seats,
        )
    count = players or len(names) or seats
    sitting = [Who(names[i % len(names)]) if names else usual for i in range(count)]
    if not names and not all_simulated:
        sitting[0] = Who.EMPTY  # waits for whoever sits at the keyboard
    places = _places(len(sitting), seats)
    who = [Who.EMPTY] * seats
    for place, person in zip(places, sitting, strict=True):
        who[place] = person
    return tuple(who)


def _places(count: int, seats: int) -> tuple[int, ...]:
    """Board seats for so many people; two sit opposite each other with a seat between (C30)."""
    if count == 2 and seats >= 4:
        return 0, opposite(0, seats)
    return tuple(range(count))


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbelow(MAX_SEED)
    if not 0 <= seed <= MAX_SEED:
        raise ConfigError("--seed is {seed}: it must be from 0 to 2^63 - 1", seed=seed)
    return seed


def parse_size(text: str | None) -> tuple[int, int] | None:
    """``1280x800`` as pixels. Raises ConfigError: the option and the mend."""
    if text is None:
        return None
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise ConfigError("--size {text!r} is no size: write it as 1280x800", text=text)
    size = int(width), int(height)
    if min(size) < 480 or max(size) > 8192:
        raise ConfigError("--size {text}: each side must be from 480 to 8192 pixels", text=text)
    return size


def settings_in(config: Config) -> Settings:
    """The session's settings. Raises ConfigError naming the option."""
    values: dict[str, Any] = {
        name: getattr(getattr(config, declared.section), name)
        for name, declared in OF_SESSION.items()
    }
    values["language"] = spoken(config.table.language)
    return Settings(**values, house=config.options, left_seats=frozenset(config.table.left_seats))


def _given(options: PlayOptions) -> dict[str, Value]:
    """The settings that the command line gives. Raises ConfigError: the option and its range."""
    given: dict[str, Value] = {**options.settings, "table.language": options.lang}
    given = {key: value for key, value in given.items() if value is not None}
    for key, value in given.items():
        SETTINGS[key].check(value, SETTINGS[key].typed)
    return given


def _settings(settings: Settings, options: PlayOptions) -> Settings:
    known = GAMES[settings.game].options
    for text in options.option:
        settings = settings.with_options(settings.game, typed_option(known, text))
    check_fit(settings.game, settings.options)
    return settings
