"""``khvatka hw`` where the pad that is plugged in does not fit: another board's, or put in for the
one that was there. One sentence names both and the mend, and nothing false stands beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from console.hardware.calibrate import calibrate
from console.hardware.calibration_file import calibration_path, save_calibration
from console.hardware.check import check
from console.hardware.station import Station
from console.hardware.watch import watch
from console.i18n import Words
from console.terminal import speech
from console.wiring.hardware import make_station
from drivers.board import ChannelSpec
from drivers.boards.config import BoardFile
from drivers.boards.header import Header
from drivers.clock import VirtualClock
from drivers.controller.controller import PadController
from drivers.errors import BoardError
from drivers.events import Gesture
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.part import Survey
from drivers.times import MS
from host_sim.controller import SimController
from host_sim.models import Touch
from host_sim.protocol_sim import plug, unplug
from tests.console.hardware.conftest import START_NS
from tests.console.hardware.test_padless import HeaderLines
from tests.console.wiring.test_real import board_file
from tests.few import few

pytestmark = pytest.mark.usefixtures("looks_seldom")

SEATS = 4
OURS, OTHERS = b"simulate", b"OTHERPAD"


@dataclass
class Desk:
    """A real table for four, whose pad is at the end of a simulated cable."""

    station: Station
    clock: VirtualClock
    said: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        self.said.append(str(line))

    def findings(self) -> list[dict[str, Any]]:
        """What is wrong with the board."""
        check(self.station, self.say, json=True)
        found = [json.loads(line) for line in self.said]
        around = ("display", "audio", "disk", "clock")
        return [f for f in found if f["level"] != "ok" and f["check"] not in around]


Desks = Callable[..., Desk]


@pytest.fixture
def desk(tmp_path: Path, mocker: MockerFixture) -> Desks:
    def make(sim: SimController, language: str = "en") -> Desk:
        speech.begin(language)
        clock = VirtualClock(START_NS)
        path = board_file(tmp_path, plug("unfit", sim, clock))

        def lines(file: BoardFile, header: Header) -> HeaderLines:
            return HeaderLines(file, header)

        def pad(port: str, **more: Any) -> PadController:
            return PadController(port, clock.now_ns, **more)

        mocker.patch("drivers.boards.assemble._lines", lines)
        mocker.patch("drivers.controller.controller.PadController", pad)
        station = make_station(str(path), tmp_path, language, clock=clock)
        survey = Survey("rp1", "/dev/gpiochip0", ("GPIO2",), (), ())
        return Desk(replace(station, survey=lambda: (survey,)), clock)

    return make


def weighed(desk: Desk, pad_id: bytes) -> Path:
    """The calibration of a pad of this board's shape."""
    board = desk.station.make(None)
    board.open()
    info = replace(board.info, pad_id=pad_id.hex())
    board.close()
    one = ChannelCalibration(1.2, 0.06, 30.0)
    calibration = Calibration((one,) * len(info.channels), "2099-05-04")
    save_calibration(desk.station.data, info, calibration, (0.5, 10.0))
    return calibration_path(desk.station.data, info)


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("has_calibration", [False, True])
def test_check_tells_of_a_pad_of_other_seats_and_nothing_false(
    desk: Desks, seats: int, has_calibration: bool
) -> None:
    if has_calibration:
        weighed(desk(SimController(SEATS, 3)), OURS)
    (only,) = desk(SimController(seats, 3, pad_id=OTHERS)).findings()
    assert (only["check"], only["level"]) == ("link", "failure")
    assert only["text"].startswith(f"the pad here (seats: {seats}, sensors: {2 * seats}, ")
    assert only["text"].endswith("which has seats: 4, sensors: 8")
    assert OTHERS.hex() in only["text"]
    assert "--board" in only["mend"]


@pytest.mark.parametrize("seats", [3, 6])
def test_calibrate_asks_for_no_seat_that_the_board_has_not(desk: Desks, seats: int) -> None:
    table = desk(SimController(seats, 3))
    with pytest.raises(BoardError, match=f"seats: {seats}, .*which has seats: 4"):
        calibrate(table.station, table.say, 10.0)
    assert table.said == []


class Hands:
    """Puts another pad in at 1.5 s, the right one again at 5 s, and touches it."""

    def __init__(self, desk: Desk, first: SimController, other: SimController) -> None:
        self.acts: list[tuple[int, Callable[[int], object]]] = [
            (1_000, lambda now_ns: first.unplug(now_ns + 1, 1 << 60)),
            (1_500, lambda _: plug("unfit", other, desk.clock)),
            (5_000, lambda now_ns: other.unplug(now_ns + 1, 1 << 60)),
            (5_100, lambda _: plug("unfit", SimController(SEATS, 3), desk.clock)),
        ]

    def act(self, now_ns: int) -> None:
        while self.acts and now_ns >= START_NS + self.acts[0][0] * MS:
            self.acts.pop(0)[1](now_ns)


