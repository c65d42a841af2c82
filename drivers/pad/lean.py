"""What a hand that rests presses with: what it counts from when it rises again."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.config import Spans

_NOT_YET = 1 << 62  # until ``follow`` tells when it will have lain there for long
_HEAD, _NONE = 3, -1.0  # of the state: columns before its samples; one that there is not yet
_STEPS = float(1 << 20)  # in a newton: sums of such are exact, since whenever they are added up


class Lean:
    """What a resting hand presses with: the mean of ``scans`` samples, as many before the last.
    ``moves``: it has moved since it came."""

    def __init__(self, spans: Spans) -> None:
        self._scans = scans = max(2, spans.rise)
        self.kept_scans = 2 * scans
        self._recent: tuple[deque[float], deque[float]] = (deque(), deque())
        self._sums = [0.0, 0.0]
        self._loads_n, self._load_n, self._lies_ns = (0.0, 0.0), 0.0, _NOT_YET
        self.moves = False
        self._ahead: tuple[Floats, Floats]  # samples and sums asked for

    def clear(self) -> None:
        self._recent = (deque(), deque())
        self._sums = [0.0, 0.0]
        self.moves, self._lies_ns = False, _NOT_YET
        self._load_n = max(*self._loads_n, 0.0)

    @staticmethod
    def columns(spans: Spans) -> int:
        """Those of the ``state``."""
        return _HEAD + Lean(spans).kept_scans

    def state(self, marks: Sequence[bool], times_ns: tuple[int, int]) -> Floats:
        """float64[2, n], of *top* and *under*: all of it, to be stored, with four marks and two
        times of who leans; nowhere 0 all along."""
        bits = sum(mark << n for n, mark in enumerate((True, self.moves, *marks)))
        rows = np.full((2, _HEAD + self.kept_scans), _NONE)
        rows[:, :_HEAD] = list(zip((bits, self._load_n), times_ns, self._loads_n, strict=True))
        for row, recent in zip(rows, self._recent, strict=True):
            row[_HEAD : _HEAD + len(recent)] = recent
        return rows

    def restore(self, state: Floats) -> tuple[list[bool], tuple[int, int]]:
        """Go on from there; those marks and times."""
        (bits, self._load_n), (first_ns, second_ns), loads_n = state[:, :_HEAD].T.tolist()
        self._loads_n = loads_n[0], loads_n[1]
        top, under = ([n for n in row if n >= 0.0] for row in state[:, _HEAD:].tolist())
        self._recent = deque(top), deque(under)
        self._sums = [sum(recent[: -self._scans]) for recent in (top, under)]
        self.moves, *marks = (bool(int(bits) >> n & 1) for n in range(1, 6))
        return marks, (int(first_ns), int(second_ns))

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
                shifted = [_stepped(max(force_n - more_n, 0.0)) for force_n in recent]
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
        recent, scans, force_n = self._recent[part], self._scans, _stepped(max(force_n, 0.0))
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
        pressed_n = np.rint(np.maximum(forces_n, 0.0) * _STEPS) / _STEPS
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


def _stepped(force_n: float) -> float:
    return round(force_n * _STEPS) / _STEPS
