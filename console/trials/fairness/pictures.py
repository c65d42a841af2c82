"""The pictures of the fairness report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from console.i18n import N_, Words
from console.trials.fairness.cells import family_name
from console.trials.fairness.chart import COLOURS, FAINT, INK, QUIET, Chart
from console.trials.fairness.figures import (
    DESIGNS,
    KIND_NAMES,
    STANDARD_ERRORS,
    WITHIN_2U,
    WITHIN_3U,
    by_gap,
    error_of,
    within,
)
from console.trials.fairness.groups import Share, all_shares
from console.trials.fairness.records import Rows, TrialRecords
from console.trials.fairness.tables import FAMILY_NAMES, KINDS
from drivers.times import MS
from host_sim.families import FAMILIES

TOUCHES: Final = (
    (N_("light touches"), 0.0, 5.0),
    (N_("normal touches"), 5.0, 20.0),
    (N_("hard touches"), 20.0, 1e9),
)
"""Peak forces in newtons."""

_REACH_US: Final = 600
_REACH_MS: Final = 5
_BIN_US: Final = 20
_LEAST_LOG: Final = -5.0
_DECADES: Final = {0.0: 0, -1.0: 0, -2.0: 0, -3.0: 1, -4.0: 2}
"""Powers of ten on the axis of wrong winners, with the digits that their percentages need."""


def touch_groups(hands: Rows) -> Iterator[tuple[str, str, Rows]]:
    """(kind of table, message id of the touch, the hands that were seen)."""
    seen = hands[hands["seen"] >= 0]
    for number, kind in enumerate(KINDS):
        for what, low, high in TOUCHES:
            chosen = (seen["kind"] == number) & (seen["peak_n"] >= low) & (seen["peak_n"] < high)
            yield kind, what, seen[chosen]


def error_pictures(hands: Rows, words: Words) -> list[str]:
    """How far the stated onset was from the true one: a picture for each kind of table."""
    edges = np.arange(-_REACH_US, _REACH_US + 1, _BIN_US)
    charts, heading = [], words._("Error of the onset")
    for kind, name in KIND_NAMES.items():
        curves = []
        for group, _, chosen in touch_groups(hands):
            if group == kind:
                counts, _ = np.histogram(chosen["error_ns"] / 1000, edges)
                curves.append(counts / max(len(chosen), 1) * 100)
        top = max(float(max(curve.max() for curve in curves)), 1.0) * 1.1
        chart = Chart(
            f"{heading}: {words._(name)}",
            (-_REACH_US, _REACH_US),
            (0.0, top),
            words._("microseconds, late is positive"),
            words._("percent of touches in 20 µs"),
        )
        step = 5 if top > 12 else 2
        chart.ticks(
            [(x, str(x)) for x in range(-_REACH_US, _REACH_US + 1, 200)],
            [(y, str(y)) for y in range(0, int(top) + 1, step)],
        )
        chart.line([(0, 0), (0, top)], FAINT)
        for curve, colour in zip(curves, COLOURS, strict=False):
            middles = (edges[:-1] + _BIN_US / 2).tolist()
            chart.line(list(zip(middles, curve.tolist(), strict=True)), colour)
        chart.legend(
            [(words._(touch), c) for (touch, _, _), c in zip(TOUCHES, COLOURS, strict=False)]
        )
        charts.append(chart.svg())
    return charts


def coverage_picture(hands: Rows, words: Words) -> str:
    """How many touches lie within so many u, beside what a bell curve would have."""
    chart = Chart(
        words._("How honest the stated uncertainty is"),
        (0.0, 4.0),
        (0.0, 100.0),
        words._("within so many u of the true onset"),
        words._("percent of touches"),
    )
    chart.ticks(
        [(x, str(x)) for x in range(5)], [(y, str(y)) for y in (0, 20, 40, 60, 80, 95, 100)]
    )
    sigmas = np.linspace(0, 4, 41).tolist()
    chart.line([(x, 100 * math.erf(x / math.sqrt(2))) for x in sigmas], QUIET, "4 4")
    names = []
    for place, (touch, _, _) in enumerate(TOUCHES):
        rows = np.concatenate([chosen for _, what, chosen in touch_groups(hands) if what == touch])
        chart.line([(x, 100 * within(rows, x)) for x in sigmas], COLOURS[place])
        names.append((words._(touch), COLOURS[place]))
    for x, y in ((2.0, WITHIN_2U), (3.0, WITHIN_3U)):
        chart.dot(x, 100 * y, "#b00020")
    _legend_below(chart, [*names, (words._("bell curve"), QUIET), (words._("bound"), "#b00020")])
    return chart.svg()


def family_picture(hands: Rows, words: Words) -> str:
    """Family by family how far 95 % of the stated onsets are from the true ones, beside 2 u."""
    names = [name for name in FAMILIES if (hands["family"] == FAMILY_NAMES.index(name)).any()]
    chart = Chart(
        words._("Error of the onset by family: 95 percent of the hands, and 2 u"),
        (-_REACH_MS, _REACH_MS),
        (-0.6, max(len(names), 1) - 0.4),
        words._("milliseconds, late is positive"),
        "",
        width=1140.0,
        height=60.0 + 28.0 * max(len(names), 1),
        left=260.0,
    )
    rows = list(enumerate(reversed(names)))
    chart.ticks(
        [(float(x), words.number(x, 0)) for x in range(-_REACH_MS, _REACH_MS + 1)],
        [(y, family_name(name, words)) for y, name in rows],
    )
    chart.line([(0, -0.6), (0, len(names) - 0.4)], FAINT)
    for y, name in rows:
        chosen = hands[(hands["family"] == FAMILY_NAMES.index(name)) & (hands["seen"] >= 0)]
        if len(chosen):
            low, middle, high = np.quantile(chosen["error_ns"] / MS, (0.025, 0.5, 0.975))
            doubt = 2 * float(np.median(chosen["u_ns"])) / MS
            chart.span(-doubt, doubt, y + 0.18, FAINT, 7.0)
            chart.span(low, high, y - 0.12, COLOURS[0], 3.0)
            chart.dot(min(max(middle, -_REACH_MS), _REACH_MS), y - 0.12, COLOURS[0])
    return chart.svg()


def _legend_below(chart: Chart, names: list[tuple[str, str]]) -> None:
    for row, (name, colour) in enumerate(names):
        y = chart.y[0] + (chart.y[1] - chart.y[0]) * (0.38 - 0.075 * row)
        chart.dot(2.2, y, colour)
        chart.words(2.3, y - 1.2, name, INK, "start")


def share_pictures(records: TrialRecords, words: Words) -> list[str]:
    """Wins of equal people, as a share of what equal chances would have, group by group."""
    names = {
        "seat": words._("Wins of equal people by seat"),
        "read": words._("… by order of the channels in a scan"),
        "beside": words._("… by hands on the neighbouring petals"),
        "drift": words._("… by drift of the sensors"),
    }
    shares = all_shares(records)
    return [
        _share_chart(title, [share for share in shares if share.by == by], words)
        for by, title in names.items()
        if any(share.by == by for share in shares)
    ]


def _share_chart(title: str, shares: list[Share], words: Words) -> str:
    rows = [(s.won / s.expected, STANDARD_ERRORS * s.error / s.expected) for s in shares]
    reach = max(0.02, *(abs(ratio - 1) + error for ratio, error in rows)) * 1.15
    chart = Chart(
        title,
        (-0.5, len(shares) - 0.5),
        (1 - reach, 1 + reach),
        "",
        words._("wins against equal chances"),
    )
    digits = 0 if reach > 0.1 else 1
    labels = [_share_name(share, words) for share in shares]
    places = [1 - reach / 1.15, 1.0, 1 + reach / 1.15]
    chart.ticks(
        list(enumerate(labels)), [(y, f"{words.number(100 * y, digits)} %") for y in places]
    )
    chart.line([(-0.5, 1.0), (len(shares) - 0.5, 1.0)], QUIET, "4 4")
    for place, (ratio, error) in enumerate(rows):
        chart.whisker(place, ratio - error, ratio + error, COLOURS[0])
        chart.dot(place, ratio, COLOURS[0])
    return chart.svg()


def _share_name(share: Share, words: Words) -> str:
    named = {
        "first": words._("read first"),
        "between": words._("between"),
        "last": words._("read last"),
    }
    if share.by == "seat":
        return str(int(share.name) + 1)
    return named.get(share.name, share.name)


def gap_name(low_ns: int, high_ns: int, words: Words) -> str:
    """A range of true gaps in milliseconds."""
    low, high = (words.number(ns / MS, 2 if ns % MS else 0) for ns in (low_ns, high_ns))
    return f"≥ {low}" if high_ns >= 1 << 59 else f"{low}–{high}"


def gap_picture(duels: Rows, words: Words) -> str:
    """Wrong winners by the true gap: this table beside three simpler designs, logarithmic."""
    bins = by_gap(duels)
    chart = Chart(
        words._("Wrong winners by the true gap"),
        (-0.5, len(bins) - 0.5),
        (_LEAST_LOG, 0.0),
        words._("true gap between the first two, ms"),
        words._("wrong winners, logarithmic"),
        width=1140.0,
        height=380.0,
    )
    percents = [(y, f"{words.number(100 * 10**y, n)} %") for y, n in _DECADES.items()]
    chart.ticks(
        [(place, gap_name(b.low_ns, b.high_ns, words)) for place, b in enumerate(bins)],
        [*percents, (_LEAST_LOG, "0")],
    )
    for design, _ in enumerate(DESIGNS):
        for place, group in enumerate(bins):
            left = place - 0.38 + 0.19 * design
            count = group.wrong[design]
            if not count:
                chart.words(left + 0.085, _LEAST_LOG + 0.06, "0", COLOURS[design])
                continue
            share, error = count / group.duels, error_of(count, group.duels)
            chart.bar(left, left + 0.17, math.log10(share), COLOURS[design])
            low = math.log10(max(share - error, 10**_LEAST_LOG))
            chart.whisker(left + 0.085, low, min(math.log10(share + error), 0.0))
    names = [(words._(name), COLOURS[place]) for place, (_, name) in enumerate(DESIGNS)]
    chart.legend(names, across=True)
    return chart.svg()
