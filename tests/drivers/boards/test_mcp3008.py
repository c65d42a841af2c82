"""The converter's part with its real process, and a model of the converter in it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pytest_mock import MockerFixture

from drivers.board import Reading, Samples
from drivers.boards.config import Channel, Mcp3008
from drivers.boards.mcp3008 import Mcp3008Pad
from drivers.boards.sampler import PRIORITY, real_time
from drivers.clock import WallClock
from drivers.errors import BoardClosed, BoardError, LibraryMissing
from drivers.times import MS, SECOND
from tests.drivers.boards.converter import STALL_NS, code_of

assert sys.platform == "linux", "a board's pins are Linux's"

PATIENCE_NS = 60_000 * MS
CONFIG = Mcp3008(
    (Channel(3, 0, "top"), Channel(0, 0, "under"), Channel(7, 1, "top"), Channel(5, 1, "under")),
    scan_hz=400,
)

Make = Callable[[str], Mcp3008Pad]


@pytest.fixture
def make() -> Iterator[Make]:
    """Opens a part with a model of the converter, by the model's name."""
    opened: list[Mcp3008Pad] = []

    def opener(model: str) -> Mcp3008Pad:
        pad = Mcp3008Pad(CONFIG, f"tests.drivers.boards.converter:{model}")
        opened.append(pad)
        pad.open()
        return pad

    yield opener
    for pad in opened:
        pad.close()


def watch(pad: Mcp3008Pad, enough: Callable[[list[Samples]], bool]) -> list[Samples]:
    """Read until it is enough."""
    clock = WallClock()
    got: list[Samples] = []
    end_ns = clock.now_ns() + PATIENCE_NS
    while not enough(got):
        now_ns = clock.now_ns()
        assert now_ns < end_ns, pad.health()
        reading = pad.read(now_ns)
        assert reading.edges_complete_to_ns == now_ns
        assert all(batch.t_ns[-1] <= now_ns for batch in reading.samples)
        got += reading.samples
        clock.sleep_until(now_ns + 5 * MS)
    return got


def scans(got: list[Samples]) -> int:
    return sum(len(batch.t_ns) for batch in got)


def test_scans_come_with_their_times_and_codes(make: Make) -> None:
    pad = make("steady")
    got = watch(pad, lambda got: scans(got) >= 200)
    times = np.concatenate([batch.t_ns for batch in got])
    assert (np.diff(times) > 0).all()
    codes = np.concatenate([batch.codes for batch in got])
    assert codes.dtype == np.uint16
    assert (codes == [code_of(channel.input) for channel in CONFIG.channel]).all()
    told = pad.health().counters
    assert told["scans"] == scans(got)
    assert told["scans_dropped"] == sum(batch.dropped for batch in got)


def test_channels_are_read_one_after_another_within_a_scan(make: Make) -> None:
    info = make("steady").info
    offsets = [channel.offset_ns for channel in info.channels]
    assert offsets == sorted(set(offsets))
    assert 0 < offsets[0] < offsets[-1] < info.scan_period_ns
    assert [(channel.seat, channel.part) for channel in info.channels][2] == (1, "top")
    assert (info.full_code, info.lines, info.lamps) == (1023, (), 0)


def test_a_stretched_scan_widens_its_error_and_only_its_own(make: Make) -> None:
    pad = make("stalling")
    got = watch(pad, lambda got: any(batch.jitter_ns * 12**0.5 >= STALL_NS / 2 for batch in got))
    usual = min(batch.jitter_ns for batch in got)
    assert usual < STALL_NS / 12**0.5 / 4
    told = pad.health().counters
    assert told["scans_late"] >= 1
    assert told["worst_late_us"] >= STALL_NS // 1_000 // 2


def test_the_rate_is_told(make: Make) -> None:
    pad = make("steady")
    got = watch(pad, lambda _: pad.health().counters.get("rate_hz", 0) > 0)
    times = np.concatenate([batch.t_ns for batch in got])
    mean_hz = (len(times) - 1) * 1e9 / float(times[-1] - times[0])
    assert pad.health().counters["rate_hz"] == pytest.approx(mean_hz, rel=0.1)
    assert mean_hz <= 1.01 * CONFIG.scan_hz


