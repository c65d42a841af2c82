"""Simulated people at board games: they think as opponents do, and act with the seat buttons."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from console.bots.worker import Opponents
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView, Choosing
from console.table.table import Table
from console.table.view import Target, View, Who
from console.wiring.players.opponents import thinking
from drivers.events import Button
from drivers.times import MS
from host_sim.people import Acts

LEVEL: Final = {Who.CHILD: 1, Who.ADULT: 2, Who.EXPERT: 4}
PAUSE_MS: Final = (160, 420)  # between two presses
SETTLE_MS: Final = 700  # before the first press of a turn
TAP_MS: Final = 60
LOOK_MS: Final = 900  # how long ● is held to look at the hand
WAIT_MS: Final = 50  # before asking again whether the thinking is done
RETRY_MS: Final = 1_500  # a press that changed nothing is made again


def level_of_body(seat: int, who: Who) -> int | None:
    """How strongly somebody with a body thinks, 1 to 4; None for all others."""
    return LEVEL.get(who)


class ButtonPlayers:
    """Agents of the loop: whoever has a body and sits at a board game. ``level_at`` tells, of a
    board seat and who sits there, how strongly they think, or None: they are not of this agents.

    Before each turn the hand is looked at by holding ●; then the presses that lead to what was
    thought of, one a moment after the frame that shows what the last one did.
    """

    def __init__(
        self,
        board: Acts,
        opponents: Opponents,
        seed: int,
        level_at: Callable[[int, Who], int | None] = level_of_body,
    ) -> None:
        self._board = board
        self._opponents = opponents
        self._level_at = level_at
        self._rng = Random(seed)
        self._match: BoardMatch | None = None
        self._view: BoardView | None = None
        self._asked = 0
        self._turn: tuple[int, int] | None = None  # actions made so far, seat
        self._looked = False
        self._path: tuple[Target, ...] | None = None
        self._due_ns: int | None = None
        self._free_ns = 0  # the finger is up again, and what it showed has been read

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """Look at a frame; what calls for a press is done a moment later."""
        if view is self._view:
            return
        if not isinstance(table.match, BoardMatch) or not isinstance(view, BoardView):
            self._match = self._view = self._due_ns = None
            return
        self._match, self._view = table.match, view
        choosing = view.choosing
        turn = None if choosing is None else (len(table.match.history), choosing.seat)
        begins = turn is not None and turn != self._turn and _moves(table.match, turn[1])
        level = None if turn is None else self._level(view, turn[1])
        if turn is not None and begins and level is not None:
            self._begin(table.match, turn, level)
        pause_ms = SETTLE_MS if begins else self._rng.randint(*PAUSE_MS)
        called = self._called(view) is not None
        self._due_ns = max(self._free_ns, shown_ns + pause_ms * MS) if called else None

    def _begin(self, match: BoardMatch, turn: tuple[int, int], level: int) -> None:
        self._turn, self._path, self._looked = turn, None, False
        player = match.seating.hand_at(turn[1])
        assert player is not None
        self._asked += 1
        question = match.question_for(player, level, self._asked)
        self._opponents.ask(thinking(question, self._asked))

    def _level(self, view: BoardView, seat: int) -> int | None:
        at = view.seats[seat]
        return None if at.player is None else self._level_at(seat, at.who)

    def _is_body(self, view: BoardView, seat: int) -> bool:
        return self._level(view, seat) is not None

    def _called(self, view: BoardView) -> int | None:
        """The seat of somebody with a body who has to press something."""
        if view.pause is not None:
            return None
        if view.ask is not None:
            return next((s for s in view.ask.waiting if self._is_body(view, s)), None)
        if view.news is not None:  # is read by persons, if there are any
            persons = [s for s in view.names if view.seats[s].who is Who.PERSON]
            return next((s for s in persons or view.names if self._is_body(view, s)), None)
        choosing = view.choosing
        if choosing is None or not self._is_body(view, choosing.seat):
            return None
        return choosing.seat

    def act(self, now_ns: int) -> None:
        """Press what is due."""
        match, view = self._match, self._view
        if match is None or view is None or self._due_ns is None or now_ns < self._due_ns:
            return
        seat = self._called(view)
        self._due_ns = None if seat is None else now_ns + RETRY_MS * MS
        if seat is None:
            return
        if view.ask is not None or view.news is not None or view.choosing is None:
            self._press(seat, Button.OK, now_ns)
        else:
            self._play(match, view.choosing, now_ns)

    def _play(self, match: BoardMatch, choosing: Choosing, now_ns: int) -> None:
        player = match.seating.hand_at(choosing.seat)
        if not self._looked and player is not None and match.hidden(player):
            self._looked = True
            self._press(choosing.seat, Button.OK, now_ns, LOOK_MS)
            self._due_ns = self._free_ns = now_ns + (LOOK_MS + SETTLE_MS) * MS
            return
        for thought in self._opponents.poll(now_ns):
            if thought.id == self._asked:
                action = match.game.parse_action(thought.action)
                self._path = match.move_picker.picks(match.state, action)
        if self._path is None:
            self._due_ns = now_ns + WAIT_MS * MS
        else:
            self._press(choosing.seat, _step(self._path, choosing), now_ns)

    def _press(self, seat: int, button: Button, now_ns: int, hold_ms: int = TAP_MS) -> None:
        self._board.press(seat, button, now_ns, hold_ms * MS)

    def next_act_ns(self) -> int | None:
        """When somebody presses next."""
        return self._due_ns


def _moves(match: BoardMatch, seat: int) -> bool:
    """Is it still that seat's turn? A slow frame shows what was before the last press."""
    return match.mover is not None and match.seating.seats[match.mover] == seat


def _step(path: tuple[Target, ...], choosing: Choosing) -> Button:
    """The next press on the way to what was thought of."""
    done = len(choosing.picked)
    if choosing.picked != path[:done]:
        return Button.BACK
    ahead = (choosing.targets.index(path[done]) - choosing.cursor) % len(choosing.targets)
    if ahead == 0:
        return Button.OK
    return Button.RIGHT if ahead <= len(choosing.targets) // 2 else Button.LEFT
