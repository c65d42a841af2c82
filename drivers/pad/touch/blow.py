"""A blow to the table: does one come to a petal, and what of its force is a hand's that came upon
one?

It comes to all petals and goes, in one shape: hands come and leave each in its own time. Those show
it that nobody holds, nor comes to meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import BEFORE
from drivers.pad.forces import Forces
from drivers.pad.onset.passing import Onset
from drivers.pad.past import Past
from drivers.pad.reductions import (
    any_of,
    greatest,
    greatest_by_column,
    greatest_by_row,
    least,
    least_by_row,
    median,
    median_by_row,
    smoothed_by_column,
)
from drivers.pad.rise import Rise
from drivers.pad.touch.second_hand import rise_upon
from drivers.pad.touches import PetalSensors

_EVEN, _LEAST_N, _UPON_N = 0.25, 0.05, 0.3  # it comes to most within a factor; newtons
_LEAST = 0.125  # of one petal's comes to each other: no hand couples so much
_HARD_N = 15.0  # more is a slap: those of many at once recoil in one shape
_GONE = 0.5  # of its peak: less shows that it has gone by, or the table swung back
_HELD_N = 0.35  # what lay there was perhaps a hand, under which the blow has no shape
_SCANS = 60  # from before it until it is seen to be gone: no table stays down for 40 of it
# So far off one shape is what came and went in it, of sensors that creep and lag: newtons, and of
# all that each carries for each petal that shows it, for that more agree by chance is less likely.
_SHAPE_N, _A_PETAL, _MOST = 0.03, 0.025, 0.07
_MANY = 3  # have shown one by themselves: then each may bend it as sensors do that nobody weighed
_BENT = 2.0
# Fewer than four petals show what comes to the lesser sensor too, of all that came to them, and to
# one of them at least: more than palms pass on.
_PASSED, _LEAST_PASSED = 0.1, 0.04
_OVER = 0.1  # of its peak: what comes to that petal from then on is no part of it
# Both sensors have most likely what the others' have, which is worth so many scans of it; what is
# beyond a part more, and some newtons, is a hand's.
_WORTH = 0.5
_BEYOND, _BEYOND_N = 1.3, 0.15
_ERRS, _SLAP_ERRS = 0.15, 0.5  # of what is taken off
_AGAIN = 4  # scans: so soon it has not gone


class UponBlow(NamedTuple):
    """Of a hand that came upon a blow: the first scan, its rises, and the forces without the blow,
    of all in the view and of each channel; the error of that, float64[n]."""

    first: int
    rises: list[Rise | None]
    view: Past
    own: Floats
    error_n: Floats


class Shown(NamedTuple):
    """By how much the petals rise that show a blow, float64[n, k] newtons, until it is over; the
    row of its peak; how much of that comes to their *top*, and to their *under*."""

    rises: Floats
    peak: int
    usual: tuple[float, float]


class Blow:
    """As one petal feels it."""

    def __init__(self, sensors: PetalSensors, config: PadConfig, forces: Forces) -> None:
        self._order, self._sensors = sensors.order, sensors
        self._config, self._forces = config, forces
        # Of the forces asked about last, what follows from them.
        self._asked: tuple[Floats, int, Floats] | None = None
        self._wait = 0  # until this scan it is not asked again whether one has gone

    def wait(self, until: int) -> None:
        """What may be the table's, and stays, is looked at in that scan again."""
        self._wait = until

    def waits(self, scan: int) -> bool:
        """Has it been asked of late whether one has gone that has not?"""
        return scan < self._wait

    def comes(self, crossed: Sequence[Rise], scan: int, *, stays: bool) -> bool:
        """May what has crossed be one, or is what of it is a hand's yet to be seen, as it has not
        gone? It has, if nothing ``stays``."""
        if stays and self.waits(scan):
            return True
        view = self._forces.past(min(rise.scan for rise in crossed) - BEFORE, scan + 1)
        petals = self._forces.by_sensor(view.newtons, heard=True)
        comes = is_blow(*petals, self._order, gone=not stays, mute=self._forces.silent)
        comes = comes or (stays and self._shown(view, crossed, gone=False) is not None)
        self._wait = scan + _AGAIN if comes else 0
        return comes

    def upon(self, view: Past, rises: Sequence[Rise | None]) -> UponBlow | None:
        """The hand that came upon one; None: there was none."""
        begun = [rise for rise in rises if rise]
        blow_n = self._taken(view, begun)
        if blow_n is None:
            return None
        known = self._forces.own_past(view, known=True)  # a blow may have seemed coupled
        own, view = known - blow_n, view._replace(newtons=view.newtons - blow_n)
        came, upon = (self._crossed(rises, view, forces) for forces in (known, own))
        before, first = (
            min((rise.crossed for rise in some if rise), default=-1) for some in (came, upon)
        )
        if first <= before + 1:
            return None  # it came before the blow, or with it
        errs = _SLAP_ERRS if self._slapped(view, begun) else _ERRS
        return UponBlow(first, upon, view, own, errs * greatest_by_row(blow_n))

    def doubted(self, onset: Onset, view: Past, rises: Sequence[Rise | None]) -> Onset:
        """The ``onset`` of a hand of which no blow comes off: with ends until it had surely come,
        if it began as a blow does. Too few show what that brought, as hands hold the others."""
        forces, onset_n = self._forces, self._config.onset_n
        since, levels = self._levels(view, [rise for rise in rises if rise])
        columns = at_once(levels, self._order, onset_n, forces.silent)
        if columns is None:
            return onset  # as nearly always
        known = forces.own_past(view, known=True)[since:]
        top, under = forces.by_sensor(known, heard=True)
        row = surely_upon(top, under, self._order, columns, onset_n)
        if row is None:
            return onset
        latest_ns = int(view.times[since + row] - view.times[0]) + max(self._sensors.offsets_ns)
        return onset.over(latest_ns)

    def _taken(self, view: Past, begun: Sequence[Rise]) -> Floats | None:
        """float64[n, c]: what a blow has brought to both sensors; None: there was none."""
        shown, channels = self._shown(view, begun, gone=True), list(self._sensors.channels)
        if shown is None:
            return None
        known, taken = self._forces.own_past(view, known=True), np.zeros_like(view.newtons)
        since, _ = self._levels(view, begun)
        rows = slice(since, since + len(shown.rises))
        taken[rows, channels] = brought(shown, known[rows, channels])
        return taken

    def _slapped(self, view: Past, begun: Sequence[Rise]) -> bool:
        """Did a slap come meanwhile? Then what comes to all may be no blow, but what that couples,
        at a table that has got loose, into each petal by its own part."""
        _, levels = self._levels(view, begun)
        came_n = greatest_by_column(levels - levels[0])
        came_n[self._order] = 0.0
        return greatest(came_n) > _HARD_N

    def _levels(self, view: Past, begun: Sequence[Rise]) -> tuple[int, Floats]:
        """The row shortly before what has ``begun``, and the petals' forces from there on."""
        if self._asked is None or self._asked[0] is not view.newtons:
            since = max(min(rise.scan for rise in begun) - BEFORE - view.first, 0)
            self._asked = view.newtons, since, self._forces.levels(view.newtons[since:])
        return self._asked[1:]

    def _shown(self, view: Past, begun: Sequence[Rise], gone: bool) -> Shown | None:
        """What shows it, since shortly before what has ``begun``; None: there was none."""
        forces = self._forces
        since, levels = self._levels(view, begun)
        found = may_be_blown(levels, self._order, self._config.onset_n, gone, forces.silent)
        if found is None:
            return None  # as nearly always
        blown, end = found
        known = forces.own_past(view, known=True)[since : since + end]
        return that_show(*forces.by_sensor(known, heard=True), blown)

    def _crossed(
        self, rises: Sequence[Rise | None], view: Past, forces: Floats
    ) -> list[Rise | None]:
        """Those that cross by these forces, as they do."""
        found = [
            rise and rise_upon(rise, view, forces[:, channel], 0.0, offset_ns, self._config)
            for rise, channel, offset_ns in zip(
                rises, self._sensors.channels, self._sensors.offsets_ns, strict=True
            )
        ]
        return [rise if rise and rise.crossed >= 0 else None for rise in found]


