"""Which pad controller is taken up at a port, and which is refused with the mend."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import drivers.firmware
from drivers.clock import VirtualClock
from drivers.controller.controller import PadController, PadMissing
from drivers.controller.fitting import check_pad
from drivers.controller.link import Link, leave
from drivers.controller.messages import MOST_LAMPS, Hello, note
from drivers.controller.usual import usual_pad
from drivers.errors import BoardClosed, BoardError, ConfigError, Misfit, PadUnfit
from drivers.firmware.session import Description
from drivers.times import MS
from host_sim.controller import SimController
from host_sim.protocol_sim import plug
from host_sim.wire import WireFault
from tests.drivers.controller.cable import (
    NEVER_NS,
    SEATS,
    START_NS,
    Cable,
    cable,
    hands_are_found,
)


def described(sim: SimController) -> Hello:
    """What it will say of itself, but for its number."""
    clock = VirtualClock(START_NS)
    link = Link(plug("described", sim, clock), clock.now_ns)
    hello = link.connect()
    link.close()
    return replace(hello, pad_id=b"")


def test_life_cycle() -> None:
    sim, clock = SimController(SEATS, 3), VirtualClock(START_NS)
    pad = PadController(plug("life", sim, clock), clock.now_ns)
    for use in (lambda: pad.read(0), pad.health, lambda: pad.set_lamps((0.0,) * SEATS)):
        with pytest.raises(BoardClosed):
            use()
    pad.open()
    pad.open()
    other = PadController("sim://life", clock.now_ns)
    with pytest.raises(BoardError, match="busy"):
        other.open()
    with pytest.raises(ConfigError, match="4 levels"):
        pad.set_lamps((2.0,) * SEATS)
    pad.close()
    pad.close()
    other.open()
    assert other.info == pad.info
    assert other.program == "1.0.0"


def test_nobody_there_is_one_sentence() -> None:
    with pytest.raises(BoardError, match="no port is like /nowhere/khvatka"):
        PadController("/nowhere/khvatka*").open()
    with pytest.raises(BoardError, match="sim://void cannot be opened"):
        PadController("sim://void").open()
    sim, clock = SimController(SEATS, 3), VirtualClock(START_NS)
    url = plug("mute", sim, clock)
    sim.down.begin(WireFault.CUT, 0, NEVER_NS)
    with pytest.raises(BoardError, match="nobody answers at sim://mute"):
        PadController(url, clock.now_ns).open()


@pytest.mark.parametrize(
    ("version", "words"), [((0, 9, 0), "too old"), ((1, 1, 0), "too new"), ((2, 0, 0), "too new")]
)
def test_another_program_is_refused_with_the_mend(
    version: tuple[int, int, int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.firmware.session.VERSION", version)
    with pytest.raises(BoardError, match=f"{words}.*khvatka hw flash"):
        Cable(SimController(SEATS, 3)).open()


@pytest.mark.parametrize("more", [MOST_LAMPS - SEATS - 1, MOST_LAMPS - SEATS])
def test_a_pad_of_more_lamps_than_one_frame_lights_is_no_pad(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def boasting(lamps: int, **rest: Any) -> Description:
        return Description(lamps=lamps + more, **rest)

    monkeypatch.setattr("host_sim.controller.Description", boasting)
    table = Cable(SimController(SEATS, 3))
    if more + SEATS + 1 > MOST_LAMPS:
        with pytest.raises(BoardError, match="nobody answers"):
            table.open()
    else:
        table.open().run(100 * MS)
        table.pad.set_lamps((1.0,) * SEATS)
        table.pad.close()


def test_what_a_pad_notes_is_text_that_can_be_shown() -> None:
    assert note("тихо\0 \x1b[31m\u202e\n<b>".encode() + b"\xff") == "тихо [31m<b>\ufffd"


def test_a_refused_port_is_free_for_the_program_that_mends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("drivers.firmware.session.VERSION", (0, 9, 0))
    sim = SimController(SEATS, 3)
    with pytest.raises(BoardError, match="too old"):
        Cable(sim).open()
    assert not sim.attached


@pytest.mark.parametrize(("period_us", "hz"), [(2_050, 488), (10_000, 100), (150, 6_667)])
def test_a_pad_that_scans_too_seldom_or_too_often_is_refused(period_us: int, hz: int) -> None:
    pad = replace(usual_pad(SEATS), scan_period_us=period_us)
    with pytest.raises(PadUnfit, match=f"scans {hz} times .*: 500 to 5000 .* hw flash"):
        check_pad(pad, SEATS, None)
    check_pad(replace(pad, scan_period_us=2_000), SEATS, None)


def swapped(other: SimController, monkeypatch: pytest.MonkeyPatch, **more: object) -> Misfit:
    """What is told of ``other``, put in for the pad that plays: once, and no more when that one is
    out again and the right one back, which plays on by itself."""
    link = cable()
    link.sim.unplug(link.clock.now_ns() + MS, 1 << 60)
    link.run(500 * MS)
    with monkeypatch.context() as of_other:
        for name, value in more.items():
            of_other.setattr(f"drivers.firmware.session.{name}", value)
        plug("cable", other, link.clock)
        link.run(6_000 * MS)
    health = link.pad.health()
    assert not health.ok
    assert not any("no port" in note for note in health.notes), "there is one"
    other.unplug(link.clock.now_ns() + MS, 1 << 60)
    link.run(5_000 * MS)
    assert link.silences()[-1].misfit is None
    link.sim = SimController(SEATS, 3)
    plug("cable", link.sim, link.clock)
    link.run(5_000 * MS)
    assert link.pad.health().ok
    silences = link.silences()
    assert [silence.active for silence in silences] == [True, True, True, False]
    pulled, told, out, back = (silence.misfit for silence in silences)
    assert (pulled, out, back) == (None, None, None)
    assert told is not None
    hands_are_found(link, 3, 3_000)
    return told


@pytest.mark.parametrize("seats", [SEATS - 1, SEATS + 2])
def test_a_pad_of_other_seats_put_in_meanwhile_is_told_with_the_mend(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    misfit = swapped(SimController(seats, 4, pad_id=b"OTHERPAD"), monkeypatch)
    told = str(misfit.sentence)
    assert f"seats: {seats}, sensors: {2 * seats}, " in told
    assert f"id {b'OTHERPAD'.hex()}, program 1.0.0" in told
    assert "which has seats: 4, sensors: 8: plug in this board's own" in told
    assert "--board" in told
    assert f"for {seats} seats, the table has 4" in str(misfit.brief)


def test_another_pad_of_the_same_shape_is_told_with_both_ids(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = str(swapped(SimController(SEATS, 4, pad_id=b"OTHERPAD"), monkeypatch).sentence)
    here, there = (text.hex() for text in (b"OTHERPAD", b"simulate"))
    assert re.search(f"id {here}.* is not the one .*id {there}.*: plug that one back in", told)
    assert "start Khvatka again" in told


def test_the_same_pad_made_of_other_parts_is_told_with_what_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = SimController(SEATS, 3)
    other.info = replace(other.info, full_code=1_023, divider_ohm=2_200.0)
    told = str(swapped(other, monkeypatch).sentence)
    assert re.search("greatest code: 1023, divider: 2200 Ω.*4095, divider: 10000 Ω", told)


def test_what_the_usual_figures_do_not_show_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    other = SimController(SEATS, 3)
    first, *rest = other.info.channels
    moved = replace(first, offset_ns=first.offset_ns + 1_000)
    other.info = replace(other.info, channels=(moved, *rest))
    told = str(swapped(other, monkeypatch).fact)
    assert told.endswith("counts on (with other lamps, lines or times of its sensors)")


def test_another_program_put_in_meanwhile_is_told_with_the_mend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = swapped(SimController(SEATS, 3), monkeypatch, VERSION=(2, 0, 0))
    assert "2.0.0 is too new" in str(told.fact)
    assert "hw flash" in str(told.mend)


@pytest.mark.parametrize("seats", [SEATS - 1, SEATS + 2])
def test_a_pad_of_other_seats_is_refused_from_the_beginning(seats: int) -> None:
    sim = SimController(seats, 4)
    with pytest.raises(PadUnfit, match=f"seats: {seats}, .* which has seats: 4"):
        Cable(sim).open()
    assert not sim.attached
    told = list[BoardError]()
    link = Cable(sim, missing=PadMissing(described(SimController(SEATS, 3)), told.append)).open()
    assert isinstance(told[0], PadUnfit)
    link.run(3_000 * MS)
    assert [silence.misfit for silence in link.silences()][-1] == told[0].misfit
    sim.unplug(link.clock.now_ns() + MS, 1 << 60)
    link.run(MS)
    plug("cable", SimController(SEATS, 3), link.clock)
    link.run(5_000 * MS)
    assert link.pad.health().ok


def test_a_pad_that_is_plugged_in_later_is_taken_up() -> None:
    sim, told = SimController(SEATS, 3), list[BoardError]()
    sim.plugged = False
    link = Cable(sim, missing=PadMissing(described(SimController(SEATS, 3)), told.append)).open()
    assert "unplugged" in str(told[0])
    link.run(1_000 * MS)
    assert [silence.active for silence in link.silences()] == [True]
    assert not link.pad.health().ok
    sim.plugged = True
    link.run(3_000 * MS)
    assert [silence.active for silence in link.silences()] == [True, False]
    assert link.pad.health().ok
    hands_are_found(link, 3, 3_000)


def test_another_pad_than_the_one_waited_for_is_refused_with_the_mend() -> None:
    """Of the same shape too: the calibration is that one's."""
    sim, told = SimController(SEATS, 3, pad_id=b"OTHERPAD"), list[BoardError]()
    sim.plugged = False
    waited = replace(described(SimController(SEATS, 3)), pad_id=b"simulate")
    link = Cable(sim, missing=PadMissing(waited, told.append)).open()
    sim.plugged = True
    link.run(3_000 * MS)
    assert not link.pad.health().ok
    misfit = link.silences()[-1].misfit
    assert misfit is not None
    assert f"id {b'OTHERPAD'.hex()}" in str(misfit.fact)
    assert "start Khvatka again" in str(misfit.mend)


