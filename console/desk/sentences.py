"""A sentence as a database keeps it, to be told in any language."""

from __future__ import annotations

import msgspec

from drivers.errors import Sentence


def as_kept(sentence: Sentence) -> str:
    """JSON of its message and fields."""
    fields = {
        name: value if isinstance(value, int) else str(value)
        for name, value in sentence.fields.items()
    }
    return msgspec.json.encode((sentence.message, fields)).decode()


def from_kept(kept: str) -> Sentence:
    """What ``as_kept`` made of it."""
    message, fields = msgspec.json.decode(kept, type=tuple[str, dict[str, int | str]])
    return Sentence(message, **fields)
