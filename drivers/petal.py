"""One petal's touches: idle → touched (gesture undecided) → held → idle."""

from __future__ import annotations

from collections import Counter

import numpy as np

from drivers.baseline import Baseline, Floats
from drivers.board import BoardInfo
from drivers.events import Contact, Fault, Gesture
from drivers.forces import Forces, Past, Times
from drivers.onset import Onset, Precision, estimate
from drivers.pad_config import PadConfig
from drivers.petal_faults import PadEvent, PetalFaults
from drivers.touches import Mode, Rise, Stretch

_DOUBT = 0.7  # of the onset force: coupling that might reach so far is looked into
_FALLEN = 0.3  # of what a hand pressed with: it may have left and coupling be the rest


class Petal:
    """The state machine of one petal. ``order`` is its column among the petals."""

    def __init__(
        self,
        info: BoardInfo,
        seat: int,
        order: int,
        channels: tuple[int, int],
        gain_sigmas: tuple[float, float],
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
    ) -> None:
        self.seat = seat
        self.channels = channels
        self._order = order
        self._offsets = tuple(info.channels[c].offset_ns for c in channels)
        self._gain_sigmas = gain_sigmas
        self._config, self._baseline, self._forces = config, baseline, forces
        self.mode = Mode.IDLE
        self._rises: list[Rise | None] = [None, None]
        self._resumed = False
        self._pressed = False
        self._held_since_ns = self._last_ns = 0
        self._grey_from_ns: int | None = None
        self._held_n = 0.0
        self._coupled: list[float] = []
        self._own: list[list[float]] = [[], []]
        self._judge_ns = 0  # nothing can be decided before the scan at this time
        self.faults = PetalFaults(seat, channels, config, baseline, forces)
        self.counters: Counter[str] = Counter()

    @property
    def stuck(self) -> bool:
        """Loaded for longer than any hand stays."""
        return Fault.STUCK_PAD in self.faults.active

    def take_pressed(self) -> bool:
        """Whether a hand was on it, or may have been, since this was last asked."""
        busy = self.mode is not Mode.IDLE
        pressed, self._pressed = self._pressed or busy, busy
        return pressed

    def undecided_from_ns(self) -> int | None:
        """The onset of an undecided touch is later than this; None without one."""
        times = [rise.before_ns for rise in self._rises if rise is not None]
        return min(times, default=None)

    def advance(self, stretch: Stretch) -> list[PadEvent]:
        """Take a stretch of scans."""
        out: list[PadEvent] = []
        first = self._dull(stretch, out)
        if first == len(stretch.t_ns):
            return out
        self._own = [stretch.own[:, channel].tolist() for channel in self.channels]
        self._coupled = stretch.coupled[:, self._order].tolist()
        for i in range(first, len(stretch.t_ns)):
            self._step(stretch, i, out)
        return out

    def _dull(self, stretch: Stretch, out: list[PadEvent]) -> int:
        """Pass over the scans in which an idle petal stays so, or a hand surely stays on it."""
        highest_n = stretch.highest[self._order]
        count = len(stretch.t_ns)
        if self.mode is Mode.IDLE:
            if highest_n < self._config.onset_n:
                return count
            return int((stretch.levels[:, self._order] >= self._config.onset_n).argmax())
        if self.mode is not Mode.HELD:
            return 0
        surely = stretch.surely[:, self._order]
        first = int(surely.argmin())
        if surely[first]:
            first = count
        elif first == 0:
            return 0
        else:
            highest_n = float(stretch.levels[:first, self._order].max())
        self._grey_from_ns = None
        self._held_n = max(self._held_n, highest_n)
        self._last_ns = stretch.t_ns[first - 1]
        self.faults.check_stuck(self._held_since_ns, self._last_ns, out)
        return first

    def _step(self, stretch: Stretch, i: int, out: list[PadEvent]) -> None:
        t_ns = stretch.t_ns[i]
        top, under = self._own[0][i], self._own[1][i]
        level = top if top > under else under
        if self.mode is Mode.IDLE:
            if level < self._config.onset_n:
                return
            if stretch.first + i == 0:  # loaded before anybody looked: its onset is unknown
                self._hold(t_ns)
                return
            self.mode = Mode.TOUCHED
        if self.mode is Mode.TOUCHED:
            self._rise(0, top, stretch, i)
            self._rise(1, under, stretch, i)
            if t_ns >= self._judge_ns:
                self._judge(stretch, i, out)
        elif level >= self._config.release_n:
            self._last_ns = t_ns
            self.faults.check_stuck(self._held_since_ns, t_ns, out)
            self._watch_grey(stretch, i, level)
        elif t_ns - self._last_ns >= self._config.release_hold_ns:
            self._release(t_ns, out)

    def _watch_grey(self, stretch: Stretch, i: int, level: float) -> None:
        """Fallen to what could be coupled, for as long as a crossing is screened?"""
        t_ns = stretch.t_ns[i]
        self._held_n = max(self._held_n, level)
        if level >= self._config.release_n + min(self._coupled[i], _FALLEN * self._held_n):
            self._grey_from_ns = None
        elif self._grey_from_ns is None:
            self._grey_from_ns = t_ns
        elif t_ns - self._grey_from_ns >= self._config.screen_ns:
            self._explain_rest(stretch, i)

    def _rise(self, part: int, force_n: float, stretch: Stretch, i: int) -> None:
        rise = self._rises[part]
        t_ns = stretch.t_ns[i] + self._offsets[part]
        if rise is None:
            if force_n < self._config.onset_n:
                return
            before_ns = stretch.t_ns[i - 1] if i else stretch.before_ns
            rise = Rise(
                stretch.first + i,
                t_ns,
                before_ns + self._offsets[part],
                force_n,
                force_n - self._coupled[i],
                t_ns,
                self._coupled[i],
            )
            self._rises[part] = rise
            self._judge_ns = 0
        elif stretch.first + i == rise.scan + 1 and rise.coupled_n >= 0.0:
            rise.coupled_n = max(rise.coupled_n, self._coupled[i])
        if force_n >= self._config.release_n:
            rise.last_ns = t_ns
            if force_n > rise.peak_n:
                rise.peak_n = force_n
            if force_n - self._coupled[i] > rise.sure_n:
                rise.sure_n = force_n - self._coupled[i]

    def _judge(self, stretch: Stretch, i: int, out: list[PadEvent]) -> None:
        scan, t_ns = stretch.first + i, stretch.t_ns[i]
        rises = [rise for rise in self._rises if rise is not None]
        released = t_ns - max(rise.last_ns for rise in rises) >= self._config.release_hold_ns
        for part in (0, 1):
            rise = self._rises[part]
            if rise is None or rise.onset is not None or scan <= rise.scan:
                continue
            at_ns = t_ns + self._offsets[part]
            if released or (at_ns >= rise.look_ns and scan >= rise.look_scan):
                self._assess(part, rise, stretch, i, released)
        rises = [rise for rise in self._rises if rise is not None]
        if not rises and self._resumed:
            self._resumed = False
            self._hold(t_ns)
        elif not rises:
            self.counters["coupled"] += 1
            self.mode = Mode.IDLE
        elif all(rise.onset is not None for rise in rises):
            self._decide(rises, stretch, i, released, out)
        self._judge_ns = self._next_judge_ns(scan)

    def _next_judge_ns(self, scan: int) -> int:
        """The earliest scan time at which another look can decide anything, as things stand.

        A new crossing may make it sooner; that it is too soon costs a look and changes nothing.
        """
        config = self._config
        rises = [rise for rise in self._rises if rise is not None]
        if self.mode is not Mode.TOUCHED or any(
            rise.onset is None and rise.look_scan > scan for rise in rises
        ):
            return 0
        last_offset_ns = max(self._offsets)
        times = [max(rise.last_ns for rise in rises) + config.release_hold_ns]
        times += [rise.look_ns - last_offset_ns for rise in rises if rise.onset is None]
        onsets = [rise.onset.t_ns for rise in rises if rise.onset is not None]
        if len(onsets) == 2:
            times.append(min(onsets) + config.least_loaded_ns - last_offset_ns)
        elif len(rises) == 1 and onsets:
            times.append(onsets[0] + config.gesture_ns)
        return min(times)

    # -- one channel's crossing ------------------------------------------------------------------

    def _assess(self, part: int, rise: Rise, stretch: Stretch, i: int, released: bool) -> None:
        """Find the channel's onset if it can be known by now; drop a crossing that is coupled."""
        forces, config = self._forces, self._config
        scan = stretch.first + i
        if rise.coupled_n < 0.0:
            around = self._others(forces.past(rise.scan, min(rise.scan + 2, scan + 1)))
            bounds = forces.shares.petal_bounds[self._order]
            rise.coupled_n = float((around * bounds).sum(axis=1).max())
        if rise.coupled_n >= _DOUBT * config.onset_n:
            rise.look_ns = rise.t_ns + config.screen_ns
            if released or stretch.t_ns[i] + self._offsets[part] >= rise.look_ns:
                self._screen(part, rise, scan, stretch, released)
        elif scan < rise.scan + 2 and not released and self._other_unknown(part):
            rise.look_scan = rise.scan + 2  # which sharpens; a second channel's does not matter
        else:
            view = forces.past(rise.scan - 2, scan + 1)
            k = rise.scan - view.first
            others = self._others(view)
            own = forces.own(view.newtons, others, self.channels[part])
            extra_n = forces.shares.rest_sigma_n(self.channels[part], others[k])
            rise.onset = self._onset(part, own, view, k, stretch.jitter_ns, extra_n)

    def _others(self, view: Past) -> Floats:
        """Forces of the other petals: nothing in this one's column."""
        others = view.petals.copy()
        others[:, self._order] = 0.0
        return others

    def _screen(self, part: int, rise: Rise, scan: int, stretch: Stretch, released: bool) -> None:
        """Judge a crossing that coupling may have caused: drop it, move it or time it."""
        config = self._config
        view = self._forces.past(rise.scan - self._forces.look_back_scans, scan + 1)
        k = rise.scan - view.first
        others = self._others(view)
        own = self._explain(part, view, others, stretch)
        loaded = own[k:] >= config.onset_n
        if not loaded.any() or (own[-1] < config.release_n and not released):
            self._rises[part] = None
            return
        moved = int(loaded.argmax())
        self._correct(rise, own, view.times + self._offsets[part], k, moved)
        if moved and not released:
            return
        hidden_ns = 0
        if not moved and own[k - 1] >= config.onset_n:
            # Too much was taken off before: the force is older than its crossing.
            below = np.flatnonzero(own[:k] < config.onset_n)
            if not len(below):
                self._rises[part] = None
                self._resumed = True
                return
            hidden_ns = int(view.times[k - 1] - view.times[below[-1]])
        k += moved
        extra_n = self._forces.shares.sigma_n(self.channels[part], others, k)
        jitter_ns = stretch.jitter_ns + hidden_ns
        rise.onset = self._onset(part, own, view, k, jitter_ns, extra_n)

    def _explain(self, part: int, view: Past, others: Floats, stretch: Stretch) -> Floats:
        """Fit the channel's coupling anew; its own force in the view."""
        forces, channel = self._forces, self.channels[part]
        force = view.newtons[:, channel]
        shares = forces.explain(channel, force, others)
        forces.set_shares(channel, shares)
        self._own[part] = forces.own(stretch.newtons, stretch.petals, channel).tolist()
        own: Floats = force - others @ shares
        return own

    def _explain_rest(self, stretch: Stretch, i: int) -> None:
        """A hand seems to stay, but its neighbours could cause all of it: look whether they do."""
        self._grey_from_ns = stretch.t_ns[i] + 3 * self._config.screen_ns  # look again then
        scan = stretch.first + i
        before = self._forces.coefficients
        view = self._forces.past(scan - self._forces.screen_scans, scan + 1)
        others = self._others(view)
        rest_n = max(float(self._explain(part, view, others, stretch)[-1]) for part in (0, 1))
        if rest_n >= self._config.release_n:
            self._forces.coefficients = before
            for part, channel in enumerate(self.channels):
                own = self._forces.own(stretch.newtons, stretch.petals, channel)
                self._own[part] = own.tolist()

    def _other_unknown(self, part: int) -> bool:
        other = self._rises[1 - part]
        return other is None or other.onset is None

    def _correct(
        self,
        rise: Rise,
        own: Floats,
        times: Times,
        k: int,
        moved: int,
    ) -> None:
        """Count only the channel's own force, from its own crossing ``moved`` scans later."""
        rise.scan += moved
        rise.coupled_n = -1.0 if moved else rise.coupled_n
        rise.t_ns = int(times[k + moved])
        rise.look_ns = rise.t_ns + self._config.screen_ns
        rise.before_ns = int(times[k + moved - 1])
        later = own[k + moved :]
        rise.peak_n = rise.sure_n = float(later.max())
        loaded = np.flatnonzero(later >= self._config.release_n)
        rise.last_ns = int(times[k + moved + int(loaded[-1])])

    def _onset(
        self,
        part: int,
        own: Floats,
        view: Past,
        k: int,
        jitter_ns: int,
        extra_n: float,
    ) -> Onset:
        low = max(k - 2, 0)
        channel = self.channels[part]
        noise_n = self._baseline.noise_n(channel, view.codes[low : k + 3, channel])
        precision = Precision(noise_n, self._gain_sigmas[part], jitter_ns, extra_n)
        moments = (view.times[low : k + 3] + self._offsets[part]).tolist()
        return estimate(
            moments, own[low : k + 3].tolist(), k - low, self._config.onset_n, precision
        )

    # -- the gesture -----------------------------------------------------------------------------

    def _decide(
        self,
        rises: list[Rise],
        stretch: Stretch,
        i: int,
        released: bool,
        out: list[PadEvent],
    ) -> None:
        config = self._config
        onset = min((rise.onset for rise in rises if rise.onset is not None), key=_onset_time)
        closes_ns = onset.t_ns + config.gesture_ns
        in_time = [rise is not None and rise.t_ns <= closes_ns for rise in self._rises]
        peak_n = max(rise.peak_n for rise in rises)
        if peak_n >= config.least_peak_n > max(rise.sure_n for rise in rises):
            peak_n = self._own_peak(stretch.first + i)
        loaded_ns = max(rise.last_ns for rise in rises) - onset.t_ns
        touch = peak_n >= config.least_peak_n and loaded_ns >= config.least_loaded_ns
        pinched = all(in_time) and self._pinched()
        if not (touch and pinched) and not released and stretch.t_ns[i] <= closes_ns:
            return
        decided_ns = stretch.t_ns[i] + max(self._offsets)
        if not touch:
            self.counters["brushes"] += 1
            self.faults.brush(decided_ns, out)
        elif not in_time[0]:
            self.counters["under_only"] += 1
            self.faults.watch_dead(0, peak_n, stretch, i, out)
        else:
            gesture = Gesture.GRAB if pinched else Gesture.PALM
            if gesture is Gesture.PALM:
                self.faults.watch_dead(1, peak_n, stretch, i, out)
            self._emit(gesture, onset, peak_n, stretch, decided_ns, out)
        self._hold(max(rise.last_ns for rise in rises))
        if released:
            self._release(stretch.t_ns[i], out)

    def _pinched(self) -> bool:
        """Is *under* pressed by fingers, and not only by what *top* passes on through the petal?"""
        top, under = self._rises
        if top is None or under is None:
            return False
        return under.peak_n >= self._config.pinch_share * top.peak_n

    def _own_peak(self, scan: int) -> float:
        """The greatest force of a touch that is perhaps none without what is coupled in."""
        forces = self._forces
        peak_n = 0.0
        for part, rise in enumerate(self._rises):
            if rise is not None:
                view = forces.past(rise.scan - forces.look_back_scans, scan + 1)
                others, force = self._others(view), view.newtons[:, self.channels[part]]
                own = force - others @ forces.explain(self.channels[part], force, others)
                peak_n = max(peak_n, float(own[rise.scan - view.first :].max()))
        return peak_n

    def _emit(
        self,
        gesture: Gesture,
        onset: Onset,
        peak_n: float,
        stretch: Stretch,
        decided_ns: int,
        out: list[PadEvent],
    ) -> None:
        if self.faults.active:
            self.counters["suppressed"] += 1
            return
        self.counters[gesture.value] += 1
        out.append(
            Contact(
                self.seat,
                gesture,
                onset.t_ns,
                onset.uncertainty_ns,
                stretch.clock_uncertainty_ns,
                decided_ns,
                peak_n,
            )
        )

    def _hold(self, t_ns: int) -> None:
        self.mode = Mode.HELD
        self._held_since_ns = self._last_ns = t_ns
        self._grey_from_ns = None
        self._held_n = 0.0
        self._rises = [None, None]
        self._pressed = True

    def _release(self, t_ns: int, out: list[PadEvent]) -> None:
        self.mode = Mode.IDLE
        self.faults.set(Fault.STUCK_PAD, False, t_ns, "", out)


def _onset_time(onset: Onset) -> int:
    return onset.t_ns
