"""The fairness report as one HTML file, and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final

from console.i18n import N_, Words
from console.trials.fairness.cells import mixed
from console.trials.fairness.figures import (
    DESIGNS,
    HARD_GAP_NS,
    FairnessTrial,
    Figure,
    by_gap,
    wrong,
)
from console.trials.fairness.groups import all_shares
from console.trials.fairness.judged import GroupJudged, JudgedGroups
from console.trials.fairness.pictures import (
    coverage_picture,
    error_pictures,
    family_picture,
    gap_name,
    gap_picture,
    share_pictures,
)
from console.trials.fairness.records import DEAD_HEAT, Rows, TrialRecords
from console.trials.fairness.tables import TYPICAL, UNWEIGHED, WORST, TrialCell
from console.trials.fairness.wording import (
    at_best,
    at_best_in_full,
    bound,
    group_name,
    grouped,
    measured,
    number,
    rate,
    state,
    title,
    unmet,
    verdict,
)

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#22303c;background:#f6f8fa;margin:0}
main{max-width:1180px;margin:0 auto;padding:24px}
h1{margin:.2em 0}h2{margin:1.6em 0 .4em}
.verdict{font-size:1.25em;font-weight:600;padding:.6em 1em;border-radius:10px;color:#fff}
.yes{background:#2a7a3b}.no{background:#b00020}
table{border-collapse:collapse;width:100%;background:#fff;border-radius:10px;overflow:hidden}
th,td{padding:.45em .8em;text-align:left;border-bottom:1px solid #e6ebf0;vertical-align:top}
td.n,th.n{text-align:right}td.n{white-space:nowrap}
.figures td:first-child{min-width:18em}.figures td.n{white-space:normal;min-width:6.2em}
.figures{font-size:.94em}.grid{font-size:.88em}.grid td,.grid th{padding:.35em .5em}
td.met{color:inherit;font-weight:400;background:#eef7f0}
td.missed{background:#fbe9ec}td.perhaps{background:#fdf3d6}
.figures td:last-child{white-space:nowrap}.best{color:#5b6b7a;min-width:8em}
.met{color:#2a7a3b;font-weight:600}.missed{color:#b00020;font-weight:600}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(480px,1fr));gap:16px}
.pictures svg,.wide svg{background:#fff;border-radius:10px;width:100%;height:auto}
.wide{overflow-x:auto}.wide svg{min-width:720px}
p{max-width:52em}small{color:#5b6b7a}.phone{display:none}
@media (max-width:720px){
.pictures{grid-template-columns:1fr}main{padding:16px}.phone{display:block;color:#5b6b7a}
.figures tr,.figures td{display:block}.figures tr:first-child,.figures td:empty{display:none}
.figures tr{padding:.5em 0;border-bottom:1px solid #e6ebf0}
.figures td,.figures td.n{text-align:left;border:0;padding:.1em .8em}
.figures td[data-head]::before{content:attr(data-head) ": ";color:#5b6b7a;font-weight:400}
.grid{overflow:visible}.grid th:first-child{background:#fff}
.grid td:first-child,.grid th:first-child{position:sticky;left:0;max-width:9em;background:#fff}
}
"""