def is_blow(
    top: Floats, under: Floats, order: int, *, gone: bool, mute: Flags | bool = False
) -> bool:
    """Have petals come, float64[n, s] newtons of both sensors from before a touch of petal
    ``order`` on, in one shape with that until now, and ``gone`` in it too? What lay there before
    has no part in it. A hand may be half on the petal beside, and of two light grabs may have one
    shape: where no more than three petals show it, it has come to both sensors, and of two it is
    over soon. One shows nothing.
    """
    petals = np.maximum(top, under)
    rises = np.maximum(petals - petals[0], 0.0)  # lifted, a sensor shows no more than nothing
    peak = int(rises[:, order].argmax())
    peaks = rises[peak]
    own_n, held = float(peaks[order]), petals[0] >= _HELD_N
    if least(np.where(held | mute, own_n, peaks)) < max(_LEAST * own_n, _LEAST_N):
        return False  # as nearly always: somebody's petal is empty
    blown = (peaks >= _EVEN * own_n) & (peaks <= own_n / _EVEN) & ~np.asarray(mute)
    if gone:
        blown &= rises[-1] <= _GONE * peaks
    (columns,) = blown.nonzero()
    if not blown[order] or len(columns) < 2:
        return False
    columns = columns[_alike(rises, petals, columns, peak)]
    if order not in columns or len(columns) < 2:
        return False
    if len(columns) > _MANY:
        return True
    pressed = peaks[columns]
    lesser = np.minimum(*(sensor[peak, columns] - sensor[0, columns] for sensor in (top, under)))
    return _passes(lesser, pressed) and not (len(columns) == 2 and len(petals) > _SCANS)


