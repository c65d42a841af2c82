"""A process that speaks JSON lines over pipes, seen from the one that started it."""

from __future__ import annotations

import json
import queue
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import IO, Any, Final

from console.system.processes import start_beside

Json = dict[str, Any]
READY: Final[Json] = {"ready": True}
"""What it says first, once it can be asked."""

_ROOT = Path(__file__).parents[2]  # so that `python -m` finds it, however we were started
_CHUNK = 1 << 16
_CHUNKS = 16  # are kept for whoever does not come to receive them
_LINE_MAX = 1 << 20


class ChildLost(Exception):
    """It ended, or what it says makes no sense."""


class Child:
    """Starts ``command``. Raises ``ChildLost`` when that is not possible."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = start_beside(command, _ROOT)
        except OSError as error:
            raise ChildLost(f"cannot be started: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin
        self._out = self._process.stdout
        self._said: queue.Queue[bytes] = queue.Queue(_CHUNKS)
        self._listening = Thread(target=_listen, args=(self._out, self._said), daemon=True)
        self._listening.start()  # no system but Linux and macOS looks into a pipe without waiting
        self._half = b""
        self._ended = False

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def send(self, message: Json) -> None:
        """One line, of far less than a pipe holds. Raises ``ChildLost``."""
        try:
            self._in.write(json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n")
        except OSError as error:
            raise ChildLost(f"does not listen: {error}") from None

    def wait(self, longest_s: float) -> bool:
        """Wait until it has said something or ended; False when it does neither for so long."""
        if not self._ended:
            try:
                self._take(self._said.get(timeout=longest_s))
            except queue.Empty:
                return False
        return True

    def receive(self) -> list[Json]:
        """What it has said since, without waiting. Raises ``ChildLost``."""
        while not self._ended and not self._said.empty():
            self._take(self._said.get_nowait())
            if len(self._half) > _LINE_MAX:
                raise ChildLost("talks without end")
        *lines, self._half = self._half.split(b"\n")
        if self._ended and not lines:
            raise ChildLost("has ended")
        return [_message(line) for line in lines]

    def kill(self) -> None:
        """Ends it at once and leaves nothing behind."""
        self._process.kill()
        self._process.wait()
        while not self._ended:
            self._take(self._said.get())
        self._listening.join()
        self._in.close()
        self._out.close()

    def _take(self, chunk: bytes) -> None:
        self._half += chunk
        self._ended = not chunk


def _listen(output: IO[bytes], said: queue.Queue[bytes]) -> None:
    """Hands on what is said as it comes, then nothing, once."""
    while chunk := output.read(_CHUNK):
        said.put(chunk)
    said.put(b"")


def _message(line: bytes) -> Json:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ChildLost("does not speak JSON")
    return message
