"""The ready nicknames of each language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from drivers.errors import ConfigError

READY_DIR: Final = Path(__file__).parent / "ready"


def ready_nicknames(language: str) -> tuple[str, ...]:
    """The ready nicknames of a language, in its alphabet; English ones where it has none.

    Raises ConfigError when the list cannot be read.
    """
    own = READY_DIR / f"{language}.txt"
    path = own if own.exists() else READY_DIR / "en.txt"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError(
            "the list of nicknames {path} cannot be read ({fault}): install Khvatka again",
            path=path,
            fault=fault,
        ) from fault
    return tuple(line for line in lines if line and not line.startswith("#"))
