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
from drivers.boards.header_pins import HEADER
from drivers.times import MS
from tests.hardware.guest.simchip import CLOCK, SimChip, simulated, wait_ns
from tests.hardware.plug import Builder, EmulatedPlug

LABEL = "pinctrl-bcm2711"
QUESTIONS = (": коснитесь и отпустите.", "?", "touch it and let go.")


@pytest.fixture
def chip() -> Iterator[SimChip]:
    with simulated(LABEL, sorted(HEADER)) as made:
        yield made


def walked(
    chip: SimChip, name: str, data: Path, language: str, plug: EmulatedPlug
) -> tuple[int, str]:
    """The command's status and all that it said."""
    command = [sys.executable, "-m", "console", "hw", "check", "--plug", "--board", name]
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
                level = plug.is_high(pin)
                if levels.get(line) is not level:
                    chip.pull(line, level)
                    levels[line] = level
            wait_ns(20 * MS)
        ear.join()
    return process.returncode, "".join(heard)


def test_a_sound_plug_passes(chip: SimChip, tmp_path: Path) -> None:
    """By the Russian sentences."""
    status, said = walked(chip, "mk1", tmp_path, "ru", EmulatedPlug("mk1", 4))
    assert status == 0, said
    (report,) = (tmp_path / "reports").iterdir()
    assert report.read_text(encoding="utf-8").count("верно") == 4 * 4 + 1 + 4


def test_faults_are_told(chip: SimChip, tmp_path: Path) -> None:
    """A short, an exchanged pair, two that are joined, a light turned round, lights exchanged."""
    plug = EmulatedPlug("mk1", 4)
    plug.join(31, 30)
    plug.swap(29, 7)
    plug.join(32, 33)
    plug.turn_light(18)
    plug.swap(16, 37)
    status, said = walked(chip, "mk1", tmp_path, "en", plug)
    assert status == 1
    heard = " ".join(said.split())
    for told in (
        "hole 31 (Seat 1, ✕): as if touched all the time",
        "hole 29 (Seat 1, ●): hole 7 (Seat 1, ▶) answered instead",
        "hole 7 (Seat 1, ▶): hole 29 (Seat 1, ●) answered instead",
        "hole 32 (Seat 2, ▶): hole 33 (Seat 2, ●) answers too",
        "light 18 (Seat 2): dark",
        "light 16 (Seat 1): another one shines",
        "light 37 (Seat 4): another one shines",
    ):
        assert told in heard, said
