"""Rows of cells as lines of text: columns below each other where there is room for them.

A narrow terminal gets the same cells in more lines; no value is ever cut.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

GAP: Final = "  "
HANGING: Final = "    "
LEAST_LAST: Final = 20
"""The last column is wrapped in its place where it has at least so much room."""
LEAST_ROOM: Final = 20
"""A terminal that says it is narrower is not believed."""
_UNSEEN: Final = re.compile(r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal obeys, or turns the text round by, instead of showing it."""


def room() -> int | None:
    """How many columns a line may have: those that COLUMNS tells, else those of the terminal.

    None where the output goes into a file or a pipe: a line is a line then.
    """
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdecimal() and int(told) > 0:
        return max(int(told), LEAST_ROOM)
    try:
        own = os.get_terminal_size(sys.stdout.fileno()).columns  # 0: nobody knows
        return max(own, LEAST_ROOM) if own else None
    except (OSError, ValueError):  # no terminal, or a stream without a file
        return None


def say(lines: Iterable[str]) -> None:
    """Print lines for people, at once: on a narrow terminal each takes as many as it needs."""
    most = room()
    for line in map(seen, lines):
        for part in fitted(line, most):
            sys.stdout.write(part + "\n")
    sys.stdout.flush()


def put(lines: Iterable[str]) -> None:
    """Print lines of JSON for programs, as they are, each at once."""
    for line in lines:
        sys.stdout.write(_UNSEEN.sub(_as_json, line) + "\n")
        sys.stdout.flush()


def seen(text: str) -> str:
    """``text`` with everything in it to be seen: what is in a file may come from a stranger."""
    return _UNSEEN.sub(_as_text, text)


def _as_text(sign: re.Match[str]) -> str:
    return sign[0].encode("unicode_escape").decode()


def _as_json(sign: re.Match[str]) -> str:
    return sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}"


def width(text: str) -> int:
    """How many columns of a terminal ``text`` takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(_width(sign) for sign in unicodedata.normalize("NFC", text))


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def columns(
    rows: Sequence[Sequence[str]],
    most: int | None = None,
    indent: str = "",
    *,
    right: frozenset[int] = frozenset(),
) -> Iterator[str]:
    """Rows of equally many cells as lines of at most ``most`` columns (None: as long as they are).

    ``right``: these columns are set flush right. Where the columns do not fit side by side, the
    last one is wrapped in its place; if that leaves it too little, each row flows over several
    lines.
    """
    for lines in blocks(rows, most, indent, right=right):
        yield from lines


def blocks(
    rows: Sequence[Sequence[str]],
    most: int | None,
    indent: str = "",
    *,
    right: frozenset[int] = frozenset(),
) -> Iterator[list[str]]:
    """``columns``, the lines of each row by themselves."""
    if not rows:
        return
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    before = width(indent) + sum(widths[:-1]) + len(GAP) * (len(widths) - 1)
    last = widths[-1] if most is None else most - before
    aligned = last >= min(widths[-1], LEAST_LAST)
    for row in rows:
        if not aligned and most is not None:
            yield _flowing(row, most, indent)
            continue
        cells = [_set(c, w, i in right) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        cells[-1] = cells[-1] if len(row) - 1 in right else row[-1]
        head = indent + "".join(cell + GAP for cell in cells[:-1])
        first, *others = wrapped(cells[-1], last) or [""]
        yield [(head + first).rstrip(), *(" " * before + line for line in others)]


def titled(heads: Sequence[str], rows: Sequence[Sequence[str]], most: int | None) -> Iterator[str]:
    """A table with a head above each column; where it is too narrow for that, a row's cells stand
    one below the other, each behind its head."""
    lines = list(columns([heads, *rows]))
    if most is None or all(width(line) <= most for line in lines):
        yield from lines
        return
    for row in rows:
        yield from fitted(f"{heads[0]}: {row[0]}", most)
        for head, cell in zip(heads[1:], row[1:], strict=True):
            if cell:
                yield from _hung(f"{GAP}{head}: {cell}", most)


def fitted(line: str, most: int | None) -> list[str]:
    """A line of text in as many lines as it takes; what goes on is set in below it."""
    return [line] if most is None or width(line) <= most else _hung(line, most)


def wrapped(text: str, most: int) -> list[str]:
    """``text`` broken between words into lines of at most ``most`` columns; a longer word is broken
    where it must be."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer) <= most:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, most)
        lines += full
    return [*lines, line] if line else lines


def _hung(line: str, most: int) -> list[str]:
    text = line.lstrip(" ")
    own = min(len(line) - len(text), most // 2)
    indent = " " * min(own + len(HANGING), most // 2)
    first, *_ = wrapped(text, most - own) or [""]
    rest = text[len(first) :].lstrip(" ")
    return [" " * own + first, *(indent + part for part in wrapped(rest, most - len(indent)))]


def _pieces(word: str, most: int) -> list[str]:
    pieces, piece = [], ""
    for sign in word:
        if piece and width(piece + sign) > most:
            pieces.append(piece)
            piece = ""
        piece += sign
    return [*pieces, piece]


def _set(cell: str, columns_n: int, flush_right: bool) -> str:
    space = " " * (columns_n - width(cell))
    return space + cell if flush_right else cell + space


def _flowing(row: Sequence[str], most: int, indent: str) -> list[str]:
    """The cells one after the other, each whole on a line if it fits on one; a row whose first cell
    is empty goes on from the one before."""
    lines: list[str] = []
    hanging = indent + HANGING
    line = indent if row[0].strip(" ") else hanging
    for cell in filter(None, (cell.strip(" ") for cell in row)):
        longer = line + (GAP if line.strip(" ") else "") + cell
        if width(longer) <= most:
            line = longer
            continue
        if line.strip(" "):
            lines.append(line)
        *full, last = wrapped(cell, most - width(hanging))
        lines += [hanging + part for part in full]
        line = hanging + last
    return [*lines, line] if line.strip(" ") else lines


def json_line(value: object) -> str:
    """One line for programs."""
    import msgspec  # most commands do without

    return msgspec.json.encode(value).decode()
