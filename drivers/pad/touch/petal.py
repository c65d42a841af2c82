"""One petal's touches, scan by scan: idle → touched (undecided) → held → idle.

What is loaded without being a contact, and a hand that rests there after one, leans: it is told,
and counts from its next rise (``Lean``). Decisions come from ``drivers.pad.touch.assessing``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from drivers.events import Fault
from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.faults.evidence import PadEvidence, PetalEvidence
from drivers.pad.faults.petal_faults import PadEvent, PetalFaults
from drivers.pad.forces import Forces
from drivers.pad.lean import Lean
from drivers.pad.onset.passing import Onset
from drivers.pad.reductions import any_of, greatest
from drivers.pad.rise import Rise
from drivers.pad.touch.assessing import Assessor
from drivers.pad.touch.holds import Holds
from drivers.pad.touch.petal_stretch import PetalStretch, is_moved
from drivers.pad.touch.reporting import DecidedTouch, Reporter
from drivers.pad.touch.second_hand import SecondHand
from drivers.pad.touch.timing import FALLEN, Timing
from drivers.pad.touches import NEVER, FullScale, Mode, PetalSensors, Stretch

IDLE, TOUCHED, HELD, LEANING = Mode  # to look them up at each scan takes as long as what is asked


class Petal:
    """The state machine of one petal."""

    def __init__(
        self,
        seat: int,
        sensors: PetalSensors,
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
        pad_evidence: PadEvidence,
        holds: Holds,
    ) -> None:
        self.seat, self.channels, self._sensors = seat, sensors.channels, sensors
        self._order, self._offsets, self.holds = sensors.order, sensors.offsets_ns, holds
        self._config, self._forces = config, forces
        self._timing = Timing(config, self._offsets, forces.spans, forces.kept.time_ns)
        self._assessor = Assessor(sensors, config, baseline, forces, self._timing)
        self.mode, self.full, self._lean = IDLE, FullScale(), Lean(forces.spans)
        self._rises: list[Rise | None] = [None, None]
        self._bases: tuple[float, float] | None = None  # what the hand leant with before it rose
        self._pressed = self._saturated = self._heavy = False  # of late; full scale; by a touch
        self._moved = self._busy = False  # no load that lies still; but a hand that others feel
        self._laid = self._leans = False  # it was put on the table; it is surely no crosstalk
        self._held_since_ns = self._last_ns = self._now_ns = 0
        self._grey_from_ns: int | None = None
        self._strong_n, self._held_n = config.rise_n, 0.0  # it has to rise by; it has pressed with
        self._petal_stretch: PetalStretch  # the present stretch, …
        self._coupled, self._starts = list[float](), list[float]()  # … scan by scan
        self._own, self._held = list[list[float]](), list[list[float]]()
        self._second_hand = SecondHand(sensors, config, forces, self._timing)
        self._compare_ns, self._judge_ns = NEVER, 0  # a pinch's sensors; nothing is decided before
        evidence = PetalEvidence(sensors.order, pad_evidence, config)
        self.faults = PetalFaults(seat, self.channels, config, baseline, forces, evidence)
        self.counters: Counter[str] = Counter()
        self._reporter = Reporter(seat, self._offsets, config, self.faults, holds, self.counters)

    @property
    def loaded(self) -> bool:
        """Does a hand press here? Not if it leans, unless nobody saw it come, or is less yet."""
        if self.mode is TOUCHED:
            leans = self._bases is not None and not self._second_hand.told_n
            return self._timing.load(self._rises, leans=leans)
        return self.holds.lies(self._now_ns)

    def take_pressed(self) -> bool:
        """Whether a hand was on it, or may have been, since this was last asked. What never came to
        a touch may be what the table couples, and is yet to be learned."""
        lain = self._laid and self.mode is not IDLE
        busy = self.mode in (TOUCHED, HELD) or self._heavy or self._leans or lain
        pressed, self._pressed = self._pressed or busy, busy
        return pressed

    def state(self) -> Floats:
        """What leans here (``Lean.state``)."""
        marks = self._laid, self._leans, self._heavy, self._pressed
        return self._lean.state(marks, (self._held_since_ns, self._last_ns))

    def restore(self, state: Floats) -> None:
        """Go on with what leant here."""
        marks, (self._held_since_ns, self._last_ns) = self._lean.restore(state)
        self.mode, (self._laid, self._leans, self._heavy, self._pressed) = LEANING, marks

    def undecided_from_ns(self) -> int | None:
        """The onset of an undecided touch is later than this; None without one. One that leans, or
        has been there for long, may be rising already."""
        if self.mode is not TOUCHED:
            rises = self.mode is LEANING or self._second_hand.holds_back(self._now_ns)
            return self._now_ns - self._timing.rises_ns if rises else None
        return self._timing.undecided_ns(self._rises, self._now_ns)

    def advance(self, stretch: Stretch) -> list[PadEvent]:
        """Take a stretch of scans."""
        out: list[PadEvent] = []
        self.faults.follow_load(self._lean, self._held_since_ns, stretch.t_ns[0])
        self._now_ns = stretch.t_ns[-1]
        if self._skips_all(stretch):
            return out
        self._petal_stretch = PetalStretch(stretch, self._sensors)
        i, count = self._skip(stretch, 0, out), len(stretch.t_ns)
        if i < count:
            self._own, self._held = self._petal_stretch.lists()
            self._coupled = stretch.coupled[:, self._order].tolist()
            self._starts = stretch.starts[:, self._order].tolist()
            while i < count:
                self._mark()
                i = self._skip(stretch, self._step(stretch, i, out), out)
            self._mark()
        return out

    def take_moved(self) -> tuple[bool, bool]:
        """Whether anything touched it since this was last asked but a load that lies still, and
        whether that was a hand which the others feel too."""
        moved, self._moved, self._busy = (self._moved, self._busy), False, False
        return moved

    def _mark(self) -> None:
        if self.mode is HELD or self.mode is TOUCHED:
            self._moved = True
            if not self._busy and (self.mode is HELD or self._timing.have_crossed(self._rises)):
                self._busy = Fault.STUCK_PAD not in self.faults.active

    def _skip(self, stretch: Stretch, first: int, out: list[PadEvent]) -> int:
        """From row ``first`` on, skip the scans in which an idle petal stays so, or a hand surely
        stays on it and does not rest yet, or leans as it did."""
        if self.mode is IDLE:
            return first + int(self._petal_stretch.begins[first:].argmax())
        unsure = self.mode is HELD and self._bases is None and self._petal_stretch.unsure[first]
        if unsure or self.mode is TOUCHED or first == len(stretch.t_ns):
            return first
        leans = self.mode is LEANING
        return self._skip_lean(stretch, first, out) if leans else self._skip_hand(stretch, first)

    def _skips_all(self, stretch: Stretch) -> bool:
        """``_skip_hand`` through the whole stretch, as most often."""
        if self.mode is not HELD or self._bases is not None:
            return False
        t_ns, order = stretch.t_ns[-1], self._order
        if any_of(stretch.unsure[:-1, order]) or t_ns >= self._due_ns():
            return False
        sure_n = greatest(stretch.levels[:, order] - stretch.coupled[1:, order])
        if sure_n >= self._second_hand.risen_n:
            return False
        self._note_stay(t_ns, sure_n)
        return True

    def _due_ns(self) -> int:
        """When a hand that stays rests, its sensors are compared, or one may come upon it."""
        rests_ns = self._timing.rests_ns(self._held_since_ns, self._held_n)
        return min(rests_ns, self._compare_ns, self._second_hand.due_ns)

    def _note_stay(self, t_ns: int, sure_n: float) -> None:
        self._mark()
        self._grey_from_ns, self._last_ns = None, t_ns
        self._held_n = max(self._held_n, sure_n)

    def _skip_hand(self, stretch: Stretch, first: int) -> int:
        """Skip the scans in which a hand surely stays and does not rest yet."""
        base_n = max(self._bases or (0.0,))
        left_n, risen_n = self._timing.left_n(base_n), self._second_hand.risen_n - base_n
        sure = self._petal_stretch.sure(first, self._bases, left_n, self._config.release_n, risen_n)
        end = bisect_left(stretch.t_ns, self._due_ns(), first, first + len(sure))
        if end > first:
            self._note_stay(stretch.t_ns[end - 1], greatest(sure[: end - first]))
        return end

    def _skip_lean(self, stretch: Stretch, first: int, out: list[PadEvent]) -> int:
        """Skip the scans in which what leans stays and does not rise."""
        lying = self._petal_stretch.lying(first, self._lean, self._config, laid=self._laid)
        if lying is None:
            return first
        end = first + len(lying.sure)
        self._last_ns = stretch.t_ns[end - 1]
        self._leans = self._leans or any_of(lying.sure)
        self._moved = self._moved or lying.moves
        if not self._laid:
            self.faults.check_lying(self._held_since_ns, stretch.t_ns[first:end], lying.sure, out)
        return end

    def _step(self, stretch: Stretch, i: int, out: list[PadEvent]) -> int:
        """Take row ``i``, and of an undecided touch all until it is decided; the row after that."""
        if self.mode is IDLE:
            self.faults.comes()
            if stretch.first + i <= 1:  # loaded before anybody looked: its onset is unknown
                self._heavy, t_ns = True, stretch.t_ns[i]
                self._hold(t_ns, LEANING)
                self.holds.find(t_ns)
                return i + 1
            self._laid = self._laid and self._assessor.strength.lay(stretch.first + i)
            self._begin(stretch, i)
        if self.mode is not TOUCHED:
            self._watch_hand(stretch, i, out)
            return i + 1
        return self._watch_touch(stretch, i, out)

    # -- a hand that stays -----------------------------------------------------------------------

    def _watch_hand(self, stretch: Stretch, i: int, out: list[PadEvent]) -> None:
        """A hand is on the petal, and may leave it."""
        t_ns, top_n, under_n = stretch.t_ns[i], self._own[0][i], self._own[1][i]
        level, held_n = max(top_n, under_n), 0.0
        if self.mode is HELD:
            held_n, loaded = self._held_n, level >= self._config.release_n
            if self._bases is not None:
                level = max(top_n - self._bases[0], under_n - self._bases[1])
                loaded = level >= self._timing.left_n(max(self._bases))
        else:
            loaded = self._petal_stretch.rests(i, level, self._lean, self._config, laid=self._laid)
        if loaded or self._assessor.may_stay(stretch, i, max(top_n, under_n), held_n):
            self._last_ns = t_ns
            if not self._laid:
                self.faults.check_stuck(self._held_since_ns, t_ns, out)
            if self.mode is HELD:
                if t_ns >= self._compare_ns:  # the sensors of a pinch that has come to rest
                    self._compare_ns = NEVER
                    if not (self._saturated or any(self.full.of(self._held_since_ns, t_ns))):
                        self.faults.pinch(top_n, under_n, t_ns)
                self._watch_grey(stretch, i, level)
                rests_ns = self._timing.rests_ns(self._held_since_ns, self._held_n)
                both_n = max(self._held[0][i], self._held[1][i])
                if t_ns >= rests_ns or self._second_hand.has_eased(stretch, i, both_n):
                    self.mode, self._bases = LEANING, None  # it may count again
                    self.holds.leave(t_ns)
                    self._assessor.strength.lie(self._lean, stretch.first + i - 1)
                else:
                    self._watch_again(stretch, i, both_n - self._coupled[i + 1])
        elif self._assessor.has_left(stretch, i, self._last_ns, held_n):
            if self._bases is None:
                self.faults.goes(min(top_n, under_n))
                self._release(t_ns, out)
                return
            self.holds.leave(t_ns)
            self._hold(t_ns, LEANING)  # it leans as before
        if self.mode is LEANING:
            self._watch_lean(stretch, i, level, out)

    def _watch_grey(self, stretch: Stretch, i: int, level: float) -> None:
        """Fallen to what could be coupled, for as long as a crossing is screened?"""
        t_ns = stretch.t_ns[i]
        self._held_n = max(self._held_n, level - self._coupled[i + 1])  # what is surely a hand's
        if level >= self._config.release_n + min(self._coupled[i + 1], FALLEN * self._held_n):
            self._grey_from_ns = None
        elif self._grey_from_ns is None:
            self._grey_from_ns = t_ns
        elif t_ns - self._grey_from_ns >= self._config.screen_ns:
            self._grey_from_ns = t_ns + 3 * self._config.screen_ns  # look again then
            self._assessor.explain_rest(self._bases, stretch.first + i)
            self._read_again()

    def _watch_again(self, stretch: Stretch, i: int, sure_n: float) -> None:
        """Has another hand come upon one that was told and stays, or where that had just left?"""
        held_n = self._held_n + max(self._bases or (0.0,))
        if upon := self._second_hand.upon(stretch, i, sure_n, held_n):
            self._begin(stretch, i)
            (self._bases, self._rises), self._judge_ns = upon, 0

    def _watch_lean(self, stretch: Stretch, i: int, level: float, out: list[PadEvent]) -> None:
        """Tell a hand that leans; is it rising?"""
        config, t_ns = self._config, stretch.t_ns[i]
        if level - 2 * self._coupled[i + 1] >= config.release_n:
            self._leans = True
            if not self._laid:
                self.faults.check_lean(self._held_since_ns, t_ns, out)
        bases = self._lean.take(self._own[0][i], self._own[1][i])
        if is_moved(level, max(bases), self._lean.loads_n((t_ns,))):
            self._moved = self._lean.moves = True
        if max(self._held[0][i] - bases[0], self._held[1][i] - bases[1]) >= config.onset_n:
            self._begin(stretch, i)
            self._bases, scans = bases, self._lean.kept_scans
            strength, scan = self._assessor.strength, stretch.first + i
            self._strong_n = strength.strong_n(max(bases), scans, scan, laid=self._laid)
            self._follow_rises(stretch, i, i + 1)

    # -- a hand that comes -----------------------------------------------------------------------

    def _begin(self, stretch: Stretch, i: int) -> None:
        self.mode, self._rises, self._saturated = TOUCHED, [None, None], False
        self._strong_n = self._config.rise_n
        self.holds.begin(stretch.t_ns[i], self._forces.kept.time_ns(stretch.first + i - 2))

    def _watch_touch(self, stretch: Stretch, i: int, out: list[PadEvent]) -> int:
        """Go on from row ``i`` until the touch is decided; the row after that."""
        while (i := self._follow_rises(stretch, i, len(stretch.t_ns))) < len(stretch.t_ns):
            self._judge(stretch, i, out)
            if self.mode is not TOUCHED:
                return i + 1
            self._mark()
            i, self._judge_ns = i + 1, 0
        return i

    def _follow_rises(self, stretch: Stretch, first: int, end: int) -> int:
        """Take the forces of rows ``first`` to ``end``, until something may be decided; the row."""
        rises, bases, coupled, starts = self._rises, self._bases, self._coupled, self._starts
        config, gap_ns, lay_n = self._config, self._timing.gap_ns, bases or (0.0, 0.0)
        parts = tuple(zip((0, 1), self._held, self._offsets, strict=True))
        for i, scan_ns in enumerate(stretch.t_ns[first:end], first):
            more = False
            for part, held, offset_ns in parts:
                force_n, rise = held[i] - lay_n[part], rises[part]
                if rise is None:
                    if force_n < starts[i]:
                        continue
                    rise = rises[part] = self._timing.begun(part, stretch.first + i, bases)
                    self._judge_ns = 0
                t_ns = scan_ns + offset_ns
                if force_n >= config.release_n:
                    if t_ns - rise.last_ns > gap_ns:
                        rise.came_back(t_ns, config.release_hold_ns)
                    more |= rise.load(force_n, force_n - coupled[i + 1], self._strong_n, t_ns)
                elif self._assessor.is_hidden(part, rise, stretch, i, self._own, bases):
                    rise.hide(t_ns, config.release_hold_ns)
                if rise.crossed < 0 and force_n >= config.start_n:  # less passes nothing
                    self._cross(rise, part, stretch, i, force_n)
            if (more or scan_ns >= self._judge_ns) and self._is_due(stretch, i, scan_ns):
                return i
            if not self._busy:
                self._mark()
        return end

    def _is_due(self, stretch: Stretch, i: int, t_ns: int) -> bool:
        """May anything be decided in this row, as more may be pressed by now?"""
        timing, rises, bases = self._timing, self._rises, self._bases
        if t_ns < self._judge_ns:
            self._judge_ns = timing.raised_ns(rises, self.full, self._judge_ns)
            if t_ns < self._judge_ns:
                return False
        waits = bases is None and self._assessor.blow.waits(stretch.first + i)
        next_ns = timing.next_ns(rises, self.full, bases, waits=waits)
        self._judge_ns = 0 if waits else next_ns
        return t_ns >= next_ns

    def _cross(self, rise: Rise, part: int, stretch: Stretch, i: int, force_n: float) -> None:
        """Does the force pass the onset's, with what others lift off it, for two scans in a row?"""
        config, forces, scan = self._config, self._forces, stretch.first + i
        leant = self._bases is not None
        if not self._assessor.strength.passes(part, rise, stretch, i, force_n, leant=leant):
            return
        loosest_n = forces.loosest(stretch.sources[i : i + 2], self._order)
        self._timing.cross(self._rises, part, scan, stretch.t_ns[i])
        rise.doubt(max(self._coupled[i : i + 2]), loosest_n, config.screen_ns)
        self._judge_ns = 0

    # -- the gesture -----------------------------------------------------------------------------

    def _judge(self, stretch: Stretch, i: int, out: list[PadEvent]) -> None:
        config, t_ns = self._config, stretch.t_ns[i]
        rises = [rise for rise in self._rises if rise is not None]
        released = self._timing.gone(rises, t_ns)
        self._screen(stretch, i, released)
        released = released and self._timing.gone(rises, t_ns)  # what is its own has been seen anew
        crossed = [rise for rise in self._rises if rise is not None and rise.crossed >= 0]
        if released and self._timing.was_open(rises):
            self._release(t_ns, out)
        elif not crossed:
            waited_ns = t_ns - min(rise.before_ns for rise in rises)
            over = released or waited_ns >= config.gesture_ns or not any(self._rises)
            if over and not (released and self._keeps_open(stretch, i)):
                self._drop(stretch, i, released, out)
        elif not any(rise.doubtful for rise in crossed):
            self._decide(crossed, stretch, i, released, out)

    def _screen(self, stretch: Stretch, i: int, released: bool) -> None:
        rises, t_ns, scan = self._rises, stretch.t_ns[i], stretch.first + i
        if self._assessor.screen_all(rises, self._bases, t_ns, scan, released):
            if any(rise and rise.crossed >= 0 for rise in rises):
                self._timing.cut(rises)
            self._read_again()

    def _read_again(self) -> None:
        """What is taken off has changed."""
        self._petal_stretch.read_again(self._forces, self._config.release_n)
        self._own, self._held = self._petal_stretch.lists()

    def _drop(self, stretch: Stretch, i: int, released: bool, out: list[PadEvent]) -> None:
        """No touch at all, or none that went on."""
        self.counters["coupled"] += not any(self._rises)
        if self._bases is not None or (any(self._rises) and not released):
            self._laid = self._laid or self._assessor.laid(self._rises, stretch.first + i)
            self._hold(stretch.t_ns[i], LEANING, stretch.first + i)
        else:
            self._release(stretch.t_ns[i], out, coupled=not any(self._rises))

    def _decide(
        self, crossed: list[Rise], stretch: Stretch, i: int, released: bool, out: list[PadEvent]
    ) -> None:
        """Is it known by now what has ``crossed``? Then tell it."""
        t_ns, scan = stretch.t_ns[i], stretch.first + i
        first_ns = min(rise.crossed_ns for rise in crossed)
        leant, bases = self._timing.leant(self._bases), self._bases or (0.0, 0.0)
        full = self.full.of(min(rise.before_ns for rise in crossed), t_ns)
        self._saturated = self._saturated or any(full)
        early = not released and t_ns <= self._timing.window_ns(self._rises, first_ns)
        pinch = self._timing.pinched(self._rises, full)
        touch, slow = bool(pinch or not early), leant and self._timing.is_slow(self._rises, t_ns)
        if not (touch or slow) or (early and not leant and self._assessor.blow.waits(scan)):
            return  # what costs most is asked last
        peak_n = self._assessor.strength.peak(self._rises, bases, scan, early)
        touch = touch and (self._saturated or self._assessor.strength.enough(peak_n, self._rises))
        touch = touch and self._assessor.came(
            self._rises, peak_n, scan, self._bases, leant=leant, stays=not released, early=early
        )
        if touch and self._bases is None and (upon := self._assessor.upon_load(self._rises, scan)):
            self._laid, (self._bases, self._rises) = True, upon
            return
        waits = early and not (touch or slow)
        if waits or (released and not (touch or leant) and self._keeps_open(stretch, i)):
            return
        if not released and self._assessor.laid(self._rises, scan, told=self.faults.leans):
            if early and not leant:  # hands would show each its own hold by then
                self._assessor.blow.wait(scan + self._timing.left(self._rises, first_ns, t_ns))
                return
            self._laid = True
            self._hold(t_ns, LEANING, scan)
            return
        what = self._rises, self._bases, scan, stretch.jitter_ns
        onset = self._assessor.tracker.onset(*what) if touch else None
        if not (pinch or released) and self._timing.begun_anew(self._rises, onset, t_ns):
            return
        if pinch is None and touch:
            pinch = self._assessor.pinched(self._rises, bases, scan)
        self._rises = [r if pinch or not (r and r.follows) else None for r in self._rises]
        half = touch and self._assessor.strength.may_be_half(self._rises, scan)
        decided = DecidedTouch(self._rises, pinch, peak_n, self._saturated, half)
        self._conclude(crossed, decided, onset, stretch, i, out, released=released)

    def _keeps_open(self, stretch: Stretch, i: int) -> bool:
        """May what has gone have been a contact, or be there yet, for a hand that comes soon?"""
        rises = [rise for rise in self._rises if rise is not None]
        asked = self._bases is not None or any(rise.open_ns for rise in rises)
        if not rises or asked or not self._assessor.is_open(rises, stretch, i):
            return False
        self._timing.keep_open(rises)
        self._pressed = self._heavy = True
        return True

    def _conclude(
        self,
        crossed: list[Rise],
        touch: DecidedTouch,
        onset: Onset | None,
        stretch: Stretch,
        i: int,
        out: list[PadEvent],
        *,
        released: bool,
    ) -> None:
        """Tell a touch that is a contact, if it has an ``onset``, and go on with what is there."""
        leant, scan = self._bases is not None, stretch.first + i
        own = onset is not None or not any(r.explained for r in crossed)  # else it teaches a share
        self._pressed, self._heavy = self._pressed or own, self._heavy or own
        first_ns = min(rise.crossed_ns for rise in crossed)
        if onset is None:
            self.counters["brushes"] += 1
            self._hold(first_ns, LEANING, scan)
        else:
            self._reporter.contact(touch, onset, stretch, i, out)
            self._hold(max(rise.last_ns for rise in crossed), HELD, scan)
            self._held_since_ns = self._timing.stays_ns(first_ns, self._last_ns, touch.peak_n)
            self._compare_ns = first_ns + self._config.compare_ns if touch.is_pinch else NEVER
        sure_n = max(rise.sure_n for rise in crossed)
        self._held_n = max(self._held_n, min(touch.peak_n, sure_n) if released else touch.peak_n)
        # One that was told as it went may have been lifted, and come back.
        stays = onset and not self._assessor.has_left(stretch, i, self._last_ns, self._held_n)
        if released and not leant and not stays:
            self._release(stretch.t_ns[i], out)

    def _hold(self, t_ns: int, mode: Mode, scan: int | None = None) -> None:
        """``scan``: until which what was no contact has been looked at."""
        held_n = 0.0
        if mode is LEANING:
            self._bases = None
            self._lean.clear()
            if self._second_hand.told_n:  # nobody came upon it
                mode, held_n = HELD, self._second_hand.told_n
            elif scan is not None:
                self._assessor.strength.lie(self._lean, scan)
        self.mode, self._held_since_ns, self._last_ns = mode, t_ns, t_ns
        self._second_hand.begin(t_ns if mode is HELD else NEVER, alone=self._bases is None)
        self._grey_from_ns, self._held_n, self._rises = None, held_n, [None, None]

    def _release(self, t_ns: int, out: list[PadEvent], *, coupled: bool = False) -> None:
        self.mode, self._bases, self._rises = IDLE, None, [None, None]
        self._heavy = self._leans = False
        self._second_hand.begin()
        self.holds.leave(t_ns, coupled=coupled)
        self.faults.end_lean(t_ns, out)
        self.faults.set(Fault.STUCK_PAD, False, t_ns, "", out)
