"""The board files: the three that we ship are sound, and every mistake is named by its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.boards.config import find_board, load_board, shipped_boards
from drivers.errors import ConfigError

MK1 = shipped_boards()["mk1"].read_text(encoding="utf-8")
MK2 = shipped_boards()["mk2"].read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "seats"), [("mk1", 4), ("mk2", 6), ("pc", 4)])
def test_the_boards_that_we_ship_are_sound(name: str, seats: int) -> None:
    board = find_board(name)
    assert board.name == name
    assert board.seats == seats


def test_mk1_uses_the_whole_header_once() -> None:
    """HARDWARE.md: exactly GPIO2 to GPIO27, SPI0 among them."""
    board = find_board("mk1")
    named = [line for _, line in board.lines()]
    assert len(named) == len(set(named))
    spi0 = {f"GPIO{n}" for n in (8, 9, 10, 11)}
    assert set(named) | spi0 == {f"GPIO{n}" for n in range(2, 28)}
    assert not set(named) & spi0


def test_mk2_has_24_buttons_power_and_sync() -> None:
    paths = [path for path, _ in find_board("mk2").lines()]
    assert sum(path.startswith("buttons") for path in paths) == 24
    assert {"power.line", "sync.line"} <= set(paths)


MISTAKES = [
    ("seats = 4", "name"),
    (MK1 + "\nextra = 1", "extra"),
    (MK1.replace('"GPIO4"', '"GPIO2"', 1), r"buttons.seat\[0\].*GPIO2 is already"),
    (MK1.replace('"GPIO2"', '"GPIO0"'), r"buttons.seat\[0\].left: GPIO0 is reserved"),
    (MK1.replace('"GPIO2"', '"GPIO3"', 1), r"GPIO3 wakes the Pi"),
    (MK1.replace('"GPIO2"', '"GPIO9"'), r"GPIO9 belongs to the SPI bus"),
    (MK1.replace("seats = 4", "seats = 3"), r"buttons.seat: there are 4 seats"),
    (MK1.replace("seats = 4", "seats = 9"), r"seats is 9"),
    (MK1.replace("input = 1", "input = 0"), r"mcp3008.channel\[1\].input: 0 is used twice"),
    (MK1.replace("input = 7", "input = 8"), r"mcp3008.channel\[7\].input is 8"),
    (MK1.replace("seat = 3", "seat = 2"), r"mcp3008.channel\[6\]: seat = 2, part = top"),
    (MK1.replace("seat = 3", "seat = 5"), r"mcp3008.channel\[6\].seat is 5"),
    (MK1.replace('part = "under"', 'part = "side"'), r"mcp3008.channel\[1\].part"),
    (MK1.replace("scan_hz = 1000", "scan_hz = 200"), r"mcp3008.scan_hz is 200: .*250"),
    (MK1.replace("speed_hz = 1350000", "speed_hz = 9"), r"mcp3008.speed_hz is 9"),
    (MK1.replace("divider_ohm = 10000", "divider_ohm = 0"), r"mcp3008.divider_ohm is 0"),
    (MK1.replace('driver = "gpiod"', 'driver = "wiringpi"'), r"buttons.driver"),
    (MK1 + "\n[controller]\n", r"mcp3008, controller: give one"),
    (MK1 + "\n[sim]\n", r"buttons: `sim` is a board by itself"),
    (MK2 + '\n[seated]\nline = "GPIO99"\n', r"seated: the pad controller has this line"),
    (MK2 + '\n[lamps]\nlines = ["A"]\n', r"lamps.lines: give one line for each of the 6"),
    ('name = "x"\nseats = 2\n[controller]\n', r"buttons: the table is missing"),
    ("seats = [", "line"),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_a_mistake_is_one_sentence_with_the_key(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as caught:
        load_board(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    told = caught.value.translated(lambda message: f"«{message}»")
    assert told.count("«") > 1, "what is wrong is a sentence too, which other languages tell"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read"):
        load_board(tmp_path / "none.toml")
