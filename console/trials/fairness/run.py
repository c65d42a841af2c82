"""``khvatka sim fairness``: the whole trial, in as many processes as wanted."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import msgspec

from console.i18n import Words
from console.terminal.columns import say
from console.terminal.spread import spread
from console.trials.fairness.figures import FairnessTrial, Figure
from console.trials.fairness.idle import NOTHING, Quiet, quiet_hours
from console.trials.fairness.judged import JudgedGroups, judge
from console.trials.fairness.judging import run_table
from console.trials.fairness.records import TrialRecords
from console.trials.fairness.report import Run, as_json, html
from console.trials.fairness.stalls import judged_with_stalls
from console.trials.fairness.tables import (
    TableSpec,
    TrialCell,
    table_spec,
    table_specs,
    whole_trial,
)
from console.trials.fairness.wording import (
    at_best_in_full,
    bound,
    group_name,
    measured,
    state,
    title,
    unmet,
    verdict,
)
from console.wiring.gc_control import no_collection
from drivers.errors import ConfigError
from drivers.files import write_file
from drivers.reasons import reason_of

DUELS: Final = 100_000
QUIET_HOURS: Final = 100
STALLED_DUELS: Final = 10_000
MOST_PROCESSES: Final = 61 if sys.platform == "win32" else 256
_LEAST_HOURS: Final = 0.1
_QUIET_FROM: Final = 2_000_000
"""Numbers of tables that are not those of the duels."""


def _duels(spec: TableSpec) -> TrialRecords:
    with no_collection():
        return run_table(spec)


def _stalled_too(part: tuple[TableSpec, int]) -> tuple[TrialRecords, int]:
    with no_collection():
        return judged_with_stalls(*part)


def _quiet(hour: tuple[TableSpec, float]) -> Quiet:
    with no_collection():
        return quiet_hours(*hour)


def carry_out(
    duels: int, seed: int, processes: int, cell: TrialCell | None = None
) -> FairnessTrial:
    """Try it all, or one ``cell`` alone; the shorter the trial, the fewer quiet hours and stalls.

    The same for the same ``duels`` and ``seed``, whatever the number of ``processes``. Raises
    ConfigError for numbers that cannot be.
    """
    if duels < 1 or not 1 <= processes <= MOST_PROCESSES:
        raise ConfigError(
            "fairness: {duels} duels in {processes} processes: give at least 1 duel and 1 "
            "to {most_processes} processes",
            duels=duels,
            processes=processes,
            most_processes=MOST_PROCESSES,
        )
    if cell is not None:
        with spread(processes) as spreading:
            specs = table_specs(seed, duels, cell=cell)
            return FairnessTrial(TrialRecords.joined(list(spreading(_duels, specs))), None)
    part = min(duels / DUELS, 1.0)
    specs = whole_trial(seed, duels)
    stalled = _stalling(specs, max(round(STALLED_DUELS * part), 1))
    hours = max(QUIET_HOURS * part, _LEAST_HOURS)
    tables = max(round(hours), 1)
    quiet_tables = [
        (table_spec(seed, _QUIET_FROM + table, 0, 0), hours / tables) for table in range(tables)
    ]
    with spread(processes) as spreading:
        # All is asked for at once: no process waits for another one's last table.
        stalling = spreading(_stalled_too, stalled)
        others = spreading(_duels, specs[len(stalled) :])
        hour_by_hour = spreading(_quiet, quiet_tables)
        both, rest = list(stalling), list(others)
        quiet = reduce(Quiet.plus, hour_by_hour, NOTHING)
    return FairnessTrial(
        TrialRecords.joined([*(records for records, _ in both), *rest]),
        quiet,
        sum(changed for _, changed in both),
        sum(count for _, count in stalled),
    )


def _stalling(specs: list[TableSpec], duels: int) -> list[tuple[TableSpec, int]]:
    """The first of ``specs`` up to so many duels: how many of each are tried with stalls too."""
    stalled: list[tuple[TableSpec, int]] = []
    while duels > 0:
        spec = specs[len(stalled)]
        stalled.append((spec, min(spec.duels, duels)))
        duels -= spec.duels
    return stalled


def _cpu_s() -> float:
    """Of this process and those that it has started and ended; of this one alone on Windows."""
    return sum(os.times()[:4])


def run(
    duels: int,
    out: Path | None,
    processes: int,
    seed: int,
    json_lines: bool,
    language: str,
    cell: TrialCell | None = None,
) -> bool:
    """Carry out the trial, print its figures, write the report into ``out`` if given.

    Returns whether every bound is met. Raises ConfigError for numbers or a folder that cannot be.
    """
    words = Words(language)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=out).close()  # where nothing goes in, no hours are spent first
        except OSError as error:
            raise ConfigError(
                "--out {out}: {strerror}: choose another folder", out=out, strerror=reason_of(error)
            ) from error
    began_s, cpu_s = time.perf_counter(), _cpu_s()
    trial = carry_out(duels, seed, processes, cell)
    took = Run(duels, seed, processes, time.perf_counter() - began_s, _cpu_s() - cpu_s, cell)
    judged = judge(trial, cell)
    values = as_json(took, trial, judged)
    if json_lines:
        sys.stdout.buffer.write(msgspec.json.encode(values) + b"\n")
    else:
        say([*_group_lines(judged, words), *_unmet_lines(judged, words), _cost(took, words)])
    if out is not None:
        write_file(out / "fairness.json", msgspec.json.format(msgspec.json.encode(values)))
        page = out / "fairness.html"
        write_file(page, html(took, trial, judged, words).encode())
        if not json_lines:
            say([words._("{file} is written.").format(file=page)])
    return judged.ok


def _group_lines(judged: JudgedGroups, words: Words) -> Iterator[str]:
    for group in judged.groups:
        yield group_name(group.by, group.name, words)
        for figure in group.figures:
            yield _line(figure, words)


def _line(figure: Figure, words: Words) -> str:
    return f"{state(figure, words):>12}  {_measured(figure, words)}"


def _measured(figure: Figure, words: Words) -> str:
    tried = words._("tries: {n}").replace("{n}", str(figure.trials))
    best = at_best_in_full(figure, words)
    known = f"; {words._('at best')} {best}" if best else ""
    value = f"{measured(figure, words)} ({bound(figure, words)})"
    return f"{title(figure, words)}: {value}{known}; {tried}"


def _unmet_lines(judged: JudgedGroups, words: Words) -> Iterator[str]:
    yield verdict(judged, words)
    for whose, figure in unmet(judged, words):
        why = words._("no such duel was tried, so nothing is shown of it: try more")
        yield f"  {whose}: {_measured(figure, words) if figure else why}"


def _cost(took: Run, words: Words) -> str:
    return words.n(
        "{wall} s, {cpu} s of computing in {count} process",
        "{wall} s, {cpu} s of computing in {count} processes",
        took.processes,
    ).format(
        wall=words.number(took.wall_s, 0), cpu=words.number(took.cpu_s, 0), count=took.processes
    )
