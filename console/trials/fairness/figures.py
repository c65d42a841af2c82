"""The figures of the fairness report, each with its bound and what the count proves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from console.i18n import N_
from console.trials.fairness.confidence import lower_rate, standard_error, upper_rate
from console.trials.fairness.groups import Share, all_shares
from console.trials.fairness.idle import Quiet
from console.trials.fairness.observer import MISSED_RATE
from console.trials.fairness.records import DEAD_HEAT, Rows, TrialRecords
from console.trials.fairness.tables import EQUALS, KINDS, RAISED_WITHIN, TABLE_NAMES
from drivers.times import MS

WRONG_RATE: Final = 1e-4
HARD_GAP_NS: Final = 1 * MS
WITHIN_2U: Final = 0.95
WITHIN_3U: Final = 0.99
MEDIAN_U_NS: Final = 200_000
FORCED_TIMES: Final = 3.0
"""As much doubt as an observer has who knows the family but not the table, times this, is none
too much."""
STANDARD_ERRORS: Final = 3.0
ADULT_N: Final = 5.0
GESTURE_RATE: Final = 1e-4
LIGHT_GESTURE_RATE: Final = 1e-3
LIGHT_RATE: Final = 1e-3
"""Of duels with light hands, and of those hands, at a table that nobody has weighed."""
WAIT_NS: Final = 350 * MS
"""Gesture window (120 ms), the link's worst delay (12 ms), 50 ms, and how rarely a trial looks."""
KIND_NAMES: Final = {"mk2": N_("pad controller (mk2)"), "mk1": N_("MCP3008 (mk1)")}
DESIGNS: Final = (
    ("first", N_("this table")),
    ("frame", N_("looking once a picture (60 Hz)")),
    ("arrival", N_("time of arrival")),
    ("debounce", N_("time after 10 ms of debounce")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the report.

    ``events`` of ``trials``; ``value`` is to be at most ``bound`` (at least, if ``at_least``), or
    so little beyond it that so few trials do not tell: ``proven`` is the value that they prove. Of
    nothing tried no bound is met. ``proves``: with 95 % confidence the true rate is below it; None
    where ``value`` is no rate. ``ideal``: what an observer would have who knows the family but not
    the table, ``of_table`` who knows that too. ``forced``: so many of ``events`` nobody could
    avoid, on average (``forced.Forced``); no bound heeds it.
    ``what``: a message id; ``places`` are (name, message id) of what is to be put into it.
    """

    key: str
    what: str
    value: float
    bound: float
    unit: str = ""
    at_least: bool = False
    events: int | None = None
    trials: int = 0
    proves: float | None = None
    proven: float | None = None
    ideal: float | None = None
    of_table: float | None = None
    forced: float | None = None
    places: tuple[tuple[str, str], ...] = ()

    @property
    def ok(self) -> bool:
        return self.trials > 0 and self._within(self.value if self.proven is None else self.proven)

    @property
    def perhaps(self) -> bool:
        """Is ``value`` beyond its bound, and the tries too few to show it?"""
        return self.ok and not self._within(self.value)

    def _within(self, value: float) -> bool:
        return value >= self.bound if self.at_least else value <= self.bound


@dataclass(frozen=True, slots=True)
class FairnessTrial:
    """All that was tried: duels, quiet hours, duels with a stalling host.

    ``quiet`` and the stalls are None where only some duels were asked for.
    """

    records: TrialRecords
    quiet: Quiet | None
    stalled_changed: int = 0
    stalled_duels: int = 0


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """Duels and hands that are judged together: the mix, a family, a kind of table, one of both.

    ``hands`` are those of the family itself, ``broken`` the seats whose faults had to be raised.
    ``weighed``: not so at tables that nobody has weighed, where light hands are judged apart.
    """

    by: str
    name: str
    duels: Rows
    hands: Rows
    broken: Rows
    weighed: bool


def wrong(duels: Rows, design: str = "first") -> Rows:
    """bool[n]: decided for the wrong seat, a dead heat without the true first, or not at all."""
    ruled = duels[design]
    judged = ~duels["excused"]
    if design != "first":
        return np.asarray((ruled != duels["true_first"]) & judged)
    in_heat = (ruled == DEAD_HEAT) & duels["first_in_heat"]
    return np.asarray((ruled != duels["true_first"]) & ~in_heat & judged)


def rate(
    key: str, what: str, events: int, trials: int, bound: float, *, strict: bool = False
) -> Figure:
    """A share to be at most ``bound``, as far as so many trials tell; ``strict``: not once."""
    return Figure(
        key=key,
        what=what,
        value=float(events) if strict else events / max(trials, 1),
        bound=0.0 if strict else bound,
        unit="" if strict else "rate",
        at_least=False,
        events=events,
        trials=trials,
        proves=upper_rate(events, trials),
        proven=None if strict else lower_rate(events, trials),
    )


def within(hands: Rows, sigmas: float) -> float:
    """The share of hands whose true onset is so near; 1.0 of none."""
    if not len(hands):
        return 1.0
    return float((np.abs(hands["error_ns"]) <= sigmas * hands["u_ns"]).mean())


def _share_within(hands: Rows, sigmas: int, bound: float) -> Figure:
    beyond = round((1.0 - within(hands, sigmas)) * len(hands))
    return Figure(
        key=f"within_{sigmas}u",
        what=N_("true onset within {n} u"),
        value=within(hands, sigmas),
        bound=bound,
        unit="rate",
        at_least=True,
        events=beyond,
        trials=len(hands),
        proven=1.0 - lower_rate(beyond, len(hands)),
        places=(("n", str(sigmas)),),
    )


def group_figures(group: JudgedGroup) -> Iterator[Figure]:
    """What every group has to meet, be it the mix, a family or a kind of table."""
    duels, hands = group.duels, group.hands
    judged = duels[~duels["excused"]]
    far = judged[judged["gap_ns"] >= HARD_GAP_NS]
    if group.weighed:
        yield _wrong("wrong_from_1_ms", N_("wrong winner, true gap 1 ms or more"), far, WRONG_RATE)
    else:
        yield from _wrong_apart(far, hands)
    late = judged["wait_ns"] > WAIT_NS
    yield rate(
        "late", N_("verdicts that came too late"), int(late.sum()), len(judged), 0.0, strict=True
    )
    playing = hands[~hands["out"]]
    seen = playing[playing["seen"] >= 0]
    yield _share_within(seen, 2, WITHIN_2U)
    yield _share_within(seen, 3, WITHIN_3U)
    yield _doubt(seen)
    yield _dead_heats(judged)
    if group.weighed:
        yield _missed(duels, playing)
    else:
        yield from _missed_apart(duels, playing)
    yield _invented(duels)
    yield from _gestures(seen)
    yield rate(
        "told_in_vain",
        N_("seats in order that were told as faulty"),
        int(duels["told_in_vain"].sum()),
        len(duels),
        0.0,
        strict=True,
    )
    if group.by in ("table", "cell") and len(group.broken):
        tried = group.broken[(group.broken["touches"] > RAISED_WITHIN) | group.broken["raised"]]
        in_time = tried["raised"] & (tried["touches"] <= RAISED_WITHIN)
        yield rate(
            "not_told",
            N_("faulty seats that were not told within ten touches"),
            int((~in_time).sum()),
            len(tried),
            0.0,
            strict=True,
        )


def _wrong(key: str, what: str, far: Rows, bound: float) -> Figure:
    return rate(key, what, int(wrong(far).sum()), len(far), bound)


def _wrong_apart(far: Rows, hands: Rows) -> Iterator[Figure]:
    """Of duels of nobody but adults, and of those with light hands."""
    light = np.isin(far["duel"], hands["duel"][hands["peak_n"] < ADULT_N])
    if not light.all() or not len(far):
        what = N_("wrong winner, true gap 1 ms or more, all hands from 5 N on")
        yield _wrong("wrong_from_1_ms", what, far[~light], WRONG_RATE)
    if light.any():
        what = N_("wrong winner, true gap 1 ms or more, a hand below 5 N")
        yield _wrong("wrong_light", what, far[light], LIGHT_RATE)


def _doubt(seen: Rows) -> Figure:
    """Honesty is not bought with vagueness: u stays near what the samples force."""
    table_ns, ideal_ns = (
        float(np.median(seen[key])) if len(seen) else 0.0 for key in ("ideal_ns", "open_ns")
    )
    return Figure(
        key="median_u",
        what=N_("median u"),
        value=float(np.median(seen["u_ns"])) / MS if len(seen) else 0.0,
        bound=max(MEDIAN_U_NS, FORCED_TIMES * ideal_ns) / MS,
        unit="ms",
        trials=len(seen),
        ideal=ideal_ns / MS,
        of_table=table_ns / MS,
    )


def _missed(duels: Rows, playing: Rows) -> Figure:
    """Beside those whose sensors show no contact, whoever looks at them."""
    unseen = round(float(duels["unseen"].sum()) / max(len(playing), 1), 6)
    figure = rate(
        "missed",
        N_("hands that were not noticed"),
        int(duels["missed"].sum()),
        len(playing),
        MISSED_RATE + unseen,
    )
    return replace(figure, forced=float(duels["must_miss"].sum()))


def _missed_apart(duels: Rows, playing: Rows) -> Iterator[Figure]:
    """Of adults' hands, and of light ones, of which sensors show some as less than a contact."""
    adult, missed = playing["peak_n"] >= ADULT_N, playing["missed"]
    light_n = int((~adult).sum())
    if len(playing) > light_n or not len(playing):
        what = N_("hands that were not noticed, from 5 N on")
        count = int((missed & adult).sum())
        yield rate("missed", what, count, len(playing) - light_n, MISSED_RATE)
    if light_n:
        unseen = round(float(duels["unseen"].sum()) / light_n, 6)
        what = N_("hands that were not noticed, below 5 N")
        count = int((missed & ~adult).sum())
        figure = rate("missed_light", what, count, light_n, LIGHT_RATE + unseen)
        yield replace(figure, forced=float(duels["must_miss"].sum()))


def _invented(duels: Rows) -> Figure:
    figure = rate(
        "invented",
        N_("contacts that nobody made"),
        int(duels["invented"].sum()),
        len(duels),
        0.0,
        strict=True,
    )
    return replace(figure, forced=float(duels["must_invent"].sum()))


def _dead_heats(judged: Rows) -> Figure:
    heats = int((judged["first"] == DEAD_HEAT).sum())
    chances = judged["forced"]
    spread = float(np.sqrt((chances * (1 - chances)).sum()))
    forced = float(chances.sum())
    return Figure(
        key="dead_heats",
        what=N_("dead heats"),
        value=float(heats),
        bound=FORCED_TIMES * forced + STANDARD_ERRORS * max(spread, 1.0),
        unit="",
        events=heats,
        trials=len(judged),
        ideal=forced,
    )


def _gestures(seen: Rows) -> Iterator[Figure]:
    mistaken = seen["seen"] != seen["grab"]
    adult = seen["peak_n"] >= ADULT_N
    groups: tuple[tuple[str, str, Rows, float], ...] = (
        ("gestures", N_("grab and palm mistaken, from 5 N on"), adult, GESTURE_RATE),
        ("gestures_light", N_("grab and palm mistaken, below 5 N"), ~adult, LIGHT_GESTURE_RATE),
    )
    for key, what, chosen, bound in groups:
        if chosen.any() or (key == "gestures" and not len(seen)):
            yield rate(key, what, int((mistaken & chosen).sum()), int(chosen.sum()), bound)


def mix_figures(trial: FairnessTrial) -> list[Figure]:
    """What the mix has to meet beside that, and the whole trial."""
    duels, hands = trial.records.duels, trial.records.hands
    ordinary = duels[duels["ordinary"] & ~duels["excused"]]
    far = ordinary[ordinary["gap_ns"] >= HARD_GAP_NS]
    figures = [
        rate(
            "wrong_ordinary",
            N_("wrong winner among ordinary hands, true gap 1 ms or more"),
            int(wrong(far).sum()),
            len(far),
            0.0,
            strict=True,
        ),
        _adult_doubt(hands),
        *_fair_shares(all_shares(trial.records)),
    ]
    quiet = trial.quiet
    if quiet is not None:
        figures += [
            Figure(
                key="false_contacts_quiet",
                what=N_(
                    "contacts in quiet hours that nobody made (thumps, crosstalk, noise); "
                    "hours tried"
                ),
                value=float(quiet.false_contacts),
                bound=0.0,
                events=quiet.false_contacts,
                trials=math.ceil(quiet.hours),
                proves=upper_rate(quiet.false_contacts, math.ceil(quiet.hours)),
                forced=quiet.must_invent,
            ),
            rate(
                "changed_by_stalls",
                N_("verdicts that a host stalling for 50 ms changed"),
                trial.stalled_changed,
                trial.stalled_duels,
                0.0,
                strict=True,
            ),
        ]
    return figures


def _adult_doubt(hands: Rows) -> Figure:
    """Of easy hands of adults at tables in order, on the pad controller."""
    chosen = hands[
        (hands["seen"] >= 0)
        & (hands["kind"] == KINDS.index("mk2"))
        & (hands["preset"] == EQUALS.index("adult"))
        & (hands["table"] == TABLE_NAMES.index("typical"))
    ]
    return Figure(
        key="median_u_adults",
        what=N_("median u of adults on the pad controller"),
        value=float(np.median(chosen["u_ns"])) / MS if len(chosen) else 0.0,
        bound=MEDIAN_U_NS / MS,
        unit="ms",
        trials=len(chosen),
    )


def _fair_shares(shares: list[Share]) -> Iterator[Figure]:
    names = {
        "seat": N_("equal people win equally often, by seat"),
        "read": N_("equal people win equally often, by order of the channels"),
        "beside": N_("equal people win equally often, by hands beside them"),
        "drift": N_("equal people win equally often, by drift of their sensors"),
    }
    for by, what in names.items():
        errors = [abs(share.errors) for share in shares if share.by == by]
        yield Figure(
            key=f"shares_by_{by}",
            what=what,
            value=max(errors, default=0.0),
            bound=STANDARD_ERRORS,
            unit="se",
            trials=sum(share.tries for share in shares if share.by == by),
        )


@dataclass(frozen=True, slots=True)
class GapBin:
    """Duels whose true gap lies within bounds, and the share that each design got wrong."""

    low_ns: int
    high_ns: int
    duels: int
    wrong: tuple[int, ...]  # by DESIGNS


GAPS_NS: Final = (0, MS // 4, MS, 2 * MS, 5 * MS, 10 * MS, 20 * MS, 50 * MS, 1 << 60)


def by_gap(duels: Rows) -> list[GapBin]:
    """Wrong winners of all designs by the true gap."""
    bins = []
    for low_ns, high_ns in pairwise(GAPS_NS):
        here = duels[(duels["gap_ns"] >= low_ns) & (duels["gap_ns"] < high_ns)]
        counts = tuple(int(wrong(here, design).sum()) for design, _ in DESIGNS)
        bins.append(GapBin(low_ns, high_ns, len(here), counts))
    return bins


def error_of(count: int, duels: int) -> float:
    """One standard error of a share of wrong winners."""
    return standard_error(count / duels, duels) if duels else 0.0
