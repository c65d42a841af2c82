"""Ctrl-C, SIGTERM and SIGHUP end every command quietly, at whatever moment: 130, 143, 129."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.console.wiring.test_watchdog import TABLE

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"
pytestmark = pytest.mark.slow  # some hundred processes

KHVATKA: Final = (sys.executable, "-m", "console")
PATIENCE_S: Final = 600  # never waited out unless something is broken
PRESS_AGAIN_S: Final = 20
LAST: Final = b"\0last"
STATUSES: Final = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
# The signal comes at the n-th import, at the n-th call of anything, or when the interpreter ends.
AT: Final = """
import atexit, os, runpy, signal, sys
kind, number, *line = sys.argv[1:]
left = int(number)

def stop():
    os.kill(os.getpid(), signal.SIGINT)

def called(frame, event, argument):
    global left
    if event in ("call", "c_call"):
        left -= 1
        if left == 0:
            stop()

def told(event, arguments):
    global left
    if event == "import" and left > 0:
        left -= 1
        if left == 0:
            stop()

import console.terminal.stopping
begin = console.terminal.stopping.begin

def begin_here():
    begin()
    if kind == "import":
        sys.addaudithook(told)
    elif kind == "call":
        sys.setprofile(called)
    else:
        atexit.register(stop)

console.terminal.stopping.begin = begin_here
sys.argv = ["khvatka", *line]
runpy.run_module("console", run_name="__main__")
"""


def default_signals() -> None:
    """As in a terminal, whatever the tests were started by."""
    for stop, _ in STATUSES:
        signal.signal(stop, signal.SIG_DFL)


def stopped_at(kind: str, number: int, line: str, data: Path) -> tuple[int, str]:
    done = subprocess.run(
        (sys.executable, "-c", AT, kind, str(number), *line.split()),
        env={**os.environ, "KHVATKA_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        preexec_fn=default_signals,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("matches", (1, 7, 100)),
        ("records", (90, 170)),
        ("play --headless --seed 1", (150, 500)),
        ("hw check", (400,)),
    ],
)
def test_during_imports(line: str, numbers: tuple[int, ...], tmp_path: Path) -> None:
    for number in numbers:
        assert stopped_at("import", number, line, tmp_path) == (130, ""), number


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("service settings", (1, 1_000, 20_000)),
        ("people add Барсук", (15_000,)),
        ("play --headless --seed 1", (60_000,)),
        ("hw watch --json", (300_000,)),
        ("sim soak", (150_000,)),
    ],
)
def test_while_it_runs(line: str, numbers: tuple[int, ...], tmp_path: Path) -> None:
    for number in numbers:
        assert stopped_at("call", number, line, tmp_path) == (130, ""), number


@pytest.mark.parametrize("line", ["matches", "hw check", "play --headless --seed 1"])
def test_when_the_interpreter_ends(line: str, tmp_path: Path) -> None:
    assert stopped_at("exit", 0, line, tmp_path) == (130, "")


GARBAGE: Final = """
import console.terminal.stopping, os, signal, sys, time
console.terminal.stopping.begin()

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)

Dying()
while True:
    time.sleep(PATIENCE)
""".replace("PATIENCE", str(PATIENCE_S))
MEANWHILE: Final = """
import console.terminal.stopping, os, signal
come_again = console.terminal.stopping._come_again

def interrupted(number):
    console.terminal.stopping._come_again = come_again
    os.kill(os.getpid(), signal.SIGINT)

console.terminal.stopping._come_again = interrupted
"""
"""The first comes again before it is quite put off, as on a machine that has much to do."""


RESET: Final = """
import console.terminal.stopping, os, signal, time
from sqlalchemy import create_engine, event, text
console.terminal.stopping.begin()
engine = create_engine("sqlite://")

@event.listens_for(engine, "reset")
def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0)

with engine.connect() as connection:
    connection.execute(text("SELECT 1"))
time.sleep(PATIENCE)
""".replace("PATIENCE", str(PATIENCE_S))


ROW: Final = """
import console.terminal.stopping, os, signal, sqlite3, time
from console.store import checks
console.terminal.stopping.begin()

def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0)
    return False

