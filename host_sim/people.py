"""Simulated people: they see the table as it is shown, and act on the board as bodies do.

A person looks at every scene. What calls for a hand is a *sighting*; each gets its reaction time
once, when it first comes up, counted from the moment it was shown. A plan lives as long as its
sighting does, up to 120 ms before the touch: then the hand is on its way and cannot be called back,
so late contacts really happen (C23).

Call ``see`` with each new scene, ``act`` at ``next_act_ns`` or later. ``act`` issues physical acts
dated at most 120 ms ahead and never before ``now_ns``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

import msgspec

from drivers.events import Button, Gesture
from drivers.times import MS, ns
from host_sim.models import Touch
from host_sim.perception import ExGauss, Preset, Sights, draw_ms, look, preset_named
from host_sim.scene import SeenTable

NO_RETURN_NS = 120_000_000
_BUSY_NS = 700 * MS
_RETRY_NS = 1_500 * MS
_THINK_NS = 500 * MS
_ONCE = ("like", "early")
_MOST_TRIES = 3
UNHURRIED: ExGauss = (180.0, 50.0, 120.0)
"""How long an adult takes over a flip that nobody waits for, in milliseconds."""


class Calling(msgspec.Struct, frozen=True):
    """Something that calls for a hand: the same one as long as all of it is the same."""

    kind: str
    seat: int
    detail: int | str = ""


Called = tuple[Calling, float]
"""What calls for a hand, and how likely this person follows it."""


class Acts(Protocol):
    """What people do to a table."""

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = ...) -> None: ...

    def touch(self, touch: Touch) -> Touch: ...

    def let_go(self, touch: Touch, t_ns: int) -> Touch: ...


@dataclass(slots=True)
class _Plan:
    """Something to do at ``t_ns``: a touch with ``gesture`` or a press of ``button``."""

    t_ns: int
    seat: int
    gesture: Gesture | None = None
    button: Button = Button.OK
    tries: int = 0


def draw_touch(rng: Random, preset: Preset, seat: int, gesture: Gesture, t_ns: int) -> Touch:
    """One hand of such a person, as it happens to press this time."""
    return Touch(
        seat=seat,
        gesture=gesture,
        t_ns=t_ns,
        peak_n=rng.uniform(*preset.peak_n),
        rise_ms=rng.uniform(*preset.rise_ms),
        hold_ms=rng.uniform(200, 500),
        fall_ms=rng.uniform(15, 40),
        under_lag_ms=rng.uniform(0, 30) if gesture is Gesture.GRAB else 0.0,
        under_share=rng.uniform(0.6, 1.0),
    )


class SimPerson:
    """One brain with a hand at each of ``seats``."""

    def __init__(self, board: Acts, seats: tuple[int, ...], preset: Preset, seed: int) -> None:
        self.seats = seats
        self.preset = preset
        self._board = board
        self._rng = Random(seed * 1_000 + seats[0])
        self._pace = self.preset.tempo * (0.8 + 0.7 * self._rng.random())
        self._plans: dict[Calling, _Plan | None] = {}  # None: seen, and left alone
        self._on_pad: list[Touch] = []
        self._leave_ns: int | None = None
        self._busy_to_ns = 0
        self.next_act_ns: int | None = None
        """When the next hand moves, as far as is known."""

    def see(self, scene: SeenTable, sights: Sights) -> None:
        """Look at the table as it is from ``scene.shown_ns`` on."""
        plans = self._plans
        now: dict[Calling, _Plan | None] = {}
        for calling, chance in self._callings(scene, sights):
            if calling in plans:
                now[calling] = plans[calling]
            elif chance >= 1.0 or self._rng.random() < chance:
                now[calling] = self._plan(calling, scene, sights)
            else:
                now[calling] = None
        self._plans = now
        if scene.hands_off and self._on_pad and self._leave_ns is None:
            self._leave_ns = scene.shown_ns + self._simple_ns()
        self._plan_next()

    def forget(self) -> None:
        """Nobody plays here any more."""
        self._plans = {}
        self._plan_next()

    def _plan_next(self) -> None:
        times = [self._moves_ns(plan) for plan in self._plans.values() if plan is not None]
        if self._leave_ns is not None:
            times.append(self._leave_ns)
        self.next_act_ns = min(times, default=None)

    def act(self, now_ns: int) -> None:
        """Start every movement that is due."""
        plans = [(calling, plan) for calling, plan in self._plans.items() if plan is not None]
        for calling, plan in sorted(plans, key=lambda entry: entry[1].t_ns):
            if self._moves_ns(plan) <= now_ns:
                self._do(plan, now_ns)
                if calling.kind in _ONCE or (plan.gesture and plan.tries >= _MOST_TRIES):
                    self._plans[calling] = None
        if self._leave_ns is not None and self._leave_ns <= now_ns:
            self._leave(now_ns)
        self._plan_next()

    def _callings(self, scene: SeenTable, sights: Sights) -> Iterator[Called]:
        """What calls for a hand of this person now."""
        if scene.rivals:
            yield from self._death_callings(scene)
            return
        if scene.choice is not None:
            if scene.choice in self.seats:
                yield Calling("choice", scene.choice), 1.0
            return
        if not scene.hands_off:
            yield from self._pad_callings(scene, sights)
        if scene.turn in self.seats and scene.turn is not None and scene.special is None:
            yield Calling("flip", scene.turn, scene.flip_from_ns), 1.0

    def _death_callings(self, scene: SeenTable) -> Iterator[Called]:
        """C25: the light is waited for, by most."""
        for seat in self.seats:
            if seat in scene.rivals and scene.light:
                yield Calling("light", seat), 1.0
            elif seat in scene.rivals and not scene.hands_off:
                yield Calling("early", seat), self.preset.too_early

    def _pad_callings(self, scene: SeenTable, sights: Sights) -> Iterator[Called]:
        """C15: a special calls everybody, to either hand (C32), and covers the duels (C17)."""
        if scene.special is not None:
            yield Calling("special", self.seats[0], scene.special), 1.0
            return
        for seat in self.seats:
            if seat in sights.matches:
                yield Calling("match", seat, sights.matches[seat]), 1.0
            for other, symbols in sights.likes.get(seat, ()):
                yield Calling("like", seat, f"{other}{symbols}"), self.preset.false_grab

    def _plan(self, calling: Calling, scene: SeenTable, sights: Sights) -> _Plan:
        rng, seat, shown_ns = self._rng, calling.seat, scene.shown_ns
        match calling.kind:
            case "flip":
                unhurried_ns = ns(draw_ms(rng, UNHURRIED) * self._pace)
                ready_ns = max(shown_ns + self._simple_ns(), scene.flip_from_ns)
                return _Plan(ready_ns + unhurried_ns, seat)
            case "choice":
                button = Button.LEFT if rng.random() < 0.6 else Button.RIGHT
                return _Plan(shown_ns + _THINK_NS + self._find_ns(sights), seat, button=button)
            case "light":
                return _Plan(shown_ns + self._simple_ns(), seat, Gesture.GRAB)
            case "early":
                return _Plan(shown_ns + ns(rng.uniform(300, 900)), seat, Gesture.GRAB)
            case "special":
                seat = self.seats[rng.randrange(len(self.seats))]
                gesture = self._gesture(Gesture(str(calling.detail)))
                return _Plan(shown_ns + self._find_ns(sights), seat, gesture)
            case _:
                gesture = self._gesture(Gesture.GRAB)
                return _Plan(shown_ns + self._find_ns(sights), seat, gesture)

    def _gesture(self, due: Gesture) -> Gesture:
        if self._rng.random() >= self.preset.wrong_gesture:
            return due
        return Gesture.PALM if due is Gesture.GRAB else Gesture.GRAB

    def _find_ns(self, sights: Sights) -> int:
        return ns(draw_ms(self._rng, self.preset.find(sights.piles)))

    def _simple_ns(self) -> int:
        return ns(draw_ms(self._rng, self.preset.simple()))

    def _moves_ns(self, plan: _Plan) -> int:
        """The point of no return. A hand under way delays the other; a grab comes before a flip."""
        t_ns = max(plan.t_ns, self._busy_to_ns)
        if plan.gesture is None:
            t_ns = max(
                [t_ns, *(p.t_ns + _BUSY_NS for p in self._plans.values() if p and p.gesture)]
            )
        return t_ns - NO_RETURN_NS

    def _do(self, plan: _Plan, now_ns: int) -> None:
        rng = self._rng
        t_ns = max(self._moves_ns(plan) + NO_RETURN_NS, now_ns)
        if plan.gesture is None:
            self._board.press(plan.seat, plan.button, t_ns, ns(rng.uniform(60, 130)))
        else:
            self._on_pad = [touch for touch in self._on_pad if touch.end_ns > now_ns]
            touch = draw_touch(rng, self.preset, plan.seat, plan.gesture, t_ns)
            self._on_pad.append(self._board.touch(touch))
            self._busy_to_ns = t_ns + _BUSY_NS
        plan.tries += 1
        plan.t_ns = t_ns + _RETRY_NS  # if it is still called for then

    def _leave(self, now_ns: int) -> None:
        for touch in self._on_pad:
            settled_ns = touch.t_ns + ns(touch.rise_ms + 120)
            self._board.let_go(touch, max(now_ns, settled_ns))
        self._on_pad = []
        self._leave_ns = None


class SimulatedPeople:
    """All simulated people of a table.

    ``seats`` gives each simulated seat its preset (``"child"``, ``"adult"``, ``"expert"``); who
    plays with two hands is seen in the scene, and the first hand's preset counts. Each person has a
    generator of their own, so the same seed and the same scenes give the same acts. Raises
    ConfigError for an unknown preset.
    """

    def __init__(self, board: Acts, seats: Mapping[int, str], seed: int = 0) -> None:
        self._board = board
        self._presets = {seat: preset_named(name) for seat, name in sorted(seats.items())}
        self._seed = seed
        self._known: dict[tuple[int, ...], SimPerson] = {}
        self._players: tuple[int | None, ...] | None = None
        self._scene: SeenTable | None = None
        self.present: list[SimPerson] = []
        self._next_ns: int | None = None

    def see(self, scene: SeenTable) -> None:
        """Everybody looks. Seeing the same scene again changes nothing."""
        if scene == self._scene:
            return
        self._scene = scene
        if scene.players != self._players:
            self._gather(scene)
        if self.present:
            sights = look(scene)
            for person in self.present:
                person.see(scene, sights)
        self._plan_next()

    def next_act_ns(self) -> int | None:
        """When somebody moves next; None while nobody has a reason to."""
        return self._next_ns

    def act(self, now_ns: int) -> None:
        """Start every movement that is due by ``now_ns``."""
        if self._next_ns is None or self._next_ns > now_ns:
            return
        for person in self.present:
            due_ns = person.next_act_ns
            if due_ns is not None and due_ns <= now_ns:
                person.act(now_ns)
        self._plan_next()

    def _plan_next(self) -> None:
        times = [p.next_act_ns for p in self.present if p.next_act_ns is not None]
        self._next_ns = min(times, default=None)

    def _gather(self, scene: SeenTable) -> None:
        for person in self.present:
            person.forget()
        groups: dict[int, list[int]] = {}
        for seat, player in enumerate(scene.players):
            if player is not None and seat in self._presets:
                groups.setdefault(player, []).append(seat)
        self.present = []
        for seats in sorted(map(tuple, groups.values())):
            if seats not in self._known:
                preset = self._presets[seats[0]]
                self._known[seats] = SimPerson(self._board, seats, preset, self._seed)
            self.present.append(self._known[seats])
        self._players = scene.players
