"""The words of menus: lines, their values, why something cannot be chosen."""

from __future__ import annotations

from typing import Final

from console.games.entry import OptionWords
from console.games.registry import ENTRIES
from console.i18n import N_, Words
from console.screens.names import seat_name
from console.screens.texts import who_word
from console.settings.declared import OF_SESSION
from console.table.settings import LEFT_SEATS
from console.table.view import MenuLine, MenuRow, Who


def menu_label(words: Words, row: MenuRow) -> str:
    """The name of a menu line."""
    if row.key in (MenuLine.SEAT, MenuLine.SWAP_SEAT) and row.seat is not None:
        return seat_name(words, row.seat, row.name)
    option = option_of(row.key)
    if option is not None:
        return words._(option.label)
    if row.key in OF_SESSION:
        return OF_SESSION[row.key].lobby_label(words)
    return {
        MenuLine.START: words._("Play"),
        MenuLine.MORE: words._("More"),
        MenuLine.RESUME: words._("A match that was broken off"),
        MenuLine.TAKE_UP: words._("Yes: go on with it"),
        MenuLine.NAME: words._("My nickname"),
        MenuLine.SERVICE: words._("Service menu"),
        MenuLine.RULES: words._("Rules"),
        MenuLine.LESSON: words._("Guided first game"),
        MenuLine.RECORDS: words._("Records"),
        MenuLine.PHONE: words._("My cards on my phone"),
        MenuLine.NO_PHONE: words._("Without my phone"),
        MenuLine.EVENT: words._("Event"),
        MenuLine.EVENT_ENTER: words._("Take part"),
        MenuLine.EVENT_FREE: words._("Play freely meanwhile"),
        MenuLine.EVENT_GOES: words._("Leave the event"),
        MenuLine.EVENT_LEAVE: words._("Yes: the table leaves the event"),
        MenuLine.PEOPLE: words._("Who plays"),
        MenuLine.OPTIONS: words._("House rules"),
        MenuLine.ROTATE: words._("Everybody one seat on"),
        MenuLine.SWAP: words._("Two change places"),
        MenuLine.HANDS: words._("Hands"),
        MenuLine.DEFAULTS: words._("As in the rules"),
        MenuLine.UNDO: words._("Take back my move"),
        MenuLine.SKIP: words._("Play on without hints"),
        MenuLine.HINT: words._("Hint"),
        MenuLine.GO: words._("I must go: play for me"),
        MenuLine.COMFORT: words._("Comfort"),
        MenuLine.BACK: words._("Back"),
        LEFT_SEATS: words._("My hand"),
        MenuLine.CONTINUE: words._("Play on"),
        MenuLine.OTHER_GAME: words._("Another game"),
        MenuLine.OTHER_PEOPLE: words._("Change who plays"),
        MenuLine.ALL_LEAVE: words._("We are done"),
        MenuLine.REMATCH: words._("Play again"),
        MenuLine.LEAVE: words._("End the match"),
        MenuLine.END: words._("Yes, end the match"),
    }[row.key]


def option_of(key: str) -> OptionWords | None:
    """The words of a game's option, ``GAME.OPTION`` or ``GAME.OPTION.PART``; None for other lines.

    Raises LookupError where its game's entry has none.
    """
    game, dot, option = key.partition(".")
    return ENTRIES[game].options[option] if dot else None


_HANDS: Final = {False: N_("right"), True: N_("left")}


def menu_value(words: Words, row: MenuRow) -> str:
    """The present value of a menu line; empty for an action."""
    value = row.value
    option = option_of(row.key)
    if option is not None and value in option.values:
        return words._(option.values[value])
    if row.key in OF_SESSION and value is not None:
        return OF_SESSION[row.key].lobby_value(words, value)
    if row.key == LEFT_SEATS:
        return words._(_HANDS[bool(value)])
    match row.key, value:
        case _, None:
            return ""
        case MenuLine.SWAP_SEAT, "first":
            return words._("with …")
        case MenuLine.SEAT | MenuLine.SWAP_SEAT, str():
            return who_word(words, Who(value))
        case MenuLine.HANDS, str():
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
    if row.key == LEFT_SEATS:
        return words._("For your seat: the open pile lies at this hand.")
    return ""


_PAUSED: Final[dict[tuple[str, bool], str]] = {
    (MenuLine.UNDO, True): N_("Your last move and all after it go back, if the others agree."),
    (MenuLine.UNDO, False): N_("No move of yours yet, or what came after it has been seen."),
    (MenuLine.HINT, True): N_("The table marks a good move, open for all to see."),
    (MenuLine.HINT, False): N_("There are hints in your own turn only."),
    (MenuLine.GO, True): N_(
        "While others are here an autopilot plays for you, until you press ● at your seat."
    ),
    (MenuLine.SKIP, True): N_("The game goes on, and the table explains no more."),
    (MenuLine.LEAVE, True): N_("For everybody: the table asks once more."),
}
"""By line and whether it can be chosen."""


def pause_help(words: Words, row: MenuRow) -> str:
    """What a line of the pause menu does, or why it cannot be chosen; empty where its name says
    it."""
    text = _PAUSED.get((row.key, row.enabled))
    return setting_help(words, row) if text is None else words._(text)
