"""The autopilot in «Хаос»: who does not answer is played for by a calm, slow, simulated adult.

It has no hand: its contacts are made here, and no electricity is faked. What it will do is
fixed when the card is shown: the onset of its contact lies at least ``LEAST_MS`` after it. The
contact joins those of real hands once the pad is known up to its onset, so it is never late, and
the referee, who waits for the pad, orders all of them by onset.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import ceil, hypot
from typing import Final, Protocol

from console.games.chaos.actions import DUEL, SPECIAL
from console.table.autopilot_log import NO_FORCE_N
from console.table.chaos.claims import Claim, Claims
from console.table.chaos.position import Position
from console.table.chaos.races import Races
from console.table.seating import Seating
from drivers.events import Contact, PadProgress
from drivers.times import MS, ns

UNCERTAINTY_NS: Final = 1 * MS
"""One sigma of an autopilot's onset, more than a real hand's. Its time is the table's and not the
pad's, so the map between them comes on top."""
FIND_MS: Final = (1_000.0, 160.0, 220.0)
"""To see a match and reach for it: the mean and deviation of a normal part, the mean of an
exponential one. Adults need some 700."""
LIGHT_MS: Final = (380.0, 40.0, 60.0)
"""To reach for a light that was awaited. Adults need some 280."""
LEAST_MS: Final = 300.0
FLIP_MS: Final = (450.0, 1_300.0)  # over a flip, from when it may be made
CHOOSE_MS: Final = (1_200.0, 2_500.0)
AGAIN_NS: Final = 1_500 * MS  # a touch that came to nothing is made again


class Steered(Protocol):
    """What autopilots need of a match: what it waits for, and what they may do."""

    seed: int
    seating: Seating
    position: Position
    races: Races
    claims: Claims
    progress: PadProgress
    paused_ns: int | None
    wanted: int | None

    @property
    def stands(self) -> bool: ...

    @property
    def still(self) -> bool: ...

    @property
    def awaited(self) -> int | None: ...

    def flip_from_ns(self) -> int: ...

    def unasked_from_ns(self) -> int: ...

    def decide(self, take: str, t_ns: int) -> None: ...


@dataclass(slots=True)
class _Reach:
    """A hand that will arrive at ``t_ns``."""

    claim: Claim
    t_ns: int


class Autopilot:
    """The autopilots of one match, and what they are about to do."""

    def __init__(self, match: Steered) -> None:
        self._match = match
        self._rng = random.Random(match.seed ^ 0x57A2D)  # no part of the deal
        self.away: frozenset[int] = frozenset()
        self.returning: frozenset[int] = frozenset()
        self._since_ns: dict[int, int] = {}  # from when on touches there are no player's
        self._reaches: dict[int, _Reach] = {}  # by player
        self._made: list[Contact] = []  # arrived, and the pad is not known so far
        self._turn: tuple[object, int] | None = None  # what is to be done by button, and when
        self._clock_u_ns = 0

    def change(self, away: frozenset[int], returning: frozenset[int], now_ns: int) -> None:
        """As ``Match.set_played_for``."""
        self._since_ns.update(dict.fromkeys(away - self.away, now_ns))
        self._match.position.play_for(away, now_ns)
        self.away, self.returning = away, returning
        self.look(now_ns)

    def touched(self, contact: Contact) -> bool:
        """A real hand arrived: does it count? Not where an autopilot played at that time."""
        self._clock_u_ns = max(self._clock_u_ns, contact.clock_uncertainty_ns)
        hand = self._match.seating.hand_at(contact.seat)
        player = None if hand is None else self._match.seating.player_of[hand]
        return player not in self.away or contact.t_ns < self._since_ns[player]

    def look(self, now_ns: int) -> None:
        """The table may have changed at ``now_ns``: plan for what is new, forget what is past."""
        for player in sorted(self.away):
            claim = None if self._idle(player) else self._match.claims.get(player)
            reach = self._reaches.get(player)
            if reach is not None and (claim is None or reach.claim != claim):
                del self._reaches[player]
                if reach.t_ns <= now_ns:  # it arrived before the change, and is not known yet
                    self._made.append(self._contact(reach))
                reach = None
            if claim is not None and reach is None:
                self._reaches[player] = _Reach(claim, self._onset_ns(claim, now_ns))
        for player in self._reaches.keys() - self.away:
            del self._reaches[player]

    def _idle(self, player: int) -> bool:
        """A race that has begun is finished by who began it."""
        leaves = player in self.returning and self._match.races.sudden is None
        return leaves or self._match.stands

    def _onset_ns(self, claim: Claim, now_ns: int) -> int:
        """When the hand will arrive: later than anything that is known or shown by now."""
        mean, deviation, tail = LIGHT_MS if claim.light else FIND_MS
        drawn = self._rng.gauss(mean, deviation) + self._rng.expovariate(1 / tail)
        known_ns = max(claim.shown_ns, now_ns, self._match.progress.complete_to_ns)
        return known_ns + ns(max(LEAST_MS, drawn))

    def _contact(self, reach: _Reach) -> Contact:
        u_ns = ceil(hypot(UNCERTAINTY_NS, self._clock_u_ns))
        claim, t_ns = reach.claim, reach.t_ns
        return Contact(
            seat=claim.seat,
            gesture=claim.gesture,
            t_ns=t_ns,
            uncertainty_ns=u_ns,
            clock_uncertainty_ns=0,
            decided_ns=t_ns,
            peak_n=NO_FORCE_N,
        )

    def arrived(self, complete_to_ns: int) -> list[Contact]:
        """The contacts with an onset that the pad is known up to, each once."""
        for reach in self._reaches.values():
            if reach.t_ns <= complete_to_ns:
                self._made.append(self._contact(reach))
                reach.t_ns += AGAIN_NS
        known = [contact for contact in self._made if contact.t_ns <= complete_to_ns]
        self._made = [contact for contact in self._made if contact.t_ns > complete_to_ns]
        return sorted(known, key=lambda contact: contact.t_ns)

    # -- buttons -------------------------------------------------------------------------------

    def _called(self) -> object | None:
        """The card to flip, or the choice to make, that is up to an autopilot now."""
        if not self.away:
            return None
        match, state = self._match, self._match.position.state
        chooses = state.choice is not None and match.paused_ns is None  # hands are held by that
        if match.wanted is not None or ((match.still or self.returning) and not chooses):
            return None
        hand = match.awaited
        if hand is None or match.seating.player_of[hand] not in self.away - self.returning:
            return None
        return hand, state.choice is not None, match.position.last_shown_ns

    def tick(self, now_ns: int) -> bool:
        """Press what is due; True when something that is seen has changed."""
        called = self._called()
        if called is None:
            self._turn = None
            return False
        state = self._match.position.state
        if self._turn is None or self._turn[0] != called:
            self._turn = called, self._press_ns(now_ns)
        if now_ns < self._turn[1]:
            return False
        self._turn = None
        if state.choice is not None:
            self._match.decide(DUEL if self._rng.random() < 0.5 else SPECIAL, now_ns)
            return True
        self._match.wanted = state.to_move
        return False

    def _press_ns(self, now_ns: int) -> int:
        """When the button is pressed that is called for since ``now_ns``."""
        match = self._match
        if match.position.state.choice is not None:
            return now_ns + ns(self._rng.uniform(*CHOOSE_MS))
        found_ns = max(now_ns, match.flip_from_ns()) + ns(self._rng.uniform(*FLIP_MS))
        return max(found_ns, match.unasked_from_ns())

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        return None if self._turn is None or self._called() is None else self._turn[1]
