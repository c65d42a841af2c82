"""A process that speaks JSON lines over pipes, seen from the one that started it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.games.forms import Json

READY: Final[Json] = {"ready": True}
"""What it says first, once it can be asked."""

_ROOT = Path(__file__).parents[2]  # so that `python -m` finds it, however we were started
_CHUNK = 1 << 16
_LINE_MAX = 1 << 20


class ChildLost(Exception):
    """It ended, or what it says makes no sense. Stays inside ``console.bots``."""


class Child:
    """Starts ``command``. Raises ``ChildLost`` when that is not possible."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            # Of a process group of its own: Ctrl-C is for the table, which then ends it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                cwd=_ROOT,
                process_group=0,
            )
        except OSError as error:
            raise ChildLost(f"cannot be started: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin
        self._out = self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._half = b""

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def fileno(self) -> int:
        """Readable when it said something or ended."""
        return self._out.fileno()

    def send(self, message: Json) -> None:
        """One line, of far less than a pipe holds. Raises ``ChildLost``."""
        try:
            self._in.write(json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n")
        except OSError as error:
            raise ChildLost(f"does not listen: {error}") from None

    def receive(self) -> list[Json]:
        """What it has said since, without waiting. Raises ``ChildLost``."""
        while chunk := self._out.read(_CHUNK):
            self._half += chunk
            if len(self._half) > _LINE_MAX:
                raise ChildLost("talks without end")
        *lines, self._half = self._half.split(b"\n")
        if chunk is not None and not lines:
            raise ChildLost("has ended")
        return [_message(line) for line in lines]

    def kill(self) -> None:
        """Ends it at once and leaves nothing behind."""
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._out.close()


def _message(line: bytes) -> Json:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ChildLost("does not speak JSON")
    return message
