"""Prints the figures of this machine, each with what it is measured against."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from console.bench import decode, duel_core, duel_live, frames, rules, speed, start


def run(what: str) -> None:
    """Measure ``what`` (a name in ``PARTS``, or ``all``) and print it."""
    for name, measure in PARTS.items():
        if what in (name, "all"):
            for line in measure():
                sys.stdout.write(f"{name}: {line}\n")
                sys.stdout.flush()


def _duel() -> Iterable[str]:
    core = duel_core.run()
    yield (
        f"from the last sample needed to the ruling, our own computing, {core.races} races: median"
        f" {core.median_us:.1f} µs, 99th percentile {core.p99_us:.1f} µs (aim: 50)"
    )
    live = duel_live.run()
    yield (
        f"wall time from a sample's arrival to its judgement while {live.frames_per_s:.0f} frames"
        f" a second are drawn at 1920×1080, {live.arrivals} arrivals: median"
        f" {live.median_ms:.2f} ms, 99th percentile {live.p99_ms:.2f} ms (aim: 2), worst"
        f" {live.worst_ms:.1f} ms"
    )
    yield (
        f"of these {live.verdicts} verdicts: median {live.verdict_median_ms:.2f} ms, worst"
        f" {live.verdict_worst_ms:.2f} ms"
    )


def _decode() -> Iterable[str]:
    return decode.run().lines()


def _frames() -> Iterable[str]:
    return frames.run().lines()


def _speed() -> Iterable[str]:
    for players in (2, 4, 8):
        figures = speed.run(players)
        yield (
            f"headless play, {players} players, {figures.matches} matches,"
            f" {figures.simulated_s:.0f} s simulated: {figures.ratio_median:.0f} times real time"
            f" (median; {figures.ratio_least:.0f} to {figures.ratio_most:.0f}; aim: 500)"
        )


def _start() -> Iterable[str]:
    return start.run().lines()


PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "duel": _duel,
    "decode": _decode,
    "frames": _frames,
    "speed": _speed,
    "rules": rules.lines,
    "start": _start,
}
