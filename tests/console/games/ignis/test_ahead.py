"""Looking ahead sees exactly what the rules do, and values both sides alike."""

from __future__ import annotations

from hypothesis import given, settings

from console.bots.ignis_worth import worth
from console.games.ignis import play
from console.games.ignis.ahead import Ahead, position_of, push_of
from tests.console.games.ignis.random_matches import Ply, matches

many = settings(max_examples=100)
TURNED = bytes.maketrans(b"FW", b"WF")


@many
@given(matches())
def test_each_push_leads_where_the_rules_lead(plies: list[Ply]) -> None:
    for ply in plies[::4]:
        state = ply.before
        position = position_of(state)
        seen = {
            push_of(position[1], push): tuple(after)
            for *after, push in Ahead(state.options).children(position)
        }
        assert seen == {
            action: position_of(play.apply(state, action)[0])
            for action in play.legal_actions(state)
        }


@given(matches())
def test_what_is_good_for_one_side_is_as_bad_for_the_other(plies: list[Ply]) -> None:
    for ply in plies:
        board, field, _, _ = position_of(ply.before)
        assert worth(board.translate(TURNED), field) == -worth(board, field)
