"""What was typed into a form: fields, pasted lines. What is missing or wrong is told in a
sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from console.nicknames import folded, tidy
from drivers.errors import ConfigError

BETWEEN: Final = re.compile("[,;\t]")
"""What is in no nickname."""
LISTED: Final = re.compile(r"(?:\d+[.)]\s*|[-–—•*]\s+)(?=[^\W\d])")
"""What a list has before a name."""
EDGES: Final = " \t\ufeff"


class Form:
    """The fields of a form in their order, each as often as it was sent."""

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self.fields = tuple(fields)
        self._last = dict(fields)

    def text(self, name: str, default: str = "") -> str:
        """What was typed, in composed letters and without spaces around it."""
        return unicodedata.normalize("NFC", self._last.get(name, default)).strip()

    def has(self, name: str) -> bool:
        """Was it sent, be it empty?"""
        return name in self._last

    def on(self, name: str) -> bool:
        """Is that box ticked?"""
        return bool(self._last.get(name))

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number. Raises ConfigError for anything else."""
        typed = self.text(name)
        if not typed and default is not None:
            return default
        digits = typed.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ConfigError("{typed!r} is no number: give digits", typed=typed)
        return int(typed)

    def maybe(self, name: str) -> int | None:
        """A number, or None where nothing is chosen. Raises ConfigError."""
        return self.number(name) if self.text(name) else None


class Pasted(Struct, frozen=True):
    """A list as it was pasted: names to enter, and for each that cannot be, its line from 1, its
    text, and why."""

    names: tuple[str, ...]
    lines: tuple[int, ...]
    """Where each name stood."""
    wrong: tuple[tuple[int, str, ConfigError], ...]


def pasted(text: str, known: Iterable[str]) -> Pasted:
    """A name a line, or several with commas, semicolons or tabs between them, with or without a
    number or a dash before each as lists have; empty ones are left out. ``known``: those who have
    entered, folded."""
    taken = set(known)
    names, lines, wrong = [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        typed = [
            name for each in BETWEEN.split(line) if (name := LISTED.sub("", each.strip(EDGES)))
        ]
        for each in typed:
            try:
                if len(typed) > 1 and each.isdigit():
                    raise ConfigError("a rating is typed beside the nickname, above")
                name = tidy(each)
                if folded(name) in taken:
                    raise ConfigError("{name} stands here twice, or has entered already", name=name)
            except ConfigError as error:
                wrong.append((number, each, error))
                continue
            taken.add(folded(name))
            names.append(name)
            lines.append(number)
    return Pasted(tuple(names), tuple(lines), tuple(wrong))
