"""G9: who has won. G10, that every match ends, is in ``test_matches``."""

from __future__ import annotations

import pytest

from console.games.errors import GameError
from console.games.ignis import play
from tests.console.games.ignis.positions import action, play_area, position, push
from tests.console.games.refusals import refusal

either_moves = pytest.mark.parametrize("to_move", [0, 1])


@either_moves
@pytest.mark.parametrize(("last", "other", "winner"), [("W", "F", 0), ("F", "W", 1)])
def test_g9_whoever_moved_a_side_whose_last_piece_is_ejected_has_lost(
    last: str, other: str, winner: int, to_move: int
) -> None:
    after, _ = push(position(f"AE{last} {other}.. ...", to_move=to_move), "A 0,0 right")
    assert (after.winners, after.over, after.to_move) == ((winner,), True, None)


@either_moves
@pytest.mark.parametrize(("last", "other", "winner"), [("W", "F", 0), ("F", "W", 1)])
def test_g9_a_side_whose_last_pieces_leave_with_an_edge_has_lost(
    last: str, other: str, winner: int, to_move: int
) -> None:
    state = position(f"{last}{last}. A.{last} .{other}E", to_move=to_move)
    after, _ = push(state, "A 2,2 up")
    assert play_area(after) == f"A.E .{other}A"
    assert (after.winners, after.to_move) == ((winner,), None)


def test_g9_both_gone_at_once_is_a_shared_win() -> None:
    after, _ = push(position("EFE FWF W.W"), "E 0,1 down")
    assert (after.winners, after.over, after.to_move) == ((0, 1), True, None)


def test_g9_both_gone_by_an_ejection_and_an_edge_is_a_shared_win() -> None:
    after, events = push(position("AEA .F. FWF"), "E 0,1 down")
    assert [event["type"] for event in events] == ["pushed", "ejected", "removed"]
    assert (play_area(after), after.winners) == ("AEA .E.", (0, 1))


def test_g9_the_game_goes_on_while_both_have_a_piece() -> None:
    after, _ = push(position("AEW F.W ..."), "A 0,0 right")
    assert (after.winners, after.over, after.to_move) == ((), False, 1)


def test_after_the_end_nothing_is_legal() -> None:
    after, _ = push(position("AEW F.. ..."), "A 0,0 right")
    assert play.legal_actions(after) == []
    assert play.count_legal(after) == 0
    with pytest.raises(GameError, match="G9") as caught:
        play.apply(after, action("A 0,0 right"))
    assert caught.value.code == "game_over"


def test_after_nothing_is_left_in_play_nothing_is_legal() -> None:
    after, _ = push(position("EFE FWF W.W"), "E 0,1 down")
    assert play.legal_actions(after) == []
    assert refusal(play.apply, after, action("E 0,1 down")).code == "game_over"
