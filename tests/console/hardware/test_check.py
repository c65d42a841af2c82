"""``khvatka hw check``: what is broken is found and named, with the mend."""

from __future__ import annotations

import errno
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.hardware import feed
from console.hardware.board_findings import board_findings
from console.hardware.calibration_file import calibration_path, save_calibration
from console.hardware.check import check
from console.hardware.listening import Heard, ScansHeard
from console.hardware.place_findings import calibration_finding, clock_finding, disk_finding
from console.hardware.station import MissingHandler
from console.i18n import Words
from console.wiring.hardware import make_station
from drivers.board import Health, LineSpec, Reading, Samples
from drivers.boards.composite import CompositeBoard
from drivers.boards.config import BoardFile, Buttons, ControllerPort, SeatButtons, shipped_boards
from drivers.clock import VirtualClock
from drivers.controller.controller import PadController, PadMissing
from drivers.controller.usual import usual_pad
from drivers.errors import BoardError, ChipForbidden, ChipMissing, LibraryMissing
from drivers.events import Button, Gesture
from drivers.pad.channels.calibration import PART_SPREAD, Calibration, ChannelCalibration
from drivers.part import Survey
from drivers.times import MS
from host_sim.cabled import CabledBoard, SimLines
from host_sim.controller import SimController
from host_sim.faults import SimFault
from host_sim.models import Touch
from host_sim.profiles import profile_for
from host_sim.protocol_sim import plug
from tests.console.hardware.conftest import START_NS, Bench, Benches

pytestmark = pytest.mark.usefixtures("looks_seldom")

EN = Words("en")
Found = list[tuple[str, str, str, str | None]]


def found(bench: Bench) -> Found:
    """Findings that are not fine, without those about this computer."""
    check(bench.station, bench.say, json=True)
    lines = [json.loads(line) for line in bench.said]
    return [
        (line["check"], line["level"], line["text"], line["mend"])
        for line in lines
        if line["level"] != "ok" and line["check"] not in ("display", "audio", "calibration")
    ]


def one(findings: Found) -> tuple[str, str, str]:
    """The only one, which has a mend."""
    assert len(findings) == 1
    *rest, mend = findings[0]
    assert mend
    return rest[0], rest[1], rest[2]


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_a_whole_board_has_no_finding(bench: Benches, kind: str) -> None:
    assert found(bench(kind)) == []


def test_it_listens_for_two_seconds_and_half_a_one_as_all_lamps_shine(
    bench: Benches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "POLL_NS", 40 * MS)
    table = bench()
    check(table.station, table.say, json=True)
    assert table.now_ns - START_NS == pytest.approx(2_500 * MS, abs=90 * MS)
    (lit_ns, lit), (dark_ns, dark) = table.board.lamp_changes
    assert (lit, dark) == ((1.0,) * 4, (0.0,) * 4)
    assert dark_ns - lit_ns == pytest.approx(500 * MS, abs=50 * MS)


@pytest.mark.parametrize(("share", "sensors", "told"), [(0.02, 8, 1), (0.002, 8, 0), (0.2, 2, 0)])
def test_lamps_that_move_what_most_sensors_read_are_told_and_a_hand_is_not(
    bench: Benches, mocker: MockerFixture, share: float, sensors: int, told: int
) -> None:
    """As by a ground wire that both share."""
    table = bench()
    board, read = table.board, table.board.read

    def moved(samples: Samples) -> Samples:
        codes = samples.codes.copy()
        codes[:, :sensors] += int(share * board.info.full_code)
        return replace(samples, codes=codes)

    def shifted(now_ns: int) -> Reading:
        reading, lit = read(now_ns), any(board.lamps)
        samples = tuple(map(moved, reading.samples)) if lit else reading.samples
        return msgspec.structs.replace(reading, samples=samples)

    mocker.patch.object(board, "read", shifted)
    lamps = [finding for finding in found(table) if finding[0] == "lamps"]
    assert len(lamps) == told
    if told:
        assert one(lamps)[2] == "they move what the sensors read at rest by 2.0 % of full scale"


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
@pytest.mark.parametrize(
    ("fault", "at", "subject", "said"),
    [
        (SimFault.SHORTED, 5, "channels", "Seat 3, under sensor: shorted"),
        (SimFault.NOISY, 0, "channels", "Seat 1, top sensor: noisy"),
        (SimFault.STUCK, 6, "buttons", "Seat 2, ●: held down all the time"),
        (SimFault.FLOOD, 3, "buttons", "Seat 1, ✕: chatters"),
        (SimFault.FROZEN_PAD, None, "link", "The pad is silent"),
        (SimFault.FROZEN_BUTTONS, None, "buttons", "The buttons do not answer"),
    ],
)
def test_a_fault_is_a_failure_with_its_place(
    bench: Benches, kind: str, fault: SimFault, at: int | None, subject: str, said: str
) -> None:
    table = bench(kind)
    table.board.faults.begin(fault, START_NS, at)
    failures = [finding[:3] for finding in found(table) if finding[1] == "failure"]
    assert len(failures) == 1
    assert failures[0][0] == subject
    assert failures[0][2].startswith(said)


