"""What the scope's page shows of a board, and what it may change: by what is asked, no more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from console.hardware.calibration_file import load_calibration
from console.hardware.station import Station
from console.i18n import Words
from console.tuning.messages import HEAVY_MN, Wish
from console.tuning.states import SensorState
from console.tuning.texts import words_of
from console.tuning.tuner import COLUMNS, KEYS, SPAN_NS, Tuner, shown_settings
from console.wiring.hardware import SimHands, make_station
from console.wiring.kept_thresholds import KeptThresholds
from drivers.board import ChannelSpec
from drivers.clock import VirtualClock
from drivers.events import Gesture
from drivers.times import MS, SECOND
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.conftest import look_seldom

START_NS = SECOND
ONSET = "pad.onset_mn"


class Desk:
    """A simulated board on a page's desk, in virtual time."""

    def __init__(self, data: Path, board: str = "pc", hands: bool = False) -> None:
        self.clock = VirtualClock(START_NS)
        station = make_station(board, data, "en", clock=self.clock)
        made = station.make(None)
        assert isinstance(made, SimBoard)
        self.board = made
        made.open()
        self.station = Station(
            station.file,
            station.make,
            self.clock,
            station.data,
            station.words,
            station.thresholds,
            hands=station.hands if hands else None,
        )
        self.tuner = Tuner(self.station, made, KeptThresholds(data))

    def run(self, length_ns: int = SECOND) -> None:
        for turn in self.tuner.feed.turns(length_ns):
            self.tuner.take(turn)

    def states(self, seat: int) -> list[str]:
        found: list[str] = self.tuner.view()["seats"][seat]["states"]
        return found

    def notice(self) -> str:
        text: str = self.tuner.view()["notice"][1]
        return text


@pytest.fixture
def looks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    look_seldom(monkeypatch)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_what_rests_is_pressed_unplugged_or_full_is_told(desk: Desk) -> None:
    board = desk.board
    desk.run()
    assert {state for seat in range(4) for state in desk.states(seat)} == {SensorState.RESTS}
    now_ns = desk.clock.now_ns()
    board.touch(Touch(seat=2, gesture=Gesture.GRAB, t_ns=now_ns, peak_n=20, hold_ms=5000))
    board.faults.begin(SimFault.DEAD, now_ns, 0)
    board.faults.begin(SimFault.SHORTED, now_ns, 3)
    desk.run(1500 * MS)
    assert desk.states(2) == [SensorState.PRESSED, SensorState.PRESSED]
    assert desk.states(0) == [SensorState.ZERO, SensorState.RESTS]
    assert desk.states(1) == [SensorState.RESTS, SensorState.LIMIT]
    view = desk.tuner.view()["seats"][2]
    assert view["forces"][0] > 1000
    assert max(n for n in view["curves"][0] if n is not None) > 1000
    assert view["touch"].startswith("grab, ± ")


def test_a_pad_that_says_nothing_is_told(desk: Desk) -> None:
    desk.run()
    desk.board.faults.begin(SimFault.FROZEN_PAD, desk.clock.now_ns())
    desk.run(1500 * MS)
    assert set(desk.states(0)) == {SensorState.SILENT}
    assert desk.tuner.view()["alarm"].startswith("Pad: ")


def test_a_weight_that_stays_is_carried(desk: Desk) -> None:
    desk.run()
    now_ns = desk.clock.now_ns()
    weight = Touch(
        seat=3, gesture=Gesture.PALM, t_ns=now_ns, peak_n=0.3, rise_ms=400, hold_ms=60_000
    )
    desk.board.touch(weight)
    desk.run(20 * SECOND)
    assert desk.states(3)[0] == SensorState.CARRIES


