"""A board made of models: physical acts go in, edges and samples come out of ``read``.

Acts carry the time at which they happen and are best issued at or before it. What has been read
cannot change any more, so an act dated earlier than that happens right after it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from random import Random

import numpy as np
import numpy.typing as npt

from drivers.board import BoardInfo, Health, Reading, Samples
from drivers.errors import BoardClosed, ConfigError
from drivers.events import Button, Gesture
from drivers.times import SECOND, earliest, ns
from host_sim.electrics import SimulatedScanner
from host_sim.faults import Faults, SimFault, Spell
from host_sim.link import SimulatedLink
from host_sim.making import Making
from host_sim.models import FOREVER_NS, Thump, Touch
from host_sim.plate import TableLoad
from host_sim.profiles import board_info, profile_for
from host_sim.sensors import REPEATABILITY
from host_sim.switches import Switches

_BUTTONS = len(Button)
_NEAR_NS = 50_000_000
_STEEP_NS = 150_000_000
_DECIDED_NS = 130_000_000
_SLOWER = 4
_BUFFER_NS = 10 * SECOND
_LAMP_CHANGES = 1000


class SimBoard:
    """The simulated table (implements ``drivers.board.Board``).

    ``kind`` is ``"mk2"`` (pad controller, 1 to 8 seats) or ``"mk1"`` (all on the header, 1 to 4).
    Samples begin with the first ``read``. The same seed and the same acts give the same codes and
    edges, however ``read`` is called. ``wake_ns``, whole milliseconds, is how finely
    ``next_arrival_ns`` asks to be woken: it costs time and changes no event, only how soon it is
    known. ``idle_ns``: while nobody touches the pad, scans arrive in batches of that length, and
    nobody is woken for a button that is let go, which saves virtual time work. ``making`` says what
    its parts are like. Raises ConfigError for a kind or number of seats that do not exist, or such
    a time.
    """

    def __init__(
        self,
        kind: str = "mk2",
        seats: int = 6,
        seed: int = 0,
        *,
        wake_ns: int = 8_000_000,
        idle_ns: int = 0,
        making: Making | None = None,
    ) -> None:
        profile = profile_for(kind, seats)
        self._idle_scans = idle_ns // profile.scan_period_ns
        if wake_ns <= 0 or wake_ns % profile.frame_ns:
            raise ConfigError(
                "wake_ns {wake_ns}: give whole frames of {frame_ns} ns",
                wake_ns=wake_ns,
                frame_ns=profile.frame_ns,
            )
        self._wake_ns = wake_ns
        making = making or Making()
        self._info = board_info(profile, seats, making.backwards)
        parts_seed = seed if making.parts_seed is None else making.parts_seed
        offsets_ns = np.array([c.offset_ns for c in self._info.channels], dtype=np.int64)
        rng = np.random.default_rng([seed, 1])
        bias_ns = round(float(np.clip(rng.standard_normal(), -2, 2)) * profile.clock_sigma_ns)
        self._bias_ns = bias_ns
        self._link = SimulatedLink(
            np.random.default_rng([seed, 2]),
            frame_ns=profile.frame_ns,
            base_ns=profile.link_base_ns,
            jitter_ns=profile.link_jitter_ns,
            spike_share=profile.link_spike_share,
            worst_ns=profile.worst_delay_ns - 2 * profile.frame_ns,
        )
        self.faults = Faults(self._fault_changed)
        self._switches = Switches(len(self._info.lines), seed, self.faults, bias_ns)
        self._seated = len(self._info.lines) - 1
        self._switches.set_initial(self._seated, True)
        self._scanner = SimulatedScanner(
            profile, offsets_ns, (parts_seed, seed), self.faults, bias_ns, making
        )
        self._feel = Random(seed)
        self._held: dict[int, Touch] = {}
        self._open = False
        self._horizon_ns: int | None = None
        self._edges_to_ns = 0
        self._next_scan = 0
        self._dropped = 0
        self._scans = 0
        self._all_dropped = 0
        self.lamps: tuple[float, ...] = (0.0,) * seats
        self.lamp_changes: deque[tuple[int, tuple[float, ...]]] = deque(maxlen=_LAMP_CHANGES)

    # The board protocol.

    @property
    def info(self) -> BoardInfo:
        return self._info

    def open(self) -> None:
        if not self._open:
            self._horizon_ns = None
        self._open = True

    def close(self) -> None:
        if self._open:
            self.set_lamps((0.0,) * self._info.seats)
        self._open = False

    def read(self, now_ns: int) -> Reading:
        """All that has arrived by ``now_ns``. Raises BoardClosed."""
        self._check_open()
        horizon_ns = self._link.horizon_ns(now_ns)
        if self._horizon_ns is None:
            self._next_scan = self._scanner.scan_after(horizon_ns)
            self._horizon_ns = self._edges_to_ns = horizon_ns
        self._horizon_ns = horizon_ns = max(horizon_ns, self._horizon_ns)
        edges = self._switches.edges_to(horizon_ns)
        if not self.faults.on(SimFault.FROZEN_BUTTONS, horizon_ns):
            self._edges_to_ns = horizon_ns
        samples = self._samples_to(horizon_ns)
        self._scanner.drop_before(horizon_ns - _NEAR_NS)
        return Reading(tuple(edges), samples, self._edges_to_ns + self._bias_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        """The arrival of the next frame that matters; None when no act is under way or planned.

        Frames every ``wake_ns``, while edges are on their way and while a hand arrives (its first
        150 ms, and 130 ms after its rise); every four times that while it leaves (until 50 ms after
        it). A hand that rests says nothing new.
        """
        self._check_open()
        seen_ns = self._link.horizon_ns(now_ns) if self._horizon_ns is None else self._horizon_ns
        times = [self._wanted_ns(touch, seen_ns) for touch in self._scanner.touches]
        times.append(self._frame_after(self._switches.next_ns(), self._wake_ns))
        wanted_ns = earliest(times)
        return None if wanted_ns is None else max(self._link.arrival_ns(wanted_ns), now_ns)

    def _wanted_ns(self, touch: Touch, seen_ns: int) -> int | None:
        """The next frame worth having because of ``touch``, after the one of ``seen_ns``."""
        next_ns = seen_ns + self._link.frame_ns
        if next_ns <= touch.t_ns + max(_STEEP_NS, ns(touch.rise_ms) + _DECIDED_NS):
            return self._frame_after(max(next_ns, touch.t_ns), self._wake_ns)
        if touch.fall_ns == FOREVER_NS or seen_ns > touch.end_ns + _NEAR_NS:
            return None
        return self._frame_after(max(next_ns, touch.fall_ns), _SLOWER * self._wake_ns)

    @staticmethod
    def _frame_after(t_ns: int | None, grid_ns: int) -> int | None:
        return None if t_ns is None else -(-t_ns // grid_ns) * grid_ns

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Kept in ``lamps``; ``lamp_changes`` has them with the time of the last ``read``.

        Raises BoardClosed, and ConfigError for a wrong number of levels or one outside 0 to 1.
        """
        self._check_open()
        if len(levels) != self._info.seats or not all(0.0 <= x <= 1.0 for x in levels):
            raise ConfigError("lamps: give {seats} levels from 0.0 to 1.0", seats=self._info.seats)
        if levels != self.lamps:
            self.lamps = tuple(levels)
            self.lamp_changes.append((self._horizon_ns or 0, self.lamps))

    def health(self) -> Health:
        self._check_open()
        seen_ns = self._horizon_ns or 0
        broken = [s for s in self.faults.spells if s.covers(seen_ns)]
        counters = {
            "scans": self._scans,
            "dropped_scans": self._all_dropped,
            "edges": self._switches.edges,
            "lost_edges": self._switches.lost,
        }
        notes = tuple(s.fault.value if s.at is None else f"{s.fault.value}:{s.at}" for s in broken)
        return Health(not broken, counters, notes)

    # Physical acts.

    def line(self, seat: int, button: Button) -> int:
        """The number of a button's line."""
        self._check_seat(seat)
        return seat * _BUTTONS + button

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = 80_000_000) -> None:
        """A press and its release."""
        self.button_down(seat, button, t_ns)
        self.button_up(seat, button, self._not_before(t_ns) + hold_ns)

    def button_down(self, seat: int, button: Button, t_ns: int) -> None:
        self._switches.act(self.line(seat, button), True, self._not_before(t_ns))

    def button_up(self, seat: int, button: Button, t_ns: int) -> None:
        quiet = self._idle_scans > 0
        self._switches.act(self.line(seat, button), False, self._not_before(t_ns), quiet=quiet)

    def knock(self, t_ns: int) -> None:
        """The pad falls off its cradle."""
        self._switches.act(self._seated, False, self._not_before(t_ns))

    def seat_pad(self, t_ns: int) -> None:
        """The pad is put back."""
        self._switches.act(self._seated, True, self._not_before(t_ns))

    def touch(self, touch: Touch) -> Touch:
        """A hand's whole visit; returns it as it will happen (never before what was read)."""
        self._check_seat(touch.seat)
        t_ns = self._not_before(touch.t_ns)
        if t_ns != touch.t_ns:
            touch = replace(touch, t_ns=t_ns)
        self._scanner.add(touch, 1.0 + REPEATABILITY * self._feel.gauss(0.0, 1.0))
        return touch

    def thump(self, thump: Thump) -> Thump:
        """A blow on the table; returns it as it will happen."""
        thump = replace(thump, t_ns=self._not_before(thump.t_ns))
        self._scanner.add_thump(thump)
        return thump

    def lay(self, load: TableLoad) -> TableLoad:
        """Something heavy is put on the table; returns it as it will happen."""
        load = replace(load, t_ns=self._not_before(load.t_ns))
        self._scanner.add_load(load)
        return load

    def touch_begin(self, seat: int, gesture: Gesture, t_ns: int) -> None:
        """A hand that stays until ``touch_end``; a seat has one such hand, the newest."""
        self.touch_end(seat, t_ns)
        touch = Touch(
            seat=seat,
            gesture=gesture,
            t_ns=t_ns,
            peak_n=14.0,
            rise_ms=9.0,
            hold_ms=float("inf"),
            under_lag_ms=4.0,
        )
        self._held[seat] = self.touch(touch)

    def touch_end(self, seat: int, t_ns: int) -> None:
        """The hand that ``touch_begin`` laid down lets go (once it has pressed fully)."""
        held = self._held.pop(seat, None)
        if held is not None:
            self.let_go(held, t_ns)

    def let_go(self, touch: Touch, t_ns: int) -> Touch:
        """End ``touch``, as returned by ``touch``, earlier than planned; returns the new one."""
        t_ns = self._not_before(t_ns)
        shorter = touch.let_go(t_ns)
        self._scanner.replace(touch, shorter)
        return shorter

    # For eyes only.

    @property
    def pad_seated(self) -> bool:
        """Is the pad in its cradle, as far as it has been read?"""
        return self._switches.physical[self._seated]

    def pressed(self, seat: int, button: Button) -> bool:
        """Is the button down, as far as it has been read?"""
        return self._switches.physical[self.line(seat, button)]

    def forces(self, now_ns: int) -> npt.NDArray[np.float64]:
        """Mechanical forces in newtons at ``now_ns``: float64[seats, 2], *top* and *under*."""
        forces = np.zeros((self._info.seats, 2))
        at = np.array([now_ns], dtype=np.int64)
        for touch in self._scanner.touches:
            if touch.t_ns <= now_ns <= touch.end_ns:
                forces[touch.seat, 0] += touch.force(at)[0]
                forces[touch.seat, 1] += touch.force(at, "under")[0]
        return forces

    @property
    def touches(self) -> list[Touch]:
        """The touches that are, or were lately, or will be."""
        return self._scanner.touches

    @property
    def drifts(self) -> npt.NDArray[np.float64]:
        """How each sensor's sensitivity has changed since it was weighed, float64[channels]."""
        return self._scanner.sensors.drifts

    @property
    def bias_ns(self) -> int:
        """How wrong its clock map is: every stamp is so much later than the moment itself."""
        return self._bias_ns

    def arrival_ns(self, t_ns: int) -> int:
        """When the frame that tells of ``t_ns`` reaches us."""
        return self._link.arrival_ns(t_ns)

    def weigh(self, weight_n: float, channel: int) -> npt.NDArray[np.float64]:
        """Mean code of every channel, float64[channels], while a known weight lies on one, or is
        clamped onto an *under* and its *top*: calibration."""
        return self._scanner.weigh(weight_n, channel)

    def weigh_each(self, weight_n: float) -> npt.NDArray[np.float64]:
        """Mean code of each channel, float64[channels], while a known weight lies on it alone."""
        return self._scanner.weigh_each(weight_n)

    def _samples_to(self, horizon_ns: int) -> tuple[Samples, ...]:
        stop = self._scanner.scans_done(horizon_ns)
        first = max(self._next_scan, stop - _BUFFER_NS // self._info.scan_period_ns)
        self._drop(first - self._next_scan)
        if stop <= first or self._may_wait(stop - first, horizon_ns):
            return ()
        self._next_scan = stop
        runs = self._arriving(first, stop) if self.faults.spells else [(first, stop)]
        samples = []
        for start, end in runs:
            self._drop(start - first)
            first = end
            samples.append(self._scanner.samples(start, end, self._dropped))
            self._scans += end - start
            self._dropped = 0
        self._drop(stop - first)
        return tuple(samples)

    def _may_wait(self, scans: int, horizon_ns: int) -> bool:
        """So few scans of a pad that nobody touches wait for more of them (``idle_ns``)."""
        if scans >= self._idle_scans or self.faults.spells:
            return False
        begun = [touch.t_ns for touch in self._scanner.touches]
        begun += [thump.t_ns for thump in self._scanner.thumps]
        begun += [load.t_ns for load in self._scanner.loads]
        return all(t_ns > horizon_ns for t_ns in begun)

    def _arriving(self, first: int, stop: int) -> list[tuple[int, int]]:
        """Runs of scans from ``first`` to ``stop`` outside the spells of a frozen pad."""
        period_ns = self._info.scan_period_ns
        runs = [(first, stop)]
        for spell in self.faults.during(
            SimFault.FROZEN_PAD, first * period_ns, (stop - 1) * period_ns
        ):
            begin = -(-spell.start_ns // period_ns)
            end = stop if spell.end_ns is None else -(-spell.end_ns // period_ns)
            halves = [half for a, b in runs for half in ((a, min(b, begin)), (max(a, end), b))]
            runs = [(a, b) for a, b in halves if a < b]
        return runs

    def _drop(self, scans: int) -> None:
        self._dropped += max(0, scans)
        self._all_dropped += max(0, scans)

    def _fault_changed(self, spell: Spell, t_ns: int) -> int:
        """Called by ``faults``: returns when the change can happen at the earliest."""
        t_ns = self._not_before(t_ns)
        if spell.fault in (SimFault.FLOOD, SimFault.STUCK) and spell.at is not None:
            self._switches.look_again(spell.at, t_ns)
        self._scanner.forget()
        return t_ns

    def _not_before(self, t_ns: int) -> int:
        return t_ns if self._horizon_ns is None else max(t_ns, self._horizon_ns + 1)

    def _check_open(self) -> None:
        if not self._open:
            raise BoardClosed("board {name} is closed: open it first", name=self._info.name)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self._info.seats:
            raise ConfigError(
                "seat {seat}: this table has seats 0 to {value}",
                seat=seat,
                value=self._info.seats - 1,
            )
