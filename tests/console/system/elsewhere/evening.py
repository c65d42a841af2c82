"""``python -m tests.console.system.elsewhere.evening PART FOLDER``: what a PC's table does besides
commands, as the system has it; what came of it, as JSON.

``window``: some real frames; a match by keys, broken off; an opponent in a process of its own; and
at the end this process is gone in the middle of a match. ``again``: the next start after that, and
the one after the store was damaged.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame

from console.bots.questions import Question
from console.bots.worker import Worker
from console.games.registry import GAMES
from console.store.boot import open_checked
from console.store.process_lock import is_alive, own_mark
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window import window
from drivers.clock import WallClock
from tests.console.store.matches import flip, header
from tests.console.store.test_boot import pages_of, spoil
from tests.console.system.elsewhere.windows import TICK_NS
from tests.console.wiring.window.test_window import SIT_DOWN, Fingers, run

FRAMES = 20
TURNS = 3


class Frames(WallClock):
    """The wall's clock; the window is closed after some waits."""

    def __init__(self) -> None:
        self.seen_ns = [self.now_ns()]

    def sleep_until(self, t_ns: int | None) -> None:
        super().sleep_until(t_ns)
        self.seen_ns.append(self.now_ns())
        if len(self.seen_ns) > FRAMES:
            window.close_window()


def at_the_window(folder: Path) -> Iterator[tuple[str, Any]]:
    """Each part, and what came of it."""
    pygame.display.init()
    clock = Frames()
    setup = make_setup(PlayOptions(seed=3, size="960x600"), all_simulated=False)
    window.play_in_window(setup, folder, None, clock)
    waits_ns = [later - now for now, later in pairwise(clock.seen_ns)]
    yield "between_ticks", any(wait_ns % TICK_NS for wait_ns in waits_ns)
    flips = [(1_500 + 900 * i, "w", 80) for i in range(6)]
    broken_off = run(folder, Fingers([*SIT_DOWN, (500, "w", 80), *flips], 8_000)).unfinished()
    yield "broken_off", broken_off and broken_off.actions
    yield "opponent", opponent()
    yield "alive", [is_alive(own_mark()), is_alive(own_mark() + "0")]


def opponent() -> tuple[int, str | None]:
    """The level that answered, and what failed; the process has ended by then."""
    game = GAMES["ignis"]
    state = game.new(2, 0, {})
    actions = [game.dump_action(action) for action in game.legal_actions(state)]
    worker = Worker()
    worker.ask(
        Question(
            id=1, game="ignis", observation=game.dump(state), level=2, millis=200, actions=actions
        )
    )
    try:
        while not (answers := worker.poll(0)):
            assert worker.wait(60)
    finally:
        worker.close()
    return answers[0].level, None if answers[0].note is None else answers[0].note.failed


def gone_in_the_middle(folder: Path) -> Iterator[tuple[str, Any]]:
    """A match of which the newest turns lie in SQLite's log alone."""
    path = store_path(folder)
    log = MatchWriter(path)
    match = log.begin(header())
    for n in range(TURNS):
        log.action(match, n, flip(n))
        assert log.flush()
    yield "kept", Store(path).matches()[0].actions


def again(folder: Path) -> Iterator[tuple[str, Any]]:
    """The next starts."""
    path = store_path(folder)
    yield "problem", str(open_checked(folder, today).problem)
    yield "kept", Store(path).matches()[0].actions
    spoil(path, pages_of(path, "verdict")[0])
    found = open_checked(folder, today)
    yield "damaged", [found.problem and found.problem.key, found.aside and found.aside.name]
    yield "carried", [match.actions for match in Store(path).matches()]
    yield "after_that", str(open_checked(folder, today).problem)


def today() -> datetime:
    """What the files that are set aside are named by."""
    return datetime(2026, 5, 1, tzinfo=UTC)


def main(part: str, folder: Path) -> None:
    """Print what came of it."""
    if part == "window":
        told = dict((*at_the_window(folder), *gone_in_the_middle(folder)))
    else:
        told = dict(again(folder))
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    os._exit(0)  # nothing is closed


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
