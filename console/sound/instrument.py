"""The one instrument that all sounds are played on: wooden bars, mallets, a small room.

A wave is float64[n] of one channel at ``SAMPLE_RATE``; strokes are made once and kept.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from console.sound.loudness import SAMPLE_RATE, Wave

A4: Final = 440.0
STEPS: Final = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
PARTIALS: Final = ((1.0, 1.0, 1.0), (3.98, 0.30, 0.30), (9.9, 0.10, 0.12))
"""Of a bar tuned like a marimba's: ratio, level, and how long it rings beside the first."""
BEATING: Final = 1.0016
"""A second bar, a hair sharper, makes it warm."""
ROOM: Final = ((7.3, 0.16), (11.9, -0.12), (17.7, 0.10), (26.1, -0.07), (37.3, 0.05))
"""Walls: ms and level."""
TAIL_MS: Final = 40.0
RUNG_OUT: Final = 5.5
"""So many times as long as ``ring_ms`` a bar is heard."""


class Stroke(NamedTuple):
    """A bar struck ``at_ms``; without a ``note`` the mallet alone is heard. ``ring_ms``: until it
    has come down to a third. ``hard``: 0 felt, 1 a bare stick. ``level`` beside other strokes."""

    at_ms: float
    note: str
    ring_ms: float
    level: float = 1.0
    hard: float = 0.3


def pitch_hz(note: str) -> float:
    """``"C5"`` as it is tuned: equal temperament, A4 at 440 Hz."""
    return float(A4 * 2 ** (STEPS[note[0]] / 12 + int(note[1:]) - 4))


def playing(strokes: Sequence[Stroke], ends_ms: float) -> Generator[None, None, Wave]:
    """All of them in their room until ``ends_ms``; a slice for each stroke."""
    sound = np.zeros(int(ends_ms * SAMPLE_RATE / 1000))
    for stroke in strokes:
        at = round(stroke.at_ms * SAMPLE_RATE / 1000)
        one = bar(stroke.note, stroke.ring_ms, stroke.hard)[: len(sound) - at]
        sound[at : at + len(one)] += stroke.level * one
        yield
    return sound


@cache
def bar(note: str, ring_ms: float, hard: float) -> Wave:
    """One stroke on a bar, or the mallet alone. Do not write to it."""
    t_ms = np.arange(int(SAMPLE_RATE * (RUNG_OUT * ring_ms + TAIL_MS) / 1000)) / SAMPLE_RATE * 1000
    hz, sound = pitch_hz(note) if note else 0.0, np.zeros_like(t_ms)
    for ratio, level, ring in PARTIALS if note else ():
        heard = t_ms[: int(len(t_ms) * min(1.0, 1.3 * ring))]
        loud = level if ratio == 1 else level * (0.25 + 1.5 * hard)
        turn = (2e-3 * np.pi * hz * ratio) * heard
        both = np.sin(turn) + 0.5 * np.sin(turn * BEATING)
        sound[: len(heard)] += loud * np.exp(heard / (-ring_ms * ring)) * both
    soft = t_ms[: int(SAMPLE_RATE * TAIL_MS / 1000)]
    sound[: len(soft)] *= 1 - np.exp(-soft / (3.0 - 2.6 * hard))  # felt gives way
    sound[: len(soft)] += tap(hard, len(soft))
    walled = in_room(sound)
    walled.flags.writeable = False
    return walled


def tap(hard: float, count: int) -> Wave:
    """The mallet itself, the same each time: a dull pat, or a click."""
    t_ms = np.arange(count) / SAMPLE_RATE * 1000
    burst = np.random.default_rng(20).standard_normal(count) * np.exp(-t_ms / 2.2)
    dull = np.convolve(burst, np.hanning(round(40 - 34 * hard)), "same")
    return np.asarray((0.05 + 0.5 * hard) * dull / np.max(np.abs(dull)), np.float64)


def in_room(sound: Wave) -> Wave:
    """With what comes back from the walls."""
    walled = sound.copy()
    for after_ms, level in ROOM:
        after = round(after_ms * SAMPLE_RATE / 1000)
        if after < len(sound):
            walled[after:] += level * sound[:-after]
    return walled
