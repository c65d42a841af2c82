"""Playing the sounds; a table without an audio device plays none and says nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Self

import numpy as np
import pygame

from console.sound.loudness import SAMPLE_RATE, Wave
from console.sound.waves import making, wave
from console.table.outputs import Cue
from drivers.errors import ConfigError

HUSH_MS: Final = 400
BUFFER: Final = 256  # samples: 6 ms, so that a knock is heard with the touch


class Sounds:
    """All sounds of the table, each made once: ahead, in slices (``prepare``), or when it is first
    to be heard."""

    def __init__(self, volume: float = 0.7, *, silent: bool = False) -> None:
        self._sounds: dict[Cue, pygame.mixer.Sound] = {}
        self._volume = volume
        self.silent = silent
        """Is there nothing to play on?"""
        self.muted = False
        self._ahead = self._make_all()

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
        except (pygame.error, NotImplementedError):  # no device; a pygame built without a mixer
            return cls(silent=True)
        return cls(volume)

    def prepare(self) -> bool:
        """Make the next few milliseconds' worth of what will be needed; False when all is made."""
        return self._heard() and next(self._ahead, False) is None

    def _make_all(self) -> Iterator[None]:
        for cue in Cue:
            made = yield from making(cue)
            self._sounds.setdefault(cue, pygame.mixer.Sound(buffer=pcm(made)))

    def _heard(self) -> bool:
        """Is there still a device? To play without one would end the whole process."""
        if not self.silent and pygame.mixer.get_init() is None:  # it has gone, or pygame was ended
            self._sounds.clear()
            self.silent = True
        return not self.silent

    def _sound(self, cue: Cue) -> pygame.mixer.Sound:
        if cue not in self._sounds:
            self._sounds[cue] = pygame.mixer.Sound(buffer=pcm(wave(cue)))
        return self._sounds[cue]

    def play(self, cue: Cue, level: float = 1.0) -> None:
        """Start the sound of ``cue`` at 0.0 to 1.0 of the volume; never waits, never fails."""
        if self._heard() and not self.muted and level > 0:
            sound = self._sound(cue)
            sound.set_volume(self._volume * level)
            sound.play()

    def hush(self, cue: Cue) -> None:
        """Let the sound of ``cue`` die away, if it is heard."""
        if self._heard() and cue in self._sounds:
            self._sounds[cue].fadeout(HUSH_MS)

    def close(self) -> None:
        """Let the audio device go."""
        if self._heard():
            self._sounds.clear()
            self.silent = True
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


def pcm(sound: Wave) -> bytes:
    """A wave as mixers and files want it: int16, one channel."""
    return np.round(sound * 32767).astype("<i2").tobytes()
