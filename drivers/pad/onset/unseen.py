"""What lost scans hide of a touch: that a hand let go and came again, or had come and bounced."""

from __future__ import annotations

from typing import NamedTuple

from drivers.pad.arrays import Floats
from drivers.pad.onset.passing import Passing
from drivers.pad.reductions import greatest
from drivers.times import MS

_QUICKEST_N = 20.0  # a millisecond: hands neither come nor go more quickly


class Least(NamedTuple):
    """The level that a contact passes, the longest gap that a bounce may leave, how long it presses
    at least, and how hard."""

    level_n: float
    gap_ns: float
    lasts_ns: float
    peak_n: float


def long_gaps(t: Floats, gap_ns: float) -> list[int]:
    """The rows of float64[n] sample times that come after more than ``gap_ns`` without a scan."""
    rows: list[int] = ((t[1:] - t[:-1] > gap_ns).nonzero()[0] + 1).tolist()
    return rows


def unseen(
    t: Floats,
    petals: tuple[Floats, Floats],
    begin: int,
    seen: Passing,
    gaps: list[int],
    least: Least,
) -> Passing:
    """Between which moments a hand came that passed within ``seen``, for all that may have been in
    ``gaps``, the rows after lost scans. ``petals``: its force, if it is greater than measured, and
    if it is less; of that row ``begin`` shows the passing."""
    more, less = petals
    came_again_ns = _came_again_ns(t, less, begin, gaps, least)
    had_come_ns = _had_come_ns(t, more, seen.earliest, gaps, least)
    return Passing(had_come_ns, max(seen.latest, came_again_ns))


def _came_again_ns(t: Floats, force: Floats, begin: int, gaps: list[int], least: Least) -> float:
    """The latest moment at which it came, if it let go in each gap that is long enough, and was no
    contact until then: too short, or too light. 0: there is no such gap."""
    since, latest_ns = begin, 0.0
    for row in gaps:
        moved_ns = (force[row - 1] + force[row]) / _QUICKEST_N * MS
        if row <= begin or t[row] - t[row - 1] - moved_ns <= least.gap_ns:
            continue
        (loaded,) = (force[row:] >= least.level_n).nonzero()
        long = t[row - 1] - t[since] >= least.lasts_ns
        if (long and greatest(force[since:row]) >= least.peak_n) or not loaded.size:
            break
        since = row + int(loaded[0])
        latest_ns = float(t[since])
    return latest_ns


def _had_come_ns(
    t: Floats, force: Floats, passed_ns: float, gaps: list[int], least: Least
) -> float:
    """The earliest moment at which it came, if it was there in a gap shortly before it passed the
    level, or before what came shortly before that, and so on."""
    seen = False
    for row in range(int(t.searchsorted(passed_ns)), 0, -1):
        if t[row] <= passed_ns - least.gap_ns:
            break
        if row in gaps or (seen and force[row] >= least.level_n):
            seen, passed_ns = True, float(t[row - 1])
    return passed_ns
