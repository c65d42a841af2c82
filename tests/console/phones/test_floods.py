"""Too many, too slow, too often: an honest guest never notices."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from console.phones.limits import MESSAGES_A_SECOND, MOST_WATCHING
from tests.console.phones.attacker import (
    ELSEWHERE,
    PATIENCE_S,
    PING,
    Guest,
    Wire,
    code_at,
    counted,
    framed,
    socket_of,
    status,
)
from tests.console.phones.live import Live

pytestmark = pytest.mark.slow

MANY = 1000


def device(n: int) -> str:
    return f"127.0.{4 + n // 250}.{1 + n % 250}"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost:", b"POST /pair HTTP/1.1\r\n"])
@pytest.mark.complete
def test_a_thousand_lines(table: Live, guest: Guest, said: bytes) -> None:
    """From one device, and from as many as there are; each ends by itself."""
    for devices in (1, MANY):
        with ExitStack() as stack:
            wires = [
                stack.enter_context(Wire(table.port, device(n % devices))) for n in range(MANY)
            ]
            for wire in wires:
                wire.say(said)
            guest.back()
            guest.sees_its_hand()
            with Wire(table.port) as wire:
                assert status(wire.ask("GET", "/")) == 200
            assert all(wire.closed(PATIENCE_S) for wire in wires[::50])
    counted(table, "full")
    if said:  # browsers open a line in advance, and say nothing on it
        counted(table, "slow")


def test_who_looks_on_takes_no_guests_place(table: Live, guest: Guest) -> None:
    """As many as come; those who never say that they are there make room again."""
    code = code_at(table, 2)
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(table.port, f"127.0.9.{1 + n % 8}")) for n in range(80)]
        for wire in wires:
            wire.knock("/live")
        assert all(status(wire.answered()) == 101 for wire in wires)
        counted(table, "full", len(wires) - MOST_WATCHING)
        other = Guest(table, 2, code=code)
        other.sees_its_hand()
        other.close()
        assert all(wire.closed(PATIENCE_S) for wire in wires)
    with socket_of(table.port, "/live") as line:
        assert line.recv(timeout=PATIENCE_S)


def test_who_looks_on_from_many_lines_makes_room_for_others(table: Live) -> None:
    with ExitStack() as stack:
        wires = [
            stack.enter_context(Wire(table.port, f"127.0.9.{1 + n % 2}"))
            for n in range(MOST_WATCHING)
        ]
        for wire in wires:
            wire.knock("/live")
        assert all(status(wire.answered()) == 101 for wire in wires)
        with Wire(table.port, ELSEWHERE) as wire:
            wire.upgrade("/live")
            wire.sees(b"art")


def test_a_reader_who_does_not_read(table: Live, guest: Guest) -> None:
    """Neither of views nor of what pings are answered with."""
    with Wire(table.port, ELSEWHERE) as wire:
        wire.little_room()
        wire.upgrade("/live")
        wire.say(framed(PING, b"p" * 100) * 30_000)
        assert wire.closed(PATIENCE_S)
    counted(table, "often")


def test_a_guest_who_comes_back_all_the_time(table: Live) -> None:
    """Each time the table would make its view anew."""
    guest = Guest(table, 0)
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(table.port)) for _ in range(3 * MESSAGES_A_SECOND)]
        for wire in wires:
            wire.knock("/hand", Cookie=guest.cookie)
        assert all(status(wire.answered()) == 101 for wire in wires)
        assert any(wire.reason() == "often" for wire in reversed(wires))
    counted(table, "often")
    guest.close()
    other = Guest(table, 2, ELSEWHERE)
    other.sees_its_hand()
    other.close()
