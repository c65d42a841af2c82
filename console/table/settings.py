"""What guests may choose before a match, and how the buttons change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from console.i18n import LANGUAGES
from console.table.view import MenuRow
from drivers.errors import ConfigError

PACES_MS: Final = (300, 400, 600, 800, 1000, 1500, 2000, 3000, 5000)
SPECIALS: Final = ("grab", "palm", "all", "left")
LAST_CARD: Final = ("immediate", "classic")
SPECIALS_SUM: Final = 10  # C2
LEFT_AT_LEAST: Final = 2  # C2: two of them leave the deck with two players (C30)


@dataclass(frozen=True, slots=True)
class Settings:
    """House options of «Хаос» and of the table; the defaults are the rules' (C2, C6, C27)."""

    last_card: str = "immediate"
    grab: int = 3
    palm: int = 3
    all: int = 2
    left: int = 2
    pace_ms: int = 600  # C27
    auto: bool = False  # C27: the table flips for everyone
    language: str = "ru"
    sound: bool = True
    motion: bool = True
    special_ms: int = 10_000  # C21
    choice_ms: int = 10_000  # C18
    all_ms: int = 3_000  # C16: the countdown before everybody flips

    def __post_init__(self) -> None:
        """Raises ConfigError naming the option and its range."""
        if self.last_card not in LAST_CARD:
            raise ConfigError(
                f"last_card {self.last_card!r} is not known: choose {' or '.join(LAST_CARD)}"
            )
        if self.language not in LANGUAGES:
            raise ConfigError(
                f"language {self.language!r} is not known: choose {' or '.join(LANGUAGES)}"
            )
        for name, low, high in (
            ("pace_ms", 300, 5_000),
            ("special_ms", 1_000, 60_000),
            ("choice_ms", 1_000, 60_000),
            ("all_ms", 500, 10_000),
        ):
            value: int = getattr(self, name)
            if not low <= value <= high:
                raise ConfigError(f"{name} is {value}: it must be from {low} to {high}")

    @property
    def specials(self) -> dict[str, int]:
        """The counts of the special cards, as the rules take them (C2)."""
        return {name: getattr(self, name) for name in SPECIALS}

    @property
    def options(self) -> dict[str, Any]:
        """The options of a match in the engine's form."""
        return {"last_card": self.last_card, "specials": self.specials}

    def problem(self) -> str | None:
        """``"specials"`` when their counts break C2, else None."""
        counts = self.specials
        if sum(counts.values()) != SPECIALS_SUM or counts["left"] < LEFT_AT_LEAST:
            return "specials"
        return None

    def rows(self) -> tuple[MenuRow, ...]:
        """The menu's lines for these settings."""
        return (
            MenuRow("last_card", self.last_card),
            *(MenuRow(f"special_{name}", count) for name, count in self.specials.items()),
            MenuRow("pace_ms", self.pace_ms),
            MenuRow("auto", self.auto),
            *self.comfort_rows(),
        )

    def comfort_rows(self) -> tuple[MenuRow, ...]:
        """The lines that may be changed at any time."""
        return (
            MenuRow("language", self.language),
            MenuRow("sound", self.sound),
            MenuRow("motion", self.motion),
        )

    def next_value(self, key: str) -> Settings:
        """These settings with the row ``key`` moved on to its next value, round and round."""
        if key.startswith("special_"):
            name = key.removeprefix("special_")
            return replace(self, **{name: (getattr(self, name) + 1) % (SPECIALS_SUM + 1)})
        if key == "pace_ms":
            later = [p for p in PACES_MS if p > self.pace_ms]
            return replace(self, pace_ms=later[0] if later else PACES_MS[0])
        if key == "last_card":
            return replace(self, last_card=_after(LAST_CARD, self.last_card))
        if key == "language":
            return replace(self, language=_after(LANGUAGES, self.language))
        switched: dict[str, Any] = {key: not getattr(self, key)}
        return replace(self, **switched)


def _after(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)]
