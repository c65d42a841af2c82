"""What the ``load`` of every game reads the same way; each raises ``GameError`` (bad_state)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from console.games.errors import GameError, bad_state
from console.games.forms import Json, field, int_field, is_int, list_field, object_field
from console.games.options import Option

Opts = TypeVar("Opts")


def stored_players(source: Json, game: str, players: tuple[int, int], rule: str) -> int:
    """How many play at a position, which must be one of ``game``: from least to most, as a ``rule``
    has it."""
    if field(source, "game", bad_state) != game:
        raise bad_state(f"The field 'game' of the state must be {game!r}.")
    count = int_field(source, "players", bad_state)
    least, most = players
    if not least <= count <= most:
        wanted = f"{most}" if least == most else f"from {least} to {most}"
        raise bad_state(f"The field 'players' must be {wanted} ({rule}).")
    return count


def stored_scores(source: Json, players: int, rule: str) -> tuple[int, ...]:
    """A position's ``scores``: one for each player."""
    scores = list_field(source, "scores", bad_state)
    if len(scores) != players or not all(is_int(points) and points >= 0 for points in scores):
        raise bad_state(f"The field 'scores' must be {players} numbers, none negative ({rule}).")
    return tuple(scores)


def stored_options(
    source: Json, options: Mapping[str, Option], parse: Callable[[Mapping[str, Any]], Opts]
) -> Opts:
    """A position's ``options``, which must be given in full."""
    given = object_field(source, "options", bad_state)
    for name in options:
        field(given, name, bad_state)
    try:
        return parse(given)
    except GameError as error:
        raise bad_state(error.message) from None


def stored_to_move(source: Json, players: int) -> int | None:
    """A position's ``to_move``: a seat, or null."""
    seat = field(source, "to_move", bad_state)
    if seat is not None and not (is_int(seat) and 0 <= seat < players):
        raise bad_state(f"The field 'to_move' must be null or a seat, 0 to {players - 1}.")
    return seat


def stored_winners(source: Json) -> tuple[int, ...]:
    """A position's ``winners``: whole numbers; whether they are the right ones the game knows."""
    winners = list_field(source, "winners", bad_state)
    if not all(is_int(seat) for seat in winners):
        raise bad_state("The field 'winners' must be a list of seats.")
    return tuple(winners)
