"""The figures of the fairness report, each with its bound and what the count proves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from console.i18n import N_
from console.trials.fairness.confidence import standard_error, upper_rate
from console.trials.fairness.groups import Share, all_shares
from console.trials.fairness.idle import Quiet
from console.trials.fairness.records import DEAD_HEAT, NOBODY, Records, Rows
from console.trials.fairness.tables import EQUALS, KINDS

MS: Final = 1_000_000
WRONG_RATE: Final = 1e-4
HARD_GAP_NS: Final = 1 * MS
WITHIN_2U: Final = 0.95
WITHIN_3U: Final = 0.995
MEDIAN_U_NS: Final = 200_000
STANDARD_ERRORS: Final = 3.0
ADULT_GESTURE_RATE: Final = 1e-4
LIGHT_GESTURE_RATE: Final = 1e-3
LIGHTEST_N: Final = 3.0
TOUCHES: Final = (
    (N_("light touches"), 0.0, 5.0),
    (N_("normal touches"), 5.0, 20.0),
    (N_("hard touches"), 20.0, 1e9),
)
"""Peak forces in newtons."""
KIND_NAMES: Final = {"mk2": N_("pad controller (mk2)"), "mk1": N_("MCP3008 (mk1)")}
DESIGNS: Final = (
    ("first", N_("this table")),
    ("frame", N_("looking once a picture (60 Hz)")),
    ("arrival", N_("time of arrival")),
    ("debounce", N_("time after 10 ms of debounce")),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report.

    ``events`` of ``trials``; ``value`` is to be at most ``bound`` (at least, if ``at_least``).
    ``proves``: with 95 % confidence the true rate is below it; None where ``value`` is no rate.
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
    places: tuple[tuple[str, str], ...] = ()

    @property
    def ok(self) -> bool:
        return self.value >= self.bound if self.at_least else self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Trial:
    """All that was tried: duels, quiet hours, duels with a stalling host."""

    records: Records
    quiet: Quiet
    stalled_changed: int
    stalled_duels: int


def wrong(duels: Rows, design: str = "first") -> Rows:
    """bool[n]: decided for the wrong seat, or a dead heat without the true first."""
    ruled = duels[design]
    if design != "first":
        return np.asarray(ruled != duels["true_first"])
    decided_wrongly = (ruled >= 0) & (ruled != duels["true_first"])
    return np.asarray(decided_wrongly | ((ruled == DEAD_HEAT) & ~duels["first_in_heat"]))


def _rate(
    key: str, what: str, events: int, trials: int, bound: float, *, count: bool = False
) -> Figure:
    """A share, or where ``count`` the number itself, to be at most ``bound``."""
    value = float(events) if count else events / max(trials, 1)
    return Figure(
        key, what, value, bound, "" if count else "rate", False, events, trials,
        upper_rate(events, trials),
    )  # fmt: skip


def _winners(duels: Rows) -> Iterator[Figure]:
    mistakes = wrong(duels)
    far = duels["gap_ns"] >= HARD_GAP_NS
    yield _rate(
        "wrong_winner_from_1_ms",
        N_("wrong winner, true gap 1 ms or more"),
        int((mistakes & far).sum()),
        int(far.sum()),
        0.0,
        count=True,
    )
    decided = duels["first"] != NOBODY
    yield _rate(
        "wrong_winner",
        N_("wrong winner, all duels"),
        int(mistakes.sum()),
        int(decided.sum()),
        WRONG_RATE,
    )
    yield _rate("no_verdict", N_("no verdict"), int((~decided).sum()), len(duels), 0.0, count=True)
    heats = int((duels["first"] == DEAD_HEAT).sum())
    chances = duels["explained"]
    spread = float(np.sqrt((chances * (1 - chances)).sum()))
    most = float(chances.sum()) + STANDARD_ERRORS * max(spread, 1.0)
    yield Figure(
        "dead_heats",
        N_("dead heats, at most as many as the stated errors explain"),
        float(heats),
        most,
        "",
        events=heats,
        trials=len(duels),
    )


def touch_groups(hands: Rows) -> Iterator[tuple[str, str, Rows]]:
    """(kind of table, message id of the touch, the hands that were seen)."""
    seen = hands[hands["seen"] >= 0]
    for number, kind in enumerate(KINDS):
        for what, low, high in TOUCHES:
            chosen = (seen["kind"] == number) & (seen["peak_n"] >= low) & (seen["peak_n"] < high)
            yield kind, what, seen[chosen]


def within(hands: Rows, sigmas: float) -> float:
    """The share of hands whose true onset is so near; 1.0 of none."""
    if not len(hands):
        return 1.0
    return float((np.abs(hands["error_ns"]) <= sigmas * hands["u_ns"]).mean())


def _honesty(hands: Rows) -> Iterator[Figure]:
    for sigmas, bound in ((2, WITHIN_2U), (3, WITHIN_3U)):
        for kind, what, chosen in touch_groups(hands):
            if len(chosen):
                yield Figure(
                    f"within_{sigmas}u_{kind}_{what.split()[0]}",
                    N_("true onset within {n} u: {touch}, {kind}"),
                    within(chosen, sigmas),
                    bound,
                    "rate",
                    at_least=True,
                    trials=len(chosen),
                    places=(("n", str(sigmas)), ("touch", what), ("kind", KIND_NAMES[kind])),
                )
    seen = hands["seen"] >= 0
    adults = hands[
        seen & (hands["kind"] == KINDS.index("mk2")) & (hands["preset"] == EQUALS.index("adult"))
    ]
    median = float(np.median(adults["u_ns"])) if len(adults) else 0.0
    yield Figure(
        "median_u_adults",
        N_("median u of adults on the pad controller"),
        median / MS,
        MEDIAN_U_NS / MS,
        "ms",
        trials=len(adults),
    )


def _gestures(hands: Rows) -> Iterator[Figure]:
    seen = hands[hands["seen"] >= 0]
    mistaken = seen["seen"] != seen["grab"]
    groups: tuple[tuple[str, str, Callable[[Rows], Rows], float], ...] = (
        (
            "gesture_adults",
            N_("grab and palm mistaken, adults"),
            lambda rows: rows["preset"] == EQUALS.index("adult"),
            ADULT_GESTURE_RATE,
        ),
        (
            "gesture_lightest",
            N_("grab and palm mistaken, lightest touches (2 to 3 N)"),
            lambda rows: rows["peak_n"] < LIGHTEST_N,
            LIGHT_GESTURE_RATE,
        ),
    )
    for key, what, choose, bound in groups:
        chosen = choose(seen)
        yield _rate(key, what, int((mistaken & chosen).sum()), int(chosen.sum()), bound)


def _contacts(trial: Trial) -> Iterator[Figure]:
    duels, hands = trial.records.duels, trial.records.hands
    yield _rate(
        "missed_hands",
        N_("hands that were not noticed"),
        int(duels["missed"].sum()),
        len(hands),
        WRONG_RATE,
    )
    yield _rate(
        "false_contacts_in_duels",
        N_("contacts in duels that nobody made"),
        int(duels["false_contacts"].sum()),
        len(duels),
        WRONG_RATE,
    )
    quiet = trial.quiet
    yield Figure(
        "false_contacts_quiet",
        N_("contacts in quiet hours that nobody made (thumps, coupling, noise); hours tried"),
        float(quiet.false_contacts),
        0.0,
        events=quiet.false_contacts,
        trials=round(quiet.hours),
        proves=upper_rate(quiet.false_contacts, round(quiet.hours)),
    )
    yield _rate(
        "changed_by_stalls",
        N_("verdicts that a host stalling for 50 ms changed"),
        trial.stalled_changed,
        trial.stalled_duels,
        0.0,
        count=True,
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
            f"shares_by_{by}",
            what,
            max(errors, default=0.0),
            STANDARD_ERRORS,
            "se",
            trials=sum(share.tries for share in shares if share.by == by),
        )


def figures(trial: Trial) -> list[Figure]:
    """All figures with a bound."""
    hands = trial.records.hands
    return [
        *_winners(trial.records.duels),
        *_honesty(hands),
        *_fair_shares(all_shares(trial.records)),
        *_gestures(hands),
        *_contacts(trial),
    ]


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
