"""What a web process and its starter tell each other, one JSON object a line: it listens, or not.

The other messages are of those who have one: ``console.phones.messages``,
``console.tuning.messages``.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

M = TypeVar("M")


class Message(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """One of them; its kind is its class' name."""


class Opened(Message, frozen=True, tag=True):
    """It listens at this port."""

    port: int


class Failed(Message, frozen=True, tag=True):
    """It cannot listen; why, as ``drivers.reasons`` says it: a message id."""

    why: str


def plain(message: Message) -> dict[str, Any]:
    """A message as a JSON object."""
    found: dict[str, Any] = msgspec.to_builtins(message)
    return found


def read(source: object, kind: type[M] | Any) -> M:
    """A message from a JSON object. Raises msgspec.ValidationError."""
    found: M = msgspec.convert(source, kind)
    return found
