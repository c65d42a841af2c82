"""Table processes for the figures: `khvatka play --headless --event`, each with a folder of its
own, listened to by one thread."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import msgspec
from msgspec import Struct

from console.bench.event_desk import PROGRAM

LINE_BYTES: Final = 1 << 16
WALK_S: Final = 20
"""Whoever is called takes so long to the table at least, twice that at most: matches, which are
played as fast as the machine can, do not all begin at once."""
ENDS_S: Final = 20.0


class LinkReport(Struct, frozen=True):
    """What a table has heard of its desk last; other lines have another ``event``."""

    event: str
    trouble: str | None = None
    table: int | None = None
    match: int | None = None
    unsent: int = 0
    ended: bool = False


class TableProcess:
    """One of them. ``said``: what it told last, since it was started."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder, self.number = folder, number
        self.said = LinkReport("")
        self.heard: set[int] = set()
        """Matches that were its own, according to a desk that is there."""
        self.process: subprocess.Popen[bytes] | None = None
        self._rest, self._killed = b"", False

    def start(self) -> None:
        """Switch it on."""
        self.said, self._rest, self._killed = LinkReport(""), b"", False
        walk = WALK_S + self.number % WALK_S
        told = ("play", "--headless", "--event", "--json", "--walk", str(walk), "--seats", "4")
        self.process = subprocess.Popen(
            [*PROGRAM, *told, "--seed", str(self.number + 1), "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "KHVATKA_DATA": str(self.folder), "OPENBLAS_NUM_THREADS": "1"},
        )

    def takes(self, data: bytes, prints: object) -> None:
        """What it ``prints``; what its process before has printed is nothing any more."""
        if self.process is None or self.process.stdout is not prints:
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b'{"event":"desk"'):
                said = self.said = msgspec.json.decode(line, type=LinkReport)
                if said.match is not None and said.trouble is None:
                    self.heard.add(said.match)

    def kill(self) -> None:
        """Without a word."""
        if self.process is not None:
            self._killed = True
            self.process.kill()
            self.process.wait()

    def ended(self) -> bool:
        """Has it ended by itself?"""
        gone = self.process is not None and self.process.poll() is not None
        return gone and not self._killed

    def memory_kb(self) -> tuple[int, int]:
        """Resident, and its own share of that, as the kernel counts; (0, 0) where it does not."""
        found = {"Rss:": 0, "Pss:": 0}
        if sys.platform == "linux" and self.process is not None:
            with suppress(OSError):
                for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
                    name, *words = line.split()
                    if name in found:
                        found[name] = int(words[0])
        return found["Rss:"], found["Pss:"]


class Listener:
    """Reads what all tables print. Whoever starts one tells ``hears``."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._over = False
        self._thread = Thread(target=self._listen, name="tables", daemon=True)
        self._thread.start()

    def hears(self, table: TableProcess) -> None:
        """From now on."""
        assert table.process is not None
        assert table.process.stdout is not None
        if sys.platform != "win32":  # no hall is measured there
            os.set_blocking(table.process.stdout.fileno(), False)
        prints = table.process.stdout
        self._selector.register(prints, selectors.EVENT_READ, (table, prints))

    def _listen(self) -> None:
        while not self._over:
            for key, _ in self._selector.select(0.1):
                table, prints = key.data
                data = os.read(key.fd, LINE_BYTES)
                if data:
                    table.takes(data, prints)
                else:
                    self._selector.unregister(key.fileobj)
                    prints.close()

    def close(self) -> None:
        """It is over."""
        self._over = True
        self._thread.join()
        for key in tuple(self._selector.get_map().values()):
            _, prints = key.data
            prints.close()
        self._selector.close()


def ended(tables: Sequence[TableProcess]) -> None:
    """All of them end, now."""
    for table in tables:
        if table.process is not None:
            table.process.terminate()
    for table in tables:
        if table.process is not None:
            try:
                table.process.wait(ENDS_S)
            except subprocess.TimeoutExpired:
                table.kill()


def free_mb() -> int | None:
    """Memory that processes may have before the machine is full; None where nobody tells."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    return None
