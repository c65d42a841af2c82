"""What a player could claim now by being the first, found from the cards that show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from console.games.chaos.matches import live_matches
from console.games.chaos.state import State
from console.table.chaos.position import Position
from console.table.chaos.races import Races
from console.table.chaos.verdicts import shown_moment_ns
from console.table.chaos.view import DeathPhase
from console.table.seating import Seating
from console.table.view import Who
from drivers.events import Fault, Gesture


class Claimed(Protocol):
    """What claims need of a match: where its cards, its races and its pauses stand."""

    seating: Seating
    faults: dict[int, Fault]
    races: Races
    position: Position

    @property
    def stands(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Claim:
    """The player's hand at ``seat`` may claim by ``gesture`` what shows since ``shown_ns`` (C24);
    ``light``: it is the light of a sudden death (C25)."""

    seat: int
    gesture: Gesture
    shown_ns: int
    light: bool = False


def claim_of(match: Claimed, player: int, duelling: frozenset[int]) -> Claim | None:
    """What ``player`` could claim now; None when a touch would be wrong, or count for nothing.
    ``duelling``: the hands in a live match.

    Of a special or several duels the first hand's that can be trusted (C32).
    """
    seats = [s for s in match.seating.seats_of(player) if s not in match.faults]
    if match.races.sudden is not None:
        return _light_of(match, seats)
    state = match.position.state
    if state.over or state.choice is not None or match.races.busy:
        return None
    return next(_claims(match, state, seats, duelling), None)


def _claims(
    match: Claimed, state: State, seats: list[int], duelling: frozenset[int]
) -> Iterator[Claim]:
    gesture = Gesture(state.special or "grab")
    for seat in seats:
        hand = match.seating.hand_at(seat)
        assert hand is not None
        if state.special is None and hand not in duelling:
            continue
        shown_ns = shown_moment_ns(state, match.position, hand, True)
        yield Claim(seat, gesture, shown_ns or match.position.last_shown_ns)


def _light_of(match: Claimed, seats: list[int]) -> Claim | None:
    death, sudden = match.races.sudden_death_view(), match.races.sudden
    if death is None or sudden is None or death.phase is not DeathPhase.LIGHT:
        return None
    seat = next((s for s in seats if s in death.seats and s not in death.out), None)
    if seat is None or sudden.light_ns is None:
        return None
    return Claim(seat, Gesture.GRAB, sudden.light_ns, light=True)


class Claims:
    """What every person could claim, found anew when the table has changed: nobody else is ever
    played for."""

    def __init__(self, match: Claimed) -> None:
        self._match = match
        people = enumerate(match.seating.people)
        self._players = [player for player, who in people if who is Who.PERSON]
        self._state: State | None = None
        self._seen: tuple[object, ...] = ()
        self._by_player: dict[int, Claim] = {}

    def get(self, player: int) -> Claim | None:
        """What ``player`` could claim when last looked."""
        return self._by_player.get(player)

    def all(self) -> Mapping[int, Claim]:
        """The same of every person who could claim anything."""
        return self._by_player

    def look(self) -> bool:
        """Look at the table; True when it has changed for a person."""
        if not self._players:
            return False
        match = self._match
        sudden = match.races.sudden
        light_ns = None if sudden is None else sudden.light_ns
        seen = (
            match.races.busy,
            sudden is None,
            light_ns,
            None if sudden is None else sudden.out,
            match.stands,
            frozenset(match.faults),
        )
        if match.position.state is self._state and seen == self._seen:
            return False
        self._state, self._seen = match.position.state, seen
        duelling = frozenset(h for live in live_matches(self._state) for h in live.hands)
        shows = sudden is not None or self._state.special is not None or duelling
        found = {p: claim_of(match, p, duelling) for p in (self._players if shows else ())}
        self._by_player = {p: claim for p, claim in found.items() if claim is not None}
        return True
