"""On which line of a TOML file each key stands: what ``tomllib`` knows and does not tell.

The text has been parsed already, so it is well-formed; only its structure is followed here.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

Path = tuple[str | int, ...]
_QUOTES: Final = ('"""', "'''", '"', "'")
_ENDS: Final = ",]}#\n"


def places(text: str) -> dict[Path, int]:
    """The line, from 1, of every key, table and element of a list, by its path."""
    return _Scanner(text).scan()


def line_at(found: dict[Path, int], path: Path) -> int:
    """The line of ``path``, or of the nearest thing around it that stands in the file."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._found: dict[Path, int] = {}
        self._tables: Counter[Path] = Counter()  # how many `[[…]]` there were so far

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip(newlines=True):
            if self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._found

    def _peek(self, count: int = 1) -> str:
        return self._text[self._at : self._at + count]

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1

    def _skip(self, *, newlines: bool) -> bool:
        """Pass blanks and comments; False at the end."""
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            elif char in " \t\r" or (newlines and char == "\n"):
                self._at += 1
            else:
                return True
        return False

    def _header(self) -> Path:
        line = self._line()
        many = self._peek(2) == "[["
        self._at += 2 if many else 1
        keys = self._keys("]")
        self._at += 2 if many else 1
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self._tables and not (many and path == keys):
                path = (*path, self._tables[path] - 1)
        if many:
            self._found.setdefault(path, line)
            self._tables[path] += 1
            path = (*path, self._tables[path] - 1)
        self._found[path] = line
        return path

    def _keys(self, end: str) -> Path:
        """A dotted key up to ``end``, which is left."""
        keys: list[str] = []
        while True:
            self._skip(newlines=False)
            if self._peek() in ('"', "'"):
                keys.append(self._string())
            else:
                start = self._at
                while self._peek() not in (".", end, " ", "\t"):
                    self._at += 1
                keys.append(self._text[start : self._at])
            self._skip(newlines=False)
            if self._peek() == end:
                return tuple(keys)
            self._at += 1  # the dot

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = (*table, *self._keys("="))
        self._at += 1
        for length in range(len(table) + 1, len(path) + 1):
            self._found.setdefault(path[:length], line)
        self._skip(newlines=False)
        self._value(path)

    def _value(self, path: Path) -> None:
        char = self._peek()
        if char in ('"', "'"):
            self._string()
        elif char == "[":
            self._list(path)
        elif char == "{":
            self._inline(path)
        else:
            while self._peek() and self._peek() not in _ENDS:
                self._at += 1

    def _list(self, path: Path) -> None:
        self._at += 1
        count = 0
        while self._skip(newlines=True) and self._peek() != "]":
            if self._peek() == ",":
                self._at += 1
                continue
            self._found[(*path, count)] = self._line()
            self._value((*path, count))
            count += 1
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._skip(newlines=True) and self._peek() != "}":
            if self._peek() == ",":
                self._at += 1
            else:
                self._pair(path)
        self._at += 1

    def _string(self) -> str:
        quote = next(q for q in _QUOTES if self._text.startswith(q, self._at))
        start = self._at = self._at + len(quote)
        while not self._text.startswith(quote, self._at):
            escaped = quote[0] == '"' and self._peek() == "\\"
            self._at += 2 if escaped else 1
        end = self._at
        self._at += len(quote)
        while len(quote) == 3 and self._peek() == quote[0]:  # a text may end in quotes of its own
            self._at += 1
        return self._text[start:end]
