"""The games that there are: the entry points of the group ``khvatka.games``.

Khvatka's own four come by the same door (``console/entries``, declared in ``pyproject.toml``).
Each is loaded when it is first asked for: whoever lists their names pays for none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, MutableMapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from console.games.base import Game
from console.games.entry import Entry, part
from console.games.errors import UNKNOWN_GAME, GameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "khvatka.games"
T = TypeVar("T")


class Parts(MutableMapping[str, T]):
    """One part of every game, by id in their order, made when it is first asked for."""

    def __init__(self, games: Callable[[], Collection[str]], make: Callable[[str], T]) -> None:
        self._games, self._make = games, make
        self.made: dict[str, T] = {}

    def __getitem__(self, game: str) -> T:
        if game not in self._games():
            raise KeyError(game)
        if game not in self.made:
            self.made[game] = self._make(game)
        return self.made[game]

    def __setitem__(self, game: str, made: T) -> None:
        self.made[game] = made

    def __delitem__(self, game: str) -> None:
        del self.made[game]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games())

    def __contains__(self, game: object) -> bool:
        return game in self._games()

    def __len__(self) -> int:
        return len(self._games())


@cache
def registered() -> dict[str, EntryPoint]:
    """The entry points of games, by their ids."""
    from importlib.metadata import entry_points  # takes its time

    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def _entry(game: str) -> Entry:
    """Raises GameError (unknown_game) for one that cannot be loaded, or is another."""
    point = registered()[game]
    try:
        entry = point.load()
    except (ImportError, AttributeError) as error:
        raise _broken(game, str(error)) from error
    if not isinstance(entry, Entry) or entry.id != game:
        raise _broken(game, f"{point.value} is no entry of that name")
    return entry


def _broken(game: str, why: str) -> GameError:
    dist = registered()[game].dist
    whose = "" if dist is None else f" of {dist.name}"
    return GameError(
        UNKNOWN_GAME,
        f"The game {game!r}{whose} cannot be loaded ({why}): install it anew, or uninstall it.",
    )


def _known() -> tuple[str, ...]:
    return tuple(dict.fromkeys((*registered(), *ENTRIES.made)))


ENTRIES: Final = Parts[Entry](_known, _entry)
"""The entries by id."""


def _rules(game: str) -> Game[Any, Any]:
    rules: Game[Any, Any] = part(ENTRIES[game].rules)()
    return rules


GAMES: Final = Parts[Game[Any, Any]](lambda: ENTRIES, _rules)
"""The rules by id."""


NAMES: Final = Parts[str](lambda: ENTRIES, lambda game: ENTRIES[game].name)
"""What each is called, a message id, by id."""


def name_of(game: str) -> str:
    """What a game is called, a message id; its own id when it is no longer installed."""
    return NAMES.get(game, game)


def quiet_games() -> tuple[str, ...]:
    """The board games."""
    return tuple(game for game, entry in ENTRIES.items() if entry.quiet)
