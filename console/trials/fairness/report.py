"""The fairness report as one HTML file, and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from console.i18n import N_, Words
from console.trials.fairness.figures import DESIGNS, Figure, Trial, by_gap, wrong
from console.trials.fairness.groups import all_shares
from console.trials.fairness.pictures import (
    coverage_picture,
    error_pictures,
    gap_name,
    gap_picture,
    share_pictures,
)
from console.trials.fairness.tables import TYPICAL, WORST

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#22303c;background:#f6f8fa;margin:0}
main{max-width:1180px;margin:0 auto;padding:24px}
h1{margin:.2em 0}h2{margin:1.6em 0 .4em}
.verdict{font-size:1.25em;font-weight:600;padding:.6em 1em;border-radius:10px;color:#fff}
.yes{background:#2a7a3b}.no{background:#b00020}
table{border-collapse:collapse;width:100%;background:#fff;border-radius:10px;overflow:hidden}
th,td{padding:.45em .8em;text-align:left;border-bottom:1px solid #e6ebf0;vertical-align:top}
td.n,th.n{text-align:right}td.n{white-space:nowrap}.figures td:first-child{min-width:22em}
.figures{font-size:.94em}
.met{color:#2a7a3b;font-weight:600}.missed{color:#b00020;font-weight:600}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(480px,1fr));gap:16px}
.pictures svg,.wide svg{background:#fff;border-radius:10px;width:100%;height:auto}
p{max-width:52em}small{color:#5b6b7a}
@media (max-width:560px){.pictures{grid-template-columns:1fr}}
"""


_INTRO = N_(
    "{n} duels between simulated people, through the same wires and the same program as on a "
    "table, judged against the truth that the simulator knows. Random numbers from seed {seed}."
)
_DESIGNS_TEXT = N_(
    "The same hands and the same sensor readings, judged in four ways. The simpler designs know "
    "the sensors' calibration and whose hands are meant; they only take the time less well. Where "
    "this table cannot be sure it says so: a dead heat is played again, not guessed."
)
_TIMES_TEXT = N_(
    "Each touch is stated with its uncertainty u. If u is honest, the true moment lies within 2 u "
    "in at least 95 percent and within 3 u in at least 99.5 percent of all touches. A curve above "
    "the dashed one means that the stated uncertainty is rather too great than too small."
)
_SEATS_TEXT = N_(
    "Among people of equal speed every seat should win as often as any other. The bars are three "
    "standard errors long: chance alone hardly ever leaves them."
)
_TABLES_TEXT = N_(
    "Half of the tables are typical: sensors that differ by {spread} percent and have drifted by "
    "up to {typical} percent since they were weighed, {coupling} percent of a slap felt by the "
    "neighbours. The others are bad: drift of up to {worst} percent, {loose} percent of a slap "
    "felt, {noise} times the noise, mains hum. Adults, children and experts, alone and mixed, 2 to "
    "8 seats, both electronics. The quiet hours ({hours}) have {thumps} thumps on the table, "
    "{slaps} single hard slaps and as many brushes."
)


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked for, and what it took."""

    duels: int
    seed: int
    processes: int
    wall_s: float
    cpu_s: float


def as_json(run: Run, trial: Trial, figures: list[Figure]) -> dict[str, Any]:
    """Everything in the report as plain values; the times apart, so that the rest is the same
    for the same seed.
    """
    duels = trial.records.duels
    return {
        "duels": run.duels,
        "seed": run.seed,
        "ok": all(figure.ok for figure in figures),
        "figures": [{**asdict(figure), "ok": figure.ok} for figure in figures],
        "designs": {design: int(wrong(duels, design).sum()) for design, _ in DESIGNS},
        "by_gap": [asdict(group) for group in by_gap(duels)],
        "shares": [
            {**asdict(share), "errors": share.errors} for share in all_shares(trial.records)
        ],
        "quiet": asdict(trial.quiet),
        "stalled": {"duels": trial.stalled_duels, "changed": trial.stalled_changed},
        "took": {"wall_s": run.wall_s, "cpu_s": run.cpu_s, "processes": run.processes},
    }


def number(figure: Figure, value: float, words: Words) -> str:
    """A figure's value or bound as people read it."""
    match figure.unit:
        case "rate" if figure.at_least:
            return f"{words.number(100 * value, 2)} %"
        case "rate":
            return _rate(value, words)
        case "ms":
            unit = words._("ms")
            return f"{words.number(value, 3)} {unit}"
        case "se":
            return words._("{n} standard errors").replace("{n}", words.number(value, 1))
    return words.number(value, 0)


def _rate(value: float, words: Words) -> str:
    if value <= 0:
        return "0"
    return words._("1 in {n}").replace("{n}", _grouped(round(1 / value)))


def title(figure: Figure, words: Words) -> str:
    """What the figure is about."""
    text = words._(figure.what)
    for key, value in figure.places:
        text = text.replace("{" + key + "}", words._(value))
    return text


