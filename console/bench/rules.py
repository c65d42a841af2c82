"""How fast the rules are, through the public Python API, beside other libraries' in the same run.

A playout is a whole match of random legal actions, dealing included: list the legal actions, take
one by lot, apply it. Counted are the players' moves; what deals the cards is no move, on either
side. Time is this process's own CPU time, since a shared machine may stall.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from math import floor, log10
from random import Random
from statistics import median
from typing import Any, Final

from console.games.chaos import Chaos
from console.games.chaos import play as chaos_play
from console.games.chaos.actions import Action, at
from console.games.chaos.state import State
from console.games.forms import Json
from console.games.registry import GAMES
from console.games.rng import Rng
from console.i18n import N_, Words
from drivers.times import MS

RUNS: Final = 7
RUN_S: Final = 0.4
AIMS: Final = {"chaos": 150_000, "elements": 779_000, "ignis": 100_000, "iota": 5_000}
SPIEL_GAMES: Final = ("hearts", "tic_tac_toe", "connect_four")
CARD_GAMES: Final = ("uno", "gin-rummy")
IOTA_CARDS: Final = 30
IOTA_AIM_MS: Final = 5
WILD: Final = "W"
INSTALL: Final = N_("not installed; `pip install -e '.[bench]'` in the project's folder adds it")

Playout = Callable[[Rng], int]
"""Plays one match by lot; gives the number of moves."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Moves a second over the runs; the first run warms up and is not counted."""

    name: str
    median_per_s: float
    least_per_s: float
    most_per_s: float


def own_playouts() -> dict[str, Playout]:
    """A playout of each registered game, with its fewest players and default options."""
    return {game_id: _own(game_id) for game_id in GAMES}


def _own(game_id: str) -> Playout:
    game = GAMES[game_id]
    new, any_action = game.new, game.any_action
    apply = _apply_at_once if game_id == Chaos.id else game.apply
    players = game.players[0]

    def play(rng: Rng) -> int:
        state = new(players, int(rng.lot() * 2**53), {})
        moves = 0
        while (action := any_action(state, rng)) is not None:
            state, _ = apply(state, action)
            moves += 1
        return moves

    return play


def _apply_at_once(state: State, action: Action) -> tuple[State, object]:
    """«Хаос»: an action as it is listed has no time yet. Nobody grabs in these playouts."""
    return chaos_play.apply(state, at(action, 0))


def spiel_playouts(pyspiel: Any) -> dict[str, Playout]:
    """OpenSpiel's games (rules in C++) through its Python API."""

    def playout(game: Any) -> Playout:
        def play(rng: Rng) -> int:
            state = game.new_initial_state()
            moves = 0
            while not state.is_terminal():
                moves += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.lot() * len(actions))])
            return moves

        return play

    return {f"open_spiel {name}": playout(pyspiel.load_game(name)) for name in SPIEL_GAMES}


def card_playouts(rlcard: Any) -> dict[str, Playout]:
    """RLCard's games through its environments, stepping with the legal actions it names."""

    def playout(env: Any) -> Playout:
        def play(rng: Rng) -> int:
            seen, _ = env.reset()
            moves = 0
            while not env.is_over():
                actions = list(seen["legal_actions"])
                seen, _ = env.step(actions[int(rng.lot() * len(actions))])
                moves += 1
            return moves

        return play

    return {f"rlcard {name}": playout(rlcard.make(name)) for name in CARD_GAMES}


def measure(playouts: dict[str, Playout], runs: int, run_s: float) -> list[Speed]:
    """All of them in turn, ``runs`` times over, so that whatever else runs here hits all alike."""
    speeds: dict[str, list[float]] = {name: [] for name in playouts}
    rng = Rng(1)
    for run in range(runs + 1):
        for name, playout in playouts.items():
            moves = 0
            began_s = time.process_time()
            while (spent_s := time.process_time() - began_s) < run_s:
                moves += playout(rng)
            if run:
                speeds[name].append(moves / spent_s)
    return [Speed(name, median(all_), min(all_), max(all_)) for name, all_ in speeds.items()]


def iota_positions(count: int) -> list[Json]:
    """Tables of ``IOTA_CARDS`` cards, grown by lot; who is to move holds four with one wild."""
    found: list[Json] = []
    seed = 0
    while len(found) < count:
        seed += 1
        shown = _grown(seed, IOTA_CARDS)
        if shown is not None and _with_a_wild(shown):
            found.append(shown)
    return found


