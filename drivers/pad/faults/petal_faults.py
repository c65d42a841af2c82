"""What can be wrong with one petal: stuck, a dead channel, noise, nonsense, odd sensors."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from drivers.events import OF_HANDS, STILL_TRUSTED, Contact, Fault, SeatFault, SourceFault
from drivers.pad.arrays import Codes, Flags
from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import BEFORE
from drivers.pad.faults.evidence import PetalEvidence, TouchSummary
from drivers.pad.forces import Forces
from drivers.pad.lean import Lean
from drivers.pad.reductions import greatest, greatest_by_row
from drivers.pad.rise import Rise
from drivers.pad.touches import NEVER, Stretch

PadEvent = Contact | SeatFault | SourceFault
_COMES_AND_GOES = 3  # times within a window
_HARDER = 4.0  # is a hand than its own fingers that reach round to the petal beside


class PetalFaults:
    """One petal's faults, each reported when it begins and ends; ``active`` are those of now.

    One that comes and goes stays told: after the third time within ``loose_window_ns`` it ends only
    when it has stayed away for ``loose_quiet_ns``.
    """

    def __init__(
        self,
        seat: int,
        channels: tuple[int, int],
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
        evidence: PetalEvidence,
    ) -> None:
        self._seat, self._channels, self._config = seat, channels, config
        self._baseline, self._forces, self._evidence = baseline, forces, evidence
        self.active: set[Fault] = set()
        self._dead_count = 0
        self._swung, self._swung_ns = 0, 0  # blocks in a row; when last
        self._loose = False  # a wire was open, and that is not told yet
        self._begun: dict[Fault, deque[int]] = {}
        self._ending: dict[Fault, int] = {}  # since when a fault that stays told is away
        self.dead: list[int] = []  # channels, known to be
        self._mute: set[int] = set()  # those that have shown nothing of the last hand
        self._told_scan = 0  # when the last touch was decided
        self._swapped: bool | None = None  # what touches of this block have shown of the plugs
        self._load_n = self._most_n = 0.0  # what lay there when a hand came; the most since
        self._followed_ns = 0  # when the baseline last took off what lies there
        self._taken_n = 0.0  # so much of a hand that leans has the baseline followed
        self._came_ns = -NEVER  # when the hand came that was told, and lies there

    @property
    def disabling(self) -> bool:
        """Can the petal not be believed?"""
        return bool(self.active - STILL_TRUSTED)

    @property
    def swapped(self) -> bool:
        """Are its plugs known to be in each other's place? Not any more, though that may still be
        told, as it has come and gone."""
        return Fault.SWAPPED in self.active and Fault.SWAPPED not in self._ending

    @property
    def leans(self) -> bool:
        """Is a hand told that leans on it?"""
        return Fault.LEANING in self.active

    @property
    def saturates(self) -> bool:
        """Is it known to reach full scale under hands?"""
        return Fault.SATURATED in self.active

    @property
    def unfelt(self) -> bool:
        """Is its *top* known to be dead?"""
        return self._channels[0] in self.dead

    def were_swapped(self) -> None:
        """Its plugs were known to be swapped before the first scan, and that was told."""
        self._evidence.were_swapped()
        self.set(Fault.SWAPPED, True, 0, _DETAILS[Fault.SWAPPED], [])

    def were_dead(self, channels: AbstractSet[int]) -> None:
        """These were known to be dead before the first scan, and that was told."""
        self.dead = [channel for channel in self._channels if channel in channels]
        if self.dead:
            self._forces.deaf.were_dead(self.dead)
            self.set(Fault.DEAD_CHANNEL, True, 0, f"channel {self.dead[0]}", [])

    def set(self, fault: Fault, active: bool, t_ns: int, detail: str, out: list[PadEvent]) -> None:
        """Report a change of ``fault``; the same state again says nothing."""
        if active:
            self._ending.pop(fault, None)
        if active == (fault in self.active):
            return
        if active:
            begun = self._begun.setdefault(fault, deque(maxlen=_COMES_AND_GOES))
            begun.append(t_ns)
            self.active.add(fault)
        elif fault not in OF_HANDS and self._comes_and_goes(fault, t_ns):
            self._ending.setdefault(fault, t_ns)
            return
        else:
            self.active.discard(fault)
        out.append(SeatFault(self._seat, fault, active, t_ns, detail))

    def _comes_and_goes(self, fault: Fault, t_ns: int) -> bool:
        begun = self._begun[fault]
        if len(begun) < _COMES_AND_GOES:
            return False
        return t_ns - begun[0] <= self._config.loose_window_ns

    def end_block(self, t_ns: int, out: list[PadEvent], *, undecided: bool) -> None:
        """A block is over: tell what its touches have shown, but for one that is yet ``undecided``
        and counts; end what came and went, and has stayed away for long."""
        if self._swapped is not None and not undecided:
            self.set(Fault.SWAPPED, self._swapped, t_ns, _DETAILS[Fault.SWAPPED], out)
            self._swapped = None
        if self._loose and not undecided:
            self._loose, self._swung_ns = False, t_ns
            self.set(Fault.NOISY_CHANNEL, True, t_ns, "a wire is loose", out)
        if self._taken_n:
            self._check_load(t_ns, out)
        for fault, since_ns in list(self._ending.items()):
            if t_ns - since_ns >= self._config.loose_quiet_ns:
                del self._ending[fault], self._begun[fault]
                self.active.discard(fault)
                out.append(SeatFault(self._seat, fault, False, t_ns))

    def leans_ns(self, since_ns: int) -> int:
        """When a hand is to be told that has leant on the petal since ``since_ns``: not before one
        that came may stay no longer."""
        config = self._config
        return max(since_ns + config.lean_ns, self._came_ns + config.rest_ns)

    def check_lean(self, since_ns: int, t_ns: int, out: list[PadEvent]) -> None:
        """A hand has leant on the petal since ``since_ns``: is that to be told?"""
        if t_ns >= self.leans_ns(since_ns):
            self.set(Fault.LEANING, True, t_ns, "a hand lies on the petal", out)

    def check_lying(self, since_ns: int, t_ns: list[int], sure: Flags, out: list[PadEvent]) -> None:
        """Both, of some scans in which a hand has leant; bool[n], where that is ``sure``."""
        self.check_stuck(since_ns, t_ns[-1], out)
        late = bisect_left(t_ns, self.leans_ns(since_ns))
        for row in sure[late:].nonzero()[0][:1].tolist():
            self.check_lean(since_ns, t_ns[late + row], out)

    def comes(self) -> None:
        """Something begins to press on the idle petal."""
        self._load_n, self._came_ns = self._lain_n(), -NEVER

    def came(self, onset_ns: int, t_ns: int, out: list[PadEvent]) -> None:
        """A hand came then, and has been told: it leans no more."""
        self._came_ns = onset_ns
        self.end_lean(t_ns, out)

    def goes(self, level_n: float) -> None:
        """What pressed is gone at ``level_n``: or has the baseline followed a hand that was told to
        lean? It counts as it stands now, and stays told until its load has gone."""
        taken_n = self._lain_n() - self._load_n
        followed = taken_n >= self._config.start_n and level_n > -taken_n / 2
        if followed and Fault.LEANING in self.active:
            self._taken_n, self._most_n = taken_n, 0.0

    def end_lean(self, t_ns: int, out: list[PadEvent]) -> None:
        """Nobody leans on the petal any more, or only by what the baseline has followed."""
        if self.active:
            for fault in sorted(OF_HANDS & self.active):
                if fault is not Fault.LEANING or not self._taken_n:
                    self.set(fault, False, t_ns, "", out)

    def _check_load(self, t_ns: int, out: list[PadEvent]) -> None:
        """Has the load gone that the baseline had followed?"""
        loads_n = self._baseline.loads_n
        channel = max(self._channels, key=loads_n.__getitem__)
        self._most_n = max(self._most_n, loads_n[channel])
        # While others play the baseline does not follow: what is less than nothing has left.
        _, _, codes = self._forces.kept.window(self._forces.kept.total - 1, self._forces.kept.total)
        below_n = min(float(self._forces.newtons(codes)[0, channel]), 0.0)
        if loads_n[channel] + below_n < self._most_n - self._taken_n / 2:
            self._taken_n = 0.0
            self.set(Fault.LEANING, False, t_ns, "", out)

    def _lain_n(self) -> float:
        return max(self._baseline.loads_n[channel] for channel in self._channels)

    def was_open(self) -> None:
        """A block has shown that a wire was loose."""
        self._loose = True

    def follow_noise(self, swings: bool, t_ns: int, out: list[PadEvent]) -> None:
        """A block ended: has a sensor swung all through it, past the threshold and back?"""
        self._swung = self._swung + 1 if swings else 0
        if swings:
            self._swung_ns = t_ns
        if self._swung >= self._config.noisy_blocks:
            self.set(Fault.NOISY_CHANNEL, True, t_ns, "flutters", out)
        elif self.active and t_ns - self._swung_ns >= self._config.fault_quiet_ns:
            self.set(Fault.NOISY_CHANNEL, False, t_ns, "", out)
        if swings or self.active:
            self._believe()

    def _believe(self) -> None:
        """Others have to feel what seems to push it, unless it reaches full scale, or swings."""
        unread = self._swung or self.active & {Fault.SATURATED, Fault.NOISY_CHANNEL}
        self._forces.deaf.believe(self._channels[0], not unread)

    def half(self, t_ns: int, out: list[PadEvent]) -> None:
        """A hand may have pressed here and on the petal beside it."""
        self.set(Fault.NEIGHBOUR, True, t_ns, "perhaps pressed with the one beside", out)

    def follow_load(self, lean: Lean, since_ns: int, t_ns: int) -> None:
        """The baseline may have gone on until now: what it takes off of what has lain there
        ``since_ns`` lies still, and is a load."""
        top, under = self._channels
        loads_n = self._baseline.loads_n[top], self._baseline.loads_n[under]
        if lean.follow(loads_n, since_ns + self._config.rest_ns, t_ns):
            self._followed_ns = t_ns

    def check_stuck(self, since_ns: int, t_ns: int, out: list[PadEvent]) -> None:
        """Held since ``since_ns``: is that longer than any hand stays, and no load?"""
        stuck_ns = max(since_ns, self._followed_ns) + self._config.stuck_ns
        if t_ns >= stuck_ns:
            self.set(Fault.STUCK_PAD, True, stuck_ns, "loaded for too long", out)

    def take(
        self, touch: TouchSummary, came: int, stretch: Stretch, i: int, out: list[PadEvent]
    ) -> bool:
        """A touch that ``came`` in that scan was decided in scan ``i``: what does it say of the
        sensors? True: *top* has shown nothing of it, and is perhaps dead. It counts all the same,
        with that doubt."""
        t_ns = stretch.t_ns[i]
        self._follow_hand(came)
        self._told_scan = stretch.first + i
        if touch.is_under and not touch.pinched and self._reaches(touch, came):
            touch = replace(touch, beside=True)
        for fault, active in self._evidence.take(touch).items():
            if fault is Fault.SWAPPED:  # the touch that shows it came at its time, and counts
                self._swapped = active
            else:
                self.set(fault, active, t_ns, _DETAILS[fault], out)
        top, under = self._channels
        self._believe()
        for channel, force_n in ((top, touch.top_n), (under, touch.under_n)):
            if force_n >= self._config.onset_n:
                self._baseline.live(channel)
                self.dead = [dead for dead in self.dead if dead != channel]
        scan = stretch.first + i + 1
        _, _, codes = self._forces.kept.window(scan - self._config.block_scans, scan)
        broken = self._broken(codes, came - scan)
        self._mute.clear()
        if self._is_mute(under, touch, codes[:, under], under in broken):
            self._mute.add(under)
        if self._evidence.silent or (touch.still and top in broken):
            self._mute.add(top)
        lost = self._mute & broken  # nobody is to pay for it
        self.dead = [c for c in self._channels if c in lost or c in self.dead]
        detail = f"channel {self.dead and self.dead[0]}"
        self.set(Fault.DEAD_CHANNEL, bool(self.dead), t_ns, detail, out)
        return touch.still or top in self._mute

    def _reaches(self, touch: TouchSummary, came: int) -> bool:
        """May fingers of a much harder hand on a petal beside have reached round to *under*?"""
        forces = self._forces
        beside = np.isin(forces.owners, forces.beside(int(forces.owners[self._channels[1]])))
        newtons = forces.past(came, self._told_scan + 1).newtons[:, beside]
        return bool(newtons.size) and greatest(newtons) >= _HARDER * touch.under_n

    def check_plugs(self, *, stays: bool) -> None:
        """A block is over: what has it shown of the plugs? ``stays``: the hand is there yet."""
        self._follow_hand(self._forces.kept.total)
        if self._evidence.stays and not stays:
            self._swapped = self._evidence.goes().get(Fault.SWAPPED, self._swapped)

    def _follow_hand(self, until: int) -> None:
        """What both sensors have shown of the last touch since it was told, before a scan."""
        first = max(self._told_scan, self._forces.kept.total - self._config.block_scans)
        if self._evidence.stays and first < until - 1 and self._may_show(first, until):
            past = self._forces.past(first, until)
            own = self._forces.own_past(past, known=True)[:, self._channels]
            self._evidence.follow(past.times, own)

    def _may_show(self, first: int, until: int) -> bool:
        """May the other sensor have shown a hand in these scans? Not if it read too little for one
        before anything was taken off, as under most palms."""
        kept, channel = self._forces.kept, self._channels[self._evidence.other]
        if not self._forces.are_read(first - 1):
            return True
        _, _, codes = kept.window(first - 1, until + 1)  # a lone sample is put between two
        read_n = self._baseline.forces[channel].take(codes[:, channel])
        return greatest(read_n) >= self._config.release_n

    def unmoved(self, rises: Sequence[Rise | None], peak_n: float, came: int, scan: int) -> bool:
        """Has *top* not moved at all under a hand that ``came`` in that scan, nor shortly before
        it? If *under* has not either, under palms of ``peak_n``, it may be dead."""
        _, _, codes = self._forces.kept.window(came - BEFORE, scan + 1)
        top, under = (
            rise is None and self._baseline.is_still(channel, codes[:, channel])
            for rise, channel in zip(rises, self._channels, strict=True)
        )
        deaf, channel = self._forces.deaf, self._channels[1]
        if not under:
            deaf.moved(channel)
        elif peak_n >= self._config.dead_peak_n:
            deaf.was_still(channel, self._baseline.rests(channel))
        return top

    def turned(self) -> None:
        """The other petals have felt a touch as of swapped plugs: are they? Not where *top* gives
        nothing: it would read that push."""
        top, total = self._channels[0], self._forces.kept.total
        _, _, codes = self._forces.kept.window(total - self._config.block_scans, total)
        if self._baseline.gives_nothing(top, codes[:, top]):
            return
        if not self.unfelt:  # it is *under* that has not moved
            self._mute.discard(top)
        swapped = self._evidence.felt()
        self._swapped = self._swapped if swapped is None else swapped

    def check_dead(self, t_ns: int, out: list[PadEvent]) -> None:
        """Nobody touches the pad: have both sensors felt their own hands, and what hands on other
        petals push? Who came before that was clear came at their time, and counts."""
        dead = self._forces.deaf.dead | self._mute
        if not (dead or self.dead):
            return
        before, self.dead = self.dead, [c for c in self._channels if c in dead]
        if bool(self.dead) != bool(before):
            detail = f"channel {self.dead and self.dead[0]}"
            self.set(Fault.DEAD_CHANNEL, bool(self.dead), t_ns, detail, out)

    def shown(self, fault: Fault, active: bool, t_ns: int, out: list[PadEvent]) -> None:
        """All petals' touches together have shown a fault, or that it is over."""
        self.set(fault, active, t_ns, _DETAILS[fault], out)

    def pinch(self, top_n: float, under_n: float, t_ns: int) -> None:
        """A pinch lasts: what does it say of the sensors?"""
        self._evidence.pinch(top_n, under_n, t_ns)

    def _broken(self, codes: Codes, came: int) -> frozenset[int]:
        """The channels whose wires are broken by the codes of a hand that ``came`` in that row:
        they have given nothing since nobody pressed yet. A petal that hands lift, on it or beside
        it, gave more before them."""
        if not any(self._baseline.broken(c, codes[came:, c]) for c in self._channels):
            return frozenset()  # as nearly always
        before_n = self._forces.levels(self._forces.newtons(codes[:came]))
        (calm,) = (greatest_by_row(before_n) < self._config.onset_n).nonzero()
        if not len(calm):
            return frozenset()
        since = codes[max(int(calm[-1]) + 1 - BEFORE, 0) :]
        return frozenset(c for c in self._channels if self._baseline.broken(c, since[:, c]))

    def _is_mute(self, under: int, touch: TouchSummary, codes: Codes, broken: bool) -> bool:
        """Does *under* give nothing at all while *top* is pressed? It shows some change of code."""
        if touch.under_n < self._config.onset_n:
            if broken:
                return True
            if self._baseline.is_mute(under, codes):
                self._dead_count += touch.top_n >= self._config.dead_peak_n
                return self._dead_count >= self._config.dead_touches
        self._dead_count = 0
        return False


_DETAILS = {
    Fault.SWAPPED: "under is pressed alone",
    Fault.CROSSED: "pinches fall apart on two petals",
    Fault.SATURATED: "at full scale under a hand",
    Fault.UNEVEN: "it reads unlike the other petals",
}
