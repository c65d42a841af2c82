"""What may be wrong with the store's file or its disk: a key for screens, a sentence for people."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from console.store.copies import mark_suspect
from console.system.disks import is_full, is_read_only
from drivers.errors import KhvatkaError, Sentence
from drivers.reasons import reason_of

SQL_FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)  # the latter: its words are damaged bytes
FAULTS: Final = (*SQL_FAULTS, OSError)
ROOM_BYTES: Final = 64 * 1024  # with less room than this a disk that fails is a full one


class StoreTrouble(StrEnum):
    """Why the store does not take what it is given; screens have words of their own for each."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    NEWER = "newer"
    FOREIGN = "foreign"
    HELD = "held"
    FAILING = "failing"
    STOPPED = "stopped"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the store: ``key`` says which, ``sentence`` what it is and its mend, with the
    file's name."""

    key: StoreTrouble
    sentence: Sentence

    def of(self, **fields: object) -> Problem:
        """The same with what its sentence names."""
        return Problem(self.key, self.sentence.of(**fields))


class StoreError(KhvatkaError, OSError):
    """The match log cannot be opened, read or written. ``trouble`` is None where only the sentence
    says why."""

    trouble: StoreTrouble | None = None

    @classmethod
    def of(cls, problem: Problem) -> StoreError:
        """The error that tells this problem."""
        error = cls(problem.sentence)
        error.trouble = problem.key
        return error


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence (StoreError). A store that was
    found damaged is read as a whole at the next start."""
    try:
        yield
    except StoreError:
        raise
    except FAULTS as fault:
        problem = problem_of(path, fault)
        if problem.key is StoreTrouble.DAMAGED:
            mark_suspect(path)
        raise StoreError.of(problem) from fault


def problem_of(path: Path, fault: BaseException) -> Problem:
    """What is wrong with the store, as a value: what it is and the mend, in one sentence."""
    if isinstance(fault, StoreError):
        return Problem(fault.trouble or StoreTrouble.FAILING, fault.sentence)
    return _PROBLEMS[_trouble(path, fault)].of(path=path, fault=reason_of(fault))


DAMAGED: Final = Problem(StoreTrouble.DAMAGED, Sentence("the match log {path} is damaged ({why})"))
FOREIGN: Final = Problem(
    StoreTrouble.FOREIGN,
    Sentence("{path} is not a match log of Khvatka: choose another folder with --data"),
)
NEWER: Final = Problem(
    StoreTrouble.NEWER,
    Sentence(
        "the match log {path} was written by a newer Khvatka (version {found}, this one reads"
        " {ours}): update Khvatka or choose another folder with --data"
    ),
)
SILENT: Final = Problem(
    StoreTrouble.SILENT,
    Sentence(
        "the disk of the match log {path} does not answer: check it or choose another with --data"
    ),
)
GONE: Final = Problem(
    StoreTrouble.FAILING,
    Sentence(
        "the match log {path} is gone: put its disk back, or start Khvatka again for a new one"
    ),
)
_PROBLEMS: Final = {
    key: Problem(key, sentence)
    for key, sentence in {
        StoreTrouble.DAMAGED: Sentence(
            "the match log {path} is damaged ({fault}): move it away and Khvatka starts a new one"
        ),
        StoreTrouble.DISK_FULL: Sentence(
            "no room for the match log {path}: free some space on its disk"
        ),
        StoreTrouble.READ_ONLY: Sentence(
            "the match log {path} cannot be opened or written ({fault}): make its folder writable,"
            " run this as its owner, or choose another with --data"
        ),
        StoreTrouble.HELD: Sentence(
            "the match log {path} is held by another program: close that program"
        ),
        StoreTrouble.FAILING: Sentence(
            "the match log {path} failed ({fault}): check its disk or choose another with --data"
        ),
    }.items()
}
_CODES: Final = {
    sqlite3.SQLITE_NOTADB: StoreTrouble.DAMAGED,
    sqlite3.SQLITE_CORRUPT: StoreTrouble.DAMAGED,
    sqlite3.SQLITE_FULL: StoreTrouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: StoreTrouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: StoreTrouble.HELD,
    sqlite3.SQLITE_LOCKED: StoreTrouble.HELD,
}
_ERRNOS: Final = {
    errno.ENOSPC: StoreTrouble.DISK_FULL,
    errno.EDQUOT: StoreTrouble.DISK_FULL,
    errno.EFBIG: StoreTrouble.DISK_FULL,
    errno.EROFS: StoreTrouble.READ_ONLY,
    errno.EACCES: StoreTrouble.READ_ONLY,
    errno.EPERM: StoreTrouble.READ_ONLY,
}


def _trouble(path: Path, fault: BaseException) -> StoreTrouble:
    if isinstance(fault, UnicodeDecodeError):
        return StoreTrouble.DAMAGED
    code = getattr(fault, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary in _CODES:
        return _CODES[primary]
    if isinstance(fault, OSError) and fault.errno in _ERRNOS:
        return _ERRNOS[fault.errno]
    # A full or read-only disk also shows as a file that cannot be opened, mapped or made longer.
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) or isinstance(fault, OSError):
        with suppress(OSError):
            if is_read_only(path.parent):
                return StoreTrouble.READ_ONLY
            if is_full(path.parent, ROOM_BYTES):
                return StoreTrouble.DISK_FULL
    return StoreTrouble.READ_ONLY if primary == sqlite3.SQLITE_CANTOPEN else StoreTrouble.FAILING
