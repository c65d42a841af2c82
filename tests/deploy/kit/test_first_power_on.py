"""Parts A, B and E of the wiring guide's first power-on, measured on the emulated table: each
reading that a builder is told to expect is the one that the boards give."""

from __future__ import annotations

import tomllib
from itertools import combinations

import pytest

from drivers.boards.config import shipped_boards
from tests.deploy.kit.multimeter import BUTTONS, Table
from tests.deploy.kit.test_boards import EXPANDER, GROUNDS, MUX, PI

pytestmark = pytest.mark.slow

TABLES = [("mk1", 4), ("mk2", 4), ("mk2-8", 8)]
tables = pytest.mark.parametrize(("name", "seats"), TABLES)
Probe = tuple[str, str, str]


def pin(number: int) -> Probe:
    return "header", "Raspberry Pi", str(number)


GROUND = pin(6)


def lines(name: str, seats: int) -> dict[tuple[int, str], Probe]:
    """Each button's pin: of the header, or of the expander's socket."""
    file = tomllib.loads(shipped_boards()[name].read_text(encoding="utf-8"))
    found: dict[tuple[int, str], Probe] = {}
    for seat, own in enumerate(file["buttons"]["seat"][:seats]):
        for button in BUTTONS:
            line = own[button]
            if "/" in line:
                chip_pin = EXPANDER[int(line.partition("/")[2])]
                found[seat, button] = "header", "MCP23017", str(chip_pin)
            else:
                found[seat, button] = pin(PI[int(line.removeprefix("GPIO"))])
    return found


@tables
def test_a1_grounds_are_one(name: str, seats: int) -> None:
    table = Table(name, seats)
    for one, other in combinations(GROUNDS, 2):
        assert table.ohms(pin(one), pin(other)) < 1


@tables
def test_a2_no_supply_is_short(name: str, seats: int) -> None:
    table = Table(name, seats)
    for one, other in ((1, 6), (17, 6), (2, 6), (2, 1), (2, 17)):
        assert table.ohms(pin(one), pin(other)) > 500


@tables
def test_a3_each_button_is_its_pins(name: str, seats: int) -> None:
    """The others show 21 kΩ meanwhile, and never less."""
    table, found = Table(name, seats), lines(name, seats)
    assert all(table.ohms(probe, GROUND) > 100e3 for probe in found.values())
    for place in found:
        table.pressed = {place}
        for other, probe in found.items():
            ohms = table.ohms(probe, GROUND)
            if other == place:
                wanted = 330 if probe in (pin(3), pin(5)) else 1e3
                assert ohms == pytest.approx(wanted, rel=0.02)
            else:
                assert ohms == pytest.approx(21e3, rel=0.02) or ohms > 100e3


@tables
def test_a4_each_pull_up(name: str, seats: int) -> None:
    table = Table(name, seats)
    for probe in lines(name, seats).values():
        ohms = table.ohms(probe, pin(17 if probe[1] == "MCP23017" else 1))
        if probe in (pin(3), pin(5)):
            assert ohms > 100e3
        else:
            assert ohms == pytest.approx(11e3, rel=0.02)


@tables
def test_a5_no_signal_meets_five_volts(name: str, seats: int) -> None:
    table = Table(name, seats)
    assert all(table.ohms(probe, pin(2)) > 100e3 for probe in lines(name, seats).values())


@tables
def test_a6_each_sensor_is_its_inputs(name: str, seats: int) -> None:
    table = Table(name, seats)
    if name == "mk1":
        chip, reference, ground = "MCP3008", ("pad", "MCP3008", "15"), ("pad", "MCP3008", "14")
        inputs = [str(channel + 1) for channel in range(2 * seats)]
    else:
        chip, pico = "74HC4067", "Raspberry Pi Pico"
        reference, ground = ("pad", pico, "35"), ("pad", pico, "33")
        inputs = [str(channel) for channel in MUX[: 2 * seats]]
    places = [(seat, part) for seat in range(seats) for part in ("top", "under")]
    for place, number in zip(places, inputs, strict=True):
        probe = "pad", chip, number
        table.squeezed = set()
        assert table.ohms(probe, reference) > 0.5e6  # all dividers share their ground
        assert table.ohms(probe, ground) == pytest.approx(11e3, rel=0.02)
        table.squeezed = {place}
        assert 1e3 < table.ohms(probe, reference) < 10e3
        for other, other_number in zip(places, inputs, strict=True):
            if other != place:
                assert table.ohms(("pad", chip, other_number), reference) > 20e3


@tables
def test_a7_the_reed(name: str, seats: int) -> None:
    table = Table(name, seats)
    mk1 = name == "mk1"
    probes = (
        (pin(13), GROUND) if mk1 else tuple(("pad", "Raspberry Pi Pico", n) for n in ("19", "18"))
    )
    assert table.ohms(*probes) > 9e3
    table.seated = True
    assert table.ohms(*probes) == pytest.approx(1e3, rel=0.02) if mk1 else table.ohms(*probes) < 1


LOW_V = 0.8
"""What the 74AHCT125 reads as low (data sheet)."""


@pytest.mark.parametrize(("name", "seats"), TABLES[1:])
def test_b_the_lights_supply_reaches_no_signal(name: str, seats: int) -> None:
    """Every signal pin of the header's plug: 0 V against the star point; the light data is low, so
    that all stays dark."""
    table, star = Table(name, seats), pin(39)
    header = {*lines(name, seats).values(), pin(5), pin(12)}
    for probe in sorted(probe for probe in header if probe[1] == "Raspberry Pi"):
        assert table.volts_by_lights(probe, star) == pytest.approx(0, abs=0.01), probe
    data = table.volts_by_lights(("pad", "Raspberry Pi Pico", "21"), star)
    assert 0.05 < data < LOW_V


@tables
def test_e_supplies_have_their_volts(name: str, seats: int) -> None:
    table = Table(name, seats)
    assert 3.2 < table.volts(pin(1), GROUND) < 3.4
    assert 4.8 < table.volts(pin(2), GROUND) < 5.2
    if name != "mk1":
        pico = "Raspberry Pi Pico"
        everybody = {(seat, part) for seat in range(seats) for part in ("top", "under")}
        for table.squeezed in (set(), everybody):
            assert 3.2 < table.volts(("pad", pico, "35"), ("pad", pico, "33")) < 3.4


@tables
def test_e_each_line_is_high_and_pressed_low(name: str, seats: int) -> None:
    """Pressed about 0.5 V at pins 3 and 5, elsewhere 0 V; no other line moves."""
    table, found = Table(name, seats), lines(name, seats)
    found[0, "power"] = pin(5)
    for place in found:
        table.power_pressed = place[1] == "power"
        table.pressed = set() if table.power_pressed else {place}
        for other, probe in found.items():
            volts = table.volts(probe, GROUND)
            wanted = 3.3 if other != place else 0.5 if probe in (pin(3), pin(5)) else 0.0
            assert volts == pytest.approx(wanted, abs=0.05), (place, other)
