"""What can be done in «Хаос»: frozen values with a JSON round trip.

``t_us`` is ``t_ns // 1000`` on the table's one clock (C23). It is None only in ``legal_actions``,
where nobody has acted yet: ``at`` fills it in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from console.games.chaos.cards import GRAB, PALM
from console.games.errors import bad_request
from console.games.forms import Formed, Json, exact_fields, int_field, parsed, str_field

DUEL: Final = "duel"
SPECIAL: Final = "special"
GESTURES: Final = (GRAB, PALM)
TAKES: Final = (DUEL, SPECIAL)


@dataclass(frozen=True, slots=True)
class Flip(Formed):
    """Hand ``hand`` flips the top of its stack (C5)."""

    type = "flip"
    hand: int
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class FlipAll(Formed):
    """All hands flip one card at the same moment (C16)."""

    type = "flip_all"
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class HandContact(Formed):
    """A hand arrives on the pad; ``gesture`` is ``"grab"`` or ``"palm"``."""

    type = "contact"
    hand: int
    gesture: str
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class GripFall(Formed):
    """The grip falls through ``hand``'s fault, or nobody knows whose (None) (C13)."""

    type = "fall"
    hand: int | None
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class Expire(Formed):
    """The table's time is up: every open special is dead, or a `classic` game ends (C6, C21)."""

    type = "expire"
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class Choose(Formed):
    """The hand that won both takes the ``"duel"`` or the ``"special"`` (C18)."""

    type = "choose"
    hand: int
    take: str
    t_us: int | None = None


Action = Flip | FlipAll | HandContact | GripFall | Expire | Choose


def at(action: Action, t_us: int) -> Action:
    """The same action at a time."""
    if isinstance(action, Flip):  # nearly always, and three times as fast
        return Flip(action.hand, t_us)
    return dataclasses.replace(action, t_us=t_us)


def _flip(source: Json) -> Action:
    exact_fields(source, ("hand", "t_us"))
    return Flip(int_field(source, "hand"), int_field(source, "t_us"))


def _flip_all(source: Json) -> Action:
    exact_fields(source, ("t_us",))
    return FlipAll(int_field(source, "t_us"))


def _contact(source: Json) -> Action:
    exact_fields(source, ("hand", "gesture", "t_us"))
    gesture = str_field(source, "gesture")
    if gesture not in GESTURES:
        raise bad_request("The gesture of a contact is 'grab' or 'palm'.")
    return HandContact(int_field(source, "hand"), gesture, int_field(source, "t_us"))


def _fall(source: Json) -> Action:
    exact_fields(source, ("hand", "t_us"))
    hand = None if source["hand"] is None else int_field(source, "hand")
    return GripFall(hand, int_field(source, "t_us"))


def _expire(source: Json) -> Action:
    exact_fields(source, ("t_us",))
    return Expire(int_field(source, "t_us"))


def _choose(source: Json) -> Action:
    exact_fields(source, ("hand", "take", "t_us"))
    take = str_field(source, "take")
    if take not in TAKES:
        raise bad_request("A choice takes the 'duel' or the 'special'.")
    return Choose(int_field(source, "hand"), take, int_field(source, "t_us"))


_PARSERS: Final[dict[str, Callable[[Json], Action]]] = {
    "flip": _flip,
    "flip_all": _flip_all,
    "contact": _contact,
    "fall": _fall,
    "expire": _expire,
    "choose": _choose,
}


def parse_action(source: Json) -> Action:
    """An action from its JSON form.

    Raises ``GameError`` (bad_request) for an unknown type, gesture or ``take`` and for a missing,
    extra or ill-typed field. Whether the hand exists is a matter of the position, not of the form.
    """
    return parsed(_PARSERS, source)
