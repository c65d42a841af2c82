"""The games that there are. A new one is registered here, and nowhere else.

Each is loaded when it is first asked for: whoever lists their names pays for none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from console.games.base import Game


@cache
def _chaos() -> Game[Any, Any]:
    from console.games.chaos.game import Chaos

    return Chaos()


@cache
def _elements() -> Game[Any, Any]:
    from console.games.elements.game import Elements

    return Elements()


@cache
def _ignis() -> Game[Any, Any]:
    from console.games.ignis.game import Ignis

    return Ignis()


@cache
def _iota() -> Game[Any, Any]:
    from console.games.iota.game import Iota

    return Iota()


LOADERS: Final[dict[str, Callable[[], Game[Any, Any]]]] = {
    "chaos": _chaos,
    "elements": _elements,
    "ignis": _ignis,
    "iota": _iota,
}


class _Games(Mapping[str, Game[Any, Any]]):
    def __getitem__(self, name: str) -> Game[Any, Any]:
        return LOADERS[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(LOADERS)

    def __contains__(self, name: object) -> bool:
        return name in LOADERS

    def __len__(self) -> int:
        return len(LOADERS)


GAMES: Final = _Games()
"""The games by id."""
