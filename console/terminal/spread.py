"""Work spread over processes that end with whoever started them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, TypeVar

from console.terminal.stopping import hidden_from_children

S = TypeVar("S")
T = TypeVar("T")


@contextmanager
def spread(processes: int) -> Iterator[Callable[[Callable[[S], T], Iterable[S]], Iterator[T]]]:
    """``map``, in so many processes or, where that cannot be, here; results come in the order of
    what was asked.

    What is not wanted any more when the body ends, or is broken off, is not computed to its end.
    """
    pool = _pool(processes) if processes > 1 else None
    if pool is None:
        yield map
        return

    def spreading(work: Callable[[S], T], tasks: Iterable[S]) -> Iterator[T]:
        with hidden_from_children():  # it is here that processes are started
            asked = deque(pool.submit(work, task) for task in tasks)
        return _results(asked)

    try:
        yield spreading
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(processes: int) -> ProcessPoolExecutor | None:
    """None where a system has no semaphores for it, as a Linux without /dev/shm."""
    try:
        with hidden_from_children():  # its semaphores have a process that looks after them
            return ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent)
    except OSError:
        return None


def _results(asked: deque[Future[T]]) -> Iterator[T]:
    """In order. Unlike the pool's ``map`` it cancels nothing when it is broken off: the pool of
    Python 3.11 stumbles over what was cancelled once its processes are ended.
    """
    while asked:
        yield asked.popleft().result()


def _end_with_parent(*_: Any) -> None:
    """A parent that was killed tells nobody: its children see for themselves."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
