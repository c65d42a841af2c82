"""``khvatka hw`` at a real table that is built so far as its buttons: whatever reads the pad, the
controller of mk2 or the converter of mk1, does not answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from console.hardware.check import check
from console.hardware.lights import walk_lights
from console.hardware.station import Station
from console.hardware.watch import watch
from console.terminal import speech
from console.wiring.hardware import make_station
from drivers.boards import assemble
from drivers.boards.config import BoardFile, shipped_boards
from drivers.boards.header import Header
from drivers.boards.mcp3008 import Mcp3008Pad
from drivers.clock import VirtualClock
from drivers.errors import BoardError
from drivers.events import Button
from drivers.part import BoardPart, PartInfo, Survey
from drivers.times import MS
from host_sim.cabled import SimLines
from host_sim.profiles import profile_for
from tests.console.hardware.conftest import START_NS

pytestmark = pytest.mark.usefixtures("looks_seldom")

NO_CONVERTER = "tests.drivers.boards.converter:missing"
WHY = {"mk1": "the converter on spidev0.0 does not work", "mk2": "sim://nowhere cannot be opened"}
tables = pytest.mark.parametrize("name", WHY)


class HeaderLines(SimLines):
    """The header's own lines, with the lamps that hang on it: ``lit`` is what they were told."""

    def __init__(self, file: BoardFile, header: Header) -> None:
        lines = tuple(line.spec for line in header.inputs)
        super().__init__(lines, profile_for("mk2", file.seats), 1)
        for number, line in enumerate(header.inputs):
            self.switches.set_initial(number, line.resting)
        self.info: PartInfo = replace(self.info, lamps=len(header.lamps))
        self.lit: list[tuple[float, ...]] = []

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        self.lit.append(levels)

    def sync(self, _level: bool) -> None:
        """Nobody sees it."""


@dataclass
class Begun:
    """A table with its header and no pad."""

    station: Station
    headers: list[HeaderLines]
    said: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        self.said.append(str(line))

    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said]


Begins = Callable[[str], Begun]


@pytest.fixture
def begun(tmp_path: Path, mocker: MockerFixture) -> Begins:
    def make(name: str) -> Begun:
        speech.begin("en")
        text = shipped_boards()[name].read_text(encoding="utf-8")
        text = text.replace('port = "', 'port = "sim://nowhere" # "')
        (path := tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        headers: list[HeaderLines] = []

        def lines(file: BoardFile, header: Header) -> HeaderLines:
            headers.append(HeaderLines(file, header))
            return headers[-1]

        mocker.patch("drivers.boards.assemble._lines", lines)
        built = partial(assemble.board_from, spi=NO_CONVERTER)
        mocker.patch("console.wiring.hardware.board_from", built)
        station = make_station(str(path), tmp_path, "en", clock=VirtualClock(START_NS))
        converter = station.file.mcp3008
        pad: Callable[[], BoardPart] | None = station.pad
        if converter is not None:
            pad = partial(Mcp3008Pad, converter, NO_CONVERTER)
        survey = Survey("rp1", "/dev/gpiochip0", ("GPIO2",), (), ())
        return Begun(replace(station, pad=pad, survey=lambda: (survey,)), headers)

    return make


@tables
def test_watch_tells_presses_without_a_pad(
    begun: Begins, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the reason, once, for whoever looks on."""
    table = begun(name)
    seat, button = 2, Button.OK

    class Presser:
        """Presses once."""

        done = False

        def act(self, now_ns: int) -> None:
            if not self.done and now_ns >= START_NS + 100 * MS:
                line = seat * len(Button) + button
                switches = table.headers[-1].switches
                switches.act(line, True, now_ns + MS)
                switches.act(line, False, now_ns + 81 * MS)
                self.done = True

    presser: Any = Presser()
    watch(replace(table.station, hands=presser), table.say, as_json=True, length_ns=1_000 * MS)
    told = [line for line in table.told() if line["event"] in ("press", "release")]
    assert [(line["event"], line["seat"], line["button"]) for line in told] == [
        ("press", seat, "ok"),
        ("release", seat, "ok"),
    ]
    assert capsys.readouterr().err.count(WHY[name]) == 1


@tables
def test_check_listens_to_the_buttons_without_a_pad(begun: Begins, name: str) -> None:
    """The pad is the only failure of the board, with its mend; no other finding hides it."""
    table = begun(name)
    assert not check(table.station, table.say, json=True)
    found = table.told()
    own = [line for line in found if line["check"] not in ("display", "audio", "disk", "clock")]
    failures = [line for line in own if line["level"] != "ok"]
    assert [(line["check"], line["level"]) for line in failures] == [("link", "failure")]
    assert WHY[name] in failures[0]["text"]
    assert failures[0]["mend"]
    buttons = [line["text"] for line in own if line["check"] == "buttons"]
    assert buttons == [f"{4 * table.station.file.seats} buttons, none held"]


def test_lamps_on_the_header_are_walked_without_a_pad(
    begun: Begins, capsys: pytest.CaptureFixture[str]
) -> None:
    table = begun("mk1")
    walk_lights(table.station, table.say, 50 * MS)
    seats = table.station.file.seats
    alone = [tuple(float(s == lamp) for s in range(seats)) for lamp in range(seats)]
    assert table.headers[-1].lit == [*alone, (0.0,) * seats]
    assert [line.split(":")[0] for line in table.said[1:-1]] == [
        f"Seat {seat + 1} shines" for seat in range(seats)
    ]
    assert capsys.readouterr().err.count(WHY["mk1"]) == 1


def test_lamps_behind_a_pad_that_is_not_there_do_not_shine_in_words_either(begun: Begins) -> None:
    table = begun("mk2")
    with pytest.raises(BoardError, match=re.escape(WHY["mk2"])):
        walk_lights(table.station, table.say, 50 * MS)
    assert table.said == []
