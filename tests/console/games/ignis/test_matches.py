"""Random matches: the rules told twice agree, positions survive JSON, every match ends (G10)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.ignis import play
from console.games.ignis import positions as ignis_positions
from console.games.ignis.actions import parse_action
from console.games.ignis.events import Ejected, Event, Pushed
from console.games.ignis.state import State
from tests.console.games.ignis import slow_rules
from tests.console.games.ignis.random_matches import (
    OPTIONS,
    Ply,
    match_from,
    matches,
    positions,
    shown,
    slow,
)

many = settings(max_examples=200)
from_the_start = given(OPTIONS, st.randoms(use_true_random=False))


@many
@given(matches())
def test_g4_to_g7_the_legal_actions_are_those_of_the_slow_rules(plies: list[Ply]) -> None:
    for ply in plies:
        actions = play.legal_actions(ply.before)
        listed = {(push.piece, push.at, push.toward, push.flip) for push in actions}
        assert len(listed) == len(actions) == play.count_legal(ply.before)
        assert listed == slow_rules.legal(slow(ply.before))


def told(event: Event) -> tuple[str, object]:
    """An event as the slow rules tell it."""
    if isinstance(event, Pushed):
        return "pushed", (event.piece, event.at, event.toward)
    if isinstance(event, Ejected):
        return "ejected", (event.piece, event.at)
    return "removed", list(event.cells)


@many
@given(matches())
def test_g4_to_g9_positions_and_events_are_those_of_the_slow_rules(plies: list[Ply]) -> None:
    for ply in plies:
        position, push = slow(ply.before), ply.action
        happened = slow_rules.push(position, (push.piece, push.at, push.toward, push.flip))
        assert [told(event) for event in ply.events] == happened
        options, to_move = ply.before.options.to_json(), ply.before.to_move
        assert to_move is not None
        assert ignis_positions.dump(ply.after) == shown(position, options, 1 - to_move)


@given(matches())
def test_what_dump_prints_load_takes_exactly(plies: list[Ply]) -> None:
    for ply in plies:
        loaded = ignis_positions.load(ignis_positions.dump(ply.after))
        assert loaded == ply.after
        assert loaded.field is ply.after.field
        assert parse_action(ply.action.to_json()) == ply.action


@many
@given(positions())
def test_load_takes_any_position_that_keeps_the_rules(source: dict[str, Any]) -> None:
    assert ignis_positions.dump(ignis_positions.load(source)) == source


@many
@given(positions())
def test_g10_a_legal_move_always_exists(source: dict[str, Any]) -> None:
    assert bool(play.legal_actions(ignis_positions.load(source))) is not source["over"]


@given(matches())
def test_g10_37_pieces_are_always_there(plies: list[Ply]) -> None:
    for ply in plies:
        lying = sum(ply.after.board.count(piece) for piece in b"FWAE")
        assert lying + ply.after.air + ply.after.earth == 37


def still_to_come(state: State) -> int:
    """A number that each ply lowers, 48 or 72 at the start and never below 0: so a match ends.

    By the printed rules every push fills a gap or turns a piece that is not Earth to Earth. If Air
    stays Air, it fills a gap, ejects Fire or Water, or puts an Earth in another piece's cell.
    """
    board = state.board
    gaps, sides, air = board.count(b"."), board.count(b"F") + board.count(b"W"), board.count(b"A")
    if state.options.ejected_air == "earth":
        return gaps + sides + air + state.air
    return gaps + sides + (gaps + sides + air)


@given(matches())
def test_g10_each_ply_brings_the_end_nearer(plies: list[Ply]) -> None:
    for ply in plies:
        assert still_to_come(ply.before) > still_to_come(ply.after) >= 0


@pytest.mark.parametrize("layout", ["centre", "border", "quadrants"])
@pytest.mark.parametrize(("ejected_air", "bound"), [("earth", 48), ("air", 72)])
def test_g10_at_the_start_it_is_48_or_72(layout: str, ejected_air: str, bound: int) -> None:
    options = {"layout": layout, "ejected_air": ejected_air}
    assert still_to_come(play.new(2, 0, options)) == bound


@many
@from_the_start
def test_g10_no_match_is_longer(options: dict[str, str], lots: random.Random) -> None:
    plies = match_from(play.new(2, 0, options), lots)
    assert plies[-1].after.over
    assert len(plies) <= (48 if options["ejected_air"] == "earth" else 72)
