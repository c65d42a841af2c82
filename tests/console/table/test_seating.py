"""Board seats to hands and players (C4, C30)."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from console.table.seating import Hands, hand_choices, hands_fit, seat_each, seat_hands, wish_hands
from console.table.view import Who
from drivers.errors import ConfigError
from tests.few import few

E, P, A = Who.EMPTY, Who.PERSON, Who.ADULT


def test_c4_three_and_more_sit_clockwise_with_a_hand_each() -> None:
    seating = seat_hands((P, E, A, A, E), 7)
    assert seating.seats == (0, 2, 3)
    assert seating.player_of == (0, 1, 2)
    assert seating.people == (P, A, A)
    assert seating.hand_at(3) == 2
    assert seating.hand_at(1) is None
    assert seating.who_at(1) is E


def test_c30_two_play_two_hands_each_alternating_from_the_right() -> None:
    seating = seat_hands((P, E, A, E), 7)
    assert seating.seats == (0, 2, 1, 3)
    assert seating.player_of == (0, 1, 0, 1)
    assert seating.seats_of(1) == (2, 3)
    assert seating.who_at(1) is P
    assert seating.same_player(0, 1)
    assert not seating.same_player(0, 2)


def test_c30_every_hand_is_known_as_that_of_who_sits_there() -> None:
    """At neighbouring seats too, where one plays to the right of the own seat."""
    pairs = seat_hands((P, A, E, E, E), 7).pairs()
    assert {(one.seat, one.of, one.right) for one in pairs} == {
        (4, 0, True),
        (0, 0, False),
        (1, 1, True),
        (2, 1, False),
    }
    unknown = replace(seat_hands((P, E, A, E), 7), homes=())
    assert [(one.seat, one.of) for one in unknown.pairs()] == [(0, 0), (2, 2), (1, 0), (3, 2)]
    assert seat_hands((P, P, P, E), 7).pairs() == ()


@pytest.mark.parametrize("seats", range(4, 9))
def test_c30_two_people_anywhere_get_four_different_seats(seats: int) -> None:
    for a, b in itertools.combinations(range(seats), 2):
        who = tuple(P if s == a else A if s == b else E for s in range(seats))
        seating = seat_hands(who, 0)
        assert len(set(seating.seats)) == 4
        assert a in seating.seats_of(0)
        assert b in seating.seats_of(1)
        for player in (0, 1):
            right, left = seating.seats_of(player)
            assert left == (right + 1) % seats


@pytest.mark.parametrize("seats", few(3, [4, 5, 8, 6, 7]))
def test_c30_every_choice_of_hands_can_be_played_and_has_its_way(seats: int) -> None:
    """Neighbouring seats, the own one among them; the other's hands are elsewhere, and stay where
    they were if they can."""
    for a, b in itertools.combinations(range(seats), 2):
        who = tuple(P if s in (a, b) else E for s in range(seats))
        for seat, other in ((a, b), (b, a)):
            choices = hand_choices(who, seat)
            assert len(choices) >= 2
            for first, hands in itertools.product(hand_choices(who, other), choices):
                wishes = wish_hands(who, wish_hands(who, {}, other, first), seat, hands)
                played = seat_hands(who, 0, wishes)
                assert len(set(played.seats)) == 4
                player = int(seat == b)
                assert played.seats_of(player) == (hands.right, hands.left)
                assert seat in hands.seats
                assert (hands.right - hands.left) % seats in (1, seats - 1)
                if not first.seats & hands.seats:
                    assert wishes[other] == first


def test_c30_hands_may_cross_and_wishes_that_cannot_be_are_passed_over() -> None:
    who = (P, E, A, E)
    crossed = {0: Hands(1, 0), 2: Hands(3, 2)}
    assert seat_hands(who, 0, crossed).seats == (1, 3, 0, 2)
    assert seat_hands(who, 0, {0: Hands(0, 2)}) == seat_hands(who, 0)


@pytest.mark.parametrize("who", [(P, E, E, E), (P, A, E), (E, E, E, E)])
def test_too_few_people_or_seats_are_refused_in_one_sentence(who: tuple[Who, ...]) -> None:
    assert not hands_fit(who)
    with pytest.raises(ConfigError, match="cannot play"):
        seat_hands(who, 0)


@pytest.mark.parametrize(("lot", "seats"), [(0, (1, 2, 5)), (1, (2, 5, 1)), (5, (5, 1, 2))])
def test_i12_g3_the_first_place_of_a_board_game_is_drawn_by_lot(
    lot: int, seats: tuple[int, ...]
) -> None:
    seating = seat_each((E, P, A, E, E, Who.LEVEL_2), lot)
    assert seating.seats == seats
    assert seating.player_of == (0, 1, 2)
    assert [seating.who_at(s) for s in (1, 2, 5)] == [P, A, Who.LEVEL_2]
