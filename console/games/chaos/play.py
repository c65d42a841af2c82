"""``new``, ``legal_actions``, ``apply``: the door to the rules, and the order of time (C23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.games.chaos import flips, outcomes
from console.games.chaos.actions import (
    DUEL,
    GESTURES,
    SPECIAL,
    TAKES,
    Action,
    Choose,
    Expire,
    Flip,
    FlipAll,
    GripFall,
    HandContact,
)
from console.games.chaos.cards import full_deck
from console.games.chaos.draft import Draft
from console.games.chaos.events import ChoiceDue, Event, Expired, Voided
from console.games.chaos.matches import (
    WINS_BOTH,
    WINS_DUEL,
    WINS_NOTHING,
    claim,
    duel_of,
    live_matches,
)
from console.games.chaos.options import Options, parse_options
from console.games.chaos.state import State, UndoStep, hands_of
from console.games.errors import GameError, bad_options, bad_request, game_over, illegal
from console.games.rng import Rng

PLAYERS: Final = (2, 8)
RIGHTFUL: Final = "rightful"
WRONGFUL: Final = "wrongful"
REFUSED: Final = "refused"

Result = tuple[State, tuple[Event, ...]]


def new(
    players: int, seed: int = 0, options: Options | Mapping[str, object] | None = None
) -> State:
    """A dealt match for 2 to 8 players (C3, C4, C30).

    Stacks are dealt equally, what is left over is the pot; the first to flip is drawn by lot among
    the hands. Raises ``GameError``: bad_options, or bad_request for a seed out of range.
    """
    if not PLAYERS[0] <= players <= PLAYERS[1]:
        raise bad_options("«Хаос» is for 2 to 8 players (C4, C30).")
    if not isinstance(options, Options):
        options = parse_options(options or {})
    rng = Rng(seed)
    deck = tuple(rng.shuffled(full_deck(options.specials, players)))
    hands = hands_of(players)
    size = len(deck) // hands
    return State(
        options=options,
        players=players,
        to_move=rng.below(hands),
        over=False,
        winners=(),
        stacks=tuple(deck[hand * size : (hand + 1) * size] for hand in range(hands)),
        piles=((),) * hands,
        beside=((),) * hands,
        pot=deck[hands * size :],
        fresh=(False,) * hands,
        special=None,
        pending_all=None,
        choice=None,
    )


def _can_time_out(state: State) -> bool:
    """Whether ``expire`` would end a `classic` game: no stack left, a live match unclaimed (C6)."""
    return state.classic and not any(state.stacks) and bool(live_matches(state))


def legal_actions(state: State) -> list[Action]:
    """The flip, ``flip_all``, ``expire`` and choices open now, in this order, with no time.

    Contacts and falls are not listed: they are always allowed while the game runs, except while a
    choice is due (C18).
    """
    if state.over:
        return []
    if state.choice is not None:
        return [Choose(state.choice, DUEL), Choose(state.choice, SPECIAL)]
    if state.special is not None:
        return [_EXPIRE]
    actions: list[Action] = []
    if state.pending_all is not None:
        actions.append(_FLIP_ALL)
    elif state.to_move is not None:
        actions.append(_FLIPS[state.to_move])
    if _can_time_out(state):
        actions.append(_EXPIRE)
    return actions


_EXPIRE: Final = Expire()
_FLIP_ALL: Final = FlipAll()
_FLIPS: Final = tuple(Flip(hand) for hand in range(PLAYERS[1]))


def apply(state: State, action: Action) -> Result:
    """The position after ``action``, and what happened, in order.

    Raises ``GameError``: bad_request (no time, an unknown gesture or ``take``), illegal_action (the
    message names the rule), game_over.
    """
    t_us = action.t_us
    if t_us is None:
        raise bad_request("An action needs its time, 't_us'.")
    if isinstance(action, (HandContact, GripFall)):
        return _touch(state, action, t_us)
    if state.over:
        raise game_over("The game is over; only an earlier contact could undo its end (C23).")
    if isinstance(action, (Flip, Choose)):
        _check_hand(state, action.hand)
    if state.latest_us is not None and t_us < state.latest_us:
        raise illegal(f"C23: {t_us} is earlier than {state.latest_us}, already accepted.")
    if isinstance(action, Choose):
        return _choose(state, action, t_us)
    if state.choice is not None:
        raise illegal(f"C18: nothing else is possible until hand {state.choice} has chosen.")
    draft = Draft(state)
    if isinstance(action, Flip):
        hands = _flip(state, draft, action.hand)
    elif isinstance(action, FlipAll):
        hands = _flip_all(state, draft)
    else:
        hands = _expire(state, draft)
    after = draft.freeze(t_us, state.event_us, UndoStep(state, t_us, hands))
    return after, tuple(draft.events)


def _check_hand(state: State, hand: int) -> None:
    if not 0 <= hand < state.hands:
        raise illegal(f"C4: there is no such hand; they are 0 to {state.hands - 1}.")


def _flip(state: State, draft: Draft, hand: int) -> tuple[int, ...]:
    if state.special is not None:
        raise illegal(f"C21: while a {state.special} is open nobody flips.")
    if state.pending_all is not None:
        raise illegal("C16: an all is pending, so all hands flip together.")
    if hand != state.to_move:
        raise illegal(f"C5: hand {hand} is not the one to flip; that is {state.to_move}.")
    return flips.flip(draft, hand)


def _flip_all(state: State, draft: Draft) -> tuple[int, ...]:
    if state.pending_all is None:
        raise illegal("C16: no all is pending.")
    if state.special is not None:
        raise illegal(f"C19: the open {state.special} must be won or expire first.")
    return flips.flip_all(draft, state.pending_all)


def _expire(state: State, draft: Draft) -> tuple[int, ...]:
    """Kills every open special, which is no event (C21), or ends a `classic` game (C6)."""
    if state.special is None and not _can_time_out(state):
        raise illegal("C21: nothing is open that could expire.")
    draft.events.append(Expired(state.special))
    if state.special is None:
        draft.time_up()
    else:
        draft.special = None
        draft.check_classic()
    return ()


def _choose(state: State, action: Choose, t_us: int) -> Result:
    """The winner of both takes one; the event's time is that of the choice (C18)."""
    if action.take not in TAKES:
        raise bad_request("A choice takes the 'duel' or the 'special'.")
    if state.choice is None or state.special is None or action.hand != state.choice:
        raise illegal(f"C18: hand {action.hand} has nothing to choose.")
    draft = Draft(state)
    match = duel_of(state, action.hand)
    if action.take == DUEL and match is not None:
        outcomes.win_duel(draft, match, action.hand)
    else:
        outcomes.win_special(draft, state.special, action.hand)
    return draft.freeze(t_us, t_us), tuple(draft.events)