checks._are_kept = interrupted
connection = sqlite3.connect(":memory:")
checks.add_function(connection)
connection.execute("SELECT row_check('match')")
time.sleep(PATIENCE)
""".replace("PATIENCE", str(PATIENCE_S))


@pytest.mark.parametrize("code", [RESET, ROW], ids=["a connection", "a row"])
def test_while_a_database_takes_back_a_connection_or_looks_at_a_row(code: str) -> None:
    """What is raised there SQLAlchemy prints, and SQLite makes a failure of its file of it."""
    done = subprocess.run(
        (sys.executable, "-c", code),
        capture_output=True,
        check=False,
        timeout=PATIENCE_S / 2,
        preexec_fn=default_signals,
    )
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize("before", ["", MEANWHILE], ids=["once", "in its hook too"])
def test_in_a_finalizer_which_can_raise_nothing(before: str) -> None:
    done = subprocess.run(
        (sys.executable, "-c", before + GARBAGE),
        capture_output=True,
        check=False,
        timeout=PATIENCE_S / 2,
        preexec_fn=default_signals,
    )
    assert (done.returncode, done.stderr) == (130, b"")


def test_one_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """nohup, or what a script starts in the background."""
    done = subprocess.run(
        (sys.executable, "-c", AT, "import", "60", "matches", "--data", str(tmp_path)),
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("line", "stop", "status"),
    [
        *(("hw watch --json", *each) for each in STATUSES),
        ("hw scope --text --seconds 3600 --lang en", signal.SIGINT, 130),
        ("hw lights --seconds 60", signal.SIGTERM, 143),
        ("bench levels --game ignis --games 2 --json", signal.SIGINT, 130),
        ("bench levels --game ignis --games 2 --json", signal.SIGHUP, 129),
        ("sim run --json host_sim/scenarios/library", signal.SIGHUP, 129),
        ("engine", signal.SIGINT, 130),
    ],
)
def test_with_the_whole_group_of_a_terminal(
    line: str, stop: signal.Signals, status: int, tmp_path: Path
) -> None:
    """After its first line; nothing that it started is left behind."""
    with subprocess.Popen(
        (*KHVATKA, *line.split()),
        env={**os.environ, "KHVATKA_DATA": str(tmp_path)},
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=default_signals,  # noqa: PLW1509
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        if line == "engine":
            process.stdin.write(b'{"cmd":"games"}\n')
            process.stdin.flush()
        assert process.stdout.readline()
        os.killpg(process.pid, stop)
        _, said = process.communicate(timeout=PATIENCE_S)
    waits = b"A picture every 6 s, and one at the end\n" if "scope" in line else b""
    assert process.returncode == status
    assert said == waits, "a log may be read whose terminal has gone"
    wait_for_end(pid for pid, group in running() if group == process.pid)


@pytest.mark.parametrize(("stop", "status"), STATUSES)
def test_a_table_whose_store_s_process_loads(
    stop: signal.Signals, status: int, tmp_path: Path
) -> None:
    """What a terminal or the system tells all of them ends the table, and with it that process."""
    with subprocess.Popen(
        (sys.executable, "-c", TABLE, str(tmp_path)),
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=default_signals,  # noqa: PLW1509
    ) as process:
        while not (started := children(process.pid)):
            assert process.poll() is None
        os.killpg(process.pid, stop)
        if stop is signal.SIGTERM:  # as the service manager does
            with suppress(ProcessLookupError):  # it has heard it with the group
                os.kill(started[0], stop)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, said) == (status, b"")
    wait_for_end(started)


def wait_for_end(processes: Iterable[int]) -> None:
    """Nobody tells when a process has ended that somebody else has started."""
    left, until_s = set(processes), time.monotonic() + PATIENCE_S
    while left & {pid for pid, _ in running()}:
        assert time.monotonic() < until_s


def running() -> Iterator[tuple[int, int]]:
    """All processes, each with its group, but those that have ended and wait for somebody to ask
    how."""
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, group, *_ = place.read_text().rpartition(")")[2].split()
            if state != "Z":
                yield int(place.parent.name), int(group)


def children(pid: int) -> list[int]:
    """Whichever thread has started them."""
    found = list[int]()
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # the thread is over
            found += map(int, thread.read_text().split())
    return found


@pytest.mark.parametrize(("stop", "count"), [(signal.SIGINT, 3), (signal.SIGKILL, 2)])
def test_the_fairness_trials_processes_end_with_it(stop: signal.Signals, count: int) -> None:
    """While they load: one of them helps Python count semaphores, the others compute."""
    with subprocess.Popen(
        (*KHVATKA, "sim", "fairness", "--processes", "2"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=default_signals,  # noqa: PLW1509
    ) as process:
        while len(started := children(process.pid)) < count:
            assert process.poll() is None
        if stop is signal.SIGKILL:  # nobody can tell them
            process.kill()
        else:
            os.killpg(process.pid, stop)
        _, said = process.communicate(timeout=PATIENCE_S)  # all have let go of it
    assert process.returncode == (130 if stop is signal.SIGINT else -stop)
    assert said == b"" or stop is signal.SIGKILL
    wait_for_end(started)


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """A terminal: our end and the program's."""
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def answered(
    command: tuple[str, ...], question: bytes, keys: bytes, terminal: tuple[int, int]
) -> tuple[int, bytes]:
    """Status and words of a command at a terminal of its own, with ``keys`` for its question."""
    ours, theirs = terminal

    def own_terminal() -> None:
        default_signals()
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=own_terminal,  # noqa: PLW1509
    ) as process:
        shown = b""
        while question not in shown:
            shown += os.read(ours, 1000)
        status = pressed(keys, ours, process)
    os.write(theirs, LAST)  # a terminal hands on what it got before, however slow the machine is
    while LAST not in shown:
        shown += os.read(ours, 1000)
    return status, shown.replace(LAST, b"")


