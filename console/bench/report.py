"""Prints the figures of this machine, each with what it is measured against."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, ClassVar, Protocol

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec

from console.bench import commands, decode, duel_core, duel_live, frames, rules, speed, start
from console.i18n import Words
from console.terminal.columns import put, say


class Figures(Protocol):
    """A dataclass of figures, its units in its names."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def lines(self, words: Words) -> Iterable[str]:
        """As text, a line each."""
        ...


def run(what: str, as_json: bool, language: str, **given: Any) -> None:
    """Measure ``what`` (a name in ``PARTS`` or ``ALONE``, or ``all``) and print it as it comes;
    ``given``: what a part takes beside. As JSON each line is one object: ``bench``, which figure it
    is, and its fields. Raises ConfigError."""
    words = None if as_json else Words(language)
    for name, measures in {**PARTS, **(ALONE if what in ALONE else {})}.items():
        for figure, measure in measures.items() if what in (name, "all") else ():
            for figures in measure(**given):
                tell(name, figure, figures, words)


def tell(name: str, figure: str, figures: Figures, words: Words | None) -> None:
    """Print figures; without words as JSON."""
    if words is None:
        told = {"bench": name, "figure": figure, **asdict(figures)}
        put([msgspec.json.encode(told).decode()])
    else:
        say(f"{name}: {line}" for line in figures.lines(words))


def _phones() -> Iterable[Figures]:
    from console.bench import phones

    return phones.run()


def _events() -> Iterable[Figures]:
    from console.bench import events

    return events.run()


def _live() -> Iterable[Figures]:
    from console.bench import event_live

    return event_live.run()


def _hall(tables: int = 200) -> Iterable[Figures]:
    from console.bench import event_hall

    return event_hall.run(tables)


def _league(database: str | None = None) -> Iterable[Figures]:
    from console.bench import league

    return league.run(database)


Measures = dict[str, Callable[..., Iterable[Figures]]]

ALONE: dict[str, Measures] = {
    "phones": {"phones": _phones},
    "events": {"events": _events, "live": _live, "hall": _hall},
    "hall": {"hall": _hall},
    "league": {"league": _league},
}
"""No part of all: they need what need not be installed."""
PARTS: dict[str, Measures] = {
    "duel": {"core": lambda: [duel_core.run()], "live": lambda: [duel_live.run()]},
    "decode": {"decode": lambda: [decode.run()]},
    "frames": {"frames": lambda: [frames.run()]},
    "speed": {"speed": lambda: (speed.run(players) for players in (2, 4, 8))},
    "rules": {"rules": lambda: [rules.run()]},
    "start": {"start": lambda: [start.run()], "command": commands.run},
}
