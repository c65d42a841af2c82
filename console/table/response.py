"""What the table is told from outside."""

from __future__ import annotations

from dataclasses import dataclass


class Response:
    """Names, records, the time of day. Each kind is a frozen dataclass; it often answers a
    ``Request``, and comes by ``Table.respond``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DayTime(Response):
    """The minute of the local day, 0 to 1439. Told once a minute; it may jump as clocks do."""

    minute: int


@dataclass(frozen=True, slots=True)
class StorageStatus(Response):
    """``trouble`` says why nothing is kept now (a key of the store's: ``disk_full``,
    ``read_only``, …), None when all is kept: the table plays on without, and says so.
    ``set_aside``: the file of what was played before could not be used as it was when the table
    started. ``flawed``: something in it was found to be damaged since."""

    trouble: str | None = None
    set_aside: bool = False
    flawed: bool = False
