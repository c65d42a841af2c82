"""Forces of all channels over the last scans, and what couples from petal to petal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from drivers.board import BoardInfo, petal_channels
from drivers.pad.arrays import Codes, Flags, Floats, Indices
from drivers.pad.channels.baseline import Baseline
from drivers.pad.channels.calibration import Calibration
from drivers.pad.channels.lone import clicks, without_lone
from drivers.pad.config import LEAST_SHARE, PadConfig, Spans
from drivers.pad.coupling.crosstalk import explain
from drivers.pad.coupling.delay import REACH, Delay
from drivers.pad.coupling.lifting import NOTHING, QUIET_N, Lifting
from drivers.pad.coupling.shares import ANY, LOOSE_N, LOOSER, Shares
from drivers.pad.coupling.unmeasured import comes_within, estimate_unmeasured
from drivers.pad.history import ForceHistory
from drivers.pad.kept import KeptScans
from drivers.pad.past import Past
from drivers.pad.reductions import added_up, greatest, greatest_by_column, greatest_by_row
from drivers.pad.sensors.deaf import Deaf, columns
from drivers.pad.sensors.plugs import BEFORE_SCANS, Plugs, pulls
from drivers.pad.sensors.sisters import STANDING_COLUMNS, Sisters
from drivers.times import MS

CROSSTALK_COLUMNS = 6  # of the pad's state, for each petal
Loose = npt.NDArray[np.int8]
_LOOSE_SOURCE_N, _ODD_N = 5.0, 0.1  # what shows that a table has got loose
# *Under* carries so much alone, and of that *top* at most so much, which the petal passes on.
_ALONE_N, _PASSED_ON = 2.0, 0.15
_EXPLAINED, _ERRORS = 0.5, 2.0  # so much of a force explained is asked whether that can be
_ALL = slice(None)


class Forces:
    """The last scans as codes as they came, turned into forces on demand.

    What couples has two *sources* a petal: the push on the table (*top* less *under*) and, after
    those of all petals, the pinch (what *under* carries, which need not reach the table).
    ``coefficients``: float64[c, 2 s], the coupled share of each source in channel ``c`` that is
    taken off now, replaced and never changed in place: what is known (``shares``), or while slaps
    last what explains them. ``muted``: bool[s], petals whose readings are not to be believed.
    ``heard``: bool[c], sensors of no such petal, nor dead: all that show what nobody's hand brings.
    ``whole`` and ``silent``: bool[s], the petals of which both are, and of which neither is.

    ``crosstalk``: float64[c, n], what ``coefficients``, ``shares.state``, ``delay.state`` and
    ``sisters.state`` were before the first scan to come.
    """

    def __init__(
        self,
        info: BoardInfo,
        calibration: Calibration,
        config: PadConfig,
        baseline: Baseline,
        crosstalk: Floats | None = None,
    ) -> None:
        self._baseline, self._config = baseline, config
        petals = petal_channels(info)
        self.petal_count = len(petals)
        count, self._full_code = len(info.channels), info.full_code
        self._row_starts = np.arange(count, dtype=np.intp) * (info.full_code + 1)
        span_ns = config.crosstalk_look_back_ns + config.early_ns + config.gesture_ns
        self.spans = Spans.of(config, info.scan_period_ns)
        scans = max(64, 2 * span_ns // info.scan_period_ns) + config.block_scans
        self.kept = KeptScans(scans, count, info.full_code)
        self._ones = np.ones(2 * scans)
        # intp[c]: the petal of each channel, as its column.
        self.owners = own = np.empty(count, dtype=np.intp)
        self._pairs = pairs = np.array(list(petals.values()), dtype=np.intp).reshape(-1, 2)
        own[pairs] = np.arange(len(petals))[:, None]
        known = standing = taken = late = None
        if crosstalk is not None:
            parts = [2 * len(petals), 6 * len(petals), -STANDING_COLUMNS]
            taken, known, late, standing = np.split(crosstalk, parts, axis=1)
        self.both = [columns(pair) for pair in pairs]  # of each petal: its two channels
        self.shares = Shares(own, calibration, config, known)
        self._scan_ms = info.scan_period_ns / MS
        late_ms = calibration.late_ms
        kept = None if late_ms is None else (late_ms[0] / self._scan_ms, late_ms[1] / self._scan_ms)
        self.delay = Delay(count, late, kept)
        self.sisters = Sisters(own, calibration, standing)
        self._plugs = Plugs(own, pairs[:, 0], pairs[:, 1], calibration)
        self.deaf = Deaf(own, calibration, config.crosstalk_ratio)
        self.muted = np.zeros(len(petals), dtype=np.bool_)
        self._muted_sources: Flags | None = None
        self._arranged = 0
        self._arrange()
        self.coefficients: Floats = self.shares.means if taken is None else taken
        self._history = ForceHistory(self.kept)
        # The shares by which a channel is lifted, once that is asked for; by these coefficients.
        self._lift, self._lift_of = dict[int, tuple[Floats, Floats, Floats]](), self.coefficients
        # Of the sources, and the forces, that were asked about last.
        self._causing: tuple[Floats, Indices, Floats] | None = None
        self._lifting: list[Lifting] = []  # of the stretch, and of the view, as petals ask of both
        self._beside: tuple[Floats, list[list[bool]]] | None = None  # of those asked about last
        self._loose: tuple[Past, int, Loose] | None = None

    def swap(self, petals: frozenset[int], dead: frozenset[int] = frozenset()) -> None:
        """The plugs of these petals are surely swapped: who presses *under* there is what *top*
        shows. So what their hands couple is known, but for what they have taught until now. Of
        channels that are surely ``dead`` nobody reads it: the others feel it."""
        before = self.sisters.state[:, -1]
        self._plugs.mended(self.sisters.swapped - petals)
        self.sisters.set_aside(petals, dead)
        changed = self.sisters.state[:, -1] != before
        self.shares.forget(sorted(set(self.owners[changed].tolist())))
        self.coefficients = self.shares.means
        self._arrange()

    def _arrange(self) -> None:
        """Which channels are tops and unders by now, and which of them are heard."""
        self._arranged += 1
        self._dead = np.isin(np.arange(len(self.owners)), list(self.sisters.dead))
        pairs, swapped = self._pairs.copy(), list(self.sisters.swapped)
        pairs[swapped] = pairs[swapped, ::-1]
        tops, unders = pairs.T
        self._tops, self._unders = columns(tops), columns(unders)
        self.heard = self.shares.heard = ~(self._dead | self.muted[self.owners])
        top, under = self.heard[tops], self.heard[unders]
        self.whole, self.silent = top & under, ~(top | under)
        self._in_part = None if self.whole.all() else ~self.whole
        self._heard = columns(np.where(top, tops, unders)), columns(np.where(under, unders, tops))

    def mute(self, order: int, muted: bool = True) -> None:
        """From now on this petal's readings are not to be believed, or are again."""
        self.muted[order] = muted
        self._muted_sources = np.tile(self.muted, 2) if np.count_nonzero(self.muted) else None
        self._arrange()

    def explain(
        self,
        channel: int,
        force: Floats,
        others: Floats,
        view: Past,
        steady: bool = False,
    ) -> Floats:
        """``crosstalk.explain`` for one channel, with what is known of its shares; but for those of
        which the other petals show in the ``view`` that the table couples more by now, if that
        leaves a force, or can only couple less, if it leaves little."""
        ratio = self._config.crosstalk_ratio
        shares = explain(force, others, ratio, self.shares.known(channel), steady)
        left_n = greatest(force - others.dot(shares))
        if left_n >= self._config.release_n:
            loose = self.loosened(int(self.owners[channel]), view)
            if np.count_nonzero(loose):
                return explain(force, others, ratio, self.shares.known(channel, loose))
        if steady or left_n >= _EXPLAINED * greatest(force):
            return shares
        # What several bring in all is seen, not what each does: those errors add up as squares.
        sure = force - _ERRORS * self.shares.rest_sigma_n(channel, others)
        if self.shares.petal_left is None or greatest(sure) < self._config.onset_n:
            return shares  # all is known, or it is less whatever they bring
        left = self.own_past(view, known=True)
        if (known := self.shares.witnessed(channel, left, view.sources)) is None:
            return shares
        fewer = explain(force, others, ratio, known)
        return fewer if greatest(sure - others.dot(fewer)) >= self._config.onset_n else shares

    def loosened(self, order: int, view: Past) -> Loose:
        """int8[2 s], see ``Shares.known``: the sources whose forces a channel of a petal other than
        ``order`` shows in their very shape, but more of them than is known; and those of which
        nobody knows what they push and what they pinch: *under* alone is a palm on swapped plugs
        too. Both sensors of a petal ask of one view."""
        if self._loose is None or self._loose[0] is not view or self._loose[1] != order:
            self._loose = view, order, self._loosened(order, view)
        return self._loose[2]

    def _loosened(self, order: int, view: Past) -> Loose:
        count, loose = self.petal_count, np.zeros(2 * self.petal_count, dtype=np.int8)
        newtons, sources = view.newtons, view.sources
        top, under = newtons[:, self._tops], newtons[:, self._unders]
        # A hand that bounces leaves *under* last, and a grab may come with it.
        most_n = greatest_by_column(under)
        alone = (most_n >= _ALONE_N) & (greatest_by_column(top) <= _PASSED_ON * most_n)
        alone &= self.whole & (np.arange(count) != order)
        free = (self.owners != order) & self.heard
        for petal in alone.nonzero()[0].tolist():
            shares = self.shares.means[:, petal] * free
            if not pulls(under[:, petal], shares, newtons):
                loose[count + petal] = ANY
        strong = np.maximum(*greatest_by_column(sources).reshape(2, count))
        strong[order] = 0.0
        causing = (strong >= _LOOSE_SOURCE_N).nonzero()[0].tolist()
        if not causing:
            return loose
        left = self.own_past(view, known=True)
        more = greatest_by_column(left) >= LOOSE_N
        for petal in causing:
            # A petal which shows no more than may be coupled.
            most_n = self._config.crosstalk_ratio * strong[petal] + _ODD_N
            asked = free & (strong <= most_n)[self.owners]
            (channels,), (quiet,) = (asked & more).nonzero(), (asked & ~more).nonzero()
            columns = [petal, count + petal]
            if len(channels) and self.shares.exceeded(channels, columns, left, sources, quiet):
                loose[columns] = np.maximum(loose[columns], LOOSER)
        return loose

    def learn(self, pressed: Flags, calm: bool) -> list[int]:
        """The last ``block_scans`` scans are complete; ``pressed``: see ``Shares.learn``. Gives the
        petals that have shown that their plugs are swapped. What explains slaps that last stays
        until a block was ``calm``.
        """
        before, plugs = self.shares.means, list[int]()
        if np.count_nonzero(pressed):
            block, last = self._config.block_scans, self.kept.total
            first, _, codes = self.kept.window(last - block - REACH, last)
            if self.kept.full_scan >= first:
                return plugs  # what nobody reads teaches nothing
            newtons = (with_before := self.mended(codes)[0])[-block:]
            pushed, hands, pressed = self.sources(with_before), pressed, pressed | self.muted
            free = self.heard & ~pressed[self.owners]
            self.delay.learn(with_before, pushed, self.shares.loads, free)
            sources = self.delay.arrived(pushed, len(newtons))
            if not np.count_nonzero(hands & ~self.whole):
                self.sisters.take(newtons, sources, pressed)
                self.shares.learn(newtons, sources, pressed)
                self._lift.clear()
            plugs = list(
                self._plugs.take(with_before[-block - BEFORE_SCANS :], pressed, self.heard)
            )
            pushes = sources[:, : self.petal_count] * self.whole  # else nobody reads its pinches
            self.deaf.take(newtons, pushes, self.shares.sure_pushes(LEAST_SHARE), pressed)
        else:
            self._plugs.rest()
            self.deaf.rest()
            self.sisters.rest()
        if calm:
            self.delay.choose()
        means = self.shares.means
        if means is self.coefficients:
            return plugs
        if not calm:
            fitted = (self.coefficients != before).any(axis=1)
            if np.count_nonzero(fitted):
                means = np.where(fitted[:, None], self.coefficients, means)
        self.coefficients = means
        return plugs

    def loosest(self, sources: Floats, order: int) -> float:
        """The most that any one other petal may couple into petal ``order``, however loose the
        table has become."""
        pressing_n = sources[:, : self.petal_count] + sources[:, self.petal_count :]
        pressing_n[:, order] = 0.0
        return self._config.crosstalk_ratio * greatest(pressing_n)

    def most_pulled(self, sources: Floats, channel: int) -> Floats:
        """float64[n]: the most that one of the others may pull a channel by (``Shares.pulls``)."""
        pushes = sources[:, : self.petal_count] + sources[:, self.petal_count :]
        pushes *= self.shares.pulls(channel)
        return greatest_by_row(pushes)

    def learned(self, calibration: Calibration) -> Calibration:
        """The calibration with the shares, and how late a force arrives, as they are known now;
        shares of petals that stand off their sisters, or are set aside, stay as they were, or
        nobody would find them again."""
        kept = self.shares.kept_in(calibration, self.sisters.odd | self.sisters.aside)
        late = self.delay.late
        late_ms = None if late is None else (late[0] * self._scan_ms, late[1] * self._scan_ms)
        return replace(kept, late_ms=late_ms)

    def set_shares(self, channel: int, shares: Floats) -> None:
        """Replace one channel's coupled shares, float64[2 s]."""
        coefficients = self.coefficients.copy()
        coefficients[channel] = shares
        if self._lift_of is self.coefficients:  # the other channels are lifted as they were
            self._lift.pop(channel, None)
            self._lift_of = coefficients
        self.coefficients = coefficients

    def past(self, low: int, high: int) -> Past:
        """``window`` with its mended forces; it may be a part of a longer one."""
        return self._history.past(self, low, high)

    @property
    def read_by(self) -> tuple[int, int, int]:
        """By which tables, which order of sensors, and how late a force arrives."""
        return self._baseline.tables, self._arranged, self.delay.taken

    def beside(self, order: int) -> list[int]:
        """The petals beside one; two lie opposite each other."""
        count = self.petal_count
        return sorted({(order - 1) % count, (order + 1) % count} if count > 2 else ())

    @property
    def any_dead(self) -> bool:
        """Is a sensor dead, so that nobody reads what it is pressed with?"""
        return bool(self.sisters.dead)

    def read(self, low: int, high: int) -> tuple[Past, bool]:
        """That, and whether any of its samples may be another one in a part of it."""
        low = max(low, 0)
        first, times, codes = self.kept.window(low - self.delay.reach, high)
        newtons, gone, doubtful = self.mended(codes)
        sources = self.sources(newtons)
        if before := max(low - first, 0):
            first, times, codes = low, times[before:], codes[before:]
            newtons = newtons[before:].copy()  # of which a history's parts are views
            gone = None if gone is None else gone[before:]
        sources = self.delay.arrived(sources, len(newtons))
        unmeasured_n = self.estimate_unmeasured(newtons, sources, first, self.spans.look_back)
        full = self.kept.at_full(first, len(codes)) if self.kept.full_scan >= first else None
        past = Past(
            first, times, codes, newtons, sources, gone=gone, unmeasured_n=unmeasured_n, full=full
        )
        return past, doubtful

    def own_past(self, past: Past, known: bool = False) -> Floats:
        """float64[n, c]: ``own`` of the forces of that, or without what is ``known`` to couple."""
        return self._history.own(self, past, self.shares.means if known else self.coefficients)

    def mended(self, codes: Codes) -> tuple[Floats, Flags | None, bool]:
        """``without_lone``: forces float64[n, c]."""
        return without_lone(self.newtons(codes), codes >= self._full_code)

    def lone_n(self, channel: int, both: list[int], view: Past) -> Floats | None:
        """float64[n]: how much more than ``channel`` carries there ``both`` of its petal have read
        in samples that are none, but for full scale, or in clicks; None: neither has such."""
        lone = clicks(view.newtons[:, both])
        if view.gone is not None:
            lone |= view.gone[:, both] & (view.codes[:, both] < self._full_code)
        if not np.count_nonzero(lone):
            return None
        read_n = np.where(lone, self.newtons(view.codes)[:, both], -np.inf)
        return np.maximum(greatest_by_row(read_n) - view.newtons[:, channel], 0.0)

    def newtons(self, codes: Codes) -> Floats:
        """float64[n, c] forces of uint16[n, c] codes."""
        return self._baseline.forces.ravel().take(codes + self._row_starts)

    def sources(self, newtons: Floats) -> Floats:
        """float64[n, 2 s]: push and pinch of each petal, nothing for muted ones."""
        pinches = np.maximum(newtons[:, self._unders], NOTHING)  # who leaves last couples as well
        found: Floats = np.concatenate((newtons[:, self._tops] - pinches, pinches), axis=1)
        np.putmask(found, found < QUIET_N, 0.0)
        if self._muted_sources is not None:
            found[:, self._muted_sources] = 0.0
        return found

    def estimate_unmeasured(
        self, newtons: Floats, sources: Floats, first: int, ahead: int = 0
    ) -> Floats | None:
        """Put the pushes that no sensor reads into ``sources``, by what the others feel; one sigma
        of each for each petal, float64[n, s, s]. ``first``: number of the first scan. A dead sensor
        may have been pressed for ``ahead`` scans before its petal's other one shows it."""
        if self.are_read(first):
            return None
        full: Flags = np.zeros(newtons.shape, dtype=np.bool_)
        if self.kept.full_scan >= first:
            full |= self.kept.at_full(first, len(newtons))
        if self.any_dead:
            hands = comes_within(self.levels(newtons) >= self._config.start_n, ahead)
            full |= hands[:, self.owners] & self._dead
            if not np.count_nonzero(full):
                return None
        sensors = np.stack((full[:, self._tops], full[:, self._unders]), axis=2)
        sensors &= ~self.muted[:, None]
        # The others feel nothing of anybody.
        shares = np.where(self.heard[:, None], self.shares.loads, 0.0)
        return estimate_unmeasured(newtons, sources, sensors, shares, self.owners)

    def are_read(self, low: int) -> bool:
        """Has some sensor read every push since scan ``low``?"""
        return self.kept.full_scan < low and not self.any_dead

    def lifted(
        self, channel: int, newtons: Floats, surely: bool = False, rows: slice = _ALL
    ) -> Floats:
        """float64[n]: what others take off a channel that is pressed: fingers under their petals,
        pressing harder there than the hand above them, by the push that couples, the other way;
        and pushes and pinches that ``Shares.lifts``, or may. ``surely``: but for what one hard grip
        may read apart.
        """
        lifting = self.lifting_of(newtons)
        force_n = lifting.surely_n if surely else lifting.likely_n
        lifted: Floats = force_n[rows].dot(self._lift_shares(channel)[0])
        return lifted

    def lifted_by(self, channel: int, newtons: Floats) -> tuple[Floats, Floats]:
        """float64[n] each: the parts of that which fingers bring, and known pulls."""
        force_n, (_, fingers, pulls) = self.lifting_of(newtons).likely_n, self._lift_shares(channel)
        return force_n.dot(fingers), force_n.dot(pulls)

    def _lift_shares(self, channel: int) -> tuple[Floats, Floats, Floats]:
        """float64[3 s]: the shares by which fingers lift it, pushes, and pinches; and those of
        fingers alone, and of pulls that are known."""
        if self._lift_of is not self.coefficients:
            self._lift, self._lift_of = {}, self.coefficients
        shares = self._lift.get(channel)
        if shares is None:
            count, lifts = self.petal_count, self.shares.lifts[channel]
            fingers, pulls, each = np.zeros((3, 3 * count))
            fingers[:count], pulls[count:] = self.coefficients[channel, :count], lifts
            each[count : 2 * count] = self.shares.palms_lift()[channel]
            shares = self._lift[channel] = each + fingers + pulls, fingers, pulls
        return shares

    def most_lifted(self, channels: tuple[int, int], newtons: Floats, row: int) -> float:
        """The most that is ``lifted`` off any of these in a row of float64[n, c]."""
        force_n = self.lifting_of(newtons).likely_n[row]
        return max(float(force_n.dot(self._lift_shares(channel)[0])) for channel in channels)

    def lifts(self, newtons: Floats, row: int, order: int) -> bool:
        """Do any fingers under other petals than ``order`` lift in a row of float64[n, c]?"""
        if self._beside is None or self._beside[0] is not newtons:
            self._beside = newtons, self.lifting_of(newtons).beside()
        return self._beside[1][order][row]

    def lifting_of(self, newtons: Floats) -> Lifting:
        """Both sensors of a petal are asked about the same forces."""
        for lifting in self._lifting:
            if lifting.newtons is newtons:
                return lifting
        lifting = Lifting(newtons, *self.by_sensor(newtons), self._in_part)
        self._lifting = [lifting, *self._lifting[:1]]
        return lifting

    def others(self, sources: Floats, order: int) -> Floats:
        """The sources without those of petal ``order``."""
        others = sources.copy()
        others[:, order :: self.petal_count] = 0.0
        return others

    def lifting(self, sources: Floats, newtons: Floats, order: int, shows: Flags) -> Floats:
        """``others``, and below 0 the fingers under other petals that lift, in the rows bool[n] in
        which a sensor ``shows`` it."""
        others = self.others(sources, order)
        lifting = self.lifting_of(newtons).force_n * shows[:, None]
        lifting[:, order] = 0.0
        others[:, : self.petal_count] -= lifting
        return others

    def most_coupled(self, sources: Floats, unmeasured_n: Floats | None) -> Floats:
        """float64[n, s]: the most that others leave on each petal, beyond what is taken off."""
        causing, pressing = self._causes(sources)
        squares = added_up(pressing * pressing, self.shares.petal_squares, causing)
        if unmeasured_n is not None:
            squares += np.einsum("nps,ps->ns", 9.0 * unmeasured_n**2, self.shares.petal_pushes())
        most: Floats = np.sqrt(squares)
        if self.shares.petal_left is not None:
            most += added_up(pressing, self.shares.petal_left, causing)
        return most

    def left_n(self, channel: int, view: Past) -> Floats:
        """float64[n]: one sigma of the crosstalk left in a channel after taking off what is known
        of it."""
        left_n = self.shares.rest_sigma_n(channel, view.sources)
        if view.unmeasured_n is None:
            return left_n
        return np.hypot(left_n, self.unmeasured_n(channel, view))

    def unmeasured_n(self, channel: int, view: Past) -> Floats | float:
        """float64[n]: that part of it which comes from pushes that no sensor reads."""
        if view.unmeasured_n is None:
            return 0.0
        shares = self.shares.expected(channel)[: self.petal_count]
        squares: Floats = view.unmeasured_n[:, :, self.owners[channel]] ** 2 @ shares**2
        return np.sqrt(squares)

    def most_pressed(self, order: int, view: Past, explained: bool) -> Floats:
        """float64[n]: what a petal's sensors may carry by themselves, if no more was pushed than is
        sure where no sensor reads it; if what couples has been ``explained``, what they carry."""
        own, channels = self.own_past(view)[:, self.both[order]], self._pairs[order].tolist()
        if view.unmeasured_n is not None and not explained:
            left_n = np.stack([self.unmeasured_n(channel, view) for channel in channels], axis=1)
            own = own + np.clip(view.newtons[:, self.both[order]] - own, 0.0, left_n)
        most: Floats = np.maximum(*own.T)
        return most

    def levels(self, own: Floats) -> Floats:
        """float64[n, s]: the greater of each petal's two channels of float64[n, c]."""
        greater: Floats = np.maximum(own[:, self._tops], own[:, self._unders])
        return greater

    def by_sensor(self, own: Floats, heard: bool = False) -> tuple[Floats, Floats]:
        """float64[n, s] each: each petal's *top*, and its *under*, of float64[n, c]; or, of what is
        ``heard``, the other one for one that is dead: what loads the table comes to both alike."""
        tops, unders = self._heard if heard else (self._tops, self._unders)
        return own[:, tops], own[:, unders]

    def own(self, newtons: Floats, sources: Floats, shares: Floats | None = None) -> Floats:
        """float64[n, c]: forces without what is taken off now of what couples, or by ``shares``:
        what explains slaps on one petal is not known to the others yet."""
        causing, pressing = self._causes(sources)
        taken = self.coefficients if shares is None else shares
        return newtons - added_up(pressing, taken.T, causing)

    def _causes(self, sources: Floats) -> tuple[Indices, Floats]:
        """Which of the sources are not nothing all the time, as most are, and those alone; asked
        about the same again and again."""
        if self._causing is None or self._causing[0] is not sources:
            (causing,) = self._ones[: len(sources)].dot(sources).nonzero()
            self._causing = sources, causing, sources.take(causing, 1)
        return self._causing[1:]
