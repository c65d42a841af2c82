"""How loud a sound is now: by its kind, and less in the quiet hours, when nobody is called or
invited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from console.service.adjustments import Adjusted
from console.settings.hours import DaySpan
from console.table.outputs import Cue, Demonstrated

VERDICTS: Final = frozenset({Cue.VERDICT, Cue.FALSE_GRAB, Cue.WIN})
NEVER_AT_NIGHT: Final = frozenset({Cue.CALL, Cue.THEME})


@dataclass(frozen=True, slots=True)
class Loudness:
    """Levels from 0.0 to 1.0."""

    moves: float
    verdicts: float
    attract: float
    theme: float
    quiet_hours: DaySpan | None
    quiet_level: float

    @classmethod
    def of(cls, adjusted: Adjusted) -> Self:
        """As the owner has adjusted it."""
        hours = adjusted["sound.quiet_hours"]
        return cls(
            adjusted.number("sound.moves") / 100,
            adjusted.number("sound.verdicts") / 100,
            adjusted.number("sound.attract") / 100,
            adjusted.number("sound.theme") / 100,
            None if hours is None else DaySpan.parse(str(hours)),
            adjusted.number("sound.quiet_level") / 100,
        )

    def level(self, sound: Cue | Demonstrated, minute: int) -> float:
        """The level of a sound at a minute of the local day (0 to 1439)."""
        if isinstance(sound, Demonstrated):
            level = self.attract
        elif sound is Cue.THEME:
            level = self.theme
        else:
            level = self.verdicts if sound in VERDICTS else self.moves
        if self.quiet_hours is not None and self.quiet_hours.contains(minute):
            level *= 0.0 if sound in NEVER_AT_NIGHT else self.quiet_level
        return level
