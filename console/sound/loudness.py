"""How loud a sound is to the ear, as EBU R 128 has it (ITU-R BS.1770-4).

Sounds are float64[n] of one channel at ``SAMPLE_RATE``. One that is shorter than the 0.4 s over
which loudness is taken counts as if silence followed.
"""

from __future__ import annotations

from math import cos, pi, sin, tan
from typing import Final

import numpy as np
import numpy.typing as npt

SAMPLE_RATE: Final = 44_100
SPAN_S: Final = 0.4
STEP_S: Final = 0.1
OFFSET_LU: Final = -0.691
SILENT_LUFS: Final = -70.0
GATE_LU: Final = -10.0
OVERSAMPLED: Final = 4

Wave = npt.NDArray[np.float64]
Spectrum = npt.NDArray[np.complex128]


def momentary_lufs(sound: Wave) -> float:
    """The loudest 0.4 s: what a short sound is judged by (R 128 s1)."""
    return float(_lufs(_powers(sound)).max())


def integrated_lufs(sound: Wave) -> float:
    """The whole sound, without what is silent or far quieter than the rest."""
    powers = _powers(sound)[:: int(SAMPLE_RATE * STEP_S)]
    powers = powers[_lufs(powers) > SILENT_LUFS]
    gate = float(_lufs(np.array([powers.mean()]))[0]) + GATE_LU
    return float(_lufs(np.array([powers[_lufs(powers) > gate].mean()]))[0])


def true_peak_db(sound: Wave) -> float:
    """The highest point between the samples too, in dB of full scale."""
    spectrum = np.fft.rfft(sound, _whole(len(sound)))
    count = 2 * (len(spectrum) - 1) * OVERSAMPLED
    return float(20 * np.log10(np.max(np.abs(np.fft.irfft(spectrum, count))) * OVERSAMPLED))


def _powers(sound: Wave) -> Wave:
    """The mean square of the K-weighted sound in each 0.4 s that begins with one of its samples."""
    span = int(SAMPLE_RATE * SPAN_S)
    count = _whole(len(sound) + span)
    heard = np.fft.irfft(np.fft.rfft(sound, count) * _k_weight(count), count)
    total = np.concatenate(([0.0], np.cumsum(heard**2)))
    last = max(1, len(sound) - span + 1)
    return np.asarray((total[span : span + last] - total[:last]) / span, np.float64)


def _lufs(powers: Wave) -> Wave:
    return np.asarray(OFFSET_LU + 10 * np.log10(np.maximum(powers, 1e-12)), np.float64)


def _whole(count: int) -> int:
    """The next power of two, with room behind for what rings on in the filter."""
    return 1 << (count + SAMPLE_RATE // 10 - 1).bit_length()


def _k_weight(count: int) -> Spectrum:
    """The two filters' response: a head's shelf above 1.7 kHz, and no deep bass."""
    turn = np.exp(-2j * pi * np.arange(count // 2 + 1) / count)
    # The analogue filters behind the standard's table for 48 kHz, made for our rate.
    k, q, gain = tan(pi * 1681.974450955533 / SAMPLE_RATE), 0.7071752369554196, 10**0.19998
    root = gain**0.4996667741545416
    norm = 1 + k / q + k * k
    shelf = (
        (gain + root * k / q + k * k)
        + 2 * (k * k - gain) * turn
        + (gain - root * k / q + k * k) * turn**2
    ) / (norm + 2 * (k * k - 1) * turn + (1 - k / q + k * k) * turn**2)
    w, q = 2 * pi * 38.13547087602444 / SAMPLE_RATE, 0.5003270373238773
    alpha = sin(w) / (2 * q)
    low = (1 - 2 * turn + turn**2) / ((1 + alpha) - 2 * cos(w) * turn + (1 - alpha) * turn**2)
    return np.asarray(shelf * low, np.complex128)
