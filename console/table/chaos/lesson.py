"""The guided first game of «Хаос»: one learner, and opponents whose hands are made up.

What is done goes the way of every match: cards by the next frame, hands through the referee, all of
it through the rules. The lesson only says whose turn it is to do what, and takes nothing else in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from msgspec import structs

from console.games.chaos import positions
from console.games.chaos.matches import live_matches
from console.games.registry import GAMES
from console.i18n import N_
from console.table.autopilot_log import NO_FORCE_N
from console.table.board.match import HOLD_MS
from console.table.chaos.made_up import CLOCK_NS, MadeUpHand, made_up
from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import PlayLesson, PlayView
from console.table.lesson import LEARNER, LEAST_MS, LOOK_MS, LessonGuide, load_lesson
from console.table.match import MatchStart
from console.table.outputs import Cue, Output
from console.table.view import (
    IdlePlayer,
    Menu,
    MenuRow,
    TableTrouble,
    Target,
    TargetKind,
    TroubleKind,
    Who,
)
from drivers.events import (
    Button,
    ButtonEvent,
    Contact,
    Fall,
    Fault,
    Gesture,
    InputEvent,
    PadProgress,
)
from drivers.times import MS, earliest, ns

VERDICT_MS: Final = 3_000
"""A verdict is read for so long before somebody goes on by themselves."""
SLOWER_MS: Final = (120, 320)
"""So much later than the learner's the opponents' hands arrive."""
BRUSH_NS: Final = 40 * MS
"""Whoever knocks the pad over has touched it so long before."""
NOTHING_TO_GRAB: Final = N_(
    "Careful: nothing to grab here. In a game that is a false grab, and costs all open cards."
)


class ChaosLesson(ChaosMatch):
    """A match that goes as its lesson says; nobody keeps it."""

    patience_ms = 90_000
    shows_holding = True  # ● is taken when it is let go

    def __init__(self, start: MatchStart) -> None:
        """Raises LessonError when its file is damaged."""
        guide = load_lesson(GAMES["chaos"])
        self.guide: LessonGuide | None = guide
        self._rng = Random(start.seed)
        self._hands: list[MadeUpHand] = []  # on their way, or on the pad
        self._delivered: set[MadeUpHand] = set()
        self._falls: list[Fall] = []
        self._acted = False  # has somebody else begun what they do in this step?
        self._down_since: int | None = None  # the learner's ●
        self._since_ns = start.now_ns  # of what is told
        super().__init__(
            replace(
                start,
                position=positions.dump(guide.start),
                settings=replace(start.settings, auto=False, photo_finish="off"),
                emit=_heard_only(start.emit),
            )
        )
        self._learner = self.seating.seats[LEARNER]

    @property
    def recorded(self) -> bool:
        """It does not begin with a deal."""
        return False

    # -- what the learner does -----------------------------------------------------------------

    def handle(self, event: InputEvent) -> None:
        """Only what the step waits for is taken in; all else is told why not."""
        match event:
            case PadProgress():
                self._progress(event)
            case Contact():
                if event.seat == self._learner and self.paused_ns is None:
                    self._touched(event)
            case Fall(down=True):
                self.standstill.fall(event)  # it costs nothing here
                self.wanted = None
            case ButtonEvent():
                if event.seat == self._learner and self.paused_ns is None:
                    self._button(event)
            case _:
                super().handle(event)

    def _button(self, event: ButtonEvent) -> None:
        guide = self.guide
        if guide is None:
            return
        if event.button is Button.OK and guide.waits:
            if event.pressed:
                self._down_since = event.t_ns
            elif self._down_since is not None:
                if event.t_ns < self._down_since + HOLD_MS * MS:
                    self._read(self._down_since, event.t_ns)
                self._down_since = None
        elif event.pressed and event.button is Button.OK and self._flips(guide):
            self.guide = guide.refuse(None)
            super().handle(event)
        elif event.pressed:
            self.guide = guide.refuse(guide.why_not())

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch on what is told is as good as ●."""
        if (
            pressed
            and target.kind == TargetKind.LESSON
            and self.guide is not None
            and self.guide.waits
        ):
            self._read(t_ns, t_ns)

    def _read(self, pressed_ns: int, now_ns: int) -> None:
        """What is told has been read."""
        if self.guide is not None and pressed_ns >= self._since_ns + LEAST_MS * MS:
            self._go_to(self.guide.on(), now_ns)

    def _touched(self, contact: Contact) -> None:
        guide = self.guide
        if guide is None:
            return
        if contact.gesture is not self._gesture(guide):
            wrong = None if guide.step is None else guide.step.wrong
            self.guide = guide.refuse(wrong or NOTHING_TO_GRAB)
        elif contact.t_ns >= self._since_ns:
            self.guide = guide.refuse(None)
            super().handle(contact)
            self._hands += (self._later(seat, contact) for seat in self._rivals())

    def _rivals(self) -> tuple[int, ...]:
        """The seats of those who reach for the same."""
        state, seats = self.position.state, self.seating.seats
        if state.special is not None:
            return seats[1:]
        live = (match.hands for match in live_matches(state) if LEARNER in match.hands)
        return tuple(seats[hand] for hands in live for hand in hands if hand != LEARNER)

    def _later(self, seat: int, contact: Contact) -> MadeUpHand:
        low_ms, high_ms = SLOWER_MS
        onset_ns = contact.t_ns + ns(self._rng.uniform(low_ms, high_ms))
        return made_up(seat, onset_ns, contact.gesture)

    @staticmethod
    def _flips(guide: LessonGuide) -> bool:
        """Does it wait for the learner's card?"""
        return guide.by == LEARNER and guide.do is not None and guide.do["type"] == "flip"

    @staticmethod
    def _gesture(guide: LessonGuide) -> Gesture | None:
        """The touch of the learner's that it waits for."""
        do = guide.do
        if guide.by != LEARNER or do is None or do["type"] != "contact":
            return None
        return Gesture(do["gesture"])

    # -- what the others do --------------------------------------------------------------------

    def _progress(self, event: PadProgress) -> None:
        """The pad is known further, with the hands on it that are made up; of others than the
        learner's nothing is heard."""
        known_ns = event.complete_to_ns
        for hand in self._hands:
            if hand not in self._delivered and hand.contact.t_ns <= known_ns:
                self._delivered.add(hand)
                super().handle(hand.contact)
        for fall in tuple(self._falls):
            if fall.t_ns <= known_ns:
                self._falls.remove(fall)
                self.races.fall(fall)
        self._hands = [hand for hand in self._hands if known_ns < hand.until_ns]
        made = {hand.contact.seat for hand in self._hands if hand.lies(known_ns)}
        own = {self._learner}
        super().handle(PadProgress(known_ns, (event.loaded & own) | made, event.pending & own))

    def _act(self, now_ns: int) -> None:
        """Somebody else does what is due."""
        due_ns = self._due_ns()
        if due_ns is None or now_ns < due_ns or self.still:
            return
        assert self.guide is not None
        do = self.guide.do
        assert do is not None
        self._acted = True
        seat = self.seating.seats[do["hand"]]
        onset_ns = max(now_ns, self.progress.complete_to_ns + 1)
        if do["type"] == "flip":
            self.wanted = do["hand"]
        elif do["type"] == "contact":
            self._hands.append(made_up(seat, onset_ns, Gesture(do["gesture"])))
        else:  # whoever knocks it over has brushed it: the referee finds out who it was
            self._hands.append(made_up(seat, onset_ns, peak_n=NO_FORCE_N))
            self._falls.append(Fall(True, onset_ns + BRUSH_NS, CLOCK_NS))

    def _due_ns(self) -> int | None:
        """When somebody else acts; None while nobody will."""
        if self.guide is None or self.guide.by in (None, LEARNER) or self._acted:
            return None
        wait_ms = LOOK_MS if self.races.verdict is None else VERDICT_MS
        return max(self._since_ns, self.after_ns) + self.settings.lasting_ns(wait_ms)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """As in every match, once the others have done what is due."""
        self._stand(now_ns)
        if self.paused_ns is None:
            self._act(now_ns)
        return super().tick(now_ns)

    def next_due_ns(self) -> int | None:
        dues = [super().next_due_ns()]
        if not self.still:
            dues.append(self._due_ns())
        return earliest(dues)

    def _after_apply(self, t_ns: int) -> None:
        """The rules have done what the step wanted."""
        super()._after_apply(t_ns)
        if self.guide is not None:
            self._go_to(self.guide.after_action(), t_ns)

    def _go_to(self, guide: LessonGuide, now_ns: int) -> None:
        self.guide = None if guide.step is None else guide
        self._acted, self._since_ns = False, now_ns
        self._down_since = None

    def resume(self, now_ns: int) -> None:
        if self.paused_ns is not None:
            self._since_ns += now_ns - self.paused_ns
        super().resume(now_ns)

    def _may_expire(self) -> bool:
        """Nobody is hurried."""
        return False

    def _flip_due_ns(self) -> int | None:
        """Only who is to flip does."""
        return None if self.wanted is None else super()._flip_due_ns()

    # -- who is there --------------------------------------------------------------------------

    def set_faults(self, faults: dict[int, Fault], shown: dict[int, Fault]) -> None:
        """Of the made-up hands there is nothing to mistrust."""
        own = self.seating.seats[LEARNER]
        distrusted, known = (
            {s: f for s, f in each.items() if s == own} for each in (faults, shown)
        )
        super().set_faults(distrusted, known)

    @property
    def trouble(self) -> TableTrouble | None:
        """Without the learner's petal it waits."""
        return super().trouble or (TableTrouble(TroubleKind.FAULTY) if self.faults else None)

    def waits_for(self) -> frozenset[int]:
        """For the learner, unless others have to do something."""
        others = self.guide is None or (self.guide.by not in (None, LEARNER))
        return frozenset() if others else frozenset((LEARNER,))

    def chances(self) -> Mapping[int, object]:
        """Nobody misses anything here."""
        return {}

    def menu_rows(self, seat: int) -> tuple[MenuRow, ...]:
        """It can only be ended."""
        return ()

    # -- what is seen --------------------------------------------------------------------------

    def view(
        self, who: tuple[Who, ...], pause: Menu | None, idle: tuple[IdlePlayer, ...] = ()
    ) -> PlayView:
        """The table, and what is told; nothing is counted down."""
        view, lesson = super().view(who, pause, idle), self._lesson()
        flips = lesson is not None and lesson.flips
        seats = tuple(
            structs.replace(seat, prompted=seat.prompted and flips) for seat in view.seats
        )
        return replace(view, seats=seats, special_deadline_ns=None, lesson=lesson)

    def _lesson(self) -> PlayLesson | None:
        guide = self.guide
        if guide is None or guide.step is None:
            return None
        piles = tuple(self.seating.seats[player] for player in guide.step.show)
        flips, gesture = self._flips(guide), self._gesture(guide)
        others = self.seating.seats[1:]
        return PlayLesson(guide.view(), self._learner, others, flips, gesture, piles)


def _heard_only(emit: Callable[[Output], None]) -> Callable[[Output], None]:
    """Its sounds go on, its records do not."""

    def emit_cue(output: Output) -> None:
        if isinstance(output, Cue):
            emit(output)

    return emit_cue
