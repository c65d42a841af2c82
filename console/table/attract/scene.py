"""Attract mode: title, a duel to look at, the rules in twenty seconds, the table's records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from math import cos, pi
from random import Random
from typing import Final

from console.table.attract.demonstration import Demonstration, can_demonstrate
from console.table.attract.leaderboard import Leaderboard, LeaderboardRequest
from console.table.attract.view import AttractPart, AttractView, ClosedView
from console.table.board.view import Target
from console.table.outputs import Cue, Demonstrated
from console.table.scene import JOINED_LAMP, NO_LAMP, Scene, SceneHost
from console.table.view import View
from drivers.events import ButtonEvent, Contact, InputEvent, PadProgress
from drivers.times import MS

LASTS_NS: Final = {
    AttractPart.TITLE: 12_000 * MS,
    AttractPart.DUEL: 20_000 * MS,  # at the most: a verdict that was read ends it
    AttractPart.RULES: 20_000 * MS,
    AttractPart.HALL: 14_000 * MS,
    AttractPart.DARK: 700 * MS,
}
STILL_NS: Final = 9_000 * MS
"""A duel without motion is a picture of its verdict, shown for so long."""
PANELS: Final = 4
PANEL_NS: Final = 4_000 * MS
BREATHS: Final = 24
BREATH_NS: Final = 125 * MS
"""A seat's lamp breathes for so many steps of such a length; the next one follows half way."""
BRIGHT: Final = 0.7


class AttractScene(Scene):
    """Goes round until a button is pressed or a hand comes to the pad, which do nothing else."""

    restful = True

    def __init__(self, host: SceneHost, seed: int, now_ns: int) -> None:
        self._host = host
        self._rng = Random(seed)
        self._seats = len(host.who)
        self._loaded: frozenset[int] | None = None
        self._parts = self._programme()
        self._part = AttractPart.DARK
        self._since_ns = self._now_ns = now_ns
        self._until_ns = now_ns
        self._duel: Demonstration | None = None
        host.emit(LeaderboardRequest())
        self._next(now_ns)

    def _programme(self) -> Iterator[AttractPart]:
        for part in cycle(
            (
                AttractPart.TITLE,
                AttractPart.DUEL,
                AttractPart.RULES,
                AttractPart.DUEL,
                AttractPart.HALL,
            )
        ):
            if part is AttractPart.HALL and not self._hall.feats:
                continue
            if part is AttractPart.DUEL and not can_demonstrate(self._seats):
                continue
            yield part
            yield AttractPart.DARK

    @property
    def _hall(self) -> Leaderboard:
        return self._host.latest(Leaderboard) or Leaderboard()

    @property
    def _still(self) -> bool:
        return not self._host.settings.motion

    # -- input ---------------------------------------------------------------------------------

    def button(self, event: ButtonEvent) -> None:
        if event.pressed:
            self._host.uncover(event.t_ns)

    def sense(self, event: InputEvent) -> None:
        """A hand that comes; what has lain on the pad all the time is none."""
        if isinstance(event, PadProgress):
            loaded = event.loaded - self._host.faults.keys()
            before, self._loaded = self._loaded, loaded
            if before is not None and loaded - before:
                self._host.uncover(event.complete_to_ns)
        elif isinstance(event, Contact) and event.seat not in self._host.faults:
            self._host.uncover(event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        if pressed:
            self._host.uncover(t_ns)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        before = self._lamp_step, self._panels
        self._now_ns = now_ns
        changed = self._duel is not None and not self._still and self._duel.tick(now_ns)
        over_ns = None if self._duel is None else self._duel.over_ns
        if over_ns is not None and not self._still:
            self._until_ns = min(self._until_ns, over_ns)
        if now_ns >= self._until_ns:
            self._next(now_ns)
            return True
        return changed or before != (self._lamp_step, self._panels)

    def _next(self, now_ns: int) -> None:
        """The next part; a new duel for each demonstration."""
        self._part = next(self._parts)
        self._since_ns = now_ns
        self._until_ns = now_ns + LASTS_NS[self._part]
        self._duel = None
        if self._part is not AttractPart.DUEL:
            return
        seed = self._rng.getrandbits(32)
        self._duel = Demonstration(self._seats, seed, now_ns, self._host.settings, self._sound)
        if self._still:
            self._duel.to_the_end()
            self._until_ns = now_ns + STILL_NS

    def _sound(self, cue: Cue) -> None:
        if not self._still:
            self._host.emit(Demonstrated(cue))

    def next_due_ns(self) -> int | None:
        dues = [self._until_ns, self._now_ns - self._now_ns % BREATH_NS + BREATH_NS]
        duel_ns = None if self._duel is None or self._still else self._duel.next_due_ns()
        return min(dues) if duel_ns is None else min(*dues, duel_ns)

    @property
    def _panels(self) -> int:
        if self._part is not AttractPart.RULES:
            return 0
        return (
            PANELS if self._still else min(PANELS, 1 + (self._now_ns - self._since_ns) // PANEL_NS)
        )

    # -- output --------------------------------------------------------------------------------

    @property
    def preview(self) -> object | None:
        return None if self._duel is None or self._still else self._duel.preview

    def presented(self, shown: object | None, t_ns: int) -> bool:
        return self._duel is not None and not self._still and self._duel.presented(shown, t_ns)

    def view(self) -> AttractView:
        return AttractView(
            self._part,
            self._since_ns,
            self._host.settings.game,
            self._panels,
            None if self._duel is None else self._duel.view(),
            self._hall if self._part is AttractPart.HALL else None,
        )

    @property
    def _lamp_step(self) -> int:
        return 0 if self._still else self._now_ns // BREATH_NS

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """They breathe slowly, seat after seat."""
        if self._still:
            return (JOINED_LAMP,) * self._seats
        round_steps = self._seats * BREATHS // 2
        at = self._lamp_step % round_steps
        ages = ((at - seat * BREATHS // 2) % round_steps for seat in range(self._seats))
        return tuple(
            round(BRIGHT * (1 - cos(2 * pi * age / BREATHS)) / 2, 3) if age < BREATHS else NO_LAMP
            for age in ages
        )


class ClosedScene(Scene):
    """Outside the opening hours: dark, and deaf to all but the owner's chord."""

    def __init__(self, opens_min: int, now_ns: int) -> None:
        self._shown = ClosedView(opens_min, now_ns)

    def view(self) -> View:
        return self._shown

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        return (NO_LAMP,) * len(host.who)
