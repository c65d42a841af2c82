"""One opponent's choice: the same for the same observation, level and salt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from console.bots.base import LEVELS, Deadline
from console.bots.registry import AGENTS
from console.games.errors import bad_request, illegal
from console.games.forms import Json, is_int
from console.games.rng import SEED_MAX, Rng


def check_level(game: str, level: object) -> int:
    """The level, if ``game`` has an opponent of it.

    Raises ``GameError``: illegal_action for a game without opponents, bad_request for a level that
    is none of ``LEVELS``.
    """
    if game not in AGENTS:
        raise illegal(f"The game {game!r} has no opponents that could be asked.")
    if not is_int(level) or level not in LEVELS:
        raise bad_request(f"The field 'level' must be a whole number from 1 to {LEVELS[-1]}.")
    return level


def choose(
    game: str,
    observation: Json,
    level: int,
    deadline: Deadline,
    salt: int = 0,
    actions: Sequence[Json] = (),
) -> Json:
    """The action that an opponent takes for the player to move, who sees ``observation``.

    ``actions`` are the legal ones, where the caller has them: a single one needs no thinking.
    ``salt`` tells apart who would otherwise play alike; never give a match's seed, which is no
    player's to know. Raises ``GameError`` as ``check_level`` does.
    """
    check_level(game, level)
    if len(actions) == 1:
        return actions[0]
    return AGENTS[game].choose(observation, level, chance_for(observation, salt), deadline)


def chance_for(observation: Json, salt: int) -> Rng:
    """Lots that depend on what is seen alone, so that an opponent needs no memory."""
    seen = json.dumps([salt, observation], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(seen.encode("ascii")).digest()
    return Rng(int.from_bytes(digest[:8], "big") & SEED_MAX)
