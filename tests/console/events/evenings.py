"""Events that tests begin with, and who plays them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog
from console.events.options import EventOptions, Late, Seeding, Sizes, Stage, Swiss
from console.events.running import RunningEvent
from console.events.seats import calls
from console.events.state import EventMatch
from drivers.errors import ConfigError

CHAOS = Sizes(2, 8, 4, 6)
IOTA = Sizes(2, 4, 2, 4)
PAIR = Sizes()


def begun(
    people: int, *stages: Stage, sizes: Sizes = PAIR, tables: int = 0, seed: int = 7, **told: Any
) -> RunningEvent:
    """An event whose people are all here."""
    told = {"check_in": False, "late": Late(2, 0), **told}
    told["seeding"] = Seeding(told.get("seeding", "lot"))
    options = EventOptions(
        name="Test", game="ignis", sizes=sizes, stages=stages or (Swiss(rounds=3),), **told
    )
    event = RunningEvent(EventLog(options, seed))
    for number in range(people):
        take(event, do.Enter(f"P{number}"))
    for number in range(tables):
        take(event, do.TableIn(number))
    return event


def take(event: RunningEvent, *actions: do.EventAction) -> None:
    """Each a second after the one before."""
    for action in actions:
        event.take(action, 1000 * event.lines_n, "test")


def draw(event: RunningEvent) -> list[EventMatch]:
    """The next round as it is drawn; its matches."""
    before = event.state.next_match
    take(event, proposed(event.state))
    return [event.state.matches[n] for n in range(before, event.state.next_match)]


def report(event: RunningEvent, match: int, *order: int, game: int = 0) -> None:
    """A game without equal ones: the persons, the best first."""
    take(event, do.Report(match, order, tuple(range(1, len(order) + 1)), game))


def play(event: RunningEvent, lots: random.Random, ties: bool = False) -> None:
    """All open matches, by lot."""
    while matches := event.state.open_matches():
        for match in matches:
            persons, games = list(match.left), dict(match.games)
            lots.shuffle(persons)
            game = next(g for g in range(99) if g not in games)
            if ties and lots.random() < 0.3:
                equal = (1, 1, *range(3, len(persons) + 1))
                take(event, do.Report(match.number, tuple(persons), equal, game))
            else:
                report(event, match.number, *persons, game=game)
        take(event, *calls(event.state))


def play_out(event: RunningEvent, lots: random.Random) -> int:
    """All rounds until nothing is left to draw; how many there were. Equal ones play off by lot."""
    for number in range(200):
        try:
            draw(event)
        except ConfigError:
            return number
        play(event, lots)
    raise AssertionError("it does not end")


def names(persons: Sequence[int]) -> str:
    """As letters, for tables worked by hand."""
    return "".join(chr(ord("A") + person) for person in persons)