@pytest.mark.parametrize(
    ("seats", "language", "said"),
    few(
        1,
        [
            (6, "en", "no signal (pad controller: the pad here (seats: 6, sensors: 12, "),
            (3, "ru", "нет связи (контроллер хватки: эта хватка (мест: 3, датчиков: 6, "),
            (
                4,
                "en",
                f"(id {OTHERS.hex()}) is not the one that Khvatka counts on (id {OURS.hex()})",
            ),
        ],
    ),
)
def test_watch_tells_of_a_pad_put_in_meanwhile_and_goes_on_with_the_right_one(
    desk: Desks, seats: int, language: str, said: str
) -> None:
    first = SimController(SEATS, 3)
    table = desk(first, language)
    hands: Any = Hands(table, first, SimController(seats, 3, pad_id=OTHERS))
    watch(replace(table.station, hands=hands), table.say, as_json=False, length_ns=12_000 * MS)
    assert sum(said in line for line in table.said) == 1
    over = Words(language)._("over: {fault}").format(fault=Words(language)._("no signal"))
    assert over in table.said[-1]


def test_a_program_reads_the_same_of_it(desk: Desks) -> None:
    first = SimController(SEATS, 3)
    table = desk(first)
    hands: Any = Hands(table, first, SimController(6, 3))
    watch(replace(table.station, hands=hands), table.say, as_json=True, length_ns=12_000 * MS)
    faults = [line for line in map(json.loads, table.said) if line["event"] == "fault"]
    assert ["seats: 6" in line["detail"] for line in faults] == [False, True, False]


def test_calibrate_ends_with_the_reason_where_another_pad_is_put_in_meanwhile(desk: Desks) -> None:
    first = SimController(SEATS, 3)
    table = desk(first)
    other = SimController(SEATS, 4, pad_id=OTHERS)

    class Swapper:
        """Instead of a weight."""

        def lay(self, _channel: ChannelSpec, _weight_n: float, now_ns: int) -> None:
            first.unplug(now_ns + 1, 1 << 60)
            plug("unfit", other, table.clock)

        def lift(self, _now_ns: int) -> None:
            """Nothing lies there."""

    swapper: Any = Swapper()
    with pytest.raises(BoardError, match=f"{OTHERS.hex()}.* is not the one"):
        calibrate(replace(table.station, hands=swapper), table.say, 10.0)


def test_the_calibration_of_another_pad_of_the_same_shape_is_told_and_not_used(
    desk: Desks, capsys: pytest.CaptureFixture[str]
) -> None:
    path = weighed(desk(SimController(SEATS, 3)), OURS)
    table = desk(SimController(SEATS, 3, pad_id=OTHERS))
    (only,) = table.findings()
    assert (only["check"], only["level"]) == ("calibration", "failure")
    assert re.search(f"id {OURS.hex()}.* than is here .*id {OTHERS.hex()}", only["text"])
    mend = "Plug that pad in, or run `khvatka hw calibrate` with this one and the same --board"
    assert only["mend"] == mend
    table.said.clear()
    watch(table.station, table.say, as_json=True, length_ns=1_000 * MS)
    assert capsys.readouterr().err.count(f"{path}: it was made with another pad") == 1


@pytest.mark.parametrize(("pad_id", "silent"), [(OURS, True), (b"", False)])
def test_a_calibration_that_names_no_pad_is_used_and_says_so(
    desk: Desks, pad_id: bytes, silent: bool
) -> None:
    weighed(table := desk(SimController(SEATS, 3)), pad_id)
    assert table.findings() == []
    (said,) = (f["text"] for f in map(json.loads, table.said) if f["check"] == "calibration")
    assert ("does not say with which pad" in said) is not silent


def test_a_table_that_began_without_its_pad_waits_for_the_one_that_was_weighed(desk: Desks) -> None:
    """Its calibration is in use already."""
    weighed(desk(SimController(SEATS, 3)), OURS)
    unplug("unfit")
    table = desk(gone := SimController(SEATS, 3))
    gone.plugged = False
    with table.station.opened(lambda _: None) as board:
        assert board.info.pad_id == OURS.hex()


def test_a_touch_is_told_after_the_right_pad_is_back(desk: Desks) -> None:
    first, back = SimController(SEATS, 3), SimController(SEATS, 3)
    table = desk(first)
    hands: Any = Hands(table, first, SimController(6, 3))
    hands.acts[-1] = (5_100, lambda _: plug("unfit", back, table.clock))
    back.touch(Touch(seat=2, gesture=Gesture.GRAB, t_ns=START_NS + 10_000 * MS))
    watch(replace(table.station, hands=hands), table.say, as_json=True, length_ns=12_000 * MS)
    contacts = [line for line in map(json.loads, table.said) if line["event"] == "contact"]
    assert [contact["seat"] for contact in contacts] == [2]
