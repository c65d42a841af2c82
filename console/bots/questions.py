"""What an opponent is asked and answers, and what happens when it fails at a level."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from console.bots.base import Deadline
from console.bots.choose import check_level, choose
from console.games.forms import Json

WITHOUT_THINKING: Final = 0
"""The level of an action that nobody thought about: the first legal one."""

_log = logging.getLogger(__name__)


class FailureKind(StrEnum):
    """How an opponent failed."""

    DIED = "died"
    """It ended by itself, or answered what is no legal action."""
    OVERRAN = "overran"
    """It was still thinking long after its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which action? Of ``actions``, all legal ones (at least one), seen from ``observation``.

    ``id`` is the asker's own; ``level`` 1 to 4; ``millis`` of wall time at most, 0 or more;
    ``salt`` as for ``choose``.
    """

    id: int
    game: str
    observation: Json
    level: int
    millis: int
    actions: Sequence[Json]
    salt: int = 0

    def check(self) -> None:
        """Raises ``GameError`` for a game without opponents and for a level that there is not."""
        check_level(self.game, self.level)


@dataclass(frozen=True, slots=True)
class Failure:
    """What the table should show: asked at ``level``, the opponent ``failed`` (the last time)."""

    failed: FailureKind
    level: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The ``action`` for question ``id``, found at ``level`` (0: without thinking).

    ``note`` is None when the level that was asked for answered.
    """

    id: int
    action: Json
    level: int
    note: Failure | None = None


def answer_at(
    question: Question, level: int, failed: FailureKind | None, action: Json | None
) -> Answer:
    """The answer once ``level`` gave ``action`` (None: no level did), after what ``failed``."""
    note = None if failed is None else Failure(failed, question.level)
    if action is None:
        return Answer(question.id, question.actions[0], WITHOUT_THINKING, note)
    return Answer(question.id, action, level, note)


def decide(question: Question, deadline: Deadline) -> Answer:
    """Thinks here and now; a level that fails is replaced by the one below.

    Raises ``GameError`` as ``Question.check`` does.
    """
    question.check()
    failed = None
    for level in range(question.level, WITHOUT_THINKING, -1):
        try:
            action = choose(
                question.game,
                question.observation,
                level,
                deadline,
                question.salt,
                question.actions,
            )
        except Exception:
            _log.exception("the opponent of %s failed at level %d", question.game, level)
        else:
            if action in question.actions:
                return answer_at(question, level, failed, action)
            _log.error("level %d of %s chose %r: not legal", level, question.game, action)
        failed = FailureKind.DIED
    return answer_at(question, WITHOUT_THINKING, failed, None)
