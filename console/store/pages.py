"""The rows in an SQLite file's pages, each read by itself: what a damaged file still holds.

The format is sqlite.org/fileformat2.html, and of that what our tables have. SQLite itself reads no
further than to the first page that is not as it should be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from console.store.schema import PAGE_BYTES

_BY_NUMBER: Final = 5
_BY_KEY: Final = 2
"""How a page of a table begins that has numbers, and of one WITHOUT ROWID; of a leaf:"""
_LEAF: Final = 8
_WITHIN: Final = {_BY_NUMBER: 477, _BY_KEY: 102}
"""So many bytes of a row lie in its page; of a longer row so many at least:"""
_LEAST_WITHIN: Final = 39
_LINK: Final = 4
_SIZES: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
_BLOB: Final = 12
"""What kinds of values there are: NULL, integers of these sizes, a float (no table that is rescued
has one), 0 and 1; from 12 on bytes and texts by turns."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row as it lies there: its number, None in a table without; its values, of which those that
    are cut off are wrong. No values: they cannot be read."""

    number: int | None
    values: tuple[Any, ...] = ()


class Pages:
    """The pages of a file. All calls raise OSError for a disk that does not give them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._count = file.seek(0, 2) // PAGE_BYTES
        self._seen: set[int] = set()

    def below(self, page: int, *, numbered: bool) -> Iterator[StoredRow | None]:
        """The rows of a tree of pages, in order; None where a page is lost."""
        data, kind = self._page(page), _BY_NUMBER if numbered else _BY_KEY
        if page in self._seen or data[0] not in (kind, kind | _LEAF):
            yield None
            return
        self._seen.add(page)
        if data[0] & _LEAF:
            yield from self._rows(data)
            return
        links = [data[at : at + _LINK] for at in _places(data)]
        for link in (*links, data[8:12]):
            yield from self.below(_integer(link), numbered=numbered)
        if not numbered:
            yield from self._rows(data)

    def beside(self) -> Iterator[StoredRow]:
        """The rows in pages to which no table has led, in no order."""
        for page in range(1, self._count + 1):
            data = self._page(page)
            if page not in self._seen and data[0] in (_BY_NUMBER | _LEAF, _BY_KEY | _LEAF, _BY_KEY):
                yield from self._rows(data)

    def _page(self, page: int) -> bytes:
        if not 0 < page <= self._count:
            return bytes(PAGE_BYTES)
        self._file.seek((page - 1) * PAGE_BYTES)
        return self._file.read(PAGE_BYTES)

    def _rows(self, data: bytes) -> Iterator[StoredRow]:
        return (self._row(data, at) for at in _places(data))

    def _row(self, data: bytes, at: int) -> StoredRow:
        kind, number = data[0] & ~_LEAF, None
        try:
            size, at = _varint(data, at if data[0] & _LEAF else at + _LINK)
            if kind == _BY_NUMBER:
                number, at = _varint(data, at)
            return StoredRow(number, _values(self._body(data, at, size, _WITHIN[kind])))
        except (IndexError, ValueError):
            return StoredRow(number)

    def _body(self, data: bytes, at: int, size: int, most: int) -> bytes:
        """The bytes of a row, as far as they are there: they go on in pages of their own."""
        within = size
        if size > most:
            within = _LEAST_WITHIN + (size - _LEAST_WITHIN) % (PAGE_BYTES - _LINK)
            within = within if within <= most else _LEAST_WITHIN
        parts = [data[at : at + within]]
        link = data[at + within : at + within + _LINK]
        for _ in range(within, min(size, self._count * PAGE_BYTES), PAGE_BYTES - _LINK):
            if not any(link):
                break
            more = self._page(_integer(link))
            link = more[:_LINK]
            parts.append(more[_LINK:])
        return b"".join(parts)[:size]


def _places(data: bytes) -> Iterator[int]:
    """Where the rows of a page begin."""
    first = 8 if data[0] & _LEAF else 12
    last = min(first + 2 * _integer(data[3:5]), PAGE_BYTES)
    return (_integer(data[at : at + 2]) for at in range(first, last, 2))


def _values(body: bytes) -> tuple[Any, ...]:
    """What a row holds. Raises ValueError, IndexError."""
    end, at = _varint(body, 0)
    start = end
    values: list[Any] = []
    while at < end:
        kind, at = _varint(body, at)
        size = _SIZES[kind] if kind < _BLOB else (kind - _BLOB) // 2
        part = body[start : start + size]
        if kind >= _BLOB:
            values.append(part.decode() if kind % 2 else part)
        else:
            number = int.from_bytes(part, "big", signed=True) if size else kind - 8
            values.append(number if kind else None)
        start += size
    return tuple(values)


def _integer(body: bytes) -> int:
    return int.from_bytes(body, "big")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where it ends. Raises IndexError."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
