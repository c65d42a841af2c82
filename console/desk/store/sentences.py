"""A sentence as a database keeps it, to be told in any language."""

from __future__ import annotations

from string import Formatter

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
    """What ``as_kept`` made of it. Raises ValueError or DecodeError for what it never makes: a
    field that asks for more than its value could take all memory."""
    message, fields = msgspec.json.decode(kept, type=tuple[str, dict[str, int | str]])
    for _, name, spec, conversion in Formatter().parse(message):
        if name is not None and (name not in fields or spec or conversion):
            raise ValueError(f"{{{name}}}")
    return Sentence(message, **fields)
