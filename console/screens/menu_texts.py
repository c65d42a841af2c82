"""The words of menus: lines, their values, why something cannot be chosen."""

from __future__ import annotations

from typing import Final

from console.games.entry import OptionWords
from console.games.registry import ENTRIES
from console.i18n import CHOICES, N_, Words
from console.screens.names import game_name, seat_name
from console.screens.texts import who_word
from console.table.view import MenuRow, Who


def menu_label(words: Words, row: MenuRow) -> str:
    """The name of a menu line."""
    if row.key in ("seat", "swap_seat") and row.seat is not None:
        return seat_name(words, row.seat)
    option = option_of(row.key)
    if option is not None:
        return words._(option.label)
    return {
        "start": words._("Start the match"),
        "resume": words._("Go on with the broken-off match"),
        "rules": words._("Rules"),
        "lesson": words._("Guided first game"),
        "records": words._("Records"),
        "game": words._("Game"),
        "people": words._("Who plays"),
        "options": words._("House rules"),
        "rotate": words._("Everybody one seat on"),
        "swap": words._("Two change places"),
        "hands": words._("Hands"),
        "defaults": words._("As in the rules"),
        "undo": words._("Take back my move"),
        "skip": words._("End the lesson, play on"),
        "hint": words._("Hint"),
        "go": words._("I must go: play for me"),
        "open_hands": words._("Open hands"),
        "hints": words._("Hints"),
        "sums": words._("Sums"),
        "pace_ms": words._("Pace"),
        "auto": words._("Flipping"),
        "photo_finish": words._("Photo finish"),
        "comfort": words._("Comfort"),
        "back": words._("Back"),
        "language": words._("Language"),
        "text": words._("Text"),
        "colours": words._("Colours"),
        "captions": words._("Captions"),
        "unhurried": words._("Time"),
        "motion": words._("Motion"),
        "sound": words._("Sound"),
        "left_seats": words._("My hand"),
        "continue": words._("Play on"),
        "other_game": words._("Another game"),
        "other_people": words._("Change who plays"),
        "all_leave": words._("We are done"),
        "rematch": words._("Play again"),
        "leave": words._("End the match"),
    }[row.key]


def option_of(key: str) -> OptionWords | None:
    """The words of a game's option, ``GAME.OPTION`` or ``GAME.OPTION.PART``; None for other lines.

    Raises LookupError where its game's entry has none.
    """
    game, dot, option = key.partition(".")
    return ENTRIES[game].options[option] if dot else None


_CHOICES: Final[dict[tuple[str, object], str]] = {
    ("text", "usual"): N_("usual size"),
    ("text", "large"): N_("large"),
    ("colours", "usual"): N_("usual palette"),
    ("colours", "safe"): N_("colour-blind"),
    ("unhurried", False): N_("usual time"),
    ("unhurried", True): N_("unhurried"),
    ("left_seats", False): N_("right"),
    ("left_seats", True): N_("left"),
    ("auto", False): N_("by hand"),
    ("auto", True): N_("by the table"),
    ("photo_finish", "close"): N_("after close races"),
    ("photo_finish", "asked"): N_("on request"),
    ("photo_finish", "off"): N_("never"),
}
"""The values of settings that have a word of their own."""


def _why_not(words: Words, value: int | str) -> str:
    """Why the match cannot start: so many are missing or (below 0) too many, or a reason."""
    if value == "table":
        return words._("needs more seats")
    if isinstance(value, str):
        return words._("see “House rules”")
    if value > 0:
        text = words.n("{count} more needed", "{count} more needed", value)
    else:
        text = words.n("{count} too many", "{count} too many", -value)
    return text.format(count=abs(value))


def menu_value(words: Words, row: MenuRow) -> str:
    """The present value of a menu line; empty for an action."""
    value = row.value
    option = option_of(row.key)
    chosen = option.values.get(value) if option else _CHOICES.get((row.key, value))
    if chosen is not None:
        return words._(chosen)
    match row.key, value:
        case "start", int() | str():
            return _why_not(words, value)
        case (_, None) | ("resume", _):
            return ""
        case "game", str():
            return game_name(words, value)
        case "swap_seat", "first":
            return words._("with …")
        case "seat" | "swap_seat", str():
            return who_word(words, Who(value))
        case "hands", str():
            right, left = [int(seat) + 1 for seat in value.split()]
            return words._("right {right}, left {left}").format(right=right, left=left)
        case "pace_ms", int():
            return words._("{number} s").format(number=words.number(value / 1000))
        case "language", str():
            return CHOICES[value]
        case _, bool():
            return words._("on") if value else words._("off")
    return str(value)


_HELPS: Final = {
    "language": N_("All words at the table in another language."),
    "text": N_("Names, verdicts, menus and counts larger where there is room."),
    "colours": N_("Colours that colour-blind eyes tell apart. Shapes stay."),
    "captions": N_("Sounds that mean something are told in words too."),
    "unhurried": N_("Countdowns and notes last twice as long. Duels are judged the same."),
    "motion": N_("Off: everything is there at once, nothing moves."),
    "sound": N_("Ticks, knocks and verdicts to be heard."),
    "left_seats": N_("For your seat: the open pile lies at this hand."),
}


def comfort_help(words: Words, key: str) -> str:
    """What a line of the comforts does; empty for other lines."""
    return words._(_HELPS[key]) if key in _HELPS else ""
