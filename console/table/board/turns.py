"""What is played, without time: the position, the picks of whose turn it is, the lesson."""

from __future__ import annotations

from typing import Any, Final

from console.table.autopilot_log import away_at_end, entry, played_for, standing
from console.table.board.chooser import Chooser
from console.table.board.history import History
from console.table.board.move_picker import MadeAction, MovePicker
from console.table.board.view import LastMove
from console.table.lesson import LEARNER, LessonGuide, load_lesson
from console.table.match import MatchStart, match_begun
from console.table.outputs import UNDO, ActionDone, Cue, Output
from console.table.view import Target, Who

AUTOPILOT_LEVEL: Final = 2


class Turns:
    """One match of a board game, action by action."""

    def __init__(self, move_picker: MovePicker[Any, Any], start: MatchStart) -> None:
        """Deal from the seed, take up a broken-off match by making its actions again, or begin the
        guided first game.

        Raises LessonError when its file is damaged.
        """
        self.move_picker = move_picker
        self.game = move_picker.game
        self.seating = start.seating
        self.settings = start.settings
        self.seed = start.seed
        self.guide = load_lesson(self.game) if start.guided else None
        self.state: Any
        if self.guide is not None:
            self.state = self.guide.start
        elif start.position is not None:
            self.state = self.game.load(start.position)
        else:
            self.state = self.game.new(start.seating.players, start.seed, start.settings.options)
        self.history = History(move_picker)
        self.away: frozenset[int] = frozenset()  # the players whom an autopilot plays for
        self._makers: list[tuple[int, bool]] = []  # of each action: player, was it an autopilot?
        stored = start.stored.actions if start.stored else ()
        for action, self.away in standing(stored):
            self._push(self.game.parse_action(action), stands=True)
        self.away = away_at_end(stored)
        self.chooser: Chooser | None = None
        self.hint: tuple[Target, ...] = ()
        self.last: LastMove | None = None
        self.news: object | None = None
        self._emit = start.emit
        self._guided = start.guided
        self._record(match_begun(self.game.id, start, start.now_ns))
        self.play_for(frozenset())  # whoever takes it up again plays

    @property
    def recorded(self) -> bool:
        """A guided game is nobody's record: it does not begin with a deal."""
        return not self._guided

    def _record(self, output: Output) -> None:
        if self.recorded:
            self._emit(output)

    # -- whose turn ------------------------------------------------------------------------------

    @property
    def mover(self) -> int | None:
        """The player to move, None when it is over."""
        player: int | None = self.state.to_move
        return player

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of those who press buttons."""
        return tuple(
            seat
            for seat, player in zip(self.seating.seats, self.seating.player_of, strict=True)
            if self.level(player) is None
        )

    def level(self, player: int) -> int | None:
        """How strongly a player thinks who has no body, or whom an autopilot plays for."""
        return AUTOPILOT_LEVEL if player in self.away else self.seating.people[player].level

    def play_for(self, away: frozenset[int]) -> None:
        """An autopilot plays for the players of ``away`` from now on, for all others none does."""
        for player in sorted(self.away ^ away):
            self._record(ActionDone(entry(player, player in away)))
        self.away = away

    @property
    def played_for(self) -> tuple[int, ...]:
        """The players whom an autopilot played for to a considerable part."""
        return played_for(self._makers, self.seating.players)

    def hidden(self, player: int) -> bool:
        """Does the hand lie face down until its owner looks?"""
        return not self.lies_open(player) and self.move_picker.count(self.state, player) > 0

    def lies_open(self, player: int) -> bool:
        """May everybody at the table see the hand? With all hands open, that of the only person who
        plays against opponents (nobody else looks on), and that of who learns the game."""
        people = self.seating.people
        alone = people.count(Who.PERSON) == 1 and len(people) > 1
        taught = self._guided and player == LEARNER
        return self.settings.open_hands or taught or (alone and people[player] is Who.PERSON)

    def on_turn(self, seat: int) -> bool:
        """May the buttons of ``seat`` pick now?"""
        player = self.seating.hand_at(seat)
        return (
            player is not None
            and self.chooser is not None
            and player == self.mover
            and self.level(player) is None
        )

    def begin_turn(self) -> None:
        """Nothing is picked yet; a lesson points at what it wants."""
        self.hint = ()
        self.chooser = None
        if self.mover is not None:
            self.chooser = Chooser.at(self.move_picker, self.state)
            if self.guided is not None and self.mover == LEARNER:
                self.hint = self.move_picker.picks(self.state, self.guided)

    # -- actions ---------------------------------------------------------------------------------

    def _push(self, action: Any, *, stands: bool = False) -> MadeAction[Any, Any]:
        """Make an action. Raises GameError when it is not legal; nothing is changed then."""
        player = self.mover
        after, events = self.game.apply(self.state, action)
        made = MadeAction(self.state, -1 if player is None else player, action, events, after)
        self.state = after
        self._makers.append((made.player, made.player in self.away))
        self.history.add(made, stands=stands)
        return made

    def play(self, action: Any) -> None:
        """The player to move makes ``action``. Raises GameError when it is not legal."""
        board = self.move_picker.board(self.state, None)
        made = self._push(action)
        self._record(ActionDone(self.game.dump_action(action)))
        self._emit(Cue.FLIP)
        for player in range(self.seating.players):
            if self.lies_open(player):
                self.history.looked(player)
        events = tuple(event.to_json() for event in made.events)
        seat = self.seating.seats[made.player]
        self.last = LastMove(
            len(self.history), seat, self.move_picker.public_form(action), events, board
        )
        self.news = self.move_picker.news(made)
        if self.guide is not None:
            self._guide_to(self.guide.after_action())
        self.begin_turn()

    def unplay(self, count: int) -> None:
        """The last ``count`` actions are undone."""
        self.state = self.history.take_back(count)
        del self._makers[-count:]
        for _ in range(count):
            self._record(ActionDone(UNDO))
        self.last = self.news = None
        self.begin_turn()

    def pick(self) -> Any | None:
        """● on the target under the cursor; the action, once the picks are complete."""
        assert self.chooser is not None
        target, done = self.chooser.target, len(self.chooser.picked)
        if self.guide is not None and self.hint[done : done + 1] != (target,):
            self.refuse()  # the lesson waits for another pick, which it points at
            return None
        self.refuse(False)
        self.chooser = self.chooser.pick()
        return self.chooser.draft() if self.chooser.complete else None

    # -- the guided first game -------------------------------------------------------------------

    @property
    def guided(self) -> Any | None:
        """The action that the lesson waits for."""
        do = None if self.guide is None else self.guide.do
        return None if do is None else self.game.parse_action(do)

    @property
    def lesson_waits(self) -> bool:
        """Does the lesson wait for somebody to have read?"""
        return self.guide is not None and self.guide.waits

    def refuse(self, wrong: bool = True) -> None:
        """A press is not what the lesson waits for: it says why, until one is not ``wrong``."""
        if self.guide is not None:
            self.guide = self.guide.refuse(self.guide.why_not() if wrong else None)

    def lesson_on(self) -> None:
        """The lesson's next step; after the last one the game goes on freely."""
        if self.guide is not None:
            self._guide_to(self.guide.on())

    def _guide_to(self, guide: LessonGuide) -> None:
        self.guide = None if guide.step is None else guide
