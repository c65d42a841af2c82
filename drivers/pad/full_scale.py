"""What a code at full scale means: a hand's, nonsense, or what the other petals couple."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drivers.board import BoardInfo
from drivers.events import Fault
from drivers.pad.arrays import Codes, Flags, Floats, Indices, Times
from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.forces import Forces
from drivers.pad.rate_gate import RateGate
from drivers.pad.reductions import first_of
from drivers.pad.sudden_full_scale import SuddenFullScale
from drivers.pad.touch.petal import IDLE, Petal

_AT_LIMIT_N = 2.0  # what a saturating sensor surely carries
_BROUGHT = 0.85  # of the greatest force that it reads, others may couple as much as all of it
_EVER_NS = -(1 << 62)


class AtFullScale:
    """The sensors that are there, scan by scan: what the one before has shown says what it is. Or
    by many scans, while they stay there and mean the same, as of a short circuit that lasts."""

    def __init__(
        self,
        info: BoardInfo,
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
        petals: Sequence[Petal],
    ) -> None:
        self._config, self._full_code = config, info.full_code
        self._baseline, self._forces, self._petals = baseline, forces, petals
        count = len(info.channels)
        self._full = np.zeros(count, dtype=np.bool_)  # the last scan's
        self._was_full = False
        self._held = np.zeros(count, dtype=np.bool_)  # … under a hand
        self._limits = np.zeros(count, dtype=np.int64)  # codes, of those that saturate
        self._shown = np.zeros_like(self._limits)  # codes that they held last, below full scale
        self._brought: dict[int, int] = {}  # petals that others bring there: when last
        self._sudden = SuddenFullScale(forces)
        self._bad_codes = [RateGate.of(config) for _ in petals]

    @property
    def held(self) -> Flags | None:
        """bool[c], the sensors that a hand holds there in the last scan; None: it holds none."""
        return self._held if self._was_full and np.count_nonzero(self._held) else None

    def mend(self, t_ns: Times, raw: Codes, before: Codes | None, out: list[PadEvent]) -> Codes:
        """The first of scans uint16[n, c], of which some codes are at full scale, after the scan
        ``before``, and those after it that surely mean the same. Where a hand has brought a sensor
        there, what that surely carries, in ``raw`` too; else the channel's last code."""
        if before is not None and self._is_settled(before):
            alike = self._mend_alike(t_ns, raw, before, out)
            if len(alike):
                return alike
        return self._mend_one(int(t_ns[0]), raw[:1], before, out)

    def _is_settled(self, before: Codes) -> bool:
        """Is it known what those are that were at full scale in the scan ``before``, and are yet?
        Under hands, with no other sensor of their petals of late, and only one petal that couples
        into others so; or nonsense that was told, on a petal that nobody has touched."""
        if not self._was_full or self._sudden.before:
            return False
        held, owners = self._full & self._held, self._forces.owners
        for order in set(owners[self._full & ~held].tolist()):
            petal = self._petals[order]
            told = self._bad_codes[order].active and not petal.faults.saturates
            if not told or petal.mode is not IDLE:
                return False
        orders = set(owners[held].tolist())
        for order in orders:
            petal = self._petals[order]
            of_late = petal.full.of(_EVER_NS)
            if of_late != tuple(held[[*petal.channels]]) or not self._is_pressed(petal, before):
                return False
        return bool(np.count_nonzero(~self._forces.muted[[*orders]]) <= 1)

    def _mend_alike(self, t_ns: Times, raw: Codes, before: Codes, out: list[PadEvent]) -> Codes:
        """The scans until anything of that may change: as ``_mend_one`` would, one by one."""
        unlike: Flags = (raw >= self._full_code) != self._full
        count = first_of(np.logical_or.reduce(unlike, axis=1))
        codes, full = raw[:count].copy(), np.flatnonzero(self._full).tolist()
        codes[:, full] = before[full]
        befores = np.concatenate((before[None], codes))[:-1]
        held, muted = [c for c in full if self._held[c]], self._forces.muted[self._forces.owners]
        for channel in sorted(held, key=muted.item):  # what is muted couples into none of them
            codes[:, channel] = self._carries(channel, befores)
            befores[1:, channel] = codes[:-1, channel]
        brought = befores[:, held] >= self._full_code  # what ``hold`` would mend
        changes: Flags = np.logical_or.reduce(brought, axis=1)
        newtons = self._forces.newtons(befores)
        for channel in full:
            if not self._held[channel]:
                petal = self._petals[self._forces.owners[channel]]
                pressed_n = newtons[:, petal.channels].max(axis=1)
                changes |= pressed_n >= self._config.start_n
                changes |= self._may_be_brought(channel, befores)
        codes = codes[: first_of(changes)]
        raw[: len(codes), held] = codes[:, held]
        for scan_ns in t_ns[: len(codes)].tolist():
            for channel in full:
                order = int(self._forces.owners[channel])
                if self._held[channel]:
                    petal = self._petals[order]
                    petal.full.add(petal.channels.index(channel), scan_ns)
                    self._bring(order, False, scan_ns, out)
                else:
                    self._bad_codes[order].hit(scan_ns)
        return codes

    def _mend_one(self, t_ns: int, raw: Codes, before: Codes | None, out: list[PadEvent]) -> Codes:
        codes = raw.copy()
        previous = np.zeros_like(codes[0]) if before is None else before
        at_full = raw[0] >= self._full_code
        self._left(raw[0], at_full)
        held = np.zeros_like(at_full)
        for channel in np.flatnonzero(at_full).tolist():
            if self._is_hands(channel, previous, t_ns, out):
                least = self._surely_carried(channel, previous)
                codes[0, channel] = raw[0, channel] = least
                self._forces.kept.hold(channel, least)
                held[channel] = True
            else:
                codes[0, channel] = previous[channel]
        self._full, self._held, self._was_full = at_full, held, True
        return codes

    def _surely_carried(self, channel: int, before: Codes) -> int:
        """The code of what a sensor surely carries that a hand holds at full scale, after the scan
        ``before``: no less than it showed last, nor than 2 N and what others couple."""
        rising_n = self._baseline.forces[channel]
        if not self._held[channel]:
            self._limits[channel] = max(self._limits[channel], before[channel])
            self._shown[channel] = max(before[channel], rising_n.searchsorted(_AT_LIMIT_N))
        return int(self._carries(channel, before[None])[0])

    def _carries(self, channel: int, befores: Codes) -> Indices:
        """Those codes of one that is held, intp[n], after each of the scans uint16[n, c]."""
        _, coupled_n = self._felt(channel, befores)
        at_least = self._baseline.forces[channel].searchsorted(_AT_LIMIT_N + coupled_n)
        carries: Indices = np.maximum(self._shown[channel], at_least)
        return carries

    def leave(self, codes: Codes) -> None:
        """A scan has come in which nothing is at full scale."""
        if not self._was_full:
            return
        self._full[:] = self._was_full = False
        self._left(codes, self._full)
        self._held[:] = False

    def _left(self, codes: Codes, at_full: Flags) -> None:
        """A hand that lets go has the sensors that it saturated show their limits."""
        left = np.where(self._held & ~at_full, codes, 0)
        np.maximum(self._limits, left, out=self._limits)
        self._sudden.keep(at_full)

    def _is_hands(self, channel: int, before: Codes, t_ns: int, out: list[PadEvent]) -> bool:
        """A code at full scale, after the scan ``before``: is it a hand's? One that pressed already
        has the sensor saturate, unless it is a lone code; without a hand it is nonsense, or others
        have brought it there, but on a petal that is known to saturate, and if the others soon feel
        a push: what had leapt and was none of a hand is taken back."""
        order, full = int(self._forces.owners[channel]), bool(self._full[channel])
        petal, leapt = self._petals[order], self._sudden.before.get(channel)
        rested = before if leapt is None else leapt
        begins = full and (leapt is not None or not self._held[channel])
        brought = begins and self._is_brought(channel, rested)
        if (
            leapt is None
            and self._is_pressed(petal, before)
            and (petal.faults.saturates or not brought)
        ):
            if full:
                petal.full.add(petal.channels.index(channel), t_ns)
                self._bring(order, brought, t_ns, out)
            return full
        if not brought and self._bad_codes[order].hit(t_ns):
            self._forces.mute(order)
            detail = "codes at or above full scale"
            petal.faults.set(Fault.NONSENSE, True, t_ns, detail, out)
        may_be = full and not self._bad_codes[order].active
        felt = self._sudden.is_hand(channel, order, rested) if may_be else False
        if felt is not None:
            self._sudden.end(channel)
        if felt:  # its codes were no nonsense
            self._bad_codes[order].forget()
        if felt is False and not brought:
            if leapt is not None:
                before[channel] = leapt[channel]
            return False
        petal.full.add(petal.channels.index(channel), t_ns)
        self._bring(order, felt is False, t_ns, out)
        return True

    def _is_pressed(self, petal: Petal, before: Codes) -> bool:
        """Did a hand press it in the scan ``before``, or is it known to saturate?"""
        known = [c for c in petal.channels if c not in self._sudden.before]
        pressed_n = max((self._baseline.forces[c, before[c]] for c in known), default=0.0)
        return petal.faults.saturates or pressed_n >= self._config.start_n

    def _bring(self, order: int, brought: bool, t_ns: int, out: list[PadEvent]) -> None:
        """Tell of a petal that others have ``brought`` there, or a short circuit as they press."""
        if brought or order in self._brought:
            self._brought[order] = t_ns
            detail = "at full scale, and no hand's"
            self._petals[order].faults.set(Fault.NONSENSE, True, t_ns, detail, out)

    def _is_brought(self, channel: int, before: Codes) -> bool:
        """May what others couple have brought a sensor to full scale, after the scan ``before``?
        Then nobody can tell a hand on it from theirs. Where they hold still it was a hand."""
        order = int(self._forces.owners[channel])
        may_be = bool(self._may_be_brought(channel, before[None])[0])
        return may_be and self._sudden.is_coming(channel, order)

    def _may_be_brought(self, channel: int, befores: Codes) -> Flags:
        """bool[n]: is as much coupled as that takes, after each of the scans uint16[n, c]?"""
        read_n, coupled_n = self._felt(channel, befores)
        limit_n = self._baseline.forces[channel, self._limits[channel]]
        least_n = np.maximum(_BROUGHT * np.maximum(read_n, limit_n), self._config.start_n)
        may_be: Flags = coupled_n >= least_n
        return may_be

    def _felt(self, channel: int, codes: Codes) -> tuple[Floats, Floats]:
        """float64[n] each: what a channel reads in scans, and how much of that others couple. Row
        by row: nothing depends on how many come together."""
        forces = self._forces
        newtons = forces.newtons(codes)
        others = forces.others(forces.sources(newtons), int(forces.owners[channel]))
        shares = forces.shares.expected(channel)
        return newtons[:, channel], np.array([shares @ row for row in others])

    def recover(self, t_ns: int, out: list[PadEvent]) -> None:
        """A block is over: tell which petals give no nonsense any more."""
        for order, last_ns in list(self._brought.items()):
            petal = self._petals[order]
            away = petal.mode is IDLE and t_ns - last_ns >= self._config.fault_quiet_ns
            if away and not petal.faults.saturates:
                del self._brought[order]
                petal.faults.set(Fault.NONSENSE, self._bad_codes[order].active, t_ns, "", out)
        if not np.count_nonzero(self._forces.muted):
            return
        for order, petal in enumerate(self._petals):
            gate = self._bad_codes[order]
            if gate.active and petal.mode is IDLE and gate.quiet(t_ns):
                self._forces.mute(order, False)
                petal.faults.set(Fault.NONSENSE, order in self._brought, t_ns, "", out)
