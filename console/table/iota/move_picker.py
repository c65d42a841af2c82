"""How a turn of IOTA is picked: card, place, card, place …, or a pass; and what it would come to.

Cards are laid one at a time, each so that those laid so far would be a legal place by themselves.
Every legal place can be laid so: begin with a card beside the table, go on beside what is laid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from console.games.forms import Json
from console.games.iota import Iota
from console.games.iota.actions import HAND, Action, Laid, Pass, Place, Swap, by_row
from console.games.iota.cards import WILD_CARD
from console.games.iota.state import State, passes_to_end
from console.table.board.move_picker import MadeAction, MovePicker
from console.table.board.view import CONFIRM, Choosing
from console.table.iota.outline import outline
from console.table.iota.view import (
    CARD,
    CELL,
    HIDDEN,
    PASS,
    SWAP,
    Cell,
    IotaBoard,
    IotaEnd,
    Lying,
    Points,
    points_of,
)
from console.table.record_values import ResultColumn
from console.table.view import Target

GAME: Final = Iota()
PASSING: Final = Target(PASS)
Laying = tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal actions of one state, to look things up in: the cards of every place by y, then x,
    the swaps, and how many cards a pass may change."""

    places: frozenset[Laying]
    swaps: frozenset[Swap]
    exchange: int


@lru_cache(maxsize=8)
def legal(state: State) -> Legal:
    """What ``state`` allows; kept, since every press asks for it."""
    actions = GAME.legal_actions(state)
    return Legal(
        frozenset(a.cards for a in actions if isinstance(a, Place)),
        frozenset(a for a in actions if isinstance(a, Swap)),
        max((len(a.exchange) for a in actions if isinstance(a, Pass)), default=0),
    )


