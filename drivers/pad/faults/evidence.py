"""What a petal's touches say of its sensors: swapped, dead, saturating, unlike others.

One odd touch says nothing; within some ten a fault shows in what hands cannot do. A hand presses
*top*: alone, or pinching. *Under* alone, again and again, and *top* never alone: their plugs are
swapped, or *top* is dead, if it never moves at all. What touches of two petals show of plugs that
are in each other's place ``crossed`` tells. A pinch presses both about as hard: a petal on which
one sensor always gets more than on all the others has a sensor that reads too little.

Who rolls on slowly brings the other sensor after his gesture was told: what shows on one alone
counts when the hand has gone, or rests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import hypot, log, sqrt
from statistics import median

import numpy as np

from drivers.events import Fault
from drivers.pad.arrays import Floats, Times
from drivers.pad.config import PadConfig
from drivers.pad.faults.crossed import Crossed, Felt
from drivers.pad.reductions import greatest, greatest_by_column
from drivers.pad.rise import Rise

# Evidence for swapped plugs, touch by touch: it is told at _SURE, taken back at none.
_UNDER_ALONE = 2.5
_TOP_ALONE = -4.0
_PINCHED = -0.1  # fingers slip off more seldom than people play palms
_FELT_TURNED = 3.0  # the other petals were pushed
# Whoever comes first in a pinch: most often it is *top*; but that is each one's habit, which says
# so much in all.
_FIRST, _HABIT = 0.6, 1.8
_LEAD_NS = 1_500_000
_LEAST_ALONE = 2
_STRONG = 1.5  # of a contact's least force: so much on *under* alone is no brush of it
_SURE = 6.0
_MOST = 9.0
_LEAST = -2.0  # plugs may be swapped between two evenings
_PASSED_ON = 0.15  # of what one sensor carries reaches the other through the petal
_SILENT = 2  # touches without a movement of *top*
_SATURATED = 3.0
_UNSATURATED = -0.2
_KEPT = 40  # pinches that are remembered
_LEAST_OWN = 8  # pinches of a petal that can be compared
_LEAST_OTHERS = 2  # petals beside: of two nobody knows which is the odd one
# Two sensors that drifted apart are healthy: medians of log shares lie up to 0.3 apart, and further
# where nobody weighed them: of heavier pinches the rest of their resistance has its part.
_UNEVEN, _EVEN = log(1.35), log(1.2)
_UNEVEN_OF_THREE = log(1.65)  # two others may lie together by chance
_UNEVEN_UNWEIGHED = log(2.0)
_WEIGHED_N, _BENDS = 10.0, 0.12  # for each e-fold of a force above the heavy weight
_ERRORS = 3.0  # of the median, beyond what is uneven
_SCATTER = 1.48 * 1.25  # sigma by the median deviation; a median's against a mean's
_LEAST_SCATTER = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchSummary:
    """One touch: when it was felt, each sensor's greatest force (0: never loaded), when each came,
    whether *top* or *under* reached full scale, whether *top* did not move at all, and whether
    fingers of a much harder hand on the petal ``beside`` may have reached round the edge."""

    t_ns: int
    top_n: float
    under_n: float
    under_after_ns: int
    pinched: bool
    saturated: bool
    still: bool = False
    beside: bool = False

    @property
    def is_under(self) -> bool:
        """Was *under* pressed more than *top*?"""
        return self.under_n > self.top_n

    def felt(self, order: int, swapped: bool) -> Felt:
        """When each sensor of petal ``order`` was loaded, whose plugs are told as ``swapped``."""
        t_ns, after_ns = self.t_ns, self.under_after_ns
        top_ns, under_ns = max(t_ns, t_ns - after_ns), max(t_ns, t_ns + after_ns)
        top = self.pinched or not self.is_under
        under = self.pinched or self.is_under
        return Felt(
            t_ns, order, top_ns if top else None, under_ns if under else None, swapped, set()
        )

    def follow(self, t_ns: Times, newtons: Floats, onset_n: float) -> TouchSummary:
        """It goes on by ``newtons``, float64[n, 2]: who rolls on slowly presses the other sensor
        only now, as a grab does."""
        if self.pinched:
            return self
        first_n, other_n = newtons.T[::-1] if self.is_under else newtons.T
        least_n = max(onset_n, _PASSED_ON * max(self.top_n, self.under_n, greatest(first_n)))
        (rows,) = (np.minimum(other_n[1:], other_n[:-1]) >= least_n).nonzero()
        if not len(rows):
            return self
        after_ns = int(t_ns[rows[0]]) - self.t_ns
        top_n, under_n = greatest_by_column(newtons).tolist()
        return replace(
            self,
            top_n=max(self.top_n, top_n),
            under_n=max(self.under_n, under_n),
            under_after_ns=-after_ns if self.is_under else after_ns,
            pinched=True,
        )

    @staticmethod
    def of(
        rises: Sequence[Rise | None], pinched: bool, saturated: bool, top_is_still: bool
    ) -> TouchSummary:
        """That of a touch that was decided; ``rises``: of *top* and *under*."""
        top, under = rises
        after_ns = 0
        if top is not None and under is not None and min(top.crossed, under.crossed) >= 0:
            after_ns = under.crossed_ns - top.crossed_ns
        return TouchSummary(
            t_ns=min(rise.crossed_ns for rise in rises if rise is not None and rise.crossed >= 0),
            top_n=0.0 if top is None else top.peak_n,
            under_n=0.0 if under is None else under.peak_n,
            under_after_ns=after_ns,
            pinched=pinched,
            saturated=saturated,
            still=top_is_still,
        )


class PadEvidence:
    """What the touches of all petals show together: how pinches were shared between *under* and
    *top*, and which petals show one half of a pinch each. ``weighed``: somebody weighed all."""

    def __init__(self, petals: int, weighed: bool = True) -> None:
        self._weighed = weighed
        self._ratios: list[deque[float]] = [deque(maxlen=_KEPT) for _ in range(petals)]
        self._bends: list[deque[float]] = [deque(maxlen=_KEPT) for _ in range(petals)]
        self._middles = [(0.0, 0.0)] * petals  # of the ratios: median, and median deviation
        self._bent = [0.0] * petals  # median bends
        self._together = Crossed(petals)
        self.crossed: frozenset[int] = frozenset()  # petals
        self._unlike: set[int] = set()  # petals whose sensors share pinches as no others' do
        self._uneven: AbstractSet[int] = frozenset()
        self._touches: list[tuple[int, int, TouchSummary, bool]] = []  # of this block: when, whose
        self._pinches: list[tuple[int, int, float, float]] = []

    def touched(self, order: int, touch: TouchSummary, swapped: bool) -> None:
        """A touch of petal ``order``, to be judged with the others' of its block; its plugs are
        told as ``swapped``."""
        self._touches.append((touch.t_ns, order, touch, swapped))

    def pinched(self, order: int, t_ns: int, top_n: float, under_n: float) -> None:
        """A pinch of petal ``order``, of which both sensors carry so much."""
        self._pinches.append((t_ns, order, top_n, under_n))

    def settle(self, off: AbstractSet[int] = frozenset()) -> list[tuple[int, Fault, bool]]:
        """A block is over: whose faults its touches make begin or end, in the order of their times
        (petals are gone through one after the other). ``off``: the petals that stand off their
        sisters altogether (``drivers.pad.sensors.sisters``)."""
        found: list[tuple[int, Fault, bool]] = []
        for _, order, touch, swapped in sorted(self._touches, key=_when):
            self._together.take(touch.felt(order, swapped))
        if self._touches:
            before, self.crossed = self.crossed, self._together.petals()
            for order in sorted(before ^ self.crossed):
                found.append((order, Fault.CROSSED, order in self.crossed))
        for _, order, top_n, under_n in sorted(self._pinches, key=_when):
            away = self.shared(order, top_n, under_n)
            if away is not None:
                (self._unlike.add if abs(away) >= _UNEVEN else self._unlike.discard)(order)
        uneven = self._unlike | off
        for order in sorted(uneven ^ self._uneven):
            found.append((order, Fault.UNEVEN, order in uneven))
        self._uneven = uneven
        self._touches.clear()
        self._pinches.clear()
        return found

    def may_be_crossed(self, order: int) -> bool:
        """Has a pinch of this petal and one other fallen apart as no two hands do?"""
        return self._together.may_be(order)

    def shared(self, order: int, top_n: float, under_n: float) -> float | None:
        """One more of petal ``order``; how far it stands off the others (log), if that is sure
        enough to tell, 0.0 if it does not, None while nothing is known."""
        own = self._ratios[order]
        own.append(log(under_n / top_n))
        self._bends[order].append(_BENDS * max(log(max(top_n, under_n) / _WEIGHED_N), 0.0))
        self._middles[order], self._bent[order] = _spread(own), median(self._bends[order])
        known = [petal for petal, kept in enumerate(self._ratios) if len(kept) >= _LEAST_OWN]
        if order not in known or len(known) <= _LEAST_OTHERS:
            return None
        # Off all others to the same side: its least distance counts.
        middles = [self._middles[petal] for petal in known]
        aways = [
            self._middles[order][0] - self._middles[petal][0] for petal in known if petal != order
        ]
        away = min(aways, key=abs) if min(aways) * max(aways) > 0.0 else 0.0
        scatter = max(_LEAST_SCATTER, _SCATTER * max(deviation for _, deviation in middles))
        doubt = max(self._bent)
        uneven = _UNEVEN if len(known) > _LEAST_OTHERS + 1 else _UNEVEN_OF_THREE
        uneven = uneven if self._weighed else _UNEVEN_UNWEIGHED
        sure = abs(away) >= uneven + hypot(doubt, _ERRORS * scatter / sqrt(len(own)))
        return away if sure or abs(away) < _EVEN else None


def _when(
    one: tuple[int, int, TouchSummary, bool] | tuple[int, int, float, float],
) -> tuple[int, int]:
    return one[:2]


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Their median, and their median deviation from it."""
    middle = median(values)
    return middle, median(abs(value - middle) for value in values)


