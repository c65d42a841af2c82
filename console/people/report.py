"""Records, people and ratings as text and as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from console.i18n import Words
from console.screens.records.texts import (
    figure_words,
    kind_title,
    matches_words,
    of_matches_words,
    option_words,
    players_words,
    won_words,
)
from console.screens.texts import game_name, seat_name
from console.table.records.values import (
    Holder,
    Kind,
    Profile,
    Rated,
    Record,
    RecordTable,
    Wins,
    changed_options,
)

INDENT = "    "


def json_lines(values: Iterable[RecordTable | Profile | Rated]) -> Iterator[str]:
    """One JSON object for each."""
    return (msgspec.json.encode(value).decode() for value in values)


def records_text(words: Words, tables: Sequence[RecordTable]) -> Iterator[str]:
    """Each game with its options, and below it each kind of record, best first."""
    if not any(table.records or table.wins for table in tables):
        yield words._("There are no records yet: simulated people set none.")
        return
    for table in tables:
        if not table.records and not table.wins:
            continue
        yield table_title(words, table)
        for kind in Kind:
            records = table.of(kind)
            if records:
                yield "  " + kind_title(words, kind, table.measure)
                yield from aligned([_record(words, table, r) for r in records])
        if table.wins:
            yield "  " + words._("Most wins")
            yield from aligned([_wins(words, w) for w in table.wins])


def people_text(words: Words, people: Sequence[Profile]) -> Iterator[str]:
    """Everybody who keeps a nickname."""
    if not people:
        yield words._("Nobody keeps a nickname yet.")
        return
    yield from aligned(
        [
            (p.nickname, p.since[:10], matches_words(words, p.matches), won_words(words, p.wins))
            for p in people
        ],
        indent="",
    )


def ratings_text(words: Words, lines: Sequence[Rated]) -> Iterator[str]:
    """Each game's rating list."""
    if not lines:
        yield words._("Nobody is rated yet: only matches among people with nicknames count.")
        return
    for game in dict.fromkeys(line.game for line in lines):
        yield game_name(words, game)
        yield from aligned(
            [
                (
                    str(line.place),
                    str(line.rating),
                    line.nickname,
                    matches_words(words, line.matches),
                    won_words(words, line.wins),
                )
                for line in lines
                if line.game == game
            ]
        )


def holder_name(words: Words, holder: Holder) -> str:
    """The nickname; a guest is known by the seat."""
    return seat_name(words, holder.seat, holder.nickname)


def table_title(words: Words, table: RecordTable) -> str:
    """The game, how many played it, and the options that differ from the rules' own."""
    parts = [game_name(words, table.game), players_words(words, table.players)]
    changed = changed_options(table.game, table.options)
    parts += (option_words(words, key, value) for key, value in changed)
    return " · ".join([*parts, matches_words(words, table.matches)])


def _record(words: Words, table: RecordTable, record: Record) -> tuple[str, ...]:
    where = words._("match {number}").format(number=record.match)
    if record.verdict is not None:  # as `khvatka replay --duel` takes it
        where += ", " + words._("duel {number}").format(number=record.verdict + 1)
    return (
        str(record.place),
        figure_words(words, record.kind, table.measure, record.value, record.error),
        holder_name(words, record.holder),
        record.started[:16].replace("T", " "),
        where,
    )


def _wins(words: Words, wins: Wins) -> tuple[str, ...]:
    return (
        str(wins.place),
        won_words(words, wins.wins),
        wins.nickname,
        of_matches_words(words, wins.matches),
    )


def aligned(rows: Sequence[tuple[str, ...]], indent: str = INDENT) -> Iterator[str]:
    """Rows of cells as lines, columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (indent + "  ".join(cells)).rstrip()
