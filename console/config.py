"""The configuration file: TOML, every key optional, unknown keys refused.

``guides/config.toml`` tells them all, with their defaults. What a file does not say is as the owner
has adjusted it (``khvatka service settings``), else as there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from console.i18n import CHOICES, SYSTEM
from console.table.hours import DaySpan
from drivers.files import mending, read_text


class TableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table itself."""

    seats: int = 4
    board: str = "pc"
    language: str = SYSTEM
    size: tuple[int, int] = (1280, 800)
    fullscreen: bool = False
    text: Literal["usual", "large"] = "usual"
    colours: Literal["usual", "safe"] = "usual"
    captions: bool = False
    unhurried: bool = False
    motion: bool = True
    sound: bool = True
    left_seats: tuple[int, ...] = ()
    attract_s: int = 120
    attract_at_start: Literal["real", "on", "off"] = "real"
    opening_hours: str | None = None
    session_min: int = 0

    def __post_init__(self) -> None:
        """Raises ValueError naming the key and its range."""
        if self.language not in CHOICES:
            raise ValueError(f"language is {self.language!r}: choose {' or '.join(CHOICES)}")
        if not 2 <= self.seats <= 8:
            raise ValueError(f"seats is {self.seats}: it must be from 2 to 8")
        if min(self.size) < 480 or max(self.size) > 8192:
            raise ValueError("size must be two numbers of pixels from 480 to 8192")
        if not all(0 <= seat <= 7 for seat in self.left_seats):
            raise ValueError("left_seats must be numbers of seats from 0 to 7")
        if not 0 <= self.attract_s <= 3_600:
            raise ValueError(f"attract_s is {self.attract_s}: it must be from 0 to 3600")
        if not 0 <= self.session_min <= 600:
            raise ValueError(f"session_min is {self.session_min}: it must be from 0 to 600")
        self.open_span()

    def open_span(self) -> DaySpan | None:
        """The opening hours, None without any. Raises ValueError: how they are written."""
        if self.opening_hours is None:
            return None
        try:
            return DaySpan.parse(self.opening_hours)
        except ValueError:
            raise ValueError(
                f"opening_hours is {self.opening_hours!r}: write it as 12:00-23:00"
                " (begin and end must differ), or leave the line out to have none"
            ) from None


class MatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game offered first, and what belongs to the table rather than to the rules."""

    game: str = "chaos"
    open_hands: bool = False
    hints: bool = True
    sums: bool = True
    pace_ms: int = 600
    auto: bool = False
    all_ms: int = 3_000
    special_ms: int = 10_000
    choice_ms: int = 10_000
    photo_finish: Literal["close", "asked", "off"] = "close"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    table: TableConfig = TableConfig()
    match: MatchConfig = MatchConfig()
    options: dict[str, dict[str, Any]] = {}

    def with_changes(self, changes: dict[str, dict[str, Any]]) -> Config:
        """These values with some changed, in the form of the file.

        Raises msgspec.ValidationError for keys and values that cannot be.
        """
        merged: dict[str, dict[str, Any]] = msgspec.to_builtins(self)
        for section, values in changes.items():
            merged[section] = {**merged.get(section, {}), **values}
        return msgspec.convert(merged, Config)


def load_config(path: Path | None, base: Config | None = None) -> Config:
    """Read a configuration file; what it does not say is as in ``base``, or has its default.

    Raises ConfigError: one sentence with the file, the key's path and the mend.
    """
    base = base or Config()
    if path is None:
        return base
    text = read_text(path)
    with mending(path):
        msgspec.toml.decode(text, type=Config)  # its faults are named without those of ``base``
        return base.with_changes(msgspec.toml.decode(text))
