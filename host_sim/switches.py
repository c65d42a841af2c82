"""The switches of a simulated board: physical acts in, bouncing edges out.

Asked for "everything up to a horizon" they give the same whether asked once or often.
"""

from __future__ import annotations

import bisect
from random import Random

from drivers.board import Edge
from drivers.times import MINUTE
from host_sim.faults import Faults, SimFault
from host_sim.models import bounce_train, worn_train

_FLOOD_GAP_NS = 500_000
NONSENSE_NS = 60 * MINUTE


class Switches:
    """All digital lines: physical acts in, bouncing edges out. ``bias_ns`` shifts the stamps."""

    def __init__(self, count: int, seed: int, faults: Faults, bias_ns: int) -> None:
        self._seed = seed
        self._faults = faults
        self._bias_ns = bias_ns
        self._moves = 0
        self._serial = 0
        # Time, line, serial, level, whether nobody waits for it.
        self._toggles: list[tuple[int, int, int, bool | None, bool]] = []
        self.physical = [False] * count
        self._level = [False] * count
        self._seqno = [0] * count
        self.edges = 0
        self.lost = 0

    def set_initial(self, line: int, level: bool) -> None:
        """A line that is active before anybody does anything."""
        self.physical[line] = self._level[line] = level

    def act(self, line: int, level: bool, t_ns: int, *, quiet: bool = False) -> None:
        """Somebody moves the switch at ``t_ns``: what was still to come on this line is void.
        ``quiet``: nobody waits for that."""
        before = self.physical[line]
        kept = []
        for toggle in self._toggles:
            if toggle[1] != line or toggle[3] is None:
                kept.append(toggle)
            elif toggle[0] < t_ns:
                kept.append(toggle)
                before = toggle[3]
        self._toggles = kept
        if before is level:
            return
        self._moves += 1
        worn = self._faults.on(SimFault.WORN, t_ns, line)
        train = worn_train if worn else bounce_train
        for t in train(Random(self._seed * 1_000_003 + self._moves), t_ns):
            self._serial += 1
            kept.append((t, line, self._serial, level, quiet))
            level = not level
        kept.sort()

    def look_again(self, line: int, t_ns: int) -> None:
        """A fault of ``line`` begins or ends at ``t_ns``."""
        self._serial += 1
        bisect.insort(self._toggles, (t_ns, line, self._serial, None, False))

    def next_ns(self) -> int | None:
        """The next moment at which a line may change that somebody waits for."""
        return next((toggle[0] for toggle in self._toggles if not toggle[4]), None)

    def edges_to(self, horizon_ns: int) -> list[Edge]:
        """The edges of all lines up to ``horizon_ns`` that nobody has taken yet, oldest first."""
        edges: list[Edge] = []
        while self._toggles and self._toggles[0][0] <= horizon_ns:
            t_ns, line, _, level, _ = self._toggles.pop(0)
            if level is not None:
                self.physical[line] = level
            spells = self._faults.spells
            shown = self._shown(line, level, t_ns) if spells else self.physical[line]
            if shown is not self._level[line]:
                self._level[line] = shown
                self._emit(edges, line, t_ns)
        return edges

    def _shown(self, line: int, level: bool | None, t_ns: int) -> bool:
        if self._faults.on(SimFault.FLOOD, t_ns, line):
            if level is not None:
                return self._level[line]
            gap_ns = _FLOOD_GAP_NS // 2 + (t_ns * 2_654_435_761 >> 7) % _FLOOD_GAP_NS
            self.look_again(line, t_ns + gap_ns)
            return not self._level[line]
        return self.physical[line] or self._faults.on(SimFault.STUCK, t_ns, line)

    def _emit(self, edges: list[Edge], line: int, t_ns: int) -> None:
        self._seqno[line] += 1
        faults, stamp_ns = self._faults, t_ns + self._bias_ns
        if faults.spells:
            frozen = faults.on(SimFault.FROZEN_BUTTONS, t_ns)
            if frozen or faults.on(SimFault.LOST_EDGES, t_ns, line):
                self.lost += 1
                return
            if faults.on(SimFault.NONSENSE_TIMES, t_ns):
                stamp_ns += NONSENSE_NS if self._seqno[line] % 2 else -NONSENSE_NS
        self.edges += 1
        edges.append(Edge(line, self._level[line], stamp_ns, self._seqno[line]))
