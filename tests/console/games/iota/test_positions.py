"""``dump``, ``observe`` and every check of ``load``, each violated once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from console.games.iota import play, positions
from console.games.iota.actions import Pass
from console.games.iota.options import Options
from tests.console.games.iota.matches import played_until
from tests.console.games.iota.positions import position
from tests.console.games.refusals import refusal

Json = dict[str, Any]
FIELDS = [
    "game",
    "options",
    "players",
    "to_move",
    "over",
    "winners",
    "grid",
    "hands",
    "deck",
    "scores",
    "passes",
]


def begun() -> Json:
    """Cards on the table, a deck, everything as it should be."""
    return positions.dump(position("Rc1 Gc1 Bc1 / Rt1 . .", "Yc1 Bs2 Yx4 W", scores=(3, 8)))


def emptied() -> Json:
    """The deck is empty, the match goes on."""
    return positions.dump(played_until(lambda state: not state.deck and not state.over, seed=3))


def played_out() -> Json:
    """Somebody placed his last card."""
    return positions.dump(played_until(lambda state: not all(state.hands), seed=3))


def dealt() -> Json:
    """Nothing has happened yet."""
    return positions.dump(play.new(2, 1))


def given_up() -> Json:
    """Nobody placed anything in three rounds."""
    state = play.new(2, 1)
    while not state.over:
        state, _ = play.apply(state, Pass())
    return positions.dump(state)


SITUATIONS = (begun, emptied, played_out, dealt, given_up)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_load_takes_what_dump_prints(situation: Callable[[], Json]) -> None:
    shown = situation()
    assert list(shown) == FIELDS
    assert positions.dump(positions.load(json.loads(json.dumps(shown)))) == shown
    assert positions.dump(positions.load(shown | {"note": "ignored"})) == shown


def test_observe_shows_the_own_hand_and_counts() -> None:
    state = positions.load(begun())
    for player in (0, 1):
        seen = positions.observe(state, player)
        hands: list[object] = [4, 4]
        hands[player] = list(state.hands[player])
        assert seen == positions.dump(state) | {"hands": hands, "deck": len(state.deck)}


def with_card(shown: Json, x: int, y: int, card: str) -> Json:
    """A card of the deck lies there; what lay there is in the deck."""
    cards = [at for at in shown["grid"] if at[:2] != [x, y]]
    old = next((at[2] for at in shown["grid"] if at[:2] == [x, y]), None)
    deck = [*shown["deck"], *([old] if old else [])]
    deck.remove(card)
    grid = sorted([*cards, [x, y, card]], key=lambda at: (at[1], at[0]))
    return shown | {"grid": grid, "deck": deck}


def moved(shown: Json, cell: tuple[int, int], to: tuple[int, int]) -> Json:
    """A card of the table lies elsewhere."""
    cards = [[*to, at[2]] if at[:2] == [*cell] else at for at in shown["grid"]]
    return shown | {"grid": sorted(cards, key=lambda at: (at[1], at[0]))}


def first_hand(shown: Json, cards: list[str]) -> Json:
    """Seat 0 holds these."""
    return shown | {"hands": [cards, *shown["hands"][1:]]}


def to_deck(shown: Json, seat: int) -> Json:
    """A card of the hand goes back into the deck."""
    hands = [list(hand) for hand in shown["hands"]]
    return shown | {"deck": [*shown["deck"], hands[seat].pop()], "hands": hands}


def from_deck(shown: Json) -> Json:
    """Seat 0 has drawn one too many."""
    first, *deck = shown["deck"]
    return first_hand(shown, sorted([*shown["hands"][0], first])) | {"deck": deck}


def five_in_a_row() -> Json:
    """A lot and one card more."""
    return with_card(positions.dump(position("Rc1 Gc1 Bc1 Yc1", "Rt1 Bs2 Yx4 W")), 4, 0, "Rx1")


def meaningless() -> Json:
    """A wild in a row that asks for Rc3 or Rc4, which lie elsewhere."""
    state = position("Rc1 Rc2 . / Rc4 Rc3 .", "Yc1 Bs2 Yx4 Yx3")
    return with_card(positions.dump(state), 2, 0, "W")


def two_emptied() -> Json:
    """One hand holds what two held when the third player placed his last card."""
    state = played_until(
        lambda state: not all(state.hands) and sum(map(len, state.hands)) <= 4, seed=8, players=3
    )
    hands = [sorted(card for hand in state.hands for card in hand), [], []]
    return positions.dump(state) | {"hands": hands}


def unscored() -> Json:
    """Points in a game without scoring."""
    return positions.dump(replace(positions.load(begun()), options=Options(scoring=False)))


BAD: list[tuple[str, Callable[[], Json], str]] = [
    ("another game", lambda: begun() | {"game": "ignis"}, "'game'"),
    ("one player", lambda: begun() | {"players": 1}, "I1"),
    ("players as a text", lambda: begun() | {"players": "2"}, "'players'"),
    ("an option missing", lambda: begun() | {"options": {"short": False}}, "'scoring'"),
    ("an option too many", lambda: begun() | {"options": {"a": 1, **begun()["options"]}}, "option"),
    ("an option of a wrong type", lambda: begun() | {"options": {"short": 0, "scoring": True}}, ""),
    ("no such seat", lambda: begun() | {"to_move": 2}, "'to_move'"),
    ("a winner that is no seat", lambda: begun() | {"winners": ["0"]}, "'winners'"),
    ("negative points", lambda: begun() | {"scores": [3, -8]}, "I5"),
    ("points of three", lambda: begun() | {"scores": [3, 8, 0]}, "I5"),
    ("points as fractions", lambda: begun() | {"scores": [3.0, 8]}, "I5"),
    ("over as a number", lambda: begun() | {"over": 0}, "'over'"),
    ("passes as null", lambda: begun() | {"passes": None}, "'passes'"),
    ("a deck as a count", lambda: begun() | {"deck": 50}, "'deck'"),
    ("a card that there is not", lambda: first_hand(begun(), ["Bs2", "Rc5", "W", "Yx4"]), "hands"),
    ("one hand only", lambda: begun() | {"hands": begun()["hands"][:1]}, "'hands'"),
    ("a hand unsorted", lambda: first_hand(begun(), ["Yc1", "Bs2", "Yx4", "W"]), "sorted"),
    ("a cell with two numbers", lambda: begun() | {"grid": [[0, 0]]}, "'grid'"),
    ("a cell as in a place", lambda: begun() | {"grid": [["Rc1", 0, 0]]}, "'grid'"),
    ("a table unsorted", lambda: begun() | {"grid": begun()["grid"][::-1]}, "sorted"),
    ("two cards on a cell", lambda: moved(begun(), (1, 0), (2, 0)), "one card"),
    ("a card twice", lambda: first_hand(begun(), ["Bs2", "Bs2", "W", "Yx4"]), "I1"),
    ("three wilds", lambda: first_hand(begun(), ["Bs2", "W", "W", "Yx4"]), "I1"),
    ("a card lost", lambda: begun() | {"deck": begun()["deck"][1:]}, "I1"),
    (
        "64 real cards in short",
        lambda: begun() | {"options": {"short": True, "scoring": True}},
        "I1",
    ),
    ("nothing at (0, 0)", lambda: moved(begun(), (0, 0), (0, 2)), "(0, 0)"),
    ("an island", lambda: moved(begun(), (0, 1), (1, 2)), "I4"),
    ("a card out of the world", lambda: moved(begun(), (0, 1), (0, 2**40)), "I4"),
    ("a row that is no line", lambda: with_card(begun(), 2, 0, "Yt1"), "I2"),
    ("a row of five", five_in_a_row, "I2"),
    ("a wild without a meaning", meaningless, "I8"),
    ("a hand of five", lambda: from_deck(begun()), "I6"),
    ("a hand of three beside a deck", lambda: to_deck(begun(), 1), "I6"),
    ("two empty hands", two_emptied, "I9"),
    ("more passes than end it", lambda: begun() | {"passes": 7}, "I11"),
    ("negative passes", lambda: begun() | {"passes": -1}, "I11"),
    ("passes after the last card", lambda: played_out() | {"passes": 1}, "I9"),
    ("not over after the last card", lambda: played_out() | {"over": False}, "I9"),
    ("not over after all passed", lambda: emptied() | {"passes": 2}, "I11"),
    ("over in the middle", lambda: begun() | {"over": True, "to_move": None}, "I9"),
    ("winners in the middle", lambda: begun() | {"winners": [1]}, "'winners'"),
    ("the wrong winners", lambda: given_up() | {"winners": [0]}, "'winners'"),
    ("nobody to move", lambda: begun() | {"to_move": None}, "'to_move'"),
    ("somebody to move after the end", lambda: given_up() | {"to_move": 0}, "'to_move'"),
    ("points before the first place", lambda: dealt() | {"scores": [1, 0]}, "I5"),
    ("points without scoring", unscored, "I14"),
    ("seat 1 begins", lambda: dealt() | {"to_move": 1}, "I12"),
]


@pytest.mark.parametrize(("shown", "reason"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_load_refuses_what_cannot_be(shown: Callable[[], Json], reason: str) -> None:
    error = refusal(positions.load, json.loads(json.dumps(shown())))
    assert error.code == "bad_state"
    assert reason in error.message
    assert error.message.endswith(".")
    assert "\n" not in error.message


@pytest.mark.parametrize("name", FIELDS)
def test_load_needs_every_field(name: str) -> None:
    shown = begun()
    del shown[name]
    assert refusal(positions.load, shown).code == "bad_state"
