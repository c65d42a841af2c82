"""A real disk that dies, hangs and comes back: ext4 on a loop device, where this machine lets us.

``python -m tests.console.store.dying FOLDER WHO HOW``, in a mount namespace of its own; used by
``test_dying_disk``. WHO is ``aside`` (as a table has its store written) or ``here``.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from console.store.asking import here
from console.store.process import StoreProcess
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header, verdict
from tests.posix import is_root

NEEDED: Final = ("fsfreeze", "losetup", "mkfs.ext4", "unshare")
SIZE_BYTES: Final = 24 << 20
LONG_S: Final = 60.0
_PROCESS_MADVISE: Final = 440
_PAGEOUT: Final = 21
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


class _Range(ctypes.Structure):
    _fields_ = (("start", ctypes.c_void_p), ("size", ctypes.c_size_t))


@cache
def may_kill_disks() -> bool:
    """Is this a machine with loop devices, and are we root on it?"""
    return is_root() and all(map(shutil.which, NEEDED)) and Path("/dev/loop-control").exists()


def run(*command: str | Path) -> str:
    """Run a command of the system."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout.strip()


@dataclass
class LoopDisk:
    """An ext4 in ``folder / "disk"``, on a loop device over ``folder / "image"``."""

    folder: Path
    device: str = ""
    image: Path = field(init=False)

    def __post_init__(self) -> None:
        self.image = self.folder / "image"

    @property
    def mount(self) -> Path:
        return self.folder / "disk"

    def make(self) -> None:
        """A new one, mounted."""
        self.mount.mkdir()
        with self.image.open("wb") as image:
            image.truncate(SIZE_BYTES)
        run("mkfs.ext4", "-q", self.image)
        self._attach(self.image)

    def _attach(self, image: Path) -> None:
        self.image = image
        self.device = run("losetup", "--find", "--show", image)
        run("mount", self.device, self.mount)

    def die(self) -> None:
        """The device has no sector any more: whatever reaches it is an I/O error."""
        shutil.copyfile(self.image, self.folder / "back")
        with self.image.open("r+b") as image:
            image.truncate(4096)
        run("losetup", "--set-capacity", self.device)

    def come_back(self) -> None:
        """As if it had been pulled out and put in again: another device, which has what was synced.
        The old one's would be mounted as it was for as long as anybody has a file of it open."""
        run("umount", "--lazy", self.mount)
        self._attach(self.folder / "back")

    def freeze(self) -> None:
        """Every write waits until ``thaw``."""
        run("fsfreeze", "--freeze", self.mount)

    def thaw(self) -> None:
        run("fsfreeze", "--unfreeze", self.mount)

    def gone(self) -> None:
        """Leave nothing behind; by whoever is left to do it."""
        subprocess.run(["umount", "--lazy", self.mount], capture_output=True, check=False)
        for image in {self.folder / "image", self.image}:
            for device in run("losetup", "--associated", image, "-nO", "NAME").splitlines():
                run("losetup", "--detach", device)


def evict(pid: int) -> None:
    """Let a process have nothing in memory of the log's shared part, as when memory is short."""
    if sys.platform == "linux":
        os.sync()
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            if line.endswith("-shm"):
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                handle = os.pidfd_open(pid)
                what = _Range(start, end - start)
                done = _LIBC.syscall(_PROCESS_MADVISE, handle, ctypes.byref(what), 1, _PAGEOUT, 0)
                os.close(handle)
                assert done == end - start, os.strerror(ctypes.get_errno())
        Path("/proc/sys/vm/drop_caches").write_text("1")
    else:
        raise NotImplementedError("its calls are Linux's")


def until(what: Callable[[], object], why: Callable[[], object] = str) -> None:
    """Wait for it, within reason; ``why`` tells what was there instead."""
    end_s = time.monotonic() + LONG_S
    while not what():
        assert time.monotonic() < end_s, f"in vain: {why()}"
        time.sleep(0)


@dataclass
class Table:
    """Somebody who plays on, whatever the disk does; ``told`` is what came of it."""

    disk: LoopDisk
    aside: StoreProcess | None
    told: dict[str, object] = field(default_factory=dict)
    turns: int = 0

    def __post_init__(self) -> None:
        self.path = store_path(self.disk.mount / "data")
        ask = here if self.aside is None else self.aside.write
        self.log = MatchWriter(self.path, ask=ask, patience_s=1.0)
        self.match = self.log.begin(header())
        self.play(20)
        until(self.log.flush)

    @property
    def writer(self) -> int:
        """The process that writes."""
        return os.getpid() if self.aside is None or self.aside.pid is None else self.aside.pid

    def play(self, count: int) -> None:
        for _ in range(count):
            self.log.action(self.match, self.turns, flip(self.turns))
            self.log.verdict(self.match, verdict(self.turns))
            self.turns += 1

    def problem(self) -> str | None:
        return None if self.log.problem is None else self.log.problem.key

    def end(self) -> None:
        """All is back: what is in the store."""
        self.log.close()
        if self.aside is not None:
            self.aside.close()
        stored = Store(self.path).match(1)
        self.told["complete"] = [a.action for a in stored.actions] == [
            flip(n) for n in range(self.turns)
        ] and list(stored.verdicts) == [verdict(n) for n in range(self.turns)]
        self.told["after"] = self.problem()


def dies(table: Table) -> None:
    """The disk dies in the middle of a match, and comes back after another one has begun."""
    first = table.writer
    evict(first)
    table.disk.die()
    table.play(5)
    until(lambda: not table.log.flush())
    table.told["dead"] = table.problem()
    table.told["writer died"] = table.writer != first
    table.play(50)
    table.told["mapped"] = "-shm" in Path("/proc/self/maps").read_text()
    later = table.log.begin(header(seed=2))
    table.log.action(later, 0, flip(0))
    table.disk.come_back()
    until(table.log.flush)
    table.end()
    table.told["matches"] = [m.actions for m in Store(table.path).matches()]


def hangs(table: Table) -> None:
    """Every write waits, and the table does not."""
    table.disk.freeze()
    try:
        table.play(5)
        until(table.problem)
        table.told["frozen"] = table.problem()
        begun_s = time.monotonic()
        table.play(200)
        table.told["flushed"] = table.log.flush()
        table.told["quick"] = time.monotonic() - begun_s < LONG_S / 4
    finally:
        table.disk.thaw()
    until(table.log.flush)
    table.end()


def main() -> None:
    """Play; tell what came of it as JSON."""
    folder, who, how = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    disk = LoopDisk(folder)
    try:
        disk.make()
        path = store_path(disk.mount / "data")
        table = Table(disk, StoreProcess(path) if who == "aside" else None)
        {"dies": dies, "hangs": hangs}[how](table)
        sys.stdout.write(json.dumps(table.told))
    finally:
        disk.gone()


if __name__ == "__main__":
    main()
