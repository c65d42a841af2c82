"""What a card gives time for begins when the card is seen (C16, C21, C24)."""

from __future__ import annotations

import pytest

from console.i18n import Words
from console.screens.messages import message_of
from console.screens.moment import Moment
from console.screens.palette import USUAL
from tests.console.table.sitting import Sitting


@pytest.mark.parametrize("special", ["all", "grab", "palm"])
def test_no_time_runs_out_before_its_card_is_seen(special: str) -> None:
    """Nor is one told: for a frame there were no seconds left of three."""
    sitting = Sitting.of(3)
    cards = [*(card for stack in sitting.state.stacks for card in stack), *sitting.state.pot]
    cards.remove(special)
    third = len(cards) // 3
    sitting.put(
        stacks=((special, *cards[:third]), (*cards[third : 2 * third],), (*cards[2 * third :],)),
        piles=((), (), ()),
        pot=(),
        to_move=0,
    )
    sitting.run(700)
    sitting.frames = False
    sitting.press(0)
    view = sitting.play
    assert view.seats[0].pile == (special,)
    assert (view.special_deadline_ns, view.all_at_ns) == (None, None)
    message = message_of(Words("en"), USUAL, view, Moment())
    assert (message is None) is (special == "all")
    sitting.table.presented(sitting.now_ns)
    sitting.run(20)
    deadline_ns = sitting.play.special_deadline_ns or sitting.play.all_at_ns
    assert deadline_ns is not None
    assert deadline_ns > sitting.now_ns
