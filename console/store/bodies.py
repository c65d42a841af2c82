"""What is in a row: MessagePack, deflated; the row has a check of its own (``checks``)."""

from __future__ import annotations

import zlib
from typing import Any, Final, TypeVar

import msgspec

_T = TypeVar("_T")
_MOST_BYTES: Final = 1 << 20
"""Unpacked; all that is kept has some hundreds. A stranger's may be packed a thousandfold."""
_BARE: Final = -15  # no header and no sum of its own: a flip takes 32 bytes, as JSON 43


def pack(value: Any) -> bytes:
    """The bytes of an action, a verdict, a header or a result."""
    return zlib.compress(msgspec.msgpack.encode(value), 9, _BARE)


def unpack(body: bytes, kind: type[_T]) -> _T:
    """What ``body`` holds. Raises ValueError when it is damaged or of another kind."""
    try:
        unpacker = zlib.decompressobj(_BARE)
        plain = unpacker.decompress(body, _MOST_BYTES)
        if not unpacker.eof:
            raise zlib.error("cut, or too many")
        return msgspec.msgpack.decode(plain, type=kind)
    except (zlib.error, TypeError) as fault:
        raise ValueError(f"deflated bytes: {fault}") from fault
