"""Records, people and ratings as text and as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from console.games.registry import GAMES
from console.i18n import Words
from console.people.figures import SHORTEST, Kind
from console.people.profiles import Profile
from console.people.records import Holder, Rated, Record, RecordTable, Wins
from console.screens.menu_texts import menu_label, menu_value
from console.screens.texts import game_name, seat_name, with_error
from console.table.view import MenuRow

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
            (p.nickname, p.since[:10], _matches(words, p.matches), won_words(words, p.wins))
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
                    _matches(words, line.matches),
                    won_words(words, line.wins),
                )
                for line in lines
                if line.game == game
            ]
        )


def kind_title(words: Words, kind: Kind, measure: str | None) -> str:
    """What a record is called; ``measure`` tells what a game's best result counts."""
    if kind is Kind.RESULT:
        return {
            "duels": words._("Most duels won in a match"),
            "lead": words._("Biggest lead"),
            "points": words._("Most points"),
            "pieces": words._("Most pieces left"),
        }.get(measure or "", words._("Best result"))
    return {
        Kind.REACTION: words._("Best reaction"),
        Kind.CLOSEST: words._("Closest win"),
        Kind.CLEANEST: words._("Cleanest match"),
    }[kind]


def value_words(words: Words, record: Record, measure: str | None) -> str:
    """The figure itself: a time with its uncertainty, or a count."""
    if record.kind in SHORTEST:
        return with_error(words, record.value, record.error)
    what = "duels" if record.kind is Kind.CLEANEST else measure
    text = {
        "duels": words.n("{count} duel", "{count} duels", record.value),
        "pieces": words.n("{count} piece left", "{count} pieces left", record.value),
    }.get(what or "", words.n("{count} point", "{count} points", record.value))
    return text.format(count=record.value)


def holder_name(words: Words, holder: Holder) -> str:
    """The nickname; a guest is known by the seat."""
    return seat_name(words, holder.seat, holder.nickname)


def table_title(words: Words, table: RecordTable) -> str:
    """The game, how many played it, and the options that differ from the rules' own."""
    count = words.n("{count} player", "{count} players", table.players)
    parts = [game_name(words, table.game), count.format(count=table.players)]
    game = GAMES.get(table.game)
    known = {} if game is None else game.options
    for name, option in known.items():
        value = table.options.get(name, option.default)
        if value == option.default:
            continue
        named = value.items() if isinstance(value, dict) else ((None, value),)
        for part, one in named:
            if part is None or one != option.default.get(part):
                key = f"{table.game}.{name}" + ("" if part is None else f".{part}")
                row = MenuRow(key, one)
                parts.append(f"{menu_label(words, row)}: {menu_value(words, row)}")
    return " · ".join([*parts, _matches(words, table.matches)])


def won_words(words: Words, wins: int) -> str:
    """How many wins."""
    return words.n("{count} win", "{count} wins", wins).format(count=wins)


def _matches(words: Words, count: int) -> str:
    return words.n("{count} match", "{count} matches", count).format(count=count)


def _record(words: Words, table: RecordTable, record: Record) -> tuple[str, ...]:
    where = words._("match {number}").format(number=record.match)
    if record.verdict is not None:  # as `khvatka replay --duel` takes it
        where += ", " + words._("duel {number}").format(number=record.verdict + 1)
    return (
        str(record.place),
        value_words(words, record, table.measure),
        holder_name(words, record.holder),
        record.started[:16].replace("T", " "),
        where,
    )


def _wins(words: Words, wins: Wins) -> tuple[str, ...]:
    of = words.n("of {count} match", "of {count} matches", wins.matches)
    return (
        str(wins.place),
        won_words(words, wins.wins),
        wins.nickname,
        of.format(count=wins.matches),
    )


def aligned(rows: Sequence[tuple[str, ...]], indent: str = INDENT) -> Iterator[str]:
    """Rows of cells as lines, columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (indent + "  ".join(cells)).rstrip()
