"""Ctrl-C, SIGTERM and SIGHUP, of a terminal that goes, end the program quietly, at any moment:
status 130, 143 or 129, no traceback.

A signal raises SystemExit, so what is open is closed on the way out. Where nothing can be open yet,
or nothing is any more, the program leaves at once: half an import cannot be undone, and what an
interrupted one raises some libraries print.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Final, NoReturn

if sys.platform == "win32":
    SIGNALS: Final = signal.SIGINT, signal.SIGTERM
else:
    SIGNALS: Final = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
BY_SIGNAL: Final = 128
"""A shell's status of a program that a signal has ended is so much more than the signal."""
_STATUSES: Final = tuple(BY_SIGNAL + number for number in SIGNALS)
_LATER_S: Final = 0.01
_IMPORTING: Final = "<frozen importlib._bootstrap>"
_OF_DATABASES: Final = frozenset({"_finalize_fairy", "row_check", "row_found"})
"""What is raised where SQLAlchemy takes a connection back it prints as an error; what is raised in
what SQLite calls of ours makes the statement fail, as if the file were damaged."""


def begin() -> None:
    """From now on a signal ends the program quietly. One that is ignored (nohup, a script's
    background job) stays so."""
    _handle(_stop)
    sys.unraisablehook = _PutOff(sys.unraisablehook)


def over() -> None:
    """All is done and written: from now on a signal finds nothing to close."""
    _handle(_leave)


@contextmanager
def graceful_stop(close: Callable[[], None]) -> Iterator[None]:
    """Within, the first signal calls ``close``, upon which the body should come to its end; then
    the program ends as by that signal. A second one ends it at once."""
    caught: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if caught:
            _stop(number, frame)
            return
        caught.append(number)
        close()

    ours = [number for number in SIGNALS if signal.getsignal(number) is _stop]
    for number in ours:
        signal.signal(number, ask)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, _stop)
    if caught:
        raise SystemExit(BY_SIGNAL + caught[0])


@contextmanager
def left_to_others() -> Iterator[None]:
    """Within, Ctrl-C is for another program that has the terminal, such as a pager."""
    ours = signal.getsignal(signal.SIGINT) is _stop
    if ours:
        signal.signal(signal.SIGINT, lambda number, frame: None)  # not ignored: children would too
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, _stop)


@contextmanager
def hidden_from_children() -> Iterator[None]:
    """Processes that are started within never hear of Ctrl-C and SIGHUP, which a terminal sends to
    all of its foreground processes: whoever started them ends them. None is left half started."""
    with graceful_stop(lambda: None):
        if sys.platform == "win32":
            yield
        else:
            of_a_terminal = {signal.SIGINT, signal.SIGHUP}
            before = signal.pthread_sigmask(signal.SIG_BLOCK, of_a_terminal)  # they inherit it
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _handle(handler: Callable[[int, FrameType | None], None]) -> None:
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    running = list(_codes(frame))
    if any(code.co_filename == _IMPORTING for code in running):
        _leave(number, frame)
    if any(c is _PutOff.__call__.__code__ or c.co_name in _OF_DATABASES for c in running):
        _come_again(number)
        return
    if number == signal.SIGINT and sys.stderr is not None and sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\n")  # behind the terminal's own ^C
    raise SystemExit(BY_SIGNAL + number)


def _codes(frame: FrameType | None) -> Iterator[CodeType]:
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(BY_SIGNAL + number)


class _PutOff:
    """A signal in the middle of what cannot raise (a finalizer, a callback of C code, this hook
    itself) comes again a little later."""

    def __init__(self, tell: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self._tell = tell

    def __call__(self, unraisable: sys.UnraisableHookArgs) -> None:
        error = unraisable.exc_value
        if isinstance(error, SystemExit) and error.code in _STATUSES:
            _come_again(error.code - BY_SIGNAL)
        else:
            self._tell(unraisable)


def _come_again(number: int) -> None:
    """By a thread without a lock that a signal's handler could find taken."""
    start_new_thread(_later, (number,))


def _later(number: int) -> None:
    time.sleep(_LATER_S)
    os.kill(os.getpid(), number)
