"""How people see and how fast they are: sightings on a scene, reaction times, presets.

The figures are those of HARDWARE.md, "What real parts do".
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import Final

from drivers.errors import ConfigError
from host_sim.scene import SeenTable

ExGauss = tuple[float, float, float]
"""Mean and spread of the normal part and mean of the exponential part, in milliseconds."""

SIMPLE: Final[ExGauss] = (190.0, 20.0, 40.0)
FIND_FEW: Final[ExGauss] = (430.0, 50.0, 120.0)  # up to two open piles
FIND_CROWD: Final[ExGauss] = (520.0, 70.0, 170.0)  # six open piles
FASTEST_MS: Final = 100.0
SPECIALS: Final = frozenset({"grab", "palm", "all", "left"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A kind of person. Chances are per sighting; forces and rises are ranges.

    ``find_less_ms`` is how much sooner a match is found, ``tempo`` stretches the unhurried acts.
    """

    scale: float
    find_less_ms: float
    tau_scale: float
    false_grab: float
    wrong_gesture: float
    too_early: float
    peak_n: tuple[float, float]
    rise_ms: tuple[float, float]
    tempo: float

    def find(self, piles: int) -> ExGauss:
        """The reaction to a match among ``piles`` open piles; more than six slow down further."""
        crowd = min(max((piles - 2) / 4, 0.0), 1.5)
        mu, sigma, tau = (a + (b - a) * crowd for a, b in zip(FIND_FEW, FIND_CROWD, strict=True))
        return self._own(mu - self.find_less_ms, sigma, tau)

    def simple(self) -> ExGauss:
        """The reaction to a light. An expert's 80 ms shrink with it, in proportion."""
        mu, sigma, tau = SIMPLE
        return self._own(mu - self.find_less_ms * mu / FIND_FEW[0], sigma, tau)

    def _own(self, mu: float, sigma: float, tau: float) -> ExGauss:
        return mu * self.scale, sigma * self.scale, tau * self.scale * self.tau_scale


PRESETS: Final[dict[str, Preset]] = {
    "child": Preset(
        scale=1.25,
        find_less_ms=0.0,
        tau_scale=1.0,
        false_grab=0.04,
        wrong_gesture=0.02,
        too_early=0.05,
        peak_n=(2.0, 8.0),
        rise_ms=(10.0, 25.0),
        tempo=1.3,
    ),
    "adult": Preset(
        scale=1.0,
        find_less_ms=0.0,
        tau_scale=1.0,
        false_grab=0.02,
        wrong_gesture=0.01,
        too_early=0.02,
        peak_n=(5.0, 25.0),
        rise_ms=(5.0, 20.0),
        tempo=1.0,
    ),
    "expert": Preset(
        scale=1.0,
        find_less_ms=80.0,
        tau_scale=0.6,
        false_grab=0.01,
        wrong_gesture=0.003,
        too_early=0.01,
        peak_n=(8.0, 40.0),
        rise_ms=(5.0, 15.0),
        tempo=0.7,
    ),
}


def preset_named(name: str) -> Preset:
    """Raises ConfigError for a preset that does not exist."""
    preset = PRESETS.get(name)
    if preset is None:
        raise ConfigError(
            "simulated person {name!r}: choose one of {presets}",
            name=name,
            presets=", ".join(PRESETS),
        )
    return preset


def draw_ms(rng: Random, shape: ExGauss) -> float:
    """One reaction time in milliseconds, never faster than nerves are."""
    mu, sigma, tau = shape
    return max(FASTEST_MS, rng.gauss(mu, sigma) + rng.expovariate(1.0 / tau))


@dataclass(frozen=True, slots=True)
class Sights:
    """What there is to see: for each seat the symbols that match, and the look-alikes.

    ``matches[seat]`` is the symbol that the seat may claim now. ``likes[seat]`` are pairs (seat it
    resembles, both symbols). ``piles`` counts the open piles.
    """

    matches: dict[int, str]
    likes: dict[int, tuple[tuple[int, str], ...]]
    piles: int


def look(scene: SeenTable) -> Sights:
    """What an attentive person finds: live matches (C7, C8, C20, C31) and look-alikes."""
    hands = len(scene.order)
    watched: dict[int, tuple[str, bool]] = {}
    for place, seat in enumerate(scene.order):
        other = scene.order[(place + scene.shift) % hands]
        top = scene.tops[other]
        if top is not None and top not in SPECIALS:
            watched[seat] = (top[:2], scene.fresh[other])
    return Sights(
        _matches(scene, watched), _likes(scene, watched), sum(top is not None for top in scene.tops)
    )


def _matches(scene: SeenTable, watched: dict[int, tuple[str, bool]]) -> dict[int, str]:
    groups: dict[str, list[int]] = defaultdict(list)
    for seat, (symbol, _) in watched.items():
        groups[symbol].append(seat)
    matches: dict[int, str] = {}
    for symbol, seats in groups.items():
        if len(seats) < 2 or not any(watched[seat][1] for seat in seats):
            continue
        if len({scene.players[seat] for seat in seats}) > 1:
            matches.update(dict.fromkeys(seats, symbol))
    return matches


def _likes(
    scene: SeenTable, watched: dict[int, tuple[str, bool]]
) -> dict[int, tuple[tuple[int, str], ...]]:
    likes: dict[int, tuple[tuple[int, str], ...]] = {}
    for seat, (symbol, fresh) in watched.items():
        found = tuple(
            (other, symbol + theirs)
            for other, (theirs, theirs_fresh) in watched.items()
            if theirs[0] == symbol[0]
            and theirs != symbol
            and (fresh or theirs_fresh)
            and scene.players[other] != scene.players[seat]
        )
        if found:
            likes[seat] = found
    return likes
