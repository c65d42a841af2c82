"""``new``, ``legal_actions``, ``apply``: the door to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from console.games.errors import bad_options, game_over, illegal
from console.games.iota.actions import HAND, Action, Cell, Laid, Pass, Place, Swap, by_row
from console.games.iota.by_lot import Names
from console.games.iota.cards import (
    NUMBER_OF,
    REAL_CARDS,
    TEXT_OF,
    WILD_CARD,
    WILDS,
    Card,
    fit_together,
)
from console.games.iota.events import Event
from console.games.iota.lines import lines_through, scored
from console.games.iota.options import Options, parse_options
from console.games.iota.places import actions_of, find_places
from console.games.iota.slots import Slot
from console.games.iota.state import PLAYERS, State, passes_to_end, winners_of
from console.games.iota.table import (
    FURTHEST,
    LONGEST,
    IotaTable,
    cell_of,
    key_of,
    nameable,
    swaps,
    table_of,
    with_cards,
)
from console.games.rng import Rng

SHORT_CARDS = 32
"""How many real cards the short game is played with (I13)."""

Result = tuple[State, tuple[Event, ...]]
Grid = tuple[tuple[int, int, Card], ...]


def new(
    players: int, seed: int = 0, options: Options | Mapping[str, object] | None = None
) -> State:
    """A dealt match for 2 to 4 players (I1, I13); seat 0 begins (I12).

    Raises ``GameError``: bad_options, or bad_request for a seed out of range.
    """
    if not PLAYERS[0] <= players <= PLAYERS[1]:
        raise bad_options("IOTA is for 2 to 4 players (I1).")
    if not isinstance(options, Options):
        options = parse_options(options or {})
    rng = Rng(seed)
    reals: Sequence[Card] = REAL_CARDS
    if options.short:
        reals = rng.shuffled(reals)[:SHORT_CARDS]
    deck = rng.shuffled([*reals, *(WILD_CARD,) * WILDS])
    hands = tuple(tuple(sorted(deck[HAND * p : HAND * (p + 1)])) for p in range(players))
    deck = deck[HAND * players :]
    starter = deck.pop(0)
    while starter == WILD_CARD:
        deck.insert(len(deck) // 2, starter)
        starter = deck.pop(0)
    return State(
        options=options,
        to_move=0,
        grid=((0, 0, starter),),
        hands=hands,
        deck=tuple(deck),
        scores=(0,) * players,
    )


def legal_actions(state: State) -> list[Action]:
    """All legal actions, each once: swaps by cell, then card; places by the number of cards, cells,
    then cards; passes by the number of cards, then cards. None after the end."""
    if state.to_move is None:
        return []
    table, hand = _at_hand(state)
    actions: list[Action] = [*_swaps(table, hand)]
    found = sorted(find_places(table, hand), key=lambda filled: _by_cells(filled[0]))
    for filled in found:
        actions += actions_of(filled)
    return actions + _passes(state)


def _by_cells(slot: Slot) -> tuple[int, tuple[int, ...]]:
    return len(slot.keys), slot.keys


def count_legal(state: State) -> int:
    """How many legal actions there are."""
    if state.to_move is None:
        return 0
    table, hand = _at_hand(state)
    placed = sum([len(orders) for _, orders in find_places(table, hand)])
    return len(_swaps(table, hand)) + placed + len(_passes(state))


def any_action(state: State, rng: Rng) -> Action | None:
    """One of the legal actions by lot, each as likely as any other; None after the end.

    Names of places are drawn (``by_lot``) until one is that of a place; where hardly any is, all
    actions are listed.
    """
    if state.to_move is None:
        return None
    table, hand = _at_hand(state)
    names = Names(table, hand)
    few: list[Action] = [*_swaps(table, hand), *_passes(state)]
    for _ in range(TRIES):
        number = int(rng.lot() * (len(few) + names.count))
        if number < len(few):
            return few[number]
        if place := names.place(number - len(few)):
            laid = [(TEXT_OF[card], *cell_of(key)) for key, card in zip(*place, strict=True)]
            return Place(tuple(laid))
    actions = legal_actions(state)
    return actions[int(rng.lot() * len(actions))]


TRIES: Final = 400
"""Drawing so many names takes about as long as listing all actions."""


def _at_hand(state: State) -> tuple[IotaTable, list[int]]:
    """The table, and the card numbers of the player to move."""
    hand = state.hands[state.to_move or 0]
    return table_of(state.grid), [NUMBER_OF[card] for card in hand]


def _swaps(table: IotaTable, hand: Sequence[int]) -> list[Swap]:
    return [Swap(cell_of(wild), REAL_CARDS[card]) for wild, card in swaps(table, hand)]


def _passes(state: State) -> list[Action]:
    """With an empty deck nothing can be changed (I7)."""
    hand = state.hands[state.to_move or 0]
    most = len(hand) if state.deck else 0
    parts = [part for size in range(most + 1) for part in combinations(hand, size)]
    return [Pass(part) for part in dict.fromkeys(parts)]


def apply(state: State, action: Action) -> Result:
    """The position after ``action``, and what happened.

    Raises ``GameError``: illegal_action (the message names the rule) or game_over.
    """
    if state.to_move is None:
        raise game_over("The game is over (I9, I11).")
    if isinstance(action, Swap):
        return _swap(state, action, state.to_move), ()
    if isinstance(action, Place):
        return _place(state, action, state.to_move)
    return _pass(state, action, state.to_move), ()


def _without(hand: Sequence[Card], cards: Sequence[Card], rule: str) -> list[Card]:
    """The hand once these cards have left it; illegal_action if it does not hold them."""
    left = Counter(hand)
    left.subtract(cards)
    for card, count in left.items():
        if count < 0:
            raise illegal(f"{rule}: the player to move does not hold {card} so often.")
    return sorted(left.elements())


def _with_hand(state: State, seat: int, hand: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:seat], tuple(sorted(hand)), *state.hands[seat + 1 :])


def _grid(cards: Iterable[tuple[int, int, Card]]) -> Grid:
    return tuple(sorted(cards, key=lambda at: (at[1], at[0])))


def _breaks(table: IotaTable, keys: Iterable[int]) -> str | None:
    """Which rule the lines through these cells break (I2, I8); None when all is right."""
    for run in lines_through(table.cells, keys):
        x, y = cell_of(run.start)
        if len(run) > LONGEST:
            return f"I2: the line from ({x}, {y}) would have {len(run)} cards; four are the most."
        if not fit_together(table.cells[key] for key in run):
            return f"I2: the cards of the line from ({x}, {y}) would not fit together."
    if not nameable(table.cells, table.wilds, table.free):
        return "I8: the wilds on the table could no longer stand for cards that make lines right."
    return None


def _swap(state: State, action: Swap, seat: int) -> State:
    """A wild is taken into the hand for a fitting card; the turn goes on (I10)."""
    if (*action.at, WILD_CARD) not in state.grid:
        raise illegal("I10: no wild lies there.")
    if action.card == WILD_CARD:
        raise illegal("I10: the card put down for a wild is a real one.")
    hand = _without(state.hands[seat], (action.card,), "I10")
    keys = [key_of(*action.at)]
    broken = _breaks(with_cards(table_of(state.grid), keys, [NUMBER_OF[action.card]]), keys)
    if broken:
        raise illegal(broken)
    grid = _grid([at for at in state.grid if at[:2] != action.at] + [(*action.at, action.card)])
    return replace(state, grid=grid, hands=_with_hand(state, seat, [*hand, WILD_CARD]))


def _place(state: State, action: Place, seat: int) -> Result:
    """Cards are placed and counted, the hand is filled up; the game may end (I4 to I6, I9)."""
    if not action.cards:
        raise illegal("I3: at least one card is placed.")
    laid = sorted(action.cards, key=by_row)
    hand = _without(state.hands[seat], [card for card, _, _ in laid], "I3")
    table, keys = _lay(table_of(state.grid), laid)
    broken = _breaks(table, keys)
    if broken:
        raise illegal(broken)
    drawn, deck = state.deck[: len(laid)], state.deck[len(laid) :]
    last_card = not hand and not drawn
    event = scored(table.cells, keys, last_card=last_card, scoring=state.options.scoring)
    scores = (*state.scores[:seat], state.scores[seat] + event.points, *state.scores[seat + 1 :])
    hands = _with_hand(state, seat, [*hand, *drawn])
    after = State(
        options=state.options,
        to_move=None if last_card else (seat + 1) % state.players,
        grid=_grid([*state.grid, *((x, y, card) for card, x, y in laid)]),
        hands=hands,
        deck=deck,
        scores=scores,
        winners=winners_of(state.options, scores, hands) if last_card else (),
    )
    return after, (event,)


def _lay(table: IotaTable, laid: Sequence[Laid]) -> tuple[IotaTable, list[int]]:
    """The table with the cards on it, and their cells; illegal_action where none may be (I4)."""
    cells = [(x, y) for _, x, y in laid]
    keys = [key_of(x, y) for x, y in cells]
    if not all(max(abs(x), abs(y)) <= FURTHEST for x, y in cells):
        raise illegal("I4: so far away no card can be reached.")
    _check_cells(table, cells, keys)
    return with_cards(table, keys, [NUMBER_OF[card] for card, _, _ in laid]), keys


def _check_cells(table: IotaTable, cells: Sequence[Cell], keys: Sequence[int]) -> None:
    """Empty cells of one row or column without a gap, one of them beside a card (I4)."""
    if any(key in table.cells for key in keys):
        raise illegal("I4: a card lies there already.")
    if len(set(keys)) < len(keys):
        raise illegal("I4: two cards are placed on the same cell.")
    one_row = len({y for _, y in cells}) == 1
    if not one_row and len({x for x, _ in cells}) > 1:
        raise illegal("I4: the cards placed in a turn lie in one row or column.")
    axis = key_of(1, 0) if one_row else key_of(0, 1)
    between = range(keys[0], keys[-1], axis)
    if not all(key in table.cells or key in keys for key in between):
        raise illegal("I4: there is a gap between the cards placed.")
    sides = [step for axis_step in (key_of(1, 0), key_of(0, 1)) for step in (axis_step, -axis_step)]
    if not any(key + step in table.cells for key in keys for step in sides):
        raise illegal("I4: no card placed lies side by side with a card of the table.")


def _pass(state: State, action: Pass, seat: int) -> State:
    """Cards are changed, or not (I7); enough passes in a row end the game (I11)."""
    exchange = sorted(action.exchange)
    hand = _without(state.hands[seat], exchange, "I3")
    if exchange and not state.deck:
        raise illegal("I7: the deck is empty, so that nothing can be changed.")
    deck = (*state.deck, *exchange)
    hands = _with_hand(state, seat, [*hand, *deck[: len(exchange)]])
    passes = state.passes + 1
    ended = passes == passes_to_end(state.players, state.deck)
    return replace(
        state,
        to_move=None if ended else (seat + 1) % state.players,
        hands=hands,
        deck=deck[len(exchange) :],
        passes=passes,
        winners=winners_of(state.options, state.scores, hands) if ended else (),
    )
