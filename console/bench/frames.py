"""What a frame costs: a made-up match, its verdicts and its win, through ``Screen.draw`` and the
display's update.

Drawing is software, the display a dummy.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter_ns, process_time_ns
from typing import Final

import pygame
from msgspec import structs

from console.i18n import Words
from console.screens.end import COUNTED
from console.screens.look import Look
from console.screens.renderer import Screen
from console.screens.symbols import SYMBOLS
from console.table.chaos.view import POT, CardMove, PlayView, SeatView, VerdictEntry, VerdictView
from console.table.outputs import VerdictKind
from console.table.record_values import ResultColumn
from console.table.view import (
    WIN_NS,
    EndStage,
    EndView,
    Menu,
    MenuLine,
    MenuRow,
    RankRow,
    StartSeat,
    View,
    Who,
)
from console.wiring.loop import FRAME_NS
from drivers.times import MS, SECOND

FLIP_FRAMES: Final = 36  # a flip every 600 ms, the fastest pace of the rules' default (C27)
VERDICT_EVERY: Final = 12  # flips
IDLE_FRAMES: Final = 1200


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameFigures:
    """Milliseconds of work: of all frames, of those that changed something, of those of a verdict's
    half second, of a win and its ranking, of idle ones.

    ``idle_share`` is the part of one core that 60 idle frames a second take.
    """

    frames: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    changed_median_ms: float
    changed_p99_ms: float
    won_p99_ms: float
    end_p99_ms: float
    idle_ms: float
    idle_share: float

    def lines(self, words: Words) -> list[str]:
        """The figures for people."""
        all_frames = words._(
            "frames {count}: median {median} ms, 99th percentile {p99} ms, worst {worst} ms"
        ).format(
            count=self.frames,
            median=words.number(self.median_ms, 3),
            p99=words.number(self.p99_ms, 2),
            worst=words.number(self.worst_ms, 2),
        )
        with_change = words._(
            "frames with a change: median {median} ms, 99th percentile {p99} ms"
        ).format(
            median=words.number(self.changed_median_ms, 2), p99=words.number(self.changed_p99_ms, 2)
        )
        idle = words._("idle frame: {cost} µs, at 60 a second of a core {share} %").format(
            cost=words.number(self.idle_ms * 1000, 0), share=words.number(100 * self.idle_share, 2)
        )
        festive = words._(
            "a verdict: 99th percentile {won} ms; a match won, and its ranking: {end} ms"
        ).format(won=words.number(self.won_p99_ms, 2), end=words.number(self.end_p99_ms, 2))
        return [all_frames, with_change, festive, idle]


def match_views(seats: int, rng: Random, flips: int) -> Iterator[PlayView]:
    """A view for each flip of a made-up match, and one for each verdict."""
    table = [
        SeatView(seat=s, who=Who.PERSON, hand=s, player=s, stack=70 // seats, fresh=True)
        for s in range(seats)
    ]
    for flip in range(flips):
        turn = flip % seats
        card = rng.choice(SYMBOLS) + rng.choice("RGBY")
        seat = table[turn]
        pile = (*seat.pile, card)
        table[turn] = structs.replace(seat, pile=pile, stack=max(1, seat.stack - 1), fresh=True)
        table = [structs.replace(s, turn=s.seat == (turn + 1) % seats) for s in table]
        yield PlayView(seats=tuple(table), pot=("a1R", "b2G"), shift=0)
        if flip % VERDICT_EVERY == VERDICT_EVERY - 1:
            loser = rng.randrange(seats)
            duel = flip // VERDICT_EVERY % 2 == 1
            verdict = _verdict(rng, table, loser, flip, duel=duel)
            table = [
                structs.replace(
                    s, pile=(), stack=s.stack + 9 * (s.seat == loser), turn=s.seat == loser
                )
                for s in table
            ]
            yield PlayView(seats=tuple(table), pot=(), shift=0, verdict=verdict)


def _verdict(
    rng: Random, table: list[SeatView], loser: int, at_ns: int, *, duel: bool
) -> VerdictView:
    """A false grab, the dearest verdict to draw: all piles move; or a duel, with its light."""
    first = (loser + 1) % len(table) if duel else loser
    piles = ((s.seat, s.pile) for s in table if s.pile and (not duel or s.seat in (first, loser)))
    moves = (*(CardMove(s, loser, len(p), p[-1]) for s, p in piles), CardMove(POT, loser, 2))
    return VerdictView(
        kind=VerdictKind.DUEL_WON if duel else VerdictKind.FALSE_GRAB,
        seats=(first,),
        entries=(VerdictEntry(first, rng.randrange(250_000_000, 600_000_000)),),
        margin_ns=None,
        margin_uncertainty_ns=None,
        moves=moves,
        at_ns=at_ns,
    )


def end_views(seats: int, since_ns: int) -> Iterator[tuple[EndView, int]]:
    """The end of that match, stage after stage, each with how many frames it is to be seen."""
    ranking = tuple(
        RankRow(i + 1, (s,), Who.PERSON, i == 0, (4 * i, seats - i, i % 3))
        for i, s in enumerate(range(seats))
    )
    people = tuple(StartSeat(s, Who.PERSON) for s in range(seats))
    rows = tuple(map(MenuRow, (MenuLine.REMATCH, MenuLine.OTHER_GAME, MenuLine.ALL_LEAVE)))
    columns = (ResultColumn.CARDS, ResultColumn.DUELS, ResultColumn.FALSE)
    menu = Menu(rows=rows, cursor=0, game="chaos")
    end = EndView("chaos", people, ranking, columns, None, menu, stage=EndStage.WIN)
    for stage, frames in ((EndStage.WIN, WIN_NS // FRAME_NS), (EndStage.RANKING, COUNTED)):
        yield replace(end, stage=stage, since_ns=since_ns), frames
        since_ns += frames * FRAME_NS


def _quantile(values: list[int], share: float) -> float:
    """In milliseconds."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] / MS


