"""A process beside the table, and who is still running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from console.store.process_lock import is_alive, own_mark
from console.system import processes
from console.system.processes import NICE, birth, start_apart, start_beside

assert sys.platform == "linux", "groups and priorities are POSIX's"

WAITS = (sys.executable, "-c", "print('ready', flush=True); input()")
OF_A_TERMINAL = signal.SIGINT, signal.SIGHUP


def ended() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_it_gives_way_and_hears_nothing_of_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "NICE", NICE)
    with start_beside(WAITS, tmp_path) as process:
        assert process.stdout is not None
        for stop in OF_A_TERMINAL:  # whenever: it may have no group yet
            os.kill(process.pid, stop)
        assert process.stdout.readline() == b"ready\n"
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(own + NICE, 19)
        assert os.getpgid(process.pid) == process.pid
        assert Path(f"/proc/{process.pid}/cwd").readlink() == tmp_path


def test_one_apart_ends_when_its_input_does_and_of_no_signal() -> None:
    with start_apart(WAITS, os.environ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        for stop in (*OF_A_TERMINAL, signal.SIGTERM):  # whenever: it may load still
            os.kill(process.pid, stop)
        assert process.stdout.readline() == b"ready\n"
        assert os.getpgid(process.pid) == process.pid
        process.stdin.write(b"\n")
        process.stdin.close()
        assert process.wait() == 0
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_process_is_known_by_when_it_was_started() -> None:
    own = birth(os.getpid())
    assert own
    assert own == birth(os.getpid())
    with subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE) as later:
        assert own != birth(later.pid)  # who started us may have begun in the same hundredth
        later.communicate(b"\n")
    assert birth(ended()) is None


def test_who_has_ended_is_none_though_nobody_has_asked_how() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert birth(process.pid) is None
    process.wait()


def test_where_the_kernel_has_no_such_files_the_number_alone_must_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_PROC", tmp_path)
    assert birth(os.getpid()) == ""
    assert birth(ended()) is None
    assert is_alive(own_mark())


def test_a_mark_is_valid_for_no_other_process() -> None:
    mark = own_mark()
    assert is_alive(mark)
    assert not is_alive(mark + "0")
    assert not is_alive(f"{ended()}:{mark.partition(':')[2]}")
    assert not is_alive("")
