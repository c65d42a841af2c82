"""Playing the sounds; a table without an audio device plays none and says nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Self

import numpy as np
import pygame

from console.sound.waves import SAMPLE_RATE, wave
from console.table.outputs import Cue
from drivers.errors import ConfigError

BUFFER: Final = 256  # samples: 6 ms, so that a knock is heard with the touch


class Sounds:
    """All sounds of the table, synthesised once. A cue without a sound is silence."""

    def __init__(self, sounds: Mapping[Cue, pygame.mixer.Sound], volume: float = 0.7) -> None:
        self._sounds = dict(sounds)
        self._volume = volume
        self.muted = False

    @classmethod
    def open(cls, volume: float = 0.7) -> Self:
        """Take the audio device at ``volume`` 0.0 to 1.0; without one all is silent.

        Raises ConfigError for a volume out of range.
        """
        if not 0 <= volume <= 1:
            raise ConfigError("sound volume is {volume}: it must be from 0 to 1", volume=volume)
        try:
            with _quiet():
                pygame.mixer.init(SAMPLE_RATE, -16, 1, BUFFER, allowedchanges=0)
            sounds = {cue: pygame.mixer.Sound(buffer=_pcm(cue)) for cue in Cue}
        except (pygame.error, NotImplementedError):  # no device; a pygame built without a mixer
            return cls({})
        return cls(sounds, volume)

    @property
    def silent(self) -> bool:
        """Is there nothing to play on?"""
        return not self._sounds

    def play(self, cue: Cue, level: float = 1.0) -> None:
        """Start the sound of ``cue`` at 0.0 to 1.0 of the volume; never waits, never fails."""
        if self._sounds and pygame.mixer.get_init() is None:
            # The device has gone, or pygame was ended: playing now would end the whole process.
            self._sounds.clear()
        sound = self._sounds.get(cue)
        if sound is not None and not self.muted:
            sound.set_volume(self._volume * level)
            sound.play()

    def close(self) -> None:
        """Let the audio device go."""
        if self._sounds:
            self._sounds.clear()
            pygame.mixer.quit()


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the audio libraries, which write to file 2 themselves when there is no device."""
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _pcm(cue: Cue) -> bytes:
    """The wave as the mixer wants it: int16, one channel."""
    return np.round(wave(cue) * 32767).astype(np.int16).tobytes()
