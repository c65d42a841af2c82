"""One direction of a serial cable: frames in, bytes out later, and what can go wrong between."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import numpy as np

from host_sim.link import SimulatedLink
from host_sim.profiles import TableProfile

LATE_NS = (5_000_000, 60_000_000)
JUNK_COPIES = 40
_CHANGES = 3


class WireFault(StrEnum):
    """What can happen to a frame on its way."""

    CUT = "cut"  # it never arrives
    GARBLED = "garbled"  # its bytes change, go, or multiply
    DOUBLED = "doubled"  # it comes twice
    SWAPPED = "swapped"  # the next one comes before it
    LATE = "late"  # 5 to 60 ms, and all behind it wait
    JUNK = "junk"  # garbled copies of it come first
    STALLED = "stalled"  # nothing arrives before the spell is over; then everything does


@dataclass(frozen=True, slots=True)
class WireSpell:
    """A fault between two moments, of ``share`` of the frames."""

    fault: WireFault
    start_ns: int
    end_ns: int
    share: float = 1.0


class Wire:
    """Takes frames as they are sent, gives bytes as they arrive. First in, first out."""

    def __init__(self, profile: TableProfile, seed: list[int]) -> None:
        self._link = SimulatedLink(
            np.random.default_rng(seed),
            frame_ns=profile.frame_ns,
            base_ns=profile.link_base_ns,
            jitter_ns=profile.link_jitter_ns,
            spike_share=profile.link_spike_share,
            worst_ns=profile.worst_delay_ns - 2 * profile.frame_ns,
        )
        self._rng = Random(repr(seed))
        self.spells: list[WireSpell] = []
        self.sent = 0
        self.tally: Counter[WireFault] = Counter()  # frames that suffered, by what
        self._queue: deque[tuple[int, bytes]] = deque()
        self._last_ns = 0
        self._held: bytes | None = None

    def begin(self, fault: WireFault, start_ns: int, end_ns: int, share: float = 1.0) -> None:
        """Let ``share`` of the frames sent from ``start_ns`` to ``end_ns`` suffer."""
        self.spells.append(WireSpell(fault, start_ns, end_ns, share))

    def send(self, frame: bytes, t_ns: int) -> None:
        """A frame leaves at ``t_ns``."""
        self.sent += 1
        arrival_ns = self._link.arrival_ns(t_ns)
        copies = [frame]
        if self.spells:
            self.spells = [spell for spell in self.spells if spell.end_ns > t_ns]
            for spell in self.spells:
                if spell.start_ns <= t_ns and self._rng.random() < spell.share:
                    self.tally[spell.fault] += JUNK_COPIES if spell.fault is WireFault.JUNK else 1
                    copies, arrival_ns = self._suffer(spell, copies, arrival_ns)
        if self._held is not None and copies:
            copies.append(self._held)
            self._held = None
        self._last_ns = max(self._last_ns, arrival_ns)
        self._queue.extend((self._last_ns, copy) for copy in copies)

    def receive(self, now_ns: int) -> bytes:
        """What has arrived by ``now_ns`` since the last call."""
        out = []
        while self._queue and self._queue[0][0] <= now_ns:
            out.append(self._queue.popleft()[1])
        return b"".join(out)

    def next_ns(self) -> int | None:
        """When something arrives next."""
        return self._queue[0][0] if self._queue else None

    def clear(self) -> None:
        """An end was pulled out: what is under way is gone."""
        self._queue.clear()
        self._held = None

    def _suffer(
        self, spell: WireSpell, copies: list[bytes], arrival_ns: int
    ) -> tuple[list[bytes], int]:
        match spell.fault:
            case WireFault.CUT:
                return [], arrival_ns
            case WireFault.GARBLED:
                return [garbled(copy, self._rng) for copy in copies], arrival_ns
            case WireFault.DOUBLED:
                return copies * 2, arrival_ns
            case WireFault.SWAPPED:
                if self._held is None and copies:
                    self._held = copies[0]
                    return copies[1:], arrival_ns
                return copies, arrival_ns
            case WireFault.LATE:
                return copies, arrival_ns + self._rng.randrange(*LATE_NS)
            case WireFault.JUNK:
                junk = [garbled(copy, self._rng) for copy in copies for _ in range(JUNK_COPIES)]
                return junk + copies, arrival_ns
            case WireFault.STALLED:
                return copies, max(arrival_ns, spell.end_ns)


def garbled(frame: bytes, rng: Random) -> bytes:
    """The frame with up to three changes: bits, bytes, zeros, holes, repetitions, a cut."""
    data = bytearray(frame)
    for _ in range(rng.randint(1, _CHANGES)):
        if not data:
            break
        at = rng.randrange(len(data))
        kind = rng.randrange(6)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.randrange(256)
        elif kind == 2:
            data[at] = 0
        elif kind == 3:
            del data[at : at + rng.randint(1, 8)]
        elif kind == 4:
            data[at:at] = data[at : at + rng.randint(1, 8)]
        else:
            del data[at:]
    return bytes(data)
