"""`load`: each check of PROTOCOL.md refuses what could not exist, and only that."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from console.games.chaos import play, positions
from console.games.chaos.actions import Choose, Expire, at
from console.games.chaos.state import State
from tests.console.games.chaos.positions import position
from tests.console.games.refusals import refusal

CLASSIC = {"last_card": "classic"}


def shown() -> dict[str, Any]:
    """A position with much open: a special, a pending all, a duel, an active left."""
    state = position(
        ["all", "grab", "a1R", "a1G"],
        beside={3: 1},
        tops={0: "b1R"},
        pot="c1R c2R",
        fresh=(0, 1, 2),
        special="grab",
        pending_all=0,
        to_move=1,
    )
    return positions.dump(state)


def refused(state: dict[str, Any]) -> bool:
    """Whether it is a bad_state."""
    return refusal(positions.load, state).code == "bad_state"


def test_what_state_prints_load_takes_and_more_fields_are_ignored() -> None:
    state = shown()
    assert positions.dump(positions.load(state | {"note": [1]})) == state


@pytest.mark.parametrize("name", sorted(shown()))
def test_a_missing_field_is_bad_state(name: str) -> None:
    state = shown()
    del state[name]
    assert refused(state)


@pytest.mark.parametrize("value", [None, True, 1.0, 7, "x", [], {}, [[]], -1, 99, "palm", [0]])
@pytest.mark.parametrize("name", sorted(shown()))
def test_an_ill_typed_field_is_bad_state(name: str, value: object) -> None:
    fits: dict[str, object] = {"special": None, "pending_all": None, "choice": None, "winners": []}
    state = shown()
    if name in fits and value == fits[name]:
        assert positions.dump(positions.load(state | {name: value}))[name] == value
    else:
        assert refused(state | {name: value})


@pytest.mark.parametrize(
    "change",
    [
        {"game": "iota"},
        {"players": 5},
        {"players": 2},
        {"options": {"last_card": "immediate"}},
        {"options": {"last_card": "immediate", "specials": {"grab": 10}}},
        {"options": {"last_card": "x", "specials": {"grab": 3, "palm": 3, "all": 2, "left": 2}}},
        {
            "options": {
                "last_card": "immediate",
                "specials": {"grab": 3, "palm": 3, "all": 2, "left": 2},
                "pace": 600,
            }
        },
        {"pot": []},  # cards missing
        {"pot": ["c1R", "c1R"]},  # one twice
        {"pot": ["c1R", "z9R"]},  # none of the deck
        {"pot": ["c1R", 5]},
        {"shift": 0},
        {"shift": 2},
        {"fresh": [True, True, True]},
        {"fresh": [True, True, True, 1]},
        {"fresh": [True, False, True, False]},  # the grab is dead
        {"fresh": [False, True, True, False]},  # the all is dead
        {"special": "palm"},
        {"pending_all": 1},
        {"pending_all": 4},
        {"to_move": 4},
        {"to_move": 2},  # hand 0 has opened the all
        {"over": True},
        {"over": True, "winners": [0]},
        {"winners": [0]},
        {"choice": {"hand": 0, "of": ["duel", "special"]}},  # no duel of hand 0
        {"choice": {"hand": 1, "of": ["special", "duel"]}},
        {"choice": {"hand": 1}},
        {"choice": {"of": ["duel", "special"]}},
        {"choice": {"hand": None, "of": ["duel", "special"]}},
        {"choice": {"hand": 1, "of": ["duel", "special"]}, "special": None},
    ],
    ids=str,
)
def test_what_could_not_exist_is_bad_state(change: dict[str, Any]) -> None:
    assert refused(shown() | change)


def test_c18_a_choice_is_taken_when_its_hand_has_a_live_duel() -> None:
    state = shown() | {"choice": {"hand": 1, "of": ["duel", "special"]}}  # it watches hand 2
    assert play.legal_actions(positions.load(state)) == [Choose(1, "duel"), Choose(1, "special")]


def test_c20_only_left_cards_lie_beside() -> None:
    state = copy.deepcopy(shown())
    state["beside"][0], state["pot"] = ["c1R"], ["c2R"]
    assert refused(state | {"shift": 2})


def test_c8_fresh_needs_a_top() -> None:
    state = positions.dump(position(["", "a1R", ""]))
    assert refused(state | {"fresh": [True, False, False]})


def test_c5_to_move_has_a_stack() -> None:
    state = positions.dump(position(["a1R", "", ""], stacks={0: ""}, to_move=1, options=CLASSIC))
    assert refused(state | {"to_move": 0})
    assert refused(state | {"to_move": None})


@pytest.mark.parametrize("to_move", range(4))
@pytest.mark.parametrize(
    ("piles", "opened", "can_be"),
    [
        (["", "all", "a1R", ""], {"fresh": (1,), "pending_all": 1}, {2}),
        (["", "palm", "a1R", ""], {"fresh": (1, 2), "special": "palm"}, {2}),
        (["palm", "all b1R", "a1R", ""], {"fresh": (0, 1, 2), "special": "palm"}, {1, 2}),
        (["palm", "all b1R", "all", ""], {"fresh": (0, 1, 2), "special": "palm"}, {1, 2, 3}),
        (["palm", "all b1R", "all", ""], {"fresh": (0,), "special": "palm"}, {1}),
    ],
)
def test_c15_c16_c19_whose_turn_it_is_follows_from_what_is_open(
    piles: list[str], opened: dict[str, Any], can_be: set[int], to_move: int
) -> None:
    state = positions.dump(position(piles, to_move=min(can_be), **opened))
    if to_move in can_be:
        assert positions.load(state | {"to_move": to_move}).to_move == to_move
    else:
        assert refused(state | {"to_move": to_move})


def ended(state: State) -> dict[str, Any]:
    """The position after the only legal flip."""
    return positions.dump(play.apply(state, at(play.legal_actions(state)[0], 5))[0])


@pytest.mark.parametrize(
    "change",
    [
        {"over": False, "winners": []},
        {"over": False, "winners": [], "to_move": 1},
        {"winners": []},
        {"winners": [1]},
        {"winners": [0, 1]},
        {"winners": [False]},
        {"to_move": 1},
        {"special": "grab"},
    ],
    ids=str,
)
def test_c6_over_and_winners_follow_from_the_cards(change: dict[str, Any]) -> None:
    state = ended(position(["a1R", "", ""], stacks={0: "grab"}))
    assert positions.dump(positions.load(state)) == state
    assert refused(state | change)


def test_c6_classic_time_out_or_not_both_can_be() -> None:
    start = position(
        ["b1G", "b1R", "c1R c2R"],
        stacks={0: "", 1: "", 2: ""},
        fresh=(0,),
        to_move=None,
        options=CLASSIC,
    )
    state = positions.dump(start)
    assert positions.dump(positions.load(state)) == state
    assert positions.load(ended(start)).winners == (0, 1)
    assert refused(state | {"over": True, "winners": [0]})
    assert refused(state | {"fresh": [False] * 3})
    over = {"fresh": [False] * 3, "over": True, "winners": [0, 1]}
    assert positions.load(state | over).over


def test_c6_classic_an_open_special_keeps_it_going_without_stacks() -> None:
    start = position(
        ["b1G", "b2R", "palm"],
        stacks={0: "", 1: "", 2: ""},
        fresh=(2,),
        special="palm",
        to_move=None,
        options=CLASSIC,
    )
    assert play.legal_actions(start) == [Expire()]
    state = positions.dump(start)
    assert refused(state | {"special": None})
    assert refused(state | {"over": True, "winners": [0, 1, 2]})


def test_c6_classic_a_hand_without_cards_has_won() -> None:
    state = positions.dump(position(["", "b1R", "c1R"], stacks={1: ""}, to_move=0, options=CLASSIC))
    state["stacks"][2] += state["stacks"][0]
    state["stacks"][0] = []
    assert refused(state | {"to_move": 2})
    assert positions.load(state | {"to_move": None, "over": True, "winners": [0]}).over


def test_c33_over_follows_for_two_players() -> None:
    start = position(["a1R", "b1R", "", ""], players=2, stacks={0: "", 1: "c1R"}, to_move=1)
    state = ended(start)
    assert state["over"]
    assert positions.dump(positions.load(state)) == state
    assert refused(state | {"over": False, "winners": [], "to_move": 2})
    assert refused(state | {"winners": [0, 1] if state["winners"] != [0, 1] else [0]})


def test_observe_gives_stacks_as_counts_and_all_else() -> None:
    state = positions.load(shown())
    seen = positions.observe(state, 0)
    assert seen["stacks"] == [len(stack) for stack in state.stacks]
    assert {k: v for k, v in seen.items() if k != "stacks"} == {
        k: v for k, v in shown().items() if k != "stacks"
    }
