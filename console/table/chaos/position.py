"""A position of «Хаос» on the table: the rules' state, its clock, and when cards were shown."""

from __future__ import annotations

from collections.abc import Callable

from console.games.chaos import play, positions
from console.games.chaos.actions import Action, parse_action
from console.games.chaos.events import Event, Flipped, Voided
from console.games.chaos.state import State
from console.table.autopilot_log import away_at_end, entry, played_for, standing
from console.table.match import MatchStart
from console.table.outputs import ActionDone, CardShown, Output
from console.table.seating import Seating
from drivers.times import MS


class Position:
    """The rules' state with the times of the real table.

    The rules count microseconds from ``epoch_ns`` so that a stored match does not depend on when
    the machine was started.
    """

    def __init__(
        self, state: State, seating: Seating, epoch_ns: int, emit: Callable[[Output], None]
    ) -> None:
        self.state = state
        self.seating = seating
        self.epoch_ns = epoch_ns
        self.last_shown_ns = epoch_ns
        self.voided: tuple[int, ...] = ()  # hands whose cards went back at the last action
        self.flips = [0] * state.hands  # how many cards each hand has flipped
        self.away: frozenset[int] = frozenset()  # the players whom an autopilot plays for
        self._makers: list[tuple[int, bool]] = []  # of each action: player, was it an autopilot?
        self._emit = emit
        self._shown_ns: dict[tuple[int, str], int] = {}
        self._legal: tuple[State, frozenset[type[Action]]] | None = None

    @classmethod
    def begun(cls, start: MatchStart) -> Position:
        """Dealt from the seed, as it is wanted, or where a broken-off match has come to."""
        seating, settings = start.seating, start.settings
        if start.position is None:
            state = play.new(seating.players, start.seed, settings.options)
        else:
            state = positions.load(start.position)
        stored = start.stored.actions if start.stored else ()
        last_us = max((action.get("t_us") or 0 for action in stored), default=0)
        epoch_ns = start.now_ns - last_us * 1000 - (MS if start.stored else 0)
        position = cls(state, seating, epoch_ns, start.emit)
        for kept, position.away in standing(stored):
            action = parse_action(kept)
            position.state, events = play.apply(position.state, action)
            position._count(action, events)
        position.away = away_at_end(stored)
        position.last_shown_ns = start.now_ns
        return position

    def play_for(self, away: frozenset[int], t_ns: int) -> None:
        """An autopilot plays for the players of ``away`` from now on, for all others none does."""
        for player in sorted(self.away ^ away):
            self._emit(ActionDone(entry(player, player in away, self.us(t_ns))))
        self.away = away

    def is_away(self, seat: int) -> bool:
        """Does an autopilot play at a board seat?"""
        hand = self.seating.hand_at(seat)
        return hand is not None and self.seating.player_of[hand] in self.away

    def _count(self, action: Action, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, Flipped):
                self.flips[event.hand] += 1
        hand = getattr(action, "hand", None)
        if hand is not None:
            player = self.seating.player_of[hand]
            self._makers.append((player, player in self.away))

    @property
    def played_for(self) -> tuple[int, ...]:
        """The players whom an autopilot played for to a considerable part."""
        return played_for(self._makers, self.seating.players)

    def us(self, t_ns: int) -> int:
        """The rules' time of a moment."""
        return (t_ns - self.epoch_ns) // 1000

    def may(self, kind: type[Action]) -> bool:
        """Is an action of this kind legal now?"""
        if self._legal is None or self._legal[0] is not self.state:
            kinds = frozenset(type(a) for a in play.legal_actions(self.state))
            self._legal = (self.state, kinds)
        return kind in self._legal[1]

    def preview(self, action: Action) -> State:
        """The state after ``action``, which is not made yet."""
        return play.apply(self.state, action)[0]

    def apply(self, action: Action, t_ns: int) -> tuple[Event, ...]:
        """Make ``action``, which happened at ``t_ns``; what came of it.

        Raises GameError when the rules refuse it; the position is then as it was.
        """
        self.state, events = play.apply(self.state, action)
        self.voided = ()
        for event in events:
            match event:
                case Flipped(hand, card):
                    self._shown_ns[hand, card] = t_ns
                    self.last_shown_ns = max(self.last_shown_ns, t_ns)
                    self._emit(CardShown(t_ns, hand, self.seating.seats[hand], card))
                case Voided(hands):
                    self.voided = hands
        self._count(action, events)
        self._emit(ActionDone(action.to_json()))
        return events

    def shown_ns(self, hand: int, card: str | None) -> int | None:
        """When a card of a hand's open pile was shown to everyone (C24)."""
        return None if card is None else self._shown_ns.get((hand, card))
