"""A position of «Хаос» on the table: the rules' state, its clock, and when cards were shown."""

from __future__ import annotations

from collections.abc import Callable

from console.games import chaos
from console.table.outputs import ActionDone, CardShown, Output
from console.table.seating import Seating


class Position:
    """The rules' state with the times of the real table.

    The rules count microseconds from ``epoch_ns`` so that a stored match does not depend on when
    the machine was started.
    """

    def __init__(
        self, state: chaos.State, seating: Seating, epoch_ns: int, emit: Callable[[Output], None]
    ) -> None:
        self.state = state
        self.seating = seating
        self.epoch_ns = epoch_ns
        self.last_shown_ns = epoch_ns
        self.voided: tuple[int, ...] = ()  # hands whose cards went back at the last action
        self._emit = emit
        self._shown_ns: dict[tuple[int, str], int] = {}
        self._legal: tuple[chaos.State, frozenset[type[chaos.Action]]] | None = None

    def us(self, t_ns: int) -> int:
        """The rules' time of a moment."""
        return (t_ns - self.epoch_ns) // 1000

    def may(self, kind: type[chaos.Action]) -> bool:
        """Is an action of this kind legal now?"""
        if self._legal is None or self._legal[0] is not self.state:
            kinds = frozenset(type(a) for a in chaos.legal_actions(self.state))
            self._legal = (self.state, kinds)
        return kind in self._legal[1]

    def preview(self, action: chaos.Action) -> chaos.State:
        """The state after ``action``, which is not made yet."""
        return chaos.apply(self.state, action)[0]

    def apply(self, action: chaos.Action, t_ns: int) -> tuple[chaos.Event, ...]:
        """Make ``action``, which happened at ``t_ns``; what came of it.

        Raises GameError when the rules refuse it; the position is then as it was.
        """
        self.state, events = chaos.apply(self.state, action)
        self.voided = ()
        for event in events:
            match event:
                case chaos.Flipped(hand, card):
                    self._shown_ns[hand, card] = t_ns
                    self.last_shown_ns = max(self.last_shown_ns, t_ns)
                    self._emit(CardShown(t_ns, hand, self.seating.seats[hand], card))
                case chaos.Voided(hands):
                    self.voided = hands
        self._emit(ActionDone(action.to_json()))
        return events

    def shown_ns(self, hand: int, card: str | None) -> int | None:
        """When a card of a hand's open pile was shown to everyone (C24)."""
        return None if card is None else self._shown_ns.get((hand, card))
