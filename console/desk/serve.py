"""The desk's process: an open port, one event, until it is told to end."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.applications import Starlette
from starlette.types import ASGIApp

from console.desk.league.sender import LeagueSender
from console.desk.league.sending import LeagueSending
from console.desk.runner import EventRunner
from console.desk.web.desk_web import DeskWeb
from console.desk.web.link import link_routes
from console.desk.web.port import MOST, SOCKET_BYTES, names_of, opened
from console.desk.web.routes import desk_pages
from console.web.gate import Gate
from console.web.serving import server
from drivers.errors import ConfigError

ANYWHERE: Final = ("0.0.0.0", "::")


def desk_app(web: DeskWeb) -> ASGIApp:
    """All that the desk answers, behind its door."""
    pages, told = desk_pages(web)
    return web.guarded(Starlette(routes=[*link_routes(web), *pages], exception_handlers=told))


class Serving:
    """An open desk. ``address`` is told to people; ``run`` serves until it is told to end."""

    def __init__(self, runner: EventRunner, host: str, port: int, urls: tuple[str, ...]) -> None:
        """Raises ConfigError if the port cannot be opened."""
        plain, secure = names_of(urls)
        if host in ANYWHERE and not (plain or secure):
            raise ConfigError(
                "--host {host} names no desk: give the address by which the tables call it",
                host=host,
            )
        self._opened, hosts = opened(host, port)
        self.web = DeskWeb(runner, hosts | plain | secure, secure)
        if plain and not secure:
            self.web.address = f"http://{min(plain)}"
        self.sender = LeagueSender(LeagueSending(runner.database))
        self.app = desk_app(self.web)

    @property
    def port(self) -> int:
        """Where it is open."""
        port: int = self._opened.getsockname()[1]
        return port

    def run(self) -> None:
        """Serve."""
        asyncio.run(self.serve())

    async def serve(self) -> None:
        """The same in a loop that there is."""
        gate = Gate(self.web.door.refuse, SOCKET_BYTES, most=MOST)
        serving = self.serving = server(self.app, gate, SOCKET_BYTES)
        watching = asyncio.create_task(self._watch())
        to_league = asyncio.create_task(self.sender.run())
        try:
            await serving.serve([self._opened])
            if watching.done():
                watching.result()
        finally:
            watching.cancel()
            to_league.cancel()

    async def _watch(self) -> None:
        """A desk whose streams stand still would be believed: it ends, and another one begins."""
        try:
            await self.web.watch(lambda: self.serving.should_exit)
        finally:
            self.serving.should_exit = True
