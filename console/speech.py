"""In which language a command speaks, and what it complains of on standard error."""

from __future__ import annotations

import sys

from console.i18n import SYSTEM, Words, spoken
from drivers.errors import KhvatkaError, Sentence

_words: list[Words] = []


def speak(language: str) -> None:
    """From now on this process speaks ``language``; until then the system's."""
    _words[:] = [Words(language)]


def speech() -> Words:
    """The words of this process."""
    if not _words:
        speak(spoken(SYSTEM))
    return _words[0]


def complain(what: str | Sentence | KhvatkaError) -> None:
    """One sentence for whoever gave the command; a string is told as it is."""
    sentence = what if isinstance(what, str) else speech().told(what)
    sys.stderr.write(f"khvatka: {sentence}\n")
