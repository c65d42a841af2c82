"""Cards come up: a flip, the flip of all, and what their cards open (C5, C6, C15 to C20)."""

from __future__ import annotations

from functools import cache
from typing import Final

from console.games.chaos.cards import ALL, GRAB, LEFT, PALM, Card
from console.games.chaos.draft import Draft
from console.games.chaos.events import Flipped, Shifted

_flipped: Final = cache(Flipped)


def _play_card(draft: Draft, hand: int, flipped: list[int]) -> Card | None:
    """Flips the top of ``hand``'s stack; returns the card that counts as played.

    A `left` goes beside the pile and the hand flips another at once (C20). The stack's last card is
    never followed: outside `classic` a last `left` goes on the open pile without effect (C6, C33);
    in `classic` it counts and goes beside, the pile's top stays what it was, and None is returned.
    """
    while True:
        stack = draft.stacks[hand]
        card = stack[0]
        draft.stacks[hand] = stack[1:]
        flipped.append(hand)
        draft.events.append(_flipped(hand, card))
        if card != LEFT or not (draft.stacks[hand] or draft.classic):
            draft.piles[hand] += (card,)
            draft.fresh[hand] = True
            return card
        draft.beside[hand] += (LEFT,)
        draft.events.append(Shifted(sum(map(len, draft.beside))))
        if not draft.stacks[hand]:
            return None


def flip(draft: Draft, hand: int) -> tuple[int, ...]:
    """The hand to move flips; the turn passes clockwise (C5). Returns an entry for each card.

    The end is looked at before what the card does (C6, C33). A `grab` or `palm` opens the special;
    the turn already is with the hand after its opener (C15). An `all` waits for ``flip_all`` (C16).
    """
    flipped: list[int] = []
    card = _play_card(draft, hand, flipped)
    draft.give_turn(hand + 1)
    draft.check_emptied()
    if not draft.over:
        if card in (GRAB, PALM):
            draft.special = card
        elif card == ALL:
            draft.pending_all = hand
    draft.check_classic()
    return tuple(flipped)


def flip_all(draft: Draft, opener: int) -> tuple[int, ...]:
    """All hands with a stack flip one card at the same moment (C16). Returns an entry a card.

    The hands play out clockwise from the opener, `left` followers included; only then is the end
    looked at, for it is one moment (C6, C16, C33). Of several specials the higher counts (C17). An
    `all` among the cards played starts one more, opened by the first such hand from the last opener
    on, that one included (C19). The turn: after a new `all` or a special it is with the hand after
    the newest opener (C19), else with the opener again (C16).
    """
    flipped: list[int] = []
    order = draft.clockwise(opener)
    played = {hand: _play_card(draft, hand, flipped) for hand in order if draft.stacks[hand]}
    draft.pending_all = None
    draft.give_turn(opener)
    draft.check_emptied()
    if not draft.over:
        cards = played.values()
        draft.special = GRAB if GRAB in cards else PALM if PALM in cards else None
        draft.pending_all = next((hand for hand in order if played.get(hand) == ALL), None)
        if draft.pending_all is not None:
            draft.give_turn(draft.pending_all + 1)
        elif draft.special is not None:
            draft.give_turn(opener + 1)
    draft.check_classic()
    return tuple(flipped)
