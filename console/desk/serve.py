"""The desk's process: an open port, one event, until it is told to end."""

from __future__ import annotations

import asyncio
import socket
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.types import ASGIApp

from console.desk.league.sender import LeagueSender
from console.desk.league.sending import LeagueSending
from console.desk.office import Office
from console.desk.web import DeskWeb
from console.desk.web_link import link_routes
from console.desk.web_pages import page_routes
from console.web.gate import Gate, Most
from console.web.serving import listening, server
from drivers.errors import ConfigError

MOST: Final = Most(lines=4096, from_one=1024, new=2048)
"""A hall's tables, all of them behind one proxy maybe."""
SOCKET_BYTES: Final = 1024
ANYWHERE: Final = ("0.0.0.0", "::")


def desk_app(web: DeskWeb) -> ASGIApp:
    """All that the desk answers, behind its door."""
    return web.guarded(Starlette(routes=[*link_routes(web), *page_routes(web)]))


def names_of(urls: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The names by which proxies call us, and those of them by HTTPS. Raises ConfigError."""
    plain: set[str] = set()
    secure: set[str] = set()
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ConfigError(
                "--url {url!r} is no address: give http://NAME or https://NAME", url=url
            )
        (secure if parts.scheme == "https" else plain).add(parts.netloc.lower())
    return frozenset(plain), frozenset(secure)


def opened(host: str, port: int) -> tuple[socket.socket, frozenset[str]]:
    """The open port and the names by which we are called. Raises ConfigError if it cannot be."""
    try:
        return listening(host, port)
    except OSError as error:
        raise ConfigError(
            "--host {host} --port {port} cannot be opened ({why}): give another",
            host=host,
            port=port,
            why=error.strerror or str(error),
        ) from None


class Serving:
    """An open desk. ``address`` is told to people; ``run`` serves until it is told to end."""

    def __init__(self, office: Office, host: str, port: int, urls: tuple[str, ...]) -> None:
        """Raises ConfigError if the port cannot be opened."""
        plain, secure = names_of(urls)
        if host in ANYWHERE and not (plain or secure):
            raise ConfigError(
                "--host {host} names no desk: give the address by which the tables call it",
                host=host,
            )
        self._opened, hosts = opened(host, port)
        self.web = DeskWeb(office, hosts | plain | secure, secure)
        if plain and not secure:
            self.web.address = f"http://{min(plain)}"
        self.sender = LeagueSender(LeagueSending(office.database))
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
        watching = asyncio.create_task(self.web.watch(lambda: serving.should_exit))
        to_league = asyncio.create_task(self.sender.run())
        try:
            await serving.serve([self._opened])
        finally:
            watching.cancel()
            to_league.cancel()

    def end(self) -> None:
        """It ends soon; from any thread."""
        self.serving.should_exit = True
