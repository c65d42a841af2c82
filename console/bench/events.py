"""How fast large events are drawn and corrected, and how well: in this process, without a desk.

500 one against one and 500 in groups of four over ten rounds whose results are by lot; then a
result of the first round is corrected after the sixth. The clock runs over the draw with its tables
and seats, and over the correction with the standings that come of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Final

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog
from console.events.options import EventOptions, GroupSwiss, Sizes, Swiss
from console.events.running import RunningEvent
from console.events.seats import calls
from console.events.standings import standings
from console.games.rng import Rng
from console.i18n import Words
from console.trials.rehearsal.crowd import Troubles
from console.trials.rehearsal.evening import Evening
from console.trials.rehearsal.report import reported

PEOPLE: Final = 500
ROUNDS: Final = 10
LARGEST: Final = (1000, 200, 10)
"""Persons, tables, rounds."""
GROUPS: Final = Sizes(2, 8, 4, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFigures:
    """Seconds of ``what`` over ``count`` times, against ``aim_s``; ``repeats``: pairs that met once
    more."""

    what: str
    people: int
    count: int
    median_s: float
    worst_s: float
    aim_s: float
    repeats: int

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        what = {
            "pairs": words._("draw one against one"),
            "groups": words._("draw in groups of four"),
            "correction": words._("correction of the first round after the sixth"),
            "largest": words._("rehearsal of a whole event"),
        }[self.what]
        told = words._(
            "{what}, {people} persons: {median} s in the middle, {worst} s at most"
            " (aim: {aim} s); met again: {repeats} pairs"
        )
        return (
            told.format(
                what=what,
                people=self.people,
                median=words.number(self.median_s, 3),
                worst=words.number(self.worst_s, 3),
                aim=words.number(self.aim_s),
                repeats=self.repeats,
            ),
        )


def run() -> Iterable[EventFigures]:
    """All of them, as they come."""
    pairs, took = _drawn(Swiss(rounds=ROUNDS))
    yield _figures("pairs", took, 0.5, pairs)
    groups, took = _drawn(GroupSwiss(rounds=ROUNDS, size=4))
    yield _figures("groups", took, 2.0, groups)
    yield _figures("correction", _corrected(), 1.0, None)
    yield _largest()


def _figures(
    what: str, took: list[float], aim_s: float, event: RunningEvent | None
) -> EventFigures:
    return EventFigures(
        what=what,
        people=PEOPLE,
        count=len(took),
        median_s=median(took),
        worst_s=max(took),
        aim_s=aim_s,
        repeats=0 if event is None else _repeats(event),
    )


def _begun(stage: Swiss | GroupSwiss) -> RunningEvent:
    options = EventOptions(name="", game="chaos", sizes=GROUPS, stages=(stage,), check_in=False)
    event = RunningEvent(EventLog(options, 7))
    for number in range(PEOPLE):
        event.take(do.Enter(f"P{number}"), 0, "")
    for number in range(PEOPLE // 4):
        event.take(do.TableIn(number), 0, "")
    return event


def _play(event: RunningEvent, lots: Rng) -> None:
    while matches := event.state.open_matches():
        for match in matches:
            order = tuple(lots.shuffled(match.persons))
            event.take(do.Report(match.number, order, tuple(range(1, len(order) + 1))), 0, "")
        for call in calls(event.state):
            event.take(call, 0, "")


def _drawn(stage: Swiss | GroupSwiss) -> tuple[RunningEvent, list[float]]:
    event, lots, took = _begun(stage), Rng(7), []
    for _ in range(stage.rounds):
        start = time.perf_counter()
        draw = proposed(event.state)
        took.append(time.perf_counter() - start)
        event.take(draw, 0, "")
        _play(event, lots)
    return event, took


def _repeats(event: RunningEvent) -> int:
    pairs = [
        pair for m in event.state.matches.values() for pair in combinations(sorted(m.persons), 2)
    ]
    return len(pairs) - len(set(pairs))


def _corrected() -> list[float]:
    event, _ = _drawn(Swiss(rounds=6))
    took = []
    for number in range(5):
        match = event.state.matches[number]
        start = time.perf_counter()
        event.take(do.Correct(number, match.persons, tuple(reversed(match.places))), 0, "")
        standings(event.state)
        took.append(time.perf_counter() - start)
    return took


def _largest() -> EventFigures:
    people, tables, rounds = LARGEST
    options = EventOptions(
        name="", game="chaos", sizes=GROUPS, stages=(GroupSwiss(rounds=rounds, size=4),)
    )
    start = time.perf_counter()
    evening = Evening(options, people, tables, 7, 12, Troubles())
    evening.run()
    took = time.perf_counter() - start
    return EventFigures(
        what="largest",
        people=people,
        count=1,
        median_s=took,
        worst_s=took,
        aim_s=300,
        repeats=reported(evening).repeats_n,
    )
