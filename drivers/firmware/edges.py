"""Edges that wait until the host has them."""

from .wire import ticks_diff

MOST_WAITING = 32
OLDEST_US = 60_000_000  # far below the half turn of the ticks, so a time is never mistaken
AGAIN_US = 20_000
AT_ONCE = 8


class Edges:
    """Numbers the edges of all lines, keeps them until acknowledged, says which to send."""

    def __init__(self, lines: int) -> None:
        self.newest = 0  # the number of the last edge made, modulo 65536
        self.lost = 0
        self.levels = 0
        self._lines = lines
        self._waiting: list[tuple[int, int, int, int]] = []  # number, line, active, t
        self._sent = 0

    @property
    def first(self) -> int:
        """The number of the oldest edge that waits; of the next one to come if none does."""
        return self._waiting[0][0] if self._waiting else (self.newest + 1) & 0xFFFF

    def start(self, line: int, active: bool) -> None:
        """The level that a line has before anything happens."""
        self._set(line, active)

    def add(self, line: int, active: bool, t: int) -> bool:
        """A change of a line; no change is no edge. False if an older one had to go for it."""
        if not 0 <= line < self._lines or bool(self.levels >> line & 1) == active:
            return True
        self._set(line, active)
        self.newest = (self.newest + 1) & 0xFFFF
        self._waiting.append((self.newest, line, int(active), t))
        if len(self._waiting) <= MOST_WAITING:
            return True
        self._lose()
        return False

    def acknowledge(self, number: int) -> None:
        """Edge ``number`` and all before it have arrived."""
        if self._waiting:
            arrived = ((number - self._waiting[0][0]) & 0xFFFF) + 1
            if arrived <= len(self._waiting):
                self._waiting = self._waiting[arrived:]

    def expire(self, now: int) -> bool:
        """Let go what has waited for a minute; true if there was such."""
        gone = False
        while self._waiting and ticks_diff(now, self._waiting[0][3]) > OLDEST_US:
            self._lose()
            gone = True
        return gone

    def fresh(self, now: int) -> list[tuple[int, int, int, int]]:
        """The newest edge, to be sent as it is made."""
        if len(self._waiting) == 1:
            self._sent = now
        return self._waiting[-1:]

    def again(self, now: int) -> list[tuple[int, int, int, int]]:
        """The edges to send (again), oldest first, if it is time."""
        if not self._waiting or 0 <= ticks_diff(now, self._sent) < AGAIN_US:
            return []
        self._sent = now
        return self._waiting[:AT_ONCE]

    def _set(self, line: int, active: bool) -> None:
        self.levels = self.levels & ~(1 << line) | int(active) << line

    def _lose(self) -> None:
        self._waiting.pop(0)
        self.lost = (self.lost + 1) & 0xFFFF
