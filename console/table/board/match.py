"""One match of a board game at the table: turns by seat buttons, hidden hands, undo, opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from console.table.board.ai_turns import AiTurns
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MovePicker
from console.table.board.showing import board_view, end_view, result
from console.table.board.view import BoardNote, BoardView, UndoAnswer
from console.table.lesson import LEARNER, LEAST_MS
from console.table.match import MatchStart
from console.table.outputs import MatchEnded
from console.table.phones import BACK, LOOK, OK
from console.table.view import EndView, IdlePlayer, Menu, MenuLine, MenuRow, Target, TargetKind, Who
from drivers.events import Button, ButtonEvent, Fault, InputEvent
from drivers.times import MS

HOLD_MS: Final = 300  # ● held so long shows the hand; shorter, it picks
REPEAT_AFTER_MS: Final = 450
REPEAT_MS: Final = 110
NEWS_LEAST_MS: Final = 1_200  # a hurried second ● takes the result from nobody
NEWS_ALONE_MS: Final = 4_000  # with nobody there who could press
ASK_MS: Final = 20_000
NOTE_MS: Final = 4_000
DEAF: Final = frozenset({Fault.STUCK_BUTTON, Fault.CHATTER, Fault.LOST_EDGES})
HINT_LEVEL: Final = 4


class _Held(NamedTuple):
    """◀ or ▶ that is held at ``seat``: the cursor goes on by ``step`` at ``due_ns``."""

    seat: int
    step: int
    due_ns: int


class BoardMatch(AiTurns):
    """Everything happens in ``handle``, ``point``, ``answer`` and ``tick``."""

    patience_ms = 90_000
    shows_holding = True

    def __init__(self, move_picker: MovePicker[Any, Any], start: MatchStart) -> None:
        """As ``Turns``."""
        super().__init__(move_picker, start)
        self.faults: dict[int, Fault] = {}
        self.held: dict[int, int] = {}  # seats whose ● is down, since when
        self.looking: frozenset[int] = frozenset()
        self.waiting: tuple[int, ...] = ()
        self.paused_ns: int | None = None
        self._repeat: _Held | None = None
        self._turn(start.now_ns)

    def _turn(self, now_ns: int) -> None:
        super()._turn(now_ns)
        self._repeat = None

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
        elif self.guide is not None and self.guide.by != LEARNER:
            if player == LEARNER and (event.button is not Button.OK or not self.lesson_waits):
                self.refuse()  # ● goes on once it is up: held, it only looks
        elif event.button is Button.OK:
            if self.on_turn(seat) and not self.hidden(player):
                self._pick(now_ns)
        elif self.on_turn(seat):
            if event.button is Button.BACK:
                self._back()
            else:
                step = 1 if event.button is Button.RIGHT else -1
                self._step(step)
                self._repeat = _Held(seat, step, now_ns + REPEAT_AFTER_MS * MS)

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
        if self.lesson_waits and self.news is None and player == LEARNER and since_ns is not None:
            if event.t_ns < since_ns + HOLD_MS * MS:
                self._lesson_read(since_ns, event.t_ns)
            return
        picks = (
            since_ns is not None
            and since_ns > self._since_ns  # pressed for this turn, not to read the news
            and not looked
            and self.asked_by is None
            and self.news is None
            and not self.lesson_waits
        )
        if picks and player is not None and self.on_turn(seat) and self.hidden(player):
            self._pick(event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch on a target: the first moves the cursor there, the next one picks. If what is
        under the cursor may go there, the first picks that.

        ``Target("look", (seat,))`` shows that seat's hand as long as it is touched,
        ``Target("back")`` is ✕, ``Target("news")`` reads the news, and ``Target("agree", (seat,))``
        and ``refuse`` answer for that seat who asks for an undo.
        """
        if self.paused_ns is not None:
            return
        if target.kind == TargetKind.LOOK:
            self._look_by_touch(target.at[0], pressed)
        elif not pressed:
            return
        elif target.kind == TargetKind.NEWS:
            self._read(t_ns)
        elif target.kind in (TargetKind.AGREE, TargetKind.REFUSE):
            answer = Button.OK if target.kind == TargetKind.AGREE else Button.BACK
            self._consent(target.at[0], answer, t_ns)
        elif target.kind == TargetKind.LESSON:
            if self.lesson_waits and self.news is None:
                self._lesson_read(t_ns, t_ns)
        elif self.news is None and self.asked_by is None and self.chooser is not None:
            self._pick_by_touch(self.chooser, target, t_ns)

    def reach(self, seat: int, target: Target, t_ns: int) -> None:
        """A touch on the phone of ``seat``: as its buttons, at once where they would go. What would
        make the move is shown first, the next touch makes it."""
        player = self.seating.hand_at(seat)
        if self.paused_ns is not None or player is None:
            return
        chooser = self.chooser
        if target in (OK, BACK):
            button = Button.OK if target == OK else Button.BACK
            for pressed in (True, False):
                self.handle(ButtonEvent(seat, button, pressed, t_ns, 0))
        elif target == LOOK:
            self.history.looked(player)
        elif self._free_to_pick(seat) and chooser is not None and target in chooser.targets:
            self.refuse(False)
            self.chooser = chooser.point(target)
            if chooser.target == target or not self.chooser.pick().complete:
                self._pick(t_ns)

    def _free_to_pick(self, seat: int) -> bool:
        waits = self.news is not None or self.asked_by is not None or self.lesson_waits
        return self.on_turn(seat) and not waits

    def _pick_by_touch(self, chooser: Chooser, target: Target, t_ns: int) -> None:
        if target.kind == TargetKind.BACK:
            self._back()
        elif self.mover is None or self.level(self.mover) is not None:
            return
        elif target in chooser.targets:
            if chooser.target == target:
                self._pick(t_ns)
            else:
                self.refuse(False)
                self.chooser = chooser.point(target)
        elif target in chooser.pick().targets and self.pick() is None and self.chooser is not None:
            self.chooser = self.chooser.point(target)

    def _look_by_touch(self, seat: int, pressed: bool) -> None:
        if pressed:
            self._look(seat)
        else:
            self.looking -= {seat}

    def _step(self, step: int) -> None:
        if self.chooser is not None:
            self.refuse(False)
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

    def _lesson_read(self, pressed_ns: int, now_ns: int) -> None:
        """A step of the lesson has been read: the next one."""
        if pressed_ns >= self._since_ns + LEAST_MS * MS:
            self.lesson_on()
            self._turn(now_ns)

    def _read(self, now_ns: int) -> None:
        """The news has been read: the game goes on."""
        if self.news is not None and now_ns >= self._since_ns + NEWS_LEAST_MS * MS:
            self.news = None
            self._since_ns = now_ns

    # -- undo and hints --------------------------------------------------------------------------

    def has_hand(self, seat: int) -> bool:
        """A lesson's lies open; so may any."""
        player = self.seating.hand_at(seat)
        person = self.seating.who_at(seat) is Who.PERSON and self.guide is None
        return person and player is not None and self.move_picker.count(self.state, player) > 0

    def goes_back(self, seat: int) -> bool:
        """Does ✕ there take back what was picked, or say no to an undo?"""
        if self.asked_by is not None:
            return seat == self.asked_by or seat in self.waiting
        return self.on_turn(seat) and self.chooser is not None and bool(self.chooser.picked)

    def only_waits(self, seat: int) -> bool:
        """Does a person sit there with a hidden hand, while others are to do something?"""
        player = self.seating.hand_at(seat)
        mine = player is not None and self.has_hand(seat) and self.hidden(player)
        return mine and not (self.on_turn(seat) or self.asked_by is not None or self.news)

    def menu_rows(self, seat: int) -> tuple[MenuRow, ...]:
        """Undo, a hint where there are hints; a person may have to go."""
        player = self.seating.hand_at(seat)
        undoable = player is not None and self.history.undoable(player) > 0
        if self.guide is not None:
            return (MenuRow(MenuLine.SKIP),)
        rows = [MenuRow(MenuLine.UNDO, enabled=undoable)]
        if self.settings.hints:
            rows.append(MenuRow(MenuLine.HINT, enabled=self.on_turn(seat) and self.news is None))
        if self.seating.who_at(seat) is Who.PERSON:
            rows.append(MenuRow(MenuLine.GO))
        return tuple(rows)

    def choose(self, key: MenuLine, seat: int, now_ns: int) -> None:
        """``undo`` asks the others; ``hint`` asks an agent; ``skip`` ends the lesson and
        plays on."""
        if key == MenuLine.SKIP:
            self.guide = None
            self._turn(now_ns)
        elif key == MenuLine.UNDO:
            self.asked_by = seat
            self.waiting = tuple(s for s in self.persons if s != seat)
            self._since_ns = now_ns
            self._agreed(now_ns)
        elif key == MenuLine.HINT and self.on_turn(seat):
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
            self._tell(BoardNote(UndoAnswer.DONE, seat), now_ns)

    def take_back(self, count: int, now_ns: int) -> None:
        """The last ``count`` actions are undone."""
        self.unplay(count)
        self._turn(now_ns)

    def _refused(self, now_ns: int) -> None:
        assert self.asked_by is not None
        self._tell(BoardNote(UndoAnswer.REFUSED, self.asked_by), now_ns)
        self.asked_by, self.waiting = None, ()
        self._since_ns = now_ns

    # -- people who do not answer --------------------------------------------------------------

    @property
    def still(self) -> bool:
        """In a pause."""
        return self.paused_ns is not None

    def waits_for(self) -> frozenset[int]:
        """Whose turn it is; who is asked; any of those who could read the news."""
        seats: tuple[int, ...] = ()
        if self.asked_by is not None:
            seats = self.waiting
        elif self.news is not None:
            seats = self.persons
        elif self.lesson_waits:
            seats = self.seating.seats_of(LEARNER)
        elif self.mover is not None:
            seats = self.seating.seats_of(self.mover)
        players = (self.seating.hand_at(seat) for seat in seats)
        return frozenset(p for p in players if p is not None and self.level(p) is None)

    def chances(self) -> dict[int, object]:
        """Nobody is ever the first to claim anything."""
        return {}

    def set_played_for(self, away: frozenset[int], returning: frozenset[int], now_ns: int) -> None:
        """An agent plays for those away; a turn that changes its player begins anew."""
        changed = self.away ^ away
        self.play_for(away)
        self.returning = returning
        for player in changed:
            self.let_go(self.seating.seats[player])
        if self.asked_by is not None:
            self.waiting = tuple(s for s in self.waiting if s in self.persons)
            if self.asked_by in self.persons:
                self._agreed(now_ns)
            else:
                self._refused(now_ns)
        if self.mover in changed:
            self._turn(now_ns)

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

    def set_faults(self, faults: dict[int, Fault], shown: dict[int, Fault]) -> None:
        """Seats that cannot be trusted; only their buttons matter here."""
        self.faults = dict(faults)

    def let_go(self, seat: int) -> None:
        """A hand that was open is covered, a cursor that ran stands."""
        self.held.pop(seat, None)
        self.looking -= {seat}
        if self._repeat is not None and self._repeat.seat == seat:
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
        lasting_ns = self.settings.lasting_ns
        changed = self._opponent(now_ns)
        for seat, due_ns in self._looks_due():
            if now_ns >= due_ns:
                self._look(seat)
                changed = True
        held = self._repeat
        if held is not None and now_ns >= held.due_ns:
            self._step(held.step)
            self._repeat = held._replace(due_ns=held.due_ns + REPEAT_MS * MS)
            changed = True
        if self.note is not None and now_ns >= self._note_ns + lasting_ns(NOTE_MS):
            self.note = None
            changed = True
        if self.asked_by is not None and now_ns >= self._since_ns + lasting_ns(ASK_MS):
            self._refused(now_ns)
            changed = True
        alone = self.news is not None and not self.persons
        if alone and now_ns >= self._since_ns + lasting_ns(NEWS_ALONE_MS):
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
        lasting_ns = self.settings.lasting_ns
        dues = [due_ns for _, due_ns in self._looks_due()]
        if self._repeat is not None:
            dues.append(self._repeat.due_ns)
        if self.note is not None:
            dues.append(self._note_ns + lasting_ns(NOTE_MS))
        if self.asked_by is not None:
            dues.append(self._since_ns + lasting_ns(ASK_MS))
        elif self.news is not None and not self.persons:
            dues.append(self._since_ns + lasting_ns(NEWS_ALONE_MS))
        due_ns = self._opponent_due_ns()
        if due_ns is not None:
            dues.append(due_ns)
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

    def view(
        self, who: tuple[Who, ...], pause: Menu | None, idle: tuple[IdlePlayer, ...] = ()
    ) -> BoardView:
        """The table as the next frame shows it."""
        return replace(board_view(self, who, pause), idle=idle)

    def end_view(self, who: tuple[Who, ...], menu: Menu) -> EndView:
        """The ranking."""
        return end_view(self, who, menu)

    def result(self, t_ns: int, abandoned: bool = False) -> MatchEnded:
        """The record of the match's end."""
        return result(self, t_ns, abandoned)