def test_every_column_has_its_50_ms_and_none_is_invented(desk: Desk) -> None:
    """Before the first scan nothing is drawn, from then on each column has its greatest force."""
    assert all(n is None for n in desk.tuner.view()["seats"][0]["curves"][0])
    desk.run(SPAN_NS // 2)
    columns = desk.tuner.view()["seats"][0]["curves"][0]
    assert len(columns) == COLUMNS
    assert columns[0] is None
    assert all(n is not None for n in columns[COLUMNS // 2 + 10 :])


def test_a_threshold_is_kept_and_holds_at_once(desk: Desk, tmp_path: Path) -> None:
    desk.run()
    desk.tuner.do(Wish("set", ONSET, 800, was=500))
    assert desk.notice() == "Kept: Touch begins at, 0.80 N"
    assert desk.tuner.view()["threshold"] == 80
    assert desk.tuner.feed.thresholds.onset_n == 0.8
    assert KeptThresholds(tmp_path).adjusted().number(ONSET) == 800
    assert make_station("pc", tmp_path).thresholds.onset_n == 0.8


@pytest.mark.parametrize(
    "wish",
    [
        Wish("set", ONSET, 299, was=500),
        Wish("set", ONSET, 1001, was=500),
        Wish("set", "pad.nobody", 600, was=500),
        Wish("set", "service.pin_digits", 5, was=4),
        Wish("set", "sound.volume", 1, was=80),
        Wish("weigh", value=HEAVY_MN[0] - 1),
        Wish("weigh", value=HEAVY_MN[1] + 1),
        Wish("stop"),
    ],
)
def test_what_the_page_does_not_offer_changes_nothing(
    desk: Desk, tmp_path: Path, wish: Wish
) -> None:
    before = desk.tuner.view()["set"]
    desk.tuner.do(wish)
    view = desk.tuner.view()
    assert (view["set"], view["weighing"], view["notice"]) == (before, None, [0, ""])
    assert not KeptThresholds(tmp_path).adjusted().given


def test_a_page_that_is_behind_changes_nothing(desk: Desk) -> None:
    """Two phones: who confirms what is no longer so is told."""
    desk.tuner.do(Wish("set", ONSET, 600, was=500))
    desk.tuner.do(Wish("set", ONSET, 700, was=500))
    assert desk.notice() == "Somebody has changed it meanwhile: look again"
    assert desk.tuner.view()["set"][ONSET] == 600


@pytest.mark.slow
@pytest.mark.usefixtures("looks_seldom")
def test_every_sensor_is_weighed_from_the_page(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "pc-mk1", hands=True)
    assert desk.tuner.view()["weighed"] == ""
    desk.tuner.do(Wish("weigh", value=10_000))
    desk.tuner.do(Wish("set", ONSET, 600, was=500))
    assert desk.notice() == "Every sensor is being weighed: stop that first"
    asked, shares = set(), [0]
    while (weighing := desk.tuner.view()["weighing"]) is not None:
        asked.add(weighing[0])
        shares.append(weighing[1])
        desk.run(500 * MS)
    assert shares == sorted(shares)
    assert any("lay 0.5 N" in text for text in asked)
    assert desk.notice().startswith("Written: ")
    found = load_calibration(tmp_path, desk.board.info)
    assert found is not None
    assert desk.tuner.view()["weighed"] == found.date[:10]
    assert desk.tuner.feed.calibration == found


@pytest.mark.slow
@pytest.mark.usefixtures("looks_seldom")
def test_a_light_weight_that_is_another_one_on_all_sensors_is_told(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    desk = Desk(tmp_path, hands=True)
    lay = SimHands.lay

    def heavier(hands: SimHands, channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        lay(hands, channel, 1.7 * weight_n if weight_n < 1 else weight_n, now_ns)

    mocker.patch.object(SimHands, "lay", heavier)
    desk.tuner.do(Wish("weigh", value=10_000))
    desk.run(200 * SECOND)
    assert re.search(r"^All sensors together feel .* Written: ", desk.notice())


def test_weighing_can_be_stopped_and_nothing_is_written(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.tuner.do(Wish("weigh", value=10_000))
    desk.run(2 * SECOND)
    assert desk.tuner.view()["weighing"][0].startswith("Seat 1, top sensor: lay 0.5 N")
    desk.tuner.do(Wish("stop"))
    assert desk.tuner.view()["weighing"] is None
    assert desk.notice() == "Nothing was written."
    assert load_calibration(tmp_path, desk.board.info) is None
    desk.run(100 * MS)


@pytest.mark.usefixtures("looks_seldom")
def test_a_weighing_that_fails_says_so(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.board.touch(Touch(seat=0, gesture=Gesture.PALM, t_ns=START_NS, peak_n=9, hold_ms=60_000))
    desk.tuner.do(Wish("weigh", value=10_000))
    desk.run(20 * SECOND)
    assert desk.tuner.view()["weighing"] is None
    assert desk.notice().endswith("Nothing was written.")


@pytest.mark.usefixtures("looks_seldom")
def test_what_was_weighed_before_the_pad_fell_silent_is_kept(tmp_path: Path) -> None:
    desk = Desk(tmp_path, hands=True)
    desk.tuner.do(Wish("weigh", value=10_000))
    while not desk.tuner.view()["weighing"][0].startswith("Seat 3, top sensor: lay"):
        desk.run(500 * MS)
    desk.board.faults.begin(SimFault.FROZEN_PAD, desk.clock.now_ns())
    desk.run(120 * SECOND)
    assert desk.tuner.view()["weighing"] is None
    assert "Not weighed: Seat 1, top sensor; Seat 1, under sensor;" in desk.notice()
    found = load_calibration(tmp_path, desk.board.info)
    assert found is not None
    assert [c.gain != 1.0 for c in found.channels] == [True, False] * 2 + [False] * 4


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_has_all_its_words(language: str) -> None:
    words = words_of(Words(language))
    assert all(words.values())
    assert {f"is_{state.value}" for state in SensorState} <= set(words)
    script = (Path(__file__).parents[3] / "console/tuning/page/scope.js").read_text()
    used = set(re.findall(r"\bw\('(\w+)'", script))
    assert {key for key in used if not key.endswith("_")} <= set(words)
    assert len(used) > 20
    settings = shown_settings(Words(language))
    assert [setting.key for setting in settings] == list(KEYS)
    assert all(len(setting.values) == len(set(setting.shown)) for setting in settings)
