"""When a touch began, from its whole approach: the first passing of the threshold that holds.

Gaps below 5 ms are joined, brushes dropped (HARDWARE.md, "Truth"). What the forces may be wrong by
(calibration, crosstalk, noise) moves the threshold up and down; the moments at which the two moved
thresholds were passed are the bounds of the onset. On a steep rise they lie some hundredths of a
millisecond apart; where a finger rested near the threshold they enclose its whole rest. The onset
is in the middle, its error such that twice of it reaches both bounds. What is more unlikely, that a
finger which rested beside the threshold was above it after all, or below, is no part of that error;
but nobody who came meanwhile is called the first, so its bounds are told too. What others couple
or a load leaves near the threshold for longer than a hand is waited for is no finger: the hand came
as it left that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import copysign, hypot, sqrt
from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.config import PadConfig, Spans
from drivers.pad.onset.passing import AROUND, Onset, Passing, falling_at, passing, passing_at
from drivers.pad.onset.unseen import Least, long_gaps, unseen
from drivers.pad.reductions import greatest, mean

_REACH = (
    2.0  # sigmas: of force up to which bounds of a rise are looked for, of the onset up to them
)
# Sigmas up to which a force that rests may be at the level. More than half of what is unknown of a
# weighed sensor is its drift, of which there is a most: 12 % of the force.
_RESTS = 1.35
_STAYED = 0.9  # of the level: what sinks no lower, if it may be greater, has not surely gone
_SURE = 3.0  # sigmas: what rests further off the level was surely not at it
_SHORT = 2.0  # intervals: in less nobody rests
_LEAST_SIGMA = 0.02  # of the interval between two samples
_LEAST_REST = 3  # samples
_SPARK = 3  # samples at most: no hand that reached full scale is off again so soon
_STILL = 1.1  # of the error of a force: half of a steady rise between the bounds is more
_BACK = 4.0  # of it: a finger went back, and came again


class Track(NamedTuple):
    """One sensor's own force: float64[n] sample times in nanoseconds from some origin, newtons and
    their one-sigma error in newtons, for the same n scans of both sensors. ``rest_n``: part of
    the force that lay there before, a load or a finger: with or without it. ``hidden_n``:
    float64[n], how much more there may be where the sensor shows nothing. ``gone``: bool[n], the
    samples that are none; their forces are filled in. ``coupled``: what others caused was taken off
    its passing. ``full``: bool[n], the samples at full scale: the force was that, or more.
    ``swing_n``: float64[3, n], what the table that swings has at most taken off the
    force, has most likely, and has at least. ``stays_n``: float64[2, n], the part of ``sigma_n`` by
    which no hand goes that was there before, and what was taken off it too much
    (``residual.while_pressed``). ``lone_n``: float64[n], how much more a sample of either sensor
    read that stood alone, and may be a click."""

    t: Floats
    force_n: Floats
    sigma_n: Floats
    rest_n: float = 0.0
    hidden_n: Floats | None = None
    gone: Flags | None = None
    coupled: bool = False
    full: Flags | None = None
    swing_n: Floats | None = None
    stays_n: Floats | None = None
    lone_n: Floats | None = None

    def moved(self, sigmas: float) -> Floats:
        """The forces, if they are ``sigmas`` greater than measured."""
        force: Floats = self.force_n + sigmas * self.sigma_n
        if self.swing_n is not None:
            force += self.swing_n[1 - (sigmas > 0) + (sigmas < 0)]
        if sigmas < 0:
            return force - self.rest_n
        return force if self.hidden_n is None else force + self.hidden_n

    def staying(self, sigmas: float) -> Floats:
        """The forces, if they are ``sigmas`` less than measured, of a hand that surely was there
        before: of one that nothing shows to have gone no more was taken off since than it lost."""
        less = self.moved(-sigmas)
        if self.stays_n is None:
            return less
        left_n, lost_n = self.stays_n
        own = np.sqrt(np.maximum(self.sigma_n**2 - left_n**2, 0.0))
        less += sigmas * (self.sigma_n - own) + lost_n
        return less

    def hides(self, row: int) -> float:
        """The most that there may be from a row on where the sensor shows nothing, newtons."""
        return 0.0 if self.hidden_n is None else greatest(self.hidden_n[row:])

    def upon(self) -> Track:
        """The same without what lay there before."""
        return self._replace(force_n=self.force_n - self.rest_n, rest_n=0.0)

    def since(self, row: int) -> Track:
        """The same from a row on."""
        return Track(
            t=self.t[row:],
            force_n=self.force_n[row:],
            sigma_n=self.sigma_n[row:],
            rest_n=self.rest_n,
            hidden_n=None if self.hidden_n is None else self.hidden_n[row:],
            gone=None if self.gone is None else self.gone[row:],
            coupled=self.coupled,
            full=None if self.full is None else self.full[row:],
            swing_n=None if self.swing_n is None else self.swing_n[:, row:],
            stays_n=None if self.stays_n is None else self.stays_n[:, row:],
            lone_n=None if self.lone_n is None else self.lone_n[row:],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What is passed, what is no contact, and how long before its passing one may have come: see
    ``PadConfig``. ``leant``: of a hand that lay there before, or on a load, forces are above that.
    """

    level_n: float
    least_peak_n: float
    least_loaded_ns: int
    gap_ns: int
    period_ns: int
    u_max_ns: int
    early_ns: int
    rise_scans: int
    leant: bool = False

    @staticmethod
    def of(config: PadConfig, spans: Spans, leant: bool = False, reads: float = 1.0) -> Rule:
        """That of a pad. ``reads``: what a petal's sensors make of a newton."""
        return Rule(
            level_n=reads * config.onset_n,
            least_peak_n=reads * config.least_peak_n,
            least_loaded_ns=config.least_loaded_ns,
            gap_ns=config.release_hold_ns,
            period_ns=spans.period_ns,
            u_max_ns=config.u_max_ns,
            early_ns=config.early_ns,
            rise_scans=spans.rise,
            leant=leant,
        )