def may_be_blown(
    petals: Floats, order: int, onset_n: float, gone: bool, mute: Flags | bool = False
) -> tuple[Flags, int] | None:
    """bool[s]: the petals that may show a blow, float64[n, s] newtons from before a touch of petal
    ``order`` on, upon which a hand came there: it had come to two others, about as soon as
    ``onset_n`` to this one, and it has ``gone`` from them; and the row by which two have felt all
    of it, for hands may come to them then. None: it had not. A blow from which a hand is told apart
    is no harder than ``_HARD_N``."""
    rises = petals - petals[0]
    row = _passed(petals, order, onset_n)
    blown: Flags = rises[row] >= max(_EVEN * float(rises[row, order]), _LEAST_N)
    free = (petals[0] < _HELD_N) & np.logical_not(mute)
    blown &= free
    blown[order] = False
    end = len(petals)
    if gone and np.count_nonzero(blown) > 1:
        over = rises[row:] <= _OVER * np.maximum.accumulate(rises)[row:]
        over[-1] = True
        end = row + 1 + sorted(over[:, blown].argmax(axis=0).tolist())[1]
        blown &= rises[end - 1] <= _GONE * greatest_by_column(rises[:end])
    came_n = greatest_by_column(rises[:end])
    blown &= came_n <= _HARD_N
    if np.count_nonzero(blown) < 2 or least(came_n[free]) < _LEAST * least(came_n[blown]):
        return None  # it comes to all
    return blown, end


def that_show(top: Floats, under: Floats, blown: Flags) -> Shown | None:
    """Those of the petals, float64[n, s] of both sensors since before a touch, that may be
    ``blown``, which show a blow upon which a hand came there before it had gone; None: no such
    blow."""
    petals = np.maximum(top, under)
    rises = np.maximum(petals - petals[0], 0.0)
    (columns,) = blown.nonzero()
    peak = int(median(rises[:, columns].argmax(axis=0)))
    peaks = rises[peak, columns]
    columns = columns[peaks >= max(_EVEN * greatest(peaks), _UPON_N)]
    if len(columns) > 1:
        columns = columns[_alike(rises, petals, columns, peak)]
    if len(columns) < 2:
        return None
    rises = rises[:, columns]
    parts = [(sensor[peak] - sensor[0])[columns] / rises[peak] for sensor in (top, under)]
    return Shown(rises, peak, (median(parts[0]), median(parts[1])))


def at_once(petals: Floats, order: int, onset_n: float, mute: Flags) -> list[int] | None:
    """Those petals that nobody held, float64[n, s] newtons from before a touch of petal ``order``
    on, if that came to all of them as soon as ``onset_n`` to this one: more than hands couple."""
    rises_n = (petals[_passed(petals, order, onset_n)] - petals[0]).tolist()
    columns = ((petals[0] < _HELD_N) & np.logical_not(mute)).nonzero()[0].tolist()
    least_n = max(_LEAST * rises_n[order], _LEAST_N)
    if order not in columns or any(rises_n[column] < least_n for column in columns):
        return None
    return columns if len(columns) > 1 else None


