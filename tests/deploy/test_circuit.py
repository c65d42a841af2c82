"""The wires of each table: all of the board file, each line once, on the right pin."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deploy.drawing import circuit, pins
from drivers.boards import header_pins
from drivers.boards.config import SPI_BUS, find_board, shipped_boards
from drivers.firmware.lights import current_ma

GROUNDS = {6, 9, 14, 20, 25, 30, 34, 39}
boards = pytest.mark.parametrize("name", circuit.BOARDS)


def all_wires(name: str) -> list[circuit.PinWire]:
    board = find_board(name)
    return [*circuit.header(board), *circuit.expander(board)]


@boards
def test_every_line_of_the_board_file_has_one_wire(name: str) -> None:
    wired = Counter(wire.key for wire in all_wires(name))
    assert all(wired[key] == 1 for key, _ in find_board(name).lines())


@boards
def test_a_wire_ends_where_its_line_is(name: str) -> None:
    """BCM line to header pin; an expander's line by its number (0 to 7 are port A)."""
    ends = {wire.key: wire for wire in all_wires(name)}
    for key, line in find_board(name).lines():
        if line.startswith("mcp23017/"):
            port, bit = divmod(int(line.partition("/")[2]), 8)
            assert ends[key].line == f"GP{'AB'[port]}{bit}"
            assert ends[key].pin == (bit + 21 if port == 0 else bit + 1)
        else:
            assert ends[key].line == line
            assert ends[key].pin == header_pins.HEADER[int(line.removeprefix("GPIO"))]


@boards
def test_the_header_has_forty_pins_and_reserved_ones_stay_empty(name: str) -> None:
    wires = circuit.header(find_board(name))
    assert [wire.pin for wire in wires] == list(range(1, 41))
    lines = [wire.line for wire in wires if wire.line.startswith("GPIO")]
    assert len(set(lines)) == len(lines) == 28
    assert {wire.key for wire in wires if wire.pin in (27, 28)} == {"reserved"}
    assert {wire.pin for wire in wires if wire.line == "GND"} == GROUNDS


@pytest.mark.parametrize(
    ("line", "pin"),
    [(2, 3), (3, 5), (4, 7), (7, 26), (8, 24), (14, 8), (18, 12), (21, 40), (26, 37), (27, 13)],
)
def test_the_header_is_the_raspberry_pis(line: int, pin: int) -> None:
    assert header_pins.HEADER[line] == pin
    others = {1, 17, 2, 4, *pins.GROUND_PINS}  # 3.3 V, 5 V
    assert sorted([*header_pins.HEADER.values(), *others]) == list(range(1, 41))


def test_mk1_is_exactly_the_26_lines_of_the_header() -> None:
    """HARDWARE.md: GPIO2 to GPIO27, SPI0 among them."""
    wires = circuit.header(find_board("mk1"))
    used = {wire.line for wire in wires if wire.colour and wire.line.startswith("GPIO")}
    assert used == {f"GPIO{n}" for n in range(2, 28)}
    spi = {wire.line for wire in wires if wire.key.startswith("spi.")}
    assert spi == {*SPI_BUS[0], "GPIO8"}


def test_eight_seats_have_an_expander_that_the_overlay_names() -> None:
    board = find_board("mk2-8")
    text = shipped_boards()["mk2-8"].read_text(encoding="utf-8")
    assert all(f"#   {line}\n" in text for line in circuit.EXPANDER_OVERLAY)
    assert len(board.buttons.seat if board.buttons else ()) == board.seats == 8
    named = [line for _, line in board.lines()]
    assert not {f"GPIO{n}" for n in circuit.I2C.values()} & set(named)
    assert not {"mcp23017/7", "mcp23017/15"} & set(named)
    assert "gpiopin=24" in " ".join(circuit.EXPANDER_OVERLAY)


@pytest.mark.parametrize(("name", "sensors"), [("mk1", 8), ("mk2", 12), ("mk2-8", 16)])
def test_every_sensor_has_one_input(name: str, sensors: int) -> None:
    board = find_board(name)
    wires = [*circuit.converter(board), *circuit.multiplexer(board)]
    read = [wire.key for wire in wires if wire.key.startswith("sensor.")]
    assert len(read) == len(set(read)) == sensors == 2 * board.seats


def test_the_multiplexers_addresses_are_the_firmwares() -> None:
    """Address 2 s is *top* of seat s, 2 s + 1 *under* (drivers/firmware/README.md)."""
    wires = {wire.line: wire for wire in circuit.multiplexer(find_board("mk2-8"))}
    for seat in range(8):
        assert wires[f"C{2 * seat}"].key == f"sensor.{seat}.top"
        assert wires[f"C{2 * seat + 1}"].key == f"sensor.{seat}.under"
    assert sorted(wire.pin for wire in wires.values()) == list(range(1, 25))


def test_the_pico_is_wired_as_the_firmwares_readme_says() -> None:
    text = (circuit.CONTROLLER.parent / "README.md").read_text(encoding="utf-8")
    wired = {wire.line: wire.key for wire in circuit.pico()}
    for gpio, key in ((2, "mux.S0"), (5, "mux.S3"), (14, "reed"), (15, "sync.line")):
        assert wired[f"GP{gpio}"] == key
    assert (wired["GP16"], wired["GP26"]) == ("light", "mux.SIG")
    assert (wired["GP20"], wired["GP21"]) == ("acc.sda", "acc.scl")
    for gpios in ("2 to 5", "14", "15", "16", "20, 21"):
        assert re.search(rf"^\| {gpios} \|", text, re.M)


@pytest.mark.parametrize(("gpio", "pin"), [(0, 1), (5, 7), (14, 19), (16, 21), (22, 29), (26, 31)])
def test_the_picos_pins(gpio: int, pin: int) -> None:
    assert pins.PICO_GPIO[gpio] == pin
    assert pins.pico_name(pin) == f"GP{gpio}"


@boards
def test_no_colour_comes_twice_in_a_cable(name: str) -> None:
    """Apart from grounds and supplies, which are black and orange or red wherever they are."""
    seen: set[tuple[str, str]] = set()
    for wire in all_wires(name):
        if wire.key.startswith(("buttons", "lamps", "spi", "i2c", "ground.seat")):
            if wire.key.startswith("i2c") and wire.line.startswith("GPIO") is False:
                continue  # the other end of the same wire
            assert (wire.cable, wire.colour) not in seen
            seen.add((wire.cable, wire.colour))


def test_the_lights_sum_is_the_firmwares() -> None:
    known = circuit.controller()
    pixels = [known.segment] * 6 + [known.ring]
    most = current_ma(bytes([255]) * 3 * len(pixels), pixels)
    assert most == known.white_ma(6) + known.idle_ma(6)
    assert known.white_ma(6) == 3840
