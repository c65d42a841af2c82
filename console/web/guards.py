"""What keeps a web process to its own guests: counted, judged, with the time passed in."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Address, ip_address
from typing import Final

from drivers.times import MINUTE

TRIES_A_MINUTE: Final = 5
"""From one address."""
TRIES_AT_ALL: Final = 30
"""A minute, from all addresses together."""
ADDRESSES: Final = 4096
"""So many are remembered; the oldest are forgotten first."""


class RefusalWord(StrEnum):
    """Why something was refused: one word, for the guest and for the owner's audits."""

    HOST = "host"
    ORIGIN = "origin"
    ROUTE = "route"
    SIZE = "size"
    OFTEN = "often"
    FULL = "full"
    CODE = "code"
    UNKNOWN = "unknown"
    NONSENSE = "nonsense"
    SLOW = "slow"
    LATE = "late"
    """It answered what is no longer so."""
    LOST = "lost"
    """The web process had to be begun anew; every phone was away for a moment."""


class WebRefusal(Exception):
    """It was refused. Stays inside a web process."""

    def __init__(self, word: RefusalWord) -> None:
        super().__init__(word.value)
        self.word = word


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a ``period_ns`` on."""

    most: int
    period_ns: int
    left: float = -1.0
    at_ns: int = 0

    def take(self, now_ns: int, wanted: int = 1) -> bool:
        """Take so many, if there are."""
        if self.left < 0:
            self.left, self.at_ns = self.most, now_ns
        passed = (now_ns - self.at_ns) * self.most / self.period_ns
        self.left, self.at_ns = min(self.most, self.left + passed), now_ns
        if self.left < wanted:
            return False
        self.left -= wanted
        return True


class ByAddress:
    """A bucket of so many a ``period_ns`` for each address."""

    def __init__(self, most: int, period_ns: int) -> None:
        self._most, self._period_ns = most, period_ns
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now_ns: int) -> bool:
        """Take one of the address, if there is one."""
        bucket = self._of.setdefault(address, Bucket(self._most, self._period_ns))
        self._of.move_to_end(address)
        while len(self._of) > ADDRESSES:
            self._of.popitem(last=False)
        return bucket.take(now_ns)

    def give(self, address: str) -> None:
        """Give one back."""
        if address in self._of:
            self._of[address].left += 1


def source_of(address: str) -> str:
    """Whose tries count together: who has one address of IPv6 has the 2^64 beside it."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return address
    return str(known.ipv4_mapped or f"{int(known) >> 64:x}::/64")


class Tries:
    """How often a code or a password may be tried. ``at_all``: from all addresses together; then
    whoever tries on purpose shuts everybody out, so it is for what is short and stays. None: what
    is tried must hold against many addresses by itself."""

    def __init__(self, at_all: int | None = TRIES_AT_ALL) -> None:
        self._all = None if at_all is None else Bucket(at_all, MINUTE)
        self._from = ByAddress(TRIES_A_MINUTE, MINUTE)

    def check(self, address: str, now_ns: int) -> None:
        """Raises WebRefusal when there were too many tries."""
        own = self._from.take(source_of(address), now_ns)
        if not own or not (self._all is None or self._all.take(now_ns)):
            raise WebRefusal(RefusalWord.OFTEN)

    def was_right(self, address: str) -> None:
        """That try was none: many may come in from one address, by a proxy say."""
        self._from.give(source_of(address))
        if self._all is not None:
            self._all.left += 1


@dataclass(slots=True)
class Door:
    """The addresses by which we may be called: anything else is another site's name for it
    (rebinding), and what comes from another page is not ours."""

    hosts: frozenset[str]
    secure: frozenset[str] = frozenset()
    """Those of them that a proxy answers for by HTTPS."""
    refused: Counter[RefusalWord] = field(default_factory=Counter)

    def refuse(self, word: RefusalWord) -> None:
        """Count it, for the owner."""
        self.refused[word] += 1

    def check(self, host: str | None, origin: str | None, *, acts: bool) -> None:
        """Raises WebRefusal. ``acts``: it changes something or opens a socket, so it has an
        Origin."""
        if host is None or host.lower() not in self.hosts:
            raise WebRefusal(RefusalWord.HOST)
        ours = f"{'https' if host.lower() in self.secure else 'http'}://{host}"
        if (acts or origin is not None) and origin != ours:
            raise WebRefusal(RefusalWord.ORIGIN)
