"""How strong the opponents are: each level against the one below, level 1 against random play.

Games come in pairs: the same deal and lots twice, with the seats changed. A game that starts the
same whatever its seed begins with a few moves by lot, lest one game be played over and over. Every
choice depends on the game's number alone, so the same table comes out again, unless thinking is
cut short at ``LIMIT_NS`` of CPU time; how often that happened is told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from math import sqrt
from statistics import median
from typing import Any, Final

from console.bots.base import LEVELS
from console.bots.choose import choose
from console.bots.registry import AGENTS
from console.games.base import Game
from console.games.registry import GAMES
from console.games.rng import Rng
from console.i18n import Words
from console.terminal.columns import put, say
from console.terminal.spread import spread
from drivers.errors import ConfigError
from drivers.times import SECOND

RANDOM: Final = 0
"""The level of who plays by lot."""
PROCESSES: Final = 2
LIMIT_NS: Final = SECOND
OPENING_PLIES: Final = 2
_SEATS: Final = 2
_Z: Final = 1.96  # standard deviations to either side that hold 95 %


@dataclass(frozen=True, slots=True)
class Contest:
    """One game to play: ``level`` against ``against``; ``number`` from 0."""

    game: str
    level: int
    against: int
    number: int


@dataclass(slots=True)
class Thinking:
    """What thinking at one level took: CPU time of each choice, and how many were cut short."""

    times_us: list[int] = field(default_factory=list)
    cut: int = 0

    def add(self, other: Thinking) -> None:
        """Takes in what another game brought."""
        self.times_us += other.times_us
        self.cut += other.cut


@dataclass(frozen=True, slots=True)
class ContestEnd:
    """A game's end: 2 for the level's win, 1 for a draw, 0 for a loss; and its thinking."""

    half_points: int
    thinking: dict[int, Thinking]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A line of the table. ``percent``: wins and half of the draws; ``low`` to ``high``: 95 %."""

    game: str
    level: int
    against: int
    games: int
    won: int
    drawn: int
    percent: float
    low: float
    high: float

    def line(self, words: Words) -> str:
        """As text."""
        if self.against == RANDOM:
            who = words._("level {level} against random play")
        else:
            who = words._("level {level} against level {other}")
        games = words.n("{count} match", "{count} matches", self.games)
        points = words._("{won} won, {drawn} drawn, {share} % (95 %: {low} to {high})")
        told = points.format(
            won=self.won,
            drawn=self.drawn,
            share=words.number(self.percent),
            low=words.number(self.low),
            high=words.number(self.high),
        )
        who = who.format(level=self.level, other=self.against)
        return f"{self.game:9} {who:31}  {games.format(count=self.games)}: {told}"


@dataclass(frozen=True, slots=True)
class ChoiceTimes:
    """CPU milliseconds of one level's choices; ``cut`` of them were stopped by the limit."""

    game: str
    level: int
    choices: int
    median_ms: float
    worst_ms: float
    cut: int

    def line(self, words: Words) -> str:
        """As text."""
        told = words._(
            "level {level} thinks {median} ms (median), {worst} ms at worst, {count} choices,"
            " {cut} cut short"
        ).format(
            level=self.level,
            median=words.number(self.median_ms),
            worst=words.number(self.worst_ms),
            count=self.choices,
            cut=self.cut,
        )
        return f"{self.game:9} {told}"


def play(task: Contest) -> ContestEnd:
    """Plays the game."""
    game = GAMES[task.game]
    seed, seat = divmod(task.number, _SEATS)
    levels = [task.against] * _SEATS
    levels[seat] = task.level
    state = game.new(_SEATS, seed, {})
    lots = Rng(seed)
    openings = OPENING_PLIES if _always_starts_alike(game) else 0
    thinking = {level: Thinking() for level in levels if level != RANDOM}
    while (shown := game.dump(state))["to_move"] is not None:
        level = RANDOM if openings > 0 else levels[shown["to_move"]]
        openings -= 1
        if level == RANDOM:
            action = game.any_action(state, lots)
        else:
            sight = game.observe(state, shown["to_move"])
            action = game.parse_action(_think(task.game, sight, level, seed, thinking[level]))
        state, _ = game.apply(state, action)
    winners = shown["winners"]
    return ContestEnd((seat in winners) - (1 - seat in winners) + 1, thinking)


def _think(game: str, sight: Any, level: int, salt: int, thinking: Thinking) -> Any:
    began_ns = time.process_time_ns()
    cut = False

    def late() -> bool:
        nonlocal cut
        cut = time.process_time_ns() - began_ns >= LIMIT_NS
        return cut

    action = choose(game, sight, level, late, salt)
    thinking.times_us.append((time.process_time_ns() - began_ns) // 1000)
    thinking.cut += cut
    return action


def _always_starts_alike(game: Game[Any, Any]) -> bool:
    return len({json.dumps(game.dump(game.new(_SEATS, seed, {}))) for seed in range(4)}) == 1


def interval(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval (Wilson's) of the share ``points / games``, as shares."""
    share, spread = points / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def in_processes(tasks: Sequence[Contest], processes: int) -> Iterator[ContestEnd]:
    """Plays them all, in their order; with one process, in this one."""
    with spread(processes) as spreading:
        yield from spreading(play, tasks)


def tournament(
    game_ids: Sequence[str], games: int, processes: int | None = None
) -> Iterator[Pairing | ChoiceTimes]:
    """The table, line by line as it comes: a game's pairings, then its thinking times."""
    tasks = [
        Contest(game, level, level - 1, number)
        for game in game_ids
        for level in LEVELS
        for number in range(games)
    ]
    played = in_processes(tasks, PROCESSES if processes is None else processes)
    for game in game_ids:
        yield from _one_game(game, games, played)


def _one_game(
    game: str, games: int, played: Iterator[ContestEnd]
) -> Iterator[Pairing | ChoiceTimes]:
    thinking = {level: Thinking() for level in LEVELS}
    for level in LEVELS:
        points = []
        for result in islice(played, games):
            points.append(result.half_points)
            for agent, spent in result.thinking.items():
                thinking[agent].add(spent)
        share = sum(points) / 2
        low, high = interval(share, games)
        yield Pairing(
            game=game,
            level=level,
            against=level - 1,
            games=games,
            won=points.count(2),
            drawn=points.count(1),
            percent=100 * share / games,
            low=100 * low,
            high=100 * high,
        )
    for level, spent in thinking.items():
        times = spent.times_us or [0]
        yield ChoiceTimes(
            game, level, len(spent.times_us), median(times) / 1000, max(times) / 1000, spent.cut
        )


def run(games: int, game: str | None, as_json: bool, language: str) -> None:
    """Prints the table. Raises ``ConfigError`` for a game that has no opponents."""
    if game is not None and game not in AGENTS:
        known = ", ".join(AGENTS) or "none yet"
        raise ConfigError(
            "--game {game}: there are no opponents for it; games with: {known}.",
            game=game,
            known=known,
        )
    words = Words(language)
    for entry in tournament(list(AGENTS) if game is None else [game], games):
        if as_json:
            put([json.dumps(asdict(entry))])
        else:
            say([entry.line(words)])
