"""``khvatka hw check --jig``: what is in the wrong place is named, the rest passes, all is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.hardware.check import check
from console.hardware.feed import Feed
from console.hardware.findings import Finding, Severity, Subject
from console.hardware.jig_findings import PATIENCE_NS, jig_findings
from console.hardware.report import FOLDER, write_report
from console.i18n import Words
from console.wiring.hardware import SimHands
from drivers.errors import ConfigError
from drivers.events import Button, Gesture
from host_sim.faults import SimFault
from tests.console.hardware.conftest import START_NS, Bench, Benches

pytestmark = pytest.mark.usefixtures("looks_seldom")

EN = Words("en")
kinds = pytest.mark.parametrize("kind", ["mk1", "mk2"])


def walk(bench: Bench, hands: SimHands | None = None) -> list[Finding]:
    bench.board.open()
    feed = Feed(bench.board, bench.station.clock)
    return list(jig_findings(EN, feed, bench.say, hands or SimHands(bench.board), lamps=True))


def wrong(findings: Iterable[Finding]) -> list[str]:
    return [finding.text for finding in findings if finding.level is not Severity.OK]


@kinds
def test_a_sound_table_passes_everywhere(bench: Benches, kind: str) -> None:
    table = bench(kind)
    found = walk(table)
    assert not wrong(found)
    seats = table.board.info.seats
    counted = {subject: sum(f.subject is subject for f in found) for subject in Subject}
    assert counted[Subject.BUTTONS] == 4 * seats
    assert counted[Subject.CHANNELS] == 2 * seats
    assert (counted[Subject.CRADLE], counted[Subject.LAMPS]) == (1, seats)
    assert table.board.lamps == (0.0,) * seats
    asked = [line for line in table.said if not line.startswith("  ")]
    assert len(asked) == len(found) + 1, "the cradle is asked twice, nothing else"


@pytest.mark.parametrize(
    ("fault", "at", "said"),
    [
        (SimFault.DEAD, 4, ["Seat 3, top sensor: nothing came"]),
        (SimFault.SWAPPED, 2, ["Seat 2, top sensor: Seat 2, under sensor answered instead"]),
        (SimFault.STUCK, 5, ["Seat 2, ▶: nothing came"]),
    ],
)
def test_what_is_broken_fails(bench: Benches, fault: SimFault, at: int, said: list[str]) -> None:
    table = bench("mk2")
    table.board.faults.begin(fault, START_NS, at)
    assert wrong(walk(table)) == said


class Crossed(SimHands):
    """Seat 1's ◀ and seat 2's ▶ have each other's wires, and so have the petals 3 and 4; the lamp
    of seat 2 is dark, and nobody can lift the pad."""

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        wires = {(0, Button.LEFT): (1, Button.RIGHT), (1, Button.RIGHT): (0, Button.LEFT)}
        super().press(*wires.get((seat, button), (seat, button)), now_ns)

    def touch(self, seat: int, gesture: Gesture, now_ns: int) -> None:
        super().touch({2: 3, 3: 2}.get(seat, seat), gesture, now_ns)

    def knock(self, now_ns: int) -> None:
        """It is screwed down."""

    def shining(self) -> tuple[int, ...]:
        return tuple(seat for seat in super().shining() if seat != 1)


@kinds
def test_what_is_crossed_names_what_answered(bench: Benches, kind: str) -> None:
    table = bench(kind)
    found = walk(table, Crossed(table.board))
    assert wrong(found) == [
        "Seat 1, ◀: Seat 2, ▶ answered instead",
        "Seat 2, ▶: Seat 1, ◀ answered instead",
        "the pad's cradle: nothing came",
        "Seat 3, top sensor: Seat 4, top sensor answered instead",
        "Seat 3, under sensor: Seat 4, under sensor answered instead",
        "Seat 4, top sensor: Seat 3, top sensor answered instead",
        "Seat 4, under sensor: Seat 3, under sensor answered instead",
        "Seat 2, lamp: it does not shine",
    ]
    assert all(f.mend for f in found if f.level is Severity.FAILURE)


class Loose(SimHands):
    """Seat 1 has no ground; at seat 2 the wires of ● and ✕ touch; the lamps of seats 3 and 4 are on
    each other's wires."""

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        if seat == 0 and not self.asked_lamps:
            return
        super().press(seat, button, now_ns)
        joined = {Button.OK: Button.BACK, Button.BACK: Button.OK}
        if seat == 1 and button in joined:
            super().press(seat, joined[button], now_ns)

    asked_lamps = False

    def shining(self) -> tuple[int, ...]:
        self.asked_lamps = True  # whoever looks at lamps answers at another seat
        return tuple({2: 3, 3: 2}.get(seat, seat) for seat in super().shining())


@kinds
def test_a_seats_ground_touching_wires_and_exchanged_lamps(bench: Benches, kind: str) -> None:
    table = bench(kind)
    found = [f for f in walk(table, Loose(table.board)) if f.level is not Severity.OK]
    assert [f.text for f in found] == [
        *(f"Seat 1, {sign}: nothing came" for sign in "◀▶●✕"),
        "Seat 2, ●: Seat 2, ✕ answers too",
        "Seat 2, ✕: Seat 2, ● answers too",
        "Seat 3, lamp: another one shines",
        "Seat 4, lamp: another one shines",
    ]
    assert found[3].mend == "All four of this seat are silent: its ground wire first"
    assert found[4].mend.startswith("Their wires touch")
    assert found[6].mend.startswith("Swap their wires")


class Slips(SimHands):
    """Presses beside the button once."""

    slipped = False

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        slip, self.slipped = not self.slipped, True
        super().press(seat, Button.BACK if slip else button, now_ns)


def test_a_slip_is_asked_once_more(bench: Benches) -> None:
    table = bench("mk1")
    assert not wrong(walk(table, Slips(table.board)))
    assert table.said[:3] == [*("Seat 1, ◀: press it and let go.",) * 2, "  Seat 1, ◀: right"]


def test_who_does_nothing_is_waited_for_and_fails(bench: Benches) -> None:
    table = bench("mk1")
    table.board.open()
    feed = Feed(table.board, table.station.clock)
    first = next(jig_findings(EN, feed, table.say, None, lamps=False))
    assert (first.level, first.text) == (Severity.FAILURE, "Seat 1, ◀: nothing came")
    assert table.now_ns - START_NS >= PATIENCE_NS


def test_the_report_has_all_of_it_and_stays(bench: Benches) -> None:
    table = bench("mk1")
    assert check(table.station, table.say, json=False, walked=True) in (True, False)
    (path,) = (table.station.data / FOLDER).iterdir()
    assert path.name == "pc-mk1-2099-05-04-030201.txt"
    text = path.read_text(encoding="utf-8")
    assert "pc-mk1, 4 seats\n2099-05-04 03:02 UTC\n" in text
    for part in ("Seat 4, ✕", "Seat 4, under sensor", "the pad's cradle", "Seat 4, lamp"):
        assert f"{part}: right" in text
    assert table.said[-1] == f"The report to keep: {path}"


def test_a_folder_that_takes_no_report_is_one_sentence(bench: Benches, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    station = replace(bench("mk1").station, data=tmp_path / "file")
    with pytest.raises(ConfigError, match=r"file/reports cannot be made .*: make it writable"):
        write_report(station, ())


def test_it_asks_a_person_and_not_a_program(tmp_path: Path) -> None:
    command = ["hw", "check", "--jig", "--json", "--lang", "en", "--data", str(tmp_path)]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 2
    assert "--jig and --json exclude each other" in result.output
