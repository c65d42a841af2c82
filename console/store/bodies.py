"""What is in a row: JSON, deflated."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec

_T = TypeVar("_T")


def pack(value: Any) -> bytes:
    """The bytes of an action, a verdict, a header or a result."""
    return zlib.compress(msgspec.json.encode(value), 9)


def unpack(body: bytes, kind: type[_T]) -> _T:
    """What ``body`` holds. Raises ValueError when it is damaged or of another kind."""
    try:
        return msgspec.json.decode(zlib.decompress(body), type=kind)
    except (zlib.error, TypeError) as fault:
        raise ValueError(f"deflated bytes: {fault}") from fault
