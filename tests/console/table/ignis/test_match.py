"""A whole match of «Игнис» at the table, by seat buttons alone and by touch."""

from __future__ import annotations

from random import Random

import pytest

from console.games.ignis import play
from console.games.ignis.actions import Push
from console.table.ignis.view import IgnisBoard, IgnisEnd
from console.table.outputs import MatchEnded
from console.table.view import EndView, Target
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting
from tests.few import few

SPARSE = {"ignis": {"layout": "border", "edge": "sparse"}}


def board(sitting: BoardSitting) -> IgnisBoard:
    shown = sitting.view.board
    assert isinstance(shown, IgnisBoard)
    return shown


@pytest.mark.parametrize(("seed", "house"), few(1, [(2, SPARSE), (1, {})]))
def test_a_match_is_played_with_buttons_alone(seed: int, house: dict[str, object]) -> None:
    """Every preview comes true, the end is told and read, the ranking follows (G3 to G9)."""
    sitting = BoardSitting.of("ignis", house=house)
    rng = Random(seed)
    while sitting.match.mover is not None:
        seat = sitting.mover
        push = rng.choice(play.legal_actions(sitting.match.state))
        piece, way = sitting.match.move_picker.picks(sitting.match.state, push)
        sitting.walk_to(piece)
        sitting.press(seat, Button.OK)
        sitting.walk_to(way)
        preview = board(sitting).preview
        assert preview is not None
        sitting.press(seat, Button.OK)
        assert (preview.left, preview.winners) == (board(sitting).left, board(sitting).winners)
    news = sitting.view.news
    assert isinstance(news, IgnisEnd)
    pieces = board(sitting).left
    assert 0 in pieces
    sitting.read_news()
    end = sitting.table.view()
    assert isinstance(end, EndView)
    assert end.columns == ("pieces",)
    assert [row.winner for row in end.ranking] == [True, len(news.winners) == 2]
    assert [o.counts for o in sitting.outputs if isinstance(o, MatchEnded)] == [pieces]


def test_back_returns_from_the_way_in_to_the_piece() -> None:
    sitting = BoardSitting.of("ignis")
    seat = sitting.mover
    sitting.press(seat, Button.RIGHT, Button.OK, Button.RIGHT)
    assert board(sitting).preview is not None
    sitting.press(seat, Button.BACK)
    assert board(sitting).preview is None
    assert sitting.choosing.target == Target("piece", (1,))


def test_a_touch_on_a_way_picks_the_piece_that_is_pointed_at() -> None:
    """And shows the push; the next one makes it."""
    sitting = BoardSitting.of("ignis")
    way = Target("way", (0, 2, 1))
    sitting.walk_to(Target("piece", (1,)))
    sitting.table.point(way, True, sitting.now_ns)
    preview = board(sitting).preview
    assert preview is not None
    assert (preview.piece, preview.at) == ("E", (0, 2))
    sitting.table.point(way, True, sitting.now_ns)
    assert board(sitting).rows[0] == "..E..."


def test_a_touch_shows_the_push_and_the_next_one_makes_it() -> None:
    sitting = BoardSitting.of("ignis")
    table, way = sitting.table, Target("way", (0, 2, 1))
    for target in (Target("piece", (1,)), Target("piece", (1,)), way):
        table.point(target, True, sitting.now_ns)
    preview = board(sitting).preview
    assert preview is not None
    assert (preview.piece, preview.at, preview.toward) == ("E", (0, 2), "down")
    table.point(way, True, sitting.now_ns)
    assert board(sitting).rows[0] == "..E..."
    assert sitting.view.last is not None
    assert sitting.view.last.action == Push("E", (0, 2), "down").to_json()
