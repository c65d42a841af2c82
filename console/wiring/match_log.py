"""The match log of a table that is being played at, as its owner has adjusted it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from console.people.summing import bring_up_to_date
from console.service.adjustments import Adjusted
from console.service.place import MB
from console.store.asking import Ask, here
from console.store.log import MatchLog
from console.store.process import FileAside, StoreProcess
from console.store.schema import store_path
from console.store.soundness import Flaw
from console.store.trimming import Budget
from console.store.writer import MatchWriter


@dataclass(frozen=True, slots=True)
class KeptLog:
    """The store as the menu reaches it: what writes the matches, who has work on it done, what was
    found damaged in it."""

    log: MatchLog
    ask: Ask = here
    flaws: Callable[[], tuple[Flaw, ...]] = tuple


def open_log(data: Path | None, adjusted: Adjusted, process: StoreProcess) -> MatchWriter:
    """The writer of a data folder's store, its samples within the owner's budget; the file is
    written in ``process``.

    Once ``open_checked`` has looked at that store; whoever opens it closes it.
    """
    size_bytes = adjusted.number("service.samples_mb") * MB
    path = store_path(data)
    return MatchWriter(path, FileAside(process, path, Budget(size_bytes, bring_up_to_date)))
