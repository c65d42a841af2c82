"""The words of the page, by key."""

from __future__ import annotations

from collections.abc import Iterable

from console.i18n import Words


def page_words(words: Words) -> dict[str, str]:
    """What the script shows, in one language."""
    return _to_do(words) | _shown(words) | _why_not(words)


def _to_do(words: Words) -> dict[str, str]:
    _ = words._
    return {
        "press": _("Your seat shows {sign} too? Press ● there: nobody but you sees your hand here"),
        "hold": _("Hold to look"),
        "yours": _("Your turn"),
        "turn": _("{who} to move"),
        "table": _("Play at the table"),
        "pick": _("Tap: choose. Hold: look"),
        "place": _("Now tap a place"),
        "then": _("Now tap “{what}”"),
        "asked": _("Are you there?"),
        "autopilot": _("Autopilot plays"),
        "confirm": _("Confirm"),
        "back": _("Back"),
        "go_on": _("Go on"),
        "leave": _("Leave with this phone"),
        "go": _("leave"),
        "here": _("Show it here"),
    }


def _shown(words: Words) -> dict[str, str]:
    _ = words._
    return {
        "title": _("Khvatka"),
        "0.5": _("0.5"),
        "ms": _("ms"),
        "seat": _("Seat {number}"),
        "card": _("Card {number}"),
        "won": words.n("{who} wins", "{who} share the win", 1),
        "share": words.n("{who} wins", "{who} share the win", 2),
        "points": _("Points: {points}"),
        "deck": _("Deck: {count}"),
        "limit": _("Limit {limit}"),
        "sum": _("Sum {sum}, limit {limit}"),
        "after": _("then {sum} and {limit}"),
        "to.pass": _("Pass, or exchange cards"),
        "to.lay": _("Lay"),
        "to.exchange": words.n("Exchange {count}", "Exchange {count}", 2),
        "to.skip": _("Pass"),
        "R": _("red"),
        "G": _("green"),
        "B": _("blue"),
        "Y": _("yellow"),
        "c": _("circle"),
        "t": _("triangle"),
        "s": _("square"),
        "x": _("cross"),
        "W": _("Wild card"),
        "at": _("{told}, column {x}, row {y}"),
        "to.cell": _("Place"),
        "to.swap": _("Take the wild card"),
        "to.chain": _("To the chain"),
        "to.discard": _("Discard the 6"),
        "to.take": _("Take"),
        "to.reveal": _("Reveal"),
        "to.concede": _("Give up"),
        "verdict.duel_won": _("{who} wins the duel"),
        "verdict.special_won": _("{who} is first"),
        "verdict.false_grab": _("False grab: {who}"),
        "verdict.fell": _("The pad fell"),
        "verdict.dead_heat": _("Dead heat: too close to tell apart"),
        "call.grab": _("Everybody grabs"),
        "call.palm": _("Everybody lays a palm down"),
        "call.all": _("Everybody flips together"),
        "call.choice": _("{who} chooses"),
        "race": _("Duel"),
        "lobby": _("The next match will be here"),
        "paused": _("Pause"),
        "records": _("Records of this table"),
        "feat.reaction": _("Best reaction"),
        "feat.closest": _("Closest win"),
        "feat.cleanest": _("Cleanest match"),
        "feat.wins": _("Most wins"),
    }


def _why_not(words: Words) -> dict[str, str]:
    _ = words._
    return {
        "away": _("The table does not answer. Trying again …"),
        "left": _("This phone has left"),
        "elsewhere": _("Your hand is in another tab now"),
        "code": _("This code is used up or too old: ask for another at your seat"),
        "often": _("Too many tries: wait a minute"),
        "full": _("There are too many phones at this table"),
        "unknown": _("To see your hand, scan the code at your seat"),
        "refused": _("At the seat it was refused, or nobody pressed ●"),
    }


def nowhere_words(words: Words) -> dict[str, str]:
    """What is told at an address where nothing is, in one language."""
    _ = words._
    return {
        "title": _("Khvatka"),
        "nothing": _("There is nothing at this address. Look at it once more, or go on from here:"),
        "to_hand": _("My cards"),
        "to_watch": _("Watch the game"),
    }


def words_of(languages: Iterable[str]) -> dict[str, dict[str, str]]:
    """The page's words in each language."""
    return {language: page_words(Words(language)) for language in languages}


def nowhere_of(languages: Iterable[str]) -> dict[str, dict[str, str]]:
    """Those of where nothing is."""
    return {language: nowhere_words(Words(language)) for language in languages}
