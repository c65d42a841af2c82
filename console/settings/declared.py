"""Every setting, declared once: name, type, default, words, range, effect.

Each class is a section; its fields are named as in the configuration file and in the owner's keys
(``match.pace_ms``). The file, the command line, the lobby and the service menu read them here; what
a setting does is where its field is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from console.games.registry import NAMES
from console.i18n import CHOICES, LANGUAGES, N_, SYSTEM
from console.settings.kinds import (
    DIGITS,
    MEGABYTES,
    MILLINEWTON,
    MILLISECONDS,
    MINUTES,
    MS_AS_SECONDS,
    PERCENT,
    SECONDS,
    Choice,
    Flag,
    Hours,
    Language,
    Whole,
)
from console.settings.profiles import PROFILES
from console.settings.setting import CommandOption, LobbyWords, Setting, declared, setting
from drivers.errors import ConfigError, Sentence
from drivers.pad.config import PadConfig
from drivers.times import MS

GROUPS: Final = (
    _TABLE := N_("Table"),
    _SOUND := N_("Sound"),
    _GUESTS := N_("Guests"),
    _MATCH := N_("Matches"),
    _PADS := N_("Pad"),
    _SERVICE := N_("Service"),
)
"""What the owner finds them under, in this order."""
_PAD: Final = PadConfig()


@dataclass(frozen=True, kw_only=True)
class Comforts:
    """``[table]``: what may be changed at any time, in the order of its menu."""

    language: str = setting(
        SYSTEM,
        _TABLE,
        N_("Language"),
        N_("The language that the table starts with."),
        Language(CHOICES),
        lobby=LobbyWords(help=N_("All words at the table in another language."), turns=LANGUAGES),
    )
    text: str = setting(
        "usual",
        _TABLE,
        N_("Text"),
        N_("The size of what people read: larger where there is room."),
        Choice({"usual": N_("usual size"), "large": N_("large")}),
        lobby=LobbyWords(help=N_("Names, verdicts, menus and counts larger where there is room.")),
    )
    colours: str = setting(
        "usual",
        _TABLE,
        N_("Colours"),
        N_("The colours of seats and cards; safe ones differ for colour-blind eyes."),
        Choice({"usual": N_("usual palette"), "safe": N_("colour-blind")}),
        lobby=LobbyWords(help=N_("Colours that colour-blind eyes tell apart. Shapes stay.")),
    )
    captions: bool = setting(
        False,
        _TABLE,
        N_("Captions"),
        N_("Whether sounds that mean something are told in words too."),
        Flag(),
        lobby=LobbyWords(help=N_("Sounds that mean something are told in words too.")),
    )
    unhurried: bool = setting(
        False,
        _TABLE,
        N_("Unhurried"),
        N_("Everything waits twice as long for people; duels are judged the same."),
        Flag(),
        lobby=LobbyWords(
            help=N_("Countdowns and notes last twice as long. Duels are judged the same.")
        ),
    )
    motion: bool = setting(
        True,
        _TABLE,
        N_("Motion"),
        N_("Cards and pieces move, a win sweeps the table; off shows each change at once."),
        Flag(),
        lobby=LobbyWords(help=N_("Off: everything is there at once, nothing moves.")),
    )
    sound: bool = setting(
        True,
        _SOUND,
        N_("Sound"),
        N_("Whether the table starts with sound."),
        Flag(),
        lobby=LobbyWords(help=N_("Ticks, knocks and verdicts to be heard.")),
    )


@dataclass(frozen=True, kw_only=True)
class Hosting:
    """``[table]``: how the table treats its guests."""

    attract_s: int = setting(
        120,
        _TABLE,
        N_("Attract mode after"),
        N_("Nobody has touched anything for so long: the table invites."),
        Whole(0, 3_600, 30, SECONDS, N_("never")),
    )
    attract_at_start: str = setting(
        "real",
        _TABLE,
        N_("Attract mode at power-on"),
        N_("Whether the table invites as soon as it is switched on."),
        Choice({"real": N_("at a real table"), "on": N_("always"), "off": N_("never")}),
        at_once=False,
    )
    opening_hours: str | None = setting(
        None,
        _TABLE,
        N_("Opening hours"),
        N_("Outside these hours the table is closed; a match is never cut off."),
        Hours("12:00-23:00"),
    )
    session_min: int = setting(
        0,
        _TABLE,
        N_("Session length"),
        N_("People are told gently that their time is up; nothing is cut off."),
        Whole(0, 600, 15, MINUTES, N_("unlimited")),
    )
    phones: bool = setting(
        False,
        _TABLE,
        N_("Phones"),
        N_("Guests may hold their cards on their own phones, and look on at /watch and /tv."),
        Flag(),
        option=CommandOption(
            names="--phones/--no-phones",
            help=N_("Guests may hold their cards on phones; the address is told."),
            after="attract",
        ),
    )


_VOLUME: Final = Whole(0, 100, 5, PERCENT, N_("silent"))


@dataclass(frozen=True, kw_only=True)
class Sound:
    """How loud what is."""

    moves: int = setting(
        70,
        _SOUND,
        N_("Volume of play"),
        N_("How loud cards, touches, lights and calls are."),
        _VOLUME,
    )
    verdicts: int = setting(
        70,
        _SOUND,
        N_("Volume of verdicts"),
        N_("How loud a verdict, a false grab and a win are."),
        _VOLUME,
    )
    attract: int = setting(
        0,
        _SOUND,
        N_("Volume of attract mode"),
        N_("How loud the demonstrations of attract mode are."),
        _VOLUME,
    )
    theme: int = setting(
        25,
        _SOUND,
        N_("Volume of the theme"),
        N_("How loud the melody is that attract mode has now and then; never in the quiet hours."),
        _VOLUME,
    )
    quiet_hours: str | None = setting(
        None,
        _SOUND,
        N_("Quiet hours"),
        N_("In these hours of the day the table is quieter, and calls nobody who is away."),
        Hours("22:00-08:00"),
    )
    quiet_level: int = setting(
        30,
        _SOUND,
        N_("Volume in quiet hours"),
        N_("How much of the usual volume is left in the quiet hours."),
        _VOLUME,
    )


@dataclass(frozen=True, kw_only=True)
class Guests:
    """What guests may do."""

    profile: str = setting(
        "home",
        _GUESTS,
        N_("Profile"),
        N_("What guests may change at the table: all at home, least at an event."),
        Choice({key: profile.label for key, profile in PROFILES.items()}),
    )


@dataclass(frozen=True, kw_only=True)
class Matches:
    """``[match]``: the game offered first, and what belongs to the table rather than to the rules.
    Those that matter to a game are lines of its house rules (``console.games.entry``)."""

    game: str = setting(
        "chaos",
        _MATCH,
        N_("First game"),
        N_("The game that is offered first."),
        Choice(NAMES),
        at_once=False,  # a match under way is a match of the game chosen
        option=CommandOption(
            names="--game", help=N_("The game, one of those below."), after="as_json"
        ),
        lobby=LobbyWords(label=N_("Game"), help=N_("● shows the next game.")),
    )
    pace_ms: int = setting(  # C27
        600,
        _MATCH,
        N_("Pace"),
        N_("Chaos: the least time between two cards."),
        Whole(300, 5_000, 100, MS_AS_SECONDS),
        option=CommandOption(
            names="--pace",
            help=N_("chaos: milliseconds between cards, {low} to {high}."),
            after="board",
        ),
        lobby=LobbyWords(
            help=N_("The next card comes no sooner than this after the last one."),
            turns=(300, 400, 600, 800, 1000, 1500, 2000, 3000, 5000),
            unit=MS_AS_SECONDS,
        ),
    )
    auto: bool = setting(  # C27
        False,
        _MATCH,
        N_("The table flips"),
        N_("Chaos: the table flips cards for everybody."),
        Flag(),
        option=CommandOption(
            names="--auto/--no-auto", help=N_("chaos: the table flips for everyone."), after="board"
        ),
        lobby=LobbyWords(
            label=N_("Flipping"),
            values={False: N_("by hand"), True: N_("by the table")},
            means={
                False: N_("Everybody flips their own card with ●."),
                True: N_("The table flips for everybody, always at the same pace."),
            },
        ),
    )
    all_ms: int = setting(  # C16
        3_000,
        _MATCH,
        N_("Countdown"),
        N_("Chaos: the countdown before everybody flips together."),
        Whole(500, 10_000, 500, MS_AS_SECONDS),
    )
    special_ms: int = setting(  # C21
        10_000,
        _MATCH,
        N_("Time for a special card"),
        N_("Chaos: how long a special card waits for hands."),
        Whole(1_000, 60_000, 1_000, MS_AS_SECONDS),
    )
    choice_ms: int = setting(  # C18
        10_000,
        _MATCH,
        N_("Time for a choice"),
        N_("Chaos: how long a player may choose."),
        Whole(1_000, 60_000, 1_000, MS_AS_SECONDS),
    )
    photo_finish: str = setting(
        "close",
        _MATCH,
        N_("Photo finish"),
        N_("Chaos: when the force curves of a race are shown."),
        Choice({"close": N_("after close races"), "asked": N_("on request"), "off": N_("never")}),
        lobby=LobbyWords(
            means={
                "close": N_("After a close race its curves are shown by themselves."),
                "asked": N_("The curves of a race are shown when somebody asks."),
                "off": N_("The curves of races are never shown."),
            }
        ),
    )
    open_hands: bool = setting(
        False,
        _MATCH,
        N_("Open hands"),
        N_("Board games: hands lie open, for learning."),
        Flag(),
        option=CommandOption(
            names="--open-hands/--hidden-hands",
            help=N_("Board games: hands lie open."),
            after="option",
        ),
        lobby=LobbyWords(
            means={
                False: N_("Only you see your cards, while you hold ●."),
                True: N_("All hands lie open: for learning together."),
            }
        ),
    )
    hints: bool = setting(
        True,
        _MATCH,
        N_("Hints"),
        N_("Board games: players may ask for a hint."),
        Flag(),
        lobby=LobbyWords(
            means={
                False: N_("The table gives no advice."),
                True: N_("In the pause menu the table tells you a good move."),
            }
        ),
    )
    sums: bool = setting(
        True,
        _MATCH,
        N_("Sums"),
        N_("Elements: who looks at a hand sees its sum."),
        Flag(),
        lobby=LobbyWords(
            means={
                False: N_("You add up your cards yourself."),
                True: N_("The table adds up your cards for you."),
            }
        ),
    )


@dataclass(frozen=True, kw_only=True)
class PadSettings:
    """From when on the pad takes something for a hand (``drivers.pad.config``)."""

    onset_mn: int = setting(
        round(_PAD.onset_n * 1000),
        _PADS,
        N_("Touch begins at"),
        N_("The force that counts as the moment of a touch."),
        Whole(300, 1_000, 50, MILLINEWTON),
        at_once=False,
    )
    least_peak_mn: int = setting(
        round(_PAD.least_peak_n * 1000),
        _PADS,
        N_("Weakest touch"),
        N_("A touch that never gets stronger than this is a brush and does not count."),
        Whole(1_000, 4_000, 100, MILLINEWTON),
        at_once=False,
    )
    least_loaded_ms: int = setting(
        _PAD.least_loaded_ns // MS,
        _PADS,
        N_("Shortest touch"),
        N_("A touch that is over sooner is a brush and does not count."),
        Whole(5, 60, 5, MILLISECONDS),
        at_once=False,
    )
    gesture_ms: int = setting(
        _PAD.gesture_ns // MS,
        _PADS,
        N_("Time to close the hand"),
        N_("How long after the touch a grab may still close; a slow hand needs longer."),
        Whole(60, 250, 10, MILLISECONDS),
        at_once=False,
    )


@dataclass(frozen=True, kw_only=True)
class Service:
    """What the owner's service does."""

    pin_digits: int = setting(
        4,
        _SERVICE,
        N_("Shortest PIN, digits"),
        N_("How many digits a new PIN must have at least."),
        Whole(4, 8, 1, DIGITS),
    )
    samples_mb: int = setting(  # some 25 000 races: weeks of a busy café, little of the least card
        200,
        _SERVICE,
        N_("Room for force curves"),
        N_("How much is kept for photo finishes; the oldest go first, never those of records."),
        Whole(50, 5_000, 50, MEGABYTES),
        at_once=False,
    )


