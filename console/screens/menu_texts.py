"""The words of menus: lines, their values, why something cannot be chosen."""

from __future__ import annotations

from typing import Final

from console.games.entry import OptionWords
from console.games.registry import ENTRIES
from console.i18n import N_, Words
from console.screens.names import seat_name
from console.screens.texts import who_word
from console.settings.declared import OF_SESSION
from console.table.view import MenuRow, Who


def menu_label(words: Words, row: MenuRow) -> str:
    """The name of a menu line."""
    if row.key in ("seat", "swap_seat") and row.seat is not None:
        return seat_name(words, row.seat)
    option = option_of(row.key)
    if option is not None:
        return words._(option.label)
    if row.key in OF_SESSION:
        return OF_SESSION[row.key].lobby_label(words)
    return {
        "start": words._("Start the match"),
        "resume": words._("Go on with the broken-off match"),
        "rules": words._("Rules"),
        "lesson": words._("Guided first game"),
        "records": words._("Records"),
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
        "comfort": words._("Comfort"),
        "back": words._("Back"),
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


_HANDS: Final = {False: N_("right"), True: N_("left")}


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
    if option is not None and value in option.values:
        return words._(option.values[value])
    if row.key in OF_SESSION and value is not None:
        return OF_SESSION[row.key].lobby_value(words, value)
    match row.key, value:
        case "start", int() | str():
            return _why_not(words, value)
        case (_, None) | ("resume", _):
            return ""
        case "left_seats", bool():
            return words._(_HANDS[value])
        case "swap_seat", "first":
            return words._("with …")
        case "seat" | "swap_seat", str():
            return who_word(words, Who(value))
        case "hands", str():
            right, left = [int(seat) + 1 for seat in value.split()]
            return words._("right {right}, left {left}").format(right=right, left=left)
        case _, bool():
            return words._("on") if value else words._("off")
    return str(value)


def setting_help(words: Words, row: MenuRow) -> str:
    """What a line that sets something is for, or what it is set to means in play; empty for other
    lines."""
    if row.key in OF_SESSION:
        return OF_SESSION[row.key].lobby_help(words, row.value)
    if row.key == "left_seats":
        return words._("For your seat: the open pile lies at this hand.")
    return ""
