"""What the lobby's lines mean: a sentence for each, and for what an option is set to."""

from __future__ import annotations

from typing import Final

from console.games.registry import ENTRIES
from console.i18n import N_, Words
from console.screens.menu_texts import option_of, setting_help
from console.screens.passing import passing_words
from console.table.lobby.view import BrokenOff, StartView
from console.table.view import EndView, MenuLine, MenuRow, ResumeOffer, Unready, Who

_HELPS: Final[dict[str, str]] = {
    MenuLine.START: N_("The match begins with everybody who has joined."),
    MenuLine.GAME: N_("● takes this game."),
    MenuLine.MORE: N_("Nicknames, opponents, house rules, the rules, records, comfort."),
    MenuLine.RESUME: N_("You could go on with it: ● tells more, and asks."),
    MenuLine.TAKE_UP: N_("The match goes on exactly where it was broken off."),
    MenuLine.NAME: N_("At your own seat: from the list, or letter by letter."),
    MenuLine.EVENT: N_("An evening over several tables: join it by the organiser's code."),
    MenuLine.EVENT_ENTER: N_("Your nickname, letter by letter, at your own seat."),
    MenuLine.EVENT_FREE: N_("The table is yours until somebody is called to it."),
    MenuLine.EVENT_GOES: N_("For the organiser: it asks again."),
    MenuLine.EVENT_LEAVE: N_("Results that the desk has not got yet stay here, for a stick."),
    MenuLine.SERVICE: N_("For the owner: it asks for the PIN."),
    MenuLine.PEOPLE: N_("Opponents for free seats, changing places, whose hand plays where."),
    MenuLine.OPTIONS: N_("How you like to play this game here: each line says what it changes."),
    MenuLine.LESSON: N_("The table explains the game while you play it against an opponent."),
    MenuLine.RECORDS: N_("The best of this table with its photo finishes; ratings; your own page."),
    MenuLine.PHONE: N_("A code at your seat: scan it, press ●, and hold your cards in your hand."),
    MenuLine.NO_PHONE: N_("The phone of your seat shows nothing any more."),
    MenuLine.COMFORT: N_("Language, size of text, colours, captions, unhurried, motion, sound."),
    MenuLine.RULES: N_("The whole game on a few pages with pictures."),
    MenuLine.BACK: N_("One step back, as ✕ does."),
    MenuLine.ROTATE: N_("Everybody moves one seat on, clockwise, and takes their name along."),
    MenuLine.SWAP: N_("Choose two seats: the people at them change places."),
    MenuLine.HANDS: N_("You play with both hands, at two seats. ● changes where each hand plays."),
    MenuLine.DEFAULTS: N_("All house rules of this game as in the printed rules."),
}
"""By line."""

_VALUES: Final[dict[tuple[str, object], str]] = {
    (MenuLine.SEAT, "empty"): N_("● gives this seat an opponent; again: a stronger one."),
    (MenuLine.SEAT, "person"): N_("● frees this seat, if somebody has gone."),
    (MenuLine.SWAP_SEAT, "first"): N_("Now choose the other seat."),
}
"""By line and what it is set to."""

_STRONGER: Final = N_("● takes a stronger opponent; after the strongest the seat is free.")
_SWAP: Final = N_("● chooses this seat.")
_PROBLEMS: Final = {
    "few": N_("Press ● at a free seat, or take an opponent under “More”."),
    "many": N_("Leave a seat with ✕, or choose a game for more players."),
    Unready.TABLE: N_("This table has too few seats for this game: choose another one."),
    Unready.PAD: N_("This game is played on the pad, and the pad is silent. Others need none."),
}


_ENDS: Final = {
    "blocked": N_("These people cannot play this game: change who plays."),
    MenuLine.OTHER_GAME: N_("Everybody keeps their seat and chooses another game."),
    MenuLine.OTHER_PEOPLE: N_("People join or leave; opponents and places change."),
    MenuLine.ALL_LEAVE: N_("Everybody gets up: the table is free for others."),
}