_INTRO = N_(
    "{n} duels between simulated people, through the same wires and the same program as on a "
    "table, judged against the truth that the simulator knows. The simulated hands, sensors and "
    "tables know nothing of how the program decodes them. Random numbers from seed {seed}."
)
_OF_THE_MIX = N_(
    "Half of them are a mix of all hands and of all tables in order; the others try each kind by "
    "itself. First the mix."
)
_ANSWER = N_(
    "Of {all} duels {wrong} went to somebody who was not first, {sure} of them where a hand was "
    "first by 1 ms or more; {heats} were too close to tell and are played off. Beside that each "
    "figure has a bound that the table is held to:"
)
_DESIGNS_TEXT = N_(
    "The same hands and the same sensor readings, judged in four ways. The simpler designs know "
    "the sensors' calibration and whose hands are meant; they only take the time less well. Where "
    "this table cannot be sure it says so: a dead heat is played again, not guessed."
)
_TIMES_TEXT = N_(
    "Each touch is stated with its uncertainty u. If u is honest, the true moment lies within 2 u "
    "in at least 95 percent and within 3 u in at least 99 percent of all touches. A curve above "
    "the dashed one means that the stated uncertainty is rather too great than too small."
)
_FAMILIES_TEXT = N_(
    "Each family of hands on every kind of table, and hands of all families on each kind of table, "
    "judged by themselves. With each touch the table states its error u. A press so near to 1 N "
    "that nobody can know whether it counts is what the table told of it, in every figure; a surer "
    "hand that it did not notice is missed, and if it came first the verdict is wrong."
)
_NEVER_TUNED_TEXT = N_(
    "Never tuned to: hands added after the program, which takes them as they come. Their bounds "
    "are those of all; what is not met of them counts like any other, and is told apart as well."
)
_RED_TEXT = N_(
    "Red and bold is what does not meet its bound. Yellow is a share beyond its bound of so few "
    "tries that chance alone may have taken it there: perhaps it is met. A red dash was not tried, "
    "so nothing is shown of it. Each heading stands for a figure of the last table, which has them "
    "in full."
)
_BEST_TEXT = N_(
    "At best, in small print: what the best observer would have. Of u and dead heats one who knows "
    "the family of the hands and weighs at the threshold; up to three times as much doubt is "
    "allowed to a table that does not. Of hands missed and contacts that nobody made so many, on "
    "average, as nobody could avoid, for a weighing is never exact and a brush may show as 1 N. "
    "Those change no bound. After a plus: contacts of petals that a hand lay half on, which are "
    "none that nobody made."
)
_SEATS_TEXT = N_(
    "Among people of equal speed every seat should win as often as any other. The bars are three "
    "standard errors long: chance alone hardly ever leaves them."
)
_TABLES_TEXT = N_(
    "Typical tables: sensors that differ by {spread} percent, each with a power law of its own, "
    "have drifted by up to {typical} percent since they were weighed, and {crosstalk} percent of a "
    "slap is felt by the neighbours. Old, loose ones: drift of up to {worst} percent, {loose} "
    "percent of a slap felt, {noise} times the noise, mains hum. Badly weighed ones: weights a "
    "little wrong, beside the middle, in the cold, long ago. Never weighed: sensors that differ by "
    "{unweighed} percent, on their first evening; of these light hands are judged apart. Adults, "
    "children and experts, alone and mixed, 2 to 8 seats, both electronics."
)
_QUIET_TEXT = N_(
    "The quiet hours ({hours}) have {thumps} thumps on the table, {slaps} single hard slaps and as "
    "many brushes."
)
_COLUMNS: Final = (
    ("wrong_from_1_ms", N_("wrong, from 1 ms")),
    ("wrong_light", N_("… below 5 N")),
    ("within_2u", N_("within 2 u")),
    ("within_3u", N_("within 3 u")),
    ("median_u", N_("median u, ms")),
    ("dead_heats", N_("dead heats")),
    ("missed", N_("missed")),
    ("missed_light", N_("… below 5 N")),
    ("invented", N_("invented")),
    ("gestures", N_("gestures")),
    ("gestures_light", N_("… below 5 N")),
    ("late", N_("late")),
    ("told_in_vain", N_("told in vain")),
    ("not_told", N_("not told")),
)


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked for, and what it took; ``cell``: one alone was tried."""

    duels: int
    seed: int
    processes: int
    wall_s: float
    cpu_s: float
    cell: TrialCell | None = None

    @property
    def command(self) -> str:
        """What tries the same again."""
        cell = self.cell
        which = "" if cell is None else f" --family {cell.family} --table {cell.table}"
        return f"khvatka sim fairness --duels {self.duels} --seed {self.seed}{which}"


def as_json(run: Run, trial: FairnessTrial, judged: JudgedGroups) -> dict[str, Any]:
    """Everything in the report as plain values; the times apart, so that the rest is the same
    for the same seed.
    """
    records = _shown(run, trial)
    duels = records.duels
    return {
        "duels": run.duels,
        "seed": run.seed,
        "cell": None if run.cell is None else asdict(run.cell),
        "ok": judged.ok,
        "groups": [
            {
                "by": group.by,
                "name": group.name,
                "as_it_comes": group.as_it_comes,
                "ok": group.ok,
                "duels": group.duels,
                "spilled": group.spilled,
                "figures": [{**asdict(figure), "ok": figure.ok} for figure in group.figures],
            }
            for group in judged.groups
        ],
        "designs": {design: int(wrong(duels, design).sum()) for design, _ in DESIGNS},
        "by_gap": [asdict(group) for group in by_gap(duels)],
        "shares": [{**asdict(share), "errors": share.errors} for share in all_shares(records)],
        "quiet": None if trial.quiet is None else asdict(trial.quiet),
        "stalled": {"duels": trial.stalled_duels, "changed": trial.stalled_changed},
        "took": {"wall_s": run.wall_s, "cpu_s": run.cpu_s, "processes": run.processes},
    }


def _shown(run: Run, trial: FairnessTrial) -> TrialRecords:
    """What the pictures show: the mix, or the cell."""
    return mixed(trial.records) if run.cell is None else trial.records


_AT_BEST: Final = N_("at best")
_HEADS: Final = (
    N_("measured"),
    N_("bound"),
    _AT_BEST,
    N_("events / tries"),
    N_("true rate, at 95 percent"),
)
"""Of a figure's line; on a phone, where lines lie below one another, each says its own."""


