"""A hint is words and a mark on the move itself, for whatever may be picked in every board game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

import pytest

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.play import draw_board
from console.screens.board.registry import SCREENS
from console.screens.board.strips import hinted_key
from console.screens.layout import make_layout
from console.screens.moment import Moment
from console.screens.stage import Pen
from console.table.board.view import BoardView, Choosing
from console.table.view import Target, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting

LAYOUT: Final = make_layout((1280, 800), 4)
QUIET: Final = ("elements", "ignis", "iota")
BOTH: Final = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
ALONE: Final = (Who.PERSON, Who.EMPTY, Who.LEVEL_1, Who.EMPTY)


def drawn(view: BoardView, language: str, art: Art) -> Pen:
    pen = Pen(art, Words(language))
    for _ in draw_board(pen, LAYOUT, view, Moment()):
        pass
    assert not pen.art.cut
    return pen


@cache
def hinted(game: str, who: tuple[Who, ...]) -> Mapping[tuple[str, int], BoardView]:
    """Views with a hint for each kind of target, first, second and further picks, of a match whose
    actions are drawn by lot."""
    found: dict[tuple[str, int], BoardView] = {}
    rng = Random(17)
    for seed in range(3):
        sitting = BoardSitting.of(game, who, seed, open_hands=True)
        for _ in range(24):
            if sitting.match.mover is None or sitting.match.news is not None:
                break
            legal = GAMES[game].legal_actions(sitting.match.state)
            theirs = sitting.match.level(sitting.match.mover) is not None
            by_type = {} if theirs else {type(action): action for action in legal}
            for action in by_type.values():
                picks = sitting.match.move_picker.picks(sitting.match.state, action)
                for place, target in enumerate(picks):
                    if (target.kind, min(place, 2)) in found:
                        continue
                    sitting.match.hint = picks
                    for before in picks[:place]:
                        sitting.walk_to(before)
                        sitting.press(sitting.mover, Button.OK)
                    found[target.kind, min(place, 2)] = sitting.view
                    sitting.press(sitting.mover, *[Button.BACK] * place)
            sitting.match.make(rng.choice(legal), sitting.now_ns)
    return found


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("who", [BOTH, ALONE], ids=["two", "alone"])
@pytest.mark.parametrize("game", QUIET)
def test_whatever_a_hint_points_at_is_named_and_marked(
    game: str, who: tuple[Who, ...], language: str
) -> None:
    views, art = hinted(game, who), Art(1.0)
    assert len(views) >= 2
    for view in views.values():
        choosing = view.choosing
        assert choosing is not None
        target = choosing.hint
        assert target is not None
        words = Words(language)
        what = SCREENS[game].hint(words, view, target).replace("●", "")  # that is drawn
        told = words._("Hint: {what}").format(what=what)
        plain = replace(view, choosing=replace(choosing, hint=None))
        before = [str(s.picture.key) for s in drawn(plain, language, art).sprites]
        after = [str(s.picture.key) for s in drawn(view, language, art).sprites]
        said = " ".join(after)
        assert all(word in said for word in told.split()), target
        for key in before:
            if key in after:
                after.remove(key)
        marks = [key for key in after if "text" not in key and "disc" not in key]
        assert marks, target
        assert any("disc" in key for key in after), "the key to press"


@pytest.mark.parametrize(
    ("cursor", "hint", "key"),
    [(0, 0, "key_ok"), (0, 1, "key_right"), (0, 3, "key_left"), (3, 0, "key_right")],
)
def test_the_key_that_leads_there_is_marked(cursor: int, hint: int, key: str) -> None:
    targets = tuple(Target("card", (i,)) for i in range(4))
    assert hinted_key(Choosing(0, (), targets, cursor, targets[hint])) == key
    assert hinted_key(Choosing(0, (), targets, cursor)) is None
