"""Sounds told in words: where people play, and nowhere over what they read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.i18n import Words
from console.screens.captions import caption_words, cue_words
from console.table.attract.view import AttractPart
from console.table.outputs import Cue
from console.table.view import EndStage, RulesView, View
from tests.console.screens.attract.samples import attract
from tests.console.screens.board.samples import plain
from tests.console.screens.samples import end, play


def test_each_sound_has_words_of_its_own_and_a_tick_means_another_thing_at_board_games() -> None:
    views: list[View] = [replace(play(4), caption=cue.value) for cue in Cue]
    views.append(replace(plain(), caption=Cue.FLIP.value))
    told = {caption_words(Words("en"), view) for view in views}
    assert len(told - {""}) == len(Cue) + 1


def test_a_win_and_the_theme_are_told_where_they_are_heard() -> None:
    win = replace(end(4), stage=EndStage.WIN, caption=Cue.WIN.value)
    title = replace(attract(AttractPart.TITLE), caption=Cue.THEME.value)
    words = Words("en")
    assert caption_words(words, win) == cue_words(words, Cue.WIN)
    assert caption_words(words, title) == cue_words(words, Cue.THEME)


@pytest.mark.parametrize("cue", Cue)
def test_nothing_is_told_over_a_ranking_or_the_rules(cue: Cue) -> None:
    for view in (end(4), RulesView("iota", 0)):
        assert caption_words(Words("en"), replace(view, caption=cue.value)) == ""
