"""The opponent for IOTA.

Levels 1 to 3 take the turn that gains most of those that they notice, and the lower the level, the
more they overlook; level 3 also takes wilds from the table. Level 4 overlooks nothing, and weighs
the best turns by what the others might reply and what it could do next.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Final

from console.bots.base import Agent, Deadline
from console.bots.iota_search import TurnSearch
from console.bots.iota_sight import Sight, sight_of
from console.bots.iota_turns import TurnPlan, pass_of, turns
from console.games.forms import Json
from console.games.rng import Rng


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays: of how many slots in a hundred it notices what could be laid there,
    whether it swaps; how many turns it weighs, in how many ``steps`` and ``samples`` at most."""

    notices: int
    swapping: bool
    weighs: int = 1
    steps: int = 0
    samples: int = 0


SKILLS: Final = {
    1: Skill(notices=15, swapping=False),
    2: Skill(notices=50, swapping=False),
    3: Skill(notices=80, swapping=True),
    4: Skill(notices=100, swapping=True, weighs=12, steps=50_000, samples=60),
}


class IotaAgent(Agent):
    """Levels by ``SKILLS``; passes, changing all cards but wilds, where nothing can be placed."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        sight = sight_of(observation)
        skill = SKILLS[level]
        found = _noticed(sight, skill, rng, deadline)
        if skill.weighs > 1 and sight.deck:
            found.append(pass_of(sight))
        if not found:
            return pass_of(sight).first_action()
        if len(found) == 1 or skill.weighs == 1:
            return found[0].first_action()
        return (
            TurnSearch(sight, rng, deadline).best(found, skill.steps, skill.samples).first_action()
        )


def _noticed(sight: Sight, skill: Skill, rng: Rng, deadline: Deadline) -> list[TurnPlan]:
    """The best turns that come to mind, best first."""
    found: list[TurnPlan] = []
    for slot_turns in turns(sight, swapping=skill.swapping):
        if rng.below(100) < skill.notices:
            found += slot_turns
        if deadline():
            break
    return heapq.nlargest(skill.weighs, found, key=lambda turn: turn.gain)
