"""The pad as a pair of scales: what rests on it, and what a laid weight reads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from console.hardware.feed import BoardLook
from drivers.board import Board, BoardInfo
from drivers.clock import Clock
from drivers.errors import BoardError, PadUnfit, Sentence
from drivers.pad.channels import fsr
from drivers.times import SECOND

BLOCK: Final = 50
"""Scans that are averaged: 50 ms of them, less than a hand needs to lay anything down."""
WINDOW: Final = 20
"""Blocks that must agree: about a second."""
SILENT_NS: Final = 3 * SECOND
SILENT: Final = Sentence("the pad is silent: run `khvatka hw check` and mend its link")
Floats = npt.NDArray[np.float64]


class PadSilent(BoardError):
    """No scans come, for now."""


@dataclass(frozen=True, slots=True)
class ScaleReading:
    """The last second: mean codes, mean forces and their range, float64[c] each; newtons above
    rest by the data sheet. ``saturated``: the channels at full scale.
    """

    codes: Floats
    force_n: Floats
    range_n: Floats
    saturated: npt.NDArray[np.bool_]


Waiting = Generator[None, None, "ScaleReading | None"]
"""Gives control back while there is nothing to read, and a look at last."""


class Source(Protocol):
    """An open board that is read turn by turn: here (``Looks``), or by a table that goes on."""

    board: Board
    clock: Clock

    def turns(self, length_ns: int | None = None) -> Iterator[BoardLook | None]:
        """Look for ``length_ns``; None: nothing new yet."""
        ...


class HandedOn:
    """What somebody reads who goes on, handed on (``Source``)."""

    MOST = 20_000
    """Turns that somebody who never listens would keep at most."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self.board, self.clock = board, clock
        self._turns: deque[BoardLook] = deque(maxlen=self.MOST)

    def take(self, turn: BoardLook) -> None:
        """A look at the board."""
        self._turns.append(turn)

    def turns(self, length_ns: int | None = None) -> Iterator[BoardLook | None]:
        """Those of the next ``length_ns``; None: nothing new yet."""
        end_ns = None if length_ns is None else self.clock.now_ns() + length_ns
        while True:
            while self._turns:
                yield self._turns.popleft()
            if end_ns is not None and self.clock.now_ns() >= end_ns:
                return
            yield None


class Scales:
    """Weighs with the sensors of an open board; ``rest`` are its codes without a load."""

    SATURATED = 0.985  # of full scale: 100 N on a 10 k divider

    def __init__(self, feed: Source) -> None:
        self._feed = feed
        self.rest: Floats = np.zeros(len(self.info.channels))

    @property
    def info(self) -> BoardInfo:
        return self._feed.board.info

    def watch(self, patience_ns: int) -> Iterator[ScaleReading | None]:
        """The last second again and again, until nobody listens or ``patience_ns`` have passed;
        None while there is nothing new.

        Raises PadSilent when no scans come, PadUnfit where another pad has been plugged in.
        """
        window: deque[Floats] = deque(maxlen=WINDOW)
        for block in self._blocks(patience_ns):
            if block is None:
                yield None
                continue
            window.append(block)
            if len(window) == WINDOW:
                yield self._look(np.array(window))

    def wait(self, patience_ns: int, done: Callable[[ScaleReading], bool]) -> Waiting:
        """The first second that is as wished, None if there is none. Raises PadSilent."""
        for look in self.watch(patience_ns):
            if look is None:
                yield
            elif done(look):
                return look
        return None

    def _look(self, codes: Floats) -> ScaleReading:
        divider_ohm, full = self.info.divider_ohm, self.info.full_code
        rest = fsr.code_to_siemens(self.rest, divider_ohm, full)
        siemens = fsr.code_to_siemens(codes, divider_ohm, full) - rest
        force = fsr.siemens_to_force(np.maximum(siemens, 0.0))
        mean = codes.mean(axis=0)
        return ScaleReading(
            mean, force.mean(axis=0), np.ptp(force, axis=0), mean >= self.SATURATED * full
        )

    def _blocks(self, patience_ns: int) -> Iterator[Floats | None]:
        """float64[c]: the means of ``BLOCK`` scans at a time; None while there is nothing new."""
        pending = np.zeros((0, len(self.info.channels)))
        heard_ns = self._feed.clock.now_ns()
        for turn in self._feed.turns(patience_ns):
            if turn is None:
                yield None
                continue
            for batch in turn.reading.samples:
                if batch.codes.shape[1:] == pending.shape[1:] and len(batch.codes):
                    pending = np.concatenate((pending, batch.codes))
                    heard_ns = turn.now_ns
            if turn.reading.misfit is not None:
                raise PadUnfit(turn.reading.misfit)
            if turn.now_ns - heard_ns > SILENT_NS:
                raise PadSilent(SILENT)
            while len(pending) >= BLOCK:
                yield pending[:BLOCK].mean(axis=0)
                pending = pending[BLOCK:]
