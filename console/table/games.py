"""The games that this table offers, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from console.games.entry import part
from console.games.registry import ENTRIES, GAMES, Parts
from console.table import seating
from console.table.board.list_picker import ListMovePicker
from console.table.board.match import BoardMatch
from console.table.board.move_picker import MovePicker
from console.table.lesson import LessonError, has_lesson, load_lesson
from console.table.match import Match, MatchStart
from console.table.seating import Seating, Wishes
from console.table.view import Who

BODIES: Final = (Who.EMPTY, Who.CHILD, Who.ADULT, Who.EXPERT)
LEVELS: Final = (Who.EMPTY, Who.LEVEL_1, Who.LEVEL_2, Who.LEVEL_3, Who.LEVEL_4)
People = tuple[Who, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game as the table offers it.

    ``fits`` tells whether these people, by board seat, can play; ``seat`` gives them their places
    (a number decides the lot; two people may wish where their hands play). ``settings`` are the
    fields of ``Settings`` that matter to this game. ``quiet``: a board game, played by turns.
    ``handed``: two people play with both hands, at two seats each (C30).
    """

    id: str
    begin: Callable[[MatchStart], Match]
    fits: Callable[[People], bool]
    seat: Callable[[People, int, Wishes], Seating]
    settings: tuple[str, ...]
    quiet: bool
    handed: bool

    @property
    def fill(self) -> People:
        """Whom a free seat can be given to."""
        return LEVELS if self.quiet else BODIES

    @property
    def taught(self) -> bool:
        """Is there a guided first game?"""
        return has_lesson(self.id)

    def teaches(self, seats: int) -> bool:
        """Is there a guided first game, and room for it at a table of so many seats?"""
        return self.taught and _learners(self.id) <= seats

    def lesson_players(self) -> int:
        """How many play the guided first game. Raises LessonError when its file is damaged."""
        return load_lesson(GAMES[self.id]).players


@cache
def _learners(game: str) -> int:
    """How many play the guided first game; 0 for a damaged one, which is told who chooses it."""
    try:
        return load_lesson(GAMES[game]).players
    except LessonError:
        return 0


def _fits(game: str, who: People) -> bool:
    least, most = GAMES[game].players
    return least <= len(seating.taken_seats(who)) <= most


def board_game(move_picker: MovePicker[Any, Any], settings: tuple[str, ...]) -> TableGame:
    """A quiet game: a seat a player, opponents of four levels."""
    name = move_picker.game.id
    return TableGame(
        id=name,
        begin=partial(BoardMatch, move_picker),
        fits=partial(_fits, name),
        seat=seating.seat_each,
        settings=settings,
        quiet=True,
        handed=False,
    )


def _offered(game: str) -> TableGame:
    entry = ENTRIES[game]
    if entry.table is not None:
        offered: TableGame = part(entry.table)(entry)
        return offered
    named = entry.move_picker
    move_picker = ListMovePicker(GAMES[game]) if named is None else part(named)()
    return board_game(move_picker, entry.settings)


TABLE_GAMES: Final = Parts[TableGame](lambda: ENTRIES, _offered)