def began(
    tracks: Sequence[Track], rule: Rule, jitter_ns: float, uncut: Sequence[Track] = ()
) -> Onset:
    """The onset of a touch, in the tracks' own time. ``jitter_ns``: one sigma of a scan's time.
    ``uncut``: the same tracks with what came before them, which may be a click."""
    whole = bounds = _bounds(tracks, rule, _REACH)
    reach = _REACH
    # Where a load or what couples is doubted by itself there is a most of what is unknown.
    loaded = _lay(tracks, rule) or any(track.coupled for track in tracks)
    # What rested within these bounds did so within wider ones, however unsure a slap makes these.
    at_all = _rested(tracks, whole)
    if at_all:
        near = _bounds(tracks, rule, _RESTS)
        if loaded or not _rested(tracks, near):  # else all of the rest is as likely, not a part
            bounds, reach = near, _RESTS
    plain = _passed(tracks, 0.0, rule.level_n, rule)
    if not 0.0 < bounds.width <= _SHORT * rule.period_ns:  # it did not simply rise
        bounds = bounds.over(plain)
    clicked = _clicked(uncut or tracks, whole, rule) or _sparked(tracks, rule)
    if clicked is not None:
        bounds = bounds.over(clicked)
    rested = clicked is not None or (at_all if bounds is whole else _rested(tracks, bounds))
    sure = _surely(tracks, rule, at_all)
    if rested and loaded and bounds.width > rule.early_ns:
        # If all forces are less, it may pass nowhere but in a brush that came before.
        whole = whole.over(bounds)
        left = _leaves(tracks, whole, rule)
        bounds, sure = left or bounds, whole if left else sure or whole
    if rested:
        # All of its rest is as likely, its ends most of all: two such hands are in doubt as long as
        # their rests touch. So it is with a bounce: one of its two contacts is the onset.
        spread_ns = bounds.width / 2 / sqrt(2)
    else:
        # Forces that are moved by more in one scan than in the next may seem to rise otherwise.
        bounds = _apart(plain, bounds) if _simple(tracks, rule) else bounds.over(plain)
        spread_ns = bounds.width / 2 / reach
    if sure is None and clicked is not None:
        sure = bounds  # the click is one end, the hand the other
    if hidden := _unseen(tracks, rule):
        sure = hidden.over(sure or bounds)
    return _stated(bounds, plain, sure, spread_ns, rule, jitter_ns)


