"""The sounds are short, dry and clean, of one family."""

from __future__ import annotations

import numpy as np
import pytest

from console.sound.loudness import SAMPLE_RATE, Wave, true_peak_db
from console.sound.waves import SCORES, wave
from console.table.outputs import Cue

PEAK_DB = -0.8
LONGEST_MS = {
    Cue.FLIP: 50,
    Cue.TOUCH: 150,
    Cue.VERDICT: 600,
    Cue.FALSE_GRAB: 350,
    Cue.LIGHT: 200,
    Cue.COUNT: 320,
    Cue.CALL: 650,
    Cue.WIN: 3_800,
    Cue.THEME: 12_000,
}
FAMILY = {"C", "D", "E", "F", "G", "A", "B"}

every_cue = pytest.mark.parametrize("cue", Cue)


@every_cue
def test_a_sound_is_short(cue: Cue) -> None:
    duration_ms = 1000 * len(wave(cue)) / SAMPLE_RATE
    assert 20 <= duration_ms <= LONGEST_MS[cue]


@every_cue
def test_a_sound_fits_the_range_and_can_be_heard(cue: Cue) -> None:
    """Between its samples too."""
    assert -20 < true_peak_db(wave(cue)) <= PEAK_DB


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


# -- what they say ---------------------------------------------------------------------------------


def strongest_hz(sound: Wave) -> float:
    spectrum = np.abs(np.fft.rfft(sound, SAMPLE_RATE))
    return float(np.argmax(spectrum))  # one bin is 1 Hz


@every_cue
def test_all_play_the_same_scale(cue: Cue) -> None:
    assert {stroke.note[0] for stroke in SCORES[cue].strokes if stroke.note} <= FAMILY


def test_a_verdict_rises_and_a_false_grab_is_low() -> None:
    verdict = wave(Cue.VERDICT)
    second = int(0.11 * SAMPLE_RATE)
    assert strongest_hz(verdict[:second]) == pytest.approx(392, abs=5)
    assert strongest_hz(verdict[2 * second :]) == pytest.approx(523, abs=5)
    assert strongest_hz(wave(Cue.FALSE_GRAB)) < 150 < strongest_hz(wave(Cue.TOUCH))


def test_the_win_begins_with_the_verdicts_pair() -> None:
    pair = [stroke.note for stroke in SCORES[Cue.VERDICT].strokes[:2]]
    assert [stroke.note for stroke in SCORES[Cue.WIN].strokes[:2]] == pair
    assert [s.note for s in SCORES[Cue.THEME].strokes[:2]] == pair
    higher = [f"{note[0]}{int(note[1]) + 1}" for note in pair]
    assert [stroke.note for stroke in SCORES[Cue.LIGHT].strokes] == higher


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
    assert np.max(np.abs(call[: SAMPLE_RATE // 500])) < 0.5 * np.max(np.abs(call))
