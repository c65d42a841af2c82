"""Work spread over processes: the same as here, in order; what is not wanted is not done."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children

import pytest
from pytest_mock import MockerFixture

from console.terminal.spread import spread

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"


def squared(n: int) -> int:
    return n * n


def endless(n: int) -> int:
    while n:
        pass
    return n


def whether_a_terminal_is_heard(_: int) -> bool:
    return not signal.pthread_sigmask(signal.SIG_BLOCK, ()) >= {signal.SIGINT, signal.SIGHUP}


def fails_at_three(n: int) -> int:
    if n == 3:
        raise ValueError(n)
    return n


def parents(_: int) -> int:
    return os.getppid()


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_what_was_asked(processes: int) -> None:
    with spread(processes) as spreading:
        assert list(spreading(squared, range(20))) == [n * n for n in range(20)]
    assert active_children() == []


def test_a_system_without_semaphores_does_all_of_it_here(mocker: MockerFixture) -> None:
    mocker.patch("_multiprocessing.SemLock", side_effect=OSError(errno.EROFS, "/dev/shm"))
    with spread(2) as spreading:
        assert list(spreading(parents, range(2))) == [os.getppid()] * 2


def test_they_never_hear_of_a_terminal() -> None:
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with spread(2) as spreading:
        assert list(spreading(whether_a_terminal_is_heard, range(4))) == [False] * 4
        assert set(spreading(parents, range(4))) == {os.getpid()}
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == heard


def test_what_is_broken_off_is_not_waited_for() -> None:
    def broken_off() -> Generator[int, None, None]:
        with spread(2) as spreading:
            yield from spreading(endless, (0, 1, 1, 1))

    results = broken_off()
    assert next(results) == 0
    results.close()
    assert active_children() == []


def test_work_that_fails_says_so_and_nothing_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool sees that its processes are ended before it hears that nothing is wanted any more:
    Python 3.11 breaks off there if somebody has cancelled what was left."""
    said: list[threading.ExceptHookArgs] = []
    shutdown = ProcessPoolExecutor.shutdown

    def when_it_has_seen(pool: ProcessPoolExecutor, **how: bool) -> None:
        pool._executor_manager_thread.join()  # type: ignore[attr-defined]
        shutdown(pool, **how)

    monkeypatch.setattr(threading, "excepthook", said.append)
    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", when_it_has_seen)
    with pytest.raises(ValueError, match="3"), spread(2) as spreading:
        list(spreading(fails_at_three, range(40)))
    assert said == []
    assert active_children() == []