def test_a_dead_sensor_is_a_failure_where_none_reads_zero_at_rest(bench: Benches) -> None:
    table = bench("mk2")
    table.board.faults.begin(SimFault.DEAD, 0, 4)
    assert one([f for f in found(table) if f[0] == "channels"]) == (
        *("channels", "failure"),
        "Seat 3, top sensor: dead: reads 0 all the time",
    )


@pytest.mark.parametrize(("rest_code", "lost"), [(200.0, True), (100.0, False)])
def test_a_rest_that_is_lost_is_worth_a_look_and_no_proof(
    bench: Benches, rest_code: float, lost: bool
) -> None:
    """A wire may be torn that brings noise, or the petal lie on its other sensor."""
    board = bench("mk2").board
    count = len(board.info.channels)
    mean = np.full(count, 200.0)
    mean[4] = 1.2
    scans = ScansHeard(
        count=2_000,
        dropped=0,
        mean=mean,
        sigma=np.full(count, 1.7),
        greatest=np.full(count, 209.0),
        rate_hz=1_000.0,
        worst_age_ns=0,
        clock_ns=0,
    )
    rests = np.full(count, 200.0)
    rests[4] = rest_code
    calibration = Calibration(tuple(ChannelCalibration(rest_code=rest) for rest in rests))
    heard = Heard(board.info, 2_000 * MS, (), scans, (), Health(ok=True))
    said = [
        f"{finding.level.value} {finding.text}"
        for finding in board_findings(EN, heard, calibration)
        if "eat 3" in finding.text
    ]
    what = "gives nothing of its rest: a torn wire, or the petal lies otherwise"
    assert said == [f"warning Seat 3, top sensor: {what}"] * lost


@pytest.mark.parametrize("rest_code", [0.0, 9.0])
def test_with_ten_bits_a_zero_is_never_sure(
    bench: Benches, tmp_path: Path, rest_code: float
) -> None:
    """What lay there when it was weighed may lie on the other sensor of the petal now."""
    table = bench("mk1")
    entries = tuple(ChannelCalibration(rest_code=rest_code) for _ in table.board.info.channels)
    save_calibration(tmp_path, table.board.info, Calibration(entries, "2026-01-02"), (0.5, 10.0))
    table.board.faults.begin(SimFault.DEAD, 0, 4)
    said = [f[1] for f in found(table) if "Seat 3, top sensor: dead" in f[2]]
    assert said == ["warning"]


@pytest.mark.parametrize("fault", [SimFault.NONSENSE_CODES, SimFault.NONSENSE_TIMES])
def test_what_cannot_be_is_a_failure(bench: Benches, fault: SimFault) -> None:
    table = bench()
    table.board.faults.begin(fault, START_NS)
    assert "failure" in {level for _, level, _, _ in found(table)}


def test_a_resting_load_is_found(bench: Benches) -> None:
    table = bench()
    table.board.touch(
        Touch(
            seat=2, gesture=Gesture.PALM, t_ns=START_NS - 500 * MS, peak_n=3.0, hold_ms=float("inf")
        )
    )
    texts = [f[2] for f in found(table) if f[0] == "channels" and f[1] == "failure"]
    assert len(texts) == 1
    assert texts[0].startswith("Seat 3, top sensor: carries ")


