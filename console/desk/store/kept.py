"""What a desk keeps of an event, and beside its log."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from console.desk.store.sentences import from_kept
from console.events.log import AtMs
from console.link.messages import ResultId, Text
from drivers.errors import Sentence

SECRET_BYTES: Final = 16
Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
"""What a column of numbers holds."""
Digest: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class EventKept(Struct, frozen=True):
    """An event of the store. ``lines_n``: how many actions its log has."""

    id: str
    name: str
    created_ms: int
    lines_n: int


class DeskSettings(Struct, frozen=True, omit_defaults=True):
    """What the organiser leaves to the desk; no part of the event's log. ``desks``: where tables
    find the desk from now on, the first that answers; none: where they found it."""

    calls_itself: bool = True
    draws_itself: bool = False
    standings_hidden: bool = False
    entry_at_tables: bool = True
    entry_by_phone: bool = False
    desks: tuple[str, ...] = ()


SETTINGS: Final = msgspec.json.Decoder(DeskSettings)
"""How they are read."""


class KeptResult(Struct, frozen=True):
    """A result that came, as the store has it. ``refused``: why, as JSON of a sentence's message
    and fields."""

    id: ResultId
    digest: Digest
    body: bytes
    came_ms: AtMs
    line: Count | None
    refused: Text | None

    @property
    def why(self) -> Sentence | None:
        """Why it was refused; pages tell it."""
        return None if self.refused is None else from_kept(self.refused)


class KeptDispute(Struct, frozen=True):
    """What came under the id of another result, as the store has it."""

    id: ResultId
    digest: Digest
    body: bytes
    came_ms: AtMs


class KeptTable(Struct, frozen=True):
    """A table that was let in: of its ``token`` the hash alone is kept."""

    token: Annotated[bytes, Meta(min_length=32, max_length=32)]
    number: Count
    check_digits: Annotated[str, Meta(pattern=r"^[0-9]{4}\Z")]
    name: Text
    seats_n: Count
    games: Text
    version: Text
    joined_ms: AtMs
    trouble: Text
    hands_n: Count


class Beside(Struct, frozen=True):
    """All that is kept of an event beside its log: with it another desk takes the event's place,
    and neither tables nor guests' codes need to be given anew. ``secret`` as ``EVENT`` has it."""

    secret: Annotated[bytes, Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]
    settings: DeskSettings = DeskSettings()
    tables: tuple[KeptTable, ...] = ()
    disputes: tuple[KeptDispute, ...] = ()
    results: tuple[KeptResult, ...] = ()
