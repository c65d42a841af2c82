"""A real desk in a process of its own, as `khvatka event serve` opens it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.console.desk.live import Asked

PATIENCE_S = 60.0  # never waited out unless something is broken


class Killable(Asked):
    """A desk in a process of its own."""

    def __init__(self, url: str, port: int = 0) -> None:
        command = (sys.executable, "-m", "khvatka", "event", "serve", "--json")
        options = ("--database", url, "--port", str(port))
        self.process = subprocess.Popen((*command, *options), stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        try:
            self.said: dict[str, Any] = json.loads(self.process.stdout.readline())
        except BaseException:  # whoever waits for our output would wait for its too
            self.process.kill()
            self.gone()
            raise
        self.port = self.said["port"]

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.gone()

    def gone(self) -> int:
        """It has ended, or does now."""
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def killable(url: str, port: int = 0) -> Iterator[Killable]:
    desk = Killable(url, port)
    try:
        yield desk
    finally:
        if desk.process.poll() is None:
            desk.process.kill()
            desk.gone()
