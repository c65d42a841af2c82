"""What seats and games are called, and how many there are of what: words that need no view."""

from __future__ import annotations

from collections.abc import Mapping

from console.games.registry import name_of
from console.i18n import Words

Names = Mapping[int, str | None]
NOBODY: Names = {}


def seat_name(words: Words, seat: int, name: str | None = None) -> str:
    """The name of who sits there, or «Seat N»; seats count from 1 for people."""
    return name or words._("Seat {number}").format(number=seat + 1)


def game_name(words: Words, game: str) -> str:
    """What a game is called; its id when it is no longer installed."""
    return words._(name_of(game))


def players_words(words: Words, players: int) -> str:
    """How many play."""
    return words.n("{count} player", "{count} players", players).format(count=players)


def matches_words(words: Words, count: int) -> str:
    """How many matches."""
    return words.n("{count} match", "{count} matches", count).format(count=count)


def won_words(words: Words, wins: int) -> str:
    """How many wins."""
    return words.n("{count} win", "{count} wins", wins).format(count=wins)


def of_matches_words(words: Words, count: int) -> str:
    """Of how many matches, behind the wins."""
    return words.n("of {count} match", "of {count} matches", count).format(count=count)