def test_a_press_meanwhile_is_a_warning(bench: Benches) -> None:
    table = bench()
    table.board.press(0, Button.LEFT, START_NS + 500 * MS)
    assert one(found(table)) == ("buttons", "warning", "Seat 1, ◀: moved while hands were off")


def test_a_pad_beside_its_cradle_is_a_failure(bench: Benches) -> None:
    table = bench()
    table.board.knock(START_NS + 1)
    assert one(found(table)) == ("cradle", "failure", "The pad is not in its cradle")


def test_another_boards_calibration_is_a_failure(bench: Benches, tmp_path: Path) -> None:
    table = bench()
    info = table.board.info
    save_calibration(
        tmp_path, replace(info, divider_ohm=2_200.0), Calibration.nominal(info), (0.5, 10.0)
    )
    check(table.station, table.say, json=True)
    levels = {line["check"]: line["level"] for line in map(json.loads, table.said)}
    assert levels["calibration"] == "failure"


RUN = {
    "en": "Run `khvatka hw calibrate` with the same --board",
    "ru": "Запустите `khvatka hw calibrate` с тем же --board",
}


@pytest.mark.parametrize(
    ("body", "language", "why", "mend"),
    [
        (b'{"board": 3', "en", "it is damaged (Expected `str`, got `int` - at `board`)", RUN["en"]),
        (b'{"board": 3', "ru", "файл повреждён (здесь ожидается текст, а не целое", RUN["ru"]),
        (b"{", "en", "it is damaged (it ends too early)", RUN["en"]),
        (b"{", "ru", "файл повреждён (он обрывается)", RUN["ru"]),
    ],
)
def test_a_damaged_calibration_is_told_in_one_language_with_its_mend_once(
    bench: Benches, body: bytes, language: str, why: str, mend: str
) -> None:
    table = bench(language=language)
    path = calibration_path(table.station.data, table.board.info)
    path.parent.mkdir()
    path.write_bytes(body)
    check(table.station, table.say, json=True)
    (line,) = [told for told in map(json.loads, table.said) if told["check"] == "calibration"]
    assert f"{path}: {why}" in line["text"]
    assert "hw calibrate" not in line["text"]
    assert line["mend"] == mend


LINES = SeatButtons("GPIO2", "GPIO4", "GPIO5", "GPIO6")
REAL = BoardFile("new", 2, Buttons((LINES, LINES)), controller=ControllerPort("sim://check"))


@pytest.fixture
def real(tmp_path: Path, mocker: MockerFixture) -> Bench:
    """A real board's file whose pad is a simulated controller; its chip is not here."""
    clock = VirtualClock(START_NS)
    port = plug("check", SimController(2, 1), clock)
    station = make_station("pc", tmp_path, "en", clock=clock)
    station = replace(
        station,
        file=REAL,
        make=mocker.Mock(side_effect=BoardError("no GPIO chip here")),
        pad=lambda: PadController(port, clock.now_ns),
        survey=lambda: (Survey("rp1", "/dev/gpiochip0", ("GPIO2", "GPIO4"), (), ()),),
        hands=None,
    )
    return Bench(station, mocker.Mock())


def test_a_healthy_mk2_is_warned_of_nothing(real: Bench) -> None:
    """Its firmware always says what it is: no trouble, and nothing to mend."""
    board = CabledBoard(real.station.clock, 4)
    bench = replace(real, station=replace(real.station, make=lambda _missing: board, pad=None))
    assert found(bench) == []
    assert any("MicroPython" in line or "The board says" in line for line in bench.said)


def test_the_buttons_are_listened_to_where_the_pad_is_missing(
    real: Bench, tmp_path: Path, mocker: MockerFixture
) -> None:
    lines = SimLines((LineSpec("seat0.ok", 0, Button.OK),), profile_for("mk2", 2), 1)
    clock = real.station.clock

    def make(missing: MissingHandler) -> CompositeBoard:
        assert missing is not None
        waited = PadMissing(usual_pad(2), missing)
        pad = PadController("sim://nowhere", clock.now_ns, missing=waited)
        return CompositeBoard("new", 2, [lines, pad])

    pad = mocker.Mock(return_value=PadController("sim://nowhere", clock.now_ns))
    bench = replace(real, station=replace(real.station, make=make, pad=pad))
    (only,) = found(bench)
    assert only[:2] == ("link", "failure")
    assert "1 button, none held" in "\n".join(bench.said)


