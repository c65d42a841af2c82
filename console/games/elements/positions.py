"""Positions as JSON: ``dump``, ``observe``, and ``load`` with every check of PROTOCOL.md."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from console.games.elements.actions import KINDS, YIN_YANG
from console.games.elements.deals import lots_of
from console.games.elements.hands import ASIDE, DECK, HAND, HANDS, Cards
from console.games.elements.options import OPTIONS, parse_options
from console.games.elements.play import CONCEDED_POINTS, REVEALED_POINTS
from console.games.elements.state import PLAYERS, Round, State, menu_of, winners_of
from console.games.errors import bad_state
from console.games.forms import Json, bool_field, field, int_field, is_int, list_field
from console.games.loading import stored_options, stored_players, stored_scores, stored_winners

ID: Final = "elements"


def dump(state: State) -> Json:
    """The referee's view, everything."""
    of_round = state.round
    return {
        "game": ID,
        "options": of_round.options.to_json(),
        "players": PLAYERS,
        "to_move": state.to_move,
        "over": state.over,
        "winners": list(state.winners),
        "hands": [list(hand) for hand in state.hands],
        "taken": [list(taken) for taken in state.all_taken],
        "chain": list(state.chain),
        "discard": list(state.discard),
        "aside": list(of_round.aside.cards),
        "scores": list(of_round.scores),
        "round": of_round.number,
        "starter": of_round.starter,
    }


def observe(state: State, player: int) -> Json:
    """What ``player`` may know: his own hand, and how many cards are hidden elsewhere."""
    shown = dump(state)
    hands, aside = shown.pop("hands"), shown.pop("aside")
    return shown | {
        "hand": hands[player],
        "hand_counts": [len(hand) for hand in hands],
        "aside_count": len(aside),
    }


def load(source: Json) -> State:
    """The position that ``dump`` printed. Raises ``GameError`` (bad_state) for what cannot be.

    Fields that ``dump`` does not print are ignored. Later deals are those of the seed 0 and the
    number of actions applied from here on.
    """
    stored_players(source, ID, (PLAYERS, PLAYERS), "E1")
    options = stored_options(source, OPTIONS, parse_options)
    hands = _two_piles(source, "hands")
    taken = _two_piles(source, "taken")
    chain = _cards(field(source, "chain", bad_state), "chain")
    discard = _cards(field(source, "discard", bad_state), "discard")
    aside = _cards(field(source, "aside", bad_state), "aside")
    _check_cards(hands, taken, chain, discard, aside)
    first, second = stored_scores(source, PLAYERS, "E9")
    starter = _seat(field(source, "starter", bad_state), "starter")
    turns = [HAND - len(hand) + len(cards) for hand, cards in zip(hands, taken, strict=True)]
    ahead = turns[starter] - turns[1 - starter]
    if ahead not in (0, 1):
        raise bad_state("The starter must have made as many turns as the other, or one more (E4).")
    seat = starter if ahead == 0 else 1 - starter
    round_ = Round(
        options=options,
        number=int_field(source, "round", bad_state),
        starter=starter,
        scores=(first, second),
        aside=HANDS[aside],
        winners=stored_winners(source),
        lots=lots_of(0),
        applied=-sum(turns),
    )
    over = bool_field(source, "over", bad_state)
    _check_scores(round_, over)
    _check_end(round_, over)
    _check_to_move(source, None if over else seat)
    hand, other = HANDS[hands[seat]], HANDS[hands[1 - seat]]
    own_taken, other_taken = taken[seat], taken[1 - seat]
    state = State(
        round=round_,
        seat=seat,
        hand=hand,
        taken=own_taken,
        total=hand.total + sum(own_taken),
        other_hand=other,
        other_taken=other_taken,
        other_total=other.total + sum(other_taken),
        chain=chain,
        limit=sum(chain),
        actions=(),
    )
    return state if over else state._replace(actions=menu_of(state))


def _is_seat(value: object) -> bool:
    return is_int(value) and 0 <= value < PLAYERS


def _seat(value: Any, name: str) -> int:
    if not _is_seat(value):
        raise bad_state(f"The field {name!r} must be a seat, 0 or 1.")
    seat: int = value
    return seat


def _cards(value: Any, name: str) -> Cards:
    if not isinstance(value, list) or not all(is_int(card) and card in KINDS for card in value):
        raise bad_state(f"The field {name!r} must hold lists of cards, numbers from 1 to 6 (E1).")
    return tuple(value)


def _two_piles(source: Json, name: str) -> tuple[Cards, Cards]:
    piles = list_field(source, name, bad_state)
    if len(piles) != PLAYERS:
        raise bad_state(f"The field {name!r} must be 2 lists of cards, one a seat.")
    return _cards(piles[0], name), _cards(piles[1], name)


def _check_cards(
    hands: tuple[Cards, Cards],
    taken: tuple[Cards, Cards],
    chain: Cards,
    discard: Cards,
    aside: Cards,
) -> None:
    """All 16 cards (E1), four of them aside (E2); what is hidden is sorted."""
    if sorted((*hands[0], *hands[1], *taken[0], *taken[1], *chain, *discard, *aside)) != [*DECK]:
        raise bad_state("There must be two each of 1 to 5 and six 6, 16 cards in all (E1).")
    if len(aside) != ASIDE:
        raise bad_state("Four cards must be aside (E2).")
    if any(list(pile) != sorted(pile) for pile in (*hands, aside)):
        raise bad_state("Hands and the cards aside must be sorted ascending.")
    if max(map(len, hands)) > HAND:
        raise bad_state("No hand has more than six cards (E2).")
    if Counter(discard).keys() - {YIN_YANG}:
        raise bad_state("Only a 6 can have been discarded (E4).")


def _check_scores(round_: Round, over: bool) -> None:
    """Each finished round gave 1 or 2 points, always 2 where nobody may concede (E5, E6, E10)."""
    finished = round_.number if over else round_.number - 1
    if round_.number < 1:
        raise bad_state("The field 'round' must be 1 or more.")
    least = CONCEDED_POINTS if round_.options.concede else REVEALED_POINTS
    if not least * finished <= sum(round_.scores) <= REVEALED_POINTS * finished:
        raise bad_state("So many points cannot come from so many rounds (E5, E6, E10).")
    if round_.number > 1 and not round_.scores[round_.starter]:
        raise bad_state("From round 2 on the starter has won a round, and so has points (E8).")


def _check_end(round_: Round, over: bool) -> None:
    """``over`` and ``winners`` follow from the scores or from the number of rounds (E9)."""
    options, scores = round_.options, round_.scores
    if options.rounds is None:
        too_long = min(scores) >= options.target or max(scores) > options.target + 1
    else:
        too_long = round_.number > options.rounds
    if too_long:
        raise bad_state("The game would have ended before (E9).")
    finished = round_.number if over else round_.number - 1
    if over != (max(scores) >= options.enough or finished >= options.last):
        raise bad_state("It is over once the target is reached or the last round played (E9).")
    if round_.winners != (winners_of(scores) if over else ()):
        raise bad_state("The field 'winners' does not follow from the scores (E9).")


def _check_to_move(source: Json, seat: int | None) -> None:
    """``to_move`` follows from the turns made; null once over."""
    to_move = field(source, "to_move", bad_state)
    if to_move is not None:
        _seat(to_move, "to_move")
    if to_move != seat:
        raise bad_state(
            "The field 'to_move' must follow from the turns made, or be null at the end."
        )
