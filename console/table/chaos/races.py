"""Races of a match: what the referee rules goes to the rules, and becomes a verdict.

Holds the referee, a sudden death while one is played, and the verdict on the screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from console.duel.doubt import RefereeConfig
from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, Fallen, First, Race, Ruling, Settled, Standing
from console.duel.sudden_death import Phase, SuddenDeath, Winner
from console.games.chaos import actions, play
from console.games.chaos.events import ChoiceDue, Event
from console.games.chaos.state import State
from console.table.autopilot_log import by_autopilot
from console.table.chaos.position import Position
from console.table.chaos.verdicts import RuleOutcome, outcome, shown_moment_ns
from console.table.chaos.view import (
    DeathPhase,
    SuddenDeathView,
    VerdictEntry,
    VerdictView,
    between_first_and_next,
)
from console.table.outputs import GOOD, Cue, Output, RaceMargin, VerdictKind, VerdictReached
from console.table.view import BestReaction
from drivers.events import Contact, Fall, PadProgress
from drivers.times import earliest

"""Sigmas in a stated ±, for a reaction as for a margin."""


@dataclass(slots=True)
class RaceTally:
    """What the end screen tells of the match, by player."""

    duels_won: list[int]
    false_grabs: list[int]
    best: BestReaction | None = None


@dataclass(slots=True)
class OpenVerdict:
    """A verdict on the screen whose race may still grow by runners-up."""

    outcome: RuleOutcome
    first: Contact | None
    shown_ns: int | None
    at_ns: int
    played_off: Winner | None = None


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
        self.tally = RaceTally([0] * self.seating.players, [0] * self.seating.players)
        self.closed_since_ns: int | None = None  # contacts count for nothing from here on
        self.last_closed_ns = (0, 0)  # from when to when they did not before
        self.choice_by: Contact | None = None
        self.light_ns: int | None = None  # of the last sudden death
        self._heat: DeadHeat | None = None
        self._death: SuddenDeathView | None = None
        self._open: OpenVerdict | None = None
        self._choice_state: State | None = None
        self._choice_race: Race | None = None  # settled while the winner was choosing
        self._rng = rng
        self._emit = emit
        self._on_event = on_event

    @property
    def busy(self) -> bool:
        """Is anything under way that a flip would disturb?"""
        return self.sudden is not None or not (self.referee.settled or self.referee.silent)

    @property
    def growing(self) -> tuple[int, ...]:
        """The seats in the race of a verdict that may still grow, after a play-off none; of an
        autopilot there are no samples."""
        verdict = self._open
        if verdict is None or verdict.played_off is not None or self.verdict is None:
            return ()
        seats, position = tuple([entry.seat for entry in self.verdict.entries]), self.position
        return () if position.away and any(map(position.is_away, seats)) else seats

    @property
    def won(self) -> VerdictView | None:
        """The verdict that is shown, if somebody has won a race by it."""
        verdict = self.verdict
        return verdict if verdict is not None and verdict.kind in GOOD else None

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

    def hear(self, t_ns: int, *, pad_heard: bool) -> None:
        """Whether the pad is since then (C26)."""
        if pad_heard:
            self.referee.heard_from(t_ns)
        else:
            self.referee.silent_from(t_ns)

    def trust(self, seat: int, trusted: bool) -> None:
        """Whether a seat's petal counts; in a sudden death a seat that does not is out."""
        if trusted:
            self.referee.enable(seat)
            return
        self.referee.disable(seat)
        if self.sudden is not None:
            self.sudden.disable(seat)

    def light_shown(self, t_ns: int) -> None:
        """The light of a sudden death can be seen by everybody since ``t_ns``, and is heard now."""
        death = self.sudden
        if death is not None and death.phase is Phase.LIGHT and death.light_ns is None:
            death.light_shown(t_ns)
            self._emit(Cue.LIGHT)

    def tick(self, now_ns: int, deaf_since_ns: int | None = None) -> bool:
        """Rule on whatever can be ruled on; True when something came of it. ``deaf_since_ns``: when
        buttons or pad fell silent; None: they are heard."""
        changed = False
        while (ruling := self.referee.decide(self._standing)) is not None:
            self._rule(ruling, now_ns)
            changed = True
        if self.sudden is not None:  # what is known already counts
            self.sudden.close(earliest((self.closed_since_ns, deaf_since_ns)))
            changed = self._play_off(now_ns) or changed
        if self.sudden is not None:
            self.sudden.hear(deaf_since_ns is None, now_ns)
            self.sudden.tick(now_ns)
            changed = self._play_off(now_ns) or changed
        death = self.sudden_death_view()
        if death != self._death:
            self._death = death
            changed = True
        return changed

    def chosen(self, events: tuple[Event, ...], t_ns: int) -> None:
        """The winner of both has chosen (C18): now the verdict can be told."""
        assert self._choice_state is not None
        first, self.choice_by = self.choice_by, None
        before, self._choice_state = self._choice_state, None
        self._conclude(before, events, first, t_ns, t_ns)

    # -- rulings -------------------------------------------------------------------------------

    def _standing(self, contact: Contact) -> Standing:
        hand = self.seating.hand_at(contact.seat)
        if hand is None or self._closed_at(contact.t_ns):
            return Standing.REFUSED
        t_us = self.position.us(contact.t_ns)
        standing = Standing(play.standing(self.position.state, hand, contact.gesture.value, t_us))
        if standing is Standing.WRONGFUL and by_autopilot(contact.peak_n):
            return Standing.REFUSED  # what it was to claim is gone; it never grabs falsely
        return standing

    def _closed_at(self, t_ns: int) -> bool:
        """Did contacts count for nothing at that moment?"""
        from_ns, to_ns = self.last_closed_ns
        since_ns = self.closed_since_ns
        return (since_ns is not None and t_ns >= since_ns) or from_ns <= t_ns < to_ns

    def _rule(self, ruling: Ruling, now_ns: int) -> None:
        match ruling:
            case First(contact):
                self._judge(contact, now_ns)
            case DeadHeat():
                self._begin_sudden_death(ruling, now_ns)
            case Fallen(fall, seat):
                self._fallen(fall, seat, now_ns)
            case Settled(race):
                self._close(race)

    def _judge(self, contact: Contact, now_ns: int, played_off: Winner | None = None) -> None:
        """Give a contact to the rules; it is the first, or has won the sudden death."""
        hand = self.seating.hand_at(contact.seat)
        assert hand is not None  # others are refused
        t_us = self.position.us(contact.t_ns)
        before = play.position_at(self.position.state, t_us)
        assert before is not None  # C23: what comes too late is refused
        events = self.position.apply(
            actions.HandContact(hand, contact.gesture.value, t_us), contact.t_ns
        )
        event_ns = contact.t_ns
        if played_off is not None:  # the others may still be reaching for the light (C26)
            event_ns = now_ns if played_off.contact is None else played_off.contact.t_ns
        if any(isinstance(e, ChoiceDue) for e in events):
            self.choice_by, self._choice_state = contact, before
            self.referee.hold(event_ns)
            self._on_event(event_ns)
        else:
            self._conclude(before, events, contact, event_ns, now_ns, played_off)

    def _fallen(self, fall: Fall, seat: int | None, now_ns: int) -> None:
        nobody = seat is None or self.position.is_away(seat)  # an autopilot knocks nothing over
        hand = None if seat is None or nobody else self.seating.hand_at(seat)
        t_us = self.position.us(fall.t_ns)
        before = play.position_at(self.position.state, t_us)
        if before is None or self._closed_at(fall.t_ns - 1):  # the one that closes counts
            self.referee.event_at(fall.t_ns)
            return  # C23: it comes too late to matter, or while the table is paused
        events = self.position.apply(actions.GripFall(hand, t_us), fall.t_ns)
        self._conclude(before, events, None, fall.t_ns, now_ns)

    def _conclude(
        self,
        before: State,
        events: tuple[Event, ...],
        first: Contact | None,
        event_ns: int,
        now_ns: int,
        played_off: Winner | None = None,
    ) -> None:
        """An event of the rules has happened in position ``before``: say what it came to."""
        race, self._choice_race = self._choice_race or self.referee.race, None
        self.referee.event_at(event_ns)
        self._on_event(event_ns)
        result = outcome(before, self.seating.seats, events)
        if result is None:
            return
        good = result.kind in GOOD
        shown = None
        if played_off is not None:
            shown = self.light_ns
        elif first is not None:
            hand = self.seating.hand_at(first.seat)
            assert hand is not None
            shown = shown_moment_ns(before, self.position, hand, good)
        self._open = OpenVerdict(result, first, shown, now_ns, played_off)
        self._count(result, first, None if played_off else shown)
        self._emit(Cue.VERDICT if good else Cue.FALSE_GRAB)
        self._show(self._open, race)
        if self.referee.race is None:  # a fall, or a race that has settled before
            self._reach(self._open, race)

    def _count(self, result: RuleOutcome, first: Contact | None, shown_ns: int | None) -> None:
        if first is None:
            return
        player = self._player(first.seat)
        if result.kind is VerdictKind.DUEL_WON:
            self.tally.duels_won[player] += 1
        if result.kind is VerdictKind.FALSE_GRAB:
            self.tally.false_grabs[player] += 1
        elif shown_ns is not None and first.t_ns > shown_ns and not by_autopilot(first.peak_n):
            reaction = first.t_ns + first.late_ns - shown_ns  # no record of what is in doubt
            if self.tally.best is None or reaction < self.tally.best.reaction_ns:
                u_ns = RefereeConfig().told_ns(first)
                self.tally.best = BestReaction(first.seat, reaction, u_ns)

    def _player(self, seat: int) -> int:
        hand = self.seating.hand_at(seat)
        assert hand is not None
        return self.seating.player_of[hand]

    # -- sudden death --------------------------------------------------------------------------

    def _begin_sudden_death(self, heat: DeadHeat, now_ns: int) -> None:
        first = heat.contacts[0]
        hand = self.seating.hand_at(first.seat)
        before = play.position_at(self.position.state, self.position.us(first.t_ns))
        assert hand is not None
        assert before is not None
        rightful = heat.standing is Standing.RIGHTFUL
        shown = shown_moment_ns(before, self.position, hand, rightful)
        seats = tuple(c.seat for c in heat.contacts)
        self._open = OpenVerdict(
            RuleOutcome(VerdictKind.DEAD_HEAT, seats, (), None, ()), first, shown, now_ns
        )
        self._heat = heat
        self._show(self._open, self.referee.race)
        self.sudden = SuddenDeath(seats, self._rng, now_ns)
        self._emit(Cue.VERDICT)

    def _play_off(self, now_ns: int) -> bool:
        assert self.sudden is not None
        outcome = self.sudden.decide()
        if isinstance(outcome, Winner):
            self._end_sudden_death(outcome, now_ns)
        return outcome is not None

    def _end_sudden_death(self, winner: Winner, now_ns: int) -> None:
        """C25: the winner's touch stands; between false grabs the last one's, who pays."""
        assert self._heat is not None
        assert self.sudden is not None
        self.light_ns = self.sudden.light_ns
        if self._open is not None:  # nobody let go in between, so the heat has not settled
            self._reach(self._open, self.referee.race)
        heat, self._heat, self.sudden = self._heat, None, None
        stands = winner.seat if heat.standing is Standing.RIGHTFUL else winner.losers[-1]
        self._judge(next(c for c in heat.contacts if c.seat == stands), now_ns, winner)

    def sudden_death_view(self) -> SuddenDeathView | None:
        """What the screens show of it."""
        death = self.sudden
        if death is None:
            return None
        return SuddenDeathView(death.seats, DeathPhase(death.phase.value), death.out)

    # -- verdicts ------------------------------------------------------------------------------

    def grown(self) -> bool:
        """Show a runner-up that came after the verdict; True when there was one."""
        shown = self.verdict
        if self._open is None or shown is None:
            return False
        if self.referee.known in (0, len(shown.entries)):
            return False
        self._show(self._open, self.referee.race)
        return True

    def _show(self, verdict: OpenVerdict, race: Race | None) -> None:
        order = self._order(verdict, race)
        played_off = verdict.played_off
        margin_ns, margin_u_ns = (
            between_first_and_next((e.margin_ns, e.margin_uncertainty_ns) for e in order)
            if played_off is None
            else (played_off.margin_ns, played_off.margin_uncertainty_ns)
        )
        self.verdict = VerdictView(
            kind=verdict.outcome.kind,
            seats=verdict.outcome.seats,
            entries=tuple(VerdictEntry(e.contact.seat, e.reaction_ns) for e in order),
            margin_ns=margin_ns,
            margin_uncertainty_ns=margin_u_ns,
            moves=verdict.outcome.moves,
            at_ns=verdict.at_ns,
        )

    def _order(self, verdict: OpenVerdict, race: Race | None) -> tuple[RaceMargin, ...]:
        """Everybody in the race by onset; after a sudden death its winner, from the light on."""
        shown = verdict.shown_ns
        if verdict.played_off is not None:
            touch = verdict.played_off.contact
            return () if touch is None else (_entry(touch, shown, 0, 0),)
        if race is None or verdict.first is None:
            return ()
        return tuple(_entry(e.contact, shown, e.behind_ns, e.uncertainty_ns) for e in race.entries)

    def _close(self, race: Race) -> None:
        if self._open is not None:
            self._reach(self._open, race)
        elif self.choice_by is not None:
            self._choice_race = race

    def _reach(self, verdict: OpenVerdict, race: Race | None) -> None:
        """The race is over: tell it to the log."""
        self._open = None
        played_off = verdict.played_off
        self._emit(
            VerdictReached(
                kind=verdict.outcome.kind,
                t_ns=verdict.at_ns if verdict.first is None else verdict.first.t_ns,
                seats=verdict.outcome.seats,
                losers=verdict.outcome.losers,
                special=verdict.outcome.special,
                shown_ns=verdict.shown_ns,
                order=self._order(verdict, race),
                sudden_death=() if played_off is None else (played_off.seat, *played_off.losers),
            )
        )

    def clear(self) -> None:
        """Take the verdict off the screen (the next card is shown)."""
        self.verdict = None


def _entry(contact: Contact, shown_ns: int | None, behind_ns: int, u_ns: int) -> RaceMargin:
    reaction_ns = None if shown_ns is None else contact.t_ns - shown_ns
    return RaceMargin(contact, reaction_ns, behind_ns, u_ns)
