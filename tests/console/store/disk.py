"""A disk that remembers: every write, truncation, sync and unlink of the store's files, in order.

How: a VFS shim (sqlite.org/vfs.html) made by ctypes inside the very library that Python's
``sqlite3`` is linked to. The program's own code runs on real files with the real write-ahead log;
the default VFS opens and writes them, and four of its methods (write, truncate, sync, close) and
two of its calls (open, delete) pass through Python on their way. So nothing needs a compiler, a
tracer's rights or another SQLite than the program's: ``strace`` may be forbidden in a container,
and ``apsw`` brings an SQLite of its own. The shared-memory file is not seen: after a power cut it
is worth nothing, and ``cuts`` puts rubbish in its place.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

OK: Final = sqlite3.SQLITE_OK
_NEW: Final = 0x4  # SQLITE_OPEN_CREATE
_SYNCED_WITH_ITS_FOLDER: Final = 0x80000 | 0x800  # WAL and MAIN_JOURNAL: by the VFS's first sync
_P, _I, _I64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_CLOSE = ctypes.CFUNCTYPE(_I, _P)
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, _I64)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, _I64)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, ctypes.POINTER(_I))  # the VFS keeps the name: as is
_DELETE = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _I)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods; what follows ``rest`` stays as it is."""

    _fields_ = (
        ("version", _I),
        ("close", _CLOSE),
        ("read", _P),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("rest", _P * 13),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _I),
        ("file_size", _I),
        ("longest_path", _I),
        ("next", _P),
        ("name", ctypes.c_char_p),
        ("data", _P),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("rest", _P * 14),
    )


@dataclass(frozen=True, slots=True)
class Made:
    """A file came to be."""

    file: str


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes were given to the system; they are on the disk after the next ``Synced``."""

    file: str
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """A file was truncated to ``size`` bytes."""

    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Synced:
    """All that was written to a file is on the disk; with ``folder`` the folder's names are too."""

    file: str
    folder: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """A file was unlinked; with ``folder`` that is on the disk."""

    file: str
    folder: bool


@dataclass(frozen=True, slots=True)
class Told:
    """The program said that something is on the disk: no cut from here on may lose it."""

    what: int


Op = Made | Written | Cut | Synced | Gone | Told


class Refuses(Protocol):
    """Whether the disk takes an operation: an SQLite result code, OK to take it."""

    def __call__(self, op: Op) -> int: ...


class Disk:
    """What happened in a folder, in order. ``refuse`` makes the disk fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.ops: list[Op] = []
        self.refuse: Refuses = lambda _: OK

    def told(self, what: int) -> None:
        """Note that ``what`` was acknowledged, after all that is on the disk by now."""
        self.ops.append(Told(what))

    def take(self, op: Op) -> int:
        """Ask whether the disk takes it, and note it if so."""
        code = self.refuse(op)
        if code == OK:
            self.ops.append(op)
        return code

    def here(self, path: str) -> str | None:
        """The file's name, None for one of another folder."""
        return os.path.basename(path) if os.path.dirname(path) == str(self.folder) else None


class _Shim:
    """The patched VFS; keeps every pointer alive that SQLite may still use."""

    def __init__(self, disk: Disk, library: ctypes.CDLL) -> None:
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = (ctypes.c_char_p,)
        library.sqlite3_vfs_register.argtypes = (ctypes.POINTER(_Vfs), _I)
        self.library = library
        self.base = library.sqlite3_vfs_find(None)
        self.disk = disk
        self.files: dict[int, tuple[str, bool]] = {}
        self.patched: dict[int, tuple[_Methods, _Methods]] = {}
        base = self.base.contents
        self.vfs = _Vfs.from_buffer_copy(base)
        self.vfs.name = b"a disk that remembers"
        self.vfs.open, self.vfs.delete = _OPEN(self._open), _DELETE(self._delete)

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        path = "" if name is None else os.fsdecode(ctypes.string_at(name))
        here = self.disk.here(path)
        new = here is not None and not os.path.exists(path)
        if new and flags & _NEW and here is not None:
            refused = self.disk.take(Made(here))
            if refused:
                return refused
        code = int(self.base.contents.open(ctypes.addressof(self.vfs), name, file, flags, out))
        if code == OK and here is not None:
            opened = _File.from_address(file)
            opened.methods = ctypes.pointer(self._methods(opened))
            self.files[file] = here, bool(new and flags & _SYNCED_WITH_ITS_FOLDER)
        return code

    def _methods(self, file: _File) -> _Methods:
        address = ctypes.addressof(file.methods.contents)
        if address not in self.patched:
            ours, theirs = (_Methods.from_buffer_copy(file.methods.contents) for _ in range(2))
            ours.close = _CLOSE(lambda f: self._close(theirs, f))
            ours.write = _WRITE(lambda f, data, size, at: self._write(theirs, f, data, size, at))
            ours.truncate = _TRUNCATE(lambda f, size: self._truncate(theirs, f, size))
            ours.sync = _SYNC(self._sync)
            self.patched[address] = ours, theirs
        return self.patched[address][0]

    def _close(self, base: _Methods, file: int) -> int:
        del self.files[file]
        return int(base.close(file))

    def _write(self, base: _Methods, file: int, data: int, size: int, at: int) -> int:
        op = Written(self.files[file][0], at, ctypes.string_at(data, size))
        return self.disk.take(op) or int(base.write(file, data, size, at))

    def _truncate(self, base: _Methods, file: int, size: int) -> int:
        return self.disk.take(Cut(self.files[file][0], size)) or int(base.truncate(file, size))

    def _sync(self, file: int, _flags: int) -> int:
        name, with_folder = self.files[file]
        self.files[file] = name, False
        return self.disk.take(Synced(name, with_folder))  # only noted: tests need no real disk

    def _delete(self, _vfs: int, name: bytes, folder: int) -> int:
        here = self.disk.here(os.fsdecode(name))
        if here is not None and os.path.exists(os.fsdecode(name)):
            refused = self.disk.take(Gone(here, bool(folder)))
            if refused:
                return refused
        return int(self.base.contents.delete(ctypes.addressof(self.vfs), name, folder))


@contextmanager
def remembered(folder: Path) -> Iterator[Disk]:
    """All that is done in ``folder`` meanwhile is noted; close every connection within."""
    disk = Disk(folder)
    shim = _Shim(disk, ctypes.CDLL(_sqlite3.__file__))
    shim.library.sqlite3_vfs_register(ctypes.byref(shim.vfs), 1)
    try:
        yield disk
        assert not shim.files, f"still open: {shim.files}"
    finally:
        shim.library.sqlite3_vfs_unregister(ctypes.byref(shim.vfs))


def full_from(disk: Disk, room: Callable[[], int]) -> None:
    """Let the disk take only as many bytes of writes as ``room`` says are left, each time anew."""

    def refuse(op: Op) -> int:
        full = isinstance(op, Written) and len(op.data) > room()
        return sqlite3.SQLITE_FULL if full else OK

    disk.refuse = refuse
