"""What the table is told from outside."""

from __future__ import annotations


class Response:
    """Names, records, the time of day. Each kind is a frozen dataclass; it often answers a
    ``Request``, and comes by ``Table.respond``."""

    __slots__ = ()
