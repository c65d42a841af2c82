"""Is it the table that loads a petal, rather than a hand on it?

It swings under slaps, and couples them; what is put on it presses on all sensors alike. None of
that has a hand's time, or its force.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from drivers.baseline import Floats

RINGING: Final = 80, 40
"""It swings under a slap for so many scans; what stays for so many is a hand's."""
_RINGS = 0.04  # of a slap's force: so much may the table swing by under all petals
_SLAP_N = 2.0  # it swings under no less
_STAYS, _STAYS_N = 0.6, 0.8  # what presses so hard for so much of the time stays
_RESTED, _AT_REST = 4, 1.05  # within so many scans it rises by no more
# A load put on the table comes to all sensors within a factor, and slowly.
_LAID = 0.25
_LAID_STEP = 10, 0.5  # newtons, in so many scans, are the quickest of it
_LAID_LEAST_N = 0.15


def is_laid(newtons: Floats) -> bool:
    """Do forces float64[n, c] show something heavy put on the table? No hands press both sensors
    of all petals so slowly and so much alike."""
    step, step_n = _LAID_STEP
    if len(newtons) <= step:
        return False
    rose = newtons[-1] - newtons[0]
    least_n = max(_LAID * float(rose.max()), _LAID_LEAST_N)
    quickest_n = float((newtons[step:] - newtons[:-step]).max())
    return float(rose.min()) >= least_n and quickest_n <= step_n


def swings(
    own: Floats, slaps_n: Floats, coupled_n: Floats, peak_n: float, short: int, least_n: float
) -> bool:
    """May a touch be the table, which comes and goes under somebody's slap, while a hand stays?

    ``own``: float64[n] newtons, its force from its crossing on, ``peak_n`` the greatest of it;
    ``coupled_n``: float64[n], the most that others may leave in it. ``slaps_n``: float64[m], the
    greatest force on another petal, from as early or earlier until the same scan. A contact presses
    with ``least_n``; ``short``: scans, a brush is shorter.
    """
    if peak_n >= least_n + _RINGS * float(slaps_n.max()):
        return False
    slapped = slaps_n >= _SLAP_N
    first = max(int(slapped.argmax()) - (len(slaps_n) - len(own)), 0)
    before = own[:first] if slapped.any() else own
    rose = float(own.max()) >= least_n  # it shows as much, not only by what is lifted off it
    stays_n = np.full(len(own), _STAYS_N)
    if float(before.max(initial=0.0)) >= least_n:
        if np.count_nonzero(before >= _STAYS_N) >= short:
            return False  # it had come before anybody could make the table swing
    elif len(before) > _RESTED and before[-1] <= _AT_REST * before[-_RESTED] and rose:
        # It had come to rest with less: what is coupled into it since makes no contact of it.
        stays_n = np.maximum(_STAYS_N, before[-1] + coupled_n)
    loaded = own >= stays_n
    last = len(loaded) - int(loaded[::-1].argmax())
    lately = loaded[max(last - RINGING[1], 0) : last]  # a hand may come while it swings
    return last < RINGING[1] or float(lately.mean()) < _STAYS
