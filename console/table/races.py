"""Races of a match: what the referee rules goes to the rules, and becomes a verdict.

Holds the referee, a sudden death while one is played, and the verdict on the screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from console.duel import (
    Again,
    DeadHeat,
    Fallen,
    First,
    Race,
    Referee,
    Ruling,
    Settled,
    Standing,
    SuddenDeath,
    Winner,
)
from console.games import chaos
from console.table.outputs import Cue, Output, RaceEntry, VerdictReached
from console.table.position import Position
from console.table.verdicts import Outcome, outcome, shown_moment_ns
from console.table.view import (
    BestReaction,
    SuddenDeathView,
    VerdictEntry,
    VerdictKind,
    VerdictView,
)
from drivers.events import Contact, Fall, PadProgress


@dataclass(slots=True)
class Tally:
    """What the end screen tells of the match, by player."""

    duels_won: list[int]
    false_grabs: list[int]
    best: BestReaction | None = None


@dataclass(slots=True)
class OpenVerdict:
    """A verdict on the screen whose race may still grow by runners-up."""

    outcome: Outcome
    first: Contact | None
    shown_ns: int | None
    at_ns: int
    sudden_death: tuple[int, ...] = ()


class Races:
    """The duels of one match. ``on_event(t_ns)`` is called when the rules made an event."""

    def __init__(
        self,
        position: Position,
        rng: random.Random,
        emit: Callable[[Output], None],
        on_event: Callable[[int], None],
    ) -> None:
        self.position = position
        self.seating = position.seating
        self.referee = Referee(same_party=self.seating.same_player)
        self.sudden: SuddenDeath | None = None
        self.verdict: VerdictView | None = None
        self.tally = Tally([0] * self.seating.players, [0] * self.seating.players)
        self.closed_since_ns: int | None = None  # contacts count for nothing from here on
        self.choice_by: Contact | None = None
        self._heat: DeadHeat | None = None
        self._open: OpenVerdict | None = None
        self._choice_state: chaos.State | None = None
        self._rng = rng
        self._emit = emit
        self._on_event = on_event

    @property
    def busy(self) -> bool:
        """Is anything under way that a flip would disturb?"""
        return self.sudden is not None or self.referee.race is not None

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        return self.sudden.next_due_ns() if self.sudden is not None else None

    # -- what comes in -------------------------------------------------------------------------

    def contact(self, contact: Contact) -> None:
        """A hand arrived on a petal."""
        if self.sudden is not None and contact.seat in self.sudden.seats:
            self.sudden.add(contact)
        else:
            self.referee.add(contact)

    def fall(self, fall: Fall) -> None:
        """The pad was knocked off."""
        if self.sudden is None:
            self.referee.add_fall(fall)

    def progress(self, progress: PadProgress) -> None:
        """The pad is known further."""
        self.referee.progress(progress)
        self.referee.falls_complete_to(progress.complete_to_ns)
        if self.sudden is not None:
            self.sudden.progress(progress)

    def light_shown(self, t_ns: int) -> None:
        """The light of a sudden death came on for everybody."""
        if self.sudden is not None:
            self.sudden.light_shown(t_ns)

    def tick(self, now_ns: int) -> bool:
        """Rule on whatever can be ruled on; True when something came of it."""
        changed = False
        while (ruling := self.referee.decide(self._standing)) is not None:
            self._rule(ruling, now_ns)
            changed = True
        if self.sudden is not None:
            self.sudden.tick(now_ns)
            changed = self._play_off(now_ns) or changed
        return changed

    def chosen(self, before: chaos.State, events: tuple[chaos.Event, ...], t_ns: int) -> None:
        """The winner of both has chosen (C18): now the verdict can be told."""
        first, self.choice_by = self.choice_by, None
        state, self._choice_state = self._choice_state or before, None
        self._conclude(state, events, first, t_ns, at_ns=t_ns)

    # -- rulings -------------------------------------------------------------------------------

    def _standing(self, contact: Contact) -> Standing:
        hand = self.seating.hand_at(contact.seat)
        closed = self.closed_since_ns is not None and contact.t_ns >= self.closed_since_ns
        if hand is None or closed:
            return Standing.REFUSED
        return Standing(
            chaos.standing(
                self.position.state, hand, contact.gesture.value, self.position.us(contact.t_ns)
            )
        )

    def _rule(self, ruling: Ruling, now_ns: int) -> None:
        match ruling:
            case First(contact):
                self._judge(contact, now_ns)
            case DeadHeat(contacts):
                self._begin_sudden_death(ruling, contacts, now_ns)
            case Fallen(fall, seat):
                self._fallen(fall, seat, now_ns)
            case Settled(race):
                self._close(race)

    def _judge(self, contact: Contact, now_ns: int, played_off: tuple[int, ...] = ()) -> None:
        """Give a contact to the rules; it is the first, or has won the sudden death."""
        hand = self.seating.hand_at(contact.seat)
        assert hand is not None  # others are refused
        before = self.position.state
        action = chaos.Contact(hand, contact.gesture.value, self.position.us(contact.t_ns))
        events = self.position.apply(action, contact.t_ns)
        if any(isinstance(e, chaos.ChoiceDue) for e in events):
            self.choice_by, self._choice_state = contact, before
            self.referee.event_at(contact.t_ns)
            self._on_event(contact.t_ns)
            return
        self._conclude(before, events, contact, contact.t_ns, now_ns, played_off)

    def _fallen(self, fall: Fall, seat: int | None, now_ns: int) -> None:
        state = self.position.state
        if state.over or state.choice is not None:
            return
        hand = None if seat is None else self.seating.hand_at(seat)
        try:
            events = self.position.apply(chaos.Fall(hand, self.position.us(fall.t_ns)), fall.t_ns)
        except chaos.GameError:
            return  # C23: it comes too late to matter
        self._conclude(state, events, None, fall.t_ns, now_ns)

    def _conclude(
        self,
        before: chaos.State,
        events: tuple[chaos.Event, ...],
        first: Contact | None,
        t_ns: int,
        at_ns: int,
        played_off: tuple[int, ...] = (),
    ) -> None:
        """An event of the rules has happened: say what it came to."""
        result = outcome(before, self.position, events)
        self.referee.event_at(t_ns)
        self._on_event(t_ns)
        if result is None:
            return
        good = result.kind in (VerdictKind.DUEL_WON, VerdictKind.SPECIAL_WON)
        shown = None
        if first is not None:
            hand = self.seating.hand_at(first.seat)
            assert hand is not None
            shown = shown_moment_ns(before, self.position, hand, good)
        self._open = OpenVerdict(result, first, shown, at_ns, played_off)
        self._count(result, first, shown)
        self._emit(Cue.VERDICT if good else Cue.FALSE_GRAB)
        self._show(self._open, self.referee.race)
        if self.referee.race is None:  # a fall, or a race that has settled long ago
            self._reach(self._open, None)

    def _count(self, result: Outcome, first: Contact | None, shown_ns: int | None) -> None:
        if first is None:
            return
        player = self._player(first.seat)
        if result.kind is VerdictKind.DUEL_WON:
            self.tally.duels_won[player] += 1
        if result.kind is VerdictKind.FALSE_GRAB:
            self.tally.false_grabs[player] += 1
        elif shown_ns is not None and first.t_ns > shown_ns:
            reaction = first.t_ns - shown_ns
            if self.tally.best is None or reaction < self.tally.best.reaction_ns:
                u_ns = round((first.uncertainty_ns**2 + first.clock_uncertainty_ns**2) ** 0.5)
                self.tally.best = BestReaction(first.seat, reaction, u_ns)

    def _player(self, seat: int) -> int:
        hand = self.seating.hand_at(seat)
        assert hand is not None
        return self.seating.player_of[hand]

    # -- sudden death --------------------------------------------------------------------------

    def _begin_sudden_death(
        self, heat: DeadHeat, contacts: tuple[Contact, ...], now_ns: int
    ) -> None:
        seats = tuple(c.seat for c in contacts)
        first = contacts[0]
        hand = self.seating.hand_at(first.seat)
        assert hand is not None
        shown = shown_moment_ns(
            self.position.state, self.position, hand, heat.standing is Standing.RIGHTFUL
        )
        result = Outcome(VerdictKind.DEAD_HEAT, seats, (), None, ())
        self._open = OpenVerdict(result, first, shown, now_ns)
        self._heat = heat
        self.referee.event_at(contacts[-1].t_ns)
        self._show(self._open, self.referee.race)
        self.sudden = SuddenDeath(seats, self._rng, now_ns)
        self._emit(Cue.VERDICT)

    def _play_off(self, now_ns: int) -> bool:
        assert self.sudden is not None
        match self.sudden.decide():
            case Winner(seat):
                order = (seat, *(s for s in self.sudden.seats if s != seat))
                self._end_sudden_death(order, now_ns)
                return True
            case Again():
                return True
        return False

    def _end_sudden_death(self, order: tuple[int, ...], now_ns: int) -> None:
        """C25: the winner's touch stands; between false grabs the last one's, who pays."""
        assert self._heat is not None
        heat, self._heat, self.sudden = self._heat, None, None
        stands = order[0] if heat.standing is Standing.RIGHTFUL else order[-1]
        contact = next(c for c in heat.contacts if c.seat == stands)
        self._judge(contact, now_ns, order)

    def sudden_death_view(self) -> SuddenDeathView | None:
        """What the screens show of it."""
        death = self.sudden
        return death and SuddenDeathView(death.seats, death.phase, death.out)

    # -- verdicts ------------------------------------------------------------------------------

    def grown(self) -> bool:
        """Show a runner-up that came after the verdict; True when there was one."""
        race, shown = self.referee.race, self.verdict
        if self._open is None or race is None or shown is None:
            return False
        if len(race.entries) == len(shown.entries):
            return False
        self._show(self._open, race)
        return True

    def _show(self, verdict: OpenVerdict, race: Race | None) -> None:
        order = self._order(verdict, race)
        second = order[1] if len(order) > 1 else None
        self.verdict = VerdictView(
            verdict.outcome.kind,
            verdict.outcome.seats,
            tuple(VerdictEntry(e.contact.seat, e.reaction_ns, e.contact.gesture) for e in order),
            second and second.margin_ns,
            second and second.margin_uncertainty_ns,
            verdict.outcome.moves,
            verdict.at_ns,
            verdict.outcome.losers,
            verdict.outcome.special,
        )

    def _order(self, verdict: OpenVerdict, race: Race | None) -> tuple[RaceEntry, ...]:
        if race is None:
            return ()
        shown = verdict.shown_ns
        return tuple(
            RaceEntry(
                e.contact,
                None if shown is None else e.contact.t_ns - shown,
                e.margin_ns,
                e.margin_uncertainty_ns,
            )
            for e in race.entries
        )

    def _close(self, race: Race) -> None:
        if self._open is not None:
            self._reach(self._open, race)

    def _reach(self, verdict: OpenVerdict, race: Race | None) -> None:
        """The race is over: tell it to the log."""
        self._open = None
        self._emit(
            VerdictReached(
                verdict.outcome.kind,
                verdict.at_ns if verdict.first is None else verdict.first.t_ns,
                verdict.outcome.seats,
                verdict.outcome.losers,
                verdict.outcome.special,
                verdict.shown_ns,
                self._order(verdict, race),
                verdict.sudden_death,
            )
        )

    def clear(self) -> None:
        """Take the verdict off the screen (the next card is shown)."""
        self.verdict = None
