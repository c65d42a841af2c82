"""Positions as JSON: ``dump``, ``observe``, and ``load`` with every check of PROTOCOL.md."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, Final

from console.games.errors import bad_state
from console.games.forms import Json, bool_field, field, int_field, is_int, list_field
from console.games.iota.actions import HAND
from console.games.iota.cards import NUMBER_OF, REAL_CARDS, WILD_CARD, WILDS, Card, fit_together
from console.games.iota.lines import lines_through
from console.games.iota.options import OPTIONS, parse_options
from console.games.iota.play import SHORT_CARDS, Grid
from console.games.iota.state import PLAYERS, State, passes_to_end, winners_of
from console.games.iota.table import FURTHEST, LONGEST, nameable, table_of
from console.games.loading import (
    stored_options,
    stored_players,
    stored_scores,
    stored_to_move,
    stored_winners,
)

ID: Final = "iota"


def dump(state: State) -> Json:
    """The referee's view, everything."""
    return {
        "game": ID,
        "options": state.options.to_json(),
        "players": state.players,
        "to_move": state.to_move,
        "over": state.over,
        "winners": list(state.winners),
        "grid": [list(at) for at in state.grid],
        "hands": [list(hand) for hand in state.hands],
        "deck": list(state.deck),
        "scores": list(state.scores),
        "passes": state.passes,
    }


def observe(state: State, player: int) -> Json:
    """What ``player`` may know: the deck and all other hands as numbers of cards."""
    hands: list[list[Card] | int] = [len(hand) for hand in state.hands]
    hands[player] = list(state.hands[player])
    return dump(state) | {"hands": hands, "deck": len(state.deck)}


def load(source: Json) -> State:
    """The position that ``dump`` printed. Raises ``GameError`` (bad_state) for what cannot be.

    Fields that ``dump`` does not print are ignored. How the points came about is not retraced: any
    that are not negative are taken once a card has been placed.
    """
    players = stored_players(source, ID, PLAYERS, "I1")
    state = State(
        options=stored_options(source, OPTIONS, parse_options),
        to_move=stored_to_move(source, players),
        grid=_grid(source),
        hands=_hands(source, players),
        deck=_cards(field(source, "deck", bad_state), "deck"),
        scores=stored_scores(source, players, "I5"),
        passes=int_field(source, "passes", bad_state),
        winners=stored_winners(source),
    )
    _check_cards(state)
    _check_table(state.grid)
    _check_hands(state)
    _check_end(state, bool_field(source, "over", bad_state))
    _check_beginning(state)
    return state


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and value in NUMBER_OF


def _cards(value: Any, name: str) -> tuple[Card, ...]:
    if not isinstance(value, list) or not all(map(_is_card, value)):
        raise bad_state(f"The field {name!r} must hold lists of cards such as 'Rc3' or 'W'.")
    return tuple(value)


def _hands(source: Json, players: int) -> tuple[tuple[Card, ...], ...]:
    hands = list_field(source, "hands", bad_state)
    if len(hands) != players:
        raise bad_state(f"The field 'hands' must be {players} lists of cards, one a seat.")
    found = tuple(_cards(hand, "hands") for hand in hands)
    if any(list(hand) != sorted(hand) for hand in found):
        raise bad_state("Each hand must be sorted as text.")
    return found


def _is_laid(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and is_int(value[0])
        and is_int(value[1])
        and _is_card(value[2])
    )


def _grid(source: Json) -> Grid:
    grid = list_field(source, "grid", bad_state)
    if not all(map(_is_laid, grid)):
        raise bad_state("The field 'grid' must be a list of [x, y, card].")
    order = [(y, x) for x, y, _ in grid]
    if any(one >= other for one, other in pairwise(order)):
        raise bad_state("The field 'grid' must be sorted by y, then x, with one card a cell.")
    return tuple((x, y, card) for x, y, card in grid)


def _check_cards(state: State) -> None:
    """All cards once (I1), or 32 of the real ones and both wilds (I13)."""
    lying = [card for _, _, card in state.grid] + list(state.deck)
    count = Counter(card for cards in (lying, *state.hands) for card in cards)
    wilds = count.pop(WILD_CARD, 0)
    reals = SHORT_CARDS if state.options.short else len(REAL_CARDS)
    if wilds != WILDS or len(count) != reals or count.total() != reals:
        raise bad_state(f"There must be {reals} real cards, each once, and 2 wilds (I1, I13).")


def _check_table(grid: Grid) -> None:
    """A connected table around a real card at (0, 0), with all lines right (I1, I2, I4, I8)."""
    if not any(at[:2] == (0, 0) and at[2] != WILD_CARD for at in grid):
        raise bad_state("A real card must lie at (0, 0) (I1).")
    if any(max(abs(x), abs(y)) > FURTHEST for x, y, _ in grid) or not _connected(grid):
        raise bad_state("The cards on the table must be connected side by side (I4).")
    table = table_of(grid)
    for run in lines_through(table.cells, table.cells):
        if len(run) > LONGEST or not fit_together(table.cells[key] for key in run):
            raise bad_state("Every line must have at most four cards that fit together (I2).")
    if not nameable(table.cells, table.wilds, table.free):
        raise bad_state("The wilds on the table cannot stand for cards that make lines right (I8).")


def _connected(grid: Grid) -> bool:
    """Whether every card can be reached from (0, 0)."""
    unseen = {(x, y) for x, y, _ in grid}
    ahead = [(0, 0)]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in unseen:
            unseen.remove((x, y))
            ahead += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return not unseen


def _check_hands(state: State) -> None:
    """Hands are filled up as long as the deck lasts (I6)."""
    sizes = [len(hand) for hand in state.hands]
    if max(sizes) > HAND:
        raise bad_state("No hand has more than four cards (I6).")
    if state.deck and min(sizes) < HAND:
        raise bad_state("While the deck lasts every hand has four cards (I6).")
    if sizes.count(0) > 1:
        raise bad_state("At most one hand is empty: the game ends with it (I9).")


def _check_end(state: State, over: bool) -> None:
    """``over``, ``winners``, ``passes`` and ``to_move`` follow the rules (I9, I11)."""
    limit = passes_to_end(state.players, state.deck)
    emptied = not all(state.hands)
    if not 0 <= state.passes <= (0 if emptied else limit):
        raise bad_state("So many passes in a row cannot have been made (I9, I11).")
    if over != (emptied or state.passes == limit):
        raise bad_state("It is over if and only if a hand is empty or all have passed (I9, I11).")
    winners = winners_of(state.options, state.scores, state.hands) if over else ()
    if state.winners != winners:
        raise bad_state("The field 'winners' does not follow from points and hands (I9, I14).")
    if (state.to_move is None) != over:
        raise bad_state("The field 'to_move' must be a seat until the game is over, then null.")


def _check_beginning(state: State) -> None:
    """Without scoring there are no points (I14), and none before a card is placed; until then every
    turn was a pass, seat 0's the first (I12)."""
    untouched = len(state.grid) == 1
    if any(state.scores) and (untouched or not state.options.scoring):
        raise bad_state("There can be no points yet, or none at all without scoring (I5, I14).")
    if untouched and state.to_move not in (None, state.passes % state.players):
        raise bad_state("The field 'to_move' must follow from seat 0's start and the passes (I12).")
