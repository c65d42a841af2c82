"""Each sound is as loud as its class (LOOK.md), and our meter reads what another one reads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from console.sound.loudness import SAMPLE_RATE, Wave, integrated_lufs, momentary_lufs, true_peak_db
from console.sound.waves import CLASSES, SoundClass, wave
from console.table.outputs import Cue

LOUDNESS_LUFS = {SoundClass.PLAY: -27.0, SoundClass.VERDICT: -22.0, SoundClass.MUSIC: -27.0}
"""Each class at its loudest (``momentary_lufs``), at full volume."""
SPAN = round(0.4 * SAMPLE_RATE)


def integrated_elsewhere() -> Callable[[Wave], float]:
    """Another hand's meter, in LUFS."""
    import pyloudnorm  # for two seconds: only where it is needed

    measure: Callable[[Wave], float] = pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness
    return measure


def loudest_lufs(sound: Wave) -> float:
    """By another hand: the loudest 0.4 s, begun every 10 ms."""
    measure = integrated_elsewhere()
    quiet = np.zeros(SPAN)
    starts = range(0, len(sound), SAMPLE_RATE // 100)
    if len(sound) > 4 * SPAN:  # of long ones every 100 ms is enough
        starts = range(0, len(sound), SAMPLE_RATE // 10)
    found = []
    for start in starts:
        span = sound[start : start + SPAN]
        if np.max(np.abs(span)) > 0.05 * np.max(np.abs(sound)):
            found.append(measure(np.concatenate((span, quiet))[:SPAN]))
    return float(max(found))


@pytest.mark.parametrize("sound_class", SoundClass)
def test_r128_sounds_of_a_class_are_equally_loud(sound_class: SoundClass) -> None:
    """Within 1 LU at their loudest, by our own measure and by another."""
    cues = [cue for cue in Cue if CLASSES[cue] is sound_class]
    assert cues
    for measure, error in ((momentary_lufs, 0.15), (loudest_lufs, 0.4)):
        levels = [measure(wave(cue)) for cue in cues]
        assert max(levels) - min(levels) < 1.0
        assert levels == pytest.approx([LOUDNESS_LUFS[sound_class]] * len(cues), abs=error)


def test_the_theme_lies_below_the_verdicts_on_the_whole_too() -> None:
    assert integrated_lufs(wave(Cue.THEME)) < integrated_lufs(wave(Cue.VERDICT)) - 6


@pytest.mark.parametrize("hz", [60, 200, 1000, 3000, 9000])
def test_loudness_is_what_another_meter_measures(hz: int) -> None:
    t_s = np.arange(3 * SAMPLE_RATE) / SAMPLE_RATE
    tone = 0.3 * np.sin(2 * np.pi * hz * t_s)
    other = integrated_elsewhere()(tone)
    assert integrated_lufs(tone) == pytest.approx(other, abs=0.05)
    assert momentary_lufs(tone) == pytest.approx(other, abs=0.05)


def test_a_full_tone_at_1_khz_is_what_the_standard_says() -> None:
    """BS.1770: a sine of full scale in one channel at 997 Hz reads -3.01."""
    t_s = np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    tone = np.sin(2 * np.pi * 997 * t_s)
    assert integrated_lufs(tone) == pytest.approx(-3.01, abs=0.05)


def test_what_is_far_quieter_does_not_count_for_the_whole() -> None:
    noise = 0.05 * np.random.default_rng(1).standard_normal(5 * SAMPLE_RATE)
    quiet = noise.copy()
    quiet[2 * SAMPLE_RATE :] *= 0.05
    assert integrated_lufs(quiet) == pytest.approx(integrated_lufs(noise), abs=1.0)
    other = integrated_elsewhere()(quiet)
    assert integrated_lufs(quiet) == pytest.approx(other, abs=0.1)


def test_a_peak_between_two_samples_is_seen() -> None:
    t = np.arange(SAMPLE_RATE)
    tone = 0.5 * np.sin(np.pi / 2 * t + np.pi / 4) * np.hanning(len(t))
    assert np.max(np.abs(tone)) == pytest.approx(0.5 / 2**0.5, rel=0.01)
    assert true_peak_db(tone) == pytest.approx(20 * np.log10(0.5), abs=0.1)
