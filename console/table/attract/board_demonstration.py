"""Some moves of a board game to look at, without players: the real rules and table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec

from console.games.registry import GAMES
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView
from console.table.games import TABLE_GAMES
from console.table.match import MatchStart
from console.table.outputs import AgentAnswer, AgentQuestion, Cue, Output
from console.table.seating import Seating, opposite
from console.table.settings import Settings
from console.table.view import Who
from drivers.times import MS, earliest

BEFORE_MOVES: Final = 5
"""So many are made before anybody looks: a board that has only begun shows little."""
MOVE_NS: Final = 1_700 * MS
CHOICE: Final = 3
"""One of so many moves of those that do most is made."""


def shown_games(seats: int) -> tuple[str, ...]:
    """The board games that two can play at a table of so many seats."""
    who = _people(seats)
    return tuple(game for game in GAMES if TABLE_GAMES[game].quiet and TABLE_GAMES[game].fits(who))


def _people(seats: int) -> tuple[Who, ...]:
    playing = (0, opposite(0, seats))
    return tuple(Who.LEVEL_1 if seat in playing else Who.EMPTY for seat in range(seats))


class BoardDemonstration:
    """A match that is under way. Deterministic: time and ``seed`` go in; no agent is asked.

    ``emit`` hears its sounds only: nobody keeps it. ``made_n`` moves are made before it is seen.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        seed: int,
        now_ns: int,
        settings: Settings,
        emit: Callable[[Cue], None],
        made_n: int,
    ) -> None:
        self._rng = Random(seed)
        self._emit: Callable[[Cue], None] | None = None
        self._question: tuple[AgentQuestion, int] | None = None
        self._now_ns = now_ns
        self.over_ns: int | None = None
        """When its end has been seen for long enough."""
        self._who = _people(seats)
        own = replace(settings, game=game, house={}, open_hands=True)
        seating = Seating((0, opposite(0, seats)), (0, 1), (Who.LEVEL_1, Who.LEVEL_1))
        match = TABLE_GAMES[game].begin(
            MatchStart(seating=seating, settings=own, seed=seed, now_ns=now_ns, emit=self._tell)
        )
        assert isinstance(match, BoardMatch)  # of a quiet game
        self.match = match
        for _ in range(made_n):
            if match.mover is not None:
                question = match.question_for(match.mover, 1, 0)
                match.make(match.game.parse_action(self._choose(question)), now_ns)
        match.news = None
        self._emit = emit

    def _tell(self, output: Output) -> None:
        if isinstance(output, AgentQuestion):
            self._question = output, self._now_ns + MOVE_NS
        elif isinstance(output, Cue) and self._emit is not None:
            self._emit(output)

    def _choose(self, question: AgentQuestion) -> dict[str, Any]:
        """One of the moves that do most, as far as one sees that without knowing the game: those
        that take longest to tell."""
        moves = list(question.legal)
        self._rng.shuffle(moves)
        moves.sort(key=lambda move: -len(msgspec.json.encode(move)))
        return self._rng.choice(moves[:CHOICE])

    def tick(self, now_ns: int) -> bool:
        """Let them move; True when something that is seen has changed."""
        self._now_ns = now_ns
        if self._question is not None and now_ns >= self._question[1]:
            (question, _), self._question = self._question, None
            self.match.answer(AgentAnswer(question.n, self._choose(question), 1), now_ns)
        if self.match.mover is None and self.over_ns is None:
            self.over_ns = now_ns + MOVE_NS
        return self.match.tick(now_ns)

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        moves_ns = None if self._question is None else self._question[1]
        dues = self.match.next_due_ns(), moves_ns, self.over_ns
        return earliest(dues)

    def view(self) -> BoardView:
        """The table as it stands."""
        return self.match.view(self._who, None)
