"""When a touch is looked into, since when it may have begun, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.config import PadConfig, Spans
from drivers.pad.onset.passing import Onset
from drivers.pad.reductions import greatest
from drivers.pad.rise import Rise
from drivers.pad.touch.pinch import Pinch, surely_pinched, together_ns
from drivers.pad.touch.swing import RINGING
from drivers.pad.touches import NEVER, FullScale

FALLEN: Final = 0.3
"""Of what a hand pressed with: it may have left, and crosstalk be the rest."""
UNSURE: Final = 2.0
"""Errors: a force so far above another may be none more."""
LIKELY: Final = 0.5
"""Errors: so far below another a force is most likely less."""
LIGHT: Final = 1.3
"""Of the least peak: such a contact may have been a hand that leans, and soon rests."""
_MOST_LIFTED_N = 3.0  # fingers under other petals lift no more
_CAME = 0.9  # of what it presses with, a hand that comes rises by at once
_AT_REST = 1.05  # of what it pressed with a quarter of the window before
# Above what lay there, which is known to a tenth, a hand has left: but a hand is more.
_LEFT, _MOST_LEFT_N = 0.1, 0.8


class Timing:
    """The times of one petal: its two sensors' offsets in a scan, and when a scan began
    (``time_ns``).

    ``gone_ns``: without a load for so long a hand has gone. It is two scans more than a gap that
    counts: a gap begins between two samples, and two samples have to show its end.
    """

    def __init__(
        self,
        config: PadConfig,
        offsets_ns: tuple[int, int],
        spans: Spans,
        time_ns: Callable[[int], int],
    ) -> None:
        self._spans, self._period_ns = spans, (period_ns := spans.period_ns)
        self.gone_ns = config.release_hold_ns + 2 * period_ns
        self.rises_ns = config.rise_ns + 2 * period_ns  # what lies there may be rising since then
        self.gap_ns = 3 * period_ns // 2  # from scan to scan it takes less
        self._shaken_ns = max(self.gone_ns, RINGING[1] * period_ns)
        self._config, self._offsets_ns, self._time_ns = config, offsets_ns, time_ns
        self._last_offset_ns = max(offsets_ns)

    def begun(self, part: int, scan: int, bases: Sequence[float] | None) -> Rise:
        """What one of its sensors shows from scan ``scan`` on. A hand that leant with ``bases``,
        newtons, may have begun to rise at any moment since its least force."""
        back = 1 if bases is None else self._spans.rise
        begin, offset_ns = max(scan - back, 1), self._offsets_ns[part]
        t_ns = self._time_ns(scan) + offset_ns
        return Rise(begin, self._time_ns(begin - 1) + offset_ns, t_ns, t_ns)

    def cross(self, rises: Sequence[Rise | None], part: int, scan: int, t_ns: int) -> None:
        """One of its sensors has passed the onset's force in two scans in a row, of which ``scan``,
        at ``t_ns``, is the second."""
        rise, offset_ns = rises[part], self._offsets_ns[part]
        assert rise is not None
        rise.crossed, rise.crossed_ns = scan - 1, self._time_ns(scan - 1) + offset_ns
        rise.last_ns = t_ns + offset_ns  # it may show too little for a load
        self.cut(rises)

    def gone(self, rises: Sequence[Rise], t_ns: int) -> bool:
        """Has no sensor been loaded for ``gone_ns``, and is none kept open?"""
        gone_ns = t_ns - max(rise.last_ns for rise in rises)
        return gone_ns >= self.gone_ns and t_ns >= max(rise.open_ns for rise in rises)

    def keep_open(self, rises: Sequence[Rise]) -> None:
        """Keep a touch from being over, for as long as its window leaves time for a hand that comes
        upon it."""
        begun_ns = [rise.crossed_ns if rise.crossed >= 0 else rise.before_ns for rise in rises]
        for rise in rises:
            rise.open_ns = self.window_ns(rises, min(begun_ns)) - self._config.early_ns

    def was_open(self, rises: Sequence[Rise]) -> bool:
        """Did it stay open in vain, as nothing came upon it?"""
        return all(rise.open_ns and not rise.broken for rise in rises)

    def stays_ns(self, came_ns: int, told_ns: int, peak_n: float) -> int:
        """Since when a hand stays: since it came; a light one, which others may have hidden before,
        since it was told."""
        return told_ns if self._is_light(peak_n) else came_ns

    def rests_ns(self, since_ns: int, held_n: float) -> int:
        """When a hand comes to rest that has stayed since ``since_ns`` with ``held_n`` newtons."""
        light, config = self._is_light(held_n), self._config
        return since_ns + (config.lean_ns if light else config.rest_ns)

    def _is_light(self, force_n: float) -> bool:
        return force_n < LIGHT * self._config.least_peak_n

    def has_left(self, away_ns: int, held_n: float, coupled_n: Callable[[], float]) -> bool:
        """Has a hand gone that pressed with ``held_n`` newtons and has shown nothing for
        ``away_ns``? A light one may be there yet, lifted by others who couple enough, or by the
        table that swings under them."""
        if away_ns < self.gone_ns:
            return False
        lifted = held_n <= _MOST_LIFTED_N and coupled_n() >= self._config.least_peak_n
        return not lifted or away_ns >= self._shaken_ns

    def left_n(self, base_n: float) -> float:
        """How much less than a hand's newtons is none: what may be left above ``base_n`` that lay
        there before it."""
        release_n = self._config.release_n
        return max(release_n, min(release_n + _LEFT * base_n, _MOST_LEFT_N))

    def leant(self, bases: Sequence[float] | None) -> bool:
        """Is ``bases``, newtons, what a hand leant with? Nobody leans with less than half a newton:
        a touch that begins upon that is like any other."""
        return bases is not None and max(bases) >= self._config.onset_n

    def is_slow(self, rises: Sequence[Rise | None], t_ns: int) -> bool:
        """Has what lay there risen for too long to be a hand that came? Slaps may have lifted it. A
        hand may still rise from there."""
        begun = [(rise, self.rises_by_ns(rise)) for rise in rises if rise is not None]
        over = all(t_ns > by_ns for _, by_ns in begun)
        return over and not any(rise.is_quick(by_ns) for rise, by_ns in begun)

    def rises_by_ns(self, rise: Rise) -> int:
        """By when a hand that leant has to have risen, if it is one: counted from the first scan
        after lost ones, where it may have begun in those."""
        begun_ns = max(rise.before_ns, self._time_ns(rise.scan) - 2 * self._period_ns)
        return begun_ns + 2 * self._config.rise_ns

    def next_ns(
        self,
        rises: Sequence[Rise | None],
        full: FullScale,
        bases: Sequence[float] | None,
        *,
        waits: bool = False,
    ) -> int:
        """The earliest scan time at which a look can decide anything, as things stand. ``bases``:
        what lay there before; ``waits``: no pinch counts yet."""
        config, last_ns, crossed, open_ns = self._config, -NEVER, 0, 0
        before_ns = first_ns = look_ns = NEVER
        for rise in rises:
            if rise is None:
                continue
            last_ns = last_ns if last_ns > rise.last_ns else rise.last_ns
            before_ns = before_ns if before_ns < rise.before_ns else rise.before_ns
            open_ns = open_ns if open_ns > rise.open_ns else rise.open_ns
            if rise.crossed >= 0:
                crossed += 1
                first_ns = first_ns if first_ns < rise.crossed_ns else rise.crossed_ns
                if rise.doubtful and rise.look_ns < look_ns:
                    look_ns = rise.look_ns
        at_ns = max(last_ns + self.gone_ns, open_ns)
        if self.leant(bases):
            at_ns = min(at_ns, before_ns + 2 * config.rise_ns)
        if look_ns < NEVER:
            return min(at_ns, look_ns - self._last_offset_ns)
        if not crossed:
            return min(at_ns, before_ns + config.gesture_ns)
        # Before its gesture window ends only a sure pinch decides, once it has lasted long enough.
        ends_ns = self.window_ns(rises, first_ns)
        sure = crossed == 2 and not waits
        if sure and surely_pinched(rises, full.of(before_ns), config.pinch_share):
            since_ns, until_ns = together_ns(rises)
            if last_ns - until_ns <= config.release_hold_ns:
                ends_ns = max(first_ns, since_ns) + config.least_loaded_ns - self._last_offset_ns
        return min(at_ns, ends_ns)

    def window_ns(self, rises: Sequence[Rise | None], first_ns: int) -> int:
        """When the gesture window of a touch ends that first crossed then: others who have waited
        for its rest wait no longer for its gesture."""
        config, before_ns = self._config, first_ns
        for rise in rises:
            if rise is not None and rise.before_ns < before_ns:
                before_ns = rise.before_ns
        ends_ns = min(first_ns, before_ns + self._period_ns + config.early_ns) + config.gesture_ns
        return max(ends_ns, first_ns + config.early_ns)  # as after lost scans

    def left(self, rises: Sequence[Rise | None], first_ns: int, t_ns: int) -> int:
        """Scans from then on until that window has ended."""
        return (self.window_ns(rises, first_ns) - t_ns) // self._period_ns + 1

    def begins_ns(self, rises: Sequence[Rise | None], t_ns: int) -> int:
        """The earliest onset of a touch that crosses then: it has shown what may be half a newton
        for as long, or came shortly before."""
        gap_ns = self._config.release_hold_ns
        rested = [rise.loaded_from_ns(t_ns, gap_ns) for rise in rises if rise is not None]
        return min(t_ns - self._config.early_ns, *rested)

    def have_crossed(self, rises: Sequence[Rise | None]) -> bool:
        """Has either sensor passed the onset's force? Asked at each scan of a touch."""
        top, under = rises
        return bool(top and top.crossed >= 0) or bool(under and under.crossed >= 0)

    def load(self, rises: Sequence[Rise | None], *, leans: bool) -> bool:
        """Do they load the pad? What ``leans``, and trembles or shifts its weight, does not until
        it has risen."""
        if leans:
            return any(rise and rise.strong_ns >= 0 for rise in rises)
        return self.have_crossed(rises)

    def undecided_ns(self, rises: Sequence[Rise | None], t_ns: int) -> int:
        """The onset of a touch that is not decided then is later than this."""
        before_ns = min(rise.before_ns for rise in rises if rise is not None)
        if self.have_crossed(rises):
            return before_ns
        return max(before_ns, self.begins_ns(rises, t_ns))

    def raised_ns(self, rises: Sequence[Rise | None], full: FullScale, next_ns: int) -> int:
        """When a look can decide anything, as a sensor carries more by now: at once if both make a
        sure pinch, else at ``next_ns``. Who makes none any more is only asked then in vain."""
        top, under = rises
        if top is None or under is None or top.crossed < 0 or under.crossed < 0:
            return next_ns
        if next_ns <= min(top.crossed_ns, under.crossed_ns) + self._config.least_loaded_ns:
            return next_ns
        since_ns = max(top.since_ns, under.since_ns) - self._last_offset_ns
        if next_ns <= since_ns + self._config.least_loaded_ns:
            return next_ns
        early = full.of(min(top.before_ns, under.before_ns))
        return 0 if surely_pinched(rises, early, self._config.pinch_share) else next_ns

    def pinched(self, rises: Sequence[Rise | None], full: tuple[bool, bool]) -> Pinch | None:
        """``surely_pinched``; but what loads the lesser for less than a hand is none's."""
        pinch = surely_pinched(rises, full, self._config.pinch_share)
        since_ns, until_ns = together_ns(rises)
        return None if pinch and until_ns - since_ns < self._config.least_loaded_ns else pinch

    def begun_anew(self, rises: Sequence[Rise | None], onset: Onset | None, t_ns: int) -> bool:
        """Did a hand come after a brush had crossed? Its gesture window, if that is still open at
        ``t_ns``, runs from then."""
        if onset is None or t_ns > onset.t_ns + self._config.gesture_ns:
            return False
        moved = False
        for rise, offset_ns in zip(rises, self._offsets_ns, strict=True):
            while rise and 0 <= rise.crossed_ns <= onset.t_ns - self._period_ns:
                rise.crossed, moved = rise.crossed + 1, True
                rise.crossed_ns = self._time_ns(rise.crossed) + offset_ns
        if moved:
            self.cut(rises)
        return moved

    def cut(self, rises: Sequence[Rise | None]) -> None:
        """Let no rise begin earlier than the onset may be: others wait for it. It may have come at
        any time while scans were lost."""
        crossed = [rise.crossed_ns for rise in rises if rise and rise.crossed >= 0]
        early_ns = self.begins_ns(rises, min(crossed, default=-NEVER))
        for rise, offset_ns in zip(rises, self._offsets_ns, strict=True):
            if rise is None:
                continue
            while rise.before_ns < early_ns - self._period_ns and rise.scan != rise.crossed:
                rise.before_ns = self._time_ns(rise.scan) + offset_ns
                rise.scan, rise.amid = rise.scan + 1, False


