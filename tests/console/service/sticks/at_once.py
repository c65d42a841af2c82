"""Errands done here and now, for virtual time: a process would take longer than that lasts."""

from __future__ import annotations

from console.i18n import Words
from console.service.sticks.errands import Errand, ErrandAnswer, broke, perform


class AtOnce:
    """``console.service.sticks.worker.Job`` that is over at its first look."""

    def __init__(self, errand: Errand, words: Words) -> None:
        self.errand = errand
        self.answer: ErrandAnswer | None = None
        self._words = words

    def step(self, now_ns: int) -> None:
        """Do it."""
        if self.answer is None:
            self.answer = perform(self.errand, self._words)

    def finish(self) -> ErrandAnswer:
        """Do it now."""
        self.step(0)
        assert self.answer is not None
        return self.answer

    def stop(self) -> None:
        """Nothing was begun."""
        if self.answer is None:
            self.answer = broke(self.errand, self._words)
