"""The sounds are short, dry, clean and about equally loud (LOOK.md)."""

from __future__ import annotations

import numpy as np
import pytest

from console.sound.waves import SAMPLE_RATE, loudness, wave
from console.table.outputs import Cue

LONGEST_MS = {
    Cue.FLIP: 50,
    Cue.TOUCH: 150,
    Cue.VERDICT: 450,
    Cue.FALSE_GRAB: 350,
    Cue.LIGHT: 200,
    Cue.CALL: 600,
}

every_cue = pytest.mark.parametrize("cue", Cue)


@every_cue
def test_a_sound_is_short(cue: Cue) -> None:
    duration_ms = 1000 * len(wave(cue)) / SAMPLE_RATE
    assert 20 <= duration_ms <= LONGEST_MS[cue]


@every_cue
def test_a_sound_fits_the_range_and_can_be_heard(cue: Cue) -> None:
    assert 0.1 < np.max(np.abs(wave(cue))) <= 0.9 + 1e-12


@every_cue
def test_a_sound_does_not_click(cue: Cue) -> None:
    """It begins and ends at zero, and its last millisecond is far below its peak."""
    sound = wave(cue)
    assert sound[0] == 0
    assert abs(sound[-1]) < 1e-9
    last_ms = sound[-SAMPLE_RATE // 1000 :]
    assert np.max(np.abs(last_ms)) < 0.01 * np.max(np.abs(sound))


@every_cue
def test_a_sound_carries_no_direct_current(cue: Cue) -> None:
    assert abs(np.mean(wave(cue))) < 1e-9


def test_sounds_are_about_equally_loud() -> None:
    levels_db = [20 * np.log10(loudness(wave(cue))) for cue in Cue]
    assert max(levels_db) - min(levels_db) < 3


def test_loudness_is_that_of_a_tone_at_1_khz() -> None:
    t_s = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    tone = np.sin(2 * np.pi * 1000 * t_s)
    assert loudness(tone) == pytest.approx(np.sqrt(0.5), rel=0.01)
    low = np.sin(2 * np.pi * 100 * t_s)
    assert 20 * np.log10(loudness(low) / loudness(tone)) == pytest.approx(-19.1, abs=0.3)


def strongest_hz(sound: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    spectrum = np.abs(np.fft.rfft(sound, SAMPLE_RATE))
    return float(np.argmax(spectrum))  # one bin is 1 Hz


def test_a_verdict_rises_and_a_false_grab_is_low() -> None:
    verdict = wave(Cue.VERDICT)
    second = int(0.11 * SAMPLE_RATE)
    assert strongest_hz(verdict[:second]) == pytest.approx(392, abs=5)
    assert strongest_hz(verdict[2 * second :]) == pytest.approx(523, abs=5)
    assert strongest_hz(wave(Cue.FALSE_GRAB)) < 150 < strongest_hz(wave(Cue.TOUCH))


def test_the_light_is_heard_at_once() -> None:
    """It starts a race (C25): nearly full strength within 3 ms."""
    light = np.abs(wave(Cue.LIGHT))
    assert np.max(light[: 3 * SAMPLE_RATE // 1000]) > 0.7 * np.max(light)


def test_a_call_falls_softly() -> None:
    """Nobody takes it for a verdict, and nobody starts: it swells for several milliseconds."""
    call = wave(Cue.CALL)
    second = int(0.17 * SAMPLE_RATE)
    assert strongest_hz(call[:second]) == pytest.approx(659, abs=5)
    assert strongest_hz(call[2 * second :]) == pytest.approx(523, abs=5)
    assert np.max(np.abs(call[: SAMPLE_RATE // 500])) < 0.3 * np.max(np.abs(call))
