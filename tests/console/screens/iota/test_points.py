"""Where the last move's points stand, beside what its player may do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.iota import play
from console.games.iota.actions import Place
from console.table.board.view import BoardView, UndoAsk
from tests.console.screens.board.glass import composed, kind_of
from tests.console.screens.iota.samples import after, board_view, choose, ended, grown

SIZE = (1280, 800)


def covered(view: BoardView) -> list[str]:
    """What is written, or a key, under the points."""
    sprites = composed(view, SIZE).sprites
    return [
        str(under.picture.key)
        for i, panel in enumerate(sprites)
        if kind_of(panel) == "iota panel"
        for under in sprites[:i]
        if kind_of(under) in ("text", "sign") and under.rect.colliderect(panel.rect)
    ]


@pytest.mark.parametrize(
    ("seats", "taken"), [(4, (0, 1)), (8, (0, 2)), (8, (0, 1, 2)), (8, (0, 1, 2, 3))]
)
def test_points_lie_over_nothing_that_may_be_done(seats: int, taken: tuple[int, ...]) -> None:
    """Several at one side: the next turn, a question to take the move back, the end."""
    state = grown(20, 5, len(taken))
    placed = [a for a in play.legal_actions(state) if isinstance(a, Place)]
    assert state.to_move is not None
    mover = taken[state.to_move]
    other = next(seat for seat in taken if seat != mover)
    later, last = after(state, placed[0], mover)
    view = board_view(later, None, seats, taken, last=last)
    assert not covered(view)
    assert not covered(board_view(later, choose(later), seats, taken, last=last))
    assert not covered(replace(view, ask=UndoAsk(mover, (other,))))
    assert not covered(replace(view, ask=UndoAsk(other, (mover,))))
    assert not covered(replace(view, news=ended().news))
