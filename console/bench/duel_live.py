"""Wall time from the arrival of a sample to its having been judged, while 60 frames a second are
drawn at 1920×1080.

The simulated table runs at real speed with eight experts. Whenever a hand is on the pad, each frame
of samples is timed from the moment at which the link delivered it to the moment at which the table
had ruled on it; the slowest of these that ended in a verdict are told apart. Waiting for the
loop's turn and for slices of drawing is in it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import pygame

from console.i18n import Words
from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import VerdictView
from console.wiring.build import SimTable, Waking, build
from console.wiring.look import look_of
from console.wiring.loop import Loop
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window.window import WindowDisplay
from drivers.clock import Clock, WallClock
from drivers.times import MS, SECOND

SECONDS: Final = 40
WAKE_NS: Final = MS  # every frame of the link
LIMIT_MS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelLiveFigures:
    """Milliseconds from arrival to judgement; ``verdict_*`` for those that made a verdict.
    ``frame_p99_ms`` is how long a frame takes with what is judged meanwhile."""

    frames_per_s: float
    arrivals: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    verdicts: int
    verdict_median_ms: float
    verdict_worst_ms: float
    frame_p99_ms: float

    def lines(self, words: Words) -> tuple[str, str]:
        """As text: all arrivals, and those that made a verdict."""
        arrivals = words._(
            "wall time from a sample's arrival to its judgement while {frames} frames a second are"
            " drawn at 1920×1080, {count} arrivals: median {median} ms, 99th percentile {p99} ms"
            " (aim: {aim}), worst {worst} ms"
        ).format(
            frames=words.number(self.frames_per_s, 0),
            count=self.arrivals,
            median=words.number(self.median_ms, 2),
            p99=words.number(self.p99_ms, 2),
            aim=words.number(LIMIT_MS, 0),
            worst=words.number(self.worst_ms),
        )
        verdicts = words._(
            "of these {count} verdicts: median {median} ms, worst {worst} ms"
        ).format(
            count=self.verdicts,
            median=words.number(self.verdict_median_ms, 2),
            worst=words.number(self.verdict_worst_ms, 2),
        )
        return arrivals, verdicts


@dataclass(slots=True)
class FrameTimes:
    """What was noted while ``frames`` were drawn in ``seconds``, in milliseconds."""

    seconds: float = 0.0
    frames: int = 0
    all_ms: list[float] = field(default_factory=list)
    verdict_ms: list[float] = field(default_factory=list)
    frame_ms: list[float] = field(default_factory=list)

    def figures(self) -> DuelLiveFigures:
        """What they come to."""
        times, verdicts = np.array(self.all_ms or [0.0]), np.array(self.verdict_ms or [0.0])
        return DuelLiveFigures(
            frames_per_s=self.frames / self.seconds,
            arrivals=len(self.all_ms),
            median_ms=float(np.median(times)),
            p99_ms=float(np.percentile(times, 99)),
            worst_ms=float(times.max()),
            verdicts=len(self.verdict_ms),
            verdict_median_ms=float(np.median(verdicts)),
            verdict_worst_ms=float(verdicts.max()),
            frame_p99_ms=float(np.percentile(self.frame_ms or [0.0], 99)),
        )


class TimedLoop(Loop):
    """Notes how long what has arrived waits until it is judged."""

    def watch(self, times: FrameTimes) -> None:
        """Note it there from now on."""
        self.times = times
        self._read_ns = self.clock.now_ns()

    def _frame(self, now_ns: int) -> None:
        due_ns, begun_ns = self._frame_due_ns, self.clock.now_ns()
        super()._frame(now_ns)
        if due_ns is not None and self._frame_due_ns is None:
            self.times.frame_ms.append((self.clock.now_ns() - begun_ns) / MS)

    def _verdict(self) -> VerdictView | None:
        match = self.table.match
        return match.races.verdict if isinstance(match, ChaosMatch) else None

    def _judge(self) -> int:
        last_ns = self._read_ns
        arrival_ns = self.board.next_arrival_ns(last_ns)
        before = self._verdict()
        now_ns = super()._judge()
        self._read_ns = now_ns
        if arrival_ns is not None and last_ns < arrival_ns <= now_ns:
            took_ms = (self.clock.now_ns() - arrival_ns) / MS
            self.times.all_ms.append(took_ms)
            verdict = self._verdict()
            if verdict is not None and verdict is not before and verdict.at_ns == now_ns:
                self.times.verdict_ms.append(took_ms)
        return now_ns


class LiveTable:
    """Eight experts at real speed (another clock only tries it out), one match after another."""

    def __init__(self, clock: Clock | None = None) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        options = PlayOptions(
            players=8, people="expert", settings={"match.auto": True}, seed=1, size="1920x1080"
        )
        setup = make_setup(options, all_simulated=True)
        self._clock = clock = clock or WallClock()
        pygame.display.init()
        self._display = WindowDisplay(setup, look_of(setup.settings), clock)
        sim = build(setup, clock, self._display, None, waking=Waking(WAKE_NS, 0))
        self._loop = TimedLoop(
            clock, sim.board, sim.inputs, sim.table, self._display, agents=sim.agents
        )
        self._loop.watch(FrameTimes())
        self._loop.always_draw = True
        self.sim: SimTable = replace(sim, loop=self._loop)

    def play(self, seconds: float, times: FrameTimes) -> None:
        """For so long; what is timed is added to ``times``."""
        loop, table, before = self._loop, self.sim.table, self._display.frames
        loop.watch(times)
        end_ns = self._clock.now_ns() + round(seconds * SECOND)
        while self._clock.now_ns() < end_ns:
            if table.match is None or table.ended:
                table.begin(self._clock.now_ns())
            loop.turn()
            loop.wait()
        times.seconds += seconds
        times.frames += self._display.frames - before

    def close(self) -> None:
        """The window is closed."""
        pygame.quit()


def run(seconds: int = SECONDS, clock: Clock | None = None) -> DuelLiveFigures:
    """Play for so long and time it."""
    times, playing = FrameTimes(), LiveTable(clock)
    playing.play(seconds, times)
    playing.close()
    return times.figures()
