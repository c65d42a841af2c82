"""``new``, ``legal_actions``, ``apply``: the door to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.games.elements.actions import (
    CONCEDE,
    DISCARD,
    KINDS,
    REVEAL,
    TAKE,
    YIN_YANG,
    Action,
    Play,
)
from console.games.elements.deals import deal, first_starter, lots_of
from console.games.elements.events import (
    CONCEDED,
    HIGHER,
    LOWER,
    MISREVEAL,
    OPPONENT_OVER,
    TIE,
    CardMoved,
    Event,
    RoundOver,
)
from console.games.elements.hands import EMPTY, Cards, HeldCards
from console.games.elements.options import Options, parse_options
from console.games.elements.state import PLAYERS, Round, State, winners_of
from console.games.errors import GameError, bad_options, game_over, illegal
from console.games.rng import Rng

REVEALED_POINTS: Final = 2
CONCEDED_POINTS: Final = 1

Events = tuple[Event, ...]
Result = tuple[State, Events]


def new(
    players: int = PLAYERS, seed: int = 0, options: Options | Mapping[str, object] | None = None
) -> State:
    """A dealt match (E1, E2); the first starter is drawn by lot (E8).

    Raises ``GameError``: bad_options, or bad_request for a seed out of range.
    """
    if players != PLAYERS:
        raise bad_options("«Сила стихий» is for 2 players (E1).")
    if not isinstance(options, Options):
        options = parse_options(options or {})
    lots = lots_of(seed)
    return _dealt(options, lots, 1, first_starter(lots), (0, 0), 0)


def _dealt(
    options: Options, lots: int, number: int, starter: int, scores: tuple[int, int], applied: int
) -> State:
    """The beginning of a round: nothing lies on the table, and the limit is 0."""
    first, second, aside = deal(lots, applied)
    hand, other = (second, first) if starter else (first, second)
    round_ = _new(Round, (options, number, starter, scores, aside, (), lots, applied))
    return _new(
        State,
        (
            round_,
            starter,
            hand,
            (),
            hand.total,
            other,
            (),
            other.total,
            (),
            0,
            hand.menus[options.menu + _BEGINNING],
        ),
    )


_BEGINNING: Final = EMPTY + 1  # six cards in hand, more than no chain
_new: Final = tuple.__new__  # a named tuple's own way to be made takes twice as long


def _moved(kind: str) -> tuple[tuple[Events, ...], ...]:
    """What happens when a card is played, taken or discarded, by seat and card."""
    cards = range(KINDS.stop)
    return tuple(tuple((CardMoved(kind, seat, card),) for card in cards) for seat in range(PLAYERS))


_ONE: Final[tuple[Cards, ...]] = tuple((card,) for card in range(KINDS.stop))
_PLAYED: Final = _moved("play")
_TAKEN: Final = _moved("take")
_DISCARDED: Final = _moved("discard")


def legal_actions(state: State) -> tuple[Action, ...]:
    """All legal actions, each once: plays by card, then take, discard, reveal, concede. None after
    the end."""
    return state.actions


def any_action(state: State, rng: Rng) -> Action | None:
    """One of the legal actions by lot, each as likely as any other; None after the end."""
    actions = state.actions
    return actions[int(rng.lot() * len(actions))] if actions else None


def apply(state: State, action: Action) -> Result:
    """The position after ``action``, and what happened.

    Raises ``GameError``: illegal_action (the message names the rule) or game_over.
    """
    if action is REVEAL:
        return _end(state, revealed(state))
    if action is CONCEDE:
        return _end(state, _conceded(state))
    round_, seat, hand, taken, total, other, other_taken, other_total, chain, limit, legal = state
    rest: HeldCards | None = hand
    if isinstance(action, Play):
        card = action.card
        rest = hand.without.get(card)
        if rest is None or not legal:
            raise _refusal(state, action)
        chain += _ONE[card]
        limit += card
        total -= card
        events = _PLAYED[seat][card]
    elif action is TAKE:
        if not chain or len(legal) <= 1:  # with a chain, none or one is the end or E7
            raise _refusal(state, action)
        card = chain[-1]
        chain = chain[:-1]
        limit -= card
        total += card
        taken += _ONE[card]
        events = _TAKEN[seat][card]
    else:
        rest = hand.without.get(YIN_YANG)
        if rest is None or not legal:
            raise _refusal(state, action)
        total -= YIN_YANG
        events = _DISCARDED[seat][YIN_YANG]
    situation = round_.options.menu + (other_total > limit)
    legal = other.menus[situation if chain else situation + EMPTY]
    fields = (
        round_, 1 - seat, other, other_taken, other_total, rest, taken, total, chain, limit, legal
    )  # fmt: skip
    return _new(State, fields), events


def revealed(state: State) -> RoundOver:
    """How the round ends by a hand that is opened (E5)."""
    _, seat, hand, _, total, other, _, other_total, _, limit, legal = state
    if not legal or (legal[-1] is not REVEAL and REVEAL not in legal[-2:-1]):  # where it stands
        raise _refusal(state, REVEAL)
    winner, reason = 1 - seat, TIE
    seen: HeldCards | None = other
    other_sum: int | None = other_total
    if total > limit:
        reason = MISREVEAL
        seen = other_sum = None
    elif other_total > limit:
        winner, reason = seat, OPPONENT_OVER
    elif total > other_total:
        winner, reason = seat, HIGHER
    elif total < other_total:
        reason = LOWER
    sums = (other_sum, total) if seat else (total, other_sum)
    hands = (seen, hand) if seat else (hand, seen)
    return _new(RoundOver, (winner, REVEALED_POINTS, reason, sums, hands, limit))


def _conceded(state: State) -> RoundOver:
    """How the round ends by giving up: nobody is shown a hand (E6)."""
    winner = 1 - state.seat
    if not (state.actions and state.round.options.concede):
        raise _refusal(state, CONCEDE)
    return _new(RoundOver, (winner, CONCEDED_POINTS, CONCEDED, _NONE, _NONE, state.limit))


_NONE: Final = (None, None)


def _end(state: State, event: RoundOver) -> Result:
    """The winner of the round starts the next (E8), unless the game is over (E9): then the table
    stays as it lay."""
    options, number, starter, (first, second), aside, _, lots, applied = state.round
    winner, points, _, _, _, _ = event
    if winner:
        second += points
    else:
        first += points
    scores = first, second
    if scores[winner] >= options.enough or number >= options.last:
        winners = winners_of(scores)
        last = _new(Round, (options, number, starter, scores, aside, winners, lots, applied))
        return _new(State, (last, *state[1:-1], ())), (event,)
    applied += 1 + state.turns
    return _dealt(options, lots, number + 1, winner, scores, applied), (event,)


def _refusal(state: State, action: Action) -> GameError:
    """Why the action is not allowed now."""
    if state.over:
        return game_over("The game is over (E9).")
    if isinstance(action, Play):
        return illegal("E4: the player to move does not hold this card.")
    if action is DISCARD:
        return illegal("E4: the player to move holds no 6 to discard.")
    if action is CONCEDE:
        return illegal("E10: in this match nobody may concede.")
    if action is TAKE and not state.chain:
        return illegal("E4: there is no card on the chain to take.")
    if not state.hand.cards and state.total > state.limit:
        return illegal("E7: with an empty hand and a sum above the limit one has lost.")
    return illegal("E5: with a sum above the limit nobody may reveal in this match.")
