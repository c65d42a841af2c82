"""Sounds told in words: where people play, and nowhere over what they read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.i18n import Words
from console.screens.messages import cue_words, message_of
from console.screens.moment import Moment
from console.screens.palette import USUAL
from console.table.attract.view import AttractPart
from console.table.outputs import Cue
from console.table.view import EndStage, RulesView, View
from tests.console.screens.attract.samples import attract
from tests.console.screens.board.samples import plain
from tests.console.screens.samples import end, play


def caption(view: View) -> str:
    """What is told of what is heard."""
    message = message_of(Words("en"), USUAL, view, Moment())
    return "" if message is None else message.strong


def test_each_sound_has_words_of_its_own_and_a_tick_means_another_thing_at_board_games() -> None:
    views: list[View] = [replace(play(4), caption=cue.value) for cue in Cue]
    views.append(replace(plain(), caption=Cue.FLIP.value))
    assert len({caption(view) for view in views} - {""}) == len(Cue) + 1


def test_a_win_and_the_theme_are_told_where_they_are_heard() -> None:
    win = replace(end(4), stage=EndStage.WIN, caption=Cue.WIN.value)
    title = replace(attract(AttractPart.TITLE), caption=Cue.THEME.value)
    words = Words("en")
    assert caption(win) == cue_words(words, Cue.WIN)
    assert caption(title) == cue_words(words, Cue.THEME)


@pytest.mark.parametrize("cue", Cue)
def test_nothing_is_told_over_a_ranking_or_the_rules(cue: Cue) -> None:
    for view in (end(4), RulesView("iota", 0)):
        assert caption(replace(view, caption=cue.value)) == ""