class _Watch:
    """Shows views, and notes what each frame costs in nanoseconds."""

    def __init__(self, screen: Screen, surface: pygame.Surface, now_ns: int) -> None:
        self._screen = screen
        self._surface = surface
        self.now_ns = now_ns
        self.costs: list[int] = []
        self.changed: list[int] = []

    def frames(self, view: View, count: int) -> list[int]:
        """Show ``view`` for so many frames; what they cost."""
        before = len(self.costs)
        for _ in range(count):
            began_ns = perf_counter_ns()
            dirty = self._screen.draw(self._surface, view, self.now_ns)
            if dirty:
                pygame.display.update(dirty)
            cost = perf_counter_ns() - began_ns
            self.costs.append(cost)
            if dirty:
                self.changed.append(cost)
            self.now_ns += FRAME_NS
        return self.costs[before:]


def run(seats: int = 8, size: tuple[int, int] = (1920, 1080), flips: int = 96) -> FrameFigures:
    """Play ``flips`` flips at 60 frames a second of table time, as fast as it goes."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    screen = Screen(size, seats, Look(Words("ru")))
    now_ns = 0
    first = next(match_views(seats, Random(1), 1))
    for _ in range(300):  # the start screen leaves more than five seconds for drawing ahead
        screen.draw(surface, first, now_ns)
        now_ns += FRAME_NS
    watch = _Watch(screen, surface, now_ns)
    won: list[int] = []
    for view in match_views(seats, Random(1), flips):
        costs = watch.frames(view, FLIP_FRAMES)
        if view.verdict is not None:
            won += costs
    end: list[int] = []
    for last, frames in end_views(seats, watch.now_ns):
        end += watch.frames(last, frames)
    now_ns = watch.now_ns
    busy_ns = process_time_ns()
    for _ in range(IDLE_FRAMES):  # an equal view, but never the same object
        screen.draw(surface, replace(view, seats=tuple(map(structs.replace, view.seats))), now_ns)
    idle_ns = (process_time_ns() - busy_ns) / IDLE_FRAMES
    pygame.display.quit()
    return FrameFigures(
        frames=len(watch.costs),
        median_ms=_quantile(watch.costs, 0.5),
        p99_ms=_quantile(watch.costs, 0.99),
        worst_ms=max(watch.costs) / MS,
        changed_median_ms=_quantile(watch.changed, 0.5),
        changed_p99_ms=_quantile(watch.changed, 0.99),
        won_p99_ms=_quantile(won, 0.99),
        end_p99_ms=_quantile(end, 0.99),
        idle_ms=idle_ns / MS,
        idle_share=idle_ns * 60 / SECOND,
    )
