"""Phones at a running table: the web process begun, its desk in the loop, its address told."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from console.columns import say
from console.i18n import LANGUAGES
from console.phones.desk import PhoneDesk
from console.phones.link import Link
from console.phones.messages import Open
from console.screens.look import Look
from console.speech import speech
from console.wiring.agents import AllAgents
from console.wiring.build import Running
from console.wiring.setup import ANY
from drivers.errors import ConfigError
from drivers.reasons import reason_of

PORT: Final = 8017
NEEDED: Final = ("segno", "starlette", "uvicorn", "websockets")
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: on the way there this computer goes by its own one."""


def check_phones() -> None:
    """Raises ConfigError when what serves phones is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigError(
            "phones need {names}: install them with `pip install 'khvatka[phones]'`",
            names=", ".join(missing),
        )


def own_address(host: str) -> str:
    """``host``; for ``ANY`` the address by which the network knows this computer. Nothing is sent.

    Raises ConfigError when there is no network.
    """
    if host != ANY:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        try:
            there.connect(ELSEWHERE)
        except OSError as error:
            raise ConfigError(
                "phones cannot find this computer ({why}): join a network, or give --phones-host",
                why=reason_of(error),
            ) from error
        found: str = there.getsockname()[0]
        return found


def say_address(url: str) -> None:
    """For whoever has started the program."""
    say([speech()._("Phones join at {url}; to look on: {url}/watch, {url}/tv").format(url=url)])


def open_phones(
    running: Running[Any],
    host: str,
    look: Look,
    port: int = PORT,
    tell: Callable[[str], None] = say_address,
) -> PhoneDesk:
    """From now on phones may join; whoever opens it closes it. ``tell`` hears the address.

    Raises ConfigError, and LinkLost when no process can be started.
    """
    from console.phones.sprites import sprites
    from console.phones.texts import words_of

    address, table, loop = own_address(host), running.table, running.loop
    opening = Open(
        address,
        port,
        table.settings.language,
        words_of(LANGUAGES),
        look.palette.seats,
        sprites(look.palette),
    )

    def told(port: int) -> str:
        url = f"http://{address}:{port}"
        tell(url)
        return url

    desk = PhoneDesk(table, partial(Link, opening), told)
    loop.sinks = (*loop.sinks, desk)
    loop.agents = desk if loop.agents is None else AllAgents(loop.agents, desk)
    return desk