def test_any_version_makes_room_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.firmware.session.VERSION", (0, 9, 0))
    sim, clock = SimController(SEATS, 3), VirtualClock(START_NS)
    leave(plug("leaver", sim, clock))
    sim.advance(START_NS + 20 * MS)
    assert sim.leaving


@pytest.mark.parametrize(
    ("protocol", "said"),
    [
        (0, r"1\.0\.0, link 0, is too old for this one, which needs 1\.0\.0, link 1"),
        (2, r"1\.0\.0, link 2, is too new for this one, which knows 1\.0\.0, link 1"),
    ],
)
def test_another_protocol_is_refused_with_the_mend(
    protocol: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.firmware.session.PROTOCOL", protocol)
    with pytest.raises(BoardError, match=said):
        Cable(SimController(SEATS, 3)).open()


def named_by_wire(beginning: str, end: str) -> set[str]:
    """The parts of a program's version that WIRE.md names between two of its phrases."""
    text = Path(drivers.firmware.__file__).with_name("WIRE.md").read_text(encoding="utf-8")
    _, found, rest = " ".join(text.split()).partition(beginning)
    assert found, beginning
    names = re.findall(r"`([a-z.]+)`", rest.partition(end)[0])
    return {part for name in names for part in name.split(".")}


@pytest.mark.parametrize("part", ["protocol", "major", "minor", "patch"])
@pytest.mark.parametrize("step", [-1, 1])
def test_what_must_be_equal_and_what_may_differ_is_what_wire_says(
    part: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lower and higher alike: a program is talked to if and only if WIRE.md says so."""
    equal = named_by_wire("The host talks to a program of its own", " only:")
    free = named_by_wire("this host counts on.", " may differ.")
    assert (equal, free) == ({"protocol", "major", "minor"}, {"patch"})
    ours = {"protocol": 3, "major": 2, "minor": 4, "patch": 5}
    theirs = ours | {part: ours[part] + step}
    for side, at in ((ours, "drivers.controller.fitting"), (theirs, "drivers.firmware.session")):
        monkeypatch.setattr(f"{at}.PROTOCOL", side["protocol"])
        monkeypatch.setattr(f"{at}.VERSION", (side["major"], side["minor"], side["patch"]))
    table = Cable(SimController(SEATS, 3))
    if part in free:
        table.open().pad.close()
        return
    with pytest.raises(BoardError, match="too old" if step < 0 else "too new"):
        table.open()
    assert not table.sim.attached, "and closes the port"