def _line(figure: Figure, words: Words) -> str:
    sign = "≥" if figure.at_least else "≤"
    tried = _grouped(figure.trials)
    counted = tried if figure.events is None else f"{figure.events} / {tried}"
    proves = "" if figure.proves is None else f"&lt; {_rate(figure.proves, words)}"
    state = ("met", words._("met")) if figure.ok else ("missed", words._("not met"))
    return (
        f"<tr><td>{escape(title(figure, words))}</td>"
        f'<td class="n">{number(figure, figure.value, words)}</td>'
        f'<td class="n">{sign} {number(figure, figure.bound, words)}</td>'
        f'<td class="n">{counted}</td><td class="n">{proves}</td>'
        f'<td class="{state[0]}">{state[1]}</td></tr>'
    )


def _figure_table(figures: list[Figure], words: Words) -> str:
    heads = (
        words._("figure"),
        words._("measured"),
        words._("bound"),
        words._("events / tries"),
        words._("true rate, at 95 percent"),
        "",
    )
    head = "".join(
        f'<th class="{"n" if 0 < place < 5 else ""}">{text}</th>'
        for place, text in enumerate(heads)
    )
    rows = "".join(_line(figure, words) for figure in figures)
    return f'<table class="figures"><tr>{head}</tr>{rows}</table>'


def _design_table(trial: Trial, words: Words) -> str:
    duels = trial.records.duels
    bins = by_gap(duels)
    head = "".join(f'<th class="n">{gap_name(b.low_ns, b.high_ns, words)}</th>' for b in bins)
    rows = []
    for place, (design, name) in enumerate(DESIGNS):
        total = int(wrong(duels, design).sum())
        share = f"{words.number(100 * total / max(len(duels), 1), 3)} %"
        cells = "".join(f'<td class="n">{group.wrong[place]}</td>' for group in bins)
        rows.append(
            f'<tr><td>{escape(words._(name))}</td><td class="n">{total} ({share})</td>{cells}</tr>'
        )
    counts = "".join(f'<td class="n"><small>{group.duels}</small></td>' for group in bins)
    gap, every, tried = words._("true gap, ms"), words._("all"), words._("duels")
    return "".join(
        [
            f'<table><tr><th>{gap}</th><th class="n">{every}</th>{head}</tr>',
            *rows,
            f'<tr><td><small>{tried}</small></td><td class="n">{len(duels)}</td>{counts}</tr>',
            "</table>",
        ]
    )


def _intro(run: Run, words: Words) -> str:
    text = words._(_INTRO)
    return text.replace("{n}", _grouped(run.duels)).replace("{seed}", str(run.seed))


def _tables_text(trial: Trial, words: Words) -> str:
    values = {
        "spread": words.number(100 * TYPICAL.spread, 0),
        "typical": words.number(100 * TYPICAL.drift, 0),
        "coupling": words.number(100 * TYPICAL.coupling, 0),
        "worst": words.number(100 * WORST.drift, 0),
        "loose": words.number(100 * WORST.coupling, 0),
        "noise": words.number(WORST.noise, 1),
        "hours": words.number(trial.quiet.hours, 0),
        "thumps": _grouped(trial.quiet.thumps),
        "slaps": _grouped(trial.quiet.slaps),
    }
    text = words._(_TABLES_TEXT)
    for key, value in values.items():
        text = text.replace("{" + key + "}", value)
    return text


def _grouped(value: int) -> str:
    return f"{value:,}".replace(",", "\u202f")


def html(run: Run, trial: Trial, figures: list[Figure], words: Words) -> str:
    """The whole report; nothing in it is loaded from elsewhere."""
    _ = words._
    ok = all(figure.ok for figure in figures)
    verdict = _("Every bound is met.") if ok else _("Not every bound is met.")
    records = trial.records
    heading = _("Is the table fair?")
    times = [*error_pictures(records.hands, words), coverage_picture(records.hands, words)]
    return "".join(
        [
            f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{heading}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{heading}</h1><p>{_intro(run, words)}</p>",
            f'<p class="verdict {"yes" if ok else "no"}">{verdict}</p>',
            _section(_("Who was first? Beside three simpler designs"), _(_DESIGNS_TEXT)),
            f'<div class="wide">{gap_picture(records.duels, words)}</div><p></p>',
            _design_table(trial, words),
            _section(_("Are the times honest?"), _(_TIMES_TEXT)),
            _gallery(times),
            _section(_("Is any seat favoured?"), _(_SEATS_TEXT)),
            _gallery(share_pictures(records, words)),
            _section(_("Figures and bounds")),
            _figure_table(figures, words),
            _section(_("What was tried"), _tables_text(trial, words)),
            f"<p><code>khvatka sim fairness --duels {run.duels} --seed {run.seed}</code></p>",
            "</main></body></html>\n",
        ]
    )


def _section(heading: str, text: str = "") -> str:
    return f"<h2>{escape(heading)}</h2>" + (f"<p>{escape(text)}</p>" if text else "")


def _gallery(pictures: list[str]) -> str:
    return f'<div class="pictures">{"".join(pictures)}</div>'
