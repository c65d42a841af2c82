"""Where a table looks for its desk, and which of its words it believes. Time is passed in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from console.link.messages import TableState
from drivers.times import MINUTE, SECOND

PORT: Final = 8470
"""Where a desk listens if nothing else is said."""
WAITS_NS: Final = tuple(s * SECOND for s in (1, 2, 4, 8, 10))
"""After so many failures, the last one for all that follow."""
BELIEVED_NS: Final = MINUTE
"""So long a desk that knows less is not believed; then it is one that was put back."""
MOST_DESKS: Final = 8
_ADDRESS: Final = re.compile(
    r"(?P<host>[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r"(:(?P<port>[0-9]{1,5}))?"
)


def address_of(typed: str) -> str | None:
    """``HOST:PORT`` of what somebody typed, or a desk named; None if it cannot be one."""
    text = typed.strip().removeprefix("http://").removesuffix("/")
    found = _ADDRESS.fullmatch(text)
    if found is None or ".." in text:
        return None
    port = int(found["port"] or PORT)
    return f"{found['host']}:{port}" if 0 < port < 1 << 16 else None


def addresses_of(named: Iterable[str]) -> tuple[str, ...]:
    """Those of a desk's names for itself that can be addresses, each once."""
    known = (address_of(name) for name in named)
    return tuple(dict.fromkeys(a for a in known if a is not None))[:MOST_DESKS]


class Waiting:
    """How long nothing is tried after failures."""

    def __init__(self) -> None:
        self.due_ns = 0
        self._failures = 0

    def failed(self, now_ns: int) -> None:
        """Another time, later."""
        wait_ns = WAITS_NS[min(self._failures, len(WAITS_NS) - 1)]
        self._failures += 1
        self.due_ns = now_ns + wait_ns

    def answered(self) -> None:
        """All is well."""
        self._failures, self.due_ns = 0, 0


class Course:
    """The addresses of a desk, tried in turn."""

    def __init__(self, addresses: tuple[str, ...]) -> None:
        """``addresses``: one at least."""
        self.addresses = addresses
        self.waiting = Waiting()
        self._at = 0

    @property
    def address(self) -> str:
        """The one to be asked now."""
        return self.addresses[self._at]

    def failed(self, now_ns: int) -> None:
        """The next one, later."""
        self._at = (self._at + 1) % len(self.addresses)
        self.waiting.failed(now_ns)

    def named(self, desks: Iterable[str]) -> bool:
        """The desk says where it is to be found from now on. Is that anything new?"""
        addresses = addresses_of(desks)
        if not addresses or addresses == self.addresses:
            return False
        now = self.address
        self.addresses = addresses
        self._at = addresses.index(now) if now in addresses else 0
        return True


class StateWorth(StrEnum):
    """What a state of a desk is worth."""

    NEW = "new"
    SAME = "same"
    OLDER = "older"
    """Another desk knows more."""
    FOREIGN = "foreign"
    """It is of another event, into which nobody has taken this table."""


@dataclass(slots=True)
class KnownEvent:
    """What is known of the event: the newest state, of whatever desk. ``event`` is its id, empty
    before the first one; ``heard_ns``: when a desk that knew that much was heard last; a state that
    is remembered from before a restart was heard of nobody now."""

    event: str = ""
    state: TableState | None = None
    heard_ns: int = -BELIEVED_NS

    def take(self, state: TableState, now_ns: int) -> StateWorth:
        """Take in what a desk says, if it is to be believed: of another event once its organiser
        has taken this table in."""
        if self.event and state.event != self.event and state.table is None:
            return StateWorth.FOREIGN
        known = self.state
        older = known is not None and state.version < known.version
        if older and now_ns < self.heard_ns + BELIEVED_NS:
            return StateWorth.OLDER
        self.event, self.heard_ns = state.event, now_ns
        if state == known:
            return StateWorth.SAME
        self.state = state
        return StateWorth.NEW
