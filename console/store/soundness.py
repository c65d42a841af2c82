"""The whole store looked through after each start: every page, and every row beside its check.

That takes seconds for a large one, so it is done while the table is already played at. What does
not fit is told and stays where it is; the match concerned is marked, and neither counted nor played
on. Only the figures of ``console.people`` are made again: they are counted from the log anyhow.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from console.store.checks import sound
from console.store.copies import mark_suspect
from console.store.problems import StoreError, StoreTrouble, faults_raised
from console.store.schema import LOG, changing, entries_of, of_match, reading
from drivers.errors import Sentence

COUNTERS: Final = ("button", "press", "refusal", "reset")
FIGURES: Final = ("feat", "standing", "summed", "category")
"""What is made of the log, in an order in which it can be deleted."""

_HOLES: Final = (
    f"(SELECT count(*) <= max(n) FROM {table} WHERE {of_match('match.id')})" for table in LOG
)
_SAMPLED: Final = f"(SELECT total(sampled) FROM verdict WHERE {of_match('match.id')})"
_SAMPLES: Final = f"(SELECT count(*) FROM samples WHERE {of_match('match.id')})"
_INCOMPLETE: Final = (
    f"SELECT id FROM match WHERE entries > {entries_of('match.id')} OR {' OR '.join(_HOLES)}"
    f" OR {_SAMPLED} != {_SAMPLES}"
)

# The number of a match itself may be damaged, and that row is told by another one.
_ORPHANS: Final = " UNION ".join(
    f"SELECT id >> 24 FROM {table} WHERE id >> 24 NOT IN (SELECT id FROM match) AND {sound(table)}"
    for table in (*LOG, "samples")
)


class FlawKind(StrEnum):
    """What a flaw is in. ``RESULT``: of an event, and waiting for the desk."""

    MATCH = "match"
    PERSON = "person"
    SETTING = "setting"
    PIN = "pin"
    COUNTERS = "counters"
    RESULT = "result"
    FIGURES = "figures"


# Should the number of a row be damaged: its match lacks it, or is the last one before that.
_NEAREST: Final = "(SELECT max(match.id) FROM match WHERE match.id <= {table}.id >> 24)"
_KINDS: Final = {
    **{table: (FlawKind.MATCH, _NEAREST.format(table=table)) for table in (*LOG, "samples")},
    "match": (FlawKind.MATCH, "id"),
    "sitter": (FlawKind.MATCH, "match"),
    "profile": (FlawKind.PERSON, "id"),
    "adjustment": (FlawKind.SETTING, "key"),
    "pin": (FlawKind.PIN, "''"),
    "outbox": (FlawKind.RESULT, "''"),
    **dict.fromkeys(COUNTERS, (FlawKind.COUNTERS, "''")),
    **dict.fromkeys(FIGURES, (FlawKind.FIGURES, "''")),
}
"""What a row is a flaw of that does not fit its check, and which one, by table."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something of which bits have changed since it was written; ``which`` match (its number),
    nickname (its number) or setting (its key)."""

    kind: FlawKind
    which: str = ""

    def sentence(self) -> Sentence:
        """The same in words, with the mend if there is one."""
        return _SENTENCES[self.kind].of(which=self.which)


_SENTENCES: Final = {
    FlawKind.MATCH: Sentence(
        "match {which} is damaged: bits of it have changed since it was written, or were lost; the"
        " others are as they were"
    ),
    FlawKind.PERSON: Sentence(
        "nickname number {which} is damaged: whoever had it is a guest now and may choose another"
    ),
    FlawKind.SETTING: Sentence(
        "the setting {which} is damaged, so its default holds: set it again"
    ),
    FlawKind.PIN: Sentence("the PIN is damaged: set it again with `khvatka service pin`"),
    FlawKind.COUNTERS: Sentence("some counters of presses are damaged: the audits leave them out"),
    FlawKind.RESULT: Sentence(
        "a result that waits for the organiser's desk is damaged, so it is not sent: tell the"
        " organiser how that match ended"
    ),
    FlawKind.FIGURES: Sentence(
        "some records or ratings were damaged: all are counted anew from the matches"
    ),
}


@dataclass(frozen=True, slots=True)
class Flaws:
    """All that does not fit; ``new`` are those that were not told at an earlier start. ``problem``:
    what SQLite itself keeps in order is not, and the next start mends that."""

    known: tuple[Flaw, ...] = ()
    new: tuple[Flaw, ...] = ()
    problem: StoreError | None = None


def look_through(path: Path) -> Flaws:
    """Look at the whole store and mark what was found. Raises StoreError when it cannot be read."""
    try:
        with faults_raised(path):
            found, marked = _looked(path)
    except StoreError as fault:
        if fault.key is not StoreTrouble.DAMAGED:
            raise
        return Flaws(problem=fault)
    # A match stays marked; all else may have been mended since.
    old = (flaw for flaw in marked if flaw.kind is FlawKind.MATCH and flaw not in found)
    flaws = Flaws((*found, *old), tuple(flaw for flaw in found if flaw not in marked))
    if found or marked:
        with contextlib.suppress(StoreError):  # a disk may take nothing: it is told all the same
            _keep_in_mind(path, flaws)
    return flaws


def _looked(path: Path) -> tuple[tuple[Flaw, ...], tuple[Flaw, ...]]:
    """What is found now, and what was marked before."""
    with reading(path) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            mark_suspect(path)
            raise StoreError.of(StoreTrouble.DAMAGED, path=path, fault=said)
        marked = connection.execute(f"SELECT kind, which FROM flaw WHERE {sound('flaw')}")
        known = tuple(Flaw(FlawKind(kind), which) for kind, which in marked)
        return tuple(dict.fromkeys(_flaws(connection))), known


def _flaws(connection: sqlite3.Connection) -> Iterator[Flaw]:
    for table, (kind, which) in _KINDS.items():
        rows = connection.execute(f"SELECT DISTINCT {which} FROM {table} WHERE NOT {sound(table)}")
        yield from (Flaw(kind, str(one)) for (one,) in rows)
    for lost in (_ORPHANS, _INCOMPLETE):
        yield from (Flaw(FlawKind.MATCH, str(one)) for (one,) in connection.execute(lost))


def incomplete_matches(connection: sqlite3.Connection) -> list[int]:
    """The matches that lack an action or a verdict, within or since they have ended, or a row of
    samples."""
    return [number for (number,) in connection.execute(_INCOMPLETE)]


def mark(connection: sqlite3.Connection, flaws: Iterable[Flaw]) -> None:
    """Keep what was found. Raises sqlite3.Error."""
    rows = [(flaw.kind, flaw.which) for flaw in flaws]
    connection.executemany("INSERT OR IGNORE INTO flaw VALUES (?, ?)", rows)


def _keep_in_mind(path: Path, flaws: Flaws) -> None:
    with changing(path) as connection:
        connection.execute("DELETE FROM flaw")
        mark(connection, (flaw for flaw in flaws.known if flaw.kind is not FlawKind.FIGURES))
        if any(flaw.kind is FlawKind.FIGURES for flaw in flaws.known):
            for table in FIGURES:
                connection.execute(f"DELETE FROM {table}")
