"""``python -m tests.console.bots.toy_child``: the opponents' process with a toy in it.

At level 4 it thinks for ever, level 3 chats and answers, level 2 ends, level 1 answers.
"""

from __future__ import annotations

import os
from threading import Event

from console.bots.__main__ import main
from console.bots.base import Deadline
from console.bots.registry import AGENTS
from console.games.forms import Json
from console.games.rng import Rng
from tests.console.bots.toys import Toy


class Moody(Toy):
    """A toy with a mood for each level."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        while level == 4:
            Event().wait()
        if level == 3:
            os.write(1, b"Let me see...\n")
        if level == 2:
            os._exit(5)
        return super().choose(observation, level, rng, deadline)


if __name__ == "__main__":
    AGENTS["ignis"] = Moody()
    main()
