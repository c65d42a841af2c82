"""When the hands that were told lay on a petal."""

from __future__ import annotations

from collections import deque

from drivers.events import PetalHold
from drivers.pad.config import PadConfig
from drivers.pad.touches import NEVER


class Holds:
    """Of the petal at ``seat``. ``now``: the hand that lies there; those that are over go to
    ``past``, which all petals share."""

    def __init__(self, seat: int, past: deque[PetalHold], config: PadConfig) -> None:
        self._seat, self._past, self._config = seat, past, config
        self.now: PetalHold | None = None

    def find(self, t_ns: int) -> None:
        """One lies there that nobody saw come; it is taken to rest after a while."""
        if self.now is None:
            self.now = PetalHold(self._seat, t_ns, t_ns + self._config.rest_ns)

    def begin(self, t_ns: int, before_ns: int) -> None:
        """Something presses that had not at ``before_ns``, two scans before."""
        if t_ns - before_ns > self._config.least_loaded_ns:  # it came in a gap
            self.find(t_ns)

    def come(self, t_ns: int) -> None:
        """A hand that came then is told; the one that lay there may be there yet."""
        if self.now is None or self.now.until_ns < NEVER:
            self.leave(t_ns)
            self.now = PetalHold(self._seat, t_ns, NEVER)

    def leave(self, t_ns: int, *, coupled: bool = False) -> None:
        """Whoever lay there has gone, or rests; of one that was found and is taken for ``coupled``
        that is not sure."""
        if self.now is not None:
            until_ns = max(min(t_ns, self.now.until_ns), self.now.from_ns)
            until_ns = self.now.until_ns if coupled else until_ns
            self._past.append(self.now._replace(until_ns=until_ns))
            self.now = None

    def lies(self, t_ns: int) -> bool:
        """Does a hand lie there? Asked for the latest moment."""
        return self.now is not None and t_ns < self.now.until_ns
