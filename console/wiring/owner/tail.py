"""The last lines of what the program says on standard error, which is what its journal gets."""

from __future__ import annotations

import io
import textwrap
from collections import deque
from typing import Final, TextIO

from console.service.menu.view import MenuLevel, ServiceLine

KEPT: Final = 200
WIDTH: Final = 92


class Tail(io.TextIOBase):
    """Hands everything on to ``through`` and keeps the last lines."""

    def __init__(self, through: TextIO) -> None:
        super().__init__()
        self._through = through
        self._open = ""
        self._lines: deque[str] = deque(maxlen=KEPT)

    def write(self, text: str) -> int:
        """Also from another thread: a line at a time is put away at once."""
        *whole, self._open = (self._open + text).split("\n")
        for line in whole:
            self._lines += textwrap.wrap(line, WIDTH) or [""]
        return self._through.write(text)

    def flush(self) -> None:
        if not self._through.closed:  # from Python 3.13 on a finalizer that raises is heard
            self._through.flush()

    def writable(self) -> bool:
        return True

    def lines(self) -> tuple[ServiceLine, ...]:
        """Oldest first; the program's own complaints are marked."""
        return tuple(
            ServiceLine(text, MenuLevel.WARNING if text.startswith("khvatka:") else MenuLevel.PLAIN)
            for text in self._lines
        )