def test_the_process_is_in_real_time_or_says_that_it_is_not(make: Make) -> None:
    pad = make("steady")
    assert pad.pid is not None
    assert pad.pid != os.getpid()
    granted = os.sched_getscheduler(pad.pid) == os.SCHED_FIFO
    refused = any("allow rtprio in limits.conf" in note for note in pad.health().notes)
    assert granted is not refused


@pytest.mark.parametrize("refusal", [None, PermissionError(1, "Operation not permitted")])
def test_real_time_is_asked_for_and_may_be_refused(
    mocker: MockerFixture, refusal: OSError | None
) -> None:
    asked = mocker.patch("os.sched_setscheduler", side_effect=refusal)
    assert real_time() is (refusal is None)
    (who, how, priority), _ = asked.call_args
    assert (who, how, priority.sched_priority) == (0, os.SCHED_FIFO, PRIORITY)


def test_a_process_that_dies_is_noticed_and_started_again(make: Make) -> None:
    pad = make("steady")
    before = watch(pad, lambda got: scans(got) >= 5)
    assert pad.pid is not None
    os.kill(pad.pid, signal.SIGKILL)
    watch(pad, lambda _: pad.pid is None)
    assert not pad.health().ok
    assert any("it is started again" in note for note in pad.health().notes)
    after = watch(pad, lambda got: scans(got) >= 1)
    assert pad.health().ok
    gap_ns = int(after[0].t_ns[0] - before[-1].t_ns[-1])
    assert gap_ns > 400 * MS
    assert after[0].dropped >= 400 * MS // pad.info.scan_period_ns - 1
    told = pad.health().counters
    assert (told["sampler_deaths"], told["sampler_restarts"]) == (1, 1)


def test_what_a_terminal_tells_is_for_whoever_started_it(make: Make) -> None:
    """It tells all processes of its foreground group: that may find one which has none yet."""
    pad = make("steady")
    assert pad.pid is not None
    for stop in (signal.SIGINT, signal.SIGHUP):
        os.kill(pad.pid, stop)
    watch(pad, lambda got: scans(got) >= 5)
    assert "sampler_deaths" not in pad.health().counters
    assert os.getpgid(pad.pid) == pad.pid != os.getpgrp()


def test_a_converter_without_a_reply_is_no_force(make: Make) -> None:
    pad = make("unplugged")
    got = watch(pad, lambda _: pad.health().counters.get("no_replies", 0) > 20)
    assert got == []
    assert not pad.health().ok
    assert any("look at its wiring" in note for note in pad.health().notes)


def test_a_missing_device_is_answered_with_the_mend(make: Make) -> None:
    with pytest.raises(BoardError, match=r"spidev0\.0 .*No such file.*turn SPI on"):
        make("missing")


def test_a_missing_library_is_no_matter_of_the_wiring(mocker: MockerFixture) -> None:
    mocker.patch("drivers.boards.mcp3008.find_spec", return_value=None)
    with pytest.raises(LibraryMissing, match=r"spidev is missing: .*pip install"):
        Mcp3008Pad(CONFIG).open()


def test_a_table_without_its_converter_opens_and_says_why() -> None:
    said: list[BoardError] = []
    pad = Mcp3008Pad(CONFIG, "tests.drivers.boards.converter:missing", said.append)
    pad.open()
    try:
        assert "turn SPI on" in str(said[0])
        assert len(pad.info.channels) == len(CONFIG.channel)
        assert pad.read(SECOND) == Reading((), (), SECOND)
        assert pad.next_arrival_ns(SECOND) is None
        health = pad.health()
        assert not health.ok
        assert ["start anew" in note for note in health.notes] == [True]
    finally:
        pad.close()


def test_a_closed_converter_refuses_use(make: Make) -> None:
    pad = make("steady")
    pad.open()  # nothing more
    pad.close()
    pad.close()
    for use in (lambda: pad.read(0), pad.health):
        with pytest.raises(BoardClosed):
            use()
    assert pad.pid is None
