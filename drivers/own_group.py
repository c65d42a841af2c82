"""A process in a group of its own hears nothing of what a terminal tells ours."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unheard(*also: signal.Signals) -> Iterator[None]:
    """Who is started in here is deaf to Ctrl-C, to a terminal's end and to ``also``.

    A process has its group a moment after it begins: until then a terminal's signals find it, and
    would end it. On Windows its flag alone does that.
    """
    if sys.platform == "win32":
        yield
    else:
        told = (signal.SIGINT, signal.SIGHUP, *also)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, told)  # it inherits that
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
