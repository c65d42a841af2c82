"""Positions as JSON: ``dump``, ``observe``, and ``load`` with every check of PROTOCOL.md."""

from __future__ import annotations

from typing import Any, Final

from console.games.chaos.actions import TAKES
from console.games.chaos.cards import ALL, GRAB, LEFT, PALM, Pile, full_deck
from console.games.chaos.draft import Draft, fewest, winners_by_stacks, winners_out_of_cards
from console.games.chaos.matches import duel_of, live_matches
from console.games.chaos.options import OPTIONS, parse_options
from console.games.chaos.play import PLAYERS
from console.games.chaos.state import State, cards_of_hands, hands_of
from console.games.errors import bad_state
from console.games.forms import Json, bool_field, field, int_field, is_int, list_field, object_field
from console.games.loading import stored_options, stored_players, stored_winners

ID: Final = "chaos"


def dump(state: State) -> Json:
    """The referee's view, everything; the order of time (C23) is no part of it."""
    choice = None if state.choice is None else {"hand": state.choice, "of": list(TAKES)}
    return {
        "game": ID,
        "options": state.options.to_json(),
        "players": state.players,
        "to_move": state.to_move,
        "over": state.over,
        "winners": list(state.winners),
        "stacks": [list(stack) for stack in state.stacks],
        "open": [list(pile) for pile in state.piles],
        "beside": [list(cards) for cards in state.beside],
        "pot": list(state.pot),
        "shift": state.shift,
        "fresh": list(state.fresh),
        "special": state.special,
        "pending_all": state.pending_all,
        "choice": choice,
    }


def observe(state: State, player: int) -> Json:
    """What anybody at the table may know: stacks as counts, all else is open information."""
    return dump(state) | {"stacks": [len(stack) for stack in state.stacks]}


def load(source: Json) -> State:
    """The position that ``dump`` printed. Raises ``GameError`` (bad_state) for what cannot be.

    Fields that ``dump`` does not print are ignored. History starts here (C23).
    """
    players = stored_players(source, ID, PLAYERS, "C4, C30")
    hands = hands_of(players)
    state = State(
        options=stored_options(source, OPTIONS, parse_options),
        players=players,
        to_move=_hand(source, "to_move", hands),
        over=bool_field(source, "over", bad_state),
        winners=stored_winners(source),
        stacks=_piles(source, "stacks", hands),
        piles=_piles(source, "open", hands),
        beside=_piles(source, "beside", hands),
        pot=_pile(list_field(source, "pot", bad_state), "pot"),
        fresh=_fresh(source, hands),
        special=_special(source),
        pending_all=_hand(source, "pending_all", hands),
        choice=_choice(source, hands),
    )
    _check_cards(state, int_field(source, "shift", bad_state))
    _check_open(state)
    _check_end(state)
    return state


def _hand(source: Json, name: str, hands: int) -> int | None:
    value = field(source, name, bad_state)
    if value is None:
        return None
    if not is_int(value) or not 0 <= value < hands:
        raise bad_state(f"The field {name!r} must be null or a hand, 0 to {hands - 1}.")
    return value


def _pile(cards: list[Any], name: str) -> Pile:
    if not all(isinstance(card, str) for card in cards):
        raise bad_state(f"The field {name!r} must hold cards as texts.")
    return tuple(cards)


def _piles(source: Json, name: str, hands: int) -> tuple[Pile, ...]:
    piles = list_field(source, name, bad_state)
    if len(piles) != hands or not all(isinstance(pile, list) for pile in piles):
        raise bad_state(f"The field {name!r} must be {hands} lists of cards, one a hand.")
    return tuple(_pile(pile, name) for pile in piles)


def _fresh(source: Json, hands: int) -> tuple[bool, ...]:
    fresh = list_field(source, "fresh", bad_state)
    if len(fresh) != hands or not all(isinstance(flag, bool) for flag in fresh):
        raise bad_state(f"The field 'fresh' must be {hands} times true or false, one a hand.")
    return tuple(fresh)


def _special(source: Json) -> str | None:
    special = field(source, "special", bad_state)
    if special is None or (isinstance(special, str) and special in (GRAB, PALM)):
        return special
    raise bad_state("The field 'special' must be null, 'grab' or 'palm'.")


def _choice(source: Json, hands: int) -> int | None:
    if field(source, "choice", bad_state) is None:
        return None
    choice = object_field(source, "choice", bad_state)
    if field(choice, "of", bad_state) != list(TAKES):
        raise bad_state("The field 'of' of the choice must be ['duel', 'special'] (C18).")
    hand = _hand(choice, "hand", hands)
    if hand is None:
        raise bad_state("The field 'hand' of the choice must be a hand (C18).")
    return hand


