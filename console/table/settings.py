"""What guests may choose before a match, and how the buttons change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from console.games.errors import GameError
from console.games.options import Option, fill
from console.games.registry import GAMES
from console.i18n import LANGUAGES
from console.option_texts import check_options
from console.settings.declared import OF_SESSION, Comforts, Matches
from console.table.view import MenuRow, Unready
from drivers.errors import ConfigError
from drivers.times import MS

STEPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 99)
"""The values that a menu offers for a wide range of numbers."""
NARROW: Final = 13  # up to so many values each has its turn
UNHURRIED: Final = 2
"""How many times as long everything waits for people who need more time."""
LEFT_SEATS: Final = "left_seats"
"""The one comfort that each seat has of its own."""
COMFORT: Final = (*(each.name for each in fields(Comforts)), LEFT_SEATS)
"""What may be changed at any time, in the order of its menu."""
Options = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Settings(Comforts, Matches):
    """The game chosen, house options by game (those that differ from the rules' own), and what
    belongs to the table. ``closed``: what guests are not offered (``open_to_guests``)."""

    language: str = LANGUAGES[0]  # that is spoken: never the system's
    house: Mapping[str, Options] = field(default_factory=dict)
    left_seats: frozenset[int] = frozenset()  # board seats of left-handed people
    closed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Raises ConfigError naming the option and its range."""
        for name, declared in OF_SESSION.items():
            declared.check(getattr(self, name))
        if self.language not in LANGUAGES:
            raise ConfigError(
                "language {language!r} is not known: choose one of {languages}",
                language=self.language,
                languages=", ".join(LANGUAGES),
            )
        for game, options in self.house.items():
            if game not in GAMES:
                raise ConfigError("options of {game!r}: there is no such game", game=game)
            check_options(game, options)

    @property
    def options(self) -> dict[str, Any]:
        """The options of a match in the engine's form, in full."""
        return fill(GAMES[self.game].options, self.house.get(self.game, {}))

    def with_options(self, game: str, options: Options) -> Settings:
        """These settings with ``options`` of ``game`` changed."""
        known = GAMES[game].options
        changed = {**self.house.get(game, {}), **options}
        own = {k: v for k, v in changed.items() if k not in known or v != known[k].default}
        others = {name: o for name, o in self.house.items() if name != game}
        return replace(self, house={**others, game: own} if own else others)

    def problem(self) -> Unready | None:
        """``"options"`` when they are each in range but do not fit together (C2), else None."""
        game = GAMES[self.game]
        try:
            game.new(game.players[1], 0, self.options)
        except GameError:
            return Unready.OPTIONS
        return None

    def open_to_guests(self, key: str) -> bool:
        """May guests change the menu's line ``key``? House options are open or closed together."""
        return ("options" if "." in key else key) not in self.closed

    def rows(self, own: tuple[str, ...]) -> tuple[MenuRow, ...]:
        """The lines of the house rules: the game's options, ``own`` fields that matter to it."""
        rows = (*self._option_rows(), *(MenuRow(name, getattr(self, name)) for name in own))
        return tuple(row for row in rows if self.open_to_guests(row.key))

    def lasting_ns(self, time_ms: int) -> int:
        """How long a wait for people lasts (C16, C18, C21, C27; what is shown for a while): longer
        when nobody is to be hurried. Nothing that judges a duel is such a wait."""
        return time_ms * MS * (UNHURRIED if self.unhurried else 1)

    def _option_rows(self) -> list[MenuRow]:
        values = self.options
        rows: list[MenuRow] = []
        for name, option in GAMES[self.game].options.items():
            key = f"{self.game}.{name}"
            if option.type == "counts":
                rows += [MenuRow(f"{key}.{part}", n) for part, n in values[name].items()]
            else:
                rows.append(MenuRow(key, values[name]))
        return rows

    def comfort_rows(self, seat: int | None = None) -> tuple[MenuRow, ...]:
        """The lines that may be changed at any time; which hand is asked of who sits at ``seat``,
        if anybody."""
        rows = []
        for name in filter(self.open_to_guests, COMFORT):
            if name != LEFT_SEATS:
                rows.append(MenuRow(name, getattr(self, name)))
            elif seat is not None:
                rows.append(MenuRow(name, seat in self.left_seats, seat))
        return tuple(rows)

    def with_comforts_of(self, other: Settings) -> Settings:
        """These settings, as comfortable as ``other``."""
        return replace(self, **{name: getattr(other, name) for name in COMFORT})

    def next_value(self, key: str, seat: int | None = None) -> Settings:
        """These settings with the row ``key`` (of ``seat``, for what each seat has of its own)
        moved on to its next value, round and round."""
        if key == LEFT_SEATS:
            return self if seat is None else replace(self, left_seats=self.left_seats ^ {seat})
        if "." in key:
            return self._next_option(*key.split("."))
        change: dict[str, Any] = {key: _after(OF_SESSION[key].turns(), getattr(self, key))}
        return replace(self, **change)

    def _next_option(self, game: str, name: str, part: str | None = None) -> Settings:
        option = GAMES[game].options[name]
        value = fill(GAMES[game].options, self.house.get(game, {}))[name]
        if part is not None:
            low, high = option.range[part]
            value = {**value, part: low if value[part] >= high else value[part] + 1}
        else:
            value = _after(_values(option), value)
        return self.with_options(game, {name: value})


def _values(option: Option) -> tuple[Any, ...]:
    """The values that a menu offers for an option, in their order."""
    if option.type in ("bool", "choice"):
        return tuple(option.range)
    numbers = [n for n in option.range if n is not None]
    low, high = numbers[0], numbers[-1]
    steps = range(low, high + 1)
    wide = [n for n in STEPS if low <= n <= high]
    values: list[Any] = [None] if option.allows(None) else []
    return (*values, *(steps if len(steps) <= NARROW else wide))


def _after(values: tuple[Any, ...], value: Any) -> Any:
    if value not in values:  # a number between those offered
        return next((v for v in values if v is not None and v > value), values[0])
    return values[(values.index(value) + 1) % len(values)]
