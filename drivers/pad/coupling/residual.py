"""The residual: how far off is what was taken off a channel as coupled? Too much, too little or too
early, as the scans before a hand have shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import hypot
from typing import Final

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.reductions import (
    AROUND,
    first_of,
    greatest,
    greatest_by_row,
    least,
    least_by_row,
    mean,
    smoothed,
    windows,
)

SHOWN_N: Final = 0.03
"""From here on a sensor is surely pressed."""
BEFORE: Final = 10
"""Scans before a rise that show where it rose from, and whether it had bounced."""
PULLS_N: Final = 0.2
"""Others that may pull less away have not come."""
REST: Final = 45, 8
"""Scans before a rise that show what lay on the petal: from the first of them, until the second."""
HELD: Final = 0.9
"""Of what it surely pressed with, a hand that is still there presses with."""
PRESSED_N: Final = 2.0
"""With less nobody couples what shows."""
# A sensor is cut off that rests at so much and gives hardly anything of it, after a scan with more
# than half of it, for so many scans; a hand there may press with more than the onset's force.
_RESTED_N, _NOTHING, _KEPT, _CUT_OFF, _MOST_HIDDEN_N = 0.12, 0.9, 0.5, 32, 1.0
_LEAST_REST_N = 0.04
_SHOWN = 3  # scans before a rise nobody has pressed yet
# Scans for which a force is below nothing, by how much, and how steady what is taken off is then.
_LASTS, _BELOW_N, _STEADY = 8, 0.1, 0.8
_OFF_N = 0.05
_OWN_N = 0.1  # less may be what couples
_LATE, _NEAR = 0.4, 2  # of a scan; scans before a crossing
_AT_LATEST = 3  # scans
_CALM_N = 0.1  # so little is taken off
_RISING, _RISES_N = 5, 0.1  # scans in which a hand rises, by so much
_ONES = np.ones(256)
_MAY_BE = 2.0  # errors of what was taken off, by which a hand may seem to have gone
_JUST = 2  # scans before others come: was a hand there by then?
# Scans in which a table swings back, and by how much at most of what it was late with.
_SWINGS_BACK, _AS_FAR = 16, 1.5
# Of what others let go of within so many scans, so much is the swing of a table, one sigma, which
# dies away in so many; less of that does not show.
_SWINGS_ON, _LETS_GO, _DIES = 0.15, 8, 20.0
_LEAST_GONE_N = 0.2


def borne_out(lifted_n: Floats, own: Floats, read: Floats, k: int) -> Floats:
    """float64[n]: what others seem to lift off a channel, as far as it has borne that out before
    row ``k``, when its own force was nothing. Two sensors under one hand that read apart look like
    fingers that lift, for as long as it stays."""
    (none,) = (own[:k] < _OWN_N).nonzero()
    k = int(none[-1]) + 1 if none.size else k  # what it has shown since is the hand's already
    low, high = max(k - BEFORE, 0), k - _SHOWN
    if high <= low or least(read[low:high]) < SHOWN_N:
        return np.where(own > SHOWN_N, lifted_n, 0.0)  # it had nothing to lift off
    before_n = mean(lifted_n[low:high])
    false_n = max(before_n - max(-mean(own[low:high]), 0.0), 0.0)
    return np.maximum(lifted_n - false_n, 0.0)


def taken_too_much(own: Floats, taken_n: Floats, k: int) -> Floats | None:
    """float64[n]: how much more there may be on a channel whose force, before row ``k``, was below
    nothing for some scans in which the others pressed steadily: nobody pulls, so that was taken off
    too much, and so is its part of what is taken off since. None: it was not."""
    if k < _LASTS or least(own[:k]) > -_BELOW_N:
        return None
    part, row = _missing(-own[:k], taken_n[:k], _BELOW_N)
    if not part:
        return None
    more_n: Floats = part * taken_n
    more_n[: row + _LASTS] = 0.0
    return more_n


def _missing(missing_n: Floats, taken_n: Floats, least_n: float) -> tuple[float, int]:
    """The greatest part of what was taken off, while the others pressed steadily, that was
    ``missing_n`` then, of at least ``least_n``, and the row from which on it was; 0: none was."""
    off_n = windows(taken_n, _LASTS)
    mean_n = windows(missing_n, _LASTS).mean(axis=1)
    least_off_n, most_off_n = least_by_row(off_n), greatest_by_row(off_n)
    steady = least_off_n >= np.maximum(_STEADY * most_off_n, _BELOW_N)
    parts = mean_n / np.maximum(most_off_n, _BELOW_N) * (steady & (mean_n >= least_n))
    row = int(parts.argmax())
    return min(float(parts[row]), 1.0), row


def lay_under(
    own: Floats, others: Floats, taken_n: Floats, left_n: Floats, k: int, least_n: float
) -> Floats | None:
    """float64[n]: how much more there may be of a finger that lay there alone with ``least_n``, and
    has less before row ``k``, while others, float64[n, s], press steadily: nobody pulls, so that
    was taken off too much, and so is its part of all that is since they came. None: it has no less,
    or it went: by more than ``left_n``, the errors of what was taken off, make of it."""
    lay_n = lay_alone(own, others, least_n)
    first = int(lay_n.argmax())
    if k - first < _LASTS or not lay_n[first]:
        return None
    since = slice(first, k)
    lost_n = (lay_n - own)[since]
    part, row = _missing(lost_n, taken_n[since], _OFF_N)
    there = slice(row, row + _LASTS)
    if not part or mean(lost_n[there]) > _MAY_BE * mean(left_n[since][there]):
        return None
    more_n: Floats = part * taken_n
    more_n[:first] = 0.0
    return more_n


def swings_back_n(own: Floats, left_n: Floats, k: int, swing_n: Floats | None) -> Floats | None:
    """``Track.swing_n``, with what a table may load a channel by that was below nothing just
    before, until row ``k``, by more than two errors ``left_n`` of what was taken off: nobody pulls,
    so the table had not passed it on yet, and it swings. That hides no hand that came before."""
    if k < 1 or least(own[:k]) > -_BELOW_N:
        return swing_n
    below_n = np.maximum(-own[:k], 0.0)
    below_n[below_n < np.maximum(2.0 * left_n[:k], _BELOW_N)] = 0.0
    if not np.count_nonzero(below_n):
        return swing_n
    padded_n = np.zeros(len(own) + _SWINGS_BACK - 1)
    padded_n[_SWINGS_BACK - 1 : _SWINGS_BACK - 1 + k] = below_n
    swung_n = np.zeros((3, len(own))) if swing_n is None else swing_n.copy()
    swung_n[2] -= _AS_FAR * greatest_by_row(windows(padded_n, _SWINGS_BACK))
    return swung_n


def swings_on_n(left_n: Floats, coupled_n: Floats, k: int) -> Floats:
    """The error ``left_n`` of what was taken off, with that of a table which swings on after others
    have let go, by the crossing in row ``k``: it is as much more or less for a while. Who was there
    before shows that he is. ``coupled_n``: float64[n], what was taken off."""
    if greatest(coupled_n) < _LEAST_GONE_N:
        return left_n
    padded_n = np.concatenate((coupled_n[:1].repeat(_LETS_GO), coupled_n))
    gone_n = greatest_by_row(windows(padded_n, _LETS_GO + 1)) - coupled_n
    gone_n[k + 1 :] = 0.0
    if greatest(gone_n) < _LEAST_GONE_N:
        return left_n
    grows = np.exp(np.arange(len(gone_n)) / _DIES)
    swings_n = np.maximum.accumulate(gone_n * grows) / grows
    return np.hypot(left_n, _SWINGS_ON * swings_n)


def calm_until(taken_n: Floats, crossed: int) -> int:
    """The first row since ``crossed`` in which more is taken off than by then."""
    by_then_n = mean(taken_n[max(crossed - 2 * AROUND, 0) : crossed + 1])
    calm = np.minimum(taken_n, smoothed(taken_n))[crossed:] < by_then_n + _CALM_N
    return crossed + (len(calm) if calm.all() else int(calm.argmin()))


def with_doubt(own: Floats, read: Floats, over_n: Floats, left_n: Floats, crossed: int) -> Floats:
    """A channel's own force, float64[n], with what may have been taken off it too much. If it still
    rose as others came, nobody knows how far: ``over_n`` more than likely was taken off, give or
    take ``left_n``, of which it may have as much as it had just risen by. Else it has no more than
    it had by then, as nobody coupled that."""
    end = calm_until(np.maximum(read - own, 0.0), crossed) - 1
    likely = own + over_n  # what explains all that has come since takes of its rise already
    rose_n = likely[end] - likely[max(end - _RISING, 0)]
    if rose_n < _RISES_N:
        had_n: Floats = np.maximum(own, np.minimum(likely, likely[end]))
        return had_n
    doubted: Floats = np.minimum(np.minimum(likely + left_n, read), likely[end] + rose_n)
    return np.maximum(likely, doubted)


def _in_all(others: Floats) -> Floats:
    """float64[n], the sums of the rows of float64[n, s]."""
    sums: Floats = others.dot(_ONES[: others.shape[1]])
    return sums


def lay_alone(own: Floats, others: Floats, least_n: float) -> Floats:
    """float64[n]: what a channel carried when nobody else pressed yet, or leaned at most, from the
    scan on in which others, float64[n, s], do. Nobody couples before, so that was a finger's, and
    nothing shows that it has gone since. Nothing for less than ``least_n``."""
    lay_n = np.zeros(len(own))
    pressed = _in_all(others) >= PRESSED_N
    first = int(pressed.argmax())  # the first scan as well, where nobody does
    if first >= AROUND and (alone_n := least(own[first - AROUND : first])) >= least_n:
        lay_n[first:] = alone_n
    return lay_n


def pulled_away(
    own: Floats, most_n: Floats, k: int, least_n: float, light_n: float
) -> Floats | None:
    """float64[n]: how much more there may be of a force that rose in row ``k``, had ``least_n``
    when others came after it, and has less: what it has lost since, for as long as that is no more
    than they may have pulled away, ``most_n``, float64[n]. A table that tips lifts a petal beside a
    push. None: there is nothing of that; it was going by then, or had come with ``light_n``, as
    what bounces does."""
    low = max(k - BEFORE, 0)
    if came_by(most_n[low : k + 1]):
        return None
    more_n = most_n - least(most_n[low : k + 1])
    first = low + int((more_n[low:] >= PULLS_N).argmax())
    if first <= k:  # nobody came
        return None
    lay_n, came_n = least(own[max(first - _JUST, k) : first]), greatest(own[k:first])
    if lay_n < max(least_n, HELD * came_n) or came_n >= light_n:
        return None
    lost_n = lay_n - own[first:]
    stays = np.logical_and.accumulate(lost_n <= more_n[first:])
    pulled = stays & (own[first:] < least_n)
    if not np.count_nonzero(pulled):
        return None
    pulled_n = np.zeros(len(own))
    pulled_n[first:] = np.where(pulled, lost_n, 0.0)
    return pulled_n


def came_by(most_n: Floats) -> bool:
    """Had others come by the last of these scans, float64[n], who may pull so much away?"""
    return greatest(most_n) - least(most_n) >= PULLS_N


def lay_before_n(own: Floats, k: int) -> float:
    """What lay on a channel before row ``k``, newtons: below 0 for what was taken away."""
    before = own[max(k - REST[0], 0) : max(k - REST[1], 0)]
    if len(before) < REST[0] - REST[1]:
        return 0.0
    rest_n: float = sorted(before.tolist())[len(before) // 2]
    return rest_n if abs(rest_n) >= _LEAST_REST_N else 0.0


def passed_late(coupled_n: Floats, crossed: int) -> Floats:
    """float64[n]: how much more was taken off than had come by then, and as much more or less: a
    table gives way, and passes a push on late. That matters near row ``crossed``, where the own
    force passed the onset's; what is off before it is a share that was weighed badly. Nothing for
    one that has not passed it."""
    late_n = np.zeros(len(coupled_n))
    if crossed >= 0:
        first = max(crossed - _NEAR, 1)
        late_n[first:] = _LATE * (coupled_n[first:] - coupled_n[first - 1 : -1])
    return late_n


def may_be_late(coupled_n: Floats, crossed: int) -> Floats:
    """float64[n]: one sigma of what is taken off too early, where nobody knows yet how late a table
    passes on what couples, beside row ``crossed``, as of ``passed_late``: two of it are what comes
    in ``_AT_LATEST`` scans. Who came before a slap is in no doubt for that."""
    late_n = np.zeros(len(coupled_n))
    if crossed >= 0:
        first, end = max(crossed - _NEAR, _AT_LATEST), max(crossed + _NEAR, _AT_LATEST) + 1
        before_n = coupled_n[first - _AT_LATEST : end - _AT_LATEST]
        late_n[first:end] = 0.5 * np.abs(coupled_n[first:end] - before_n[: len(late_n) - first])
    return late_n


def each_since_before(errors: Sequence[Floats], own: Floats, read: Floats, k: int) -> Floats:
    """``since_before`` of errors of several causes: what shows one says nothing of the others."""
    left_n: Floats = reduce(np.hypot, [since_before(left_n, own, read, k) for left_n in errors])
    return left_n


def since_before(left_n: Floats, own: Floats, read: Floats, k: int) -> Floats:
    """float64[n]: the error of what was taken off that is left where the force before row ``k``,
    when nobody pressed yet, has shown it: as much as there was then, and what came since. Where
    less is taken off, as before a slap, it is less. A sensor that read nothing has shown nothing.
    """
    low, high = max(k - BEFORE, 0), k - _SHOWN
    if high <= low or least(read[low:high]) < SHOWN_N:
        return left_n
    before_n = mean(left_n[low:high])
    shown_n = hypot(mean(own[low:high]), SHOWN_N)
    left: Floats = np.minimum(np.hypot(min(before_n, shown_n), left_n - before_n), left_n)
    return left


def while_pressed(left_n: Floats, own: Floats, sure_n: Floats, crossed: int) -> Floats | None:
    """float64[2, n]: the error of what was taken off, for as long as what may be left, ``own`` and
    as much as that error has grown since the most of it, is no less than the hand has surely
    pressed with since row ``crossed``: nothing shows that it went; and what it has lost meanwhile,
    which was taken off too much. What a sensor reads shows nothing of that: a slap keeps it up
    where a brush has gone. None where that is nothing, or others pressed by then, which may have
    been no hand."""
    if crossed < 0 or left_n[crossed] > _OFF_N or not np.count_nonzero(left_n[crossed:]):
        return None
    here_n, left = own[crossed:], left_n[crossed:]
    greatest_n = np.maximum.accumulate(here_n)
    risen = np.append(True, greatest_n[1:] > greatest_n[:-1])
    most = np.maximum.accumulate(np.where(risen, np.arange(len(here_n)), 0))
    may_be_n = _MAY_BE * np.maximum(left - left[most], 0.0)
    less = here_n + may_be_n < HELD * np.maximum.accumulate(sure_n[crossed:])
    end = first_of(less)
    kept_n = np.zeros((2, len(own)))
    kept_n[0, crossed : crossed + end] = left[:end]
    kept_n[1, crossed : crossed + end] = np.minimum(greatest_n - here_n, may_be_n)[:end]
    return kept_n if np.count_nonzero(kept_n[0]) else None


def cut_off(read: Floats, none_n: float) -> Floats | None:
    """float64[n]: how much more there may be of a force where its sensor gives nothing at all, from
    one scan to the next and for some milliseconds, as a loose plug does: that says as little as
    scans that are lost. ``read``: float64[n], what it reads; ``none_n``: nothing, less than it
    rests at. None: it is not cut off."""
    if none_n > -_RESTED_N or least(read) > _NOTHING * none_n:
        return None
    none = np.concatenate(([False], read <= _NOTHING * none_n, [False]))
    edges = (none[1:] != none[:-1]).nonzero()[0].tolist()
    hidden_n = np.zeros(len(read))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start > 0 and end - start <= _CUT_OFF and read[start - 1] >= _KEPT * none_n:
            hidden_n[start:end] = _MOST_HIDDEN_N
    return hidden_n


def in_all_n(*hidden: Floats | None) -> Floats | None:
    """float64[n]: how much more there may be of a force, by all that may hide it."""
    hides = [hidden_n for hidden_n in hidden if hidden_n is not None]
    return np.add.reduce(hides) if hides else None
