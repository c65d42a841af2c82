"""What the owner can adjust: one table of ranged values, each with its label, help and default.

Only what the running program reads stands here. Keys that the configuration file knows have its
names and its defaults. What is told here holds where neither the command line nor the file says
anything else (``console.wiring.setup``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from console.config import Config
from console.games.registry import NAMES
from console.i18n import CHOICES, N_
from console.service.kinds import (
    DIGITS,
    MEGABYTES,
    MILLINEWTON,
    MINUTES,
    MS,
    PERCENT,
    SECONDS,
    Choice,
    Flag,
    Hours,
    Kind,
    Value,
    Whole,
)
from console.service.profiles import PROFILES
from console.store.trimming import DEFAULT_MB
from drivers.errors import ConfigError
from drivers.pad_config import PadConfig

NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One value. ``group``, ``label`` and ``help`` are message ids."""

    key: str
    group: str
    label: str
    help: str
    kind: Kind
    default: Value

    def parse(self, text: str) -> Value:
        """The value that was typed. Raises ConfigError: the key and the range."""
        try:
            return self.kind.parse(text)
        except ValueError:
            raise ConfigError(
                "{key} is {text!r}: give {wanted}",
                key=self.key,
                text=text,
                wanted=self.kind.wanted(),
            ) from None


_CONFIG: Final = Config()
_PAD: Final = PadConfig()
_TABLE, _SOUND, _GUESTS = N_("Table"), N_("Sound"), N_("Guests")
_MATCH, _PADS, _SERVICE = N_("Matches"), N_("Pad"), N_("Service")


def _file(key: str, group: str, label: str, help_text: str, kind: Kind) -> Adjustment:
    """A value that the configuration file has under the same name."""
    section, name = key.split(".")
    default = getattr(getattr(_CONFIG, section), name)
    return Adjustment(key, group, label, help_text, kind, default)


_ALL: Final = (
    _file(
        "table.language",
        _TABLE,
        N_("Language"),
        N_("The language that the table starts with."),
        Choice(CHOICES),
    ),
    _file(
        "table.text",
        _TABLE,
        N_("Text"),
        N_("The size of what people read: larger where there is room."),
        Choice({"usual": N_("usual size"), "large": N_("large")}),
    ),
    _file(
        "table.colours",
        _TABLE,
        N_("Colours"),
        N_("The colours of seats and cards; safe ones differ for colour-blind eyes."),
        Choice({"usual": N_("usual palette"), "safe": N_("colour-blind")}),
    ),
    _file(
        "table.captions",
        _TABLE,
        N_("Captions"),
        N_("Whether sounds that mean something are told in words too."),
        Flag(),
    ),
    _file(
        "table.unhurried",
        _TABLE,
        N_("Unhurried"),
        N_("Everything waits twice as long for people; duels are judged the same."),
        Flag(),
    ),
    _file(
        "table.motion",
        _TABLE,
        N_("Motion"),
        N_("Cards and pieces move; off shows each change at once."),
        Flag(),
    ),
    _file(
        "table.attract_s",
        _TABLE,
        N_("Attract mode after"),
        N_("Nobody has touched anything for so long: the table invites."),
        Whole(0, 3_600, 30, SECONDS, N_("never")),
    ),
    _file(
        "table.attract_at_start",
        _TABLE,
        N_("Attract mode at power-on"),
        N_("Whether the table invites as soon as it is switched on."),
        Choice({"real": N_("at a real table"), "on": N_("always"), "off": N_("never")}),
    ),
    _file(
        "table.opening_hours",
        _TABLE,
        N_("Opening hours"),
        N_("Outside these hours the table is closed; a match is never cut off."),
        Hours("12:00-23:00"),
    ),
    _file(
        "table.session_min",
        _TABLE,
        N_("Session length"),
        N_("People are told gently that their time is up; nothing is cut off."),
        Whole(0, 600, 15, MINUTES, N_("unlimited")),
    ),
    _file("table.sound", _SOUND, N_("Sound"), N_("Whether the table starts with sound."), Flag()),
    Adjustment(
        "sound.moves",
        _SOUND,
        N_("Volume of play"),
        N_("How loud cards, touches, lights and calls are."),
        Whole(0, 100, 5, PERCENT, N_("silent")),
        70,
    ),
    Adjustment(
        "sound.verdicts",
        _SOUND,
        N_("Volume of verdicts"),
        N_("How loud a verdict and a false grab are."),
        Whole(0, 100, 5, PERCENT, N_("silent")),
        70,
    ),
    Adjustment(
        "sound.attract",
        _SOUND,
        N_("Volume of attract mode"),
        N_("How loud the demonstrations of attract mode are."),
        Whole(0, 100, 5, PERCENT, N_("silent")),
        0,
    ),
    Adjustment(
        "sound.quiet_hours",
        _SOUND,
        N_("Quiet hours"),
        N_("In these hours of the day the table is quieter, and calls nobody who is away."),
        Hours("22:00-08:00"),
        None,
    ),
    Adjustment(
        "sound.quiet_level",
        _SOUND,
        N_("Volume in quiet hours"),
        N_("How much of the usual volume is left in the quiet hours."),
        Whole(0, 100, 5, PERCENT, N_("silent")),
        30,
    ),
    Adjustment(
        "guests.profile",
        _GUESTS,
        N_("Profile"),
        N_("What guests may change at the table: all at home, least at an event."),
        Choice({key: profile.label for key, profile in PROFILES.items()}),
        "home",
    ),
    _file(
        "match.game",
        _MATCH,
        N_("First game"),
        N_("The game that is offered first."),
        Choice(NAMES),
    ),
    _file(
        "match.pace_ms",
        _MATCH,
        N_("Pace"),
        N_("Chaos: the least time between two cards."),
        Whole(300, 5_000, 100, MS),
    ),
    _file(
        "match.auto",
        _MATCH,
        N_("The table flips"),
        N_("Chaos: the table flips cards for everybody."),
        Flag(),
    ),
    _file(
        "match.all_ms",
        _MATCH,
        N_("Countdown"),
        N_("Chaos: the countdown before everybody flips together."),
        Whole(500, 10_000, 500, MS),
    ),
    _file(
        "match.special_ms",
        _MATCH,
        N_("Time for a special card"),
        N_("Chaos: how long a special card waits for hands."),
        Whole(1_000, 60_000, 1_000, MS),
    ),
    _file(
        "match.choice_ms",
        _MATCH,
        N_("Time for a choice"),
        N_("Chaos: how long a player may choose."),
        Whole(1_000, 60_000, 1_000, MS),
    ),
    _file(
        "match.photo_finish",
        _MATCH,
        N_("Photo finish"),
        N_("Chaos: when the force curves of a race are shown."),
        Choice({"close": N_("after close races"), "asked": N_("on request"), "off": N_("never")}),
    ),
    _file(
        "match.open_hands",
        _MATCH,
        N_("Open hands"),
        N_("Board games: hands lie open, for learning."),
        Flag(),
    ),
    _file(
        "match.hints",
        _MATCH,
        N_("Hints"),
        N_("Board games: players may ask for a hint."),
        Flag(),
    ),
    _file(
        "match.sums",
        _MATCH,
        N_("Sums"),
        N_("Elements: who looks at a hand sees its sum."),
        Flag(),
    ),
    Adjustment(
        "pad.onset_mn",
        _PADS,
        N_("Touch begins at"),
        N_("The force that counts as the moment of a touch."),
        Whole(300, 1_000, 50, MILLINEWTON),
        round(_PAD.onset_n * 1000),
    ),
    Adjustment(
        "pad.least_peak_mn",
        _PADS,
        N_("Weakest touch"),
        N_("A touch that never gets stronger than this is a brush and does not count."),
        Whole(1_000, 4_000, 100, MILLINEWTON),
        round(_PAD.least_peak_n * 1000),
    ),
    Adjustment(
        "pad.least_loaded_ms",
        _PADS,
        N_("Shortest touch"),
        N_("A touch that is over sooner is a brush and does not count."),
        Whole(5, 60, 5, MS),
        _PAD.least_loaded_ns // NS_PER_MS,
    ),
    Adjustment(
        "pad.gesture_ms",
        _PADS,
        N_("Time to close the hand"),
        N_("How long after the touch a grab may still close; a slow hand needs longer."),
        Whole(60, 250, 10, MS),
        _PAD.gesture_ns // NS_PER_MS,
    ),
    Adjustment(
        "service.pin_digits",
        _SERVICE,
        N_("Shortest PIN, digits"),
        N_("How many digits a new PIN must have at least."),
        Whole(4, 8, 1, DIGITS),
        4,
    ),
    Adjustment(
        "service.samples_mb",
        _SERVICE,
        N_("Room for force curves"),
        N_("How much is kept for photo finishes; the oldest go first, never those of records."),
        Whole(50, 5_000, 50, MEGABYTES),
        DEFAULT_MB,
    ),
)

