"""``khvatka hw check --plug`` itself on a real kernel's header, at the emulated test plug; run
inside the guest by ``test_gpio_sim.py``.

The command speaks, and whoever holds the probe does what its sentences say; levels follow from the
plug's own schematic, and go into the chip as wires would.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from console.hardware.plug_findings import pin_of
from drivers.boards.config import find_board, shipped_boards
from drivers.boards.header_pins import HEADER
from drivers.times import MS
from tests.hardware.guest.simchip import CLOCK, SimChip, simulated, wait_ns
from tests.hardware.plug import Builder, EmulatedPlug

LABEL = "pinctrl-bcm2711"
PI_4B = "c03111"
DRIVERS = ("gpiod", "rpigpio")
SEATS = {"mk1": 4, "mk2": 6, "mk2-8": 8}
RIGHT = {"mk1": 4 * 4 + 1 + 4, "mk2": 6 * 4 + 1, "mk2-8": 5 * 4 + 1}
"""Holes and lights: buttons; mk1's reed and lamps, else SYNC; mk2-8: of five seats only."""
QUESTIONS = (": коснитесь и отпустите.", "?", "touch it and let go.")


@pytest.fixture
def chip() -> Iterator[SimChip]:
    with simulated(LABEL, sorted(HEADER)) as made:
        os.environ["RPI_LGPIO_CHIP"] = str(made.number)
        os.environ["RPI_LGPIO_REVISION"] = PI_4B
        yield made


def board_by(driver: str, name: str, folder: Path) -> str:
    """The table's own file with its lines read by ``driver``: its path."""
    text = shipped_boards()[name].read_text(encoding="utf-8")
    path = folder / "board.toml"
    path.write_text(text.replace('driver = "gpiod"', f'driver = "{driver}"', 1))
    buttons = find_board(str(path)).buttons
    assert buttons is not None
    assert buttons.driver == driver
    return str(path)


def walked(
    chip: SimChip, board: str, data: Path, language: str, plug: EmulatedPlug
) -> tuple[int, str]:
    """The command's status and all that it said."""
    command = [sys.executable, "-m", "console", "hw", "check", "--plug", "--board", board]
    command += ["--lang", language, "--data", str(data)]
    builder, heard = Builder(plug), list[str]()
    pins = {line: pin_of(f"GPIO{line}") for line in HEADER}
    outputs = {pin: line for line, pin in pins.items() if pin in plug.outputs}
    inputs = {line: pin for line, pin in pins.items() if pin not in outputs}
    levels: dict[int, bool] = {}

    def listen() -> None:
        assert process.stdout is not None
        asked = ""
        for said in process.stdout:
            heard.append(said)
            asked = said.strip() if not said.startswith(" ") else ""
            if any(sign in asked for sign in QUESTIONS):
                builder.hear(asked, CLOCK.now_ns())

    wide = {**os.environ, "COLUMNS": "400"}  # a sentence is one line then
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=wide) as process:
        ear = Thread(target=listen)
        ear.start()
        while process.poll() is None:
            for pin, line in outputs.items():
                plug.outputs[pin] = bool(chip.value(line))
            builder.act(CLOCK.now_ns())
            for line, pin in inputs.items():
                level = pin in plug.high()
                if levels.get(line) is not level:
                    chip.pull(line, level)
                    levels[line] = level
            wait_ns(20 * MS)
        ear.join()
    return process.returncode, "".join(heard)


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("driver", DRIVERS)
def test_a_sound_plug_passes(chip: SimChip, tmp_path: Path, driver: str, name: str) -> None:
    """By the Russian sentences."""
    plug, board = EmulatedPlug(name, SEATS[name]), board_by(driver, name, tmp_path)
    status, said = walked(chip, board, tmp_path, "ru", plug)
    assert status == 0, said
    (report,) = (tmp_path / "reports").iterdir()
    assert report.read_text(encoding="utf-8").count("верно") == RIGHT[name]


@pytest.mark.parametrize("driver", DRIVERS)
def test_faults_are_told(chip: SimChip, tmp_path: Path, driver: str) -> None:
    """A short, an exchanged pair, two that are joined, a light turned round, lights exchanged."""
    plug = EmulatedPlug("mk1", 4)
    plug.join(31, 30)
    plug.swap(29, 7)
    plug.join(32, 33)
    plug.turn_light(18)
    plug.swap(16, 37)
    status, said = walked(chip, board_by(driver, "mk1", tmp_path), tmp_path, "en", plug)
    assert status == 1
    _are_told(
        said,
        "hole 31 (Seat 1, ✕): as if touched all the time",
        "hole 29 (Seat 1, ●): hole 7 (Seat 1, ▶) answered instead",
        "hole 7 (Seat 1, ▶): hole 29 (Seat 1, ●) answered instead",
        "hole 32 (Seat 2, ▶): hole 33 (Seat 2, ●) answers too",
        "light 18 (Seat 2): dark",
        "light 16 (Seat 1): another one shines",
        "light 37 (Seat 4): another one shines",
    )


def test_faults_of_eight_seats_are_told(chip: SimChip, tmp_path: Path) -> None:
    """Two of the Pi's pins between them, an open hole, SYNC's light turned round."""
    plug = EmulatedPlug("mk2-8", 8)
    plug.swap(7, 40)
    plug.open_hole(11)
    plug.turn_light(12)
    status, said = walked(chip, "mk2-8", tmp_path, "en", plug)
    assert status == 1
    _are_told(
        said,
        "hole 7 (Seat 1, ▶): hole 40 (Seat 5, ▶) answered instead",
        "hole 40 (Seat 5, ▶): hole 7 (Seat 1, ▶) answered instead",
        "hole 11 (Seat 4, ●): nothing came",
        "light 12 (SYNC): dark",
    )


def _are_told(said: str, *sentences: str) -> None:
    heard = " ".join(said.split())
    for told in sentences:
        assert told in heard, said
