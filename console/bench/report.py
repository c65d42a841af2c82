"""Prints the figures of this machine, each with what it is measured against."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from console.bench import decode, duel_core, duel_live, frames, rules, speed, start
from console.i18n import Words


def run(what: str, language: str) -> None:
    """Measure ``what`` (a name in ``PARTS``, or ``all``) and print it."""
    words = Words(language)
    for name, measure in PARTS.items():
        if what in (name, "all"):
            for line in measure(words):
                sys.stdout.write(f"{name}: {line}\n")
                sys.stdout.flush()


def _duel(words: Words) -> Iterable[str]:
    yield duel_core.run().line(words)
    yield from duel_live.run().lines(words)


def _decode(words: Words) -> Iterable[str]:
    return decode.run().lines(words)


def _frames(words: Words) -> Iterable[str]:
    return frames.run().lines(words)


def _speed(words: Words) -> Iterable[str]:
    return (speed.run(players).line(words) for players in (2, 4, 8))


def _start(words: Words) -> Iterable[str]:
    return start.run().lines(words)


PARTS: dict[str, Callable[[Words], Iterable[str]]] = {
    "duel": _duel,
    "decode": _decode,
    "frames": _frames,
    "speed": _speed,
    "rules": rules.lines,
    "start": _start,
}
