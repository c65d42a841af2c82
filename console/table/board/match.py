"""One match of a board game at the table: turns by seat buttons, hidden hands, undo, opponents."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from console.games.errors import GameError
from console.table.board.chooser import Chooser
from console.table.board.handling import Handling
from console.table.board.lesson import LEARNER
from console.table.board.showing import board_view, end_view, result
from console.table.board.turns import Turns
from console.table.board.view import BoardView, Note, Target
from console.table.match import MatchStart
from console.table.outputs import Answer, MatchEnded, Question
from console.table.view import EndView, Menu, MenuRow, Who
from drivers.events import Button, ButtonEvent, Fault, InputEvent

MS: Final = 1_000_000
HOLD_MS: Final = 300  # ● held so long shows the hand; shorter, it picks
REPEAT_AFTER_MS: Final = 450
REPEAT_MS: Final = 110
NEWS_LEAST_MS: Final = 600  # nobody presses a result away before it was seen
NEWS_ALONE_MS: Final = 4_000  # with nobody there who could press
THINK_MS: Final = 800  # an opponent's move comes no sooner, so that people can follow
ASK_MS: Final = 20_000
NOTE_MS: Final = 4_000
DEAF: Final = frozenset({Fault.STUCK_BUTTON, Fault.CHATTER, Fault.LOST_EDGES})
HINT_LEVEL: Final = 4


class BoardMatch(Turns):
    """Everything happens in ``handle``, ``point``, ``answer`` and ``tick``."""

    def __init__(self, handling: Handling[Any, Any], start: MatchStart) -> None:
        """As ``Turns``."""
        super().__init__(handling, start)
        self.faults: dict[int, Fault] = {}
        self.held: dict[int, int] = {}  # seats whose ● is down, since when
        self.looking: frozenset[int] = frozenset()
        self.note: Note | None = None
        self.asked_by: int | None = None
        self.waiting: tuple[int, ...] = ()
        self.question: Question | None = None
        self.paused_ns: int | None = None
        self._answer: Answer | None = None
        # another number than the deal's, which opponents may not know
        self._salt = Random(f"opponents of {self.seed}").getrandbits(32)
        self._questions = 0
        self._repeat: tuple[int, int, int] | None = None  # seat, step, when
        self._since_ns = start.now_ns  # of the turn, the news or the question of an undo
        self._note_ns = 0
        self._turn(start.now_ns)

    def _turn(self, now_ns: int) -> None:
        """A turn begins: nothing picked, nobody asked."""
        self._since_ns = now_ns
        self.question = self._answer = None
        self._repeat = None
        self.begin_turn()

    def make(self, action: Any, now_ns: int) -> None:
        """The player to move makes ``action``. Raises GameError when it is not legal."""
        self.play(action)
        self._turn(now_ns)

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> None:
        """Seat buttons; the pad plays no part."""
        if isinstance(event, ButtonEvent) and self.paused_ns is None:
            if self.seating.hand_at(event.seat) is None:
                return
            if event.pressed:
                self._pressed(event)
            else:
                self._released(event)

    def _pressed(self, event: ButtonEvent) -> None:
        seat, now_ns = event.seat, event.t_ns
        player = self.seating.hand_at(seat)
        assert player is not None
        if event.button is Button.OK:
            self.held[seat] = now_ns
        if self.asked_by is not None:
            self._consent(seat, event.button, now_ns)
        elif self.news is not None:
            if event.button is Button.OK:
                self._read(now_ns)
        elif self.told:
            if event.button is Button.OK and player == LEARNER:
                self.lesson_on()
                self._turn(now_ns)
        elif event.button is Button.OK:
            if self.on_turn(seat) and not self.hidden(player):
                self._pick(now_ns)
        elif self.on_turn(seat):
            if event.button is Button.BACK:
                self._back()
            else:
                step = 1 if event.button is Button.RIGHT else -1
                self._step(step)
                self._repeat = seat, step, now_ns + REPEAT_AFTER_MS * MS

    def _released(self, event: ButtonEvent) -> None:
        seat = event.seat
        if event.button in (Button.LEFT, Button.RIGHT):
            self._repeat = None
            return
        if event.button is not Button.OK:
            return
        since_ns = self.held.pop(seat, None)
        looked = seat in self.looking
        self.looking -= {seat}
        player = self.seating.hand_at(seat)
        picks = (
            since_ns is not None
            and since_ns > self._since_ns  # pressed for this turn, not to read the news
            and not looked
            and self.asked_by is None
            and self.news is None
            and not self.told
        )
        if picks and player is not None and self.on_turn(seat) and self.hidden(player):
            self._pick(event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch on a target: the first moves the cursor there, the next one picks.

        ``Target("look", (seat,))`` shows that seat's hand as long as it is touched,
        ``Target("back")`` is ✕, ``Target("news")`` reads the news, and ``Target("agree", (seat,))``
        and ``refuse`` answer for that seat who asks for an undo.
        """
        if self.paused_ns is not None:
            return
        if target.kind == "look":
            self._look_by_touch(target.at[0], pressed, t_ns)
        elif not pressed:
            return
        elif target.kind == "news":
            self._read(t_ns)
        elif target.kind in ("agree", "refuse"):
            answer = Button.OK if target.kind == "agree" else Button.BACK
            self._consent(target.at[0], answer, t_ns)
        elif target.kind == "lesson":
            if self.told:
                self.lesson_on()
                self._turn(t_ns)
        elif self.news is None and self.asked_by is None and self.chooser is not None:
            self._pick_by_touch(self.chooser, target, t_ns)

    def _pick_by_touch(self, chooser: Chooser, target: Target, t_ns: int) -> None:
        if target.kind == "back":
            self._back()
        elif target in chooser.targets and self.mover is not None:
            if self.level(self.mover) is not None:
                return
            if chooser.target == target:
                self._pick(t_ns)
            else:
                self.chooser = chooser.point(target)

    def _look_by_touch(self, seat: int, pressed: bool, t_ns: int) -> None:
        if pressed:
            self._look(seat)
        else:
            self.looking -= {seat}

    def _step(self, step: int) -> None:
        if self.chooser is not None:
            self.chooser = self.chooser.move(step)

    def _back(self) -> None:
        if self.chooser is not None:
            self.chooser = self.chooser.back()

    def _pick(self, now_ns: int) -> None:
        action = self.pick()
        if action is not None:
            self.make(action, now_ns)

    def _may_look(self, seat: int) -> bool:
        player = self.seating.hand_at(seat)
        return player is not None and self.level(player) is None and self.hidden(player)

    def _looks_due(self) -> list[tuple[int, int]]:
        """Seats whose held ● will show their hand, and when."""
        return [
            (seat, since_ns + HOLD_MS * MS)
            for seat, since_ns in self.held.items()
            if seat not in self.looking and self._may_look(seat)
        ]

    def _look(self, seat: int) -> None:
        player = self.seating.hand_at(seat)
        if player is not None and self._may_look(seat):
            self.looking |= {seat}
            self.history.looked(player)

    def _read(self, now_ns: int) -> None:
        """The news has been read: the game goes on."""
        if self.news is not None and now_ns >= self._since_ns + NEWS_LEAST_MS * MS:
            self.news = None
            self._since_ns = now_ns

    # -- undo and hints --------------------------------------------------------------------------

    def menu_rows(self, seat: int) -> tuple[MenuRow, ...]:
        """Undo, and a hint where there are hints."""
        player = self.seating.hand_at(seat)
        undoable = player is not None and self.history.undoable(player) > 0
        if self.guide is not None:
            return (MenuRow("skip"),)
        rows = [MenuRow("undo", enabled=undoable)]
        if self.settings.hints:
            rows.append(MenuRow("hint", enabled=self.on_turn(seat) and self.news is None))
        return tuple(rows)

    def choose(self, key: str, seat: int, now_ns: int) -> None:
        """``undo`` asks the others; ``hint`` asks an opponent's mind; ``skip`` ends the lesson and
        plays on."""
        if key == "skip":
            self.guide = None
            self._turn(now_ns)
        elif key == "undo":
            self.asked_by = seat
            self.waiting = tuple(s for s in self.persons if s != seat)
            self._since_ns = now_ns
            self._agreed(now_ns)
        elif key == "hint" and self.on_turn(seat):
            self._ask(HINT_LEVEL)

    def _consent(self, seat: int, button: Button, now_ns: int) -> None:
        if button is Button.OK and seat in self.waiting:
            self.waiting = tuple(s for s in self.waiting if s != seat)
            self._agreed(now_ns)
        elif button is Button.BACK and (seat in self.waiting or seat == self.asked_by):
            self._refused(now_ns)

    def _agreed(self, now_ns: int) -> None:
        """Once everybody has agreed the last move of the asker goes back, and what followed it."""
        if self.waiting or self.asked_by is None:
            return
        seat, self.asked_by = self.asked_by, None
        player = self.seating.hand_at(seat)
        count = self.history.undoable(player) if player is not None else 0
        if count:
            self.take_back(count, now_ns)
            self._tell(Note("undone", seat), now_ns)

    def take_back(self, count: int, now_ns: int) -> None:
        """The last ``count`` actions are undone."""
        self.unplay(count)
        self._turn(now_ns)

    def _refused(self, now_ns: int) -> None:
        assert self.asked_by is not None
        self._tell(Note("refused", self.asked_by), now_ns)
        self.asked_by, self.waiting = None, ()
        self._since_ns = now_ns

    def _tell(self, note: Note, now_ns: int) -> None:
        self.note, self._note_ns = note, now_ns

    # -- opponents -------------------------------------------------------------------------------

    def _ask(self, level: int) -> None:
        """Put a question to whoever thinks; it is asked once a turn and purpose."""
        player = self.mover
        assert player is not None
        self._questions += 1
        self.question = self.question_for(player, level, self._questions)
        self._emit(self.question)

    def question_for(self, player: int, level: int, n: int) -> Question:
        """What ``player``, whose turn it is, could ask a mind of ``level``."""
        return Question(
            n,
            self.game.id,
            self.game.observe(self.state, player),
            level,
            tuple(self.game.dump_action(a) for a in self.game.legal_actions(self.state)),
            self._salt,
        )

    def answer(self, answer: Answer, now_ns: int) -> None:
        """What came of a question; an answer that comes too late for its turn is left out."""
        if self.question is None or answer.n != self.question.n or self.mover is None:
            return
        if self.level(self.mover) is not None:
            self._answer = answer
            if answer.failed is not None:
                seat = self.seating.seats[self.mover]
                self._tell(Note(answer.failed, seat, answer.level), now_ns)
            return
        self.question = None
        try:
            action = self.game.parse_action(answer.action)
            self.hint = self.handling.picks(self.state, action)
        except (GameError, LookupError):
            self.hint = ()

    def _opponent(self, now_ns: int) -> bool:
        """An opponent's turn: ask, then make the move once people could see whose turn it is."""
        if self.mover is None or self.news is not None or self.asked_by is not None:
            return False
        level = self.level(self.mover)
        if level is None or self.told:
            return False
        if self.guided is not None:
            due = now_ns >= self._ready_ns
            if due:
                self.make(self.guided, now_ns)
            return due
        if self.question is None:
            self.history.looked(self.mover)
            self._ask(level)
            return True
        if self._answer is None or now_ns < self._ready_ns:
            return False
        answer = self._answer
        try:
            self.make(self.game.parse_action(answer.action), now_ns)
        except GameError:  # a thinker's fault must not stop the table: make any legal move
            self._tell(Note("died", self.seating.seats[self.mover], answer.level), now_ns)
            self.make(self.game.legal_actions(self.state)[0], now_ns)
        return True

    @property
    def _ready_ns(self) -> int:
        return self._since_ns + THINK_MS * MS

    # -- time ------------------------------------------------------------------------------------

    @property
    def preview(self) -> None:
        """Nothing is shown ahead of the rules."""
        return None

    @property
    def busy(self) -> bool:
        """Nothing is ever judged against time."""
        return False

    @property
    def may_pause(self) -> bool:
        return True

    def set_faults(self, faults: dict[int, Fault]) -> None:
        """Seats that cannot be trusted; only their buttons matter here."""
        self.faults = dict(faults)

    def let_go(self, seat: int) -> None:
        """A hand that was open is covered, a cursor that ran stands."""
        self.held.pop(seat, None)
        self.looking -= {seat}
        if self._repeat is not None and self._repeat[0] == seat:
            self._repeat = None

    def deaf_to(self, fault: Fault) -> bool:
        """A petal's fault does not keep anybody from a board game."""
        return fault in DEAF

    def pause(self, now_ns: int) -> None:
        if self.paused_ns is None:
            self.paused_ns = now_ns
        self.held.clear()
        self.looking = frozenset()
        self._repeat = None

    def resume(self, now_ns: int) -> None:
        if self.paused_ns is not None:
            self._since_ns += now_ns - self.paused_ns
            self.paused_ns = None

    def tick(self, now_ns: int) -> bool:
        """Do what is due: hands shown, held buttons, opponents, what ends by itself."""
        if self.paused_ns is not None:
            return False
        changed = self._opponent(now_ns)
        for seat, due_ns in self._looks_due():
            if now_ns >= due_ns:
                self._look(seat)
                changed = True
        if self._repeat is not None and now_ns >= self._repeat[2]:
            seat, step, due_ns = self._repeat
            self._step(step)
            self._repeat = seat, step, due_ns + REPEAT_MS * MS
            changed = True
        if self.note is not None and now_ns >= self._note_ns + NOTE_MS * MS:
            self.note = None
            changed = True
        if self.asked_by is not None and now_ns >= self._since_ns + ASK_MS * MS:
            self._refused(now_ns)
            changed = True
        alone = self.news is not None and not self.persons
        if alone and now_ns >= self._since_ns + NEWS_ALONE_MS * MS:
            self._read(now_ns)
            changed = True
        return changed

    def presented(self, shown: object | None, t_ns: int) -> bool:
        """Nothing waits for a frame."""
        return False

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        if self.paused_ns is not None:
            return None
        dues = [due_ns for _, due_ns in self._looks_due()]
        if self._repeat is not None:
            dues.append(self._repeat[2])
        if self.note is not None:
            dues.append(self._note_ns + NOTE_MS * MS)
        if self.asked_by is not None:
            dues.append(self._since_ns + ASK_MS * MS)
        elif self.news is not None:
            if not self.persons:
                dues.append(self._since_ns + NEWS_ALONE_MS * MS)
        elif self.told:
            pass
        elif self.mover is not None and self.level(self.mover) is not None:
            if self.guided is not None:
                dues.append(self._ready_ns)
            elif self.question is None:
                dues.append(self._since_ns)
            elif self._answer is not None:
                dues.append(self._ready_ns)
        return min(dues, default=None)

    def ended(self) -> bool:
        """Over, and the last news read."""
        return self.mover is None and self.news is None

    def bright_seats(self) -> frozenset[int]:
        """Whose turn it is; who is asked."""
        if self.asked_by is not None:
            return frozenset(self.waiting)
        return frozenset() if self.mover is None else frozenset((self.seating.seats[self.mover],))

    # -- what is seen ----------------------------------------------------------------------------

    def view(self, who: tuple[Who, ...], pause: Menu | None) -> BoardView:
        """The table as the next frame shows it."""
        return board_view(self, who, pause)

    def end_view(self, who: tuple[Who, ...], menu: Menu) -> EndView:
        """The ranking."""
        return end_view(self, who, menu)

    def result(self, t_ns: int, abandoned: bool = False) -> MatchEnded:
        """The record of the match's end."""
        return result(self, t_ns, abandoned)
