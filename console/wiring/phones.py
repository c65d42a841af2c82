"""Phones at a running table: their web process, what its loop knows of them, its address told."""

from __future__ import annotations

import socket
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

from msgspec.structs import replace

from console.i18n import LANGUAGES
from console.phones.link import LinkLost, PhonesLink
from console.phones.messages import Known, Open
from console.phones.seat_phones import CANNOT, SeatPhones
from console.screens.look import Look
from console.table.outputs import Output
from console.table.table import Table
from console.table.view import View
from console.terminal.columns import say
from console.terminal.speech import speech
from console.wiring.build import Running
from console.wiring.players.agents import join
from console.wiring.setup import ANY
from drivers.errors import ConfigError, installing
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
            "phones need {names}: {line}",
            names=", ".join(missing),
            line=installing("khvatka[phones]"),
        )


def own_address(host: str, option: str = "--phones-host") -> str:
    """``host``, as ``option`` gives it; for ``ANY`` the address by which the network knows this
    computer. Nothing is sent.

    Raises ConfigError when there is no network.
    """
    if host != ANY:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        try:
            there.connect(ELSEWHERE)
        except OSError as error:
            raise ConfigError(
                "this computer has no address ({why}): join a network, or give {option}",
                why=reason_of(error),
                option=option,
            ) from error
        found: str = there.getsockname()[0]
        return found


def say_address(url: str) -> None:
    """For whoever has started the program."""
    say([speech()._("Phones join at {url}; to look on: {url}/watch, {url}/tv").format(url=url)])


def make_seat_phones(
    running: Running[Any],
    host: str,
    look: Look,
    port: int = PORT,
    tell: Callable[[str], None] = say_address,
) -> SeatPhones:
    """Who keeps the phones of a running table; ``tell`` hears the address. A computer that has
    none yet is asked again."""
    from console.phones.sprites import art, sprites
    from console.phones.texts import nowhere_of, words_of

    table, addresses = running.table, [host]
    opening = Open(
        host=host,
        port=port,
        language=table.settings.language,
        words=words_of(LANGUAGES),
        nowhere=nowhere_of(LANGUAGES),
        colours=look.palette.seats,
        inks=dict(look.palette.cards),
        sprites=sprites(look.palette),
        art=art(look.palette),
    )

    def begin(known: tuple[Known, ...]) -> PhonesLink:
        try:
            addresses[0] = own_address(host)
        except ConfigError as error:
            raise LinkLost(CANNOT, why=error) from None
        return PhonesLink(replace(opening, host=addresses[0], known=known))

    def announce(port: int) -> str:
        url = f"http://{addresses[0]}:{port}"
        tell(url)
        return url

    return SeatPhones(table, begin, announce)


class PhoneSwitch:
    """Phones on and off while the table runs: a sink and agents of its loop all the time, with a
    ``SeatPhones`` behind it while they are on; ``make`` gives one."""

    def __init__(self, running: Running[Any], make: Callable[[], SeatPhones]) -> None:
        self.at_seats: SeatPhones | None = None
        self._make, loop = make, running.loop
        loop.sinks = (*loop.sinks, self)
        join(loop, self)

    def turn(self, on: bool) -> None:
        """As the owner has it from now on. Raises ConfigError when what serves phones is not
        installed."""
        if on and self.at_seats is None:
            check_phones()
            self.at_seats = self._make()
        elif not on and self.at_seats is not None:
            self.at_seats.close()
            self.at_seats = None

    def close(self) -> None:
        """They are off."""
        self.turn(False)

    def __call__(self, output: Output) -> None:
        if self.at_seats is not None:
            self.at_seats(output)

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible."""
        if self.at_seats is not None:
            self.at_seats.see(table, view, shown_ns)

    def act(self, now_ns: int) -> None:
        """Do what is due."""
        if self.at_seats is not None:
            self.at_seats.act(now_ns)

    def next_act_ns(self) -> int | None:
        """The loop of a window looks often enough by itself."""
        return None