@lru_cache(maxsize=64)
def _around(cards: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return outline(cards)


@lru_cache(maxsize=64)
def _points(state: State, place: Place) -> Points | None:
    """What a legal place comes to; of what it draws nothing is looked at."""
    if not state.options.scoring:
        return None
    _, (event,) = GAME.apply(state, place)
    return points_of(event.to_json(), (*state.grid, *_lying(place.cards)))


class IotaMovePicker(MovePicker[State, Action]):
    """IOTA: hidden hands, an open table."""

    game = GAME

    # -- picking ---------------------------------------------------------------------------------

    def targets(self, state: State, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        """A card or a pass; a card's places (I4) and the wilds that it may be put down for (I10);
        then a further card, or the end of it. After a pass the cards to exchange (I7)."""
        if state.to_move is None:
            return ()
        last = picked[-1] if picked else None
        hand = state.hands[state.to_move]
        left = [i for i in range(len(hand)) if Target(CARD, (i,)) not in picked]
        if last is None:
            first = [Target(CARD, (i,)) for i in left if _leads(state, (), hand[i])]
            return (*first, PASSING)
        if last == CONFIRM or last.kind == SWAP:
            return ()
        if picked[0] == PASSING:
            most = legal(state).exchange
            cards = [Target(CARD, (i,)) for i in left] if len(picked) - 1 < most else []
            return (CONFIRM, *cards)
        laid = _laid(hand, picked)
        if last.kind == CARD:
            return _leads(state, laid, hand[last.at[0]])
        more = [Target(CARD, (i,)) for i in left if _leads(state, laid, hand[i])]
        return (CONFIRM, *more)

    def draft(self, state: State, picked: tuple[Target, ...]) -> Action | None:
        """The swap, the place of the cards laid so far, or the pass with those to exchange."""
        if not picked or state.to_move is None:
            return None
        hand = state.hands[state.to_move]
        if picked[0] == PASSING:
            return Pass(tuple(sorted(hand[t.at[0]] for t in picked if t.kind == CARD)))
        if picked[-1].kind == SWAP:
            x, y = picked[-1].at
            return Swap((x, y), hand[picked[-2].at[0]])
        laid = _laid(hand, picked)
        return Place(laid) if laid else None

    def picks(self, state: State, action: Action) -> tuple[Target, ...]:
        """The picks that make ``action``, the cards of a place laid outwards from the table."""
        assert state.to_move is not None
        hand = state.hands[state.to_move]
        if isinstance(action, Pass):
            return (PASSING, *(Target(CARD, (i,)) for i in _held(hand, action.exchange)), CONFIRM)
        if isinstance(action, Swap):
            return Target(CARD, (hand.index(action.card),)), Target(SWAP, action.at)
        order = _order(state, action.cards)
        places = _held(hand, tuple(card for card, _, _ in order))
        found: list[Target] = []
        for i, (_, x, y) in zip(places, order, strict=True):
            found += [Target(CARD, (i,)), Target(CELL, (x, y))]
        return (*found, CONFIRM)

    # -- seeing ----------------------------------------------------------------------------------

    def board(self, state: State, choosing: Choosing | None) -> IotaBoard:
        """The table, the cards laid so far face up, and the points they would make."""
        draft = None if choosing is None else self.draft(state, choosing.picked)
        laid = draft if isinstance(draft, Place) else None
        return IotaBoard(
            grid=state.grid,
            deck=len(state.deck),
            scoring=state.options.scoring,
            draft=() if laid is None else _lying(laid.cards),
            points=None if laid is None else _points(state, laid),
            exchanged=len(draft.exchange) if isinstance(draft, Pass) else None,
            last_pass=state.passes + 1 == passes_to_end(state.players, state.deck),
        )

    def hand(self, state: State, player: int) -> tuple[str, ...]:
        """The player's cards, sorted."""
        return state.hands[player]

    def own(self, observation: Json, player: int) -> tuple[str, ...]:
        """The player's cards, sorted."""
        return tuple(observation["hands"][player])

    def score(self, state: State, player: int) -> int:
        """Points; cards left when none are counted (I14)."""
        return state.scores[player] if state.options.scoring else len(state.hands[player])

    def column(self, state: State) -> ResultColumn:
        """Points or cards."""
        return ResultColumn.POINTS if state.options.scoring else ResultColumn.CARDS

    # -- what a move does beside the rules -------------------------------------------------------

    def public_form(self, action: Action) -> dict[str, Any]:
        """Of cards that are exchanged only how many; what is laid lies open."""
        if isinstance(action, Pass):
            action = Pass((HIDDEN,) * len(action.exchange))
        return action.to_json()

    def news(self, made: MadeAction[State, Action]) -> IotaEnd | None:
        """Who won (I9, I11, I14)."""
        after = made.after
        if not after.over:
            return None
        counts = tuple(self.score(after, player) for player in range(after.players))
        emptied = not all(after.hands)
        return IotaEnd(after.winners, emptied, after.options.scoring, counts)

    def drew(self, made: MadeAction[State, Action]) -> frozenset[int]:
        """Who drew cards (I6) or changed some (I7)."""
        action = made.action
        if isinstance(action, Place):
            drawn = bool(made.before.deck)
        else:
            drawn = isinstance(action, Pass) and bool(action.exchange)
        return frozenset((made.player,)) if drawn else frozenset()


def _lying(laid: Laying) -> tuple[Lying, ...]:
    return tuple((x, y, card) for card, x, y in laid)


def _laid(hand: tuple[str, ...], picked: tuple[Target, ...]) -> Laying:
    """The cards that were given a cell, by y, then x."""
    laid: list[Laid] = []
    for card, at in pairwise(picked):
        if card.kind == CARD and at.kind == CELL:
            x, y = at.at
            laid.append((hand[card.at[0]], x, y))
    return tuple(sorted(laid, key=by_row))


def _leads(state: State, laid: Laying, card: str) -> tuple[Target, ...]:
    """Where ``card`` may go once ``laid`` are laid: cells around the table, then wilds."""
    allowed = legal(state)
    if len(laid) == HAND:
        return ()
    taken = tuple((x, y) for x, y, _ in state.grid) + tuple((x, y) for _, x, y in laid)
    cells = [
        Target(CELL, (x, y))
        for x, y in _around(taken)
        if tuple(sorted((*laid, (card, x, y)), key=by_row)) in allowed.places
    ]
    if laid:
        return tuple(cells)
    wilds = [(x, y) for x, y, lying in state.grid if lying == WILD_CARD]
    swaps = [Target(SWAP, at) for at in wilds if Swap(at, card) in allowed.swaps]
    return (*cells, *swaps)


def _held(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[int, ...]:
    """Where these cards are in the hand; of two wilds the first comes first."""
    left = list(enumerate(hand))
    found = []
    for card in cards:
        place = next(pair for pair in left if pair[1] == card)
        left.remove(place)
        found.append(place[0])
    return tuple(found)


def _order(state: State, cards: Laying) -> Laying:
    """The cards of a legal place so that every beginning of it is a legal place."""
    places = legal(state).places
    order: Laying = ()
    left = list(cards)
    while left:
        following = next(
            laid for laid in left if tuple(sorted((*order, laid), key=by_row)) in places
        )
        left.remove(following)
        order = (*order, following)
    return order
