"""A process of the store's own, in which a running table has all its work on the store done.

SQLite maps a part of its log into memory. When the disk below that dies, whoever touches it is
killed (SIGBUS); when the disk hangs, whoever waits for it cannot even be ended. Both happen to this
process, and the table goes on. A process that has died is replaced with the next work it is given.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from console.store.asking import P, T
from console.store.problems import StoreError, StoreTrouble
from console.system.processes import start_apart
from drivers.errors import Sentence
from drivers.reasons import reason_of

COMMAND: Final = (sys.executable, "-P", "-m", "console.store")  # nothing of where we are
PATIENCE_S: Final = 5.0
LEAST_LIFE_S: Final = 1.0
"""A process that dies sooner is not replaced before that."""
_ROOT: Final = Path(__file__).parents[2]  # so that `python -m` finds it, however we were started

_LOST: Final = Sentence(
    "the disk of the match log {path} fails so that its process has died: check it or"
    " choose another with --data"
)
_NOT_BEGUN: Final = Sentence(
    "the match log {path} is written by a process of its own, which cannot be started"
    " ({why}): start Khvatka again"
)


class StoreProcess:
    """The process of one store. Calls from any thread; work and what comes of it are pickled."""

    def __init__(self, path: Path, command: tuple[str, ...] = COMMAND) -> None:
        """``path`` is the store's file; nothing is started before there is work."""
        self._path = path
        self._command = command
        self._lock = threading.Lock()  # of all below; never held by who waits
        self._tasks: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self._child: subprocess.Popen[bytes] | None = None
        self._started_s = -LEAST_LIFE_S
        self._numbers = count()
        self._open: dict[int, tuple[Future[Any], float]] = {}
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process that runs now."""
        return None if self._child is None else self._child.pid

    def submit(self, work: Callable[[], T], *, prompt: bool = False) -> Future[T]:
        """Have it done, beside all other work. The future raises StoreError when the process dies
        of it. ``prompt``: what takes ``PATIENCE_S`` waits for a disk that hangs."""
        future: Future[T] = Future()
        task = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        since_s = time.monotonic() if prompt else inf
        with self._lock:
            problem = self._problem_of_child()
            if problem is None:
                number = next(self._numbers)
                self._open[number] = future, since_s
                self._tasks.put((number, task))
            else:
                future.set_exception(problem)
        return future

    def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have it done for somebody whom the table's loop waits for: at most ``PATIENCE_S``, and
        not at all while the disk is known to hang."""
        if self._hangs():
            raise StoreError.of(StoreTrouble.SILENT, path=self._path)
        doing = partial(work, *args, **kwargs)
        try:
            return self.submit(doing, prompt=True).result(PATIENCE_S)
        except TimeoutError:
            raise StoreError.of(StoreTrouble.SILENT, path=self._path) from None

    def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have it done for the log; it does not return sooner than the disk lets it."""
        return self.submit(partial(work, *args, **kwargs), prompt=True).result()

    def wait_for(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have it done for a thread that has time."""
        return self.submit(partial(work, *args, **kwargs)).result()

    def _hangs(self) -> bool:
        with self._lock:
            first_s = min((since_s for _, since_s in self._open.values()), default=inf)
        return time.monotonic() > first_s + PATIENCE_S

    def _problem_of_child(self) -> StoreError | None:
        """Why there is no process, nor a new one: the last one has just begun, or all is closed."""
        if self._child is not None and not self._closed:
            return None
        if self._closed or time.monotonic() < self._started_s + LEAST_LIFE_S:
            return StoreError.of(StoreTrouble.FAILING, _LOST, path=self._path)
        self._started_s = time.monotonic()
        paths = (str(_ROOT), os.environ.get("PYTHONPATH", ""))
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
        try:
            child = start_apart(self._command, env)
        except OSError as fault:
            why = reason_of(fault)
            return StoreError.of(StoreTrouble.STOPPED, _NOT_BEGUN, path=self._path, why=why)
        self._child, self._tasks = child, SimpleQueue()
        for serve in (self._write, self._read):
            threading.Thread(
                target=serve, args=(child, self._tasks), name="store process", daemon=True
            ).start()
        return None

    def _write(self, child: subprocess.Popen[bytes], tasks: SimpleQueue[Any]) -> None:
        """Give it its work, until there is none any more; then its input ends."""
        assert child.stdin is not None
        with contextlib.suppress(OSError), child.stdin:  # it may die: ``_read`` tells everybody
            while (task := tasks.get()) is not None:
                pickle.dump(task, child.stdin)
                child.stdin.flush()

    def _read(self, child: subprocess.Popen[bytes], tasks: SimpleQueue[Any]) -> None:
        """Take the answers, until it ends."""
        assert child.stdout is not None
        while True:
            try:
                number, done, what = pickle.load(child.stdout)
            except Exception:  # it has ended, or died in the middle of a word
                break
            with self._lock:
                asked = self._open.pop(number, None)
            if asked is None:  # given up
                continue
            tell = asked[0].set_result if done else asked[0].set_exception
            tell(what)
        with self._lock:
            self._child = None
        self._give_up()
        tasks.put(None)
        child.stdout.close()
        child.wait()

    def _give_up(self) -> None:
        with self._lock:
            left = [future for future, _ in self._open.values()]
            self._open.clear()
        for future in left:
            future.set_exception(StoreError.of(StoreTrouble.FAILING, _LOST, path=self._path))

    def close(self) -> None:
        """Let it finish; what takes longer than a while, or hangs on a disk, is left to itself, and
        ends with what it does once this process has ended."""
        with self._lock:
            self._closed, child = True, self._child
        if child is None:
            return
        self._tasks.put(None)
        if not self._hangs():
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(PATIENCE_S)
        self._give_up()
