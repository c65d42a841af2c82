"""Which pad controller is taken up at a port, and which is refused with the mend."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import drivers.firmware
from drivers.clock import VirtualClock
from drivers.controller.controller import PadController, PadMissing
from drivers.controller.link import Link, leave
from drivers.controller.messages import Hello
from drivers.errors import BoardClosed, BoardError, ConfigError
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
    check_onsets,
    hands,
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


def test_a_refused_port_is_free_for_the_program_that_mends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("drivers.firmware.session.VERSION", (0, 9, 0))
    sim = SimController(SEATS, 3)
    with pytest.raises(BoardError, match="too old"):
        Cable(sim).open()
    assert not sim.attached


def test_another_pad_at_the_same_port_is_refused_with_the_mend() -> None:
    link = cable()
    link.sim.unplug(link.clock.now_ns() + MS, 1 << 60)
    link.run(500 * MS)
    plug("cable", SimController(SEATS + 1, 4), link.clock)
    link.run(2_000 * MS)
    health = link.pad.health()
    assert not health.ok
    assert any("plug the old one in" in note for note in health.notes)
    plug("cable", SimController(SEATS, 5), link.clock)
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
    touches = hands(3, link.clock.now_ns() + 300 * MS)
    for touch in touches:
        link.sim.touch(touch)
    link.run(3_000 * MS)
    check_onsets(link.contacts(), touches)


def test_another_pad_than_the_one_waited_for_is_refused_with_the_mend() -> None:
    sim, told = SimController(SEATS + 1, 3), list[BoardError]()
    sim.plugged = False
    link = Cable(sim, missing=PadMissing(described(SimController(SEATS, 3)), told.append)).open()
    sim.plugged = True
    link.run(3_000 * MS)
    health = link.pad.health()
    assert not health.ok
    assert any("start Khvatka again" in note for note in health.notes)


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
    for side, at in ((ours, "drivers.controller.link"), (theirs, "drivers.firmware.session")):
        monkeypatch.setattr(f"{at}.PROTOCOL", side["protocol"])
        monkeypatch.setattr(f"{at}.VERSION", (side["major"], side["minor"], side["patch"]))
    table = Cable(SimController(SEATS, 3))
    if part in free:
        table.open().pad.close()
        return
    with pytest.raises(BoardError, match="too old" if step < 0 else "too new"):
        table.open()
    assert not table.sim.attached, "and closes the port"
