"""Phones at a running table: asked for, told, begun and ended."""

from __future__ import annotations

import re
import shlex
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from console.i18n import Words
from console.screens.look import Look
from console.service.adjustments import DEFAULTS, Adjusted
from console.table.phones import phones_at
from console.wiring.build import Running, build
from console.wiring.loop import VirtualDisplay
from console.wiring.phones import (
    ELSEWHERE,
    PhoneSwitch,
    check_phones,
    make_seat_phones,
    own_address,
)
from console.wiring.setup import ANY, PlayOptions, make_setup
from drivers.clock import WallClock
from drivers.errors import ConfigError


def phones(adjusted: Adjusted | None = None, **options: object) -> str | None:
    given = PlayOptions(**options)  # type: ignore[arg-type]
    setup = make_setup(given, all_simulated=False, adjusted=adjusted or DEFAULTS)
    return setup.phones_host if setup.phones else None


def test_off_until_somebody_turns_them_on() -> None:
    assert phones() is None
    assert phones(settings={"table.phones": True}) == "127.0.0.1"
    assert phones(Adjusted({"table.phones": True})) == "127.0.0.1"
    assert phones(Adjusted({"table.phones": True}), settings={"table.phones": False}) is None


def test_what_a_start_is_told_otherwise_than_its_owner_keeps_it() -> None:
    for owner, command, told in ((False, True, {"table.phones": True}), (True, True, {})):
        given = PlayOptions(settings={"table.phones": command})
        adjusted = Adjusted({"table.phones": owner})
        setup = make_setup(given, all_simulated=False, adjusted=adjusted)
        assert setup.overridden == told


def test_a_real_table_is_found_by_its_network() -> None:
    assert phones(board="mk2", settings={"table.phones": True}) == "0.0.0.0"


def test_an_address_from_the_file_or_the_command(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[table]\nphones = true\nphones_host = "10.1.2.3"\n')
    assert phones(config=file) == "10.1.2.3"
    assert phones(config=file, phones_host="10.4.5.6") == "10.4.5.6"


def test_an_address_for_nothing() -> None:
    with pytest.raises(ConfigError, match="changes nothing without --phones"):
        phones(phones_host="10.1.2.3")


def test_without_a_window_nobody_joins() -> None:
    options = PlayOptions(headless=True, settings={"table.phones": True})
    with pytest.raises(ConfigError, match="--phones needs a window"):
        make_setup(options, all_simulated=True)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.wiring.phones.NEEDED", ("json", "no_such_library"))
    with pytest.raises(ConfigError) as refused:
        check_phones()
    line = shlex.join([sys.executable, "-m", "pip", "install", "khvatka[phones]"])
    assert str(refused.value) == f"phones need no_such_library: {line}"


def test_the_address_is_this_computers_own() -> None:
    assert own_address("10.1.2.3") == "10.1.2.3"
    found = own_address("0.0.0.0") if in_a_network() else "10.1.2.3"
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", found)
    assert found != "0.0.0.0"


def test_without_a_network_no_phone_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.wiring.phones.ELSEWHERE", ("255.255.255.255", 9))
    with pytest.raises(ConfigError, match="join a network, or give --phones-host"):
        own_address("0.0.0.0")


def in_a_network() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        try:
            there.connect(ELSEWHERE)
        except OSError:
            return False
    return True


@pytest.mark.slow
def test_phones_are_switched_on_and_off_at_a_running_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The loop brings them in, the address is told; off, nothing listens and nothing is shown."""
    setup = make_setup(PlayOptions(seed=1), all_simulated=False)
    running = build(setup, WallClock(), VirtualDisplay(), None)
    look = Look(Words("en"))
    switch = PhoneSwitch(running, lambda: make_seat_phones(running, "127.0.0.1", look, port=0))
    try:
        running.loop.turn()
        assert phones_at(running.table) is None
        for _ in range(2):
            switch.turn(True)
            url = address(running)
            assert f"Phones join at {url}" in capsys.readouterr().out
            host, _, port = url.removeprefix("http://").partition(":")
            socket.create_connection((host, int(port))).close()
            switch.turn(False)
            running.loop.turn()
            assert phones_at(running.table) is None
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((host, int(port)))
    finally:
        switch.close()
        running.board.close()


def address(running: Running[Any]) -> str:
    """Where phones join, once they may."""
    for _ in range(24_000):  # two minutes
        running.loop.turn()
        running.loop.wait(5_000_000)
        phones = phones_at(running.table)
        if phones is not None and phones.url:
            return phones.url
    raise AssertionError("phones are not on")


def test_without_a_network_the_table_is_played_at_as_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And asks for its address again later."""
    monkeypatch.setattr("console.wiring.phones.ELSEWHERE", ("255.255.255.255", 9))
    setup = make_setup(PlayOptions(seed=1), all_simulated=False)
    running = build(setup, WallClock(), VirtualDisplay(), None)
    switch = PhoneSwitch(running, lambda: make_seat_phones(running, ANY, Look(Words("en"))))
    switch.turn(True)
    running.loop.turn()
    phones = phones_at(running.table)
    assert phones is not None
    assert not phones.url
    assert "join a network, or give --phones-host" in capsys.readouterr().err
    switch.close()
    running.board.close()
