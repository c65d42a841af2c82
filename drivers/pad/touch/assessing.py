"""What the past of one petal says: is it crosstalk, the table's, or a hand that came?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import is_

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import BEFORE, PULLS_N, REST, SHOWN_N, came_by
from drivers.pad.coupling.shares import ALIKE
from drivers.pad.coupling.similarity import delayed, misfit
from drivers.pad.forces import Forces
from drivers.pad.past import Past
from drivers.pad.reductions import (
    any_of,
    greatest,
    greatest_by_row,
    smoothed,
)
from drivers.pad.rise import Rise
from drivers.pad.touch.blow import Blow
from drivers.pad.touch.ending import Ending
from drivers.pad.touch.load import (
    SLOW_N,
    first_quick,
    is_dropped,
    is_laid,
    is_put_down,
    lies,
    may_be_slow,
)
from drivers.pad.touch.pinch import Pinch, pinched
from drivers.pad.touch.second_hand import rise_upon
from drivers.pad.touch.strength import Strength
from drivers.pad.touch.swing import RINGING, Swing, may_swing, swings
from drivers.pad.touch.timing import FALLEN, LIKELY, UNSURE, Timing, lasting_n, lasts, was_laid_down
from drivers.pad.touch.tracks import LIFTED, Tracker
from drivers.pad.touches import PetalSensors, Stretch

_ECHO = 1.5  # of the most that the table couples: heavy hands press harder than they seem to
_BENT = 2.2  # the greatest power: a source that sags, and a sensor below its threshold
_MOST_LIFTED = 1.0 + LIFTED  # of what seems lifted, so much may be
_HEAVY = 2.0  # of the least peak: nobody leans with so much for all that may be wrong


class Assessor:
    """Looks back at one petal. ``strength``: how hard it is pressed; ``blow``: whether the table
    was; ``tracker``: when."""

    def __init__(
        self,
        sensors: PetalSensors,
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
        timing: Timing,
    ) -> None:
        self._order, self._sensors, self._timing = sensors.order, sensors, timing
        self._config, self._forces = config, forces
        self._swing = Swing(sensors.order, config, forces)
        self.blow = Blow(sensors, config, forces)
        self.strength = strength = Strength(sensors, config, baseline, forces)
        self._ending = Ending(sensors, config, forces, strength)
        # Of which rise, in which stretch, by which shares; and what was found for them.
        self._pulled: tuple[Rise, Stretch, Floats, Floats | None, int] | None = None
        self.tracker = Tracker(
            sensors,
            config,
            baseline,
            forces,
            strength=strength,
            swing=self._swing,
            blow=self.blow,
        )

    def has_left(self, stretch: Stretch, i: int, last_ns: int, held_n: float) -> bool:
        """Has a hand gone that pressed with ``held_n`` newtons, and was last seen at ``last_ns``?
        Not as long as others may only have lifted it."""
        loosest_n = partial(self._forces.loosest, stretch.sources[i : i + 2], self._order)
        return self._timing.has_left(stretch.t_ns[i] - last_ns, held_n, loosest_n)

    # -- crosstalk --------------------------------------------------------------------------------

    def screen_all(
        self,
        rises: list[Rise | None],
        bases: tuple[float, float] | None,
        t_ns: int,
        scan: int,
        released: bool,
    ) -> bool:
        """Drop the doubtful crossings that crosstalk has caused, as soon as that can be seen: their
        places in ``rises`` become None. True if any was judged."""
        screened = False
        for part, rise in enumerate(rises):
            if rise is None or not rise.doubtful:
                continue
            if bases is None and rise.follow(rises[1 - part]):
                continue
            if released or t_ns + self._sensors.offsets_ns[part] >= rise.look_ns:
                base_n = 0.0 if bases is None else bases[part]
                if rise.beyond and not self.may_be_coupled(part, rise, base_n, scan):
                    rise.doubtful = False
                    continue
                if not self.screen(part, rise, base_n, scan, released):
                    rises[part] = None
                screened = True
        return screened

    def screen(self, part: int, rise: Rise, base_n: float, scan: int, released: bool) -> bool:
        """Judge one crossing that crosstalk may have caused. False: crosstalk it is. True: it
        stays, and may cross later than it seemed to."""
        config = self._config
        view = self._forces.past(rise.scan - self._forces.spans.look_back, scan + 1)
        k = rise.crossed - view.first
        surely = self.explain(part, view, base_n)
        channel = self._sensors.channels[part]
        own, *_ = self.strength.lifted(channel, view, surely)  # lifted is not gone
        loaded = own[k:] >= config.onset_n
        if not any_of(loaded):
            return self.strength.stays(part, rise, view, base_n, own[k:])
        # An echo that makes no contact stays: it may be a finger, on which a hand comes yet.
        if greatest(smoothed(own[k:])) >= config.least_peak_n and self._echoes(part, view, base_n):
            return False
        moved, offset_ns = int(loaded.argmax()), self._sensors.offsets_ns[part]
        later = own[k + moved :]
        pressed = surely[k + moved :]
        rise.peak_n = greatest(smoothed(pressed))
        rise.sure_n = lasting_n(pressed, min(len(pressed), self._forces.spans.contact))
        (still,) = (later >= config.release_n).nonzero()
        rise.last_ns = int(view.times[k + moved + int(still[-1])]) + offset_ns
        rise.explained = True
        if moved:
            rise.crossed += moved
            rise.crossed_ns = int(view.times[k + moved]) + offset_ns
            rise.look_ns = rise.crossed_ns + config.screen_ns
        rise.doubtful = moved > 0 and not released
        return True

    def may_be_coupled(self, part: int, rise: Rise, base_n: float, scan: int) -> bool:
        """May the table have caused a crossing that is more than it is known to couple? Either it
        has got loose, which other petals show too, or the crossing is an echo of the others."""
        view = self._forces.past(rise.scan - self._forces.spans.look_back, scan + 1)
        loose = self._forces.loosened(self._order, view)
        return bool(loose.any()) or self._echoes(part, view, base_n)

    def _echoes(self, part: int, view: Past, base_n: float) -> bool:
        """Has a sensor shown the very shape of what the others couple, where no slap has taught yet
        how much that is? A hand rises at its own time and holds in its own way. The shape may be
        bent, for sensors read heavy hands and tenths of a newton with errors. What is an echo is
        taken off from now on."""
        if part == 1 and self.strength.turns(view, base_n):
            return True
        forces, channel = self._forces, self._sensors.channels[part]
        others = forces.others(view.sources, self._order)
        shown = view.newtons[:, channel] - base_n
        if greatest(shown) > _ECHO * forces.loosest(view.sources, self._order):
            return False
        expected = forces.shares.expected(channel)
        coupled = others.dot(expected)
        if misfit(shown, delayed(coupled, shown), _BENT) > ALIKE:
            return False
        times = float(shown @ coupled) / float(coupled @ coupled)
        if not forces.shares.may_be(channel, others, times):
            return False
        shares = times * expected
        if greatest(shares) > self._config.crosstalk_ratio:
            return False  # no table couples so much
        forces.set_shares(channel, shares)
        return True

    def explain(self, part: int, view: Past, base_n: float, steady: bool = False) -> Floats:
        """Fit the channel's crosstalk anew, and take it off from now on. Its own force, float64[n]
        newtons."""
        own, shares = self.strength.fitted(part, view, base_n, steady)
        self._forces.set_shares(self._sensors.channels[part], shares)
        return own

    def pinched(self, rises: Sequence[Rise | None], bases: Sequence[float], scan: int) -> Pinch:
        """Do both sensors carry the hand that came, by all forces until now?"""
        first = min(rise.scan for rise in rises if rise is not None and rise.crossed >= 0)
        forces = self._forces
        view = forces.past(first - forces.spans.look_back, scan + 1)
        k = first - view.first
        pressed = [self.strength.with_lifted(part, view, bases[part], k) for part in (0, 1)]
        part = 0 if greatest(pressed[0][k:]) < greatest(pressed[1][k:]) else 1
        rise = rises[part]
        channel, shares = self._sensors.channels[part], forces.shares
        read = view.newtons[:, channel] - bases[part]
        left = forces.own_past(view, known=True)
        known = shares.witnessed(channel, left, view.sources) or shares.known(channel)
        return pinched(
            read,
            pressed[1 - part],
            forces.lifting(view.sources, view.newtons, self._order, read >= SHOWN_N),
            shares.cancelled(known),
            share=self._config.pinch_share,
            ratio=self._config.crosstalk_ratio,
            rise=0 if rise is None else rise.scan - view.first,
            under=part == 1,
        )

    def explain_rest(self, bases: Sequence[float] | None, scan: int) -> None:
        """A hand seems to stay: may what it presses with beyond ``bases``, newtons that lay there
        before, be crosstalk alone? That is fitted anew, and taken off from now on if nothing else
        is left."""
        forces, before = self._forces, self._forces.coefficients
        view = forces.past(scan - forces.spans.screen, scan + 1)
        lay_n = bases or (0.0, 0.0)
        # What was fitted before is no reason to believe that they couple more yet.
        own = self._sensors.of(forces.own_past(view, known=True)[-1:])[0] - lay_n
        unread_n = None if view.unmeasured_n is None else view.unmeasured_n[-1:]
        coupled_n = forces.most_coupled(view.sources[-1:], unread_n)[0, self._order]
        if greatest(own) >= coupled_n + self._config.release_n:
            return
        rests_n = (float(self.explain(part, view, lay_n[part], True)[-1]) for part in (0, 1))
        if any(rest_n >= self._config.release_n for rest_n in rests_n):
            forces.coefficients = before

    # -- the table's -----------------------------------------------------------------------------

    def laid(self, rises: Sequence[Rise | None], scan: int, *, told: bool = False) -> bool:
        """Is a touch no hand, but something heavy that was put on the table? ``told``: it was told
        that a hand leans here. Of two who lean, and grip on one cue, both may come in one shape."""
        first = min((rise.scan for rise in rises if rise is not None), default=scan)
        view = self._forces.past(first - REST[0], scan + 1)
        forces, heard = self._forces, ~self._forces.silent
        top, under = forces.by_sensor(view.newtons, heard=True)
        if np.count_nonzero(forces.silent):
            top, under = top[:, heard], under[:, heard]
        if may_be_slow(top, under):  # as nearly never
            if is_laid(top, under):
                return True
            if heard[self._order] and is_put_down(top, under, int(heard[: self._order].sum())):
                return True
        # More than two hands hardly ever grip as one. So it is a load, if no scans of it are lost.
        ready = told and forces.petal_count <= 2
        if not ready and is_dropped(top, under, forces.whole[heard]):
            times, gap_ns = view.times, self._config.release_hold_ns
            return not any_of(times[1:] - times[:-1] > gap_ns)
        # Most hands come so quickly that this petal alone shows that it is no load.
        known = self._forces.own_past(view, known=True)
        own = self._sensors.of(known)
        if first_quick(np.maximum(*own.T)[:-1, None]) is not None:
            return False
        return self._lies(known)

    def _lies(self, own: Floats) -> bool:
        sensors, silent = self._forces.by_sensor(own, heard=True), self._forces.silent
        return lies(*sensors, self._order, self._config.onset_n, silent)

    def upon_load(
        self, rises: Sequence[Rise | None], scan: int
    ) -> tuple[tuple[float, float], list[Rise | None]] | None:
        """A hand that came upon a load while that was being put down, within one touch: what of
        the load lay on *top* and *under* by then, newtons, and the rises of the hand, which may
        hardly have begun. None: there is no such hand."""
        forces, first = self._forces, min(rise.scan for rise in rises if rise is not None)
        view = forces.past(first - REST[0], scan + 1)
        known = forces.own_past(view, known=True)
        own = self._sensors.of(known)
        level = np.maximum(*own.T)[:, None]
        row, lain_n = first_quick(level), self._config.start_n
        if begins := row is None:  # as nearly always
            row, lain_n = first_quick(level, SLOW_N), self._config.onset_n
        if row is None:
            return None
        bases = np.maximum(own[row], 0.0)
        lain = greatest(bases) >= lain_n
        if not lain or not self._lies(known[: row + 2]):
            return None
        upon = own[row:] - bases
        view = forces.past(view.first + row, scan + 1)
        found = [
            rise and rise_upon(rise, view, upon[:, part], bases[part], offset_ns, self._config)
            for part, (rise, offset_ns) in enumerate(
                zip(rises, self._sensors.offsets_ns, strict=True)
            )
        ]
        if not (begins or any(rise and rise.crossed >= 0 for rise in found)):
            return None
        return (float(bases[0]), float(bases[1])), found

    def came(
        self,
        rises: Sequence[Rise | None],
        peak_n: float,
        scan: int,
        bases: Sequence[float] | None,
        *,
        leant: bool,
        stays: bool,
        early: bool,
    ) -> bool:
        """Something has loaded the petal strongly enough. Is it a hand that came?

        Not if it was too short for a contact; if it is what rests, and only trembled (``leant``),
        or reads no more than the ``bases`` that lay there; if it was laid down and ``stays``; if it
        is the table, by a blow or a swing. ``early``: asked before the gesture window's end.
        """
        crossed, config = [rise for rise in rises if rise and rise.crossed >= 0], self._config
        if not self._is_long(crossed):
            return False
        # Read once: all that is asked for below, and for the onset, is part of this.
        first = min(rise.scan for rise in rises if rise is not None)
        self._forces.past(min(first - REST[0], scan - RINGING[0]), scan + 1)
        if bases and not any(
            self.strength.shows(part, rise, scan)
            for part, rise in enumerate(rises)
            if rise and (not leant or rise.is_quick(self._timing.rises_by_ns(rise)))
        ):
            return False
        light = not leant and stays and peak_n < _HEAVY * config.least_peak_n
        if light and self.leans(rises, bases or (0.0, 0.0), scan):
            return False
        if not leant and not self._lasts(rises, scan):
            return False
        if (early or not stays) and self.blow.comes(crossed, scan, stays=stays):
            return False  # of what stays it is asked again later: a hand may have come upon a blow
        rest_n = 0.0 if leant else self.strength.most_resting_n()
        return not self.rings(crossed, peak_n, rest_n, scan)

    def _is_long(self, crossed: Sequence[Rise]) -> bool:
        """Were they loaded for as long as a contact, bounces joined?"""
        first_ns = min(rise.crossed_ns for rise in crossed)
        last_ns = max(rise.last_ns for rise in crossed)
        return last_ns - first_ns >= self._config.least_loaded_ns

    def is_open(self, rises: Sequence[Rise], stretch: Stretch, i: int) -> bool:
        """May what went as no contact have been one, or be there yet (``Ending``)? Not if it was
        the table's."""
        crossed, scan = [rise for rise in rises if rise.crossed >= 0], stretch.first + i
        if self._ending.came_before(rises, stretch, i):
            return True
        lasted = bool(crossed) and self._is_long(crossed) and self._lasts(rises, scan)
        if not self._ending.is_open(rises, stretch, i, lasted=lasted):
            return False
        peak_n = max((rise.peak_n for rise in crossed), default=0.0)
        if peak_n < self._config.least_peak_n:
            return True
        blown = self.blow.comes(crossed, scan, stays=False)
        return not (blown or self.rings(crossed, peak_n, self.strength.most_resting_n(), scan))

    def _lasts(self, rises: Sequence[Rise | None], scan: int) -> bool:
        """Does a touch press for long enough with what is likely the onset's force, not only with
        so much that it has not surely gone? What hides a hand says nothing of that."""
        view = self._forces.past(min(r.scan for r in rises if r is not None), scan + 1)
        config, sigma = self._config, max(self._sensors.gain_sigmas)
        least_n = config.onset_n * (1.0 - LIKELY * sigma)
        least_peak_n = config.least_peak_n * (1.0 - UNSURE * sigma)
        read = view.unmeasured_n is None
        shown_n = self._forces.most_pressed(self._order, view, explained=read)
        spans = self._forces.spans
        if lasts(view.with_lost(shown_n, spans.period_ns), least_n, least_peak_n, spans):
            return True  # as most often: what others lift off it makes it no shorter
        level_n = view.with_lost(self.strength.level(view), spans.period_ns)
        return lasts(level_n, least_n, least_peak_n, spans)

    def rings(self, crossed: Sequence[Rise], peak_n: float, rest_n: float, scan: int) -> bool:
        """May this be the table that swings under a slap, or that swapped plugs push, with
        ``rest_n`` that a finger rested?"""
        crossed_at = min(rise.crossed for rise in crossed)
        view = self._forces.past(min(scan - RINGING[0], crossed_at), scan + 1)
        carries, least_n = self.strength.carries(), self._config.least_peak_n
        if not may_swing(carries * (peak_n + rest_n), greatest(view.sources), least_n):
            return False  # nor under its own force, as nearly always
        if self.strength.is_turned(view):
            return True
        slaps_n = greatest_by_row(self._forces.others(view.sources, self._order))
        if not may_swing(carries * (peak_n + rest_n), greatest(slaps_n), least_n):
            return False
        k, explained = max(crossed_at - view.first, 0), any(rise.explained for rise in crossed)
        own = self.strength.most(view, min(rise.scan for rise in crossed), explained)
        rings_n = self._swing.most_n(self._sensors.channels, view, slaps_n)
        short = self._forces.spans.contact
        return swings(carries * (own[k:] + rest_n), slaps_n, rings_n, short, least_n)

    def leans(self, rises: Sequence[Rise | None], bases: Sequence[float], scan: int) -> bool:
        """``was_laid_down`` upon what lay there, since shortly before it rose."""
        scans = self._forces.spans.rise
        first = min(one.scan for one in rises if one is not None)
        view = self._forces.past(first - scans, scan + 1)
        left_n = np.maximum(*(self._forces.left_n(c, view) for c in self._sensors.channels))
        carries, sigma = self.strength.carries(), max(self._sensors.gain_sigmas)
        sensors_n, left_n = carries * self.strength.sensors(view), carries * left_n
        sensors_n -= carries * np.reshape(bases, (2, 1))
        # What is taken off of a finger that rested is of its force.
        least_n = self._config.least_peak_n - carries * self.strength.most_resting_n()
        config, spans = self._config, self._forces.spans
        return was_laid_down(sensors_n, left_n, config, spans, gain_sigma=sigma, least_n=least_n)

    def is_hidden(
        self,
        part: int,
        rise: Rise,
        stretch: Stretch,
        i: int,
        own: Sequence[Sequence[float]],
        bases: Sequence[float] | None,
    ) -> bool:
        """May a hand still be there that shows nothing, as others lift it, or push what nobody
        reads? ``own``: the forces of both sensors, as they are read by now."""
        if bases is None and self._is_pulled(part, rise, stretch, i):
            return True
        if rise.crossed < 0:
            return False
        if self.is_lifted(stretch, i, max(rise.sure_n, self._config.onset_n)):
            first = rise.scan - self._forces.spans.look_back
            return not self.strength.is_turned(self._forces.past(first, stretch.first + i + 1))
        if rise.doubtful or rise.explained:
            return False
        own_n, channels = max(own[0][i], own[1][i]), self._sensors.channels
        return stretch.hides(i, self._order, channels, own_n, self._config.release_n)

    def _is_pulled(self, part: int, rise: Rise, stretch: Stretch, i: int) -> bool:
        """May others who came after it pull all away that is missing of a touch?"""
        if rise.amid or rise.peak_n < self.strength.may_be_n(part):
            return False
        if self._forces.loosest(stretch.sources[i : i + 2], self._order) < PULLS_N:
            return False
        pulled_n, first = self._pulled_of(part, rise, stretch)
        return pulled_n is not None and pulled_n.item(stretch.first + i - first) > 0.0

    def _pulled_of(self, part: int, rise: Rise, stretch: Stretch) -> tuple[Floats | None, int]:
        """``Strength.pulled_n`` until the end of the stretch, as row after row asks for it, and the
        number of its first scan."""
        end, shares = stretch.first + len(stretch.t_ns), self._forces.coefficients
        if self._pulled is not None:
            *asked, pulled_n, first = self._pulled
            if all(map(is_, asked, (rise, stretch, shares))):
                return pulled_n, first
        view, channel = self._forces.past(rise.scan - BEFORE, end), self._sensors.channels[part]
        most_n, k = self._forces.most_pulled(view.sources, channel), rise.scan - view.first
        rise.amid, pulled_n = came_by(most_n[: k + 1]), None
        if not rise.amid:
            own = self._forces.own_past(view)[:, channel]
            pulled_n = self.strength.pulled_n(part, most_n, own, k)
        self._pulled = rise, stretch, shares, pulled_n, view.first
        return pulled_n, view.first

    def may_stay(self, stretch: Stretch, i: int, own_n: float, held_n: float) -> bool:
        """May a hand that pressed with so much be there, though others lift it or hide it?"""
        channels, least_n = self._sensors.channels, max(self._config.release_n, FALLEN * held_n)
        hidden = held_n > 0.0 and stretch.hides(i, self._order, channels, own_n, least_n)
        return hidden or self.is_lifted(stretch, i, held_n)

    def is_lifted(self, stretch: Stretch, i: int, held_n: float) -> bool:
        """Do fingers under other petals lift as much off a hand as it pressed with?"""
        if held_n < self._config.release_n:
            return False
        if not self._forces.lifts(stretch.newtons, i + 1, self._order):
            return False
        lifted_n = self._forces.most_lifted(self._sensors.channels, stretch.newtons, i + 1)
        return lifted_n > 0.0 and _MOST_LIFTED * lifted_n >= held_n - self._config.release_n
