"""How long the first PIN can be chosen at the table: ten minutes from its first start.

Whoever makes the data folder lays a file into it: ``install.sh``, or on a PC the program itself.
The table's first start writes into it which boot of the computer this is and until when, by the
monotonic clock; so neither plug nor date lengthens it. After that, a PIN is set or the ten minutes
are opened again by whoever may write the data folder (``khvatka service pin``).
"""

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from console.system.syncs import sync_folder, write_synced
from drivers.times import SECOND

FILE: Final = "first-pin"
WINDOW_NS: Final = 600 * SECOND
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class _Until(msgspec.Struct, frozen=True):
    boot: str
    until_ns: int


class FirstPin:
    """The file in a data folder. Times are ``CLOCK_MONOTONIC``'s."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE

    def offer(self) -> None:
        """From the table's next start on it can be chosen. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()
        sync_folder(self._path.parent)

    def offered(self) -> bool:
        """Do the ten minutes begin with the table's next start?"""
        try:
            return self._path.stat().st_size == 0
        except OSError:
            return False

    def begin(self, now_ns: int) -> None:
        """The table starts: the ten minutes begin, if they were offered. Raises OSError."""
        if self.offered():
            self.open(now_ns)

    def open(self, now_ns: int) -> None:
        """It can be chosen from now on. Raises OSError."""
        until = _Until(boot_id(), now_ns + WINDOW_NS)
        write_synced(self._path, msgspec.json.encode(until))

    def left_ns(self, now_ns: int) -> int:
        """So long it can still be chosen; 0: not any more."""
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=_Until)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return 0
        left_ns = found.until_ns - now_ns
        return left_ns if found.boot == boot_id() and 0 < left_ns <= WINDOW_NS else 0


@cache
def boot_id() -> str:
    """A name of this boot of the computer; where the system gives it none, of this process."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return secrets.token_hex(16)
