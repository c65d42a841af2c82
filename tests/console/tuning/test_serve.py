"""The page's process may stall, die or be flooded: the board is read on, and no scan is lost."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest

from console.hardware.feed import Feed
from console.i18n import Words
from console.system import postbox
from console.system.processes import start_beside
from console.terminal.columns import say
from console.tuning import serve
from console.tuning.serve import PageLost, serve_scope
from console.web.messages import plain
from console.wiring.hardware import make_station
from console.wiring.kept_thresholds import KeptThresholds, check_web
from drivers.clock import WallClock
from drivers.errors import ConfigError
from drivers.times import MS, SECOND
from tests.console.phones.attacker import PATIENCE_S, Wire, status
from tests.console.tuning.scoping import opening

assert sys.platform == "linux", "it stops the page's process"

pytestmark = pytest.mark.slow

NOBODY = (sys.executable, "-c", "import time; time.sleep(600)")

LOOKS = 600  # six seconds, where nothing else is to be done
LONG_NS = 600 * SECOND  # never waited out unless something is broken


def scope(tmp_path: Path, length_ns: int, **more: object) -> list[str]:
    said: list[str] = []
    station = make_station("pc", tmp_path, "en")
    kept = KeptThresholds(tmp_path)
    serve_scope(station, kept, "127.0.0.1", 0, said.append, length_ns=length_ns, **more)  # type: ignore[arg-type]
    return said


class Ending(WallClock):
    """The wall's clock, until it is over: then all of the time has passed."""

    over = False

    def now_ns(self) -> int:
        return super().now_ns() + self.over * 2 * LONG_NS


def test_it_tells_where_it_is_and_ends(tmp_path: Path) -> None:
    clock, said = Ending(), list[str]()

    def tell(line: str) -> None:
        said.append(line)
        clock.over = True

    station = make_station("pc", tmp_path, "en", clock=clock)
    kept = KeptThresholds(tmp_path)
    serve_scope(station, kept, "127.0.0.1", 0, tell, length_ns=LONG_NS, pin="271828")
    (told,) = said
    assert told.startswith("Forces and weights: http://127.0.0.1:")
    assert told.endswith("PIN 271828")


def test_a_pin_is_six_digits_and_another_each_time() -> None:
    pins = {serve.new_pin() for _ in range(50)}
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins)
    assert len(pins) > 45


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    station = make_station("pc", tmp_path, "en")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError) as refused:
            serve_scope(station, KeptThresholds(tmp_path), "127.0.0.1", port, list[str]().append)
    told = Words("ru").translated(refused.value)
    assert f"--port {port}" in told
    assert "(адрес уже занят)" in told


def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes of pages, as they begin."""
    pids: list[int] = []
    began = postbox.Postbox.__init__

    def begun(box: postbox.Postbox, *given: object) -> None:
        began(box, *given)  # type: ignore[arg-type]
        pids.append(box.pid)

    monkeypatch.setattr(postbox.Postbox, "__init__", begun)
    return pids


@pytest.mark.parametrize("how", ["takes nothing", "stopped", "flooded"])
def test_the_reading_does_not_wait(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nobody takes a frame, the longest time between two looks at the board stays what it is
    with a page that takes all of them; the figures are shown. It lasts until the board has been
    looked at often enough since nobody took any."""
    looks: list[int] = []
    clock, turn = Ending(), Feed.turn

    def turned(feed: Feed) -> object:
        if disturbed.is_set():
            looks.append(time.monotonic_ns())
            clock.over = len(looks) >= LOOKS
        return turn(feed)

    monkeypatch.setattr(Feed, "turn", turned)
    monkeypatch.setattr(postbox, "SILENT_S", 60.0)
    pids = started(monkeypatch)
    over, told, disturbed = Event(), Event(), Event()
    if how == "takes nothing":
        disturbed.set()

    def disturb() -> None:
        while how != "takes nothing" and not over.is_set():
            if not told.wait(0.1):  # it may be over before there is a page
                continue
            if how == "stopped":
                os.kill(pids[0], signal.SIGSTOP)
                disturbed.set()
                return
            with suppress(OSError), Wire(port[0], "127.0.0.7") as wire:
                assert status(wire.ask("GET", "/")) in (0, 200, 429, 503)
                disturbed.set()

    port = [0]

    def hear(line: str) -> None:
        port[0] = int(line.partition("127.0.0.1:")[2].partition(";")[0])
        told.set()

    worker = Thread(target=disturb)
    worker.start()
    station = make_station("pc", tmp_path, "en", clock=clock)
    command = NOBODY if how == "takes nothing" else serve.COMMAND
    try:
        serve_scope(
            *(station, KeptThresholds(tmp_path), "127.0.0.1", 0, hear),
            length_ns=LONG_NS,
            command=command,
        )
    finally:
        over.set()
        worker.join()
    gaps_ms = sorted((b - a) / MS for a, b in itertools.pairwise(looks))
    say([f"SCOPE {how}: {len(looks)} looks, median {gaps_ms[len(gaps_ms) // 2]:.1f} ms"])
    say([f"SCOPE {how}: 99 % within {gaps_ms[int(0.99 * len(gaps_ms))]:.1f} ms"])
    assert len(looks) >= LOOKS, "it has been read on"


def test_a_page_that_dies_ends_the_scope_with_one_sentence(tmp_path: Path) -> None:
    dies = (sys.executable, "-c", "pass")
    with pytest.raises(PageLost, match="the page's process has ended: begin again"):
        scope(tmp_path, LONG_NS, command=dies)


def test_the_page_ends_with_a_starter_that_is_killed_in_the_middle_of_a_line(
    tmp_path: Path,
) -> None:
    with start_beside(serve.COMMAND, Path(__file__).parents[3]) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(plain(opening("271828", 0.05))) + b"\n")
            assert b"Opened" in process.stdout.readline()
            process.stdin.write(b'{"is": "Frame", "vi')
            process.stdin.close()
            assert process.wait(PATIENCE_S) == 0
        finally:
            process.kill()


def test_what_serves_pages_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    check_web()
    monkeypatch.setattr("console.wiring.kept_thresholds.NEEDED", ("starlette", "no_such_library"))
    with pytest.raises(ConfigError, match=r"needs no_such_library: .* -m pip install"):
        check_web()
