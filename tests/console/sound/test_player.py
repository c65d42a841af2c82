"""Sounds are played where there is a device, and nobody complains where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pygame
import pytest
from pytest_mock import MockerFixture

from console.sound.loudness import SAMPLE_RATE
from console.sound.player import HUSH_MS, Sounds
from console.sound.waves import wave
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
    for level in (0.5, 1.0):
        sounds.play(Cue.VERDICT, level)
        playing = pygame.mixer.Channel(0).get_sound()
        assert playing is not None
        assert playing.get_volume() == pytest.approx(0.5 * level, abs=0.01)
        pygame.mixer.stop()


def test_what_is_to_be_silent_is_not_played_at_all(sounds: Sounds) -> None:
    sounds.play(Cue.VERDICT, 0.0)
    assert not pygame.mixer.get_busy()


def test_sounds_are_made_ahead_in_short_slices_and_only_once(
    sounds: Sounds, mocker: MockerFixture
) -> None:
    """So that neither the start nor a win has to wait for them."""
    sounds.play(Cue.TOUCH)  # wanted before its turn
    slices = 0
    while sounds.prepare():
        slices += 1
    assert slices > 50
    made = mocker.patch("console.sound.player.wave")
    for cue in Cue:
        sounds.play(cue)
    made.assert_not_called()
    assert not sounds.prepare()


def test_opening_makes_no_sound_yet(mocker: MockerFixture) -> None:
    """The start is not to wait for what nobody hears yet."""
    made = mocker.patch("console.sound.player.wave"), mocker.patch("console.sound.player.making")
    Sounds.open().close()
    assert [maker.call_count for maker in made] == [0, 0]


def test_a_sound_is_hushed(sounds: Sounds, mocker: MockerFixture) -> None:
    made = mocker.patch("console.sound.player.pygame.mixer.Sound").return_value
    sounds.hush(Cue.THEME)  # which was never heard
    made.fadeout.assert_not_called()
    sounds.play(Cue.THEME)
    sounds.hush(Cue.THEME)
    made.fadeout.assert_called_once_with(HUSH_MS)