def test_the_pad_is_listened_to_where_the_header_fails(real: Bench) -> None:
    assert found(real) == [
        ("board", "failure", "no GPIO chip here", "Mend what the sentence names, then check again")
    ]
    said = "\n".join(real.said)
    assert "The pad controller answers: seats: 2, sensors: 4, " in said
    assert "4 sensors rest" in said
    assert "Round trip " in said
    assert "The board says: pad controller: simulated" in said, "which is no trouble"


def test_a_taken_line_is_named_with_its_owner(real: Bench) -> None:
    survey = Survey("rp1", "/dev/gpiochip0", ("GPIO2", "GPIO4"), (), (("GPIO4", "w1-gpio"),))
    real.station = replace(real.station, survey=lambda: (survey,))
    lines, buttons = found(real)
    assert lines[:3] == ("lines", "failure", "rp1: already in use: GPIO4 (w1-gpio)")
    assert buttons[:3] == ("buttons", "warning", "not listened to")


def test_a_line_that_is_not_there_is_named(real: Bench) -> None:
    survey = Survey("rp1", "/dev/gpiochip0", ("GPIO2",), ("GPIO99",), ())
    real.station = replace(real.station, survey=lambda: (survey,))
    assert found(real)[0][:3] == ("lines", "failure", "rp1 has no lines GPIO99")


@pytest.mark.parametrize(
    ("error", "english", "russian", "mend"),
    [
        (
            ChipMissing(("rp9", "rp8"), ("rp1", "fw")),
            "there is no GPIO chip rp9 / rp8 here (there are: rp1, fw)",
            "чипа GPIO rp9 / rp8 здесь нет (есть: rp1, fw)",
            "Впишите верное имя в `buttons.chips` в файле платы",
        ),
        (
            ChipMissing(("rp9",), ()),
            "this computer has no GPIO chip",
            "у этого компьютера нет чипа GPIO",
            "Проверяйте эту плату на Raspberry Pi стола; на ПК плата моделируется: --board pc",
        ),
        (
            ChipForbidden("/dev/gpiochip0"),
            "/dev/gpiochip0 may not be opened by you",
            "/dev/gpiochip0 вам открывать нельзя",
            "Добавьте себя в группу gpio и войдите заново",
        ),
    ],
)
def test_a_chip_that_cannot_be_had_is_told_in_the_table_s_language(
    real: Bench, mocker: MockerFixture, error: BoardError, english: str, russian: str, mend: str
) -> None:
    real.station = replace(real.station, survey=mocker.Mock(side_effect=error))
    assert found(real)[0][:3] == ("lines", "failure", english)
    real.said.clear()
    real.station = replace(real.station, words=Words("ru"))
    assert found(real)[0] == ("lines", "failure", russian, mend)


def test_a_pad_that_does_not_answer_is_a_failure(real: Bench, mocker: MockerFixture) -> None:
    broken = mocker.Mock()
    broken.open.side_effect = BoardError("pad controller: nobody answers")
    real.station = replace(real.station, pad=lambda: broken)
    buttons, link = found(real)
    assert link[:3] == ("link", "failure", "pad controller: nobody answers")
    assert buttons[:3] == ("board", "failure", "no GPIO chip here")
    broken.close.assert_called_once_with()


def test_a_missing_library_is_no_matter_of_raspi_config(real: Bench, mocker: MockerFixture) -> None:
    broken = mocker.Mock()
    broken.open.side_effect = LibraryMissing("spidev", "spidev>=3.6")
    real.station = replace(real.station, pad=lambda: broken)
    _, link = found(real)
    assert link[2].startswith("the library spidev is missing: ")
    assert link[3] == "Install this library, then check again"


NOW = datetime(2026, 5, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("resolution_s", "away", "level"),
    [(1e-9, 1, "ok"), (1e-9, -1, "warning"), (4e-3, 1, "failure")],
)
def test_the_clock_is_fine_and_after_the_programs_birth(
    resolution_s: float, away: int, level: str
) -> None:
    wall = NOW + timedelta(days=away)
    assert clock_finding(EN, resolution_s, wall, NOW).level == level


