"""The watchdog: fed by turns and frames together, told over a real socket, closed by SIGTERM."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from console.system.sockets import datagrams
from console.wiring.watchdog import Watchdog, interval_ns, notifier, watchdog
from drivers.times import SECOND

PATIENCE_S = 60.0


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A service manager's socket and its address, as ``NOTIFY_SOCKET`` gives it."""
    abstract = request.param == "abstract"
    address = f"@khvatka-test-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with closing(datagrams()) as listening:
        listening.bind("\0" + address[1:] if abstract else address)
        listening.settimeout(PATIENCE_S)
        yield address, listening


def feed(dog: Watchdog, moments: list[tuple[str, int]]) -> None:
    for what, at_ns in moments:
        (dog.turned if what == "turn" else dog.drawn)(at_ns)


def test_a_loop_that_only_turns_or_only_draws_starves_it() -> None:
    told: list[str] = []
    feed(Watchdog(told.append, 3 * SECOND), [("turn", i * SECOND) for i in range(20)])
    assert told == []
    feed(Watchdog(told.append, 3 * SECOND), [("draw", i * SECOND) for i in range(20)])
    assert [message for message in told if "WATCHDOG" in message] == []


def test_both_feed_it_at_most_every_third_of_its_interval() -> None:
    told: list[str] = []
    dog = Watchdog(told.append, 3 * SECOND)
    for tick in range(61):  # twenty a second for three seconds
        feed(dog, [("turn", tick * SECOND // 20), ("draw", tick * SECOND // 20)])
    assert told.count("WATCHDOG=1") == 4  # after 0, 1, 2 and 3 s


def test_a_hanging_picture_feeds_it_at_most_once_more() -> None:
    told: list[str] = []
    dog = Watchdog(told.append, 3 * SECOND)
    feed(dog, [("turn", 0), ("draw", 0), ("draw", SECOND // 60)])
    feed(dog, [("turn", i * SECOND) for i in range(1, 30)])
    assert told.count("WATCHDOG=1") == 2


def test_the_first_frame_means_ready_and_is_told_once() -> None:
    told: list[str] = []
    dog = Watchdog(told.append, None)
    dog.turned(0)
    assert told == []
    feed(dog, [("draw", 1), ("draw", 2)])
    dog.stopping()
    assert [message.splitlines()[0] for message in told] == ["READY=1", "STOPPING=1"]


def test_messages_reach_a_real_socket(manager: tuple[str, socket.socket]) -> None:
    address, listening = manager
    notifier(address)("WATCHDOG=1")
    assert listening.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", [None, "", "/nowhere/notify", "@nobody-listens-here"])
def test_nobody_who_listens_is_no_fault(address: str | None) -> None:
    notifier(address)("READY=1")
    dog = watchdog({} if address is None else {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "9"})
    feed(dog, [("turn", 0), ("draw", 0)])
    dog.stopping()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10 * SECOND),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 10 * SECOND),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_interval_is_the_environments(
    environment: dict[str, str], expected: int | None
) -> None:
    assert interval_ns(environment, 7) == expected


TABLE = """
import sys
from console.terminal import stopping
stopping.begin()
from pathlib import Path
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window.window import play_in_window
setup = make_setup(PlayOptions(seats=2, size="640x480"), all_simulated=False)
play_in_window(setup, Path(sys.argv[1]), None)
"""


@pytest.mark.parametrize(("stop", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_closes_the_table_cleanly(
    stop: signal.Signals, status: int, manager: tuple[str, socket.socket], tmp_path: Path
) -> None:
    """A service that is stopped: up, fed, closing, and gone."""
    address, listening = manager
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    told_to = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "3000000"}
    table = subprocess.Popen(
        [sys.executable, "-c", TABLE, str(tmp_path)],
        env={**os.environ, **drivers, **told_to},
        stderr=subprocess.PIPE,
    )
    try:
        assert listening.recv(100).startswith(b"READY=1\n")
        assert listening.recv(100) == b"WATCHDOG=1"
        table.send_signal(stop)
        while (message := listening.recv(100)) == b"WATCHDOG=1":
            pass
        assert message.startswith(b"STOPPING=1\n")
        _, complaints = table.communicate(timeout=PATIENCE_S)
    finally:
        table.kill()
    assert (table.returncode, complaints) == (status, b"")
