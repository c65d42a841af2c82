"""The store looked at once, before the table starts: whole, mended, or why it takes nothing now.

Nothing here stops the table: whatever is found is told as a value (``Findings``).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from console.store.copies import (
    SUSPECT,
    VERSION_COPY,
    beside,
    free_name,
    mark_suspect,
    set_aside,
)
from console.store.problems import (
    FAULTS,
    SQL_FAULTS,
    Problem,
    StoreError,
    Trouble,
    problem_of,
)
from console.store.rescue import Carried, carry_over
from console.store.schema import check, open_for_reading, open_for_writing, store_path, version_of
from console.store.tail import tail_path, take_in
from console.system.files import is_there
from console.system.syncs import sync_folder

WHOLE_CHECK_BYTES: Final = 24 * 1024 * 1024
"""A file up to this size is checked as a whole, a larger one without verdicts: with their samples
those are most of it, nothing needs them to play, and reading all that takes a card seconds."""
_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
CARRIED: Final = "carried-over"


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found at boot. ``problem`` is None and ``aside`` None when all is well.

    ``problem.key`` says why nothing is recorded now (``disk_full``, ``read_only``, ``foreign``,
    ``held``, ``failing``) or why ``aside``, the old file, was set aside (``damaged``, ``newer``).
    ``carried``: how many matches and rows were carried over into the file that is used now.
    """

    problem: Problem | None = None
    aside: Path | None = None
    carried: Carried | None = None


WELL: Final = Findings()


def open_checked(
    data_dir: Path | None,
    wall: Callable[[], datetime],
    connect: Callable[[Path], sqlite3.Connection] = open_for_writing,
) -> Findings:
    """Check, mend and take forward the store of a data folder; called once, before it is used.

    A damaged file is set aside under a name with the date, and what is readable of it is carried
    over. A newer program's file is set aside too; if this version's copy of it is still there, it
    is taken up again. Turns that a power cut left beside the file are taken in. Raises nothing for
    a failing disk or a strange file.
    """
    path = store_path(data_dir)
    findings = _checked(path, wall, connect)
    problem = findings.problem
    if problem is not None and problem.key is Trouble.DAMAGED and findings.aside is None:
        mark_suspect(path)  # taking it forward read what had not been looked at
        findings = _checked(path, wall, connect)
    return findings


def _checked(
    path: Path, wall: Callable[[], datetime], connect: Callable[[Path], sqlite3.Connection]
) -> Findings:
    try:
        findings = _set_right(path, wall)
        with closing(connect(path)) as connection:
            try:
                take_in(connection, path)
            except OSError as fault:
                strange = _without_tail(path, fault, wall)
                findings = strange if findings == WELL else findings
    except FAULTS as fault:
        return Findings(problem_of(path, fault))
    return findings


def _without_tail(path: Path, fault: OSError, wall: Callable[[], datetime]) -> Findings:
    """Set aside what cannot be taken in: a file that cannot be read, or none of ours. The table
    would play without a tail, so nothing but its turns is in question. Raises OSError.
    """
    if problem_of(path, fault).key is Trouble.DISK_FULL:
        raise fault
    aside = free_name(tail_path(path), _damaged_today(wall))
    os.replace(tail_path(path), aside)
    sync_folder(path.parent)
    told = f"the newest turns of the match log could not be read ({fault}) and now lie in {aside}"
    return Findings(Problem(Trouble.DAMAGED, told), aside)


def _damaged_today(wall: Callable[[], datetime]) -> str:
    return f"damaged-{wall().date().isoformat()}"


def _set_right(path: Path, wall: Callable[[], datetime]) -> Findings:
    aside = free_name(path, _damaged_today(wall))
    ready = beside(path, CARRIED)
    if is_there(ready):  # the power went between carrying over and renaming
        return _exchange(path, ready, aside, None)
    suspect = beside(path, SUSPECT)
    damage = _damage(path, whole=is_there(suspect))
    if damage is None:
        suspect.unlink(missing_ok=True)
        return WELL
    if damage.key is Trouble.NEWER:
        return _older_again(path, damage)
    if damage.key is not Trouble.DAMAGED:
        raise StoreError.of(damage)
    return _exchange(path, ready, aside, carry_over(path, ready))


def _exchange(path: Path, ready: Path, aside: Path, carried: Carried | None) -> Findings:
    """Put the new file in the damaged one's place. Cut anywhere, it is done again."""
    set_aside(path, aside)
    os.replace(ready, path)
    sync_folder(path.parent)
    beside(path, SUSPECT).unlink(missing_ok=True)
    told = f"the match log was damaged and now lies in {aside}"
    told += f": {carried.sentence()}" if carried is not None else ""
    return Findings(Problem(Trouble.DAMAGED, told), aside, carried)


def _older_again(path: Path, newer: Problem) -> Findings:
    """The file of a newer program is kept for it; what was copied before that one came is used."""
    version = _version(path)
    aside = free_name(path, VERSION_COPY.format(version=version))
    if os.path.lexists(tail_path(path)):  # its turns, in a form that may be its own
        os.replace(tail_path(path), tail_path(aside))
    set_aside(path, aside)
    for older in range(version - 1, 0, -1):
        copy = beside(path, VERSION_COPY.format(version=older))
        if is_there(copy):
            os.replace(copy, path)
            break
    sync_folder(path.parent)
    told = f"{newer.sentence} (it now lies in {aside}, this Khvatka uses its own)"
    return Findings(Problem(Trouble.NEWER, told), aside)


def _version(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        return version_of(connection)


def _damage(path: Path, *, whole: bool) -> Problem | None:
    """What is wrong with the file; None: nothing, or there is none."""
    if not is_there(path) or not path.stat().st_size:
        return None
    try:
        if is_there(path.with_name(path.name + "-journal")):  # who only reads cannot roll back
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        with closing(open_for_reading(path)) as connection:
            check(connection, path)
            whole = whole or path.stat().st_size <= WHOLE_CHECK_BYTES
            for pragma in ("quick_check(1)",) if whole else _parts(connection):
                (said,) = connection.execute(f"PRAGMA {pragma}").fetchone()
                if said != "ok":
                    return _damaged(path, said)
    except (*SQL_FAULTS, StoreError) as fault:
        if getattr(fault.__cause__ or fault, "sqlite_errorcode", 0) in _UNREADABLE:
            return _damaged(path, str(fault))
        return problem_of(path, fault)
    return None


def _damaged(path: Path, why: str) -> Problem:
    return Problem(Trouble.DAMAGED, f"the match log {path} is damaged ({why})")


def _parts(connection: sqlite3.Connection) -> list[str]:
    """A check of each table but those with samples."""
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('verdict', 'samples')"
    )
    return [f"main.quick_check({name})" for (name,) in tables]  # not what an older one shows
