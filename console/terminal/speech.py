"""In which language a command speaks, and what it complains of on standard error."""

from __future__ import annotations

import sys
from collections import deque

from console.i18n import SYSTEM, Words, spoken
from console.terminal.columns import seen
from drivers.errors import KhvatkaError, Sentence

_words: list[Words] = []
_complaints: deque[str] = deque(maxlen=1)


def begin(language: str) -> None:
    """A command begins: it speaks ``language``, and has complained of nothing yet."""
    _complaints.clear()
    speak(language)


def speak(language: str) -> None:
    """From now on this process speaks ``language``; until then the system's."""
    _words[:] = [Words(language)]


def speech() -> Words:
    """The words of this process."""
    if not _words:
        speak(spoken(SYSTEM))
    return _words[0]


def complain(what: str | Sentence | KhvatkaError) -> None:
    """One sentence for whoever gave the command; a string is told as it is. What was just told is
    not told again: one thing may be in the way of many."""
    sentence = seen(what if isinstance(what, str) else speech().translated(what))
    if sentence not in _complaints:
        _complaints.append(sentence)
        sys.stderr.write(f"khvatka: {sentence}\n")
