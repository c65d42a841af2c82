"""Errands in processes of their own, so that nobody waits for a stick: not even the table's end.

Nothing here reads a clock: ``now_ns`` is passed in. A process that cannot be ended, because the
kernel itself waits for the stick, is left alone; while it is there its stick is not asked again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final, Protocol

import msgspec

from console.i18n import Words
from console.service.sticks.errands import (
    Errand,
    ErrandAnswer,
    Export,
    Newest,
    StickRoom,
    broke,
    hangs,
)
from drivers.own_group import unheard
from drivers.times import MINUTE, SECOND

COMMAND: Final = (sys.executable, "-m", "console.service.sticks")
PATIENCE_NS: Final = {StickRoom: 20 * SECOND, Newest: MINUTE, Export: 90 * SECOND}
"""So long an errand may take: a cold card in a small computer needs seconds to start a process, and
a stick some to be mounted once it is looked at."""
_ROOT: Final = Path(__file__).parents[3]  # so that `python -m` finds it, however we were started


class Job(Protocol):
    """An errand that is being done."""

    @property
    def errand(self) -> Errand: ...

    @property
    def answer(self) -> ErrandAnswer | None:
        """What came of it, once it is over."""
        ...

    def step(self, now_ns: int) -> None:
        """Look whether it is over; waits for nothing."""
        ...

    def stop(self) -> None:
        """Nobody wants the answer any more; what was begun is taken back."""
        ...


class Crew:
    """Starts processes, and knows those of them that hang."""

    def __init__(self) -> None:
        self._hanging: dict[bytes, subprocess.Popen[bytes]] = {}
        self._leaving: list[subprocess.Popen[bytes]] = []

    def begin(self, errand: Errand, words: Words) -> StickWorker:
        """Begin an errand, with the answer in the language of ``words``."""
        self._hanging = {f: p for f, p in self._hanging.items() if p.poll() is None}
        self._leaving = [process for process in self._leaving if process.poll() is None]
        return StickWorker(self, errand, words, begun=errand.folder not in self._hanging)

    def hangs(self, folder: bytes, process: subprocess.Popen[bytes]) -> None:
        """It was told to end and has not yet."""
        self._hanging[folder] = process

    def leaves(self, process: subprocess.Popen[bytes]) -> None:
        """It takes back what it has begun."""
        self._leaving.append(process)


class StickWorker:
    """One errand in a process of its own (``Job``)."""

    def __init__(self, crew: Crew, errand: Errand, words: Words, *, begun: bool) -> None:
        self.errand = errand
        self.answer: ErrandAnswer | None = None
        self._crew, self._words = crew, words
        self._until_ns: int | None = None
        self.process: subprocess.Popen[bytes] | None = None
        if not begun:
            self.answer = hangs(errand, words)
            return
        try:
            # Of a process group of its own: Ctrl-C is for whoever waits, who then stops it.
            with unheard():
                self.process = subprocess.Popen(
                    [*COMMAND, words.language, msgspec.json.encode(errand).decode()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    cwd=_ROOT,
                    process_group=0,
                )
        except OSError:
            self.answer = broke(errand, words)

    def step(self, now_ns: int) -> None:
        """Look whether it is over, or has taken too long; waits for nothing."""
        if self.answer is not None or self.process is None:
            return
        if self._until_ns is None:
            self._until_ns = now_ns + PATIENCE_NS[type(self.errand)]
        if self.process.poll() is not None:
            self.answer = self._said(self.process)
        elif now_ns >= self._until_ns:
            self.process.kill()
            self._let_go(self.process)
            self._crew.hangs(self.errand.folder, self.process)
            self.answer = hangs(self.errand, self._words)

    def finish(self) -> ErrandAnswer:
        """Wait until it is over, or has taken too long."""
        self.step(0)
        if self.process is not None and self.answer is None:
            patience_ns = PATIENCE_NS[type(self.errand)]
            try:
                self.process.wait(patience_ns / SECOND)
            except subprocess.TimeoutExpired:
                pass
            except BaseException:
                self.stop()
                raise
            self.step(patience_ns)
        assert self.answer is not None
        return self.answer

    def stop(self) -> None:
        """Tell it to take back what it has begun, and leave it alone."""
        if self.answer is None and self.process is not None:
            self.process.terminate()
            self._let_go(self.process)
            self._crew.leaves(self.process)
            self.answer = broke(self.errand, self._words)

    def _said(self, process: subprocess.Popen[bytes]) -> ErrandAnswer:
        assert process.stdout is not None
        said = process.stdout.read()
        self._let_go(process)
        try:
            return msgspec.json.decode(said, type=ErrandAnswer)
        except msgspec.MsgspecError:
            return broke(self.errand, self._words)

    def _let_go(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdout is not None:
            process.stdout.close()
