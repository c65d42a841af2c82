"""Sounds told in words: where people play, and nowhere over what they read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.i18n import Words
from console.screens.captions import caption_words
from console.table.outputs import Cue
from console.table.view import RulesView, View
from tests.console.screens.board.samples import plain
from tests.console.screens.samples import end, play


def test_each_sound_has_words_of_its_own_and_a_tick_means_another_thing_at_board_games() -> None:
    views: list[View] = [replace(play(4), caption=cue.value) for cue in Cue]
    views.append(replace(plain(), caption=Cue.FLIP.value))
    told = {caption_words(Words("en"), view) for view in views}
    assert len(told - {""}) == len(Cue) + 1


@pytest.mark.parametrize("cue", Cue)
def test_nothing_is_told_over_a_ranking_or_the_rules(cue: Cue) -> None:
    for view in (end(4), RulesView("iota", 0)):
        assert caption_words(Words("en"), replace(view, caption=cue.value)) == ""
