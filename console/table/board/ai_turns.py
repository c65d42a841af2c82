"""A match of a board game whose turns are thought out: for opponents, for hints, for autopilots."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from console.games.errors import GameError
from console.table.board.move_picker import MovePicker
from console.table.board.turns import Turns
from console.table.board.view import BoardNote
from console.table.lesson import LOOK_MS
from console.table.match import MatchStart
from console.table.outputs import AgentAnswer, AgentFailure, AgentQuestion
from drivers.times import MS

THINK_MS: Final = 800  # an opponent's move comes no sooner, so that people can follow


class AiTurns(Turns):
    """Turns in time: who thinks is asked, and moves once people could see whose turn it is."""

    def __init__(self, move_picker: MovePicker[Any, Any], start: MatchStart) -> None:
        """As ``Turns``."""
        super().__init__(move_picker, start)
        self.note: BoardNote | None = None
        self.question: AgentQuestion | None = None
        self.asked_by: int | None = None  # the seat that asks for an undo
        self.returning: frozenset[int] = frozenset()  # of those played for, who will play soon
        self._answer: AgentAnswer | None = None
        # another number than the deal's, which opponents may not know
        self._salt = Random(f"opponents of {self.seed}").getrandbits(32)
        self._questions = 0
        self._since_ns = start.now_ns  # of the turn, the news or the question of an undo
        self._note_ns = 0

    def _turn(self, now_ns: int) -> None:
        """A turn begins: nothing picked, nobody asked."""
        self._since_ns = now_ns
        self.question = self._answer = None
        self.begin_turn()

    def make(self, action: Any, now_ns: int) -> None:
        """The player to move makes ``action``. Raises GameError when it is not legal."""
        self.play(action)
        self._turn(now_ns)

    def _tell(self, note: BoardNote, now_ns: int) -> None:
        self.note, self._note_ns = note, now_ns

    def _ask(self, level: int) -> None:
        """Put a question to whoever thinks; it is asked once a turn and purpose."""
        player = self.mover
        assert player is not None
        self._questions += 1
        self.question = self.question_for(player, level, self._questions)
        self._emit(self.question)

    def question_for(self, player: int, level: int, n: int) -> AgentQuestion:
        """What ``player``, whose turn it is, could ask an agent of ``level``."""
        return AgentQuestion(
            n,
            self.game.id,
            self.game.observe(self.state, player),
            level,
            tuple(self.game.dump_action(a) for a in self.game.legal_actions(self.state)),
            self._salt,
        )

    def answer(self, answer: AgentAnswer, now_ns: int) -> None:
        """What came of a question; an answer that comes too late for its turn is left out."""
        if self.question is None or answer.n != self.question.n or self.mover is None:
            return
        if self.level(self.mover) is not None:
            self._answer = answer
            if answer.failed is not None:
                seat = self.seating.seats[self.mover]
                self._tell(BoardNote(answer.failed, seat, answer.level), now_ns)
            return
        self.question = None
        try:
            action = self.game.parse_action(answer.action)
            self.hint = self.move_picker.picks(self.state, action)
        except (GameError, LookupError):
            self.hint = ()

    @property
    def _thinks(self) -> bool:
        """Is it the turn of somebody who thinks, and may they?"""
        return (
            self.mover is not None
            and self.mover not in self.returning
            and self.news is None
            and self.asked_by is None
            and not self.lesson_waits
            and self.level(self.mover) is not None
        )

    def _opponent(self, now_ns: int) -> bool:
        """An opponent's turn: ask, then make the move once people could see whose turn it is."""
        if not self._thinks:
            return False
        assert self.mover is not None
        if self.guided is not None:
            due = now_ns >= self._ready_ns
            if due:
                self.make(self.guided, now_ns)
            return due
        if self.question is None:
            self.history.looked(self.mover)
            level = self.level(self.mover)
            assert level is not None
            self._ask(level)
            return True
        if self._answer is None or now_ns < self._ready_ns:
            return False
        answer = self._answer
        try:
            self.make(self.game.parse_action(answer.action), now_ns)
        except GameError:  # an agent's fault must not stop the table: make any legal move
            self._tell(
                BoardNote(AgentFailure.DIED, self.seating.seats[self.mover], answer.level), now_ns
            )
            self.make(self.game.legal_actions(self.state)[0], now_ns)
        return True

    def _opponent_due_ns(self) -> int | None:
        """When ``_opponent`` has something to do by itself."""
        if not self._thinks:
            return None
        if self.guided is None and self.question is None:
            return self._since_ns
        return self._ready_ns if self.guided is not None or self._answer is not None else None

    @property
    def _ready_ns(self) -> int:
        if self.guided is not None:  # its text is read first
            return self._since_ns + self.settings.lasting_ns(LOOK_MS)
        return self._since_ns + THINK_MS * MS
