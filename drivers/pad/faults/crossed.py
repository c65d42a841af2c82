"""Which petals have plugs in each other's place, by what touches of two show together.

*Under* here together with *top* on another petal, again and again, is one pinch: a plug of the one
is in the other's place. Two hands that roll on show that too, but each as it always does; of
crossed plugs now the one half comes first, now the other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

# Evidence for crossed plugs: two sensors that are loaded at once feel one pinch (log), so much less
# likely, the further apart that is. It is told at _CROSSED.
_ODD, _APART_NS, _ROLLS_NS = 3.0, 20_000_000, 20_000_000
_CROSSED, _MOST_CROSSED = 6.5, 10.0
# Once *under* of either has come alone beside *top* of the other slow hands count as well, less
# each time that one of the two petals is pinched: fingers slip off now and then.
_SLOWLY_NS, _SLIPS = 80_000_000, 1.0
_ONE_SIDED = 9.5  # while it was *under* of one petal only: a third one's *top* may be in its place
_UNDER_BY_ITSELF = 1.0  # *under* of one petal alone, and by itself, says that against either
_BESIDE_NS, _LATE_NS = 150_000_000, 1_500_000_000  # a hand that stays is known by then


@dataclass(slots=True)
class Felt:
    """One touch of petal ``order``, and when each sensor was loaded; None: it was not. ``beside``:
    who else was touched about then. ``swapped``: its plugs are told as such."""

    t_ns: int
    order: int
    top_ns: int | None
    under_ns: int | None
    swapped: bool
    beside: set[int]

    @property
    def under_after_ns(self) -> int:
        """How much later *under* came; 0: one of them did not come."""
        return 0 if self.top_ns is None or self.under_ns is None else self.under_ns - self.top_ns

    @property
    def is_pinch(self) -> bool:
        """Were both sensors pressed?"""
        return self.top_ns is not None and self.under_ns is not None

    @property
    def whole(self) -> float:
        """How likely it is one pinch: a hand may roll on."""
        return _one(self.top_ns, self.under_ns, _ROLLS_NS)


@dataclass(slots=True)
class _Pair:
    """Two petals whose plugs may be crossed: the evidence for *tops*, or *unders*, in each other's
    place, and for a *top* in that of an *under*, which ``fingers`` on both at once show.

    ``halves`` came alone. Beside a whole pinch they may be two hands that roll unlike: ``turns`` is
    what speaks for crossed plugs by that, where *top* of the one petal, or the other, came first.
    ``unders``: the petals whose *under* came alone as such a half, or is told to be a *top*.
    ``lone``: what else speaks for crossed plugs by *under* of the first, and the second, alone
    together with *top* of the other alone: a hand may roll on more slowly than two hands come. It
    counts if there are ``more`` petals than the two: else who slips off is all that comes so.
    """

    more: bool
    halves: float = 0.0
    fingers: float = 0.0
    turns: tuple[float, float] = 0.0, 0.0
    lone: tuple[float, float] = 0.0, 0.0
    unders: set[int] = field(default_factory=set)

    def add(self, halves: float, fingers: float, turns: tuple[float, float] = (0.0, 0.0)) -> None:
        """What one more touch, or two at once, say."""
        self.halves = _kept(self.halves + halves)
        self.fingers = _kept(self.fingers + fingers)
        self.turns = (
            _kept(self.turns[0] + turns[0], -_MOST_CROSSED),
            _kept(self.turns[1] + turns[1], -_MOST_CROSSED),
        )
        if not self.halves + max(self.lone):
            self.unders.clear()

    def add_lone(self, first: float, second: float) -> None:
        """What *under* of the first, and the second, by itself says more."""
        self.lone = _kept(self.lone[0] + first), _kept(self.lone[1] + second)

    def together(self, one: Felt, other: Felt) -> None:
        """Both were touched at once: does *under* of either go with *top* of the other better than
        with its own, or one *under* with the other?"""
        whole = one.whole + other.whole
        pairs = (one, other), (other, one)
        # On swapped plugs palms show as fingers.
        odd = [0.0 if below.swapped else _one(top.top_ns, below.under_ns) for top, below in pairs]
        halves = min(sum(odd) - whole, _ODD)
        if halves <= 0.0:  # they may roll on as well
            rolling = sum(_one(top.top_ns, below.under_ns, _ROLLS_NS) for top, below in pairs)
            halves = max(min(rolling - whole, 0.0), -_ODD)
        else:
            both = (one, other)
            self.unders |= {each.order for each in both if each.top_ns is None or each.swapped}
        self._alone(one, other, max(halves, 0.0))
        unders = _one(one.under_ns, other.under_ns)
        if one.top_ns is None and other.top_ns is None:  # as no two hands do, unless they are palms
            fingers = 0.0 if one.swapped and other.swapped else 2.0 * unders
        else:
            fingers = min(unders + _one(one.top_ns, other.top_ns) - whole, 0.0)
        late_ns = one.under_after_ns, other.under_after_ns
        rolled_ns = late_ns[0] or -late_ns[1]
        alike = min(late_ns) > _ROLLS_NS or max(late_ns) < -_ROLLS_NS
        if not rolled_ns:
            self.add(halves, fingers)
        elif alike:  # who rolls on so does it unlike as well
            self.add(0.0, fingers, (-_ODD, -_ODD))
        elif halves < 0.0:
            self.add(halves, fingers, (halves, halves))
        else:
            self.add(0.0, fingers, (0.0, halves) if rolled_ns > 0 else (halves, 0.0))

    def _alone(self, one: Felt, other: Felt, halves: float) -> None:
        """Has *under* of either come alone, and *top* of the other? ``halves``: what counts."""
        for below, top in ((one, other), (other, one)):
            if below.top_ns is None and top.under_ns is None and not below.swapped:
                lone = _one(top.top_ns, below.under_ns, _SLOWLY_NS) - halves
                self.add_lone(lone * (below is one), lone * (below is other))
                return
        if one.is_pinch or other.is_pinch:  # else who slips off now and then has crossed plugs
            self.add_lone(-_SLIPS, -_SLIPS)

    @property
    def apart(self) -> float:
        """Of one turn alone no more counts than one touch of halves that came alone."""
        turns = min(self.turns) + min(max(self.turns), _ODD)
        lone = sum(self.lone) if self.more and min(self.lone) > 0.0 else 0.0
        return max(self.halves + max(turns, 0.0) + lone, self.fingers)

    @property
    def is_one_sided(self) -> bool:
        """Has *under* of one petal alone come with *top* of the other?"""
        return self.halves > max(self.fingers, 0.0) and len(self.unders) == 1

    @property
    def may_be(self) -> bool:
        """Has a pinch fallen apart as no hands do: both *unders* alone, at once, or each together
        with the other's *top*?"""
        return self.fingers > 0.0 or (self.halves > 0.0 and len(self.unders) > 1)