@pytest.mark.parametrize(
    ("free", "level"), [(10_000_000, "failure"), (100_000_000, "warning"), (10**10, "ok")]
)
def test_a_full_disk_is_told(tmp_path: Path, mocker: MockerFixture, free: int, level: str) -> None:
    mocker.patch("shutil.disk_usage", return_value=mocker.Mock(free=free, total=10**11))
    assert disk_finding(EN, tmp_path / "data").level == level


def test_a_folder_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    finding = disk_finding(EN, tmp_path / "file")
    assert finding.level == "failure"
    assert "--data" in finding.mend


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_takes_nothing_more_needs_room_and_no_rights(
    tmp_path: Path, mocker: MockerFixture, number: int
) -> None:
    mocker.patch("tempfile.NamedTemporaryFile", side_effect=OSError(number, "full"))
    finding = disk_finding(EN, tmp_path / "data")
    assert finding.level == "failure"
    assert finding.mend.startswith("Delete what is not needed")


def test_who_never_weighed_is_told_the_error_that_is_reckoned_with() -> None:
    found = calibration_finding(EN, None)
    assert found.text.endswith(f"± {PART_SPREAD:.0%}".replace("%", " %"))
    assert found.mend.endswith("calibrate` with the same --board")  # without it a simulated one


def test_a_calibration_is_dated_as_people_write_it() -> None:
    said = calibration_finding(EN, Calibration((), "2026-11-26T17:55:41+00:00")).text
    assert said == "calibrated on 2026-11-26 17:55"
    assert calibration_finding(EN, Calibration((), "2026-01-02")).text.endswith("on 2026-01-02")


def test_a_sensor_that_the_last_weighing_left_out_is_told(bench: Benches) -> None:
    table = bench()
    info, data = table.board.info, table.station.data
    save_calibration(data, info, Calibration.nominal(info), (0.5, 10.0), (4,))
    check(table.station, table.say, json=True)
    (line,) = [told for told in map(json.loads, table.said) if told["check"] == "calibration"]
    assert line["level"] == "warning"
    assert line["text"].endswith("but for Seat 3, top sensor")
    assert line["mend"] == "Run `khvatka hw calibrate --missing` with the same --board"


@pytest.mark.parametrize(("language", "said"), [("en", "WARNING"), ("ru", "ВНИМАНИЕ")])
def test_the_command_prints_a_table(tmp_path: Path, language: str, said: str) -> None:
    result = CliRunner().invoke(main, ["hw", "check", "--data", str(tmp_path), "--lang", language])
    assert result.exit_code == 0
    assert f"\n{said} " in result.output
    assert "→ " in result.output


def test_a_failure_ends_with_status_1(tmp_path: Path) -> None:
    (tmp_path / "calibration").mkdir()
    (tmp_path / "calibration" / "pc-4.json").write_text("{}")
    result = CliRunner().invoke(main, ["hw", "check", "--json", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert all(json.loads(line)["mend"] != "" for line in result.stdout.splitlines())


def test_a_missing_library_is_told_with_its_mend(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"drivers.boards.gpiod_lines": None})
    result = CliRunner().invoke(
        main, ["hw", "check", "--board", "mk2", "--lang", "en", "--data", str(tmp_path)]
    )
    assert result.exit_code == 1
    assert f"{sys.executable} -m pip install 'gpiod>=2.1'" in result.output


def test_a_real_file_may_name_a_simulated_controller(tmp_path: Path) -> None:
    shipped = shipped_boards()["mk2"].read_text()
    file = tmp_path / "new.toml"
    port = '"/dev/serial/by-id/*[Kk]hvatka*"'
    assert port in shipped
    file.write_text(shipped.replace(port, '"sim://?seats=6&seed=7"'))
    result = CliRunner().invoke(
        main, ["hw", "check", "--board", str(file), "--lang", "en", "--data", str(tmp_path)]
    )
    assert "12 sensors rest" in result.output


def test_the_command_asks_for_touches(tmp_path: Path) -> None:
    line = ["hw", "check", "--touch", "--data", str(tmp_path), "--lang", "en"]
    result = CliRunner().invoke(main, line)
    assert "press the petal 10 times" in result.output
    assert result.exit_code == 0