def _stated(
    bounds: Passing,
    plain: Passing,
    ends: Passing | None,
    spread_ns: float,
    rule: Rule,
    jitter_ns: float,
) -> Onset:
    """An onset within ``bounds``. ``plain``: as it was measured; ``ends``: between which moments it
    surely came, if these are to be told; ``spread_ns``: its one-sigma error, but for time."""
    # Its ends are as likely too, and as little known as any passing.
    grid_ns = _LEAST_SIGMA * rule.period_ns
    sigma_ns = min(hypot(spread_ns + grid_ns, jitter_ns), rule.u_max_ns)
    # No error that is stated reaches both of its ends from there: then it is as it was measured,
    # and both are told.
    far = bounds.width > 2 * _REACH * rule.u_max_ns
    t_ns = round(plain.middle if far else bounds.middle)
    earliest_ns = latest_ns = t_ns
    if ends is not None or far:
        told = bounds.over(ends or bounds)  # no less than all that is stated
        earliest_ns = min(t_ns, round(told.earliest - _REACH * jitter_ns))
        latest_ns = max(t_ns, round(told.latest + _REACH * jitter_ns))
    return Onset(
        t_ns=t_ns,
        uncertainty_ns=max(1, round(sigma_ns)),
        earliest_ns=earliest_ns,
        latest_ns=latest_ns,
    )


def _surely(tracks: Sequence[Track], rule: Rule, rested: bool) -> Passing | None:
    """Between which moments a finger that rested, or bounced, surely came, be it ever so unlikely
    that it came at the other end; None: nothing rested but what lay there before. ``rested``:
    within nearer bounds something did. A finger that came upon a load rested above that."""
    if _lay(tracks, rule):
        tracks, rested = [track.upon() for track in tracks], False
    if rule.leant or not (rested or _may_rest(tracks, rule)):
        return None
    bounds = _bounds(tracks, rule, _SURE)
    return bounds if rested or _rested(tracks, bounds) else None


def _may_rest(tracks: Sequence[Track], rule: Rule) -> bool:
    """May ``_surely`` show a rest? Not if the force was too quick, as most are: that is seen by the
    scans alone in which it passed."""
    first, end = (_begin(tracks, sigmas, rule.level_n, rule)[0] for sigmas in (_SURE, -_SURE))
    if end - first >= _LEAST_REST - 1 or any(track.gone is not None for track in tracks):
        return True
    rows = max(first - 1, 0), end + 1
    return rows[1] - rows[0] >= _LEAST_REST and any(_rests(track, *rows) for track in tracks)


def _clicked(tracks: Sequence[Track], bounds: Passing, rule: Rule) -> Passing | None:
    """The click that a hand may have come with, so shortly before these ``bounds`` of it that both
    are one contact: metal is off the petal again within a millisecond, and one sample shows it, as
    it shows what is none. What came as shortly before that is of it too, click or not, and so on.
    None: none does."""
    found: Passing | None = None
    for track in tracks:
        if track.lone_n is None:
            continue
        t, since_ns, first = track.t, bounds.earliest, 0
        most_n = track.force_n + track.lone_n + _REACH * track.sigma_n
        (rows,) = ((t <= since_ns) & (most_n >= rule.level_n)).nonzero()
        for row in reversed(rows[rows > 0].tolist()):
            if t[row] <= since_ns - rule.gap_ns - rule.period_ns:
                break
            if first or track.lone_n[row] > 0.0:
                first, since_ns = row, t[row]
        if first:
            clicked = Passing(float(t[first - 1]), float(t[first]))
            found = clicked if found is None else found.over(clicked)
    return found


