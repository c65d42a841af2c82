"""What stands at a seat about its phone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.screens.board.facing import facing_of
from console.screens.board.strips import head_height
from console.screens.layout import make_layout
from console.screens.phones import _beside_head
from console.screens.registry import SCREENS
from console.table.board.view import BoardView
from console.table.view import PhoneAt, PhoneStage, PhonesView
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.iota.samples import picture_samples as iota_samples
from tests.console.screens.pictures import SMALL, draw
from tests.console.screens.samples import URL, Sample

BOARDS = [s for s in (*iota_samples(), *elements_samples()) if isinstance(s.view, BoardView)]


@pytest.mark.parametrize("stage", list(PhoneStage))
@pytest.mark.parametrize("sample", BOARDS, ids=lambda sample: sample.name)
def test_names_and_scores_stay_free(sample: Sample, stage: PhoneStage) -> None:
    view = sample.view
    assert isinstance(view, BoardView)
    facing = facing_of(make_layout(SMALL, sample.seats), view, large=False)
    for place in SCREENS[view.game].places(facing).values():
        if place.reads:
            head = place.words.below(head_height(place.words, place.head))
            there = _beside_head(place, stage)
            apart = there.low >= head.high - 0.01 or there.high <= head.low
            beside = there.left >= head.right - 0.01 or there.right <= head.left + 0.01
            assert apart or beside


def test_the_code_can_be_read_and_the_mark_is_seen() -> None:
    """A code has a picture of its own; a hand on a phone another strip than one at the table."""
    sample = BOARDS[0]
    view = sample.view
    assert isinstance(view, BoardView)
    seat = view.names[0]
    none = PhonesView(url=URL)
    pictures = [
        draw(replace(sample, view=replace(view, phones=phones)), "en", SMALL).tobytes()
        for phones in (
            none,
            replace(none, bound=(seat,)),
            replace(none, bound=(seat,), away=(seat,)),
            replace(none, at=(PhoneAt(seat, PhoneStage.CODE, f"{URL}/#abc"),)),
        )
    ]
    assert len(set(pictures)) == len(pictures)
