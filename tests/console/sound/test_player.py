"""Sounds are played where there is a device, and nobody complains where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pygame
import pytest
from pytest_mock import MockerFixture

from console.sound.player import Sounds
from console.sound.waves import SAMPLE_RATE, wave
from console.table.outputs import Cue
from drivers.errors import ConfigError


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    """Sounds on SDL's dummy device."""
    opened = Sounds.open(0.5)
    yield opened
    opened.close()


def test_every_cue_is_played(sounds: Sounds) -> None:
    assert not sounds.silent
    assert pygame.mixer.get_init() == (SAMPLE_RATE, -16, 1)
    for cue in Cue:
        pygame.mixer.stop()
        sounds.play(cue)
        playing = pygame.mixer.Channel(0).get_sound()
        assert playing is not None
        assert len(playing.get_raw()) == 2 * len(wave(cue))
        assert playing.get_volume() == pytest.approx(0.5, abs=0.01)


def test_a_muted_table_plays_nothing_until_it_is_heard_again(sounds: Sounds) -> None:
    sounds.muted = True
    sounds.play(Cue.FLIP)
    assert not pygame.mixer.get_busy()
    sounds.muted = False
    sounds.play(Cue.FLIP)
    assert pygame.mixer.get_busy()


def test_closing_lets_the_device_go(sounds: Sounds) -> None:
    sounds.close()
    assert pygame.mixer.get_init() is None
    sounds.play(Cue.FLIP)
    sounds.close()


@pytest.mark.parametrize(
    "fault", [pygame.error("No available audio device"), NotImplementedError("mixer missing")]
)
def test_without_a_device_all_is_silent(
    mocker: MockerFixture, capfd: pytest.CaptureFixture[str], fault: Exception
) -> None:
    mocker.patch("pygame.mixer.init", side_effect=fault)
    silent = Sounds.open()
    for cue in Cue:
        silent.play(cue)
    silent.close()
    assert silent.silent
    assert capfd.readouterr() == ("", "")


def test_a_device_that_goes_away_leaves_silence(sounds: Sounds) -> None:
    pygame.mixer.quit()
    sounds.play(Cue.VERDICT)
    assert sounds.silent


def test_audio_libraries_that_complain_are_not_heard(
    mocker: MockerFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """ALSA writes to file 2 by itself before SDL gives up."""

    def complain(*_: object, **__: object) -> None:
        os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\n")
        raise pygame.error("ALSA: Couldn't open audio device")

    mocker.patch("pygame.mixer.init", side_effect=complain)
    Sounds.open()
    os.write(2, b"later words are heard")
    assert capfd.readouterr() == ("", "later words are heard")


@pytest.mark.parametrize("volume", [-0.1, 1.1, float("nan")])
def test_a_volume_out_of_range_is_refused(volume: float) -> None:
    with pytest.raises(ConfigError, match="from 0 to 1"):
        Sounds.open(volume)


def test_a_sound_is_played_at_its_share_of_the_volume(sounds: Sounds) -> None:
    for level in (0.5, 1.0, 0.0):
        sounds.play(Cue.VERDICT, level)
        playing = pygame.mixer.Channel(0).get_sound()
        assert playing is not None
        assert playing.get_volume() == pytest.approx(0.5 * level, abs=0.01)
        pygame.mixer.stop()
