"""Opponents that think in a process of their own, so that no frame waits for them.

Nothing here reads a clock: ``now_ns`` is passed in, and where there is no wall clock to keep,
``InProcess`` answers at once.
"""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from console.bots.questions import (
    WITHOUT_THINKING,
    Answer,
    FailureKind,
    Question,
    answer_at,
    decide,
)
from console.games.forms import Json
from console.system.child import READY, Child, ChildLost
from drivers.times import MS, SECOND

COMMAND: Final = (sys.executable, "-m", "console.bots")
GRACE_NS: Final = SECOND
"""So long after its time an opponent may still answer."""
START_NS: Final = 20 * SECOND
"""So long the process may take to start: a cold card in a small computer is slow."""
REST_NS: Final = 2 * SECOND
"""So long, once a level has failed, those below it have together: a guest waits for them."""

_log = logging.getLogger(__name__)


class Opponents(Protocol):
    """Who can be asked for actions."""

    def ask(self, question: Question) -> None:
        """Takes a question; raises ``GameError`` as ``Question.check`` does."""

    def poll(self, now_ns: int) -> list[Answer]:
        """The answers there are by now, each once, in the order of the questions."""

    def close(self) -> None:
        """Drops what is open. Nobody is asked afterwards."""


class InProcess:
    """Answers at the next poll, thinking as long as the level takes: for virtual time and tests."""

    def __init__(self) -> None:
        self._waiting: list[Question] = []

    def ask(self, question: Question) -> None:
        """As ``Opponents.ask``."""
        question.check()
        self._waiting.append(question)

    def poll(self, now_ns: int) -> list[Answer]:
        """As ``Opponents.poll``; ``now_ns`` plays no part."""
        waiting, self._waiting = self._waiting, []
        return [decide(question, lambda: False) for question in waiting]

    def close(self) -> None:
        """As ``Opponents.close``."""
        self._waiting.clear()


@dataclass(slots=True)
class _Attempt:
    """The first question in the queue, put to ``level``; since one ``failed`` all ends at
    ``ends_ns``."""

    question: Question
    level: int
    failed: FailureKind | None = None
    sent: bool = False
    until_ns: int = 0
    ends_ns: int = 0

    def within(self, until_ns: int) -> int:
        """No later than all ends."""
        return until_ns if self.failed is None else min(until_ns, self.ends_ns)


class Worker:
    """One process, one question at a time, started when it is first needed.

    A process that ends, talks nonsense or is ``GRACE_NS`` over its time is replaced, and its
    question put to the level below; after level 1, or ``REST_NS`` after the first failure, the
    first legal action is the answer.
    """

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._child: Child | None = None
        self._ready = False
        self._waiting: deque[Question] = deque()
        self._attempt: _Attempt | None = None

    @property
    def pid(self) -> int | None:
        """The process that runs now."""
        return None if self._child is None else self._child.pid

    def wait(self, longest_s: float) -> bool:
        """Wait for the process that runs, if one does: has it said something, or ended?"""
        return self._child is not None and self._child.wait(longest_s)

    def ask(self, question: Question) -> None:
        """As ``Opponents.ask``. Its time begins at the poll that hands it over."""
        question.check()
        self._waiting.append(question)

    def poll(self, now_ns: int) -> list[Answer]:
        """As ``Opponents.poll``. Waits for nothing."""
        answers: list[Answer] = []
        while self._attempt is not None or self._waiting:
            if self._attempt is None:
                question = self._waiting.popleft()
                self._attempt = _Attempt(question, question.level)
            answer = self._answer(self._attempt, now_ns)
            if answer is None:
                break
            answers.append(answer)
            self._attempt = None
        return answers

    def close(self) -> None:
        """Ends the process, whatever it is doing, and forgets all questions."""
        self._waiting.clear()
        self._attempt = None
        self._end()

    def _answer(self, attempt: _Attempt, now_ns: int) -> Answer | None:
        """The answer, if it can be had by now."""
        question = attempt.question
        if len(question.actions) == 1:
            return answer_at(question, question.level, None, question.actions[0])
        while attempt.level > WITHOUT_THINKING:
            try:
                action = self._action(attempt, now_ns)
            except ChildLost as lost:
                self._give_up(attempt, FailureKind.DIED, f"the process {lost}", now_ns)
                continue
            if action is not None:
                return answer_at(question, attempt.level, attempt.failed, action)
            if now_ns < attempt.until_ns:
                return None
            self._give_up(attempt, FailureKind.OVERRAN, "its time is long over", now_ns)
        return answer_at(question, WITHOUT_THINKING, attempt.failed, None)

    def _action(self, attempt: _Attempt, now_ns: int) -> Json | None:
        """Goes on with the attempt: starts a process, hands over, takes the action."""
        if self._child is not None and self._ready and not attempt.sent and not self._child.alive:
            self._end()  # it ended while it was idle: no level's fault
        if self._child is None:
            self._child = Child(self._command)
            self._ready = False
            attempt.until_ns = attempt.within(now_ns + START_NS)
        messages = self._child.receive()
        if not self._ready and messages:
            if messages.pop(0) != READY:
                raise ChildLost("is not what it should be")
            self._ready = True
        if self._ready and not attempt.sent:
            self._hand_over(self._child, attempt, now_ns)
        if not messages:
            return None
        return _legal(attempt.question, messages)

    def _hand_over(self, child: Child, attempt: _Attempt, now_ns: int) -> None:
        question = attempt.question
        attempt.until_ns = attempt.within(now_ns + question.millis * MS + GRACE_NS)
        child.send(
            {
                "id": question.id,
                "game": question.game,
                "observation": question.observation,
                "level": attempt.level,
                "millis": max(0, attempt.until_ns - now_ns - GRACE_NS) // MS,
                "salt": question.salt,
            }
        )
        attempt.sent = True

    def _give_up(self, attempt: _Attempt, failed: FailureKind, why: str, now_ns: int) -> None:
        _log.warning("%s at level %d: %s", attempt.question.game, attempt.level, why)
        self._end()
        if attempt.failed is None:
            attempt.ends_ns = now_ns + REST_NS
        attempt.level = attempt.level - 1 if now_ns < attempt.ends_ns else WITHOUT_THINKING
        attempt.failed = failed
        attempt.sent = False

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


def _legal(question: Question, messages: list[Json]) -> Json:
    """The action out of what should be one answer. Raises ``ChildLost``."""
    action = messages[0].get("action")
    if len(messages) > 1 or messages[0].get("id") != question.id:
        raise ChildLost("answers what it was not asked")
    if not isinstance(action, dict) or action not in question.actions:
        raise ChildLost(f"chose {action!r}, which is not legal")
    return action
