"""What one sensor shows of a touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.times import MS

_DOUBT_N = 0.1  # more than crosstalk can be is a hand's
# A sensor that is pressed so many scans after the other surely was, by so much, tells a grab alone.
_AFTER_SCANS, _AFTER_N = 10, 2.0
_QUICK_NS = 8 * MS  # in which a hand rises on, after its crossing, that has not rested


@dataclass(slots=True)
class Rise:
    """One channel of a touch, from the first scan that may have been one.

    ``before_ns``: of the sample before that scan. ``crossed`` and ``crossed_ns``: the first scan at
    the onset's force, its sample's time; below 0: not yet. ``since_ns`` and ``last_ns``: of the
    first and the last loaded sample; what bounces is loaded all the time.
    ``doubtful``: crosstalk may have caused the crossing, which may be looked into from ``look_ns``.
    ``beyond``: only if the table has got looser than is known. ``strong_ns``: when it had risen by
    ``PadConfig.rise_n``, or by what a heavy hand that leans has to. ``explained``: what the others
    couple was fitted to it, and taken off. ``broken``: it has been less than a load since it
    crossed. ``follows``: the other sensor had felt the hand long before, so
    this one, which others may have pressed, tells a grab alone. ``open_ns``: it is not over before
    then, see ``Ending``. ``amid``: others had come before it, who pull nothing away.
    """

    scan: int
    before_ns: int
    last_ns: int
    since_ns: int
    peak_n: float = 0.0
    sure_n: float = 0.0  # the greatest force that cannot be coupled
    crossed: int = -1
    crossed_ns: int = -1
    strong_ns: int = -1
    doubtful: bool = False
    beyond: bool = False
    explained: bool = False
    look_ns: int = 0
    broken: bool = False
    follows: bool = False
    open_ns: int = 0
    amid: bool = False

    def came_back(self, t_ns: int, bounce_ns: int) -> None:
        """It is loaded after a gap. ``bounce_ns``: longer ones are no bounce's."""
        self.broken = self.broken or self.crossed >= 0
        if t_ns - self.last_ns > bounce_ns and not self.open_ns:
            self.since_ns = t_ns

    def hide(self, t_ns: int, gone_ns: int) -> None:
        """It may be loaded, though it shows nothing; what had gone for so long was broken."""
        self.broken = self.broken or (self.crossed >= 0 and t_ns - self.last_ns > gone_ns)
        self.last_ns = t_ns

    def load(self, force_n: float, sure_n: float, strong_n: float, t_ns: int) -> bool:
        """It is loaded by a force, of which so much cannot be coupled; ``strong_n`` is what counts.
        Is any of that more than before?"""
        self.last_ns = t_ns
        if self.strong_ns < 0 and force_n >= strong_n:
            self.strong_ns = t_ns
        if force_n <= self.peak_n and sure_n <= self.sure_n:
            return False
        self.peak_n = force_n if force_n > self.peak_n else self.peak_n
        self.sure_n = sure_n if sure_n > self.sure_n else self.sure_n
        return True

    def loaded_from_ns(self, until_ns: int, gap_ns: int) -> int:
        """Since when it had been loaded without a gap, if it was until then; else it was not."""
        return self.since_ns if self.last_ns >= until_ns - gap_ns else until_ns

    def is_quick(self, by_ns: int) -> bool:
        """Had it risen by what counts by then?"""
        return 0 <= self.strong_ns <= by_ns

    def comes_after(self, other: Rise | None) -> bool:
        """Had the other sensor surely felt the hand long before?"""
        if other is None or other.doubtful or other.broken or other.sure_n < _AFTER_N:
            return False
        quick = 0 <= other.strong_ns <= other.crossed_ns + _QUICK_NS
        return quick and 0 <= other.crossed <= self.crossed - _AFTER_SCANS

    def follow(self, other: Rise | None) -> bool:
        """Is it to tell a grab alone? Then nobody has to know now whether others pressed it."""
        if self.comes_after(other):
            self.doubtful, self.follows = False, True
        return self.follows

    def doubt(self, coupled_n: float, loosest_n: float, screen_ns: int) -> None:
        """May others have coupled all of it: by what is known, or if a table is at its loosest?
        That may be looked into ``screen_ns`` after it crossed."""
        self.beyond = coupled_n < self.peak_n - _DOUBT_N <= loosest_n
        self.doubtful = self.beyond or self.peak_n - _DOUBT_N <= coupled_n
        self.look_ns = self.crossed_ns + screen_ns


def that_led(rises: Sequence[Rise | None]) -> list[Rise | None]:
    """Those that say when a hand came: who comes after does not, but for what may have rested there
    at the onset's force before."""
    return [
        None if rise and other and rise.comes_after(other) and rise.scan >= other.crossed else rise
        for rise, other in zip(rises, reversed(rises), strict=True)
    ]
