"""Picking a push, and what is shown of it before it is made (G4 to G9)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.games.ignis import play, positions
from console.games.ignis.actions import Push
from console.games.ignis.events import Ejected, Removed
from console.games.ignis.options import LAYOUTS as BOARDS
from console.games.ignis.state import State
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MadeAction
from console.table.board.view import Choosing
from console.table.ignis.move_picker import IgnisMovePicker, left, preview_of, ring
from console.table.ignis.view import GAP, IgnisBoard, IgnisEnd, slides
from console.table.view import Target

PICKER = IgnisMovePicker()
LAYOUTS = st.sampled_from(sorted(BOARDS))
EDGES = st.sampled_from(["full", "sparse"])
AIRS = st.sampled_from(["earth", "air"])


def states(seed: int, **options: str) -> Iterator[State]:
    """The positions of a random match."""
    rng = Random(seed)
    state = play.new(options=options)
    while not state.over:
        yield state
        state, _ = play.apply(state, rng.choice(play.legal_actions(state)))
    yield state


def shown(state: State, chooser: Chooser) -> IgnisBoard:
    return PICKER.board(state, Choosing(0, chooser.picked, chooser.targets, chooser.cursor))


def paths(state: State) -> list[tuple[Target, ...]]:
    """All complete picks, by walking with the buttons."""
    done: list[tuple[Target, ...]] = []
    open_ = [Chooser.at(PICKER, state)]
    while open_:
        chooser = open_.pop()
        if chooser.complete:
            done.append(chooser.picked)
        else:
            open_ += [chooser.move(i).pick() for i in range(len(chooser.targets))]
    return done


@pytest.mark.slow
@given(st.integers(0, 10_000), LAYOUTS, EDGES, AIRS)
def test_every_legal_push_can_be_picked_and_nothing_else(
    seed: int, layout: str, edge: str, ejected_air: str
) -> None:
    for state in states(seed, layout=layout, edge=edge, ejected_air=ejected_air):
        if state.over:
            assert PICKER.targets(state, ()) == ()
            return
        legal = play.legal_actions(state)
        found = paths(state)
        assert {PICKER.draft(state, picked) for picked in found} == set(legal)
        assert len(found) == len(set(found)) == len(legal)
        assert all(PICKER.picks(state, push) in found for push in legal)


@pytest.mark.slow
@given(st.integers(0, 10_000), LAYOUTS, EDGES, AIRS)
def test_a_preview_is_what_the_push_then_gives(
    seed: int, layout: str, edge: str, ejected_air: str
) -> None:
    for state in states(seed, layout=layout, edge=edge, ejected_air=ejected_air):
        for push in play.legal_actions(state)[seed % 5 :: 5]:
            after, events = play.apply(state, push)
            seen = preview_of(state, push)
            gone = {cell for look in seen.looks for cell in look}
            rows = tuple(
                "".join("#" if (r, c) in gone else piece for c, piece in enumerate(row))
                for r, row in enumerate(seen.pushed)
            )
            assert rows == after.rows
            assert (seen.air, seen.earth, seen.left) == (after.air, after.earth, left(after))
            assert seen.winners == after.winners
            ejected = [(e.piece, e.at) for e in events if isinstance(e, Ejected)]
            assert ([] if seen.ejected is None else [(seen.ejected.piece, seen.ejected.at)]) == (
                ejected
            )
            told = [{(r, c) for r, c, _ in e.cells} for e in events if isinstance(e, Removed)]
            pieces = [{x for x in look if seen.pushed[x[0]][x[1]] != GAP} for look in seen.looks]
            assert pieces == told


@given(st.integers(0, 10_000), EDGES)
def test_the_ways_in_go_once_around_the_board_in_play(seed: int, edge: str) -> None:
    """◀ ▶ walk along the edge: neighbours share a cell, a row or a column."""
    for state in states(seed, edge=edge):
        ways = ring(state.field)
        assert set(ways) == set(state.field.rays)
        assert len(ways) == len(set(ways))
        for ((r, c), _), ((r2, c2), _) in zip(ways, (*ways[1:], *ways[:1]), strict=True):
            assert abs(r - r2) + abs(c - c2) <= 1


def test_the_cursor_shows_a_preview_only_on_a_way_in() -> None:
    state = play.new()
    chooser = Chooser.at(PICKER, state)
    board = shown(state, chooser)
    assert (board.offer, board.chosen, board.preview) == ((0, 1), 0, None)
    board = shown(state, chooser.move(1).pick())
    assert board.chosen == 1
    assert board.preview is not None
    assert (board.preview.piece, board.preview.at, board.preview.toward) == ("E", (0, 0), "down")
    assert PICKER.board(state, None).preview is None


def test_an_air_may_be_turned_only_when_no_earth_is_left() -> None:
    """G7: then Air, or an Air turned to Earth; the two are picks of their own."""
    state = positions.load(
        {
            **positions.dump(play.new()),
            "board": ["EEEEE.", "EFWFWE", ".WFWF.", ".FWFW.", ".WFWFE", "..E..."],
            "supply": {"A": 12, "E": 0},
        }
    )
    assert PICKER.targets(state, ()) == (Target("piece", (0,)), Target("piece", (2,)))
    push = PICKER.draft(state, (Target("piece", (2,)), Target("way", (5, 0, 0))))
    assert push == Push("E", (5, 0), "up", flip=True)
    assert preview_of(state, push).air == 11


def test_a_full_line_slides_its_last_piece_out() -> None:
    """G5"""
    moved = slides(("FWFWFW",), "A", (0, 0), "right")
    assert [s.piece for s in moved] == list("AFWFWFW")
    assert (moved[0].at, moved[0].to) == ((0, -1), (0, 0))
    assert (moved[-1].at, moved[-1].to) == ((0, 5), (0, 6))


def test_a_gap_stops_the_run() -> None:
    """G4: the first gap absorbs the push."""
    assert [s.piece for s in slides(("FW.WFW",), "A", (0, 0), "right")] == list("AFW")


@pytest.mark.parametrize("seed", range(3))
def test_only_the_end_is_news(seed: int) -> None:
    """G9"""
    rng = Random(seed)
    state = play.new(options={"edge": "sparse"})
    while not state.over:
        push = rng.choice(play.legal_actions(state))
        player = state.to_move
        assert player is not None
        after, events = play.apply(state, push)
        news = PICKER.news(MadeAction(state, player, push, events, after))
        assert news == (IgnisEnd(after.winners) if after.over else None)
        state = after


def test_pieces_left_are_counted() -> None:
    state = play.new()
    assert [PICKER.score(state, player) for player in (0, 1)] == [8, 8]
    assert (PICKER.column(state), PICKER.count(state, 0)) == ("pieces", 0)
