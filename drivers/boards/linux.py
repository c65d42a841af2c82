"""The pins of a board are Linux's."""

from __future__ import annotations

import sys

from drivers.errors import BoardError


def check_linux(what: str) -> None:
    """Raises BoardError where ``what`` cannot be: on macOS and Windows."""
    if sys.platform != "linux":
        raise BoardError(
            "{what}: the pins of a real board are Linux's: play on its Raspberry Pi, or "
            "here on the simulated table (--board mk2)",
            what=what,
        )