def surely_upon(
    top: Floats, under: Floats, order: int, columns: list[int], onset_n: float
) -> int | None:
    """The row by which a hand surely pressed petal ``order`` whose touch began as a blow does: in
    one shape on all petals in these ``columns``, and on both sensors, one of which shows it go.
    None: it did not."""
    petals = np.maximum(top, under)
    row, rises = _passed(petals, order, onset_n), petals - petals[0]
    if not _alike(rises[: row + 1], petals[: row + 1], np.array(columns), row).all():
        return None
    sensors = np.hstack(((top - top[0])[:, columns], (under - under[0])[:, columns]))
    came = sensors[row]
    if not _passes(np.minimum(*np.split(came, 2)), rises[row, columns]):
        return None
    shows = came >= _EVEN * greatest(came)
    all_show = least_by_row(sensors[row:_SCANS, shows] / came[shows])
    gone = all_show <= _OVER * np.maximum.accumulate(all_show)
    if not any_of(gone):
        return None
    most_n = _BEYOND * greatest(all_show[: gone.argmax()]) * rises[row, order] + _BEYOND_N + onset_n
    (beyond,) = (rises[row:, order] >= most_n).nonzero()
    return row + (int(beyond[0]) if beyond.size else int(rises[row:, order].argmax()))


def _passes(lesser: Floats, pressed: Floats) -> bool:
    """Does more come to the lesser sensors of petals than under palms?"""
    if least(lesser - _LEAST_PASSED * pressed) < 0.0:
        return False
    return float(np.add.reduce(lesser - _PASSED * pressed)) >= 0.0


def _passed(petals: Floats, order: int, onset_n: float) -> int:
    """The row after the one in which petal ``order`` has passed that."""
    return min(int((petals[:, order] >= onset_n).argmax()) + 1, len(petals) - 1)


def brought(shown: Shown, own: Floats) -> Floats:
    """float64[n, 2], newtons: what a blow has brought to both sensors of a petal, ``own``
    float64[n, 2], as others show it. Of this petal the scans before the hand do: it may be nearer
    to the blow, or further away."""
    peaks = shown.rises[shown.peak]
    shape_n = median_by_row(shown.rises / peaks) * median(peaks)
    near_n = shape_n.copy()  # it may come to one a scan before another
    near_n[:-1] = np.maximum(near_n[:-1], shape_n[1:])
    near_n[1:] = np.maximum(near_n[1:], shape_n[:-1])
    worth_n2 = _WORTH * greatest(shape_n) ** 2
    blow_n = np.zeros_like(own)
    for part, usual in enumerate(shown.usual):
        # With what it has most likely, and what it has shown until each scan.
        seen = np.cumsum(own[:, part] * shape_n) + max(usual, 0.0) * worth_n2
        shares = np.clip(seen / (np.cumsum(shape_n**2) + worth_n2), 0.0, 1.0 / _EVEN)
        most_n = _BEYOND * np.append(shares[:1], shares[:-1]) * near_n + _BEYOND_N
        (beyond,) = (own[:, part] > most_n).nonzero()
        row = int(beyond[0]) if beyond.size else len(own) - 1
        blow_n[:, part] = shares[max(row - 1, 0)] * shape_n
    return blow_n


def _alike(rises: Floats, petals: Floats, columns: Indices, peak: int) -> Flags:
    """Which of the petals ``columns`` show the shape that most do, of a blow that is at its peak in
    row ``peak``."""
    # Scan by scan 10 N and more are read to half a newton: that is no shape of their own.
    shown = smoothed_by_column(rises[:, columns])
    if least(shown[peak]) <= 0.0:  # one has not come by then, or has gone
        return np.zeros(len(columns), dtype=np.bool_)
    shape = median_by_row(shown / shown[peak])
    apart_n = greatest_by_column(np.abs(shown - shape[:, None] * (shape @ shown / (shape @ shape))))
    off = min(_A_PETAL * len(columns), _MOST)
    most_n = _SHAPE_N + off * greatest_by_column(petals[:, columns])
    alike: Flags = apart_n <= most_n
    return apart_n <= _BENT * most_n if np.count_nonzero(alike) >= _MANY else alike
