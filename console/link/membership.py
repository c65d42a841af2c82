"""Which desks a table belongs to: remembered over restarts, in a file that nobody else may read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from console.link.messages import TableState
from console.system.files import is_there
from drivers.errors import ConfigError
from drivers.files import read_json, write_file

FILE_NAME: Final = "desk.json"


class Membership(Struct, frozen=True, omit_defaults=True):
    """A table at a desk. ``event``, its ``name`` and the ``table``'s number are known once the desk
    has let it in; ``check`` are the digits by which it does; ``state`` is what it said last: a
    table that is switched on without network knows who plays there."""

    addresses: tuple[str, ...]
    token: str
    check: str = ""
    event: str = ""
    name: str = ""
    table: int | None = None
    state: TableState | None = None


class Memberships(Struct, frozen=True, omit_defaults=True):
    """``current``: where the table is now; ``left``: where it was, and results may still wait;
    ``last``: the address that was typed last."""

    current: Membership | None = None
    left: tuple[Membership, ...] = ()
    last: str = ""

    def joined(self, membership: Membership) -> Memberships:
        """It is there from now on."""
        return replace(self.gone(), current=membership, last=membership.addresses[0])

    def changed(self, membership: Membership) -> Memberships:
        """More is known of where it is."""
        left = tuple(m for m in self.left if m.event != membership.event)
        return replace(self, current=membership, left=left)

    def gone(self) -> Memberships:
        """It is nowhere now."""
        if self.current is None or not self.current.event:
            return replace(self, current=None)
        left = tuple(m for m in self.left if m.event != self.current.event)
        return replace(self, current=None, left=(*left, replace(self.current, state=None)))

    def of(self, event: str) -> Membership | None:
        """The table's place at an event."""
        those = (*self.left, *(() if self.current is None else (self.current,)))
        return next((m for m in those if m.event == event), None)


def membership_path(data: Path) -> Path:
    """Its file in a data folder."""
    return data / FILE_NAME


def load_memberships(path: Path) -> Memberships:
    """What is kept. Raises ConfigError."""
    try:
        there = is_there(path)
    except OSError:
        there = True  # reading tells why
    return read_json(path, Memberships) if there else Memberships()


def save_memberships(path: Path, memberships: Memberships) -> None:
    """Keep it from now on, in a folder that is made if need be. Raises ConfigError."""
    with suppress(OSError):  # writing tells why
        path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, msgspec.json.encode(memberships), private=True)


def started(path: Path) -> tuple[Memberships, ConfigError | None]:
    """What is kept at a table's start; a file that cannot be read is no membership, and told."""
    try:
        return load_memberships(path), None
    except ConfigError as error:
        return Memberships(), error
