"""The match log of a table that is being played at, as its owner has adjusted it."""

from __future__ import annotations

from pathlib import Path

from console.people.summing import bring_up_to_date
from console.service.adjustments import Adjusted
from console.store.schema import store_path
from console.store.trimming import Budget
from console.store.writer import MatchWriter

BYTES_PER_MB = 1_000_000


def open_log(data: Path | None, adjusted: Adjusted) -> MatchWriter:
    """The writer of a data folder's store, its samples within the owner's budget.

    Once ``open_checked`` has looked at that store; whoever opens it closes it.
    """
    size_bytes = adjusted.number("service.samples_mb") * BYTES_PER_MB
    return MatchWriter(store_path(data), budget=Budget(size_bytes, bring_up_to_date))
