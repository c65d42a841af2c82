"""``khvatka hw check --plug`` with the plug of ``make kit`` emulated: what is sound passes, each
fault of soldering is named with its mend, in both languages, and the report keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.hardware.feed import Looks
from console.hardware.findings import Finding, Severity
from console.hardware.plug_findings import PlugWalk, check_plug, pin_of
from console.hardware.report import FOLDER
from console.hardware.station import Plugged, Station
from console.i18n import Words
from drivers.board import BoardInfo, Edge, Health, Reading
from drivers.boards.config import BoardFile, find_board
from drivers.boards.header import header_from
from drivers.clock import VirtualClock
from drivers.errors import ConfigError
from drivers.times import MS
from tests.few import few
from tests.hardware.plug import Builder, EmulatedPlug

SEATS = {"mk1": 4, "mk2": 6}
START_NS = 1_000 * MS


class PlugBoard:
    """A header's lines at the emulated plug (``drivers.board.Board``), in virtual time."""

    def __init__(self, file: BoardFile, plug: EmulatedPlug, builder: Builder | None) -> None:
        header = header_from(file)
        specs = tuple(line.spec for line in header.inputs)
        self.info = BoardInfo(
            name=file.name,
            seats=file.seats,
            lines=specs,
            channels=(),
            full_code=0,
            divider_ohm=0.0,
            scan_period_ns=MS,
            edge_uncertainty_ns=10_000,
            worst_delay_ns=0,
        )
        self._pins = [pin_of(line.line) for line in header.inputs]
        self._lamps = [pin_of(line) for line in header.lamps]
        self._sync = None if header.sync is None else pin_of(header.sync)
        self._plug, self._builder = plug, builder
        self._active = [line.resting for line in header.inputs]
        self._numbers = [0] * len(specs)
        self._high: frozenset[int] | None = None

    def open(self) -> None:
        """It is there."""

    def close(self) -> None:
        """It stays."""

    def read(self, now_ns: int) -> Reading:
        if self._builder is not None:
            self._builder.act(now_ns)
        high = self._plug.high()
        if high is self._high:
            return Reading((), (), now_ns)
        self._high, edges = high, []
        for line, pin in enumerate(self._pins):
            active = pin not in high
            if active != self._active[line]:
                self._active[line] = active
                self._numbers[line] += 1
                edges.append(Edge(line, active, now_ns, self._numbers[line]))
        return Reading(tuple(edges), (), now_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        return None

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        for pin, level in zip(self._lamps, levels, strict=True):
            self._plug.outputs[pin] = level > 0

    def sync(self, level: bool) -> tuple[int, int] | None:
        assert self._sync is not None
        self._plug.outputs[self._sync] = level
        return 0, 0

    def health(self) -> Health:
        return Health(True, {})


@dataclass
class Bench:
    """``station`` is a table with the plug on its header."""

    plug: EmulatedPlug
    station: Station
    said: list[str] = field(default_factory=list)

    def walk(self) -> list[Finding]:
        assert self.station.plugged is not None
        plugged = self.station.plugged()
        looks = Looks(plugged.board, self.station.clock)
        words, file = self.station.words, self.station.file
        return list(PlugWalk(words, file, plugged, looks, self.hear).findings())

    def hear(self, line: str) -> None:
        self.said.append(str(line))
        if getattr(line, "event", "") == "ask":
            self.builder.hear(line, self.station.clock.now_ns())

    @property
    def builder(self) -> Builder:
        return self._builder

    def begin(self, builder: Builder) -> None:
        self._builder = builder


Benches = Callable[..., Bench]


@pytest.fixture
def bench(tmp_path: Path) -> Benches:
    def make(name: str = "mk1", language: str = "en") -> Bench:
        file = find_board(name)
        plug = EmulatedPlug(name, file.seats)
        builder = Builder(plug)

        def plugged() -> Plugged:
            board = PlugBoard(file, plug, builder)
            return Plugged(board, None if file.sync is None else board.sync)

        def nobody(_told: object) -> PlugBoard:
            raise AssertionError("the table itself is not opened")

        station = Station(
            file,
            nobody,
            VirtualClock(START_NS),
            tmp_path,
            Words(language),
            plugged=plugged,
            wall=lambda: datetime(2099, 5, 4, 3, 2, 1, tzinfo=UTC),
        )
        made = Bench(plug, station)
        made.begin(builder)
        return made

    return make


def wrong(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(f.text, f.mend) for f in findings if f.level is not Severity.OK]


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sound_plug_passes_everywhere(bench: Benches, name: str, language: str) -> None:
    """Each hole is named by its pin: whoever reads the sentence alone touches the right one."""
    table = bench(name, language)
    found = table.walk()
    assert wrong(found) == []
    file = find_board(name)
    inputs = 4 * SEATS[name] + (file.seated is not None)
    outputs = len(file.lamps.lines) if file.lamps else 1  # or SYNC
    assert len(found) == inputs + outputs
    assert len([line for line in table.said if "?" in line]) == outputs


FAULTS: dict[str, tuple[Callable[[EmulatedPlug], None], list[tuple[str, str]]]] = {
    "open": (
        lambda plug: plug.open_pin(29),
        [("hole 29 (Seat 1, ●): as if touched all the time", "solder that pin")],
    ),
    "open where the Pi pulls up": (
        lambda plug: plug.open_pin(3),
        [("hole 3 (Seat 1, ◀): nothing came", "Solder its hole and pin 3 again")],
    ),
    "open at its hole": (
        lambda plug: plug.open_hole(40),
        [("hole 40 (Seat 4, ●): nothing came", "Solder its hole and pin 40 again")],
    ),
    "short to ground": (
        lambda plug: plug.join(31, 30),
        [
            (
                "hole 31 (Seat 1, ✕): as if touched all the time",
                "Look for solder from pin 31 to a ground beside it",
            )
        ],
    ),
    "no pull-up": (
        lambda plug: plug.without("10k", 31),
        [("hole 31 (Seat 1, ✕): as if touched all the time", "the 10 kΩ beside its hole")],
    ),
    "swapped pair": (
        lambda plug: plug.swap(29, 31),
        [
            ("hole 29 (Seat 1, ●): hole 31 (Seat 1, ✕) answered instead", "29 and 31"),
            ("hole 31 (Seat 1, ✕): hole 29 (Seat 1, ●) answered instead", "31 and 29"),
        ],
    ),
    "joined": (
        lambda plug: plug.join(29, 31),
        [
            ("hole 29 (Seat 1, ●): hole 31 (Seat 1, ✕) answers too", "the pins 29 and 31"),
            ("hole 31 (Seat 1, ✕): hole 29 (Seat 1, ●) answers too", "the pins 31 and 29"),
        ],
    ),
    "light turned round": (
        lambda plug: plug.turn_light(18),
        [("light 18 (Seat 2): dark", "Turn the light round")],
    ),
    "light without its wire": (
        lambda plug: plug.open_pin(22),
        [("light 22 (Seat 3): dark", "solder its 1 kΩ")],
    ),
    "lights exchanged": (
        lambda plug: plug.swap(16, 37),
        [
            ("light 16 (Seat 1): another one shines", "have each other's wires"),
            ("light 37 (Seat 4): another one shines", "have each other's wires"),
        ],
    ),
    "lights joined": (
        lambda plug: plug.join(16, 18),
        [
            ("light 16 (Seat 1): dark", "Turn the light round"),
            ("light 18 (Seat 2): dark", "Turn the light round"),
        ],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_with_its_mend(bench: Benches, fault: str) -> None:
    table = bench("mk1")
    make, said = FAULTS[fault]
    make(table.plug)
    found = wrong(table.walk())
    assert [text for text, _ in found] == [text for text, _ in said]
    for (_, mend), (_, part) in zip(found, said, strict=True):
        assert part in mend


@pytest.mark.parametrize("make", few(1, [EmulatedPlug.no_ground, lambda plug: plug.without("330")]))
def test_a_probe_without_ground_is_told_once(
    bench: Benches, make: Callable[[EmulatedPlug], None]
) -> None:
    table = bench("mk1")
    make(table.plug)
    found = wrong(table.walk())
    inputs = 4 * SEATS["mk1"] + 1
    assert [text.rpartition(": ")[2] for text, _ in found[:inputs]] == ["nothing came"] * inputs
    assert found[inputs][0] == "No hole answers"
    assert found[inputs][1].startswith("The probe has no ground")
    assert found[inputs + 1][0].startswith("The lights were not tried")


def test_sync_blinks(bench: Benches) -> None:
    table = bench("mk2")
    table.plug.turn_light(12)
    assert wrong(table.walk()) == [
        (
            "light 12 (SYNC): dark",
            "Turn the light round: its short leg to the flat side; solder its 1 kΩ",
        )
    ]


def test_the_report_keeps_it_in_russian(bench: Benches) -> None:
    table = bench("mk1", "ru")
    table.plug.swap(29, 31)
    assert not check_plug(table.station, table.hear)
    (path,) = (table.station.data / FOLDER).iterdir()
    text = path.read_text(encoding="utf-8")
    assert "контакт 29 (Место 1, ●): вместо этого" in " ".join(text.split())
    assert "Тогда провода выводов 29 и 31 перепутаны" in " ".join(text.split())
    assert text.count("верно") == 4 * 4 + 1 + 4 - 2
    assert not any("Seat" in line or "hole" in line for line in table.said)


def test_a_simulated_table_has_no_header(bench: Benches) -> None:
    station = replace(bench().station, plugged=None)
    with pytest.raises(ConfigError, match="--plug tries a Raspberry Pi's header: name a real"):
        check_plug(station, print)


def test_it_excludes_what_needs_a_table(tmp_path: Path) -> None:
    for other in ("--jig", "--touch", "--json"):
        command = ["hw", "check", "--plug", other, "--lang", "en", "--data", str(tmp_path)]
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 2
        assert "--plug tries the header alone: leave" in result.output
