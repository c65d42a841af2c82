"""Positions by hand: draw the table, name the hand to move; the rest follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from console.games.errors import GameError
from console.games.iota import play
from console.games.iota.actions import Action, Place
from console.games.iota.options import Options
from console.games.iota.state import State
from tests.console.games.iota.slow_rules import REAL, legal_table
from tests.console.games.refusals import refusal

DECK = [*REAL, "W", "W"]


def grid(drawing: str, at: tuple[int, int] = (0, 0)) -> tuple[tuple[int, int, str], ...]:
    """The cards drawn: rows between ``/``, ``.`` for an empty cell, ``at`` the first one's cell."""
    rows = [row.split() for row in drawing.split("/")]
    return tuple(
        (at[0] + i, at[1] + j, card)
        for j, row in enumerate(rows)
        for i, card in enumerate(row)
        if card != "."
    )


def position(
    drawing: str,
    hand: str,
    *,
    others: Sequence[str] = (),
    at: tuple[int, int] = (0, 0),
    deck: str | None = None,
    **fields: Any,
) -> State:
    """Seat 0 with ``hand`` is to move. What is not told is dealt from the cards left over, so that
    ``deck=""`` leaves most cards out: no such table could be drawn in a line of code."""
    laid = grid(drawing, at)
    assert legal_table({(x, y): card for x, y, card in laid}), "no such table"
    left = list(DECK)
    for card in [card for *_, card in laid] + " ".join((hand, *others, deck or "")).split():
        left.remove(card)
    hands = [hand.split(), *(other.split() for other in others)]
    if not others:
        hands.append(left[:4])
        del left[:4]
    options = Options(fields.pop("short", False), fields.pop("scoring", True))
    return replace(
        State(
            options=options,
            to_move=0,
            grid=laid,
            hands=tuple(tuple(sorted(cards)) for cards in hands),
            deck=tuple(left if deck is None else deck.split()),
            scores=(0,) * len(hands),
        ),
        **fields,
    )


def place(text: str) -> Place:
    """The place written as ``"Rc3 1,0 Gt2 2,0"``."""
    words = text.split()
    cells = [tuple(map(int, cell.split(","))) for cell in words[1::2]]
    return Place(tuple((card, x, y) for card, (x, y) in zip(words[::2], cells, strict=True)))


def may(state: State, action: Action | str) -> bool:
    """Whether the action (a text is a place) is listed; ``apply`` must think the same."""
    if isinstance(action, str):
        action = place(action)
    listed = action in play.legal_actions(state)
    try:
        play.apply(state, action)
    except GameError:
        assert not listed
    else:
        assert listed
    return listed


def refused(state: State, action: Action | str) -> tuple[str, str]:
    """The error's code and the rule that its message names; the action is not listed either."""
    if isinstance(action, str):
        action = place(action)
    assert action not in play.legal_actions(state)
    error = refusal(play.apply, state, action)
    return error.code, error.message.split(":")[0]


def illegal(rule: str) -> tuple[str, str]:
    """What ``refused`` gives for an action that this rule forbids."""
    return "illegal_action", rule


def scored(state: State, text: str) -> dict[str, Any]:
    """The event of a place."""
    _, (event,) = play.apply(state, place(text))
    return event.to_json()


def cards_of(state: State) -> Counter[str]:
    """All cards, wherever they are."""
    cards = Counter(card for *_, card in state.grid)
    for pile in (*state.hands, state.deck):
        cards.update(pile)
    return cards