_OF_SESSION: Final = (*declared("table", Comforts), *declared("match", Matches))
_ALL: Final = (
    *_OF_SESSION,
    *declared("table", Hosting),
    *declared("sound", Sound),
    *declared("guests", Guests),
    *declared("pad", PadSettings),
    *declared("service", Service),
)
OF_SESSION: Final[Mapping[str, Setting]] = {each.name: each for each in _OF_SESSION}
"""Those of the table's session (``console.table.settings``), by name."""
SETTINGS: Final[Mapping[str, Setting]] = {
    each.key: each for each in sorted(_ALL, key=lambda each: GROUPS.index(each.group))
}
"""All of them by key, group by group."""


def setting_of(key: str) -> Setting:
    """The setting of that key. Raises ConfigError: near ones, and how to list them."""
    found = SETTINGS.get(key)
    if found is None:
        raise ConfigError(
            "there is no setting {key!r}{meant}: `khvatka service settings` lists all",
            key=key,
            meant=meant(key, SETTINGS),
        )
    return found


def meant(name: str, known: Iterable[str]) -> Sentence | str:
    """The nearest of those that there are, as a question; empty if none is near."""
    from difflib import get_close_matches  # takes its time

    near = get_close_matches(name, known, 1)
    return Sentence(" (is it {near}?)", near=near[0]) if near else ""
