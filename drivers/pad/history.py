"""The last scans as forces, read once: whoever looks back asks for nearly the same ones again."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.kept import KeptScans
from drivers.pad.past import Past

_MORE = 64  # scans: who looks back will soon ask for as many more
_SHARES = 3  # by which forces are asked about: known ones, and such as explain slaps


class Reader(Protocol):
    """Whoever turns scans into forces."""

    @property
    def read_by(self) -> object:
        """Forces that were read by something else are not what it reads."""

    @property
    def any_dead(self) -> bool:
        """Beside a dead sensor what comes later may show that it was pressed: so scans are read as
        far as is asked for, and never on."""

    def read(self, low: int, high: int) -> tuple[Past, bool]:
        """Scans ``low`` … ``high - 1`` as forces, and whether any of their samples may be another
        one in a part of them."""

    def own(self, newtons: Floats, sources: Floats, shares: Floats) -> Floats:
        """Forces of channels and sources without what couples by these shares."""


class ForceHistory:
    """All scans since the earliest that was asked for of late, of which each past is a part. It is
    read on as scans come, unless some of it may be read otherwise by now."""

    def __init__(self, kept: KeptScans) -> None:
        self._kept = kept
        self._asked: dict[tuple[int, int], Past] = {}  # since the last scan came
        self._longest: Past | None = None
        self._until = self._from = self._end = 0
        self._read_by: object = None
        # Of all of the longest: by these shares, the first scan, the forces without what couples;
        # those that were asked about last.
        self._without: list[tuple[Floats, int, Floats]] = []

    def past(self, reader: Reader, low: int, high: int) -> Past:
        """Scans ``low`` … ``high - 1``."""
        if self._until != self._kept.total:
            self._asked.clear()
            self._until = self._from = self._kept.total
        past = self._asked.get((low, high))
        if past is None:
            past = self._part(reader, low, high) or reader.read(low, high)[0]
            self._asked[low, high] = past
        return past

    def _part(self, reader: Reader, low: int, high: int) -> Past | None:
        """That as a part of all scans there are since then; None: it is none."""
        end = high if reader.any_dead else self._kept.total
        if end != self._end:
            self._from = self._end = end
        if low < self._from and self._kept.full_scan < low:
            begin = max(low - _MORE, self._kept.full_scan + 1)
            if (longer := self._longer(reader, low, begin, end)) is not None:
                self._longest, self._from = longer, longer.first
            else:
                whole, mixed = reader.read(begin, end)
                self._longest, self._from = None if mixed else whole, begin
                self._without.clear()
                self._read_by = reader.read_by
        longest = self._longest
        return None if longest is None or low < self._from else longest.part(low, high)

    def _longer(self, reader: Reader, low: int, begin: int, end: int) -> Past | None:
        """The longest past with the scans that have come since, if these are all that is new, and
        it reaches back to scan ``low``. No sample that it has may be another one by now but the
        last, which had none beside it yet."""
        before = self._longest
        if before is None or reader.any_dead or self._read_by != reader.read_by:
            return None
        begin, known = max(begin, before.first), before.first + len(before.newtons)
        if low < before.first or begin > known - 2 or known > end:
            return None
        come, doubtful = reader.read(known - 2, end)
        first, times, codes = self._kept.window(begin, end)
        if doubtful or first > begin:
            return None
        row = begin - before.first
        newtons = np.concatenate((before.newtons[row:], come.newtons[2:]))
        sources = np.concatenate((before.sources[row:], come.sources[2:]))
        return Past(first, times, codes, newtons, sources)

    def own(self, reader: Reader, past: Past, shares: Floats) -> Floats:
        """float64[n, c]: the forces of ``past`` without what couples by ``shares``."""
        longest = self._longest
        if longest is None or past.newtons.base is not longest.newtons:
            return reader.own(past.newtons, past.sources, shares)
        whole, others = longest.newtons[:0], list[tuple[Floats, int, Floats]]()
        for one in self._without:
            if one[0] is shares:
                whole = one[2][longest.first - one[1] :]
            else:
                others.append(one)
        if (count := len(whole)) < len(longest.newtons):
            come = reader.own(longest.newtons[count:], longest.sources[count:], shares)
            whole = np.concatenate((whole, come)) if count else come
            self._without = [(shares, longest.first, whole), *others[: _SHARES - 1]]
        first = past.first - longest.first
        return whole[first : first + len(past.times)]
