"""What the owner has set, for whoever starts with it."""

from __future__ import annotations

from pathlib import Path

from console.service.adjustments import DEFAULTS, Adjusted
from console.service.store import ServiceStore
from console.store.problems import StoreError
from console.store.schema import store_path
from console.terminal.speech import complain


def adjusted_in(data: Path) -> Adjusted:
    """What is kept in ``data``; what of it cannot be used is told and left alone."""
    try:
        found = ServiceStore(store_path(data)).adjustments()
    except StoreError as error:
        complain(error)
        return DEFAULTS
    for problem in found.problems:
        complain(problem)
    return found.adjusted
