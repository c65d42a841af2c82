"""Phones at a running table: asked for, told, begun and ended."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from console.i18n import Words
from console.phones.desk import PhoneDesk
from console.screens.look import Look
from console.service.adjustments import Adjusted
from console.table.phones import PhonesShown
from console.wiring.build import build
from console.wiring.loop import VirtualDisplay
from console.wiring.phones import ELSEWHERE, check_phones, open_phones, own_address
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import WallClock
from drivers.errors import ConfigError


def phones(adjusted: Adjusted | None = None, **options: object) -> str | None:
    given = PlayOptions(**options)  # type: ignore[arg-type]
    if adjusted is None:
        return make_setup(given, all_simulated=False).phones
    return make_setup(given, all_simulated=False, adjusted=adjusted).phones


def test_off_until_somebody_turns_them_on() -> None:
    assert phones() is None
    assert phones(settings={"table.phones": True}) == "127.0.0.1"
    assert phones(Adjusted({"table.phones": True})) == "127.0.0.1"
    assert phones(Adjusted({"table.phones": True}), settings={"table.phones": False}) is None


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
    with pytest.raises(ConfigError, match=r"need no_such_library: install .*khvatka\[phones"):
        check_phones()


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
def test_phones_join_a_running_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The loop brings them in, the address is told, and nothing is left of it."""
    setup = make_setup(PlayOptions(seed=1), all_simulated=False)
    running = build(setup, WallClock(), VirtualDisplay(), None)
    desk: PhoneDesk = open_phones(running, "127.0.0.1", Look(Words("en")), port=0)
    try:
        for _ in range(2_000):
            running.loop.turn()
            running.loop.wait(5_000_000)
            if desk.url is not None:
                break
        running.loop.turn()
        assert running.table.latest(PhonesShown) is not None
        assert f"Phones join at {desk.url}" in capsys.readouterr().out
    finally:
        desk.close()
        running.board.close()
    assert desk.url is not None
