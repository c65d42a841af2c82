"""The sounds as numbers: each a few strokes on the one instrument, and as loud as its class.

All are of one family: C, with the fourth from G up to C for what is good. A verdict is that pair,
the light of a sudden death the same an octave higher, the win begins with it, the theme turns
around it; a call falls where they rise; what is wrong is low, dull wood. All begin and end at
zero and carry no direct current.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from console.sound.instrument import Stroke, playing
from console.sound.loudness import SAMPLE_RATE, Wave
from console.table.outputs import Cue

FADE_MS: Final = 6.0


class SoundClass(StrEnum):
    """What is equally loud."""

    PLAY = "play"
    VERDICT = "verdict"
    MUSIC = "music"


CLASSES: Final = {
    Cue.FLIP: SoundClass.PLAY,
    Cue.TOUCH: SoundClass.PLAY,
    Cue.LIGHT: SoundClass.PLAY,
    Cue.COUNT: SoundClass.PLAY,
    Cue.CALL: SoundClass.PLAY,
    Cue.VERDICT: SoundClass.VERDICT,
    Cue.FALSE_GRAB: SoundClass.VERDICT,
    Cue.WIN: SoundClass.VERDICT,
    Cue.THEME: SoundClass.MUSIC,
}


class CueScore(NamedTuple):
    """What is played for a cue, until ``ends_ms``; ``gain_db`` makes it as loud as its class
    (`khvatka sound reel` tells how far off it is)."""

    gain_db: float
    ends_ms: float
    strokes: tuple[Stroke, ...]


@cache
def wave(cue: Cue) -> Wave:
    """The sound of a cue, ready to play. Do not write to it."""
    work = making(cue)
    while True:
        try:
            next(work)
        except StopIteration as done:
            made: Wave = done.value
            made.flags.writeable = False
            return made


def making(cue: Cue) -> Generator[None, None, Wave]:
    """The same in slices of a few milliseconds."""
    score = SCORES[cue]
    made = yield from playing(score.strokes, score.ends_ms)
    yield
    return _without_dc(_faded(made)) * 10 ** (score.gain_db / 20)


def _win() -> tuple[Stroke, ...]:
    """The pair, carried on upwards, an answer, a chord that rolls out, and two bars in turn that
    die away."""
    rise = ("G4", "C5", "E5", "G5")
    chord = ("C3", "C4", "G4", "E5", "G5", "C6")
    return (
        *(Stroke(110 * i, note, 130, 0.62 + 0.1 * i, 0.35) for i, note in enumerate(rise)),
        Stroke(0, "C3", 260, 0.5, 0.1),
        Stroke(440, "A5", 150, 0.9, 0.35),
        Stroke(440, "F3", 260, 0.45, 0.1),
        Stroke(660, "G5", 140, 0.85, 0.3),
        Stroke(770, "B5", 130, 0.8, 0.3),
        Stroke(770, "G3", 260, 0.45, 0.1),
        *(Stroke(990 + 16 * i, note, 420, 0.75, 0.3) for i, note in enumerate(chord)),
        *(Stroke(1430 + 95 * i, "EC"[i % 2] + "5", 200, 0.42 - 0.035 * i, 0.05) for i in range(8)),
        Stroke(2290, "G4", 200, 0.5, 0.1),
        Stroke(2430, "C5", 330, 0.6, 0.1),
        Stroke(2430, "C3", 330, 0.5, 0.1),
    )


BEAT_MS: Final = 290.0
BAR: Final = 8
"""Beats of a bar."""
MELODY: Final = (
    "G4 . C5 . E5 . D5 C5",
    "G4 . C5 . A4 . G4 .",
    "F4 . A4 . C5 . E5 D5",
    "G4 . B4 . D5 . C5 .",
)
BASS: Final = (("C3", "G3"), ("A2", "E3"), ("F2", "C4"), ("G2", "D4"))
"""Of each bar, with the fifth above it."""
END_MS: Final = BEAT_MS * BAR * len(BASS)


def _theme() -> tuple[Stroke, ...]:
    """Four bars around the pair, on felt; at the end it answers an octave higher."""
    tune = (
        Stroke(BEAT_MS * i, note, 240, 0.8 if i % 4 else 1.0, 0.05)
        for i, note in enumerate(" ".join(MELODY).split())
        if note != "."
    )
    ground = (
        Stroke(BEAT_MS * (BAR * i + beat), note, ring_ms, level, 0.0)
        for i, (low, fifth) in enumerate(BASS)
        for beat, note, ring_ms, level in (
            (0, low, 420.0, 0.75),
            (3, fifth, 260.0, 0.35),
            (5, fifth, 260.0, 0.3),
        )
    )
    return (
        *tune,
        *ground,
        *(Stroke(END_MS, note, 420, 0.7, 0.0) for note in ("C3", "G3", "E4", "C5")),
        Stroke(END_MS + 2 * BEAT_MS, "G5", 240, 0.4, 0.0),
        Stroke(END_MS + 3 * BEAT_MS, "C6", 420, 0.45, 0.0),
    )


SCORES: Final[dict[Cue, CueScore]] = {
    # a card laid down: dry, high, gone at once
    Cue.FLIP: CueScore(
        -3.1,
        48,
        (Stroke(0, "C7", 5, 0.5, 0.9), Stroke(0, "G6", 4, 0.35, 0.9), Stroke(0, "", 5, 0.9, 0.95)),
    ),
    # a knuckle on felt
    Cue.TOUCH: CueScore(-9.9, 145, (Stroke(0, "C4", 16, 1.0, 0.15), Stroke(0, "G3", 24, 0.8, 0.0))),
    # the pair, warm
    Cue.VERDICT: CueScore(
        -16.0,
        560,
        (
            Stroke(0, "G4", 90, 0.9, 0.12),
            Stroke(115, "C5", 110, 1.0, 0.12),
            Stroke(115, "C4", 80, 0.3),
        ),
    ),
    # a wooden block, low
    Cue.FALSE_GRAB: CueScore(
        -9.3, 340, (Stroke(0, "G2", 62, 1.0, 0.1), Stroke(0, "D3", 34, 0.5, 0.35))
    ),
    # two quick taps; the first comes at once, for it starts a race
    Cue.LIGHT: CueScore(
        -15.0, 190, (Stroke(0, "G5", 22, 1.0, 0.9), Stroke(62, "C6", 24, 0.9, 0.8))
    ),
    # one even bar, the same each time: the third of them is nothing to start at
    Cue.COUNT: CueScore(
        -16.8, 300, (Stroke(0, "G4", 60, 1.0, 0.15), Stroke(0, "G3", 44, 0.4, 0.0))
    ),
    # it falls, softly: heard, and nothing to start at
    Cue.CALL: CueScore(
        -20.3, 640, (Stroke(0, "E5", 95, 1.0, 0.0), Stroke(170, "C5", 115, 0.95, 0.0))
    ),
    Cue.WIN: CueScore(-23.7, 3700, _win()),
    Cue.THEME: CueScore(-25.6, END_MS + 2300, _theme()),
}


def _faded(sound: Wave) -> Wave:
    """To zero at the end along a half cosine, so that nothing clicks."""
    count = int(SAMPLE_RATE * FADE_MS / 1000)
    faded = sound.copy()
    faded[0] = 0.0
    faded[-count:] *= (1 + np.cos(np.pi * np.arange(1, count + 1) / count)) / 2
    return faded


def _without_dc(sound: Wave) -> Wave:
    """Take the mean away under a bow that is zero at both ends, so that they stay at zero."""
    bow = np.hanning(len(sound))
    return np.asarray(sound - bow * (sound.sum() / bow.sum()), np.float64)
