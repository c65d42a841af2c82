"""The configuration file: TOML, every key optional, unknown keys refused.

```toml
[table]
seats = 4            # 2 to 8 board seats
board = "mk2"        # the simulated table's electronics: "mk1" or "mk2"
language = "ru"      # "ru" or "en"
size = [1280, 800]   # window, pixels
fullscreen = false
sound = true
motion = true

[match]              # house options of «Хаос» (rules C2, C6, C16, C18, C21, C27)
last_card = "immediate"
specials = { grab = 3, palm = 3, all = 2, left = 2 }
pace_ms = 600
auto = false
all_ms = 3000
special_ms = 10000
choice_ms = 10000
```
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from console.table.settings import Settings
from drivers.errors import ConfigError


class TableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table itself."""

    seats: int = 4
    board: Literal["mk1", "mk2"] = "mk2"
    language: Literal["ru", "en"] = "ru"
    size: tuple[int, int] = (1280, 800)
    fullscreen: bool = False
    sound: bool = True
    motion: bool = True

    def __post_init__(self) -> None:
        """Raises ValueError naming the key and its range."""
        most = 4 if self.board == "mk1" else 8
        if not 2 <= self.seats <= most:
            raise ValueError(f"seats is {self.seats}: it must be from 2 to {most} on {self.board}")
        if min(self.size) < 480 or max(self.size) > 8192:
            raise ValueError("size must be two numbers of pixels from 480 to 8192")


class SpecialsConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The special cards (C2)."""

    grab: int = 3
    palm: int = 3
    all: int = 2
    left: int = 2


class MatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House options of «Хаос»."""

    last_card: Literal["immediate", "classic"] = "immediate"
    specials: SpecialsConfig = SpecialsConfig()
    pace_ms: int = 600
    auto: bool = False
    all_ms: int = 3_000
    special_ms: int = 10_000
    choice_ms: int = 10_000


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    table: TableConfig = TableConfig()
    match: MatchConfig = MatchConfig()

    def settings(self) -> Settings:
        """The session's settings. Raises ConfigError naming the option."""
        match, table, cards = self.match, self.table, self.match.specials
        settings = Settings(
            last_card=match.last_card,
            grab=cards.grab,
            palm=cards.palm,
            all=cards.all,
            left=cards.left,
            pace_ms=match.pace_ms,
            auto=match.auto,
            language=table.language,
            sound=table.sound,
            motion=table.motion,
            special_ms=match.special_ms,
            choice_ms=match.choice_ms,
            all_ms=match.all_ms,
        )
        if settings.problem() is not None:
            raise ConfigError(
                "specials must be four counts whose sum is 10, `left` at least 2 (rule C2): they"
                f" are grab {cards.grab}, palm {cards.palm}, all {cards.all}, left {cards.left}"
            )
        return settings


def load_config(path: Path | None) -> Config:
    """Read a configuration file; without one the defaults.

    Raises ConfigError: one sentence with the file, the key's path and the mend.
    """
    if path is None:
        return Config()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Config)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}): name a file") from error
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = str(error).replace("`$.", "`")
        raise ConfigError(f"{path}: {reason}: mend this key or line") from error
