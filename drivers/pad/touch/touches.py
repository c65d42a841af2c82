"""What a petal goes through: its states, a channel's rise, and the scans that it is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.sensors.deaf import Columns
from drivers.times import MS

TAKEN = 0.7  # of what crosstalk may have left: so much too much may be taken off
_DOUBT_N = 0.1  # more than crosstalk can be is a hand's
# A sensor that is pressed so many scans after the other surely was, by so much, tells a grab alone.
_AFTER_SCANS, _AFTER_N = 10, 2.0
_QUICK_NS = 8 * MS  # in which a hand rises on, after its crossing, that has not rested
NEVER: Final = 1 << 62
"""Later than anything."""
_FULL_KEPT = 512  # samples at full scale that are remembered


class Mode(Enum):
    """What a petal is at."""

    IDLE = auto()
    TOUCHED = auto()  # undecided
    HELD = auto()  # by a hand whose contact was told
    LEANING = auto()  # loaded, by what is no contact or by a hand that rests there since long


@dataclass(frozen=True, slots=True)
class PetalSensors:
    """The two channels of a petal: numbers, offsets in a scan, relative errors of their forces; and
    an index of both, by which numpy finds them soonest."""

    channels: tuple[int, int]
    offsets_ns: tuple[int, int]
    gain_sigmas: tuple[float, float]
    both: Columns

    def of(self, rows: Floats) -> Floats:
        """float64[n, 2]: theirs, of float64[n, c] of all channels."""
        return rows[:, self.both]


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
        self.peak_n, self.sure_n = max(force_n, self.peak_n), max(sure_n, self.sure_n)
        return True

    def loaded_from_ns(self, until_ns: int, gap_ns: int) -> int:
        """Since when it had been loaded without a gap, if it was until then; else it was not."""
        return self.since_ns if self.last_ns >= until_ns - gap_ns else until_ns

    def is_quick(self, within_ns: int) -> bool:
        """Had it risen by what counts so soon after it may have begun?"""
        return 0 <= self.strong_ns <= self.before_ns + within_ns

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


class Stretch(NamedTuple):
    """Consecutive scans with everybody's forces: ``first`` numbers the first of them.

    ``newtons``, float64[n + 1, c], ``sources``, float64[n + 1, 2 s], and ``coupled`` (the most that
    the other petals may cause), float64[n + 1, s], begin with the scan before them. ``own``,
    float64[n, c]: without what is known to be coupled when the stretch begins; ``held``: the lesser
    of each own force and the one before it, so that a lone sample is nothing. ``levels`` (the
    greater own force) and ``starts`` (the least held force that may be the onset's): float64[n, s].
    bool[n + 1, s], true in the end: ``begins``, where a touch may begin; ``unsure``, where what
    presses is not above the release by more than can be coupled.
    ``rests_n``, float64[s]: with less nothing lies on a petal. ``unmeasured_n``: one sigma of
    pushes that no sensor reads, see ``Past``.
    """

    first: int
    t_ns: list[int]
    newtons: Floats
    sources: Floats
    own: Floats
    held: Floats
    levels: Floats
    starts: Floats
    coupled: Floats
    rests_n: Floats
    unmeasured_n: Floats | None
    begins: Flags
    unsure: Flags
    jitter_ns: int
    clock_uncertainty_ns: int

    def hides(
        self, i: int, order: int, channels: Sequence[int], own_n: float, release_n: float
    ) -> bool:
        """May a hand still press, in row ``i``, a petal that shows ``own_n`` by now, from which
        pushes are taken off that nobody reads?"""
        if self.unmeasured_n is None or not np.count_nonzero(self.unmeasured_n[i + 1]):
            return False
        read_n = max(float(self.newtons[i + 1, channel]) for channel in channels)
        return min(own_n + float(self.coupled[i + 1, order]), read_n) >= release_n


class Lean:
    """What a resting hand presses with: the mean of ``scans`` samples, as many before the last.
    ``moves``: it has moved since it came."""

    def __init__(self, scans: int) -> None:
        self._scans = scans
        self.kept_scans = 2 * scans
        self._recent: tuple[deque[float], deque[float]] = (deque(), deque())
        self._sums = [0.0, 0.0]
        self._loads_n, self._load_n, self._lies_ns = (0.0, 0.0), 0.0, 0
        self.moves = False
        self._ahead: tuple[Floats, Floats]  # samples and sums asked for

    def clear(self) -> None:
        self._recent = (deque(), deque())
        self._sums = [0.0, 0.0]
        self.moves, self._load_n = False, 0.0

    def follow(self, loads_n: tuple[float, float], lies_ns: int, t_ns: int) -> bool:
        """Of what lies there the baseline has taken off so much by ``t_ns``: that is no movement
        once it lies there for long, since ``lies_ns``; before that a hand may soon rise. Has it
        taken more: does it lie still?"""
        before_n, self._loads_n, self._lies_ns = self._loads_n, loads_n, lies_ns
        if loads_n == before_n:
            return False
        for part, (recent, more_n) in enumerate(
            zip(self._recent, np.subtract(loads_n, before_n).tolist(), strict=True)
        ):
            if more_n and recent and t_ns >= lies_ns:
                shifted = [max(force_n - more_n, 0.0) for force_n in recent]
                self._recent[part].clear()
                self._recent[part].extend(shifted)
                self._sums[part] = sum(shifted[: -self._scans])
        self._load_n = max(*loads_n, 0.0)
        return max(loads_n) > max(before_n)

    def loads_n(self, t_ns: Sequence[int]) -> float | Floats:
        """So much of what has lain there for long is taken off at each of these times."""
        if not self._load_n or t_ns[-1] < self._lies_ns:
            return 0.0
        if t_ns[0] >= self._lies_ns:
            return self._load_n
        return np.where(np.array(t_ns) >= self._lies_ns, self._load_n, 0.0)

    def begin(self, forces_n: Sequence[list[float]]) -> None:
        """Take what both sensors were pressed with until now: it may be rising already."""
        self.clear()
        for part, forces in enumerate(forces_n):
            for force_n in forces[-self.kept_scans :]:
                self._add(part, force_n)

    def take(self, top_n: float, under_n: float) -> tuple[float, float]:
        """Add a sample of both sensors; what they pressed with before, the sample itself while that
        is not known. Nobody leans with less than nothing, not while others lift a hand either."""
        return max(self._add(0, top_n), 0.0), max(self._add(1, under_n), 0.0)

    def _add(self, part: int, force_n: float) -> float:
        recent, scans, force_n = self._recent[part], self._scans, max(force_n, 0.0)
        recent.append(force_n)
        if len(recent) > scans:
            self._sums[part] += recent[-1 - scans]
        if len(recent) <= self.kept_scans:
            return force_n
        self._sums[part] -= recent.popleft()
        return self._sums[part] / scans

    def bases(self, forces_n: tuple[Floats, ...]) -> Floats | None:
        """What was pressed with before each of the samples to come, float64[n] of both sensors, as
        ``take`` will give it; float64[2, n]. None: that is not known."""
        if min(map(len, self._recent)) < self.kept_scans:
            return None
        count, scans = len(forces_n[0]), self._scans
        pressed_n = np.maximum(forces_n, 0.0)
        samples = np.stack([np.append(*pair) for pair in zip(self._recent, pressed_n, strict=True)])
        steps = np.empty((2, 2 * count + 1))  # one comes in, one goes, after the other
        steps[:, 0] = self._sums
        steps[:, 1::2] = samples[:, -scans - count : -scans]
        steps[:, 2::2] = -samples[:, :count]
        sums = np.add.accumulate(steps, axis=1)[:, 2::2]
        bases: Floats = np.maximum(sums / scans, 0.0)
        self._ahead = samples, sums
        return bases

    def go(self, count: int) -> None:
        """``take`` the first ``count`` of those samples."""
        samples, sums = self._ahead
        top, under = samples[:, count : count + self.kept_scans].tolist()
        self._recent = deque(top), deque(under)
        self._sums = sums[:, count - 1].tolist()


class FullScale:
    """When which of a petal's two sensors was at full scale under a hand."""

    def __init__(self) -> None:
        self._times: deque[tuple[int, int]] = deque(maxlen=_FULL_KEPT)

    def add(self, part: int, t_ns: int) -> None:
        """A sample at full scale."""
        self._times.append((part, t_ns))

    def of(self, from_ns: int, to_ns: int = NEVER) -> tuple[bool, bool]:
        """Was *top*, was *under* ever, between these times?"""
        if not self._times:
            return False, False
        parts = {part for part, t_ns in self._times if from_ns <= t_ns <= to_ns}
        return 0 in parts, 1 in parts
