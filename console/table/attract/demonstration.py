"""A duel of simulated people: the real rules and the real referee, fed with made-up hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from msgspec import structs

from console.games.chaos import play as chaos_play
from console.games.chaos.actions import Flip
from console.games.chaos.matches import live_matches
from console.table.attract.view import DemoOutcome, DuelView
from console.table.chaos.made_up import MadeUpHand, made_up
from console.table.chaos.match import ChaosMatch
from console.table.match import MatchStart
from console.table.outputs import Cue, Output
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.view import Who
from drivers.events import Button, ButtonEvent, PadProgress
from drivers.times import MS, earliest, ns

PLACES: Final = {
    3: (0, 1, 2),
    4: (0, 1, 2, 3),
    5: (0, 1, 3, 4),
    6: (0, 1, 3, 4),
    7: (0, 2, 4, 5),
    8: (0, 2, 4, 6),
}
"""Who plays at a table of so many seats; fewer than three cannot show a duel (C4)."""
FLIPS: Final = range(5, 9)
"""So many cards come before the two that are alike."""
TRIES: Final = 400
FIRST_MS: Final = 1_600
PRESS_MS: Final = (880.0, 120.0)
REACTION_MS: Final = (760.0, 95.0)
"""Mean and spread of how long people take to flip, and to see two alike and grab."""
APART_NS: Final = (2 * MS, 60 * MS)
"""A duel to look at is close, and no dead heat (C25)."""
LAG_NS: Final = 3 * MS
PACE_NS: Final = 10 * MS
"""The pad is known so far behind the present, and asked so often."""
ALIKE_NS: Final = 1_900 * MS
"""So long one may read that two are alike."""
AFTER_NS: Final = 6_500 * MS
"""So long the verdict stays."""


def can_demonstrate(seats: int) -> bool:
    """Are there seats enough for a duel to look at?"""
    return seats in PLACES


def deal(rng: Random, players: int) -> int:
    """A seed of «Хаос» whose first event is a duel of two hands over plain cards."""
    seed = 0
    for _ in range(TRIES):
        seed = rng.getrandbits(32)
        if _flips_to_duel(seed, players) in FLIPS:
            break
    return seed


def _flips_to_duel(seed: int, players: int) -> int | None:
    """How many cards are flipped until two hands are in a duel; None if anything else happens."""
    state = chaos_play.new(players, seed)
    for flips in range(1, FLIPS.stop):
        if state.to_move is None:
            return None
        state, events = chaos_play.apply(state, Flip(state.to_move, flips * 1_000_000))
        if state.shift or state.special is not None or state.pending_all is not None:
            return None
        if len(events) != 1:
            return None
        live = live_matches(state)
        if live:
            return flips if len(live) == 1 and len(live[0].hands) == 2 else None
    return None


class Demonstration:
    """One duel, from an empty table to its verdict. Deterministic: time and ``seed`` go in.

    ``emit`` hears its sounds only: it is no match, and nobody keeps it.
    """

    def __init__(
        self, seats: int, seed: int, now_ns: int, settings: Settings, emit: Callable[[Cue], None]
    ) -> None:
        self._rng = Random(seed)
        self._emit = emit
        self.outputs: list[Output] = []
        """What a match would have told the log; for whoever wants to check the verdict."""
        self._seats = seats
        places = PLACES[seats]
        players = len(places)
        seating = Seating(places, tuple(range(players)), (Who.PERSON,) * players)
        own = replace(settings, game="chaos", house={}, pace_ms=600, auto=False, photo_finish="off")
        start = MatchStart(
            seating=seating,
            settings=own,
            seed=deal(self._rng, players),
            now_ns=now_ns,
            emit=self._tell,
        )
        self.match = ChaosMatch(start)
        self._hands: list[MadeUpHand] = []
        self._delivered: set[int] = set()
        self._press_ns: int | None = now_ns + FIRST_MS * MS
        self._alike_ns: int | None = None
        self._alike: tuple[int, ...] = ()
        self._verdict_ns: int | None = None
        self._now_ns = now_ns

    def _tell(self, output: Output) -> None:
        if isinstance(output, Cue):
            self._emit(output)
        else:
            self.outputs.append(output)

    # -- time ----------------------------------------------------------------------------------

    @property
    def over_ns(self) -> int | None:
        """When everybody has read the verdict; None as long as there is none."""
        return None if self._verdict_ns is None else self._verdict_ns + AFTER_NS

    def tick(self, now_ns: int) -> bool:
        """Let the people act and the match judge; True when something that is seen has changed."""
        before = self._now_ns
        self._now_ns = now_ns
        if self._press_ns is not None and now_ns >= self._press_ns:
            self._press(self._press_ns)
        if self._hands:
            self._touch(now_ns)
        had = self.match.preview is not None
        changed = self.match.tick(now_ns) or had != (self.match.preview is not None)
        if self._verdict_ns is None and self.match.races.verdict is not None:
            self._verdict_ns = now_ns
            changed = True
        shown_ns = self._verdict_shown_ns()
        return changed or (shown_ns is not None and before < shown_ns <= now_ns)

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        dues = [self.match.next_due_ns(), self._press_ns, self.over_ns]
        shown_ns = self._verdict_shown_ns()
        if shown_ns is not None and shown_ns > self._now_ns:
            dues.append(shown_ns)
        if self._hands:
            first_ns = min(hand.contact.t_ns for hand in self._hands)
            dues.append(max(self._now_ns + PACE_NS, first_ns))
        return earliest(dues)

    def to_the_end(self) -> None:
        """Let it all happen at once: what is left is a still picture of the verdict."""
        while self._verdict_ns is None or self._hands:
            due_ns = self.next_due_ns()
            if due_ns is None:
                return
            self.tick(max(due_ns, self._now_ns))
            self.presented(self.match.preview, self._now_ns)
        self._now_ns = max(self._now_ns, self._verdict_shown_ns() or 0)

    # -- people --------------------------------------------------------------------------------

    def _press(self, t_ns: int) -> None:
        """Whose turn it is presses ●."""
        self._press_ns = None
        hand = self.match.position.state.to_move
        if hand is not None:
            seat = self.match.seating.seats[hand]
            self.match.handle(ButtonEvent(seat, Button.OK, True, t_ns, 0))

    def _see(self, t_ns: int) -> None:
        """A card is shown since ``t_ns``: two are alike, or somebody flips the next."""
        live = live_matches(self.match.position.state)
        if not live:
            self._press_ns = t_ns + self._about(PRESS_MS)
            return
        self._alike_ns = t_ns
        self._alike = tuple(self.match.seating.seats[hand] for hand in live[0].hands)
        times = self._reactions()
        for seat, time_ns in zip(self._alike, times, strict=True):
            self._hands.append(made_up(seat, t_ns + time_ns))

    def _reactions(self) -> tuple[int, int]:
        """How long both take, close to each other."""
        low_ns, high_ns = APART_NS
        while True:
            first, second = self._about(REACTION_MS), self._about(REACTION_MS)
            if low_ns <= abs(first - second) <= high_ns:
                return first, second

    def _about(self, mean_spread_ms: tuple[float, float]) -> int:
        """A time of people, in nanoseconds: never less than the pace allows."""
        mean, spread = mean_spread_ms
        return ns(min(max(self._rng.gauss(mean, spread), mean - 2 * spread), 2 * mean))

    def _touch(self, now_ns: int) -> None:
        """What the pad tells of the hands: who is on it, whom it has understood."""
        known_ns = now_ns - LAG_NS
        for contact in (hand.contact for hand in self._hands):
            if contact.seat not in self._delivered and contact.decided_ns <= known_ns:
                self._delivered.add(contact.seat)
                self.match.handle(contact)
        on = [h for h in self._hands if h.contact.t_ns <= known_ns]
        pending = [h.contact for h in on if h.contact.seat not in self._delivered]
        loaded = frozenset(h.contact.seat for h in on if h.lies(known_ns))
        complete_ns = min([known_ns, *(c.t_ns - 1 for c in pending)])
        self.match.handle(PadProgress(complete_ns, loaded, frozenset(c.seat for c in pending)))
        if len(self._delivered) == len(self._hands) and not loaded and not self.match.busy:
            self._hands = []

    # -- output --------------------------------------------------------------------------------

    @property
    def preview(self) -> object | None:
        """What the next frame shows ahead of the rules (C24)."""
        return self.match.preview

    def presented(self, shown: object | None, t_ns: int) -> bool:
        """A frame is visible since ``t_ns``; True when that made a card."""
        made = self.match.presented(shown, t_ns)
        if made:
            self._see(t_ns)
        return made

    def _verdict_shown_ns(self) -> int | None:
        """When it is time to tell who was first."""
        if self._verdict_ns is None or self._alike_ns is None:
            return None
        return max(self._verdict_ns, self._alike_ns + ALIKE_NS)

    def view(self) -> DuelView:
        """The table as it stands, and what to look at."""
        who = tuple(self.match.seating.who_at(seat) for seat in range(self._seats))
        shown = self.match.view(who, None)
        seats = tuple(
            structs.replace(seat, prompted=False) for seat in shown.seats
        )  # nobody need press
        play = replace(shown, seats=seats, pot_named=False)
        verdict, shown_ns = self.match.races.verdict, self._verdict_shown_ns()
        if verdict is not None and shown_ns is not None and self._now_ns >= shown_ns:
            return DuelView(
                play, DemoOutcome.FIRST, self._alike, verdict.seats[0], verdict.margin_ns
            )
        return DuelView(play, DemoOutcome.ALIKE if self._alike else DemoOutcome.TURNS, self._alike)