class PetalEvidence:
    """What the touches of one petal have shown; ``order`` is its column among the petals."""

    def __init__(self, order: int, pad_evidence: PadEvidence, config: PadConfig) -> None:
        self._order, self._pad_evidence, self._config = order, pad_evidence, config
        self._swapped = self._first = self._saturated = 0.0
        self._told = False  # as swapped
        self._passed_on = False  # *top* was pressed by no more than what *under* passes on
        self._alone = self._silent = 0  # touches of *under* alone; such without a move of *top*
        self._least_alone_n = _STRONG * config.least_peak_n
        self._last: TouchSummary | None = None  # the touch whose hand may be there yet

    @property
    def stays(self) -> bool:
        """Does the other sensor yet have to show whether the last touch is a palm's?"""
        return self._last is not None

    @property
    def other(self) -> int:
        """Which one that is: 0 for *top*, 1 for *under*."""
        return 0 if self._last is not None and self._last.is_under else 1

    def take(self, touch: TouchSummary) -> dict[Fault, bool]:
        """One more touch: the faults that it makes begin or end. ``goes`` tells what its hand shows
        until it is gone, ``PadEvidence.settle`` what shows only beside the others'."""
        found = self.goes()
        self._passed_on = touch.top_n < _PASSED_ON * touch.under_n
        if not self._is_under_alone(touch):
            self._silent = 0
        elif touch.under_n >= self._least_alone_n:
            self._silent = self._silent + 1 if touch.still else 0
        self._last = touch
        self._scale(touch, found)
        if touch.pinched:
            found |= self.goes()
        return found

    def follow(self, t_ns: Times, newtons: Floats) -> None:
        """The hand of the last touch stays: so much, float64[n, 2], both sensors carry of it."""
        if self._last is not None:
            self._last = self._last.follow(t_ns, newtons, self._config.onset_n)
            self._silent = 0 if self._last.pinched else self._silent

    def goes(self) -> dict[Fault, bool]:
        """The hand of the last touch is gone, or rests: what has it shown of the plugs?"""
        found: dict[Fault, bool] = {}
        touch, self._last = self._last, None
        if touch is None:
            return found
        swapped = self._plugs(touch)
        if swapped is not None:
            found[Fault.SWAPPED] = swapped
        strong = touch.pinched or max(touch.top_n, touch.under_n) >= self._config.dead_peak_n / 2
        # A dead *top* is no half of a pinch elsewhere; palms on swapped plugs are none either.
        if strong and not self.silent:
            self._pad_evidence.touched(self._order, touch, self._told)
        return found

    def _is_under_alone(self, touch: TouchSummary) -> bool:
        alone = not touch.pinched and touch.top_n < _PASSED_ON * touch.under_n
        return alone or touch.top_n < self._config.onset_n

    def _plugs(self, touch: TouchSummary) -> bool | None:
        """Are they swapped, by this touch and those before it; None: who knows?"""
        if self._is_under_alone(touch):
            if touch.under_n < self._least_alone_n or touch.beside:
                return None
            self._alone += 1
            self._swapped += _UNDER_ALONE
        elif not touch.pinched:
            self._alone = 0
            self._swapped += _TOP_ALONE
        else:
            self._swapped += _PINCHED
            if touch.under_after_ns > _LEAD_NS:
                self._swapped -= _FIRST * self._told  # what is told has to be taken back, too
                self._first = max(self._first - _FIRST, 0.0)
            elif touch.under_after_ns < -_LEAD_NS:
                self._first = min(self._first + _FIRST, _HABIT)
        return self._surely_swapped()

    def _surely_swapped(self) -> bool | None:
        """Are the plugs surely swapped, surely not; None: who knows, or *top* is dead."""
        self._swapped = min(max(self._swapped, _LEAST), _MOST)
        swapped = self._swapped + self._first
        if self._silent >= _SILENT:
            return None
        if self._order in self._pad_evidence.crossed:
            self._told = False  # its *under* is another's
            return False
        if swapped >= _SURE and self._alone >= _LEAST_ALONE:
            if not self._told and self._pad_evidence.may_be_crossed(self._order):
                return None
            self._told = True
            return True
        self._told = self._told and swapped > 0.0
        return False if swapped <= 0.0 else None

    def felt(self) -> bool | None:
        """The other petals have felt a touch as of swapped plugs
        (``drivers.pad.sensors.plugs``): are they swapped by now?"""
        self._alone += 1
        self._silent = -1  # it is *under* that does not move, in a touch that is yet to count
        self._swapped += _FELT_TURNED
        return self._surely_swapped()

    def were_swapped(self) -> None:
        """The plugs were known to be swapped before the first touch."""
        self._swapped, self._alone, self._told = _MOST, _LEAST_ALONE, True

    @property
    def silent(self) -> bool:
        """Has *top* not moved under any of the last touches?"""
        return self._silent >= _SILENT

    def _scale(self, touch: TouchSummary, found: dict[Fault, bool]) -> None:
        step = 1.0 if touch.saturated else _UNSATURATED
        self._saturated = min(max(self._saturated + step, 0.0), _SATURATED + 1.0)
        if self._saturated >= _SATURATED:
            found[Fault.SATURATED] = True
        elif self._saturated == 0.0:
            found[Fault.SATURATED] = False

    def pinch(self, top_n: float, under_n: float, t_ns: int) -> None:
        """What both sensors carry of a pinch that lasts."""
        heavy = under_n >= self._config.dead_peak_n / 2
        if heavy and self._passed_on and top_n < _PASSED_ON * under_n:
            self._alone += 1
            self._swapped = min(self._swapped + _UNDER_ALONE, _MOST)
        # Else who knows which of them is which; fingers that come first are no proof by themselves.
        in_order = self._swapped < _UNDER_ALONE or not self._alone
        if in_order and min(top_n, under_n) >= self._config.least_peak_n:
            self._pad_evidence.pinched(self._order, t_ns, top_n, under_n)
