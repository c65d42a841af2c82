"""What the search in «Сила стихий» counts with agrees with the rules and with plain counting."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from console.bots.elements_guess import STAKE, RoundScoring, guess, play_out
from console.bots.elements_odds import AT_MOST, deals, key_of, lead, reveal_odds
from console.games.elements import positions
from console.games.elements.events import RoundOver
from console.games.elements.hands import HANDS, packed, unpacked
from console.games.elements.state import State
from tests.console.games.elements.random_matches import Match, matches

FOLD = 1.0


def scoring_of(state: State) -> RoundScoring:
    """As the search makes it, conceding always at the same price."""
    options = state.round.options
    return RoundScoring((FOLD, FOLD) if options.concede else None, options.misreveal == "penalty")


@settings(max_examples=30)
@given(matches())
def test_e4_to_e10_a_guess_is_legal_and_a_round_is_worth_as_much_to_one_as_it_costs_the_other(
    match: Match,
) -> None:
    for ply in match.plies:
        state, scoring = ply.before, scoring_of(ply.before)
        assert guess(state, scoring) in state.actions
        (event,) = ply.events
        if isinstance(event, RoundOver):
            worth = FOLD if event.reason == "conceded" else STAKE
            assert scoring.worth(state, ply.action, event.winner) == worth
            assert scoring.worth(state, ply.action, 1 - event.winner) == -worth
    first = match.plies[0].before
    assert play_out(first, scoring_of(first), 0) == -play_out(first, scoring_of(first), 1) != 0


@given(matches())
def test_what_is_supposed_is_a_position_that_the_player_cannot_tell_from_his_own(
    match: Match,
) -> None:
    for ply in match.plies[::5]:
        state = ply.before
        hidden = packed((*state.other_hand.cards, *state.round.aside.cards))
        for other, aside in deals(hidden, len(state.other_hand.cards))[::50]:
            supposed = state.with_hidden(other, aside)
            assert positions.load(positions.dump(supposed)) == supposed
            assert positions.observe(supposed, state.seat) == positions.observe(state, state.seat)


@given(st.lists(st.integers(1, 6), min_size=4, max_size=10))
def test_a_packed_pile_is_the_pile(cards: list[int]) -> None:
    assert unpacked(packed(cards)) == tuple(sorted(cards))


def test_hands_are_dealt_as_often_as_they_can_be_and_the_rest_is_aside() -> None:
    cards = (1, 4, 4, 6, 6)
    hidden = deals(packed(cards), 1)
    assert [hand.cards for hand, _ in hidden] == [(card,) for card in cards]
    assert [aside.cards for _, aside in hidden[:2]] == [(4, 4, 6, 6), (1, 4, 6, 6)]
    assert all(hand.packed == packed(hand.cards) for hand in HANDS.values())


def compared(own: int, other: int, limit: int) -> int:
    """Who would win a comparison: 1, -1, or 0 when nobody does."""
    if max(own, other) <= limit:
        return (own > other) - (own < other)
    return (own <= limit) - (other <= limit)


@given(st.data())
def test_e5_the_odds_are_those_of_all_hands_that_he_may_hold(data: st.DataObject) -> None:
    unseen = data.draw(st.lists(st.integers(1, 6), min_size=4, max_size=10).filter(legal_pile))
    size = len(unseen) - 4
    total, taken = data.draw(st.integers(0, 36)), data.draw(st.integers(0, 30))
    limit = data.draw(st.integers(0, 56))
    sums = [sum(hand) + taken for hand in combinations(unseen, size)]
    wins = sum(total <= limit and (other > limit or total > other) for other in sums)
    odds = AT_MOST[key_of(packed(unseen), size)]
    close = 1e-9
    assert abs(reveal_odds(odds, total, limit, taken) - wins / len(sums)) < close
    mean = sum(compared(total, other, limit) for other in sums) / len(sums)
    assert abs(lead(odds, total, limit, taken) - mean) < close


def legal_pile(cards: list[int]) -> bool:
    """Two each of 1 to 5."""
    return all(cards.count(card) <= 2 for card in range(1, 6)) and cards.count(6) <= 6


def test_equal_shares_are_one_object() -> None:
    entry = AT_MOST[key_of(packed([1, 1, 3]), 2)]
    assert entry[0] == 0.0
    assert entry[-1] == 1.0
    assert len({id(share) for share in entry}) == len(set(entry))
