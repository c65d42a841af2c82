"""What the lobby's lines mean: a sentence for each, and for what an option is set to."""

from __future__ import annotations

from typing import Final

from console.games.registry import ENTRIES
from console.i18n import N_, Words
from console.screens.menu_texts import option_of, setting_help
from console.table.view import EndView, MenuRow, ResumeOffer, StartView, Who

_HELPS: Final[dict[str, str]] = {
    "start": N_("The match begins with everybody who has joined."),
    "people": N_("Opponents for free seats, changing places, whose hand plays where."),
    "options": N_("How you like to play this game here: each line says what it changes."),
    "lesson": N_("The table explains the game while you play it against an opponent."),
    "records": N_("The best of this table with its photo finishes; ratings; your own page."),
    "comfort": N_("Language, size of text, colours, captions, time, motion, sound."),
    "rules": N_("The whole game on a few pages with pictures."),
    "back": N_("One step back, as ✕ does."),
    "rotate": N_("Everybody moves one seat on, clockwise, and takes their name along."),
    "swap": N_("Choose two seats: the people at them change places."),
    "hands": N_("You play with both hands, at two seats. ● changes where each hand plays."),
    "defaults": N_("All house rules of this game as in the printed rules."),
}
"""By line."""

_VALUES: Final[dict[tuple[str, object], str]] = {
    ("seat", "empty"): N_("● gives this seat an opponent; again: a stronger one."),
    ("seat", "person"): N_("● frees this seat, if somebody has gone."),
    ("swap_seat", "first"): N_("Now choose the other seat."),
}
"""By line and what it is set to."""

_STRONGER: Final = N_("● takes a stronger opponent; after the strongest the seat is free.")
_SWAP: Final = N_("● chooses this seat.")
_PROBLEMS: Final = {
    "few": N_("Press ● at a free seat, or give it to an opponent under “Who plays”."),
    "many": N_("Leave a seat with ✕, or choose a game for more players."),
    "table": N_("This table has too few seats for this game: choose another one."),
}


_ENDS: Final = {
    "blocked": N_("These people cannot play this game: change who plays."),
    "other_game": N_("Everybody keeps their seat and chooses another game."),
    "other_people": N_("People join or leave; opponents and places change."),
    "all_leave": N_("Everybody gets up: the table is free for others."),
}


def end_help(words: Words, view: EndView) -> str:
    """What the line under the cursor does when a match is over."""
    row = view.menu.rows[view.menu.cursor]
    key = row.key
    if key == "rematch" and row.enabled:
        return words._(ENTRIES[view.game].again)
    text = _ENDS["blocked"] if key == "rematch" else _ENDS[key]
    return words._(text)


def help_words(words: Words, view: StartView) -> str:
    """What the line under the cursor does, or why it cannot be chosen now."""
    row, problem = view.menu.rows[view.menu.cursor], view.menu.problem
    if row.key == "resume" and view.resume is not None:
        return resume_words(words, view.resume)
    if row.key == "start" and problem is not None:
        lack = "few" if view.missing > 0 else "many"
        why = lack if problem == "players" else problem
        unfit = ENTRIES[view.menu.game].unfit if why == "options" else None
        return words._(unfit or _PROBLEMS[why])
    return row_help(words, row)


def row_help(words: Words, row: MenuRow) -> str:
    """What a line does, and what it is set to means in play."""
    option = option_of(row.key)
    if option is not None:
        text = option.means.get(row.value) or option.help
    else:
        text = _VALUES.get((row.key, row.value)) or _HELPS.get(row.key)
    if row.key == "seat" and row.value != Who.EMPTY:
        text = text or _STRONGER
    if row.key == "swap_seat":
        text = text or _SWAP
    return setting_help(words, row) if text is None else words._(text)


def resume_words(words: Words, offer: ResumeOffer) -> str:
    """What match may be taken up again."""
    return words.n(
        "Match {match} was broken off after {count} action",
        "Match {match} was broken off after {count} actions",
        offer.actions,
    ).format(match=offer.match, count=offer.actions)


def players_words(words: Words, players: tuple[int, int]) -> str:
    """How many can play."""
    least, most = players
    return str(least) if least == most else f"{least}–{most}"


def minutes_words(words: Words, minutes: int) -> str:
    """How long a match takes."""
    return words._("{number} min").format(number=minutes)