def lasting_n(level_n: Floats, scans: int) -> float:
    """The greatest mean of so many scans in a row of float64[n], newtons."""
    sums = np.concatenate(([0.0], level_n.cumsum()))
    return greatest(sums[scans:] - sums[:-scans]) / scans


def lasts(level_n: Floats, least_n: float, least_peak_n: float, spans: Spans) -> bool:
    """Is float64[n] at ``least_n`` or more for as long as a contact, gaps of bounces joined? A tap
    and what it leaves behind is a brush: what comes after a gap is as long, and as strong as
    ``least_peak_n``, by itself."""
    (loaded,) = (level_n >= least_n).nonzero()
    if len(loaded) < 2:
        return False
    if loaded[-1] - loaded[0] < len(loaded):  # in one, as most often
        return len(loaded) >= spans.contact
    (ends,) = (loaded[1:] - loaded[:-1] > spans.gap + 1).nonzero()
    starts, stops = loaded[np.append(0, ends + 1)], loaded[np.append(ends, -1)]
    strong = np.maximum.reduceat(level_n, starts) >= least_peak_n  # gaps have less
    return bool(np.count_nonzero((stops - starts + 1 >= spans.contact) & strong))


def was_laid_down(
    sensors_n: Floats,
    left_n: Floats,
    config: PadConfig,
    spans: Spans,
    *,
    gain_sigma: float,
    least_n: float,
) -> bool:
    """Has a hand been laid down, with a force that may be less than a contact's, ``least_n``? It
    came more slowly, to each of its sensors, float64[2, n], than a hand that leans has to rise, and
    rises no more. ``left_n``: the error of what was taken off, float64[n]; it begins ``rise_ns``
    before it rose.
    """
    quarter = config.gesture_ns // 4 // spans.period_ns
    rise, short = spans.rise, spans.contact
    level_n = np.maximum(*sensors_n)
    if len(level_n) <= 2 * quarter:  # scans are missing
        return False
    # Who presses since it began to rise has not brought it, and is as likely to hide some of it.
    came_with_n = np.minimum(left_n, left_n[rise])
    # What slaps may have added has nothing to do with what a sensor was weighed wrong by.
    doubt_n = UNSURE * np.hypot(came_with_n, gain_sigma * config.least_peak_n)
    if lasting_n(level_n - doubt_n, short) >= least_n:
        return False
    sure_n = level_n - UNSURE * left_n
    # They come and go while it rises: it came at once if it did so with that, or without.
    for off_n, enough_n in ((UNSURE * left_n, least_n), (0.0, inf)):
        shown_n = sensors_n - off_n
        came_n = min(_CAME * lasting_n(level_n - off_n, short), enough_n)
        if greatest(shown_n[:, rise:] - shown_n[:, :-rise]) >= came_n:
            return False
    rested_n, rests_n = sure_n[-2 * quarter :].reshape(2, quarter).mean(axis=1).tolist()
    return bool(rests_n <= _AT_REST * rested_n + UNSURE * greatest(left_n[-quarter:]))


def loaded_since(forces: Sequence[Floats], row: int, least_n: float) -> int:
    """Since when before a row a petal has been loaded without a break; the row, if it was not."""
    (idle,) = (np.maximum.reduce(forces)[: row + 1] < least_n).nonzero()
    return int(idle[-1]) if idle.size else 0