def _unmet_table(judged: JudgedGroups, words: Words) -> str:
    return _figure_table(unmet(judged, words), words) if not judged.ok else ""


def _line(whose: str, figure: Figure | None, words: Words) -> str:
    begin = f"<b>{escape(whose)}</b>: " if whose else ""
    if figure is None:
        why = words._("no such duel was tried, so nothing is shown of it: try more")
        return (
            f'<tr><td colspan="6">{begin}{why}</td>'
            f'<td class="missed">{words._("not tried")}</td></tr>'
        )
    tried = grouped(figure.trials)
    counted = tried if figure.events is None else f"{figure.events} / {tried}"
    proves = "" if figure.proves is None else f"&lt; {rate(figure.proves, words)}"
    cells = (
        ("n", measured(figure, words)),
        ("n", bound(figure, words)),
        ("best", escape(at_best_in_full(figure, words))),
        ("n", counted),
        ("n", proves),
    )
    told = "".join(
        f'<td class="{kind}" data-head="{escape(words._(head))}">{text}</td>'
        for head, (kind, text) in zip(_HEADS, cells, strict=True)
    )
    return (
        f"<tr><td>{begin}{escape(title(figure, words))}</td>{told}"
        f'<td class="{_met(figure)}">{state(figure, words)}</td></tr>'
    )


def _met(figure: Figure) -> str:
    """Its colour."""
    if figure.perhaps:
        return "perhaps"
    return "met" if figure.ok else "missed"


def _figure_table(lines: list[tuple[str, Figure | None]], words: Words) -> str:
    heads = "".join(
        f'<th class="{"" if text == _AT_BEST else "n"}">{words._(text)}</th>' for text in _HEADS
    )
    figure = words._("figure")
    head = f"<th>{figure}</th>{heads}<th></th>"
    rows = "".join(_line(whose, figure, words) for whose, figure in lines)
    return f'<div class="wide"><table class="figures"><tr>{head}</tr>{rows}</table></div>'


def _grid(judged: JudgedGroups, by: tuple[str, ...], words: Words) -> str:
    """A row for each group, a column for each figure."""
    groups = [group for group in judged.groups if group.by in by]
    columns = [
        (key, text)
        for key, text in _COLUMNS
        if any(group.figure(key) is not None for group in groups)
    ]
    heads = "".join(f'<th class="n">{words._(text)}</th>' for _, text in columns)
    rows = []
    for group in groups:
        cells = "".join(_cell(group, key, words) for key, _ in columns)
        name = escape(group_name(group.by, group.name, words))
        rows.append(f'<tr><td>{name}</td><td class="n">{grouped(group.duels)}</td>{cells}</tr>')
    return (
        f'<div class="wide"><table class="grid"><tr><th></th><th class="n">{words._("duels")}</th>'
        f"{heads}</tr>{''.join(rows)}</table></div>"
    )


def _cell(group: GroupJudged, key: str, words: Words) -> str:
    figure = group.figure(key)
    if figure is None:
        return '<td class="n">–</td>'
    if not figure.trials:
        return '<td class="n missed">–</td>'
    best = at_best(figure, words)
    if figure.forced is not None and not round(figure.forced, 2):
        best = ""
    small = f" <small>{best}</small>" if best else ""
    if key == "invented" and group.spilled:
        small += f" <small>+{group.spilled}</small>"
    if figure.unit == "rate" and not figure.at_least:
        value = str(figure.events)
    elif figure.unit == "ms":
        value = words.number(figure.value, 3)
    else:
        value = number(figure, figure.value, words)
    return f'<td class="n {_met(figure)}">{value}{small}</td>'