def _kept(evidence: float, least: float = 0.0) -> float:
    return min(max(evidence, least), _MOST_CROSSED)


def _one(some_ns: int | None, others_ns: int | None, rolls_ns: int = 0) -> float:
    """How likely (log) two sensors felt one pinch, rather than two hands."""
    if some_ns is None or others_ns is None:
        return 0.0
    return max(_ODD - max(abs(some_ns - others_ns) - rolls_ns, 0) / _APART_NS, 0.0)


class Crossed:
    """What all petals' touches have shown of plugs in each other's place."""

    def __init__(self, petals: int) -> None:
        self._petals = petals
        self._pairs = defaultdict[frozenset[int], _Pair](lambda: _Pair(more=petals > 2))
        self._told: list[frozenset[int]] = []
        self._recent: list[Felt] = []

    def take(self, touch: Felt) -> None:
        """What does one say beside the others, and what do those that had none beside them?"""
        for old in [old for old in self._recent if old.t_ns < touch.t_ns - _LATE_NS]:
            self._recent.remove(old)
            if old.under_ns is None:  # as all plugs, palms show it
                continue
            against = -_UNDER_BY_ITSELF if old.top_ns is None else -_ODD
            for order in set(range(self._petals)) - old.beside - {old.order}:
                pair = self._pairs[frozenset((old.order, order))]
                pair.add(against, -_UNDER_BY_ITSELF, (against, against))
                pair.add_lone(against, against)
        for other in self._recent:
            if other.order != touch.order and abs(touch.t_ns - other.t_ns) <= _BESIDE_NS:
                one, another = sorted((touch, other), key=lambda each: each.order)
                self._pairs[frozenset((one.order, another.order))].together(one, another)
                touch.beside.add(other.order)
                other.beside.add(touch.order)
        self._recent.append(touch)

    def petals(self) -> frozenset[int]:
        """Those of which plugs are surely in each other's place. Who comes at once with both seems
        to be the half of a pinch as well, so a petal is crossed with one other."""
        self._told = [both for both in self._told if self._pairs[both].apart]
        aparts = {both: pair.apart for both, pair in self._pairs.items()}
        found = [both for both, apart in aparts.items() if apart >= _CROSSED]  # as good as never
        for both in sorted(found, key=lambda both: -aparts[both]):
            one_sided = self._petals > 2 and self._pairs[both].is_one_sided
            if one_sided and aparts[both] < _ONE_SIDED:
                continue
            if not any(both & told for told in self._told):
                self._told.append(both)
        return frozenset().union(*self._told)

    def may_be(self, order: int) -> bool:
        """Has a pinch of this petal and one other fallen apart as no two hands do?"""
        return any(pair.may_be for both, pair in self._pairs.items() if order in both)
