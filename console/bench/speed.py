"""How many times faster than real time headless play is, the whole electrical chain in it."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from console.i18n import Words
from console.trials.soak import faster
from console.wiring.headless import play_match
from console.wiring.setup import PlayOptions, make_setup
from drivers.times import SECOND

MATCHES = 7
AIM, AIM_OF_TWO = 500, 1_000


@dataclass(frozen=True, slots=True)
class SpeedFigures:
    """Ratios of simulated to wall time over some matches of ``players``."""

    players: int
    matches: int
    simulated_s: float
    ratio_median: float
    ratio_least: float
    ratio_most: float

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        players = words.n("{count} player", "{count} players", self.players)
        matches = words.n("{count} match", "{count} matches", self.matches)
        told = words._(
            "headless play, {players}, {matches}, {seconds} s simulated: {faster}"
            " (median; {least} to {most}; aim: {aim})"
        ).format(
            players=players.format(count=self.players),
            matches=matches.format(count=self.matches),
            seconds=words.number(self.simulated_s, 0),
            faster=faster(words, self.ratio_median),
            least=words.number(self.ratio_least, 0),
            most=words.number(self.ratio_most, 0),
            aim=AIM_OF_TWO if self.players == 2 else AIM,
        )
        return (told,)


def run(players: int, matches: int = MATCHES) -> SpeedFigures:
    """Play ``matches`` matches with seeds 1, 2, …; the first one warms up and is not counted."""
    ratios = []
    simulated_ns = 0
    for seed in range(matches + 1):
        setup = make_setup(PlayOptions(players=players, seed=seed), all_simulated=True)
        played, _ = play_match(setup, None)
        if seed:
            ratios.append(played.ratio)
            simulated_ns += played.sim_ns
    return SpeedFigures(
        players, matches, simulated_ns / SECOND, median(ratios), min(ratios), max(ratios)
    )
