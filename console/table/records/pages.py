"""From what is kept to pages: what stands where, and what ● opens there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from console.table.record_values import Person, Record, RecordKind, RecordTable, changed_options
from console.table.records.requests import Records
from console.table.records.view import (
    Block,
    EmptyPage,
    GamePage,
    Nothing,
    Page,
    PeopleList,
    PersonPage,
    RankedEntry,
    RatingPage,
)

LINES: Final = 10
"""Of a list, on a page."""
FEW_BLOCKS: Final = 2
IN_BLOCK: Final = {True: 5, False: 3}
"""Lines of a block, when there are few blocks and when there are many."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToPhoto:
    """● shows the photo finish of a race."""

    match: int
    verdict: int


@dataclass(frozen=True, slots=True)
class ToPerson:
    """● opens a person's page."""

    profile: int


@dataclass(frozen=True, slots=True)
class Forget:
    """● asks whether a person is to be forgotten."""

    profile: int


Opens = ToPhoto | ToPerson | Forget


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page, and what ● opens in each of its rows."""

    page: Page
    opens: tuple[Opens, ...] = ()


def leaves_of(records: Records, own: int | None = None) -> list[Leaf]:
    """All pages, never none: each game with its options, rating lists, the page of the profile
    ``own``, all people."""
    if not records.readable:
        return [Leaf(EmptyPage(Nothing.UNREADABLE))]
    leaves = [game_leaf(t) for t in records.tables if t.records or t.wins]
    if not leaves and not records.people:
        return [Leaf(EmptyPage(Nothing.NONE))]
    leaves += _rating_leaves(records)
    mine = person_leaf(records, own, may_forget=True)
    if mine is not None:
        leaves.append(mine)
    leaves += _people_leaves(records)
    return leaves


def game_leaf(table: RecordTable) -> Leaf:
    """The records of a game, a block for each kind."""
    kinds = [kind for kind in RecordKind if table.of(kind)]
    most = IN_BLOCK[len(kinds) + bool(table.wins) <= FEW_BLOCKS]
    opens: list[Opens] = []
    blocks = []
    for kind in sorted(kinds, key=_ORDER.index):
        entries = tuple(_entry(record, opens) for record in table.of(kind)[:most])
        blocks.append(Block(kind, table.measure, entries))
    if table.wins:
        wins = (
            RankedEntry(
                place=w.place, nickname=w.nickname, seat=None, value=w.wins, error=w.matches
            )
            for w in table.wins[:most]
        )
        blocks.append(Block(RecordKind.WINS, None, tuple(wins)))
    changed = changed_options(table.game, table.options)
    page = GamePage(table.game, table.players, changed, table.matches, tuple(blocks))
    return Leaf(page, tuple(opens))


_ORDER: Final = (RecordKind.REACTION, RecordKind.CLOSEST, RecordKind.CLEANEST, RecordKind.RESULT)


def _entry(record: Record, opens: list[Opens]) -> RankedEntry:
    row = None
    if record.verdict is not None:
        row = len(opens)
        opens.append(ToPhoto(record.match, record.verdict))
    return RankedEntry(
        place=record.place,
        nickname=record.nickname,
        seat=record.seat,
        value=record.value,
        error=record.error,
        started=record.started,
        row=row,
    )


def _rating_leaves(records: Records) -> Iterator[Leaf]:
    ids = {p.profile.nickname: p.profile.id for p in records.people}
    for game in dict.fromkeys(line.game for line in records.ratings):
        lines = [r for r in records.ratings if r.game == game and r.nickname in ids]
        for part, parts, some in _parts(lines):
            page = RatingPage(game, some, part, parts)
            yield Leaf(page, tuple(ToPerson(ids[line.nickname]) for line in some))


def _people_leaves(records: Records) -> Iterator[Leaf]:
    for part, parts, some in _parts([p.profile for p in records.people]):
        yield Leaf(PeopleList(some, part, parts), tuple(ToPerson(p.id) for p in some))


def _parts(lines: Sequence[T]) -> Iterator[tuple[int, int, tuple[T, ...]]]:
    """(which, of how many, the lines of it)."""
    parts = -(-len(lines) // LINES)
    for part in range(parts):
        yield part, parts, tuple(lines[part * LINES : (part + 1) * LINES])


def person_leaf(records: Records, profile: int | None, *, may_forget: bool) -> Leaf | None:
    """Somebody's own page; None for a guest, and who is not known any more."""
    person = next((p for p in records.people if p.profile.id == profile), None)
    if person is None:
        return None
    nickname = person.profile.nickname
    kept = {(r.match, r.verdict) for table in records.tables for r in table.records}
    opens: list[Opens] = []
    rows: list[int | None] = []
    for best in person.bests:
        shown = best.verdict is not None and (best.match, best.verdict) in kept
        rows.append(len(opens) if shown else None)
        if best.verdict is not None and shown:
            opens.append(ToPhoto(best.match, best.verdict))
    forget = len(opens) if may_forget else None
    if may_forget:
        opens.append(Forget(person.profile.id))
    ratings = tuple(r for r in records.ratings if r.nickname == nickname)
    page = PersonPage(person, ratings, person.bests, tuple(rows), forget)
    return Leaf(page, tuple(opens))


def person_of(records: Records, profile: int) -> Person | None:
    """Who has that profile."""
    return next((p for p in records.people if p.profile.id == profile), None)
