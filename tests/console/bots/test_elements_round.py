"""What the search in «Сила стихий» counts with agrees with the rules and with plain counting."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from console.bots.elements_odds import (
    KINDS,
    SIZE,
    TOTAL,
    key_of,
    lead,
    packed,
    reveal_odds,
    unpacked,
)
from console.bots.elements_round import CONCEDE, DISCARD, REVEAL, TAKE, House, Table
from console.games import elements
from tests.console.games.elements.random_matches import Match, matches

FOLD = 1.0
NUMBERS = {"take": TAKE, "discard": DISCARD, "reveal": REVEAL, "concede": CONCEDE}


def number_of(action: elements.Action) -> int:
    """As the search writes it."""
    return action.card if isinstance(action, elements.Play) else NUMBERS[action.type]


def table_of(state: elements.State) -> Table:
    """The same position, all hands open."""
    options = state.round.options
    return Table(
        house=House((FOLD, FOLD) if options.concede else None, options.misreveal == "penalty"),
        hands=[packed(state.hand.cards), packed(state.other_hand.cards)],
        aside=packed(state.round.aside.cards),
        taken=[sum(state.taken), sum(state.other_taken)],
        chain=[*state.chain],
        limit=state.limit,
    )


def turned(state: elements.State) -> Table:
    """The same after a turn: who thinks has just moved."""
    seen = table_of(state)
    seen.hands.reverse()
    seen.taken.reverse()
    seen.player = 1
    return seen


@settings(max_examples=30)
@given(matches())
def test_e4_to_e10_the_search_plays_by_the_rules(match: Match) -> None:
    for ply in match.plies:
        for player, table in enumerate((table_of(ply.before), turned(ply.before))):
            assert table.legal() == [number_of(action) for action in ply.before.actions]
            assert table.guess() in table.legal()
            (event,) = ply.events
            if isinstance(event, elements.RoundOver):
                points = event.points if event.winner == ply.before.seat else -event.points
                assert table.outcome(number_of(ply.action)) == (-points if player else points)
            elif player == 0:
                table.act(number_of(ply.action))
                assert table == turned(ply.after)


@given(st.lists(st.integers(1, 6), min_size=4, max_size=10))
def test_a_packed_pile_is_the_pile(cards: list[int]) -> None:
    assert unpacked(packed(cards)) == tuple(sorted(cards))


def test_what_is_known_of_hands() -> None:
    hand = packed([1, 4, 4, 6])
    assert (TOTAL[hand], SIZE[hand], KINDS[hand]) == (15, 4, (1, 4, 6))


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
    key = key_of(packed(unseen), size)
    close = 1e-9
    assert abs(reveal_odds(key, total, limit, taken) - wins / len(sums)) < close
    mean = sum(compared(total, other, limit) for other in sums) / len(sums)
    assert abs(lead(key, total, limit, taken) - mean) < close


def legal_pile(cards: list[int]) -> bool:
    """Two each of 1 to 5."""
    return all(cards.count(card) <= 2 for card in range(1, 6)) and cards.count(6) <= 6
