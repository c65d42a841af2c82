"""Whoever does what a scenario says, when it is time: hands, faults, looks."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from console.table.chaos.view import DeathPhase, PlayView
from console.table.table import Table
from console.table.view import View
from console.trials.scenario.story import Story, StoryEvent
from drivers.events import Gesture
from drivers.times import ns
from host_sim.curves import through
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad
from host_sim.rig import Rig
from host_sim.scenarios import form
from host_sim.scenarios.form import After, Maybe, Scenario, ScenarioFault, ScenarioLook

LIT: Final = 0.5
"""From this brightness on a lamp is bright."""


@dataclass(order=True)
class Planned:
    """Something to do at ``t_ns``; ``serial`` keeps the order of the file."""

    t_ns: int
    serial: int
    what: Callable[[int], None] = field(compare=False)
    physical: bool = field(compare=False, default=True)  # the table's host has no part in it


@dataclass
class Awaited:
    """Something that waits for the ``left``-th event from now."""

    after: After
    left: int
    plan: Callable[[int], None]


class Timeline:
    """Agents of the loop: acts and faults at their times, however busy the host is.

    ``look`` is called with the number of each look, the look and its time; ``stall_ns`` tells when
    the host itself does nothing.
    """

    def __init__(
        self,
        scenario: Scenario,
        rig: Rig,
        story: Story,
        look: Callable[[int, ScenarioLook, int], None],
    ) -> None:
        self._rig, self._story = rig, story
        self._queue: list[Planned] = []
        self._awaited: list[Awaited] = []
        self._serial = 0
        self._stall_ns = 0
        self.frames_drop: list[tuple[int, int, float]] = []  # from, to, share
        self._lamps = rig.lamps
        self._lit = False
        story.tell = self._happened
        for act in scenario.act:
            self._plan(act, partial(self._do, act))
        for fault in scenario.fault:
            self._plan(fault, partial(self._break, fault))
        for number, entry in enumerate(scenario.look):
            self._plan(entry, partial(look, number, entry), physical=False)

    # -- times ---------------------------------------------------------------------------------

    def _plan(self, when: Maybe, what: Callable[[int], None], *, physical: bool = True) -> None:
        begin_ns = self._story.begin_ns
        if when.at_ms is not None:
            self._at(begin_ns + ns(when.at_ms), what, physical)
        elif when.after is not None:
            delay_ns = ns(when.delay_ms)

            def plan(event_ns: int) -> None:
                self._at(event_ns + delay_ns, what, physical)

            self._awaited.append(Awaited(when.after, when.after.nth, plan))

    def _at(self, t_ns: int, what: Callable[[int], None], physical: bool = True) -> None:
        self._serial += 1
        heapq.heappush(self._queue, Planned(t_ns, self._serial, what, physical))

    def _happened(self, event: StoryEvent) -> None:
        """Something has happened that an act may wait for."""
        for awaited in self._awaited:
            if event.fits(awaited.after.event, awaited.after.where):
                awaited.left -= 1
                if awaited.left == 0:
                    awaited.plan(event.t_ns)
        self._awaited = [awaited for awaited in self._awaited if awaited.left]

    # -- the loop's agents ----------------------------------------------------------------------

    def act(self, now_ns: int) -> None:
        """Do all that is due."""
        while self._queue and self._queue[0].t_ns <= now_ns:
            planned = heapq.heappop(self._queue)
            planned.what(planned.t_ns)

    def next_act_ns(self) -> int | None:
        """When something is to be done next."""
        return self._queue[0].t_ns if self._queue else None

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible: lamps and lights change with it."""
        lamps = self._rig.lamps
        for seat, (before, level) in enumerate(zip(self._lamps, lamps, strict=True)):
            if before != level:
                self._story.add("lamp", shown_ns, seat=seat, level=brightness(level))
        self._lamps = lamps
        death = view.sudden_death if isinstance(view, PlayView) else None
        lit = death is not None and death.phase is DeathPhase.LIGHT
        if death is not None and lit and not self._lit:
            self._story.add("light", shown_ns, seats=list(death.seats))
        self._lit = lit

    def stall_ns(self, now_ns: int) -> int:
        """For how long the host does nothing from now on. The world goes on meanwhile."""
        stall_ns, self._stall_ns = self._stall_ns, 0
        if stall_ns:
            world = [p for p in self._queue if p.physical and p.t_ns <= now_ns + stall_ns]
            self._queue = [p for p in self._queue if p not in world]
            heapq.heapify(self._queue)
            for planned in sorted(world):
                planned.what(planned.t_ns)
        return stall_ns

    # -- what is done ----------------------------------------------------------------------------

    def _do(self, act: form.Act, t_ns: int) -> None:
        rig = self._rig
        match act:
            case form.Press():
                rig.press(act.seat, form.button_of(act.button), t_ns, ns(act.hold_ms))
            case form.Grab(top=top, under=under) if top is not None and under is not None:
                rig.touch(_drawn(act, t_ns, top, under))
            case form.Palm(top=top) if top is not None:
                rig.touch(_drawn(act, t_ns, top, None))
            case form.Grab():
                rig.touch(_touch(act, Gesture.GRAB, t_ns, act.under_lag_ms, act.under_share))
            case form.Palm() | form.Brush() | form.Hover():
                rig.touch(_touch(act, Gesture.PALM, t_ns))
            case form.Knock():
                rig.knock(t_ns)
            case form.PutBack():
                rig.seat_pad(t_ns)
            case form.ThumpAct():  # and a wobble, which is a slow one
                rig.thump(Thump(t_ns, act.peak_g, act.hz, act.lasts_ms))
            case form.Load():
                rig.lay(TableLoad(t_ns, act.newtons, act.over_ms))

    def _break(self, fault: ScenarioFault, t_ns: int) -> None:
        for_ns = None if fault.for_ms is None else ns(fault.for_ms)
        if fault.kind == "host_stall":
            self._stall_ns = for_ns or 0
        elif fault.kind == "frame_drops":
            self.frames_drop.append((t_ns, t_ns + (for_ns or 0), fault.share))
        else:
            self._rig.begin(fault, t_ns)
            if for_ns is not None:
                self._at(t_ns + for_ns, partial(self._rig.end, fault))


def _touch(
    act: form.HandAct, gesture: Gesture, t_ns: int, lag_ms: float = 0.0, share: float = 0.8
) -> Touch:
    return Touch(
        seat=act.seat,
        gesture=gesture,
        t_ns=t_ns,
        peak_n=act.peak_n,
        rise_ms=act.rise_ms,
        hold_ms=act.hold_ms,
        fall_ms=act.fall_ms,
        under_lag_ms=lag_ms,
        under_share=share,
    )


def _drawn(act: form.HandAct, t_ns: int, top: form.Knots, under: form.Knots | None) -> Touch:
    return Touch.shaped(
        act.seat,
        t_ns,
        through(*top),
        None if under is None else through(*under),
        hold_ms=act.hold_ms,
        fall_ms=act.fall_ms,
    )


def brightness(level: float) -> str:
    """A lamp's level in the words of files."""
    if level <= 0:
        return "off"
    return "bright" if level >= LIT else "dim"
