"""How a turn of «Сила стихий» is picked: a card and where it goes, or a plate; what it comes to."""

from __future__ import annotations

from typing import Final

from console.games.elements import Elements, actions, play
from console.games.elements.actions import PLAY, Action, Discard, Play
from console.games.elements.events import RoundOver
from console.games.elements.state import State
from console.games.forms import Json
from console.table.board.move_picker import MadeAction, MovePicker
from console.table.board.view import CONFIRM, Choosing
from console.table.elements.view import (
    CARD,
    CHAIN,
    CONCEDE,
    DISCARD,
    PLATES,
    REVEAL,
    TAKE,
    ElementsBoard,
    ElementsNews,
    ElementsSecret,
)
from console.table.view import Target

PLAIN: Final[dict[str, Action]] = {
    TAKE: actions.TAKE,
    REVEAL: actions.REVEAL,
    CONCEDE: actions.CONCEDE,
}
ASIDE: Final = 4
YIN_YANG: Final = 6


class ElementsMovePicker(MovePicker[State, Action]):
    """«Сила стихий»: hands are hidden, and so is whatever a picked card would come to."""

    game = Elements()

    # -- picking ---------------------------------------------------------------------------------

    def targets(self, state: State, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        """Each card of the hand (equal ones too: how many differ is hidden), then take, reveal and
        concede where they are legal (E4 to E7, E10).

        A card goes on to the chain, or a 6 is discarded; what cannot be taken back is confirmed.
        """
        if state.over or len(picked) > 1:
            return ()
        if not picked:
            legal = play.legal_actions(state)
            return (
                *(Target(CARD, (place,)) for place in range(len(state.hand.cards))),
                *(Target(kind) for kind in PLATES if PLAIN[kind] in legal),
            )
        kind = picked[0].kind
        if kind == CARD:
            six = state.hand.cards[picked[0].at[0]] == YIN_YANG
            return (CHAIN, DISCARD) if six else (CHAIN,)
        return () if kind == TAKE else (CONFIRM,)

    def draft(self, state: State, picked: tuple[Target, ...]) -> Action | None:
        """A card needs its place; a plate says it all."""
        if not picked:
            return None
        first = picked[0]
        if first.kind != CARD:
            return PLAIN[first.kind]
        return _turn(state, first, picked[1]) if len(picked) > 1 else None

    def picks(self, state: State, action: Action) -> tuple[Target, ...]:
        """The first card of its kind and its place, or the plate."""
        cards = state.hand.cards
        if isinstance(action, Play):
            return Target(CARD, (cards.index(action.card),)), CHAIN
        if isinstance(action, Discard):
            return Target(CARD, (cards.index(YIN_YANG),)), DISCARD
        first = Target(action.type)
        return (first,) if action.type == TAKE else (first, CONFIRM)

    # -- seeing ----------------------------------------------------------------------------------

    def board(self, state: State, choosing: Choosing | None) -> ElementsBoard:
        """What lies open, and what taking would come to."""
        after = None
        if choosing is not None and choosing.target == Target(TAKE):
            after = state.limit - state.chain[-1]
        options = state.round.options
        return ElementsBoard(
            chain=state.chain,
            limit=state.limit,
            taken=state.all_taken,
            discard=state.discard,
            aside=ASIDE,
            round=state.round.number,
            target=options.target,
            rounds=options.rounds,
            offer=_offer(state),
            limit_after=after,
        )

    def hand(self, state: State, player: int) -> tuple[str, ...]:
        """The cards as digits, sorted."""
        return tuple(str(card) for card in state.hands[player])

    def own(self, observation: Json, player: int) -> tuple[str, ...]:
        """The cards as digits, sorted."""
        return tuple(map(str, observation["hand"]))

    def secret(self, state: State, player: int, choosing: Choosing | None) -> ElementsSecret:
        """The own sum against the limit (E3), now and after the turn under the cursor."""
        after = None
        if choosing is not None and choosing.target is not None and state.to_move == player:
            action = _previewed(state, choosing)
            if action is not None:
                then, _ = play.apply(state, action)
                after = then.sums[player], then.limit
        return ElementsSecret(state.sums[player], state.limit, after)

    def score(self, state: State, player: int) -> int:
        """Points (E9)."""
        return state.round.scores[player]

    # -- what a turn does beside the rules -------------------------------------------------------

    def news(self, made: MadeAction[State, Action]) -> ElementsNews | None:
        """Who gets the round's points, and why (E5, E6)."""
        for event in made.events:
            if isinstance(event, RoundOver):
                return _news(made, event)
        return None

    def final(self, made: MadeAction[State, Action]) -> bool:
        """A round's end stands: hands were shown, others are dealt."""
        return any(isinstance(event, RoundOver) for event in made.events)


def _turn(state: State, card: Target, place: Target) -> Action:
    if place == DISCARD:
        return actions.DISCARD
    return PLAY[state.hand.cards[card.at[0]]]


def _previewed(state: State, choosing: Choosing) -> Action | None:
    """The turn under the cursor, if it moves a card; a card in hand is thought onto the chain."""
    target = choosing.target
    assert target is not None
    if choosing.picked:
        card = choosing.picked[0]
        return _turn(state, card, target) if card.kind == CARD else None
    if target.kind == CARD:
        return _turn(state, target, CHAIN)
    return actions.TAKE if target.kind == TAKE else None


def _offer(state: State) -> tuple[str, ...]:
    """The plates that may be legal as far as all can know.

    An empty hand hides nothing. Whether a hand with cards is within the limit does not show, even
    where nobody may reveal above it (E5).
    """
    if state.over:
        return ()
    if not state.hand.cards:
        legal = play.legal_actions(state)
        return tuple(kind for kind in PLATES if PLAIN[kind] in legal)
    known = {TAKE: bool(state.chain), REVEAL: True, CONCEDE: state.round.options.concede}
    return tuple(kind for kind in PLATES if known[kind])


def _news(made: MadeAction[State, Action], event: RoundOver) -> ElementsNews:
    before, after = made.before, made.after
    first, second = before.hands
    shown = tuple(None if hand is None else hand.cards for hand in event.hands)
    options = before.round.options
    return ElementsNews(
        winner=event.winner,
        points=event.points,
        reason=event.reason,
        by=made.player,
        limit=event.limit,
        sums=event.sums,
        hands=(shown[0], shown[1]),
        counts=(len(first), len(second)),
        taken=before.all_taken,
        chain=before.chain,
        scores=after.round.scores,
        round=before.round.number,
        target=options.target,
        rounds=options.rounds,
        winners=after.winners,
    )
