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

from console.store.copies import SUSPECT, beside, free_name, set_aside
from console.store.problems import FAULTS, StoreError, StoreTrouble, faults_raised, problem_of
from console.store.rescue import Carried, carry_over
from console.store.schema import MOST_NUMBERS, open_for_writing, parts, parts_of, roots, store_path
from console.system.files import is_there
from console.system.syncs import sync_folder
from drivers.errors import Sentence

WHOLE_CHECK_BYTES: Final = 24 * 1024 * 1024
"""A file up to this size is checked as a whole, a larger one without samples: those
are most of it, nothing needs them to play, and reading all that takes a card seconds."""
_UNREADABLE: Final = (
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_ERROR,  # of a file that we made, what it says of itself
)
CARRIED: Final = "carried-over"
_LIES_ASIDE: Final = Sentence(
    "the match log was damaged, or of another build, and now lies in {aside}"
)


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found at boot. ``problem`` is None and ``aside`` None when all is well.

    ``problem.key`` says why nothing is recorded now (``disk_full``, ``read_only``, ``foreign``,
    ``held``, ``failing``) or why ``aside``, the old file, was set aside (``damaged``, ``newer``).
    ``carried``: how many matches and rows were carried over into the file that is used now.
    """

    problem: StoreError | None = None
    aside: Path | None = None
    carried: Carried | None = None

    @property
    def unrecorded(self) -> StoreError | None:
        """Why nothing is recorded now; None: it is."""
        return self.problem if self.aside is None else None


WELL: Final = Findings()


def open_checked(data_dir: Path | None, wall: Callable[[], datetime]) -> Findings:
    """Check and mend the store of a data folder; called once, before it is used.

    A damaged file is set aside under a name with the date, and what is readable of it is carried
    over. A newer program's file is set aside too. Raises nothing for a failing disk or a strange
    file.
    """
    path = store_path(data_dir)
    try:
        findings = _set_right(path, wall)
        open_for_writing(path).close()
    except FAULTS as fault:
        return Findings(problem_of(path, fault))
    return findings


def _set_right(path: Path, wall: Callable[[], datetime]) -> Findings:
    aside = free_name(path, f"damaged-{wall().date().isoformat()}")
    ready = beside(path, CARRIED)
    if is_there(ready):  # the power went between carrying over and renaming
        return _exchange(path, ready, aside, None)
    suspect = beside(path, SUSPECT)
    try:
        damaged = _is_damaged(path, suspect=is_there(suspect))
    except StoreError as problem:
        if problem.key is not StoreTrouble.NEWER:
            raise
        return _left_to_the_newer(path, problem)
    if damaged:
        return _exchange(path, ready, aside, carry_over(path, ready))
    suspect.unlink(missing_ok=True)
    return WELL


def _exchange(path: Path, ready: Path, aside: Path, carried: Carried | None) -> Findings:
    """Put the new file in the damaged one's place. Cut anywhere, it is done again."""
    set_aside(path, aside)
    os.replace(ready, path)
    sync_folder(path.parent)
    beside(path, SUSPECT).unlink(missing_ok=True)
    damage = StoreError.of(StoreTrouble.DAMAGED, _LIES_ASIDE, aside=aside)
    if carried is not None:
        told = {"damage": damage, "carried": carried.sentence()}
        damage = StoreError.of(StoreTrouble.DAMAGED, Sentence("{damage}: {carried}"), **told)
    return Findings(damage, aside, carried)


def _left_to_the_newer(path: Path, newer: StoreError) -> Findings:
    """The file of a newer program is kept for it."""
    aside = free_name(path, f"version-{newer.sentence.fields['found']}")
    set_aside(path, aside)
    told = Sentence("{newer} (it now lies in {aside}, this Khvatka uses its own)")
    return Findings(StoreError.of(StoreTrouble.NEWER, told, newer=newer, aside=aside), aside)


def _is_damaged(path: Path, *, suspect: bool) -> bool:
    """Is the file, made where there is none, not as it should be? Raises StoreError for all else
    that is wrong with it."""
    try:
        with faults_raised(path), closing(open_for_writing(path)) as connection:
            checks = [f"quick_check({table})" for table in roots() if table != "samples"]
            if suspect or path.stat().st_size <= WHOLE_CHECK_BYTES:
                checks = ["integrity_check(1)" if suspect else "quick_check(1)"]
            return not _as_made(connection) or any(
                connection.execute(f"PRAGMA {check}").fetchone() != ("ok",) for check in checks
            )
    except StoreError as problem:
        unreadable = getattr(problem.__cause__, "sqlite_errorcode", 0) in _UNREADABLE
        if problem.key is StoreTrouble.DAMAGED or unreadable:
            return True
        another_s = problem.key in (StoreTrouble.NEWER, StoreTrouble.FOREIGN)
        if another_s and path.is_file() and _is_ours(path):
            return True
        raise


def _is_ours(path: Path) -> bool:
    """Has a file, whatever its header says, the very tables that this version makes?"""
    as_it_is = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    with closing(as_it_is) as connection:
        return parts_of(connection) == parts()


def _as_made(connection: sqlite3.Connection) -> bool:
    """Are tables and numbers as they can be?"""
    if parts_of(connection) != parts():
        return False
    (newest,) = connection.execute("SELECT max(seq) FROM sqlite_sequence").fetchone()
    return newest is None or 0 <= newest < MOST_NUMBERS
