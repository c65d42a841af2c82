"""The sounds as numbers: struck, damped partials and a little seeded noise (LOOK.md).

A wave is float64[n] at 44.1 kHz within ±1. All begin and end at zero, carry no direct current, and
are about equally loud to the ear: loudness is judged by the A-weighted power (IEC 61672-1) of the
loudest tenth of a second, which is about as long as an ear sums up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from console.table.outputs import Cue

SAMPLE_RATE: Final = 44_100
LOUDNESS: Final = 0.055
PEAK: Final = 0.9
FADE_MS: Final = 4.0

Wave = npt.NDArray[np.float64]


@cache
def wave(cue: Cue) -> Wave:
    """The sound of a cue, ready to play. Do not write to it."""
    made = _without_dc(_faded(_MAKERS[cue]()))
    made *= min(LOUDNESS / loudness(made), PEAK / float(np.max(np.abs(made))))
    made.flags.writeable = False
    return made


def loudness(sound: Wave) -> float:
    """A-weighted root mean square of the loudest tenth of a second, 1.0 for full scale at 1 kHz."""
    span = SAMPLE_RATE // 10
    padded = np.pad(sound, (0, span))
    hz = np.arange(len(padded) // 2 + 1) * (SAMPLE_RATE / len(padded))
    heard = np.fft.irfft(np.fft.rfft(padded) * _a_weight(hz), len(padded))
    power = np.convolve(heard**2, np.ones(span) / span, "valid")
    return float(np.sqrt(power.max()))


def _a_weight(hz: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """The A-weighting of IEC 61672-1 as a factor, 1 at 1 kHz."""
    f2 = hz**2
    shape = (12194.0**2 * f2**2) / (
        (f2 + 20.6**2) * np.sqrt((f2 + 107.7**2) * (f2 + 737.9**2)) * (f2 + 12194.0**2)
    )
    return np.asarray(shape * 1.2589, np.float64)


def _time_s(duration_ms: float) -> Wave:
    return np.arange(int(SAMPLE_RATE * duration_ms / 1000)) / SAMPLE_RATE


def _struck(
    duration_ms: float,
    hz: float,
    partials: tuple[tuple[float, float, float], ...],
    attack_ms: float = 0.5,
) -> Wave:
    """Damped partials, each (ratio to ``hz``, level, decay in ms), with a soft attack."""
    t_s = _time_s(duration_ms)
    sound = np.zeros_like(t_s)
    for ratio, level, decay_ms in partials:
        sound += level * np.sin(2 * np.pi * hz * ratio * t_s) * np.exp(-t_s * 1000 / decay_ms)
    return np.asarray(sound * (1 - np.exp(-t_s * 1000 / attack_ms)), np.float64)


def _noise(duration_ms: float, decay_ms: float) -> Wave:
    """A burst of noise, the same each time."""
    t_s = _time_s(duration_ms)
    burst = np.random.default_rng(20).standard_normal(len(t_s))
    return np.asarray(burst * np.exp(-t_s * 1000 / decay_ms), np.float64)


def _one_after_another(first: Wave, second: Wave, gap_ms: float) -> Wave:
    """``second`` starts ``gap_ms`` after ``first``."""
    start = int(SAMPLE_RATE * gap_ms / 1000)
    both = np.zeros(max(len(first), start + len(second)))
    both[: len(first)] += first
    both[start : start + len(second)] += second
    return both


def _tick() -> Wave:
    """A card laid down: dry, high, gone at once."""
    return _noise(40, 2.5) * 0.6 + _struck(40, 2300, ((1, 0.7, 6), (1.53, 0.3, 4)))


def _knock() -> Wave:
    """A knuckle on felt."""
    return _noise(110, 3) * 0.15 + _struck(110, 240, ((1, 1, 22), (1.9, 0.5, 14), (3.1, 0.2, 8)))


def _rising_pair() -> Wave:
    """G and the C above it, warm: low partials only, a soft attack."""
    partials = ((1, 1, 110), (2, 0.35, 70), (3, 0.12, 45))
    return _one_after_another(
        _struck(300, 392.0, partials, attack_ms=4), _struck(330, 523.25, partials, attack_ms=4), 110
    )


def _thud() -> Wave:
    """A wooden block, low."""
    body = _struck(300, 98, ((1, 1, 60), (2.41, 0.7, 36), (4.2, 0.35, 16)), attack_ms=1)
    return body + _noise(300, 4) * 0.12


def _light() -> Wave:
    """Two quick high taps; the first comes at once, for it starts a race."""
    tap = ((1, 1, 22), (2, 0.2, 12))
    return _one_after_another(_struck(90, 880, tap), _struck(110, 1174.66, tap), 60)


def _call() -> Wave:
    """A soft bell, E and the C below it: heard, and nothing to start at."""
    partials = ((1, 1, 95), (2, 0.12, 50), (3.01, 0.05, 30))
    return _one_after_another(
        _struck(300, 659.25, partials, attack_ms=12),
        _struck(400, 523.25, partials, attack_ms=12),
        170,
    )


_MAKERS: Final[dict[Cue, Callable[[], Wave]]] = {
    Cue.FLIP: _tick,
    Cue.TOUCH: _knock,
    Cue.VERDICT: _rising_pair,
    Cue.FALSE_GRAB: _thud,
    Cue.LIGHT: _light,
    Cue.CALL: _call,
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