def _design_table(duels: Rows, words: Words) -> str:
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
            f'<div class="wide"><table><tr><th>{gap}</th><th class="n">{every}</th>{head}</tr>',
            *rows,
            f'<tr><td><small>{tried}</small></td><td class="n">{len(duels)}</td>{counts}</tr>',
            "</table></div>",
        ]
    )


def _intro(run: Run, words: Words) -> str:
    text = words._(_INTRO)
    return text.replace("{n}", grouped(run.duels)).replace("{seed}", str(run.seed))


def _answer(run: Run, duels: Rows, words: Words) -> str:
    """What an owner asks first."""
    missed = wrong(duels)
    counts = {
        "all": len(duels),
        "wrong": int(missed.sum()),
        "sure": int((missed & (duels["gap_ns"] >= HARD_GAP_NS)).sum()),
        "heats": int((duels["first"] == DEAD_HEAT).sum()),
    }
    text = words._(_ANSWER)
    for key, count in counts.items():
        text = text.replace("{" + key + "}", grouped(count))
    return text if run.cell else f"{words._(_OF_THE_MIX)} {text}"


def _tables_text(trial: FairnessTrial, words: Words) -> str:
    values = {
        "spread": words.number(100 * TYPICAL.spread, 0),
        "typical": words.number(100 * TYPICAL.drift, 0),
        "crosstalk": words.number(100 * TYPICAL.crosstalk, 0),
        "worst": words.number(100 * WORST.drift, 0),
        "loose": words.number(100 * WORST.crosstalk, 0),
        "noise": words.number(WORST.noise, 1),
        "unweighed": words.number(100 * UNWEIGHED.spread, 0),
    }
    text = words._(_TABLES_TEXT)
    if trial.quiet is not None:
        text += " " + words._(_QUIET_TEXT)
        values["hours"] = words.number(trial.quiet.hours, 1)
        values["thumps"] = grouped(trial.quiet.thumps)
        values["slaps"] = grouped(trial.quiet.slaps)
    for key, value in values.items():
        text = text.replace("{" + key + "}", value)
    return text


def html(run: Run, trial: FairnessTrial, judged: JudgedGroups, words: Words) -> str:
    """The whole report; nothing in it is loaded from elsewhere."""
    _ = words._
    records = _shown(run, trial)
    heading = _("Is the table fair?")
    times = [*error_pictures(records.hands, words), coverage_picture(records.hands, words)]
    whole = [group for group in judged.groups if group.by in ("whole", "mix", "cell")]
    figures: list[tuple[str, Figure | None]] = [
        ("", figure) for group in whole for figure in group.figures
    ]
    return "".join(
        [
            f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{heading}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{heading}</h1><p>{_intro(run, words)}</p>",
            f"<p>{_answer(run, records.duels, words)}</p>",
            f'<p class="verdict {"yes" if judged.ok else "no"}">{verdict(judged, words)}</p>',
            _unmet_table(judged, words),
            _section(
                _("Hand by hand, table by table"),
                _(_FAMILIES_TEXT),
                _(_NEVER_TUNED_TEXT),
                _(_RED_TEXT),
                _(_BEST_TEXT),
            ),
            '<p class="phone">',
            _("What is wider than the screen moves sideways under a finger."),
            "</p>",
            *(f"{_grid(judged, by, words)}<p></p>" for by in _grids(run)),
            f'<div class="wide">{family_picture(trial.records.hands, words)}</div>',
            _section(_("Who was first? Beside three simpler designs"), _(_DESIGNS_TEXT)),
            f'<div class="wide">{gap_picture(records.duels, words)}</div><p></p>',
            _design_table(records.duels, words),
            _section(_("Are the times honest?"), _(_TIMES_TEXT)),
            _gallery(times),
            _section(_("Is any seat favoured?"), _(_SEATS_TEXT)),
            _gallery(share_pictures(records, words)),
            _section(_("Figures and bounds")),
            _figure_table(figures, words),
            _section(_("What was tried"), _tables_text(trial, words)),
            f"<p><code>{run.command}</code></p>",
            "</main></body></html>\n",
        ]
    )


def _grids(run: Run) -> tuple[tuple[str, ...], ...]:
    return (("mix", "family"), ("table",)) if run.cell is None else (("cell",),)


def _section(heading: str, *texts: str) -> str:
    return f"<h2>{escape(heading)}</h2>" + "".join(f"<p>{escape(text)}</p>" for text in texts)


def _gallery(pictures: list[str]) -> str:
    return f'<div class="pictures">{"".join(pictures)}</div>'
