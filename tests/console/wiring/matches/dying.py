"""A table in its window, on a real disk that dies and comes back: ``python -m
tests.console.wiring.matches.dying FOLDER``, as root in a mount namespace of its own; what came of
it, as JSON. Used by ``test_store_aside``.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from console.store.process import StoreProcess
from console.wiring.hosting import StorageWatch
from console.wiring.window import window
from tests.console.store.dying import LoopDisk, evict, until
from tests.console.wiring.window.test_window import SIT_DOWN, Fingers, run


class BesideTheLoop(Fingers):
    """A window with this clock has its requests answered beside the loop, as with a wall's."""


class Evening:
    """What is seen at the table while its disk dies under a match and comes back."""

    def __init__(self, disk: LoopDisk) -> None:
        self.disk = disk
        self.told: dict[str, Any] = {}
        self.processes: list[StoreProcess] = []
        self.hands: list[StorageWatch] = []

    def notice(self) -> list[str] | None:
        """What the table tells in passing, in the next frame."""
        (hand,) = self.hands
        notice = hand._table.view().notice
        return None if notice is None else [notice.key, notice.why]

    def dies(self) -> None:
        (process,) = self.processes
        assert process.pid is not None
        assert self.hands[0]._log.flush()
        evict(process.pid)
        self.disk.die()

    def hears(self) -> None:
        """The writer has been refused."""
        until(lambda: self.hands[0]._log.problem is not None)

    def plays_on(self) -> None:
        self.told["dead"] = self.notice()
        self.told["mapped"] = "-shm" in Path("/proc/self/maps").read_text()

    def comes_back(self) -> None:
        self.disk.come_back()
        until(
            self.hands[0]._log.flush,
            lambda: self.hands[0]._log.problem and self.hands[0]._log.problem.sentence,
        )

    def is_well(self) -> None:
        (hand,) = self.hands
        self.told["back"] = hand._reported is not None and hand._reported.trouble is None

    def play(self) -> None:
        """Some twenty seconds of a match; ● flips."""
        fingers = BesideTheLoop(
            [*SIT_DOWN, (900, "w", 80), *((2_500 + 600 * i, "w", 80) for i in range(28))], 20_000
        )
        fingers.looks = [
            (5_000, self.dies),
            (9_000, self.hears),
            (9_500, self.plays_on),
            (14_000, self.comes_back),
            (15_000, self.is_well),
        ]
        store = run(self.disk.mount / "data", fingers)
        kept = store.match(1).actions
        self.told["without a hole"] = [action.n for action in kept] == list(range(len(kept)))
        last_s = max(action.action.get("t_us", 0) for action in kept) / 1e6
        self.told["after all that"] = last_s > 15
        self.told["one process"] = len(self.processes) == 1


def known(evening: Evening) -> None:
    """Let the evening know the table's parts as they are made."""
    made, listens = StoreProcess.__init__, StorageWatch.__init__

    def process(self: Any, *args: Any) -> None:
        evening.processes.append(self)
        made(self, *args)

    def hand(self: Any, *args: Any, **more: Any) -> None:
        evening.hands.append(self)
        listens(self, *args, **more)

    vars(window).update(WallClock=BesideTheLoop)
    type.__setattr__(StoreProcess, "__init__", process)
    type.__setattr__(StorageWatch, "__init__", hand)


def main() -> None:
    """Play; tell what came of it."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    disk = LoopDisk(Path(sys.argv[1]))
    try:
        disk.make()
        evening = Evening(disk)
        known(evening)
        evening.play()
        sys.stdout.write(json.dumps(evening.told))
    finally:
        disk.gone()


if __name__ == "__main__":
    main()