def end_help(words: Words, view: EndView) -> str:
    """What people should know, else what the line under the cursor does when a match is over."""
    if told := passing_words(words, view):
        return told
    row = view.menu.rows[view.menu.cursor]
    key = row.key
    if key == MenuLine.REMATCH and row.enabled:
        return words._(ENTRIES[view.game].again)
    text = _ENDS["blocked"] if key == MenuLine.REMATCH else _ENDS[key]
    return words._(text)


def help_words(words: Words, view: StartView) -> str:
    """What people should know, else what the line under the cursor does, or why it cannot be chosen
    now."""
    if told := passing_words(words, view):
        return told
    row, problem = view.menu.rows[view.menu.cursor], view.menu.problem
    if row.key == MenuLine.START and problem is None and view.resume is not None:
        return words._("A new match takes the place of the one that was broken off.")
    if row.key == MenuLine.START and problem is None and view.newcomers:
        return words._("New to it? Under “More” there is a guided first game.")
    if row.key == MenuLine.START and problem is not None:
        lack = "few" if view.missing > 0 else "many"
        why = lack if problem == Unready.PLAYERS else problem
        if why == Unready.PAD and view.misfit is not None:
            return words.translated(view.misfit.brief)
        unfit = ENTRIES[view.menu.game].unfit if why == Unready.OPTIONS else None
        return words._(unfit or _PROBLEMS[why])
    if row.key == MenuLine.PHONE and view.phones is not None and view.phones.url:
        text = words._("A code at your seat: scan it, press ●. To look on: {url}/watch")
        return text.format(url=view.phones.url.removeprefix("http://"))
    return row_help(words, row)


def row_help(words: Words, row: MenuRow) -> str:
    """What a line does, and what it is set to means in play."""
    option = option_of(row.key)
    if option is not None:
        text = option.means.get(row.value) or option.help
    else:
        text = _VALUES.get((row.key, row.value)) or _HELPS.get(row.key)
    if row.key == MenuLine.SEAT and row.value != Who.EMPTY:
        text = text or _STRONGER
    if row.key == MenuLine.SWAP_SEAT:
        text = text or _SWAP
    return setting_help(words, row) if text is None else words._(text)


def asked_words(words: Words, match: BrokenOff) -> str:
    """The question before a broken-off match goes on."""
    names = [one.name for one in match.people if one.name is not None]
    if not names:
        return words._("Was it you who played it? Its moves count for those who sat here.")
    text = words._("Is that you? It goes on under these nicknames: {names}.")
    return text.format(names=", ".join(names))


def when_words(words: Words, offer: ResumeOffer) -> str:
    """The day and the time at which a match was begun."""
    day, _, time = offer.started.partition("T")
    return f"{words.day(day)}, {time[:5]}"


def how_far_words(words: Words, offer: ResumeOffer) -> str:
    """How far a broken-off match has come."""
    return words.n("{count} move made", "{count} moves made", offer.actions).format(
        count=offer.actions
    )


def lack_words(words: Words, view: StartView) -> str:
    """Why the chosen game cannot start, in short."""
    if view.menu.problem == Unready.TABLE:
        return words._("needs more seats")
    if view.menu.problem == Unready.PAD:
        return words._("waits for the pad")
    if view.menu.problem == Unready.OPTIONS:
        return words._("see “House rules”")
    if view.missing > 0:
        text = words.n("{count} more needed", "{count} more needed", view.missing)
    else:
        text = words.n("{count} too many", "{count} too many", -view.missing)
    return text.format(count=abs(view.missing))


def players_range(players: tuple[int, int]) -> str:
    """How many can play."""
    least, most = players
    return str(least) if least == most else f"{least}–{most}"


def minutes_words(words: Words, minutes: int) -> str:
    """How long a match takes."""
    return words._("{number} min").format(number=minutes)
