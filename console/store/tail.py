"""The newest turns: on the disk already, in the store's file with the next thing that is more.

SQLite writes whole pages, and each of them twice; a turn alone is some 15 bytes. It is appended to
a file beside the store and synced, and goes into the store together with the next verdict, end or
begin. Until then it is read from here; after a power cut the next start takes it in. The file is as
long as it will ever be from the start, so that a sync need not write the file system's own tables.

A frame is its length, its number, a check sum and its turns. What is in the store is not removed
here but written over: old frames are known by their numbers, and taking one in again does nothing.
A frame that one flipped bit spoils is told from one that a power cut tore, and set aside.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.store.checks import column_of
from console.store.schema import key_of, of_match, version_of, writing
from console.system.files import open_in_place, remove_open
from console.system.locks import lock
from console.system.syncs import sync_bytes, sync_folder

SIZE: Final = 8 * 1024  # some 200 turns: in «Хаос» a verdict comes after 7 of them
_MAGIC: Final = b"khvatka tail 2\n\0"
_FRAME: Final = struct.Struct("<III")  # bytes of turns, number, check sum of all the others
_TAKE_IN: Final = f"""
    INSERT INTO action (id, body) SELECT :match << 24 | :n, :body
    WHERE :n = (SELECT count(*) FROM action WHERE {of_match(":match")})
    AND EXISTS (SELECT 1 FROM match WHERE id = :match AND result IS NULL)
"""
# A view of the temporary schema hides the table of its name for its connection alone.
_SHOWN: Final = (
    "PRAGMA temp_store = MEMORY",
    f"CREATE TEMP TABLE newest (id INTEGER PRIMARY KEY, body BLOB, {column_of('action')})",
    """CREATE TEMP VIEW action AS SELECT id, body, crc, match, n FROM main.action
        UNION ALL SELECT id, body, crc, id >> 24 AS match, id & 0xFFFFFF AS n FROM temp.newest
        WHERE id NOT IN (SELECT id FROM main.action)""",
)


class Turn(NamedTuple):
    """An action as it is stored: number ``n`` of a match, encoded. ``of`` is ``started`` of that
    match: another store has other matches of the same numbers."""

    match: int
    n: int
    body: bytes
    of: int | None = None


def tail_path(store: Path) -> Path:
    """Where the tail of a store lies."""
    return store.with_name(store.name + "-tail")


def turns(store: Path) -> list[Turn]:
    """What the tail holds, oldest first; nothing where there is none that can be read. A torn frame
    ends it."""
    try:
        return _turns_in(_contents(tail_path(store)))
    except OSError:  # the store can be read without it
        return []


def _turns_in(data: bytes) -> list[Turn]:
    """Raises OSError for what no cut leaves of a tail."""
    if not data.strip(b"\0"):
        return []
    if not data.startswith(_MAGIC):
        raise OSError("its form is unknown")
    found, _ = _frames(data)
    return [turn for body in found for turn in msgspec.msgpack.decode(body, type=list[Turn])]


def _frames(data: bytes) -> tuple[list[bytes], bool]:
    """What is in the frames up to the first that is none; is that one whose bit has flipped? A cut
    tears a frame, and leaves nothing that was synced behind it, as a flipped bit does."""
    found: list[bytes] = []
    at, expected = len(_MAGIC), None
    while (body := _frame(data[at:], expected)) is not None:
        found.append(body)
        expected = _FRAME.unpack_from(data, at)[1] + 1
        at += _FRAME.size + len(body)
    return found, _would_fit(data[at:], expected)


def _frame(data: bytes, expected: int | None) -> bytes | None:
    """What is in the frame that ``data`` begins with; None when there is none, or an old one."""
    if len(data) < _FRAME.size:
        return None
    length, number, check_sum = _FRAME.unpack_from(data)
    body = data[_FRAME.size : _FRAME.size + length]
    if not length or expected not in (None, number) or check_sum != _check_sum(number, body):
        return None
    return body


def _would_fit(data: bytes, expected: int | None) -> bool:
    """Would it be a frame if one bit of it were another?"""
    length = _FRAME.unpack_from(data)[0] if len(data) >= _FRAME.size else 0
    for bit in range(8 * min(len(data), _FRAME.size + length)):
        other = bytearray(data)
        other[bit // 8] ^= 1 << bit % 8
        if _frame(bytes(other), expected) is not None:
            return True
    return False


def _contents(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would never end
        raise OSError("no file")
    with path.open("rb") as file:
        return file.read(SIZE)


def started(connection: sqlite3.Connection, match: int) -> int | None:
    """The check sum of how a match began, which no other match shares; None: there is no such."""
    query = "SELECT CAST(header AS BLOB) FROM match WHERE id = ?"
    row = connection.execute(query, (match,)).fetchone()
    return None if row is None else zlib.crc32(row[0] or b"")


def _of_this_store(connection: sqlite3.Connection, newest: Sequence[Turn]) -> list[Turn]:
    begins = {match: started(connection, match) for match in {turn.match for turn in newest}}
    return [turn for turn in newest if turn.of is not None and turn.of == begins[turn.match]]


def show(connection: sqlite3.Connection, newest: Sequence[Turn]) -> None:
    """Let whoever reads by this connection see these turns among the others."""
    if newest and version_of(connection):
        for statement in _SHOWN:
            connection.execute(statement)
        ours = _of_this_store(connection, newest)
        rows = [(key_of(turn.match, turn.n), turn.body) for turn in ours]
        connection.executemany("INSERT OR IGNORE INTO temp.newest (id, body) VALUES (?, ?)", rows)


def take_in(connection: sqlite3.Connection, store: Path) -> None:
    """Put into the store what the process before it left in the tail, and remove that.

    A tail that somebody writes to now is let alone. Raises sqlite3.Error, and OSError for what
    cannot be written to or is no tail; what can be read of it is in the store by then.
    """
    if not os.path.lexists(tail_path(store)):
        return
    try:
        Tail(store, connection).close(empty=True)
    except BlockingIOError:
        return
    except OSError:
        _insert(connection, turns(store))
        raise


def insert(connection: sqlite3.Connection, left: Sequence[Turn]) -> None:
    """Put those turns into the open store that go on where its matches end. Raises sqlite3.Error"""
    ours = (turn._asdict() for turn in _of_this_store(connection, left))
    connection.executemany(_TAKE_IN, ours)


def _insert(connection: sqlite3.Connection, left: Sequence[Turn]) -> None:
    if left:
        with writing(connection):
            insert(connection, left)


class TailFile:
    """The file's bytes; only one process has it. Raises BlockingIOError when another one does, and
    other OSErrors when that place is taken by what is no file of ours."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = open_in_place(path)
        try:
            lock(self._handle)
            if not self._is_at(path):
                raise BlockingIOError(f"{path} has just been replaced")
        except OSError:
            os.close(self._handle)
            raise

    def _is_at(self, path: Path) -> bool:
        try:
            return os.path.samestat(os.fstat(self._handle), path.stat())
        except FileNotFoundError:  # who closed it meanwhile removed it
            return False

    def write(self, data: bytes, at: int) -> None:
        """Give the system all of ``data``."""
        os.lseek(self._handle, at, os.SEEK_SET)
        while data:
            data = data[os.write(self._handle, data) :]

    def sync(self) -> None:
        """Wait until it is on the disk."""
        sync_bytes(self._handle)

    def sync_name(self) -> None:
        """Wait until the file can be found on the disk too."""
        self.sync()
        sync_folder(self._path.parent)

    def remove(self) -> None:
        """Let it go and remove it; that need not be on the disk."""
        remove_open(self._path, self._handle)

    def close(self) -> None:
        """Let it go."""
        os.close(self._handle)