def _unseen(tracks: Sequence[Track], rule: Rule) -> Passing | None:
    """Between which moments the hand came, for all that lost scans hide; None: they hide none."""
    if not (gaps := long_gaps(tracks[0].t, rule.gap_ns)):
        return None
    begin, less = _begin(tracks, -_REACH, rule.level_n, rule)
    petals = _petal([track.moved(_REACH) for track in tracks]), _petal(less)
    least = Least(rule.level_n, rule.gap_ns, rule.least_loaded_ns, rule.least_peak_n)
    seen = _bounds(tracks, rule, _REACH)
    found = unseen(tracks[0].t, petals, begin, seen, gaps, least)
    return found if found.width > seen.width + rule.period_ns else None


def _sparked(tracks: Sequence[Track], rule: Rule) -> Passing | None:
    """The hand that came after full scale which was over at once: a spark jumps before the touch.
    Or that was a click of it, and no gap. None: it did not begin so."""
    if all(track.full is None for track in tracks):
        return None  # as most often
    begin, forces = _begin(tracks, 0.0, rule.level_n, rule)
    if not any(track.full is not None and track.full[begin] for track in tracks):
        return None
    (off,) = (_petal(forces)[begin : begin + _SPARK + 1] < rule.level_n).nonzero()
    if not len(off):
        return None
    hand = [track.since(begin + int(off[0])) for track in tracks]
    return _passed(hand, 0.0, rule.level_n, rule)


