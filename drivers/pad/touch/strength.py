"""How hard a touch presses by itself: without what is coupled in, with what others lift off it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import Baseline
from drivers.pad.channels.calibration import PART_SPREAD
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import (
    REST,
    SHOWN_N,
    borne_out,
    calm_until,
    lay_alone,
    pulled_away,
    with_doubt,
)
from drivers.pad.coupling.similarity import may_be_half
from drivers.pad.forces import Forces
from drivers.pad.lean import Lean
from drivers.pad.past import Past
from drivers.pad.reductions import greatest, least, mean, smoothed
from drivers.pad.rise import Rise
from drivers.pad.touch.load import most_laid_n, most_lying_n
from drivers.pad.touch.petal_stretch import is_moved
from drivers.pad.touch.timing import UNSURE, lasting_n
from drivers.pad.touches import PetalSensors, Stretch

_LEAST_REST_N = 0.04  # less of a load is no finger that would show
# What is pushed there, not lifted: below so many newtons a sensor shows it badly; of what it seems
# to be, each sensor shows so much at least and at most, and one so many times the other's part.
_PUSHED_N, _PUSHED, _MOST_PUSHED, _ALIKE = 0.15, 0.3, 1.5, 1.4
_SHOWN_N = 0.65  # a hand that is lifted shows less
# Where the plugs are swapped *top* shows what others couple into *under*: of what is expected of
# *top* at most so much. *Under* shows what *top* should, at most so many times: by another's curve.
_SHORT, _TURNED = 0.6, 2.0
_MOST_OFF = 2.5  # errors of what couples: it hardly ever errs by more
_SLOW = 5  # scans: by then most hands have passed the onset's force, or they may be lifted
_TREMBLES = 0.5  # a resting hand may rise by so much of what it presses with, and mean nothing


class Strength:
    """The own force of one petal's touches."""

    def __init__(
        self, sensors: PetalSensors, config: PadConfig, baseline: Baseline, forces: Forces
    ) -> None:
        order = sensors.order
        self._order, self._sensors, self._short = order, sensors, forces.spans.contact
        self._config, self._baseline, self._forces = config, baseline, forces
        self._may_be_n = [(1.0 - UNSURE * s) * config.onset_n for s in sensors.gain_sigmas]
        self._beside = forces.beside(order)

    def fitted(
        self, part: int, view: Past, base_n: float, steady: bool = False
    ) -> tuple[Floats, Floats]:
        """A channel's own force, float64[n] newtons, with its crosstalk fitted anew, and the shares
        of that fit, by source. What lay there before others pressed is not explained by them."""
        forces, channel = self._forces, self._sensors.channels[part]
        others = forces.others(view.sources, self._order)
        force = view.newtons[:, channel] - base_n
        coupled = force if steady else force - self.alone_n(part, force, others)
        shares = forces.explain(channel, coupled, others, view, steady)
        own: Floats = force - others.dot(shares)
        return own, shares

    def alone_n(self, part: int, force: Floats, others: Floats) -> Floats:
        """``lay_alone`` of one channel, if that may have been half a newton."""
        return lay_alone(force, others, self.may_be_n(part))

    def pulled_n(self, part: int, most_n: Floats, own: Floats, k: int) -> Floats | None:
        """``pulled_away`` of a channel's own force that rose in row ``k``."""
        return pulled_away(own, most_n, k, self.may_be_n(part), self._config.least_peak_n)

    def may_be_n(self, part: int) -> float:
        """The least force, newtons as they are read, that may have been half a newton."""
        return self._may_be_n[part]

    def lay(self, scan: int) -> bool:
        """Has anything lain on the petal before scan ``scan``?"""
        view = self._forces.past(scan - REST[0], scan - REST[1])
        own = self._sensors.of(self._forces.own_past(view))
        return bool(len(own)) and float(own.mean(axis=0).max()) >= self._config.start_n

    def is_turned(self, view: Past) -> bool:
        """Is it pushed by somebody whose plugs are swapped? A grab there looks like fingers that
        lift the others, and really pushes them. Another petal shows that push too, or this one
        shows more of it than a hand that is lifted does."""
        own = self._forces.own_past(view, known=True)
        if not self._pushed(view, own, self._order):
            return False
        if greatest(self._sensors.of(own)) >= _SHOWN_N:
            return True
        others = set(range(self._forces.petal_count)) - {self._order}
        return any(self._pushed(view, own, order) for order in others)

    def turns(self, view: Past, base_n: float) -> bool:
        """Does each sensor show what others couple into the other one, as on swapped plugs? *Top*
        shows too little then, which no hand can make. What *under* shows of it is taken off from
        now on."""
        forces, (top, under) = self._forces, self._sensors.channels
        shares = forces.shares.expected(top)
        coupled_n = forces.others(view.sources, self._order).dot(shares)
        loud = coupled_n >= max(greatest(coupled_n) / 2, _PUSHED_N)
        if not np.count_nonzero(loud):
            return False
        shown_n = view.newtons[:, top] + forces.lifted(top, view.newtons)
        if mean(shown_n[loud]) > _SHORT * mean(coupled_n[loud]):
            return False
        force = view.newtons[:, under] - base_n
        times = mean(force[loud]) / mean(coupled_n[loud])
        rest_n = lasting_n(force - times * coupled_n, self._short)
        if times > _TURNED or rest_n >= self._config.start_n:
            return False
        forces.set_shares(under, times * shares)
        return True

    def _pushed(self, view: Past, own: Floats, order: int) -> bool:
        """Do both sensors of a petal show as a push what seems to lift it, and nothing else? A palm
        there would leave *under* out, a grab would press it harder than what couples does."""
        forces, channels = self._forces, self._forces.both[order]
        pulls_n = forces.lifting_of(view.newtons).force_n
        # What explains slaps on other petals is not known here: it may be so within this batch.
        pushed_n = forces.shares.means[channels, : forces.petal_count] @ pulls_n.T
        shown_n = own[:, channels].T
        if min(map(greatest, pushed_n)) < _PUSHED_N:
            return False
        level_n = np.maximum(*shown_n)
        most = level_n >= greatest(level_n) / 2
        parts = shown_n[:, most].sum(axis=1) / np.maximum(pushed_n[:, most].sum(axis=1), _PUSHED_N)
        if least(parts) < _PUSHED or greatest(parts) > min(_MOST_PUSHED, _ALIKE * least(parts)):
            return False
        rest_n = np.maximum(*(shown_n - parts[:, None] * pushed_n))
        return lasting_n(rest_n, self._short) < self._config.onset_n

    def may_be_half(self, rises: Sequence[Rise | None], scan: int) -> bool:
        """May the hand on a petal beside this one press here too?"""
        first = min(rise.scan for rise in rises if rise is not None)
        top, under = self._forces.by_sensor(self._forces.past(first - REST[0], scan + 1).newtons)
        ratio, level_n = self._config.crosstalk_ratio, self._config.onset_n
        return may_be_half(top, under, self._order, self._beside, ratio, level_n)

    def stays(self, part: int, rise: Rise, view: Past, base_n: float, own: Floats) -> bool:
        """Does a touch go on that has not crossed yet, as a finger lay there before others pressed?
        ``own``: float64[n], its force since it seemed to cross."""
        if own[-1] < self._config.release_n:
            return False
        others = self._forces.others(view.sources, self._order)
        force = view.newtons[:, self._sensors.channels[part]] - base_n
        if not np.count_nonzero(self.alone_n(part, force, others)):
            return False
        rise.crossed = rise.crossed_ns = -1
        rise.doubtful = rise.beyond = False
        rise.explained = True
        rise.peak_n, rise.sure_n = greatest(own), 0.0
        return True

    def shows(self, part: int, rise: Rise, scan: int) -> bool:
        """Does a sensor read any more since it rose? What is taken off no longer is no rise; a slap
        that leaves takes with it what a hand may have risen by."""
        crossed = max(rise.crossed, rise.scan)
        view = self._forces.past(min(rise.scan, crossed - 1), scan + 1)  # it may cross at once
        read = view.newtons[:, self._sensors.channels[part]]
        before = read[: crossed - view.first + 1]
        return greatest(read) >= least(before) + self._config.start_n

    def peak(
        self, rises: Sequence[Rise | None], bases: Sequence[float], scan: int, early: bool
    ) -> float:
        """The greatest force of a touch, by the sensors that have crossed: without what is coupled
        in, if it is perhaps none without that, and with what others lift off it, if it is none by
        what the sensors show at last."""
        crossed, least_n = [r for r in rises if r and r.crossed >= 0], self._least_peak_n(rises)
        peak_n = max(rise.peak_n for rise in crossed)
        sure_n = max(rise.sure_n for rise in crossed)
        coupled = peak_n >= least_n > sure_n
        if not coupled and (early or peak_n >= least_n):
            return peak_n
        own_n = 0.0
        for part, rise in enumerate(rises):
            if rise is None:
                continue
            view = self._forces.past(rise.scan - self._forces.spans.look_back, scan + 1)
            k = rise.scan - view.first
            if coupled:  # what lasts: a slap may leave as much in it for some samples
                own, _ = self.fitted(part, view, bases[part])
                if rise.explained:
                    own = self._believed(part, view, bases[part], k, own)
                own = own + self._lifted_off(part, view, own, k)
                own = self._with_doubt(part, rise, view, bases[part], own)
                own = self._if_still(part, rise, view, bases[part], own)
                own_n = max(own_n, lasting_n(own[k:], min(len(own) - k, self._short)))
            else:  # what holds: fingers may have come before the hand above them
                own = self._doubted(part, rise, view, bases[part])
                holds = np.sort(smoothed(own[k:]))[: -self._short]
                own_n = max(own_n, float(holds.max(initial=0.0)))
        return own_n if coupled else max(own_n, peak_n)

    def _believed(self, part: int, view: Past, base_n: float, k: int, fitted: Floats) -> Floats:
        """A channel's own force as it was ``fitted``, since row ``k``; by what is known to couple
        where that leaves for as long as a hand stays more than it hardly ever errs by."""
        forces, channel = self._forces, self._sensors.channels[part]
        known, others = forces.shares.known(channel), forces.others(view.sources, self._order)
        force = view.newtons[:, channel] - base_n
        sure_n = force - known.most_n(others, _MOST_OFF)
        sure_n = sure_n - _MOST_OFF * forces.unmeasured_n(channel, view)
        hand = lasting_n(sure_n[k:], min(len(fitted) - k, self._short)) >= 0.0
        return np.maximum(force - others.dot(known.means), fitted) if hand else fitted

    def _if_still(self, part: int, rise: Rise, view: Past, base_n: float, own: Floats) -> Floats:
        """A channel's own force: of a finger that lay still for as long as a hand rises, until more
        was coupled, no more than it lay there with or surely has. That it pressed harder just then
        is less likely than that what couples errs."""
        if rise.crossed < 0:
            return own
        forces, channel = self._forces, self._sensors.channels[part]
        read, k = view.newtons[:, channel], rise.crossed - view.first
        end = calm_until(np.maximum(read - own, 0.0), k)
        lay = own[max(end - forces.spans.rise, k) : end]
        if end == len(own) or len(lay) < forces.spans.rise or is_moved(greatest(lay), least(lay)):
            return own
        known, others = forces.shares.known(channel), forces.others(view.sources, self._order)
        sure_n = read - base_n - known.most_n(others, _MOST_OFF)
        still: Floats = own.copy()
        still[end:] = np.minimum(own[end:], np.maximum(greatest(lay), sure_n[end:]))
        return still

    def enough(self, peak_n: float, rises: Sequence[Rise | None]) -> bool:
        """Is such a greatest force a contact's?"""
        return peak_n >= self._least_peak_n(rises)

    def _least_peak_n(self, rises: Sequence[Rise | None]) -> float:
        """What a contact's least peak makes the petal read, as it stands off its sisters. That it
        reads too much takes no hand that may be one, by an error of that, nor does what is taken
        off of a finger that may have rested there. Where nobody has weighed it what both sensors
        show is a grip, if it may press so hard: who leans, or brushes it, hardly shows on both."""
        sigma, least_n = max(self._sensors.gain_sigmas), self._reads_n()
        if sigma >= PART_SPREAD and all(rise and rise.crossed >= 0 for rise in rises):
            least_n *= 1.0 - UNSURE * sigma
        return least_n - self.most_resting_n()

    def _reads_n(self) -> float:
        more, doubt = self._forces.sisters.off(self._order)
        return self._config.least_peak_n * exp(max(-more - doubt, min(-more, 0.0)))

    def resting_n(self) -> Floats:
        """float64[c]: what is taken off *top* and *under* of a finger that may rest there: of the
        load, what came of late, less than half a newton, and not to all petals."""
        rests_n = np.zeros(len(self._baseline.lately_n))
        if self.most_resting_n():
            channels = list(self._sensors.channels)
            rests_n[channels] = self._baseline.lately_n[channels]
        return rests_n

    def most_resting_n(self) -> float:
        """The most of that."""
        (top, under), lately_n = self._sensors.channels, self._baseline.lately_n
        most_n = max(lately_n.item(top), lately_n.item(under))
        if not _LEAST_REST_N < most_n < self._config.onset_n:
            return 0.0
        return most_n if most_n > most_laid_n(lately_n.tolist()) else 0.0

    def strong_n(self, base_n: float, scans: int, scan: int, *, laid: bool) -> float:
        """How much what lies on the petal has to rise by: a heavy hand trembles; what lies on the
        table, and so on all petals, does not. What others' slaps couple comes and goes: some petal
        has been free of it of late. Their hands may stay for long, unless it was ``laid`` there."""
        config, forces = self._config, self._forces
        lies_n = base_n if _TREMBLES * base_n > config.rise_n else 0.0
        for many in (scans, scans if laid else forces.kept.scans):
            if lies_n:  # as seldom: no petal is free now
                view = forces.past(scan + 1 - many, scan + 1)
                known_n = forces.own_past(view, known=True)  # as all petals are read alike by now
                least = forces.levels(known_n)[:, ~forces.silent].min(axis=0)
                lies = len(least) > 0 and least.min() >= config.start_n  # or nobody can be heard
                lies_n = most_lying_n(least) if lies else 0.0
        return max(config.rise_n, _TREMBLES * (base_n - lies_n))

    def carries(self) -> float:
        """How much the petal carries for each newton that it reads, by that."""
        return self._config.least_peak_n / self._reads_n()

    def _doubted(self, part: int, rise: Rise, view: Past, base_n: float) -> Floats:
        """A channel's own force with all that others may lift, in doubt (``_with_doubt``)."""
        channel = self._sensors.channels[part]
        own = self._own(part, view, base_n)
        lifted_n = self._forces.lifted(channel, view.newtons)
        own = own + borne_out(lifted_n, own, view.newtons[:, channel], rise.scan - view.first)
        return self._with_doubt(part, rise, view, base_n, own)

    def most(self, view: Past, scan: int, explained: bool) -> Floats:
        """float64[n]: what the petal may carry by itself (``Forces.most_pressed``), and with what
        others lift off it since ``scan``, where its rise begins."""
        most_n = self._forces.most_pressed(self._order, view, explained)
        lifted = (self.with_lifted(part, view, 0.0, scan - view.first) for part in (0, 1))
        greatest_n: Floats = np.maximum.reduce((most_n, *lifted))
        return greatest_n

    def with_lifted(self, part: int, view: Past, base_n: float, k: int) -> Floats:
        """float64[n]: a channel's own force above ``base_n``, with what others lift off it since
        row ``k``, where its rise begins."""
        own = self._own(part, view, base_n)
        return own + self._lifted_off(part, view, own, k)

    def _own(self, part: int, view: Past, base_n: float) -> Floats:
        """float64[n]: a channel's own force above ``base_n``."""
        own: Floats = self._forces.own_past(view)[:, self._sensors.channels[part]] - base_n
        return own

    def _lifted_off(self, part: int, view: Past, own: Floats, k: int) -> Floats:
        """float64[n]: what others surely lift off a channel, as far as it bears that out before
        row ``k``, where its rise begins."""
        channel = self._sensors.channels[part]
        lifted_n = self._forces.lifted(channel, view.newtons, surely=True)
        if not np.count_nonzero(lifted_n):
            return lifted_n
        return borne_out(lifted_n, own, view.newtons[:, channel], k)

    def passes(
        self, part: int, rise: Rise, stretch: Stretch, i: int, force_n: float, *, leant: bool
    ) -> bool:
        """Does a sensor pass the onset's force in row ``i``, by itself or by what others lift off
        it? Of a hand that ``leant`` that was lifted before."""
        config = self._config
        if force_n >= config.onset_n:
            return True
        if force_n < config.start_n or leant or stretch.first + i <= rise.scan + _SLOW:
            return False
        return force_n + self.lifted_n(part, stretch.newtons, i + 1, force_n) >= config.onset_n

    def lifted_n(self, part: int, newtons: Floats, row: int, force_n: float) -> float:
        """What is surely lifted off a channel in a row of float64[n, c], and was in the one before;
        only if any fingers lift. Where ``force_n``, its own, is too little for a touch to stay, the
        sensor has to read little: what others load shows by itself what is lifted off it."""
        channel = self._sensors.channels[part]
        if not self._forces.lifts(newtons, row, self._order):
            return 0.0
        rows = slice(row - 1, row + 1)
        if force_n < self._config.release_n and newtons[row, channel] >= self._config.onset_n:
            return 0.0
        return least(self._forces.lifted(channel, newtons, surely=True, rows=rows))

    def _with_doubt(self, part: int, rise: Rise, view: Past, base_n: float, own: Floats) -> Floats:
        """A channel's own force; if nothing has explained the crossing, ``with_doubt``: no more is
        coupled than likely."""
        if rise.explained or base_n or rise.crossed < 0:
            return own
        forces, channel = self._forces, self._sensors.channels[part]
        read, k = view.newtons[:, channel], rise.crossed - view.first
        over_n = np.maximum(read - view.sources @ forces.shares.expected(channel) - own, 0.0)
        return with_doubt(own, read, over_n, forces.left_n(channel, view), k)

    def lifted(self, channel: int, view: Past, own: Floats) -> tuple[Floats, Floats, Floats | None]:
        """A channel's own force with what others lift off it, that part, and how much more there
        may be where it shows nothing, which a sensor does of less than nothing too. A palm of which
        no weighing has shown that it lifts hides nobody: it lifts little, and perhaps not at all.
        """
        lifted_n = self._forces.lifted(channel, view.newtons)
        if not np.count_nonzero(lifted_n):
            return own, lifted_n, None
        fingers_n, pulled_n = self._forces.lifted_by(channel, view.newtons)
        carries = view.newtons[:, channel] > self._baseline.forces[channel, 0] + SHOWN_N
        likely_n = np.where(own > SHOWN_N, lifted_n - pulled_n, 0.0) + carries * pulled_n
        hidden_n = np.where(own > SHOWN_N, 0.0, fingers_n) + ~carries * pulled_n
        hidden = hidden_n if np.count_nonzero(hidden_n) else None
        return own + likely_n, likely_n + hidden_n, hidden

    def sensors(self, view: Past) -> Floats:
        """float64[2, n]: both sensors' own forces, with what others lift off them."""
        own = self._forces.own_past(view)
        return np.stack([self.lifted(c, view, own[:, c])[0] for c in self._sensors.channels])

    def level(self, view: Past) -> Floats:
        """float64[n]: the petal's, the greater of them."""
        level: Floats = np.maximum(*self.sensors(view))
        return level

    def lie(self, lean: Lean, scan: int) -> None:
        """It leans with what both sensors were pressed with until ``scan``."""
        view = self._forces.past(scan + 1 - lean.kept_scans, scan + 1)
        lean.begin(self._sensors.of(self._forces.own_past(view)).T.tolist())
