"""``python -m tests.console.bots.toy_child``: the opponents' process with a toy in it.

At level 4 it thinks for ever, level 3 chats and answers, level 2 ends, level 1 answers.
"""

from __future__ import annotations

import os
from threading import Event

from console.bots.__main__ import main
from console.bots.base import Late
from console.bots.registry import THINKERS
from console.games.chance import Chance
from console.games.forms import Json
from tests.console.bots.toys import Toy


class Moody(Toy):
    """A toy with a mood for each level."""

    def choose(self, observation: Json, level: int, chance: Chance, late: Late) -> Json:
        while level == 4:
            Event().wait()
        if level == 3:
            os.write(1, b"Let me see...\n")
        if level == 2:
            os._exit(5)
        return super().choose(observation, level, chance, late)


if __name__ == "__main__":
    THINKERS["ignis"] = Moody()
    main()