def pressed(keys: bytes, ours: int, process: subprocess.Popen[bytes]) -> int:
    """Its exit status. Between Python's last look at signals and its read a Ctrl-C breaks nothing
    off, a moment of some microseconds: people press again, and so does this."""
    for _ in range(PATIENCE_S // PRESS_AGAIN_S):
        os.write(ours, keys)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(PRESS_AGAIN_S)
    raise AssertionError(f"{keys!r} did not end it")


@pytest.mark.parametrize(
    ("key", "status", "said"),
    [(b"\x03", 130, ""), (b"\x04", 2, "khvatka: no PIN was typed")],
    ids=["ctrl-c", "ctrl-d"],
)
def test_while_a_pin_is_waited_for(
    key: bytes, status: int, said: str, tmp_path: Path, terminal: tuple[int, int]
) -> None:
    command = (*KHVATKA, "service", "pin", "--set", "--lang", "en", "--data", str(tmp_path))
    ended, shown = answered(command, b"New PIN: ", key, terminal)
    assert ended == status
    assert said in shown.decode()
    assert shown.removesuffix(b"^C").endswith(b"\n")  # the terminal's own echo may come last
    assert b"Aborted" not in shown
    assert b"Traceback" not in shown
    assert termios.tcgetattr(terminal[1])[3] & termios.ECHO
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("keys", "status", "said"),
    [
        (b"y\r", 0, "Forgotten"),
        ("да\r".encode(), 0, "Forgotten"),
        (b"\r", 2, "khvatka: nothing was changed"),
        (b"\x03", 130, ""),
        (b"\x04", 2, "khvatka: nothing was changed"),
    ],
    ids=["yes", "russian", "return", "ctrl-c", "ctrl-d"],
)
def test_what_cannot_be_undone_is_asked(
    keys: bytes, status: int, said: str, tmp_path: Path, terminal: tuple[int, int]
) -> None:
    add = (*KHVATKA, "people", "add", "Owl", "--data", str(tmp_path))
    subprocess.run(add, check=True, stdout=subprocess.DEVNULL)
    forget = (*KHVATKA, "people", "forget", "owl", "--lang", "en", "--data", str(tmp_path))
    ended, shown = answered(forget, b"Forget Owl for ever? [y/N] ", keys, terminal)
    assert ended == status
    assert said in shown.decode()
    assert b"Traceback" not in shown
    alone = subprocess.run(
        forget, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert alone.returncode == 2
    if status:
        assert "nothing was changed: `khvatka people forget Owl --yes` does it" in alone.stderr


def test_a_russian_question_names_russian_answers(
    tmp_path: Path, terminal: tuple[int, int]
) -> None:
    add = (*KHVATKA, "people", "add", "Сова", "--data", str(tmp_path))
    subprocess.run(add, check=True, stdout=subprocess.DEVNULL)
    forget = (*KHVATKA, "people", "forget", "сова", "--lang", "ru", "--data", str(tmp_path))
    ended, _ = answered(forget, " [д/Н] ".encode(), "д\r".encode(), terminal)
    assert ended == 0


@pytest.mark.parametrize(
    "line",
    [
        "matches",
        "--help",
        "service settings --json",
        "hw check --json",
        "hw watch",
        "play --headless --seed 1 --json",
        "sim run host_sim/scenarios/library",
    ],
)
def test_whoever_reads_no_further_has_read_enough(line: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `| head -1` does sooner or later
    done = subprocess.run(
        (*KHVATKA, *line.split()),
        env={**os.environ, "KHVATKA_DATA": str(tmp_path)},
        cwd=Path(__file__).parents[3],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=PATIENCE_S,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
