"""Server-Sent Events, as they come in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

MOST_BYTES: Final = 1 << 16
"""Of an event that is not whole yet."""


class Events:
    """Events of a stream. ``feed`` gives those that are whole: their names and data."""

    def __init__(self) -> None:
        self._rest = b""
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, piece: bytes) -> Iterator[tuple[str, str]]:
        """Raises ValueError for one without end, and for what is no text."""
        whole = (self._rest + piece).replace(b"\r\n", b"\n")
        *lines, self._rest = whole.split(b"\n")
        for line in lines:
            found = self._line(line.rstrip(b"\r").decode())
            if found is not None:
                yield found
        if len(self._rest) + self._size > MOST_BYTES:
            raise ValueError("an event without end")

    def _line(self, line: str) -> tuple[str, str] | None:
        if not line:
            found = self._name or "message", "\n".join(self._data)
            empty = not self._data
            self._name, self._data, self._size = "", [], 0
            return None if empty else found
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        self._size += len(line)
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        return None
