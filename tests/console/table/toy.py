"""A tiny card game, to try the table with: play a card face up, draw one, the higher sum wins.

It is registered by the tests that play it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final

from console.games.base import Game
from console.games.entry import Entry, OptionWords
from console.games.errors import bad_state, illegal
from console.games.forms import Json, int_field
from console.games.options import Option
from console.games.rng import Rng
from console.table.board.move_picker import MadeAction, MovePicker
from console.table.board.view import CONFIRM, Choosing
from console.table.view import Target


@dataclass(frozen=True, slots=True)
class Cards:
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    played: tuple[tuple[int, ...], ...] = ((), ())
    to_move: int | None = 0
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    card: int

    def to_json(self) -> Json:
        return {"type": "play", "card": self.card}


class Toy(Game[Cards, Play]):
    """Three cards a hand, ``cards`` in the deck."""

    id = "toy"
    players = (2, 2)
    options: ClassVar[Mapping[str, Option]] = {"cards": Option("int", 2, [0, 4])}

    def new(self, players: int, seed: int, options: Mapping[str, object]) -> Cards:
        cards = Rng(seed).shuffled(range(1, 7 + int(str(options.get("cards", 2)))))
        return Cards((tuple(sorted(cards[:3])), tuple(sorted(cards[3:6]))), tuple(cards[6:]))

    def load(self, state: Json) -> Cards:
        if "hands" not in state:
            raise bad_state("The field 'hands' is missing.")
        return Cards(tuple(tuple(hand) for hand in state["hands"]), tuple(state["deck"]))

    def dump(self, state: Cards) -> Json:
        return {"hands": state.hands, "deck": state.deck, "to_move": state.to_move}

    def observe(self, state: Cards, player: int) -> Json:
        return {"hand": state.hands[player], "played": state.played}

    def legal_actions(self, state: Cards) -> Sequence[Play]:
        return [] if state.to_move is None else [Play(c) for c in state.hands[state.to_move]]

    def parse_action(self, action: Json) -> Play:
        return Play(int_field(action, "card"))

    def apply(self, state: Cards, action: Play) -> tuple[Cards, Sequence[Play]]:
        player = state.to_move
        if player is None or action.card not in state.hands[player]:
            raise illegal("You do not hold that card.")
        hand = [c for c in state.hands[player] if c != action.card] + list(state.deck[:1])
        hands = _with(state.hands, player, tuple(sorted(hand)))
        played = _with(state.played, player, (*state.played[player], action.card))
        after = replace(state, hands=hands, deck=state.deck[1:], played=played, to_move=1 - player)
        if not any(hands):
            sums = [sum(cards) for cards in played]
            winners = tuple(p for p in (0, 1) if sums[p] == max(sums))
            after = replace(after, to_move=None, winners=winners)
        return after, [action]


def _with(
    rows: tuple[tuple[int, ...], ...], player: int, row: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return tuple(row if p == player else r for p, r in enumerate(rows))


class ToyMovePicker(MovePicker[Cards, Play]):
    """A card, then CONFIRM."""

    game = Toy()

    def targets(self, state: Cards, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        assert state.to_move is not None
        if not picked:
            return tuple(Target("card", (i,)) for i in range(len(state.hands[state.to_move])))
        return (CONFIRM,) if len(picked) == 1 else ()

    def draft(self, state: Cards, picked: tuple[Target, ...]) -> Play | None:
        assert state.to_move is not None
        return Play(state.hands[state.to_move][picked[0].at[0]]) if picked else None

    def picks(self, state: Cards, action: Play) -> tuple[Target, ...]:
        assert state.to_move is not None
        return Target("card", (state.hands[state.to_move].index(action.card),)), CONFIRM

    def board(self, state: Cards, choosing: Choosing | None) -> object:
        return state.played

    def hand(self, state: Cards, player: int) -> tuple[str, ...]:
        return tuple(str(c) for c in state.hands[player])

    def secret(self, state: Cards, player: int, choosing: Choosing | None) -> object:
        return sum(state.hands[player])

    def score(self, state: Cards, player: int) -> int:
        return sum(state.played[player])

    def news(self, made: MadeAction[Cards, Play]) -> object | None:
        return "over" if made.after.to_move is None else None

    def drew(self, made: MadeAction[Cards, Play]) -> frozenset[int]:
        return frozenset((made.player,)) if made.before.deck else frozenset()


TOY: Final = Entry(
    id="toy",
    name="Toy",
    folder=Path(__file__).parent,
    rules="tests.console.table.toy:Toy",
    options={"cards": OptionWords(label="Cards")},
    again="Once more.",
    move_picker="tests.console.table.toy:ToyMovePicker",
    screen="tests.console.table.toy:none",
    settings=("open_hands", "hints"),
)
