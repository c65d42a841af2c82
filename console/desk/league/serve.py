"""The league's process: an open port until it is told to end."""

from __future__ import annotations

import asyncio

from console.desk.league.store import LeagueStore
from console.desk.league.web import LeagueWeb
from console.desk.web.port import MOST, SOCKET_BYTES, names_of, opened
from console.web.gate import Gate
from console.web.serving import server


class LeagueServing:
    """An open league. ``address`` is told to cafés; ``run`` serves until it is told to end."""

    def __init__(self, store: LeagueStore, host: str, port: int, urls: tuple[str, ...]) -> None:
        """Raises ConfigError if the port cannot be opened, or a URL is none."""
        plain, secure = names_of(urls)
        self._opened, hosts = opened(host, port)
        self.address = f"http://{host}:{self._opened.getsockname()[1]}"
        self._web = LeagueWeb(store, hosts | plain | secure, secure)

    def run(self) -> None:
        """Serve."""
        gate = Gate(self._web.door.refuse, SOCKET_BYTES, most=MOST)
        asyncio.run(server(self._web.app, gate, SOCKET_BYTES).serve([self._opened]))
