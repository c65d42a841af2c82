"""How many bytes a time of «Хаос» with four people writes:
``python -m tests.console.wiring.matches.hour``.

Matches in virtual time, one after the other without a pause, written as the table's writer writes
them: what is given within 50 ms goes to the disk together. Counted are the writes to the store's
file and its log, and the 4 KiB blocks that those are for a card, once for each sync.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from console.store.file import Row
from console.store.log import DirectLog
from console.store.schema import store_path
from console.store.writer import GATHER_S
from console.table.outputs import MatchEnded, Output
from console.wiring.build import FAST, build
from console.wiring.headless import START_NS
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from tests.console.store.disk import Op, Synced, Written, remembered

GATHER_NS = int(GATHER_S * 1e9)
HOUR_S = 3600
BLOCK = 4096


class GatheringLog(DirectLog):
    """Commits as the writer's thread does, in the virtual time of ``clock``."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.clock = VirtualClock(START_NS)
        self.commits = 0
        self._due_ns: int | None = None

    def _give(self, *rows: Row) -> None:
        now_ns = self.clock.now_ns()
        if self._due_ns is not None and now_ns >= self._due_ns:
            assert self.flush()
        if self._due_ns is None:
            self._due_ns = now_ns + GATHER_NS
        super()._give(*rows)

    def flush(self) -> bool:
        self.commits += 1
        self._due_ns = None
        return super().flush()


@dataclass(frozen=True, slots=True)
class Written1h:
    """Figures scaled to an hour: bytes by file ending, bytes of whole blocks, commits."""

    simulated_s: float
    files: dict[str, float]
    blocks: float
    commits: float

    @property
    def total(self) -> float:
        """Bytes that are written in an hour."""
        return sum(self.files.values())


def blocks_of(ops: Iterable[Op]) -> int:
    """Bytes of the blocks that the system gives the disk: each once between two syncs."""
    dirty: dict[str, set[int]] = defaultdict(set)
    count = 0
    for op in ops:
        if isinstance(op, Written):
            dirty[op.file] |= set(range(op.at // BLOCK, (op.at + len(op.data) - 1) // BLOCK + 1))
        elif isinstance(op, Synced):
            count += len(dirty.pop(op.file, ()))
    return count * BLOCK


def written(least_s: int) -> Written1h:
    """Play whole matches until at least so much time has passed; figures for an hour of it."""
    passed_ns = seed = 0
    with tempfile.TemporaryDirectory() as name, remembered(Path(name)) as disk:
        log = GatheringLog(store_path(disk.folder))
        while passed_ns < least_s * 1_000_000_000:
            seed += 1
            passed_ns += _one_match(seed, log)
        log.close()
        ops = disk.ops
    hours = passed_ns / 1e9 / HOUR_S
    files: dict[str, float] = defaultdict(float)
    for op in ops:
        if isinstance(op, Written):
            files[op.file.rpartition("sqlite3")[2] or "file"] += len(op.data) / hours
    return Written1h(passed_ns / 1e9, dict(files), blocks_of(ops) / hours, log.commits / hours)


def _one_match(seed: int, log: GatheringLog) -> int:
    """Play it; how long it took."""
    log.clock = clock = VirtualClock(START_NS)
    ended = []

    def end(output: Output) -> None:
        if isinstance(output, MatchEnded):
            ended.append(output)

    setup = make_setup(PlayOptions(players=4, seed=seed), all_simulated=True)
    running = build(setup, clock, VirtualDisplay(), log, (end,), waking=FAST)
    running.table.begin(clock.now_ns())
    while not ended:
        running.loop.turn()
        running.loop.wait()
    running.board.close()
    assert log.flush()
    return clock.now_ns() - START_NS


def main() -> None:
    """Print the figures of an hour."""
    found = written(HOUR_S)
    parts = ", ".join(f"{name} {size / 1e6:.2f}" for name, size in found.files.items())
    sys.stdout.write(
        f"an hour of «Хаос» ({found.simulated_s:.0f} s simulated), four people: written are"
        f" {found.total / 1e6:.2f} MB ({parts}) in {found.commits:.0f} commits;"
        f" {found.blocks / 1e6:.1f} MB in blocks of 4 KiB\n"
    )


if __name__ == "__main__":
    main()
