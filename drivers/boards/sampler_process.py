"""Starts the sampling process, hears its scans without waiting, and learns why it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from select import select
from typing import Final

from drivers.boards.sampler import HEADER, MAGIC, scan_record
from drivers.own_group import unheard

CHUNK: Final = 1 << 16
GRACE_S: Final = 2.0
"""How long the process may take to end when it is told to."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One scan as the process told of it; ``number`` counts the moments of its grid."""

    number: int
    begin_ns: int
    end_ns: int
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Manner:
    """How the process samples: period of its grid, usual duration of a scan, its priority."""

    period_ns: int
    usual_ns: int
    real_time: bool


class SamplerProcess:
    """One run of ``drivers.boards.sampler`` with ``arguments`` for ``inputs`` inputs."""

    def __init__(self, arguments: Sequence[str], inputs: int) -> None:
        self.manner: Manner | None = None
        self.scans: deque[Scan] = deque()
        self._record = scan_record(inputs)
        self._rest = b""
        # Of a process group of its own: Ctrl-C is for who started it, which then ends it.
        with unheard():
            self._process = subprocess.Popen(
                [sys.executable, "-m", "drivers.boards.sampler", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                process_group=0,
            )
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        if sys.platform != "win32":  # where no board is opened
            os.set_blocking(self._output, False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for_news(self, timeout_s: float) -> bool:
        """Whether there is something to receive, be it the end."""
        return bool(select([self._output], [], [], timeout_s)[0])

    def receive(self) -> bool:
        """Take what was written into ``manner`` and ``scans``; False if the process has ended."""
        try:
            while chunk := os.read(self._output, CHUNK):
                self._take(chunk)
        except BlockingIOError:
            return True
        return False

    def end(self) -> str:
        """End it, if it has not ended; its last words."""
        self._process.terminate()
        try:
            _, said = self._process.communicate(timeout=GRACE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            _, said = self._process.communicate()
        lines = said.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"it ended with {self._process.returncode}"

    def _take(self, chunk: bytes) -> None:
        data = self._rest + chunk
        if self.manner is None:
            if len(data) < HEADER.size:
                self._rest = data
                return
            magic, period_ns, usual_ns, real_time = HEADER.unpack_from(data)
            assert magic == MAGIC, "the process is our own module"
            self.manner = Manner(period_ns, usual_ns, real_time)
            data = data[HEADER.size :]
        whole = len(data) // self._record.size * self._record.size
        for number, begin_ns, end_ns, *codes in self._record.iter_unpack(data[:whole]):
            self.scans.append(Scan(number, begin_ns, end_ns, tuple(codes)))
        self._rest = data[whole:]
