"""Opponents at the board games: the table asks, they answer, in a process of their own or here."""

from __future__ import annotations

from console.bots.questions import Answer, Question
from console.bots.worker import Opponents
from console.games.errors import GameError
from console.table.outputs import AgentAnswer, AgentFailure, AgentQuestion, Output
from console.table.table import Table
from console.table.view import View

MILLIS = 2_000
"""Wall time an opponent may take to think; its work is bounded by steps, so it needs far less."""


def thinking(question: AgentQuestion, number: int) -> Question:
    """The table's question as they take it, under a number of the asker's own."""
    return Question(
        id=number,
        game=question.game,
        observation=question.observation,
        level=question.level,
        millis=MILLIS,
        actions=question.legal,
        salt=question.salt,
    )


class AskedOpponents:
    """A sink and agents of the loop: takes the table's questions, brings the answers back."""

    def __init__(self, table: Table, opponents: Opponents) -> None:
        self._table = table
        self._opponents = opponents
        self._open = 0
        self._unasked: list[AgentAnswer] = []

    def __call__(self, output: Output) -> None:
        if not isinstance(output, AgentQuestion):
            return
        try:
            self._opponents.ask(thinking(output, output.n))
            self._open += 1
        except GameError:  # nobody can think about this game: any legal move, and a note
            self._unasked.append(AgentAnswer(output.n, output.legal[0], 0, AgentFailure.DIED))

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """Agents look at nothing but what they are asked."""

    def act(self, now_ns: int) -> None:
        """Pass on what has been thought."""
        while self._unasked:
            self._table.answer(self._unasked.pop(), now_ns)
        for thought in self._opponents.poll(now_ns) if self._open else ():
            self._open -= 1
            self._table.answer(answer_of(thought), now_ns)

    def next_act_ns(self) -> int | None:
        """At once, while something is open: an answer may be there."""
        return 0 if self._open or self._unasked else None


def answer_of(thought: Answer) -> AgentAnswer:
    """A thought as the table takes it."""
    failed = None if thought.note is None else AgentFailure(thought.note.failed)
    return AgentAnswer(thought.id, thought.action, thought.level, failed)
