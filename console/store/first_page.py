"""The first page of a damaged store, made again: it tells where the tables lie.

What it tells is in the leaves of the schema table, which can be known by their rows wherever they
lie: a store that was taken forward or written anew has its tables in other places than a new one.
The format is sqlite.org/fileformat2.html.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from mmap import mmap
from typing import Final, NamedTuple

_HEADER: Final = 100
_LEAF, _INTERIOR = 0x0D, 0x05
_COLUMNS: Final = 5  # type, name, tbl_name, rootpage, sql
_KINDS: Final = (b"table", b"index", b"view", b"trigger")
_LONGEST: Final = 9  # bytes of a number
_KEYS: Final = 1 << 14  # more rows no schema has
_MOST: Final = 50  # leaves that the first page has room for


class _Leaf(NamedTuple):
    first: int
    last: int
    page: int


def first_page(data: bytes | mmap, like: bytes) -> bytes | None:
    """The first page of the file ``data``; None when no leaf of its schema can be found.

    ``like`` is the beginning of a store of this version; that page size is tried first.
    """
    own = int.from_bytes(like[16:18], "big")
    for page_bytes in sorted((512, 1024, 2048, 4096, 8192), key=lambda size: size != own):
        leaves = _apart(
            leaf
            for at in range(page_bytes, len(data) - page_bytes + 1, page_bytes)
            if data[at] == _LEAF
            and (leaf := _schema_leaf(data[at : at + page_bytes], at // page_bytes + 1))
        )
        if leaves:
            return _made(like, leaves[:_MOST], page_bytes, len(data) // page_bytes)
    return None


def _apart(found: Iterable[_Leaf]) -> list[_Leaf]:
    """In the order of their rows; one that overlaps is an old one."""
    leaves: list[_Leaf] = []
    for leaf in sorted(found):
        if not leaves or leaves[-1].last < leaf.first:
            leaves.append(leaf)
    return leaves


def _schema_leaf(page: bytes, number: int) -> _Leaf | None:
    """Which rows of the schema the page holds; None for a page of anything else."""
    count = int.from_bytes(page[3:5], "big")
    places = [int.from_bytes(page[at : at + 2], "big") for at in range(8, 8 + 2 * count, 2)]
    try:
        rows = [_schema_row(page, at) for at in places]
    except IndexError:
        return None
    if not rows or None in rows:
        return None
    keys = [row for row in rows if row is not None]
    rising = all(one < other for one, other in pairwise(keys))
    return _Leaf(keys[0], keys[-1], number) if rising and keys[-1] < _KEYS else None


def _schema_row(page: bytes, at: int) -> int | None:
    """The key of the row at ``at``; None when it is none of the schema's. Raises IndexError."""
    _, at = _number(page, at)
    key, at = _number(page, at)
    size, types_at = _number(page, at)
    body = at + size
    types: list[int] = []
    while types_at < body and len(types) <= _COLUMNS:
        kind, types_at = _number(page, types_at)
        types.append(kind)
    if types_at != body or len(types) != _COLUMNS:
        return None
    length, is_text = divmod(types[0] - 13, 2)
    return key if not is_text and page[body : body + length] in _KINDS else None


def _number(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends. Raises IndexError."""
    value = 0
    for i in range(_LONGEST - 1):
        value = value << 7 | page[at + i] & 0x7F
        if page[at + i] < 0x80:
            return value, at + i + 1
    return value << 8 | page[at + _LONGEST - 1], at + _LONGEST


def _made(like: bytes, leaves: list[_Leaf], page_bytes: int, pages: int) -> bytes:
    page = bytearray(like[:_HEADER].ljust(page_bytes, b"\0"))
    page[16:18] = page_bytes.to_bytes(2, "big")
    page[28:32] = pages.to_bytes(4, "big")
    page[32:40] = bytes(8)  # no free ones
    page[92:96] = page[24:28]  # and the number of pages is to be believed
    end, places = page_bytes, b""
    for leaf in leaves[:-1]:
        cell = leaf.page.to_bytes(4, "big") + _bytes_of(leaf.last)
        end -= len(cell)
        page[end : end + len(cell)] = cell
        places += end.to_bytes(2, "big")
    head = bytes((_INTERIOR, 0, 0)) + (len(leaves) - 1).to_bytes(2, "big") + end.to_bytes(2, "big")
    head += bytes(1) + leaves[-1].page.to_bytes(4, "big") + places
    page[_HEADER : _HEADER + len(head)] = head
    return bytes(page)


def _bytes_of(key: int) -> bytes:
    """A key below ``_KEYS``."""
    return bytes((0x80 | key >> 7, key & 0x7F)) if key > 0x7F else bytes((key,))