def _leaves(tracks: Sequence[Track], rest: Passing, rule: Rule) -> Passing | None:
    """Between which moments a hand came whose petal had long been loaded near the level by what is
    no hand: after it was last no more than most of that, and until it surely passed, or was above
    it by the level. None: it did not rise from there as one does that had leant."""
    petal, t = np.maximum.reduce([track.force_n for track in tracks]), tracks[0].t
    (rows,) = ((t >= rest.earliest) & (t <= rest.latest)).nonzero()
    ordered = sorted(petal[rows[-rule.rise_scans :]].tolist())
    most_n = max(ordered[-1 - len(ordered) // 4], 0.0)  # or what was taken away
    left = int(rows[(petal[rows] <= most_n).nonzero()[0][-1]])
    if petal[left : left + rule.rise_scans].max() < most_n + rule.least_peak_n:
        return None
    above = _passed(tracks, 0.0, most_n + rule.level_n, rule)
    return Passing(float(t[left]), max(rest.latest, above.latest))


def expected_error_ns(sigma_n: float, peak_n: float, rise_ns: int, rule: Rule) -> int:
    """The one-sigma error that will be stated of a hand that rises smoothly to ``peak_n`` within
    ``rise_ns``, where forces at the onset are known to ``sigma_n`` and scans' times exactly."""
    t = np.arange(-5.0 * rule.period_ns, rise_ns + rule.least_loaded_ns, rule.period_ns)
    force: Floats = peak_n * np.sin(np.pi / 2 * np.clip(t / rise_ns, 0.0, 1.0)) ** 2
    return began([Track(t, force, np.full(len(t), sigma_n))], rule, 0.0).uncertainty_ns


def _simple(tracks: Sequence[Track], rule: Rule) -> bool:
    """Did nothing lie there before, nor hides anything, which would be the one or the other?"""
    return not _lay(tracks, rule) and all(track.hidden_n is None for track in tracks)


def _lay(tracks: Sequence[Track], rule: Rule) -> bool:
    """Did a load or a hand lie there before?"""
    return rule.leant or any(track.rest_n > 0.0 for track in tracks)


def _apart(plain: Passing, moved: Passing) -> Passing:
    """The bounds of a plain rise: what the samples leave open and what the forces may be wrong by
    have nothing to do with each other, so they hardly ever come together at their worst. ``plain``:
    by the forces as they were measured; ``moved``: by those that are wrong too."""
    before = hypot(plain.width / 2, max(plain.earliest - moved.earliest, 0.0))
    after = hypot(plain.width / 2, max(moved.latest - plain.latest, 0.0))
    return Passing(plain.middle - before, plain.middle + after)


def _rested(tracks: Sequence[Track], bounds: Passing) -> bool:
    """Did a finger rest or bounce between these bounds, rather than rise steadily?"""
    for track in tracks:
        t, (earliest, latest) = track.t, bounds
        first, end = int(t.searchsorted(earliest)), int(t.searchsorted(latest, "right"))
        if end - first >= _LEAST_REST and _rests(track, first, end):
            return True
    return False


def _rests(track: Track, first: int, end: int) -> bool:
    """Did a finger rest or bounce in these rows?"""
    force, sigma_n = track.force_n[first:end], mean(track.sigma_n[first:end])
    # Its middle half: where it came to rest and where it left are no part of it.
    ordered = sorted(force.tolist())
    middle_n = ordered[-1 - len(ordered) // 4] - ordered[len(ordered) // 4]
    if middle_n < _STILL * sigma_n:
        return True
    return greatest(np.maximum.accumulate(force) - force) > _BACK * sigma_n


def _bounds(tracks: Sequence[Track], rule: Rule, reach: float) -> Passing:
    """The earliest and the latest onset, if forces are wrong by ``reach`` sigmas either way."""
    earliest = _passed(tracks, reach, rule.level_n, rule).earliest
    latest = _passed(tracks, -reach, rule.level_n, rule).latest
    return Passing(earliest, latest)


def _passed(tracks: Sequence[Track], sigmas: float, level_n: float, rule: Rule) -> Passing:
    """When the first contact passed a level, if all forces are ``sigmas`` greater than measured;
    at their peak, where they never did."""
    begin, forces = _begin(tracks, sigmas, level_n, rule)
    found: list[Passing] = []
    for track, force in zip(tracks, forces, strict=True):
        if begin == 0 or force[begin] < level_n:
            continue
        found.append(_passing(track, force, begin, level_n))
    if not found:
        t = float(tracks[0].t[begin])
        return Passing(t, t)
    return min(found, key=lambda passed: passed.middle)


def _begin(
    tracks: Sequence[Track], sigmas: float, level_n: float, rule: Rule
) -> tuple[int, list[Floats]]:
    """The scan in which it did, and the forces of which that is."""
    forces = [track.moved(sigmas) for track in tracks]
    petal = held = _petal(forces)
    (came,) = (petal >= level_n).nonzero()
    if not came.size:
        return int(petal.argmax()), forces
    if len(came) == len(petal) - came[0]:
        return int(came[0]), forces  # from there on it is: who may stay has no less
    if sigmas <= 0 and any(track.stays_n is not None for track in tracks):
        held = _petal([track.staying(-sigmas) for track in tracks])
    return _first(tracks, (petal, held), came.tolist(), level_n, sigmas, rule), forces


def _petal(forces: Sequence[Floats]) -> Floats:
    """A petal's force: the greater of its sensors'."""
    return forces[0] if len(forces) == 1 else np.maximum(forces[0], forces[1])


def _passing(track: Track, force: Floats, begin: int, level_n: float) -> Passing:
    """The passing that scan ``begin`` shows, from the samples around it that there are."""
    first, end = max(begin - AROUND, 0), begin + AROUND
    if track.full is not None and (beyond := np.flatnonzero(track.full[begin + 1 : end])).size:
        end = begin + 1 + int(beyond[0])  # nobody knows how steep it was from there on
    around = slice(first, end)
    t, f, k = track.t[around].tolist(), force[around].tolist(), begin - first
    error_n = float(track.sigma_n[begin - 1])
    if track.gone is not None and (gone := track.gone[around]).any():
        kept = np.flatnonzero(~gone)
        t, f = track.t[around][kept].tolist(), force[around][kept].tolist()
        k = next((j for j, row in enumerate(kept) if j and row >= k and f[j] >= level_n), -1)
        if k < 0:
            return Passing(float(track.t[begin - 1]), float(track.t[begin]))
        if track.gone[begin : begin + 2].any():  # or a click that rose so steeply all the same
            before, after = float(track.t[begin - 1]), float(track.t[begin])
            late = after if not track.gone[begin] else before
            return passing(t, f, k, level_n, error_n).over(Passing(late, late))
    return passing(t, f, k, level_n, error_n)


def _first(
    tracks: Sequence[Track],
    petals: tuple[Floats, Floats],
    came: list[int],
    level_n: float,
    sigmas: float,
    rule: Rule,
) -> int:
    """The scan in which the first contact is above the level: gaps joined, brushes dropped. A gap
    whose length is in doubt is as short as it may be, if forces may be greater; else as long. A
    finger that rests at the level sinks, and the table that it lies on shakes. ``petals``: the
    force of one that comes, and of one that may stay; ``came``: the scans in which the one is. What
    was told has come: if all forces are so much less, the greatest of them is a contact's peak."""
    (petal, held), t = petals, tracks[0].t
    start = came[0]
    loaded = came
    if held is not petal:
        loaded = (start + (held[start:] >= level_n).nonzero()[0]).tolist()
    if loaded[-1] - start + 1 == len(loaded):
        return int(start)
    least_peak_n = min(rule.least_peak_n, greatest(held[start:]))
    for end, again in pairwise(loaded):
        if again - end == 1 or again <= start:
            continue
        if sigmas > 0 and held[end + 1 : again].min() >= _STAYED * level_n:
            continue
        if _gap_ns(tracks, held, (start, end, again), level_n, sigmas) < rule.gap_ns:
            continue
        long = _loaded_ns(t, held, (start, end), level_n, sigmas) >= rule.least_loaded_ns
        if (long and greatest(held[start : end + 1]) >= least_peak_n) or came[-1] < again:
            break
        start = came[bisect_left(came, again)]
    return int(start)


def _gap_ns(
    tracks: Sequence[Track],
    petal: Floats,
    rows: tuple[int, int, int],
    level_n: float,
    sigmas: float,
) -> float:
    """How long the force was below the level, between the last two of the ``rows``: if forces may
    be greater, as short as it may be; as long, if less. In the first row began what is joined until
    then: brushes before it are no edge of the gap. What the samples leave open of its edges has
    nothing to do with what the forces may be wrong by: both add as squares."""
    t, (start, end, again) = tracks[0].t, rows
    moved_ns, open_ns = _length(t, petal, end, again, level_n)
    if sigmas == 0.0:
        return moved_ns
    held = (plain := _petal([track.moved(0.0) for track in tracks])) >= level_n
    before, after = start + held[start : end + 1].nonzero()[0], held[again:].nonzero()[0]
    if not (before.size and after.size):  # as it was measured nothing came before it, or after
        return moved_ns - copysign(open_ns, sigmas)
    off = (~held[before[-1] : again + after[0]]).nonzero()[0] + before[-1]
    gap_ns = 0.0
    if off.size:
        gap_ns, open_ns = _length(t, plain, int(off[0]) - 1, int(off[-1]) + 1, level_n)
    return gap_ns - copysign(hypot(moved_ns - gap_ns, open_ns), sigmas)


def _loaded_ns(
    t: Floats, force: Floats, rows: tuple[int, int], level_n: float, sigmas: float
) -> float:
    """How long the force was above the level from the first to the last of the ``rows``: if forces
    may be greater, as long as it may be; as short, if less."""
    start, end = rows
    up = passing_at(t, force, start, level_n) if start else Passing(float(t[0]), float(t[0]))
    down = falling_at(t, force, end, level_n)
    open_ns = hypot(up.width / 2, down.width / 2)
    return copysign(open_ns, sigmas) * (sigmas != 0.0) - down.middle - up.middle


def _length(t: Floats, force: Floats, end: int, again: int, level_n: float) -> tuple[float, float]:
    """How long a force was below the level, and by how much that may be wrong, as what the samples
    leave open of its two edges adds as squares."""
    up = passing_at(t, force, again, level_n)
    down = falling_at(t, force, end, level_n)
    return up.middle + down.middle, hypot(up.width / 2, down.width / 2)
