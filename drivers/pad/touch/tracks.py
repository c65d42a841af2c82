"""The forces of one petal's sensors with all that they may be wrong by: when did a hand come?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import exp, hypot
from typing import Final

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import Baseline
from drivers.pad.channels.calibration import CURVE_SPREAD
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import (
    BEFORE,
    REST,
    cut_off,
    each_since_before,
    in_all_n,
    lay_before_n,
    lay_under,
    may_be_late,
    passed_late,
    swings_back_n,
    swings_on_n,
    taken_too_much,
    while_pressed,
)
from drivers.pad.forces import Forces
from drivers.pad.onset.approach import Rule, Track, began
from drivers.pad.onset.passing import Onset
from drivers.pad.past import Past
from drivers.pad.reductions import greatest, scatter
from drivers.pad.rise import Rise, that_led
from drivers.pad.touch.blow import Blow
from drivers.pad.touch.petal_stretch import last_at_rest
from drivers.pad.touch.strength import Strength
from drivers.pad.touch.swing import Swing
from drivers.pad.touch.timing import UNSURE, loaded_since
from drivers.pad.touches import PetalSensors

LIFTED: Final = 0.4
"""Of what others lift off a channel: no weighing has shown it."""
_LOAD_SIGMA = 0.04  # of what lies on a channel: its curve there is not that of the weighing
_LEANT = 30  # scans before a rise that show how still a hand leant
_AT_MOST = 2.0  # of its part errs a force on a load below the onset's: nobody weighed it there
# Sigmas of the level by which a finger may have leant beside it, and how likely each is: what is
# told as an end is at least so likely.
_BESIDE: Final[Floats] = np.linspace(-2.0, 2.0, 41)
_LIKELY: Final[Floats] = np.exp(-(_BESIDE**2) / 2) / np.exp(-(_BESIDE**2) / 2).sum()
_LEAST_LIKELY = 0.15
_TAKEN = 0.2  # of what couples: sensors in some tenths of a newton, and under heavy hands


class Tracker:
    """Of one petal."""

    def __init__(
        self,
        sensors: PetalSensors,
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
        strength: Strength,
        swing: Swing,
        blow: Blow,
    ) -> None:
        self._order, self._sensors, self._config = sensors.order, sensors, config
        self._baseline, self._forces = baseline, forces
        self._strength, self._swing, self._blow = strength, swing, blow

    def onset(
        self,
        rises: Sequence[Rise | None],
        bases: Sequence[float] | None,
        scan: int,
        jitter_ns: int,
    ) -> Onset:
        """When a touch that was decided by ``scan`` began. ``bases``: what the hand leant with, or
        what is laid there."""
        config, rises, leant = self._config, rises if bases else that_led(rises), bases is not None
        first = min(rise.scan for rise in rises if rise is not None)
        view = self._forces.past(first - REST[0], scan + 1)
        origin_ns, before_ns = int(view.times[0]), min(rise.before_ns for rise in rises if rise)
        own = self._forces.own_past(view)
        blow = self._blow.upon(view, rises) if bases is None else None
        if blow is not None:
            first, rises, view, own, _ = blow
        rests = self._strength.resting_n()
        left = self._left(rises, bases, rests, view, own, first)
        if left is not None:
            bases = None
            view, own = view._replace(newtons=view.newtons + rests), own + rests
        more, _ = self._forces.sisters.off(self._order)
        tracks = uncut = [
            self._track(part, rise, None if bases is None else bases[part], view, own, first)
            for part, rise in enumerate(rises)
            if rise is not None
        ]
        if blow is not None:
            tracks = uncut = [t._replace(sigma_n=np.hypot(t.sigma_n, blow.error_n)) for t in tracks]
        start = max(first - BEFORE - view.first, 0)
        if left is not None:
            tracks = [track.since(left) for track in tracks]
        elif all(track.hides(start) < config.onset_n - config.start_n for track in tracks):
            start = loaded_since([track.force_n for track in tracks], start, config.start_n)
            tracks = [track.since(start) for track in tracks]
        rule = Rule.of(config, self._forces.spans, bases is not None, exp(-more))
        onset = began(tracks, rule, jitter_ns, uncut)
        if leant:
            onset = self._beside(onset, rule, view, own)
        elif blow is None:
            onset = self._blow.doubted(onset, view, rises)
        waits_ns = config.u_waited_ns, config.wait_ns
        return onset.waited_for(origin_ns, before_ns, *waits_ns, config.u_max_ns)

    def _beside(self, onset: Onset, rule: Rule, view: Past, own: Floats) -> Onset:
        """The ``onset`` of a hand that leant, with an earlier end if that was beside the level: it
        may have been below, and come as it last passed that, not as it rose from there."""
        origin_ns = int(view.times[0])
        rows = int(view.times.searchsorted(origin_ns + onset.t_ns)) + 1
        petal_n = np.maximum(*self._sensors.of(own)[:rows].T)
        levels_n = rule.level_n * (1.0 + _BESIDE * max(self._sensors.gain_sigmas))
        gap = self._forces.spans.gap
        below = np.pad(petal_n < levels_n[:, None], ((0, 0), (1, 0))).cumsum(axis=1)
        gone = below[:, gap:] - below[:, :-gap] == gap
        if not np.count_nonzero(gone):
            return onset  # it leant above all of them all along
        (levels,) = np.logical_or.reduce(gone, axis=1).nonzero()
        came = rows - 1 - gone[levels, ::-1].argmax(axis=1)
        order = came.argsort(kind="stable")
        first = int(_LIKELY[levels[order]].cumsum().searchsorted(_LEAST_LIKELY))
        if first == len(order):
            return onset
        earliest_ns = int(view.times[came[order[first]]]) - origin_ns
        if earliest_ns >= onset.t_ns - 2 * onset.uncertainty_ns:
            return onset
        return onset.over(earliest_ns)

    def _left(
        self,
        rises: Sequence[Rise | None],
        bases: Sequence[float] | None,
        rests: Floats,
        view: Past,
        own: Floats,
        first: int,
    ) -> int | None:
        """The row in which a hand left what had lain there, if that was less than half a newton: a
        finger that rested, whose hand came as both passed that, or a load, above which it did.
        Nobody knows which, nor of ``rests``, float64[c], that are taken off by now. None: nothing
        lay where it came, or a hand leant."""
        rested = bool(np.count_nonzero(rests))
        if not rested and bases is None:
            return None
        crossed, part = min((r.crossed, p) for p, r in enumerate(rises) if r and r.crossed >= 0)
        shown = self._sensors.of(own + rests)[: crossed - view.first]
        lay = np.array(bases)
        if rested:
            lay = np.array([lay_before_n(force, first - view.first) for force in shown.T])
        elif lay[part] < self._config.start_n:
            return None
        if not 0.0 < greatest(lay) < self._config.onset_n:
            return None
        return last_at_rest(shown, lay, self._config.onset_n, self._forces.spans.gap)

    def _track(
        self, part: int, rise: Rise, base_n: float | None, view: Past, forces_n: Floats, first: int
    ) -> Track:
        """A channel's own force, of all of them in the view; it rises from scan ``first`` on.
        ``base_n``: what a hand leant with there; None: none did."""
        forces, channel = self._forces, self._sensors.channels[part]
        leant, rose, k = base_n is not None, first - view.first, rise.crossed - view.first
        read, rest_n = view.newtons[:, channel], 0.0
        coupled_n = read - forces_n[:, channel]
        own, lifted_n, hidden = self._strength.lifted(channel, view, forces_n[:, channel])
        if base_n is None:
            rest_n = lay_before_n(own, rose)
            base_n = min(rest_n, 0.0)
        else:  # what others lifted off it then is none of its rise
            base_n += float(lifted_n[max(rose - BEFORE, 0)])
        own, known_left_n = own - base_n, forces.left_n(channel, view)
        hidden = in_all_n(
            hidden,
            taken_too_much(own + lifted_n, np.abs(coupled_n), rose),
            cut_off(read, float(self._baseline.forces[channel, 0])),
            None if leant else self._pulled_n(part, view, own, rose),
            None if leant else self._under_n(view, own, coupled_n, known_left_n, rose),
        )
        late_n = None if rise.explained else passed_late(coupled_n, k)
        if late_n is None:
            left_n = self._fitted_left_n(channel, view, coupled_n, k)
        else:
            left_n = np.hypot(known_left_n, late_n)
            if not forces.delay.is_known:
                left_n = np.hypot(left_n, may_be_late(coupled_n, k))
        if late_n is not None and not forces.delay.taken:
            own = own + late_n
        errors = [left_n, *self._lifting_errors_n(channel, view, lifted_n)]  # each of its cause
        past = forces.past(view.first, view.first + len(view.times))  # no blow off, no rest added
        lone_n = forces.lone_n(channel, list(self._sensors.channels), past)
        swing_n = self._swing.under(part, view, own, lone_n)
        if leant:  # that was measured, with what was coupled then
            before = max(rose - BEFORE, 0)
            left_n = reduce(np.hypot, [np.abs(error_n - error_n[before]) for error_n in errors])
        else:
            left_n = each_since_before(errors, own, read, rose)
            swing_n = swings_back_n(own, left_n, k, swing_n)
            left_n = swings_on_n(left_n, coupled_n, k)
        read_n = self._read_wrong_n(part, own, rose, base_n, leant=leant)
        sigma_n = np.hypot(left_n, read_n)
        return Track(
            t=(view.times - view.times[0] + self._sensors.offsets_ns[part]).astype(float),
            force_n=own,
            sigma_n=sigma_n,
            rest_n=max(rest_n, 0.0),
            hidden_n=hidden,
            gone=None if view.gone is None else view.gone[:, channel],
            lone_n=lone_n,
            coupled=rise.explained,
            full=None if view.full is None else view.full[:, channel],
            swing_n=swing_n,
            stays_n=while_pressed(left_n, own, own - UNSURE * sigma_n, k),
        )

    def _lifting_errors_n(self, channel: int, view: Past, lifted_n: Floats) -> list[Floats]:
        """float64[n]: one sigma of what others seem to lift off a channel; none where none do."""
        if not np.count_nonzero(lifted_n):
            return []
        known_n = np.minimum(np.add(*self._forces.lifted_by(channel, view.newtons)), lifted_n)
        return [np.hypot(LIFTED * known_n, lifted_n - known_n)]  # a palm may lift nothing

    def _pulled_n(self, part: int, view: Past, own: Floats, rose: int) -> Floats | None:
        most_n = self._forces.most_pulled(view.sources, self._sensors.channels[part])
        return self._strength.pulled_n(part, most_n, own, rose)

    def _under_n(
        self, view: Past, own: Floats, coupled_n: Floats, left_n: Floats, rose: int
    ) -> Floats | None:
        """``lay_under``, of a channel's ``own`` force, of which ``coupled_n`` was taken off, with
        an error of ``left_n``."""
        others = self._forces.others(view.sources, self._order)
        return lay_under(own, others, coupled_n, left_n, rose, self._config.start_n)

    def _fitted_left_n(self, channel: int, view: Past, coupled_n: Floats, k: int) -> Floats:
        """float64[n]: one sigma of what is left of crosstalk, of which ``coupled_n`` was taken off,
        fitted from row ``k`` on."""
        shown_n = self._forces.shares.shown_sigma_n(channel, view.sources, k)
        fitted_n = np.hypot(shown_n, _TAKEN * np.abs(coupled_n))
        return np.hypot(fitted_n, self._forces.unmeasured_n(channel, view))

    def _read_wrong_n(
        self, part: int, own: Floats, rose: int, base_n: float, *, leant: bool
    ) -> Floats:
        """float64[n]: one sigma of what a sensor reads of its ``own`` force: by its gain, its curve
        under a load, and noise. It rises from row ``rose`` on, above ``base_n``."""
        channel, onset_n = self._sensors.channels[part], self._config.onset_n
        # A load that was laid down of late is no noise: the samples before the hand show what is.
        before_n = scatter(own[:rose][-_LEANT:])
        sample_n = max(before_n, self._baseline.least_noise_n(channel))
        load_n, bent = abs(self._baseline.loads_n[channel]), 0.0
        if leant:
            there_n = np.minimum(np.abs(own), onset_n)
            weighed_n: Floats | float = there_n  # a gain errs by a part of that
            bent = CURVE_SPREAD  # half a newton above that lies between the two weights
        else:
            there_n = np.minimum(np.maximum(_AT_MOST * own, 0.0), onset_n)
            weighed_n = onset_n
            sample_n = min(sample_n, self._baseline.noise_n(channel))
            load_n += base_n
        doubt = self._forces.sisters.off(self._order)[1]
        odd_n = hypot(doubt, _LOAD_SIGMA * load_n / onset_n) * there_n
        gain_n = np.hypot(hypot(self._sensors.gain_sigmas[part], bent) * weighed_n, odd_n)
        return np.hypot(gain_n, sample_n)
