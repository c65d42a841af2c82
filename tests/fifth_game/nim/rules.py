"""The rules. Points are the pieces taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from console.games.base import Game
from console.games.errors import bad_options, bad_state, game_over, illegal
from console.games.forms import Json, exact_fields, int_field, is_int, list_field, str_field
from console.games.loading import stored_options, stored_to_move, stored_winners
from console.games.options import Option, fill
from console.games.rng import Rng

OPTIONS = {
    "heaps": Option("int", 4, [2, 5]),
    "last": Option("choice", "wins", ["wins", "loses"]),
}


@dataclass(frozen=True, slots=True)
class Take:
    heap: int
    count: int

    def to_json(self) -> Json:
        return {"type": "take", "heap": self.heap, "count": self.count}


@dataclass(frozen=True, slots=True)
class State:
    options: Json
    heaps: tuple[int, ...]
    points: tuple[int, ...]
    to_move: int | None
    winners: tuple[int, ...] = ()


class Nim(Game[State, Take]):
    """Two players; the lot says who begins."""

    id = "nim"
    players = (2, 2)
    options: ClassVar[Mapping[str, Option]] = OPTIONS

    def new(self, players: int, seed: int, options: Mapping[str, object]) -> State:
        full = fill(OPTIONS, options)
        if players != 2:
            raise bad_options("Two play Nim.")
        return State(full, tuple(range(1, full["heaps"] + 1)), (0, 0), Rng(seed).below(2))

    def load(self, state: Json) -> State:
        options = stored_options(state, OPTIONS, lambda given: fill(OPTIONS, given))
        heaps, points = (tuple(list_field(state, f, bad_state)) for f in ("heaps", "points"))
        whole = range(1, options["heaps"] + 1)
        numbers = all(is_int(n) and n >= 0 for n in (*heaps, *points))
        if str_field(state, "game", bad_state) != "nim" or state.get("players") != 2:
            raise bad_state("This is no position of Nim for two players.")
        if not numbers or len(heaps) != len(whole) or len(points) != 2:
            raise bad_state("The fields 'heaps' and 'points' must be lists of counts.")
        if any(n > most for n, most in zip(heaps, whole, strict=True)):
            raise bad_state("A heap is too high.")
        if sum(heaps) + sum(points) != sum(whole):
            raise bad_state("Pieces are missing, or there are too many.")
        loaded = State(options, heaps, points, stored_to_move(state, 2), stored_winners(state))
        over = not any(heaps)
        if over != (loaded.to_move is None) or over != (len(loaded.winners) == 1):
            raise bad_state("The end of the game does not fit the heaps.")
        return loaded

    def dump(self, state: State) -> Json:
        return {
            "game": "nim",
            "options": state.options,
            "players": 2,
            "to_move": state.to_move,
            "over": state.to_move is None,
            "winners": list(state.winners),
            "heaps": list(state.heaps),
            "points": list(state.points),
        }

    def observe(self, state: State, player: int) -> Json:
        return self.dump(state)

    def legal_actions(self, state: State) -> Sequence[Take]:
        heaps = enumerate(state.heaps)
        return [Take(heap, count) for heap, high in heaps for count in range(1, high + 1)]

    def parse_action(self, action: Json) -> Take:
        exact_fields(action, ("heap", "count"))
        return Take(int_field(action, "heap"), int_field(action, "count"))

    def apply(self, state: State, action: Take) -> tuple[State, Sequence[Take]]:
        player = state.to_move
        if player is None:
            raise game_over("The game is over.")
        if action not in self.legal_actions(state):
            raise illegal("There are not so many pieces in that heap.")
        heaps, points = list(state.heaps), list(state.points)
        heaps[action.heap] -= action.count
        points[player] += action.count
        after = replace(state, heaps=tuple(heaps), points=tuple(points), to_move=1 - player)
        if not any(heaps):
            winner = player if state.options["last"] == "wins" else 1 - player
            after = replace(after, to_move=None, winners=(winner,))
        return after, [action]
