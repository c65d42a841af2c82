"""An event as it is kept: options, seed, and every action with who took it and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from console.events.actions import Enter, EventAction, Rename
from console.events.options import EventOptions, checked
from console.games.rng import SEED_MAX
from drivers.errors import ConfigError

FORMAT: Final = 1
AtMs: TypeAlias = Annotated[int, Meta(ge=0, le=10**14)]
"""A clock, milliseconds since 1970 in UTC; no file may name a day that no page can show."""


class Logged(Struct, frozen=True, forbid_unknown_fields=True):
    """One line. ``at_ms``: the desk's clock; ``by``: a person at the desk, or a table."""

    at_ms: AtMs
    by: str
    action: EventAction


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file."""

    khvatka_event: int
    seed: int
    options: EventOptions


class EventLog(Struct, frozen=True, forbid_unknown_fields=True):
    """All that an event is (V1)."""

    options: EventOptions
    seed: int
    lines: tuple[Logged, ...] = ()

    def encoded(self) -> bytes:
        """A line of JSON for the head and for each action: the same log, the same bytes."""
        head = Head(FORMAT, self.seed, self.options)
        return b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *self.lines))

    def without_name(self, person: int) -> EventLog:
        """The log once a person was forgotten (V3)."""
        return EventLog(self.options, self.seed, tuple(_blanked(self.lines, person)))


def decoded(data: bytes, where: str = "event") -> EventLog:
    """What ``encoded`` gave. ``where`` names it in errors. Raises ConfigError naming the line."""
    lines = data.splitlines()
    if not lines:
        raise ConfigError("{where} is empty: take the whole file of an event", where=where)
    number = 1
    try:
        head = msgspec.json.decode(lines[0], type=Head)
        options = checked(head.options)
        logged = []
        for number, line in enumerate(lines[1:], 2):  # noqa: B007  # told when it fails
            logged.append(_LINE.decode(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(
            "{where}, line {number} is no line of an event ({why}): take the whole file",
            where=where,
            number=number,
            why=str(error),
        ) from None
    if head.khvatka_event != FORMAT or not 0 <= head.seed <= SEED_MAX:
        raise ConfigError(
            "{where} is of another version of Khvatka: take that version to read it", where=where
        )
    return EventLog(options, head.seed, tuple(logged))


_LINE: Final = msgspec.json.Decoder(Logged)


def _blanked(lines: Iterable[Logged], person: int) -> Iterable[Logged]:
    entered = -1
    for line in lines:
        action = line.action
        entered += isinstance(action, Enter)
        if (isinstance(action, Enter) and entered == person) or (
            isinstance(action, Rename) and action.person == person
        ):
            yield replace(line, action=replace(action, name=""))
        else:
            yield line
