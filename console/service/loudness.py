"""How loud a sound is now: by its kind, and less in the quiet hours, when nobody is called or
invited."""

from __future__ import annotations

from typing import Final

from console.service.adjustments import Adjusted
from console.settings.hours import DaySpan
from console.table.outputs import Cue, Demonstrated

VERDICTS: Final = frozenset({Cue.VERDICT, Cue.FALSE_GRAB, Cue.WIN})
NEVER_AT_NIGHT: Final = frozenset({Cue.CALL, Cue.THEME})


def level_of(adjusted: Adjusted, sound: Cue | Demonstrated, minute: int) -> float:
    """The level of a sound, 0.0 to 1.0, at a minute of the local day (0 to 1439), as the owner has
    adjusted it."""
    if isinstance(sound, Demonstrated):
        kind = "attract"
    elif sound is Cue.THEME:
        kind = "theme"
    else:
        kind = "verdicts" if sound in VERDICTS else "moves"
    level = adjusted.number(f"sound.{kind}") / 100
    hours = adjusted["sound.quiet_hours"]
    if hours is not None and DaySpan.parse(str(hours)).contains(minute):
        level *= 0.0 if sound in NEVER_AT_NIGHT else adjusted.number("sound.quiet_level") / 100
    return level