def _grown(seed: int, cards: int) -> Json | None:
    game, lots = GAMES["iota"], Random(seed)
    state = game.new(2, seed, {})
    while (room := cards - len(game.dump(state)["grid"])) > 0:
        dumped = [(a, game.dump_action(a)) for a in game.legal_actions(state)]
        places = [a for a, d in dumped if d["type"] == "place" and len(d["cards"]) <= room]
        if not places:
            return None
        state, _ = game.apply(state, lots.choice(places))
    return game.dump(state)


def _with_a_wild(shown: Json) -> bool:
    """Gives the hand to move one wild from the deck, if need be and if that is possible."""
    hand, deck = shown["hands"][shown["to_move"]], shown["deck"]
    if not hand.count(WILD) and WILD in deck:
        deck[deck.index(WILD)] = hand.pop()
        hand.append(WILD)
        hand.sort()
    return len(hand) == 4 and hand.count(WILD) == 1


@dataclass(frozen=True, slots=True)
class IotaFigures:
    """CPU time of listing iota's legal actions on ``positions`` large tables, and how many."""

    positions: int
    cards: int
    median_ms: float
    worst_ms: float
    least_actions: int
    most_actions: int

    def line(self, words: Words) -> str:
        """As text."""
        return words._(
            "iota, all legal actions of four cards with a wild on {positions} tables of {cards}:"
            " median {median} ms, worst {worst} ms (aim: {aim}); {least} to {most} actions"
        ).format(
            positions=self.positions,
            cards=self.cards,
            median=words.number(self.median_ms, 2),
            worst=words.number(self.worst_ms, 2),
            aim=IOTA_AIM_MS,
            least=self.least_actions,
            most=self.most_actions,
        )


def iota(positions: int = 20, runs: int = 5) -> IotaFigures:
    """How long it takes to list iota's legal actions."""
    game = GAMES["iota"]
    times_ms, counts = [], []
    for shown in iota_positions(positions):
        spent_ms = []
        for _ in range(runs):
            state = game.load(shown)  # anew, so that nothing is remembered
            began_ns = time.process_time_ns()
            actions = game.legal_actions(state)
            spent_ms.append((time.process_time_ns() - began_ns) / MS)
        times_ms.append(median(spent_ms))
        counts.append(len(actions))
    return IotaFigures(
        positions, IOTA_CARDS, median(times_ms), max(times_ms), min(counts), max(counts)
    )


@dataclass(frozen=True, slots=True)
class RulesFigures:
    """Our games' speeds over ``runs`` runs, those of other libraries' games, and which ``missing``
    libraries have none."""

    runs: int
    own: tuple[Speed, ...]
    others: tuple[Speed, ...]
    iota: IotaFigures | None
    missing: tuple[str, ...]

    def lines(self, words: Words) -> Iterator[str]:
        """As text, a line each, with their ratios to the other libraries'."""
        yield words._(
            "random playouts, moves a second of CPU time, median of {runs} runs (least to most)"
        ).format(runs=self.runs)
        for speed in (*self.own, *self.others):
            yield _speed_line(words, speed)
        if self.iota is not None:
            yield self.iota.line(words)
        yield from (f"{library}: {words._(INSTALL)}" for library in self.missing)
        for other in self.others:
            ratios = (
                f"{s.name} {_three_digits(words, s.median_per_s / other.median_per_s)}"
                for s in self.own
            )
            yield words._("times {other}: {ratios}").format(
                other=other.name, ratios=", ".join(ratios)
            )


def run(runs: int = RUNS, run_s: float = RUN_S) -> RulesFigures:
    """Measure them all in turn."""
    own = own_playouts()
    others: dict[str, Playout] = {}
    missing: list[str] = []
    for library, module, playouts in (
        ("open_spiel", "pyspiel", spiel_playouts),
        ("rlcard", "rlcard", card_playouts),
    ):
        try:
            others |= playouts(import_module(module))
        except ImportError:
            missing.append(library)
    speeds = measure(own | others, runs, run_s)
    return RulesFigures(
        runs,
        tuple(speeds[: len(own)]),
        tuple(speeds[len(own) :]),
        iota() if "iota" in own else None,
        tuple(missing),
    )


def _speed_line(words: Words, speed: Speed) -> str:
    span = words._("{least} to {most}")
    if speed.name in AIMS:
        span = words._("{least} to {most}; aim: {aim}")
    told = span.format(
        least=_number(speed.least_per_s),
        most=_number(speed.most_per_s),
        aim=_number(AIMS.get(speed.name, 0)),
    )
    return f"  {speed.name:24} {_number(speed.median_per_s):>9} ({told})"


def _number(value: float) -> str:
    """Whole, in groups of three."""
    return f"{value:_.0f}".replace("_", " ")


def _three_digits(words: Words, ratio: float) -> str:
    """A positive number with three digits that count."""
    return words.number(ratio, max(0, 2 - floor(log10(ratio))))
