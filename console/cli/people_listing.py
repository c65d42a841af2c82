"""People and ratings as text and as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from console.i18n import Words
from console.screens.names import game_name, matches_words, won_words
from console.terminal.columns import columns, json_line

if TYPE_CHECKING:
    from console.table.record_values import PersonProfile, Rated

INDENT = "    "


def json_lines(values: Iterable[PersonProfile | Rated]) -> Iterator[str]:
    """One JSON object for each."""
    return map(json_line, values)


def people_lines(words: Words, people: Sequence[PersonProfile], most: int | None) -> Iterator[str]:
    """Everybody who keeps a nickname, in lines of at most ``most`` columns."""
    if not people:
        yield words._("Nobody keeps a nickname yet.")
        return
    rows = [
        (p.nickname, p.since[:10], matches_words(words, p.matches), won_words(words, p.wins))
        for p in people
    ]
    yield from columns(rows, most)


def ratings_lines(words: Words, rated: Sequence[Rated], most: int | None) -> Iterator[str]:
    """Each game's rating list, in lines of at most ``most`` columns."""
    if not rated:
        yield words._("Nobody is rated yet: only matches among people with nicknames count.")
        return
    for game in dict.fromkeys(line.game for line in rated):
        yield game_name(words, game)
        rows = [
            (
                str(line.place),
                str(line.rating),
                line.nickname,
                matches_words(words, line.matches),
                won_words(words, line.wins),
            )
            for line in rated
            if line.game == game
        ]
        yield from columns(rows, most, INDENT)
