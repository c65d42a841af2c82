"""Sounds told in words: the last one that means something, for as long as it takes to read."""

from __future__ import annotations

from typing import Final

from console.table.outputs import Cue
from console.table.settings import Settings

SHOWN_MS: Final = 1_000
WEIGHT: Final = {
    Cue.THEME: 0,
    Cue.FLIP: 0,
    Cue.TOUCH: 0,
    Cue.COUNT: 1,
    Cue.CALL: 1,
    Cue.VERDICT: 2,
    Cue.FALSE_GRAB: 2,
    Cue.LIGHT: 2,
    Cue.WIN: 3,
}
"""A lesser one which follows at once does not push a weightier one away."""


class Captions:
    """What is told now. Time is passed in."""

    def __init__(self) -> None:
        self._shown: Cue | None = None
        self._until_ns = 0

    @property
    def shown(self) -> str | None:
        """The value of the ``Cue`` that is told."""
        return None if self._shown is None else self._shown.value

    def heard(self, cue: Cue, settings: Settings, now_ns: int) -> bool:
        """A sound is made; True when it is to be told."""
        lesser = self._shown is not None and WEIGHT[cue] < WEIGHT[self._shown]
        if not settings.captions or lesser:
            return False
        self._shown = cue
        self._until_ns = now_ns + settings.lasting_ns(SHOWN_MS)
        return True

    def tick(self, now_ns: int) -> bool:
        """True when what was told has been told for long enough."""
        if self._shown is None or now_ns < self._until_ns:
            return False
        self._shown = None
        return True

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        return None if self._shown is None else self._until_ns
