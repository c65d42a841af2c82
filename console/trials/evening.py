"""One evening at a table where things go wrong: a game drawn by lot, match after match."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from console.games.options import Option
from console.games.registry import GAMES
from console.table.games import BODIES, TABLE_GAMES
from console.table.outputs import MatchEnded, Output
from console.table.settings import Settings
from console.table.view import Who
from console.trials.fault_injector import FaultInjector
from console.wiring.build import FAST, SimTable, build
from console.wiring.gc_control import no_collection
from console.wiring.loop import VirtualDisplay
from console.wiring.players.agents import join
from console.wiring.setup import Setup
from drivers.clock import VirtualClock
from drivers.errors import KhvatkaError
from drivers.events import Button
from drivers.times import SECOND

START_NS: Final = SECOND
PATIENCE_NS: Final = 10 * SECOND
"""After so long without anything happening somebody presses a button."""
STUCK_NS: Final = 1800 * SECOND
RESTLESS: Final = 60  # turns of the loop, a frame each; what was due is done after one
SEATS: Final = {"mk1": (2, 4), "mk2": (2, 8)}
QUICK_AGENTS: Final = (Who.CHILD, Who.ADULT, Who.LEVEL_1, Who.LEVEL_2)
"""At board games: those who think for milliseconds."""
HABIT: Final = (Button.OK,) * 12 + (Button.RIGHT,) * 5 + (Button.LEFT, Button.BACK)
WIDE: Final = 12  # numbers of a wide range stay near its lower end, for matches to end


class Stuck(KhvatkaError):
    """For half an hour nothing happened at a table, whatever was pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakEvening:
    """What happened: ``seed`` plays it again."""

    seed: int
    game: str
    board: str
    seats: int
    matches: int
    abandoned: int
    faults: int
    simulated_ns: int
    wall_ns: int


def setup_for(seed: int) -> Setup:
    """A game, its options, a board and its people, all by lot."""
    rng = Random(seed)
    game = TABLE_GAMES[rng.choice(list(TABLE_GAMES))]
    board = rng.choice(list(SEATS))
    least, most = SEATS[board]
    agents = QUICK_AGENTS if game.quiet else BODIES[1:]
    while True:
        seats = rng.randint(least, most)
        who = tuple(rng.choice((*agents, Who.EMPTY)) for _ in range(seats))
        settings = Settings(
            game=game.id,
            pace_ms=rng.choice((300, 600, 1500)),
            auto=rng.random() < 0.5,
            open_hands=rng.random() < 0.3,
        ).with_options(game.id, _options(GAMES[game.id].options, rng))
        if game.fits(who) and settings.problem() is None:
            return Setup(who, settings, seed, board, (1280, 800), False)


def _options(known: Mapping[str, Option], rng: Random) -> dict[str, Any]:
    drawn: dict[str, Any] = {}
    for name, option in known.items():
        if rng.random() < 0.5 or option.type == "counts":
            continue
        if option.type in ("bool", "choice"):
            drawn[name] = rng.choice(option.range)
        else:
            low, high = option.range
            drawn[name] = rng.randint(low, min(high, low + WIDE))
    return drawn


class Prompter:
    """Presses something when nothing has happened for a while: rematch, menus, whose turn it is."""

    def __init__(self, sim: SimTable, seed: int, now_ns: int) -> None:
        self._sim, self._rng = sim, Random(seed)
        self._news_ns = self._pressed_ns = now_ns
        self._overdue = 0  # turns in a row that left undone what was due

    def look(self, news: bool, now_ns: int) -> None:
        """Raises Stuck when pressing has not helped for ``STUCK_NS``, or the loop never rests."""
        dues = self._sim.table.next_due_ns(), self._sim.loop.inputs.next_due_ns()
        late = any(due_ns is not None and due_ns <= now_ns for due_ns in dues)
        self._overdue = self._overdue + 1 if late else 0
        if self._overdue > RESTLESS:
            raise Stuck("the loop never rests at {view!r:.200}", view=self._sim.table.view())
        if news:
            self._news_ns = self._pressed_ns = now_ns
        elif now_ns - self._news_ns > STUCK_NS:
            raise Stuck("nothing happens any more at {view!r:.200}", view=self._sim.table.view())
        elif now_ns - self._pressed_ns > PATIENCE_NS:
            self._pressed_ns = now_ns
            seat = self._rng.randrange(self._sim.board.info.seats)
            self._sim.board.press(seat, self._rng.choice(HABIT), now_ns)


def play_evening(seed: int, length_ns: int) -> SoakEvening:
    """Play an evening of ``length_ns`` simulated time.

    Raises whatever goes wrong in the product, and Stuck.
    """
    setup = setup_for(seed)
    clock = VirtualClock(START_NS)
    news: list[Output] = []
    sim = build(setup, clock, VirtualDisplay(), None, (news.append,), waking=FAST)
    host = Prompter(sim, seed, START_NS)
    injector = FaultInjector(sim.board, seed, START_NS)
    loop = sim.loop
    ended: list[MatchEnded] = []
    join(loop, injector)
    begun_ns = time.perf_counter_ns()
    try:
        sim.table.begin(START_NS)
        with no_collection():
            while (now_ns := clock.now_ns()) < START_NS + length_ns:
                clock.sleep_until(now_ns + injector.stall_ns(now_ns))
                loop.turn()
                host.look(bool(news), now_ns)
                over = [output for output in news if isinstance(output, MatchEnded)]
                if over:
                    ended += over
                    gc.collect()  # as a table does while nobody is near the pad
                news.clear()
                loop.wait()
    finally:
        for asked in sim.opponents:
            asked.close()
    wall_ns = time.perf_counter_ns() - begun_ns
    return SoakEvening(
        seed=seed,
        game=setup.settings.game,
        board=setup.board,
        seats=len(setup.who),
        matches=len(ended),
        abandoned=sum(end.abandoned for end in ended),
        faults=injector.count,
        simulated_ns=clock.now_ns() - START_NS,
        wall_ns=wall_ns,
    )
