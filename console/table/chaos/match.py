"""The table's side of «Хаос»: whose card is shown when, what the timers do, what is waited for.

The rules judge; the referee orders; this gives both their moments (C16, C18, C21, C24 to C27).
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from console.games.chaos.actions import DUEL, SPECIAL, Action, Choose, Expire, Flip, FlipAll
from console.games.chaos.state import State
from console.table.chaos import looking
from console.table.chaos.autopilot import Autopilot
from console.table.chaos.claims import Claims
from console.table.chaos.photos import Photos
from console.table.chaos.position import Position
from console.table.chaos.races import Races
from console.table.chaos.showing import bright_seats, end_view, match_result, play_view
from console.table.chaos.standstill import Standstill
from console.table.chaos.view import WON_NS, DeathPhase, PlayView
from console.table.hardware import pressed_beside
from console.table.match import MatchStart, match_begun
from console.table.outputs import ContactSeen, Cue, MatchEnded, Output, VerdictReached
from console.table.view import (
    EndView,
    IdlePlayer,
    Menu,
    MenuLine,
    MenuRow,
    TableTrouble,
    TroubleKind,
    Who,
)
from drivers.events import (
    Button,
    ButtonEvent,
    Contact,
    Fall,
    Fault,
    InputEvent,
    PadProgress,
    SourceFault,
)
from drivers.times import earliest

VOIDED_SHOWN_MS = 1_500  # how long the screen tells of cards that went back
AFTER_VERDICT_MS = 1_500  # in auto mode people read a verdict before the next card
NO_PROGRESS = PadProgress(0, frozenset(), frozenset())


class ChaosMatch:
    """One match at the table. Everything happens in ``handle``, ``tick`` and ``presented``."""

    patience_ms = 25_000
    shows_holding = False

    def __init__(self, start: MatchStart) -> None:
        """Deal from the seed, or take up a broken-off match by making its actions again."""
        settings, seed, now_ns = start.settings, start.seed, start.now_ns
        self.settings = settings
        self.seating = start.seating
        self.seed = seed
        self._emit = start.emit
        self.faults: dict[int, Fault] = {}
        self.shown_faults: dict[int, Fault] = {}
        self.pressed_beside: frozenset[int] = frozenset()  # … at the last false grab
        self.progress = NO_PROGRESS
        self.voided_until_ns: int | None = None
        self.voided_seats: tuple[int, ...] = ()
        self.wanted: int | None = None  # the hand that has pressed ●
        self.proposal: Action | None = None  # what the next frame will show
        self.preview: State | None = None
        self.paused_ns: int | None = None
        self.standstill = Standstill()
        self.position = Position.begun(start)
        rng = random.Random(seed ^ 0x5DEA7)  # the waits of sudden deaths are no part of the deal
        self.races = Races(self.position, rng, self._tell, self._on_event)
        self.photos = Photos(settings.photo_finish, start.photographer, start.seating)
        self.claims = Claims(self)
        self.autopilot = Autopilot(self)
        self.won: frozenset[int] = frozenset()  # the seats that have just won a race
        self._lit = False  # is the light of a sudden death in the last view?
        self._special_ns = now_ns  # when the open special, or the end's time-out, began
        self._choice_ns = now_ns
        opened = self.position.state.pending_all is not None
        self._all_ns: int | None = now_ns if opened else None
        self.after_ns = now_ns
        self.over_ns: int | None = None
        self._emit(match_begun("chaos", start, self.position.epoch_ns))
        self.position.play_for(frozenset(), now_ns)  # whoever takes it up again plays

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> None:
        """Take in what the drivers say. Seat faults come through ``set_faults``."""
        match event:
            case PadProgress():
                self.progress = event
                for contact in self.autopilot.arrived(event.complete_to_ns):
                    self._contact(contact)
                self.races.progress(event)
            case Contact():
                if self.autopilot.touched(event):
                    self._contact(event)
            case Fall(down):
                self.standstill.fall(event)
                self.wanted = None if down else self.wanted
                if down and self.standstill.heard_at(event.t_ns):
                    self.races.fall(event)
            case SourceFault():
                self.standstill.hear(event, self.progress.complete_to_ns)
                self.races.hear(event.t_ns, pad_heard=self.standstill.pad_heard)
            case ButtonEvent(pressed=True):
                self._pressed(event)

    def _contact(self, contact: Contact) -> None:
        hand = self.seating.hand_at(contact.seat)
        if hand is not None:
            self._emit(ContactSeen(contact, hand))
            self._emit(Cue.TOUCH)
            self.races.contact(contact)

    def _pressed(self, event: ButtonEvent) -> None:
        state = self.position.state
        hand = self.seating.hand_at(event.seat)
        if hand is None:
            return
        if self.photos.shown is not None:
            looking.press(self, event)
        elif self.paused_ns is not None:
            return
        elif state.choice is not None:
            if self._same_player(hand, state.choice) and event.button in (
                Button.LEFT,
                Button.RIGHT,
            ):
                take = DUEL if event.button is Button.LEFT else SPECIAL
                self.decide(take, event.t_ns)
        elif (
            event.button is Button.OK
            and self.standstill.down_ns is None  # whoever puts the pad back holds it in both hands
            and state.to_move is not None
            and self._same_player(hand, state.to_move)
        ):
            self.wanted = state.to_move
        elif event.button is Button.LEFT and event.seat in looking.may_ask(self):
            self.photos.ask()

    def _same_player(self, hand: int, other: int) -> bool:
        return self.seating.player_of[hand] == self.seating.player_of[other]

    def set_faults(self, faults: dict[int, Fault], shown: dict[int, Fault]) -> None:
        """Seats that cannot be trusted: their petals count for nothing, the table flips there."""
        for seat in faults.keys() - self.faults.keys():
            self.races.trust(seat, False)
        for seat in self.faults.keys() - faults.keys():
            self.races.trust(seat, True)
        self.faults, self.shown_faults = dict(faults), dict(shown)

    @property
    def trouble(self) -> TableTrouble | None:
        """Why the table waits: the pad lies beside its cradle, a source cannot be heard, or no
        seat can be trusted, so that cards would be burnt for nobody."""
        if (told := self.standstill.trouble) is not None:
            return told
        faulty = self.faults and self.faults.keys() >= set(self.seating.seats)
        return TableTrouble(TroubleKind.FAULTY) if faulty else None

    def pause(self, now_ns: int) -> None:
        """Stop the timers; contacts count for nothing until ``resume``."""
        self.photos.end()
        if self.paused_ns is None:
            self.paused_ns = now_ns
            self._stand(now_ns)

    def resume(self, now_ns: int) -> None:
        """Let the timers go on where they stood."""
        if self.paused_ns is None:
            return
        self.races.last_closed_ns = self.paused_ns, now_ns
        self.paused_ns = None
        self._stand(now_ns)

    def _stand(self, now_ns: int) -> None:
        """No time passes while play stands: who cannot touch is not late. After trouble eyes go
        back to the cards before the table flips (C27)."""
        stood = self.standstill.look(self.paused_ns, self.trouble is not None, now_ns)
        if stood is not None:
            self._special_ns = stood.later(self._special_ns)
            self._choice_ns = stood.later(self._choice_ns)
            self.after_ns = now_ns if stood.troubled else stood.later(self.after_ns)
            self._all_ns = None if self._all_ns is None else stood.later(self._all_ns)

    @property
    def stands(self) -> bool:
        """In a pause or in trouble: no clock runs."""
        return self.paused_ns is not None or self.trouble is not None

    @property
    def recorded(self) -> bool:
        return True

    @property
    def busy(self) -> bool:
        """Are hands being judged, or may some from before the end still arrive (C23)?"""
        return self.races.busy or (self.over_ns is not None and not self.ended())

    @property
    def judging(self) -> bool:
        """Are hands being judged, or not understood yet?"""
        return self.races.busy or bool(self.progress.pending - self.faults.keys())

    @property
    def may_pause(self) -> bool:
        """A race is never interrupted."""
        return not self.races.busy and not self.progress.pending

    @property
    def still(self) -> bool:
        """In a pause, before a picture, in trouble, while hands are judged."""
        return self.stands or self.photos.waiting or self.judging

    @property
    def awaited(self) -> int | None:
        """The hand whose button it waits for: to choose, or to flip."""
        state = self.position.state
        if state.over or state.choice is not None:
            return state.choice
        hand = state.to_move
        if hand is None or self.settings.auto or self.seating.seats[hand] in self.faults:
            return None
        return hand if self.position.may(Flip) and self._all_ns is None else None

    def waits_for(self) -> frozenset[int]:
        """Who has to flip or to choose; nobody where the table flips by itself."""
        hand = self.awaited
        idle = hand is None or hand == self.wanted
        return frozenset() if hand is None or idle else frozenset((self.seating.player_of[hand],))

    def chances(self) -> Mapping[int, object]:
        """What each player could claim now by being the first."""
        return self.claims.all()

    def set_played_for(self, away: frozenset[int], returning: frozenset[int], now_ns: int) -> None:
        """Played for by autopilots; cards wait for those who are coming back."""
        if self.autopilot.returning - returning:
            self.after_ns = now_ns  # C27: their eyes go back to the cards before the table flips
        self.autopilot.change(away, returning, now_ns)

    def let_go(self, seat: int) -> None:
        """No button is held for anything in a race."""

    def deaf_to(self, fault: Fault) -> bool:
        """A seat that cannot be trusted plays no part: the table flips there."""
        return True

    def has_hand(self, seat: int) -> bool:
        return False  # everything lies open

    def menu_rows(self, seat: int) -> tuple[MenuRow, ...]:
        """A person may have to go."""
        return (MenuRow(MenuLine.GO),) if self.seating.who_at(seat) is Who.PERSON else ()

    def choose(self, key: MenuLine, seat: int, now_ns: int) -> None:
        """There is nothing to choose."""

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """Do what is due at ``now_ns``; True when something that is seen has changed."""
        self._stand(now_ns)
        self.races.closed_since_ns = earliest((self.paused_ns, self.standstill.down_ns))
        changed = self.races.tick(now_ns, self.standstill.deaf_since_ns)
        changed = self.races.grown() or changed
        changed = self._light_winners(now_ns) or changed
        changed = looking.show_photos(self, now_ns) or changed
        if self.voided_until_ns is not None and now_ns >= self.voided_until_ns:
            self.voided_until_ns, self.voided_seats = None, ()
            changed = True
        if not self.stands:
            changed = self._time_out(now_ns) or changed
        if self.claims.look():
            self.autopilot.look(now_ns)
        changed = self.autopilot.tick(now_ns) or changed
        self._propose(now_ns)
        return changed

    def _light_winners(self, now_ns: int) -> bool:
        """Whoever has just won a race is lit; True when that has changed."""
        verdict, before = self.races.won, self.won
        lit = verdict is not None and now_ns < verdict.at_ns + WON_NS
        self.won = frozenset(verdict.seats) if verdict is not None and lit else frozenset()
        return self.won != before

    def _time_out(self, now_ns: int) -> bool:
        """C18, C21: the table's own decisions when people take too long."""
        state = self.position.state
        if state.choice is not None:
            due_ns = self.choice_deadline_ns
            if now_ns >= due_ns:
                self.decide(SPECIAL, due_ns)
                return True
        elif self._may_expire():
            due_ns = self.special_deadline_ns
            if now_ns >= due_ns:
                self._expire(max(due_ns, self.position.last_shown_ns))
                return True
        return False

    def _may_expire(self) -> bool:
        """C21: a special waits for hands that are being judged, and until the pad is known."""
        judged = self.races.sudden is not None or self.progress.pending - self.faults.keys()
        known = self.progress.complete_to_ns >= self.special_deadline_ns
        return known and not judged and not self.stands and self.position.may(Expire)

    def _expire(self, t_ns: int) -> None:
        self.position.apply(Expire(self.position.us(t_ns)), t_ns)
        self._special_ns = t_ns
        self._after_apply(t_ns)

    def decide(self, take: str, t_ns: int) -> None:
        """Whoever has won both takes ``DUEL`` or ``SPECIAL`` (C18)."""
        before = self.position.state
        assert before.choice is not None
        t_ns = max(t_ns, self._choice_ns)
        action = Choose(before.choice, take, self.position.us(t_ns))
        events = self.position.apply(action, t_ns)
        self.races.chosen(events, t_ns)

    def _tell(self, output: Output) -> None:
        """What the races tell goes on; a race that is over is photographed."""
        if isinstance(output, VerdictReached):
            self.photos.verdict(output)
        elif output is Cue.FALSE_GRAB:  # the hand beside lifts long before people have read it
            self.pressed_beside = pressed_beside(self.shown_faults)
        self._emit(output)

    def _on_event(self, t_ns: int) -> None:
        """The rules have made an event (or ask for a choice): timers and wishes start afresh."""
        self._choice_ns = t_ns
        self.after_ns = t_ns
        self._after_apply(t_ns)

    def _after_apply(self, t_ns: int) -> None:
        """What every action of the rules changes at the table."""
        self.wanted = None
        self.proposal = self.preview = None
        if self.position.voided:
            self.voided_seats = tuple(self.seating.seats[h] for h in self.position.voided)
            self.voided_until_ns = t_ns + self.settings.lasting_ns(VOIDED_SHOWN_MS)
        state = self.position.state
        self._all_ns = None if state.pending_all is None else (self._all_ns or t_ns)
        self.over_ns = (self.over_ns or t_ns) if state.over else None

    def _propose(self, now_ns: int) -> None:
        """Decide what the next frame shows for the first time: nothing, a card, or all of them."""
        action = self._flip_due(now_ns)
        if action is None:
            self.proposal = self.preview = None
        elif self.proposal is None:  # every action of the rules takes a proposal back
            self.proposal = action
            self.preview = self.position.preview(action)

    def _flip_due(self, now_ns: int) -> Action | None:
        due_ns = self._flip_due_ns()
        if due_ns is None or now_ns < due_ns or self._held():
            return None
        t_us = self.position.us(now_ns)
        state = self.position.state
        if state.pending_all is not None:
            return FlipAll(t_us)
        assert state.to_move is not None
        return Flip(state.to_move, t_us)

    def _held(self) -> bool:
        """Cards wait while hands are judged, while the table cannot see, and for who comes back."""
        return self.still or bool(self.autopilot.returning)

    def _flip_due_ns(self) -> int | None:
        """When the next card may be shown (C16, C27); None when nobody can or wants to."""
        state, lasting_ns = self.position.state, self.settings.lasting_ns
        if state.over or state.choice is not None:
            return None
        if self._all_ns is not None:
            if not self.position.may(FlipAll):
                return None
            return max(self._all_ns, self._special_ns) + lasting_ns(self.settings.all_ms)
        if state.to_move is None or not self.position.may(Flip):
            return None
        due_ns = self.flip_from_ns()
        if self.wanted == state.to_move:
            return due_ns
        if self.settings.auto or self.seating.seats[state.to_move] in self.faults:
            return max(due_ns, self.unasked_from_ns())
        return None

    def presented(self, shown: object | None, t_ns: int) -> bool:
        """A frame is visible to everybody since ``t_ns`` (C24), ``shown`` the preview in it.

        True when that made a card.
        """
        if self._lit:
            self.races.light_shown(t_ns)
        if self.proposal is None or shown is not self.preview:
            return False
        action, self.proposal, self.preview = self.proposal, None, None
        made: Action
        if isinstance(action, Flip):
            made = Flip(action.hand, self.position.us(t_ns))
        else:
            made = FlipAll(self.position.us(t_ns))
            self._all_ns = None
        had_special = self.position.state.special
        self.position.apply(made, t_ns)
        self._emit(Cue.FLIP)
        self.races.clear()
        self.photos.forget()
        if self.position.state.special is not None and had_special is None:
            self._special_ns = t_ns
        elif not self.position.may(Flip):
            self._special_ns = t_ns  # `classic`: the last card of all is on the table
        self._after_apply(t_ns)
        return True

    @property
    def special_deadline_ns(self) -> int:
        """C21: when an open special expires."""
        return self._special_ns + self.settings.lasting_ns(self.settings.special_ms)

    @property
    def choice_deadline_ns(self) -> int:
        """C18: when the table chooses the special."""
        return self._choice_ns + self.settings.lasting_ns(self.settings.choice_ms)

    @property
    def all_at_ns(self) -> int | None:
        """C16: when everybody flips."""
        return None if self._all_ns is None else self._flip_due_ns()

    def flip_from_ns(self) -> int:
        """C27: from when on the hand to move may flip."""
        return self.position.last_shown_ns + self.settings.lasting_ns(self.settings.pace_ms)

    def unasked_from_ns(self) -> int:
        """C27: from when on a card may come that no person has asked for."""
        return self.after_ns + self.settings.lasting_ns(AFTER_VERDICT_MS)

    def ended(self) -> bool:
        """Is it over for good: nothing earlier can still arrive (C23)?"""
        return (
            self.over_ns is not None
            and self.progress.complete_to_ns > self.over_ns
            and not self.progress.pending
            and not self.races.busy
            and not self.photos.waiting
        )

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        if self.paused_ns is not None:
            return None if self.photos.shown is None else self.photos.until_ns
        dues = [self.races.next_due_ns(), self.voided_until_ns, self.autopilot.next_due_ns()]
        if self.races.won is not None and self.won:
            dues.append(self.races.won.at_ns + WON_NS)
        state = self.position.state
        if state.choice is not None:
            dues.append(None if self.stands else self.choice_deadline_ns)
        elif not state.over:
            if self._may_expire():
                dues.append(self.special_deadline_ns)
            if self.proposal is None and not self._held():
                dues.append(self._flip_due_ns())
        return earliest(dues)

    def bright_seats(self) -> frozenset[int]:
        """The seats whose lamps are bright: who may act, or all rivals of a lit sudden death."""
        return bright_seats(self)

    # -- results -------------------------------------------------------------------------------

    def cards(self) -> tuple[int, ...]:
        """Cards left to each player, as the rules count them (C6, C33)."""
        return self.position.state.counted()

    def view(
        self, who: tuple[Who, ...], pause: Menu | None, idle: tuple[IdlePlayer, ...] = ()
    ) -> PlayView:
        """The table as the next frame shows it."""
        view = play_view(self, who, pause, idle)
        self._lit = view.sudden_death is not None and view.sudden_death.phase is DeathPhase.LIGHT
        return view

    def end_view(self, who: tuple[Who, ...], menu: Menu) -> EndView:
        """The ranking."""
        return end_view(self, who, menu)

    def result(self, t_ns: int, abandoned: bool = False) -> MatchEnded:
        """The record of the match's end."""
        return match_result(self, t_ns, abandoned)
