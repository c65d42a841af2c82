"""What the log of a match says of those whom an autopilot played for, and what it means for them.

An autopilot's begin and end stand among the actions of a match, in their order, as ``entry`` makes
them; the rules never see them. An autopilot touches nothing, so its contacts carry no force.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from console.table.outputs import UNDO

AUTOPILOT: Final = "autopilot"
CONSIDERABLE: Final = 0.25
"""From this share of a player's actions on, what came of the match is not the player's own."""
NO_FORCE_N: Final = 0.0
"""``peak_n`` of an autopilot's contact: a hand presses with 0.5 N at least."""

Action = dict[str, Any]


def by_autopilot(peak_n: float) -> bool:
    """Is a contact of this force no hand's?"""
    return peak_n == NO_FORCE_N


def entry(player: int, begins: bool, t_us: int | None = None) -> Action:
    """An autopilot begins to play for ``player``, or ends; ``t_us`` in the match's time, if it has
    one."""
    action: Action = {"type": AUTOPILOT, "player": player, "begins": begins}
    return action if t_us is None else {**action, "t_us": t_us}


def away_after(away: frozenset[int], action: Action) -> frozenset[int]:
    """The players who are played for, once ``action`` of a log was made."""
    if action["type"] != AUTOPILOT:
        return away
    player = frozenset((action["player"],))
    return away | player if action["begins"] else away - player


def standing(actions: Iterable[Action]) -> list[tuple[Action, frozenset[int]]]:
    """The actions of a log that still stand, each with the players who were played for then."""
    made: list[tuple[Action, frozenset[int]]] = []
    away: frozenset[int] = frozenset()
    for action in actions:
        away = away_after(away, action)
        if action == UNDO:
            made.pop()
        elif action["type"] != AUTOPILOT:
            made.append((action, away))
    return made


def away_at_end(actions: Iterable[Action]) -> frozenset[int]:
    """The players who were played for when the log broke off."""
    away: frozenset[int] = frozenset()
    for action in actions:
        away = away_after(away, action)
    return away


def played_for(makers: Iterable[tuple[int, bool]], players: int) -> tuple[int, ...]:
    """The players whom an autopilot played for to a considerable part; ``makers`` are the player of
    each action, and whether an autopilot made it."""
    own, others = [0] * players, [0] * players
    for player, stood_in in makers:
        (others if stood_in else own)[player] += 1
    shares = zip(own, others, strict=True)
    return tuple(p for p, (o, s) in enumerate(shares) if s > 0 and s >= CONSIDERABLE * (o + s))
