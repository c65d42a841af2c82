"""What an event asks of its table."""

from __future__ import annotations

from typing import Protocol

from console.link.played import PlayedAt
from console.table.lobby.start import StartScreen
from console.table.match import StoredStart
from console.table.scene import SceneHost
from console.table.seating import Seating
from console.table.view import Who


class EventHost(SceneHost, Protocol):
    """The table, as this scene knows it."""

    players_are: Who
    """Who sits down at a seat of a match that is called: people, but for trials."""

    def race(self, seats: Seating, event: PlayedAt, seed: int, now_ns: int) -> None: ...

    @property
    def lobby(self) -> LobbyScene: ...

    @property
    def offered(self) -> StoredStart | None: ...

    def show_lobby(self) -> None: ...

    def draw_seed(self) -> int: ...

    def start(
        self,
        seats: Seating,
        seed: int,
        now_ns: int,
        stored: StoredStart | None = None,
        *,
        event: PlayedAt | None = None,
    ) -> None: ...


class LobbyScene(Protocol):
    """What matters here of the lobby."""

    start: StartScreen