def _refusal(state: State, t_us: int) -> GameError | None:
    """Why a contact or fall at ``t_us`` cannot be judged (C18, C23); None when it can."""
    late = state.event_us is not None and t_us <= state.event_us
    if state.over:
        undoes = state.past is not None and state.past.t_us > t_us and not late
        return None if undoes else game_over("The game is over, and this does not undo its end.")
    if state.choice is not None:
        return illegal(f"C18: nothing else is possible until hand {state.choice} has chosen.")
    if late:
        return illegal(f"C23: {t_us} is not later than the last event, at {state.event_us}.")
    return None


def _rewind(state: State, t_us: int) -> tuple[State, tuple[int, ...]]:
    """The position at ``t_us``, and the hands whose cards go back, in the order flipped (C23).

    What was made later is undone; a flip at this very time stands.
    """
    voided: tuple[int, ...] = ()
    while state.past is not None and state.past.t_us > t_us:
        voided = state.past.hands + voided
        state = state.past.before
    return state, voided


def position_at(state: State, t_us: int) -> State | None:
    """The position that a contact at ``t_us`` would be judged in; None when it is refused."""
    return None if _refusal(state, t_us) else _rewind(state, t_us)[0]


def standing(state: State, hand: int, gesture: str, t_us: int) -> str:
    """What a contact would come to, changing nothing.

    ``"rightful"``: it wins a duel, a special or the choice between them; ``"wrongful"``: it is a
    false grab; ``"refused"``: too late, a choice is due, the game is over, there is no such hand.
    """
    position = position_at(state, t_us)
    if position is None or not 0 <= hand < state.hands:
        return REFUSED
    return WRONGFUL if claim(position, hand, gesture) == WINS_NOTHING else RIGHTFUL


def _touch(state: State, action: HandContact | GripFall, t_us: int) -> Result:
    """A contact or fall, judged in exactly the position of its time (C23)."""
    refusal = _refusal(state, t_us)
    if refusal is not None:
        raise refusal
    if action.hand is not None:
        _check_hand(state, action.hand)
    if isinstance(action, HandContact) and action.gesture not in GESTURES:
        raise bad_request("The gesture of a contact is 'grab' or 'palm'.")
    position, voided = _rewind(state, t_us)
    draft = Draft(position)
    if voided:
        draft.events.append(Voided(voided))
    if isinstance(action, GripFall):
        outcomes.fall(draft, action.hand)
    else:
        _contact(position, draft, action)
    latest_us = t_us if state.latest_us is None else max(state.latest_us, t_us)
    # A choice is no event yet, but until it is made no touch is judged, so no past is needed (C18).
    return draft.freeze(latest_us, t_us), tuple(draft.events)


def _contact(position: State, draft: Draft, action: HandContact) -> None:
    """Who wins what (``matches.claim``); nothing to claim is a false grab (C12)."""
    hand = action.hand
    won = claim(position, hand, action.gesture)
    match = duel_of(position, hand)
    if won == WINS_BOTH:
        draft.choice = hand
        draft.events.append(ChoiceDue(hand))
    elif won == WINS_DUEL and match is not None:
        outcomes.win_duel(draft, match, hand)
    elif won != WINS_NOTHING and position.special is not None:
        outcomes.win_special(draft, position.special, hand)
    else:
        outcomes.false_grab(draft, hand)
