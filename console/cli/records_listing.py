"""Records as text and as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from console.cli.people_listing import INDENT
from console.i18n import Words
from console.screens.names import (
    game_name,
    matches_words,
    of_matches_words,
    players_words,
    seat_name,
    won_words,
)
from console.screens.records.texts import figure_words, kind_title, option_words
from console.table.record_values import (
    SHORTEST,
    Record,
    RecordKind,
    RecordTable,
    Wins,
    changed_options,
)
from console.terminal.columns import columns, json_line


def records_lines(words: Words, tables: Sequence[RecordTable], most: int | None) -> Iterator[str]:
    """Each game with its options, and below it each kind of record, best first; in lines of at most
    ``most`` columns."""
    if not any(table.records or table.wins for table in tables):
        yield words._("There are no records yet: simulated people set none.")
        return
    for table in tables:
        if not table.records and not table.wins:
            continue
        yield table_title(words, table)
        for kind in RecordKind:
            records = table.of(kind)
            if records:
                yield "  " + kind_title(words, kind, table.measure)
                yield from columns([_record(words, table, r) for r in records], most, INDENT)
        if table.wins:
            yield "  " + kind_title(words, RecordKind.WINS)
            yield from columns([_wins(words, w) for w in table.wins], most, INDENT)


def records_json(tables: Iterable[RecordTable]) -> Iterator[str]:
    """One JSON object for each table."""
    for table in tables:
        told = {
            "game": table.game,
            "players": table.players,
            "options": table.options,
            "matches": table.matches,
            "measure": table.measure,
            "records": [_record_json(record) for record in table.records],
            "wins": table.wins,
        }
        yield json_line(told)


def _record_json(record: Record) -> dict[str, Any]:
    timed = record.kind in SHORTEST
    figure = {"value_ns": record.value, "error_ns": record.error} if timed else {}
    return {
        "kind": record.kind,
        "place": record.place,
        **(figure or {"count": record.value}),
        "seat": record.seat,
        "nickname": record.nickname,
        "started": record.started,
        "match": record.match,
        "duel": None if record.verdict is None else record.verdict + 1,
    }


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
        seat_name(words, record.seat or 0, record.nickname),
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
