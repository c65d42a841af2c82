"""The self-test at a running table, and the calibration."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pytest_mock import MockerFixture

from console.hardware.calibration_file import calibration_path, load_calibration, save_calibration
from console.service.menu.view import MenuGuide, MenuLevel, Rows, ServiceLine
from console.wiring.build import weigh
from console.wiring.hardware import SimHands
from console.wiring.owner.taps import TappedTable
from drivers.board import ChannelSpec
from drivers.events import Fault, SourceFault
from drivers.pad.channels.calibration import Calibration
from drivers.times import MS
from host_sim.faults import SimFault
from tests.console.wiring.owner.conftest import BACK, LEFT, OK, RIGHT, Owner
from tests.drivers.controller.misfits import misfits


def test_the_self_test_of_a_whole_table_finds_no_failure(owner: Owner) -> None:
    owner.enter()
    owner.to("Diagnostics", "Self-test")
    assert isinstance(owner.view.body, MenuGuide)
    owner.run(4)
    said = owner.said()
    assert not [line for line in said if line.level is MenuLevel.FAILURE]
    texts = " ".join(line.text for line in said)
    assert "16 buttons, none held" in texts
    assert "The pad is in its cradle" in texts
    assert "8 sensors rest" in texts
    assert " free of " in texts


def test_the_self_test_finds_what_was_wrong_before_it_began(owner: Owner) -> None:
    owner.enter()
    owner.sim.board.button_down(0, LEFT, owner.clock.now_ns() + MS)
    owner.sim.board.knock(owner.clock.now_ns() + MS)
    owner.run(1)
    owner.to("Diagnostics", "Self-test")
    owner.run(4)
    failures = [line.text for line in owner.said() if line.level is MenuLevel.FAILURE]
    assert any(text.startswith("Buttons: Seat 1, ◀: held down all the time") for text in failures)
    assert any(text.startswith("Cradle: The pad is not in its cradle") for text in failures)


def test_a_pad_that_does_not_fit_is_named_with_the_mend(owner: Owner) -> None:
    """Live, and in a self-test that begins later; not as one that is silent."""
    misfit = next(misfits(4))
    owner.sim.board.faults.begin(SimFault.FROZEN_PAD, owner.clock.now_ns() + MS)
    owner.enter()
    silent = SourceFault("pad", Fault.SILENT, True, owner.clock.now_ns(), misfit=misfit)
    owner.sim.table.handle(silent)
    owner.to("Diagnostics", "Pad")
    assert owner.live().facts[0].text == str(misfit.brief)
    owner.press(BACK)
    owner.to("Self-test")
    owner.run(5)
    failures = [line.text for line in owner.said() if line.level is MenuLevel.FAILURE]
    mend = str(misfit.mend)
    assert failures == [f"Link: {misfit.fact}. {mend[0].upper()}{mend[1:]}."]


@pytest.mark.parametrize(("date", "told"), [("2099-01-02", True), ("2098-01-02", False)])
def test_the_self_test_names_a_sensor_that_the_weighing_left_out(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, date: str, told: bool
) -> None:
    """Of the weighing that is in use, not of one that holds from the next start."""
    info = owner.sim.board.info
    used = replace(Calibration.nominal(info), date="2099-01-02")
    monkeypatch.setattr(TappedTable, "calibration", property(lambda _: used))
    save_calibration(owner.folder, info, replace(used, date=date), (0.5, 10.0), (4,))
    owner.enter()
    owner.to("Diagnostics", "Self-test")
    owner.run(4)
    (line,) = [line for line in owner.said() if line.text.startswith("Calibration: ")]
    assert ("but for Seat 3, top sensor" in line.text) is told
    assert line.text.endswith(". Calibrate it in the service menu.") is told


def test_every_sensor_is_weighed_and_the_result_is_kept(owner: Owner) -> None:
    owner.enter()
    owner.to("Calibration")
    owner.press(RIGHT, OK)
    shares, heads = [], []
    for _ in range(200):
        owner.run(1)
        body = owner.view.body
        if not isinstance(body, MenuGuide):
            break
        shares.append(body.share or 0.0)
        heads.append(body.text)
    assert "Take it away" in heads
    assert not [head for head in heads if head[0].islower()], "each stands alone, as a sentence"
    assert owner.said()[0] == ServiceLine(
        "Every sensor is weighed: it holds from the next start.", MenuLevel.OK
    )
    owner.press(BACK, BACK)
    owner.to("About")
    rows = dict(owner.view.body.rows)  # type: ignore[union-attr, arg-type]  # a sheet of pairs
    assert rows["Calibrated"].endswith(", holds from the next start")
    owner.press(BACK)
    owner.to("Diagnostics", "Self-test")
    owner.run(5)
    (line,) = [line.text for line in owner.said() if line.text.startswith("Calibration: ")]
    assert line.endswith(", which holds from the next start. Start the table again.")
    assert shares == sorted(shares)
    assert len(set(shares)) == 1 + 2 * len(owner.sim.board.info.channels)
    info = owner.sim.board.info
    found = load_calibration(owner.folder, info)
    assert found is not None
    for channel, alone in zip(found.channels, weigh(owner.sim.board).channels, strict=True):
        assert channel.gain == pytest.approx(alone.gain, rel=0.12)


def test_only_what_the_weighing_left_out_is_weighed(owner: Owner) -> None:
    info = owner.sim.board.info
    before = replace(weigh(owner.sim.board), date="2099-01-02")
    save_calibration(owner.folder, info, before, (0.5, 10.0), (4,))
    owner.enter()
    owner.to("Calibration", "Only the sensors left out")
    owner.press(RIGHT, OK)
    owner.run(40)
    assert owner.said()[0].text.startswith("Every sensor is weighed")
    found = load_calibration(owner.folder, info)
    assert found is not None
    old, new = ([c.gain for c in weighed.channels] for weighed in (before, found))
    assert [a == b for a, b in zip(old, new, strict=True)] == [n != 4 for n in range(len(old))]
    owner.press(BACK, BACK)
    rows = owner.view.body
    assert isinstance(rows, Rows)
    assert len(rows.rows) == 3


@pytest.mark.slow
def test_a_light_weight_that_is_another_one_on_all_sensors_is_told(
    owner: Owner, mocker: MockerFixture
) -> None:
    lay = SimHands.lay

    def heavier(hands: SimHands, channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        lay(hands, channel, 1.7 * weight_n if weight_n < 1 else weight_n, now_ns)

    mocker.patch.object(SimHands, "lay", heavier)
    owner.enter()
    owner.to("Calibration")
    owner.press(RIGHT, OK)
    owner.run(200)
    done, odd, written = owner.said()
    assert done.text.startswith("Every sensor is weighed")
    assert re.search(r"^All sensors together feel 1[6-9]. % of .* is it 51 g", odd.text)
    assert odd.level is MenuLevel.WARNING
    assert written.text.startswith("Written: ")


def test_what_was_weighed_before_the_pad_fell_silent_is_kept(owner: Owner) -> None:
    owner.enter()
    owner.to("Calibration")
    owner.press(RIGHT, OK)
    owner.run(10)
    owner.sim.board.faults.begin(SimFault.FROZEN_PAD, owner.clock.now_ns())
    owner.run(120)
    said = owner.said()
    assert said[0].level is MenuLevel.FAILURE
    assert said[1].text.startswith("Not weighed: ")
    assert said[1].level is MenuLevel.WARNING
    found = load_calibration(owner.folder, owner.sim.board.info)
    assert found is not None
    assert any(channel.gain != 1.0 for channel in found.channels)


def test_a_pad_that_lies_turned_over_when_a_weighing_ends_is_to_be_turned_back(
    owner: Owner,
) -> None:
    owner.enter()
    owner.to("Calibration")
    owner.press(RIGHT, OK)
    for _ in range(200):
        owner.run(0.25)
        body = owner.view.body
        if isinstance(body, MenuGuide) and body.text.startswith("Turn the pad over. Seat 1, under"):
            break
    owner.sim.board.faults.begin(SimFault.FROZEN_PAD, owner.clock.now_ns())
    owner.run(120)
    assert ServiceLine("Turn the pad back", MenuLevel.WARNING) in owner.said()


def test_a_weighing_that_is_left_keeps_nothing(owner: Owner) -> None:
    owner.enter()
    owner.to("Calibration")
    owner.press(OK)
    owner.run(5)
    assert isinstance(owner.view.body, MenuGuide)
    owner.press(BACK, OK)
    assert isinstance(owner.view.body, MenuGuide), "one press loses nothing"
    owner.press(BACK, RIGHT, OK)
    owner.run(2)
    assert not calibration_path(owner.folder, owner.sim.board.info).exists()
    assert owner.sim.board.forces(owner.clock.now_ns()).max() < 0.2, "the weight was taken away"