def _check_cards(state: State, shift: int) -> None:
    """All cards once (C1, C2, C30); active `left` cards make the shift (C20)."""
    cards = [*state.pot]
    for piles in (state.stacks, state.piles, state.beside):
        for pile in piles:
            cards.extend(pile)
    if sorted(cards) != sorted(full_deck(state.options.specials, state.players)):
        raise bad_state("The cards are not exactly those of the deck (C1, C2, C30).")
    if any(card != LEFT for cards_beside in state.beside for card in cards_beside):
        raise bad_state("Only left cards lie beside a pile (C20).")
    if shift != state.shift:
        raise bad_state("The field 'shift' must be the number of cards in 'beside' (C20).")


def _check_open(state: State) -> None:
    """What is open needs its card as a fresh top (C8), a choice its duel and its special (C18)."""
    tops = [pile[-1] if pile else None for pile in state.piles]
    for hand, top in enumerate(tops):
        if state.fresh[hand] and top is None:
            raise bad_state(f"The open pile of hand {hand} has no top that could be fresh (C8).")
    opened = {top for hand, top in enumerate(tops) if state.fresh[hand]}
    if state.special is not None and state.special not in opened:
        raise bad_state("An open special needs its card as a fresh top (C8, C15).")
    opener = state.pending_all
    if opener is not None and not (tops[opener] == ALL and state.fresh[opener]):
        raise bad_state("A pending all needs its card as its opener's fresh top (C16).")
    if state.choice is not None and (state.special is None or duel_of(state, state.choice) is None):
        raise bad_state("A choice needs an open special and a live duel of that hand (C18).")


def _check_end(state: State) -> None:
    """``over``, ``winners`` and ``to_move`` follow from the cards (C5, C6, C33)."""
    ends = _ends(state)
    if state.over not in ends:
        word = "is not over" if state.over else "is over"
        raise bad_state(f"By its cards the game {word} (C6, C33).")
    if state.winners != ends[state.over]:
        raise bad_state("The field 'winners' does not follow from the cards (C6, C33).")
    if state.over:
        pending = (state.to_move, state.special, state.pending_all, state.choice)
        if pending != (None,) * 4:
            raise bad_state("After the end nobody is to move and nothing is open.")
    elif state.to_move is None:
        if any(state.stacks):
            raise bad_state("The field 'to_move' must be a hand while one has a stack (C5).")
    elif not state.stacks[state.to_move]:
        raise bad_state("The hand to move must have a stack (C5).")
    else:
        _check_turn(state)


def _check_turn(state: State) -> None:
    """While something is open the turn is with the hand after the one that opened it (C5, C15); of
    a special that an `all` has brought, after the opener of the `all` (C16, C19)."""
    if state.pending_all is not None:
        openers = {state.pending_all}
    elif state.special is not None:
        openers = {hand for hand in range(state.hands) if _opened(state, hand)}
    else:
        return
    draft = Draft(state)
    turns = set()
    for hand in openers:
        draft.give_turn(hand + 1)
        turns.add(draft.to_move)
    if state.to_move not in turns:
        raise bad_state(
            "The turn must be with the hand after the opener of what is open (C15, C16)."
        )


def _opened(state: State, hand: int) -> bool:
    """Might this hand have opened the special, by it or by an `all`? On that lies the card that its
    hand flipped with the others, if it had one."""
    pile = state.piles[hand]
    if not state.fresh[hand]:
        return False
    return pile[-1] in (state.special, ALL) or pile[-2:-1] == (ALL,)


def _ends(state: State) -> dict[bool, tuple[int, ...]]:
    """Which values ``over`` may have, and who has then won.

    Both are possible in one case only: a `classic` game without stacks and with a live match may go
    on or have been ended by the time-out (C6).
    """
    cards = cards_of_hands(state.stacks, state.piles, state.beside)
    if not state.classic:
        winners = winners_by_stacks(state.players, state.stacks, cards)
        return {True: winners} if winners else {False: ()}
    winners = winners_out_of_cards(cards)
    if winners:
        return {True: winners}
    if any(state.stacks):
        return {False: ()}
    if state.special is not None:
        return {False: ()}
    if live_matches(state):
        return {False: (), True: fewest(cards)}
    return {True: fewest(cards)}
