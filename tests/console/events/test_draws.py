"""Draws against a judge that tries everything: V14, V15, V16; and their figures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.events.draw_field import DrawField, lots
from console.events.grouping import grouped
from console.events.options import Sizes
from console.events.pairing import paired
from console.events.sizes import group_sizes
from tests.console.events import judge


@st.composite
def fields(draw: st.DrawFn, least: int, most: int, step: int) -> DrawField:
    """Some persons after some rounds, many of them equal and many met."""
    persons = draw(
        st.lists(st.integers(0, 20), min_size=least, max_size=most, unique=True).map(sorted)
    )
    counts = st.integers(0, 2)
    pairs = list(combinations(persons, 2))
    return DrawField(
        persons,
        {p: step * draw(st.integers(0, 5)) for p in persons},
        {pair: times for pair in pairs if (times := draw(counts))},
        {p: draw(counts) for p in persons},
        {p: draw(st.integers(-2, 2)) for p in persons},
        {p: draw(st.integers(0, 1)) for p in persons if draw(st.integers(0, 4)) == 0},
    )


def judged(field: DrawField) -> judge.Field:
    met = {frozenset(pair): times for pair, times in field.met.items()}
    return judge.Field(field.points, met, field.byes, field.firsts, field.fixed)


@given(field=fields(1, 8, 420), seed=st.integers(0, 9))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_no_pairing_is_better_v14_than_the_one_drawn(field: DrawField, seed: int) -> None:
    pairs, bye = paired(field, lots(seed))
    drawn = [*pairs, *([] if bye is None else [(bye,)])]
    assert sorted(p for group in drawn for p in group) == field.persons
    assert judge.weigh_pairing(judged(field), drawn) == judge.best_pairing(judged(field))


def test_weights_of_any_size_keep_their_v14_order() -> None:
    """Beyond machine words, where a float or an overflow would forget the smaller terms."""
    persons = range(8)
    points = {p: 1 + p * 10**7 for p in persons}
    met = {pair: 40 for pair in combinations(persons, 2) if sum(pair) % 3}
    field = DrawField(persons, points, met, {}, {p: 50 * p for p in persons}, {0: 1, 7: 2})
    pairs, _ = paired(field, lots(1))
    assert judge.weigh_pairing(judged(field), pairs) == judge.best_pairing(judged(field))


def test_of_equal_ones_those_meet_whose_v14_seats_are_owed() -> None:
    firsts = {0: 1, 1: 1, 2: 1, 3: -1, 4: -1, 5: -1}
    for seed in range(10):
        pairs, _ = paired(DrawField(range(6), {}, firsts=firsts), lots(seed))
        assert all(firsts[one] != firsts[other] for one, other in pairs)


SIZES = ((2, 2, 2, 2), (3, 3, 2), (4, 4), (5, 3), (4, 3), (3, 2, 2), (3, 3), (5,), (8,))


@pytest.mark.slow
@pytest.mark.parametrize("sizes", SIZES, ids=str)
@given(data=st.data())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_no_groups_of_few_are_better_v16_than_those_drawn(
    sizes: Sequence[int], data: st.DataObject
) -> None:
    field = data.draw(fields(sum(sizes), sum(sizes), 280))
    drawn = grouped(field, sizes, lots(1))
    assert sorted(map(len, drawn), reverse=True) == sorted(sizes, reverse=True)
    assert sorted(p for group in drawn for p in group) == field.persons
    assert judge.weigh_groups(judged(field), drawn) == judge.best_groups(judged(field), sizes)


@pytest.mark.parametrize("limits", [(2, 8, 4, 6), (2, 4, 2, 4), (3, 4, 4, 4), (2, 2, 2, 2)])
@pytest.mark.parametrize("seats", [(), (8,), (8,) * 3, (8,) * 40, (4,) * 6 + (6, 8), (2, 2, 8)])
def test_v15_sizes_are_the_best_there_are(limits: tuple[int, ...], seats: tuple[int, ...]) -> None:
    least, most, low, high = limits
    for persons in range(60):
        for wanted in range(least, most + 1):
            sizes = group_sizes(persons, Sizes(least, most, low, high), wanted, seats)
            byes, expected = judge.best_sizes(persons, least, most, (low, high), wanted, seats)
            assert (persons - sum(sizes), sizes) == (byes, expected), (persons, wanted)


def test_chaos_v15_sizes_worked_by_hand() -> None:
    chaos = Sizes(2, 8, 4, 6)
    hand = {1: (), 2: (2,), 3: (3,), 5: (5,), 7: (4, 3), 8: (4, 4), 9: (5, 4), 11: (6, 5)}
    assert {n: group_sizes(n, chaos, 4, ()) for n in hand} == hand
    assert group_sizes(12, chaos, 4, (8, 8)) == (6, 6)  # in one turn of two tables
    # two turns of eight tables; eight groups would take four of the two that seat them
    assert group_sizes(42, chaos, 4, (4,) * 6 + (6, 8)) == (5, 5) + (4,) * 8


def test_the_same_seed_draws_the_same_and_another_draws_otherwise_v1() -> None:
    field = DrawField(range(40), {})
    drawn = [paired(field, lots(seed, 0, 1)) for seed in (5, 5, 6)]
    assert drawn[0] == drawn[1] != drawn[2]
    groups = [grouped(field, (4,) * 10, lots(seed)) for seed in (5, 5, 6)]
    assert groups[0] == groups[1] != groups[2]


def test_the_lots_after_groups_are_the_same_whether_there_was_anything_to_search_v1() -> None:
    left = []
    for points in ({}, {0: 1}):
        lot = lots(5, 0)
        grouped(DrawField(range(8), points), (4, 4), lot)
        left.append(lot.below(1 << 30))
    assert left[0] == left[1]


@pytest.mark.slow
def test_500_in_groups_of_4_meet_nobody_twice_in_10_rounds_v16() -> None:
    lot = random.Random(3)
    points = dict.fromkeys(range(500), 0)
    met: dict[tuple[int, int], int] = {}
    for number in range(10):
        groups = grouped(DrawField(range(500), points, met), (4,) * 125, lots(1, number))
        pairs = [pair for group in groups for pair in combinations(sorted(group), 2)]
        assert not met.keys() & set(pairs)
        met.update(dict.fromkeys(pairs, 1))
        for group in groups:
            for place, person in enumerate(lot.sample(group, 4)):
                points[person] += 280 * (3 - place)


@pytest.mark.slow
def test_500_one_against_one_meet_nobody_twice_v14() -> None:
    lot = random.Random(3)
    points = dict.fromkeys(range(501), 0)
    met: dict[tuple[int, int], int] = {}
    byes: dict[int, int] = {}
    for number in range(5):
        pairs, bye = paired(DrawField(range(501), points, met, byes), lots(1, number))
        assert bye is not None
        assert bye not in byes
        byes[bye] = 1
        assert not met.keys() & {(min(p), max(p)) for p in pairs}
        met.update({(min(p), max(p)): 1 for p in pairs})
        for pair in pairs:
            points[lot.choice(pair)] += 840
