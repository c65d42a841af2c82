"""All sounds one after the other in a file, and how loud each is."""

from __future__ import annotations

import wave as wav
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import numpy as np

from console.sound.loudness import SAMPLE_RATE, Wave, integrated_lufs, momentary_lufs, true_peak_db
from console.sound.player import pcm
from console.sound.waves import CLASSES, SoundClass, wave
from console.table.outputs import Cue

PAUSE_S: Final = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class ReelEntry:
    """A sound of the reel: from when on, for how long, and how loud (``loudness``)."""

    cue: Cue
    sound_class: SoundClass
    at_s: float
    duration_s: float
    momentary_lufs: float
    integrated_lufs: float
    true_peak_db: float


def entries() -> Iterator[ReelEntry]:
    """Every cue, in the order of the reel."""
    at_s = PAUSE_S
    for cue in Cue:
        sound = wave(cue)
        length_s = len(sound) / SAMPLE_RATE
        yield ReelEntry(
            cue=cue,
            sound_class=CLASSES[cue],
            at_s=at_s,
            duration_s=length_s,
            momentary_lufs=momentary_lufs(sound),
            integrated_lufs=integrated_lufs(sound),
            true_peak_db=true_peak_db(sound),
        )
        at_s += length_s + PAUSE_S


def reel() -> Wave:
    """All of them with pauses between, before and behind."""
    pause = np.zeros(round(SAMPLE_RATE * PAUSE_S))
    return np.concatenate([pause, *(part for cue in Cue for part in (wave(cue), pause))])


def wav_file(sound: Wave) -> bytes:
    """A WAV file of 16 bits, one channel."""
    file = BytesIO()
    with wav.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(SAMPLE_RATE)
        writer.writeframes(pcm(sound))
    return file.getvalue()
