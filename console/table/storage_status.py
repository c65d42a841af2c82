"""Whether what is played is kept: the table plays on without, and says so."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.response import Response


@dataclass(frozen=True, slots=True)
class StorageStatus(Response):
    """``trouble`` says why nothing is kept now (a key of the store's: ``disk_full``,
    ``read_only``, …), None when all is kept. ``set_aside``: the file of what was played before
    could not be used as it was when the table started. ``flawed``: something in it was found to be
    damaged since."""

    trouble: str | None = None
    set_aside: bool = False
    flawed: bool = False