class Tail:
    """The tail of a store that this process writes."""

    def __init__(self, store: Path, connection: sqlite3.Connection) -> None:
        """Take in what is there, then begin anew. Raises sqlite3.Error, OSError."""
        self._file = TailFile(tail_path(store))
        try:
            left = _contents(tail_path(store))
            _insert(connection, _turns_in(left))
            if left.strip(b"\0") and _frames(left)[1]:
                raise OSError("a bit of it has flipped")
            self._file.write(_MAGIC.ljust(SIZE, b"\0"), 0)
            self._file.sync_name()
        except BaseException:
            self._file.close()
            raise
        self._number = 0
        self._at = len(_MAGIC)

    def append(self, newest: Sequence[Turn]) -> bool:
        """Write and sync these turns; False when there is no room. Raises OSError."""
        body = msgspec.msgpack.encode(newest)
        if self._at + _FRAME.size + len(body) > SIZE:
            return False
        frame = _FRAME.pack(len(body), self._number, _check_sum(self._number, body)) + body
        self._file.write(frame, self._at)
        self._file.sync()
        self._at += len(frame)
        self._number += 1
        return True

    def begin_again(self) -> None:
        """All turns of it are in the store now: the next ones are written over them."""
        self._at = len(_MAGIC)

    def close(self, *, empty: bool) -> None:
        """Let the file go; ``empty``: all turns of it are in the store, so remove it."""
        if empty:
            self._file.remove()
        else:
            self._file.close()


def _check_sum(number: int, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(struct.pack("<II", len(body), number)))