ADJUSTMENTS: Final[Mapping[str, Adjustment]] = {a.key: a for a in _ALL}


def adjustment(key: str) -> Adjustment:
    """The adjustment of that key. Raises ConfigError: near ones, and how to list them."""
    found = ADJUSTMENTS.get(key)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(key, ADJUSTMENTS, 1)
        meant = f" (is it {near[0]}?)" if near else ""
        raise ConfigError(
            "there is no setting {key!r}{meant}: `khvatka service settings` lists all",
            key=key,
            meant=meant,
        )
    return found


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The owner's values. ``given`` are those that were set; all others have their default."""

    given: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    def __getitem__(self, key: str) -> Value:
        return self.given.get(key, ADJUSTMENTS[key].default)

    def number(self, key: str) -> int:
        """The value of a ``Whole``."""
        value = self[key]
        assert isinstance(value, int)  # kept values were checked
        return value

    def config(self) -> Config:
        """What the owner has set of what a configuration file can say."""
        sections: dict[str, dict[str, Any]] = {"table": {}, "match": {}}
        for key, value in self.given.items():
            section, name = key.split(".")
            if section in sections:
                sections[section][name] = value
        return _CONFIG.with_changes(sections)

    def pad(self) -> PadConfig:
        """The pad's thresholds; a touch is let go of at its usual share of where it begins."""
        onset_n = self.number("pad.onset_mn") / 1000
        return PadConfig(
            onset_n=onset_n,
            release_n=onset_n * (_PAD.release_n / _PAD.onset_n),
            least_peak_n=self.number("pad.least_peak_mn") / 1000,
            least_loaded_ns=self.number("pad.least_loaded_ms") * NS_PER_MS,
            gesture_ns=self.number("pad.gesture_ms") * NS_PER_MS,
        )

    def closed(self) -> frozenset[str]:
        """The lines that guests are not offered."""
        return PROFILES[str(self["guests.profile"])].closed


DEFAULTS: Final = Adjusted()
"""A table that its owner has left as it came."""
