"""G1 to G3: pieces, layouts, who begins."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from console.games.ignis import play
from console.games.ignis.actions import Push, parse_action
from console.games.ignis.options import Options
from tests.console.games.refusals import refusal

RULES = Path(play.__file__).with_name("RULES.md")
_NAMES, *_ROWS = (
    line.split() for line in RULES.read_text("utf-8").split("```")[1].splitlines()[1:8]
)
DRAWN = {name: list(rows) for name, *rows in zip(_NAMES, *_ROWS, strict=True)}
every_layout = pytest.mark.parametrize("layout", DRAWN)


@every_layout
def test_g1_eight_fire_eight_water_twelve_air_nine_earth(layout: str) -> None:
    state = play.new(2, 0, {"layout": layout})
    pieces = Counter("".join(state.rows))
    assert (pieces["F"], pieces["W"], pieces["."]) == (8, 8, 20)
    assert (state.air, state.earth) == (12, 9)


@every_layout
def test_g2_the_layouts_as_drawn(layout: str) -> None:
    assert list(play.new(2, 0, {"layout": layout}).rows) == DRAWN[layout]


def test_g2_centre_is_the_default() -> None:
    assert play.new().options == Options("centre", "full", "earth")
    assert play.new() == play.new(2, 0, Options())


def test_g3_fire_is_seat_0_and_moves_first_then_they_take_turns() -> None:
    state = play.new()
    seats = []
    for _ in range(4):
        seats.append(state.to_move)
        state, _ = play.apply(state, play.legal_actions(state)[0])
    assert seats == [0, 1, 0, 1]


def test_g3_passing_is_not_allowed() -> None:
    assert {type(action) for action in play.legal_actions(play.new())} == {Push}
    assert refusal(parse_action, {"type": "pass"}).code == "bad_request"


def test_the_seed_has_no_effect() -> None:
    assert play.new(2, 2**63 - 1) == play.new(2, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"layout": "corner"},
        {"layout": None},
        {"edge": "Full"},
        {"edge": True},
        {"ejected_air": "water"},
        {"ejected_air": ["air"]},
        {"rounds": 1},
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    assert refusal(play.new, 2, 0, options).code == "bad_options"
