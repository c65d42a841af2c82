"""What may be wrong with the store's file or its disk: a key for screens, a sentence for people."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


class StoreError(KhvatkaError, OSError):
    """The match log cannot be opened, read or written: raised, or told as a value. ``key`` says why
    to screens; None: only the sentence does."""

    key: StoreTrouble | None = None

    @classmethod
    def of(
        cls, key: StoreTrouble, sentence: Sentence | None = None, /, **fields: object
    ) -> StoreError:
        """The error of a trouble with the fields of its ``sentence``, its usual one if None."""
        error = cls((sentence or _SENTENCES[key]).of(**fields))
        error.key = key
        return error


@contextmanager
def faults_raised(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence (StoreError)."""
    try:
        yield
    except StoreError:
        raise
    except FAULTS as fault:
        raise problem_of(path, fault) from fault


def problem_of(path: Path, fault: BaseException) -> StoreError:
    """What is wrong with the store, as a value: what it is and the mend, in one sentence. One that
    is found damaged is read as a whole at the next start."""
    if isinstance(fault, StoreError):
        fault.key = fault.key or StoreTrouble.FAILING
        return fault
    key = _trouble(path, fault)
    if key is StoreTrouble.DAMAGED:
        mark_suspect(path)
    return StoreError.of(key, path=path, fault=reason_of(fault))


GONE: Final = Sentence(
    "the match log {path} is gone: put its disk back, or start Khvatka again for a new one"
)
_SENTENCES: Final = {
    StoreTrouble.DISK_FULL: Sentence(
        "no room for the match log {path}: free some space on its disk"
    ),
    StoreTrouble.READ_ONLY: Sentence(
        "the match log {path} cannot be opened or written ({fault}): make its folder writable,"
        " run this as its owner, or choose another with --data"
    ),
    StoreTrouble.DAMAGED: Sentence(
        "the match log {path} is damaged ({fault}): Khvatka mends it when it starts"
    ),
    StoreTrouble.NEWER: Sentence(
        "the match log {path} was written by a newer Khvatka (version {found}, this one reads"
        " {ours}): update Khvatka or choose another folder with --data"
    ),
    StoreTrouble.FOREIGN: Sentence(
        "{path} is not a match log of Khvatka: choose another folder with --data"
    ),
    StoreTrouble.HELD: Sentence(
        "the match log {path} is held by another program: close that program"
    ),
    StoreTrouble.FAILING: Sentence(
        "the match log {path} failed ({fault}): check its disk or choose another with --data"
    ),
    StoreTrouble.SILENT: Sentence(
        "the disk of the match log {path} does not answer: check it or choose another with --data"
    ),
}
_CODES: Final = {
    **dict.fromkeys((sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT), StoreTrouble.DAMAGED),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), StoreTrouble.HELD),
    sqlite3.SQLITE_FULL: StoreTrouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: StoreTrouble.READ_ONLY,
}
_ERRNOS: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), StoreTrouble.DISK_FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), StoreTrouble.READ_ONLY),
    **dict.fromkeys((errno.EEXIST, errno.ENOTDIR), StoreTrouble.FOREIGN),  # its folder is a file
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
