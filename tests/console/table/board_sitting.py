"""A board game at the table in virtual time: people who press, opponents who answer at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from console.table.board.match import NEWS_LEAST_MS, BoardMatch
from console.table.board.view import BoardView
from console.table.lobby.view import StartView
from console.table.match import StoredStart
from console.table.outputs import AgentAnswer, AgentFailure, AgentQuestion, Output
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Target, Who
from drivers.events import Button, ButtonEvent
from drivers.times import MS


@dataclass
class BoardSitting:
    """Drives a Table with a board game; ``outputs`` collects all that leaves it."""

    table: Table
    now_ns: int = 1_000 * MS
    outputs: list[Output] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        game: str,
        who: tuple[Who, ...] = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY),
        seed: int = 4,
        stored: StoredStart | None = None,
        begin: bool = True,
        **settings: Any,
    ) -> BoardSitting:
        """People at their seats, the match begun unless ``begin`` is False or it is ``stored``."""
        table = Table(who, Settings(game=game, **settings), lambda: seed, stored)
        sitting = cls(table)
        if stored is None and begin:
            table.begin(sitting.now_ns)
            sitting.run(1)
        return sitting

    @property
    def match(self) -> BoardMatch:
        assert isinstance(self.table.match, BoardMatch)
        return self.table.match

    @property
    def view(self) -> BoardView:
        view = self.table.view()
        assert isinstance(view, BoardView)
        return view

    @property
    def start(self) -> StartView:
        """The start screen."""
        view = self.table.view()
        assert isinstance(view, StartView)
        return view

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        player = self.match.mover
        assert player is not None
        return self.match.seating.seats[player]

    def down(self, seat: int, button: Button) -> None:
        self.table.handle(ButtonEvent(seat, button, True, self.now_ns, 0))

    def up(self, seat: int, button: Button) -> None:
        self.table.handle(ButtonEvent(seat, button, False, self.now_ns, 0))

    def press(self, seat: int, *buttons: Button, hold_ms: float = 60) -> None:
        """Presses one after another."""
        for button in buttons:
            self.down(seat, button)
            self.run(hold_ms)
            self.up(seat, button)
            self.run(60)

    def run(self, ms: float) -> None:
        """Let time pass, from one due moment to the next."""
        until_ns = self.now_ns + round(ms * MS)
        while True:
            self.table.tick(self.now_ns)
            self.outputs += self.table.take_outputs()
            due_ns = self.table.next_due_ns()
            if due_ns is None or due_ns > until_ns:
                break
            assert due_ns > self.now_ns, "what is due was not done: the loop would never rest"
            self.now_ns = due_ns
            if self.now_ns >= until_ns:
                break
        self.now_ns = until_ns
        self.table.tick(self.now_ns)
        self.outputs += self.table.take_outputs()

    def questions(self) -> list[AgentQuestion]:
        return [o for o in self.outputs if isinstance(o, AgentQuestion)]

    def answer(
        self, action: dict[str, Any], failed: AgentFailure | None = None, level: int = 1
    ) -> None:
        """Answer the newest question."""
        self.table.answer(AgentAnswer(self.questions()[-1].n, action, level, failed), self.now_ns)

    def walk_to(self, target: Target) -> None:
        """Move the cursor of whose turn it is to a target, by ▶."""
        for _ in range(len(self.choosing.targets)):
            if self.choosing.target == target:
                return
            self.press(self.mover, Button.RIGHT)
        raise AssertionError(f"{target} is not on offer")

    @property
    def choosing(self) -> Any:
        choosing = self.view.choosing
        assert choosing is not None
        return choosing

    def play(self, action: Any) -> None:
        """Make a legal action by buttons alone, as a person does."""
        seat = self.mover
        for target in self.match.move_picker.picks(self.match.state, action):
            self.walk_to(target)
            self.press(seat, Button.OK)

    def read_news(self) -> None:
        """Somebody presses ● once the news could be seen."""
        if self.match.news is not None:
            self.run(NEWS_LEAST_MS)
            self.press(self.match.persons[0], Button.OK)
