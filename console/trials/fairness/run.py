"""``khvatka sim fairness``: the whole trial, in as many processes as wanted."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from console.i18n import Words
from console.trials.fairness.figures import Figure, Trial
from console.trials.fairness.idle import NOTHING, Quiet, quiet_hours
from console.trials.fairness.judged import Judged, judge
from console.trials.fairness.judging import run_table
from console.trials.fairness.records import Records
from console.trials.fairness.report import Run, as_json, group_name, html, number, title
from console.trials.fairness.stalls import changed_by_stalls
from console.trials.fairness.tables import Cell, TableSpec, table_spec, table_specs, whole_trial
from console.wiring.rubbish import no_collection
from drivers.errors import ConfigError

DUELS: Final = 100_000
QUIET_HOURS: Final = 100
STALLED_DUELS: Final = 10_000
MOST_PROCESSES: Final = 256
_LEAST_HOURS: Final = 0.1
_STALLED_FROM: Final = 1_000_000
_QUIET_FROM: Final = 2_000_000
"""Numbers of tables, so that those of one part of the trial are not those of another."""

S = TypeVar("S")
T = TypeVar("T")
Map = Callable[[Callable[[S], T], Iterable[S]], Iterator[T]]


def _duels(spec: TableSpec) -> Records:
    with no_collection():
        return run_table(spec)


def _stalled(spec: TableSpec) -> tuple[int, int]:
    with no_collection():
        return changed_by_stalls(spec)


def _quiet(hour: tuple[TableSpec, float]) -> Quiet:
    with no_collection():
        return quiet_hours(*hour)


@contextmanager
def _mapping(processes: int) -> Iterator[Any]:
    """``map``, here or in processes; the results come in the order of what was asked."""
    if processes == 1:
        yield map
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        yield pool.map


def carry_out(duels: int, seed: int, processes: int, cell: Cell | None = None) -> Trial:
    """Try it all, or one ``cell`` alone; the shorter the trial, the fewer quiet hours and stalls.

    The same for the same ``duels`` and ``seed``, whatever the number of ``processes``. Raises
    ConfigError for numbers that cannot be.
    """
    if duels < 1 or not 1 <= processes <= MOST_PROCESSES:
        raise ConfigError(
            f"fairness: {duels} duels in {processes} processes: give at least 1 duel and 1 to "
            f"{MOST_PROCESSES} processes"
        )
    if cell is not None:
        with _mapping(processes) as spread:
            specs = table_specs(seed, duels, cell=cell)
            return Trial(Records.joined(list(spread(_duels, specs))), None)
    part = min(duels / DUELS, 1.0)
    stalled = [
        table_spec(seed, _STALLED_FROM + spec.number, spec.duels, spec.first_duel)
        for spec in table_specs(seed, max(round(STALLED_DUELS * part), 1))
    ]
    hours = max(QUIET_HOURS * part, _LEAST_HOURS)
    tables = max(round(hours), 1)
    quiet_tables = [
        (table_spec(seed, _QUIET_FROM + table, 0, 0), hours / tables) for table in range(tables)
    ]
    with _mapping(processes) as spread:
        records = Records.joined(list(spread(_duels, whole_trial(seed, duels))))
        changes = list(spread(_stalled, stalled))
        quiet = NOTHING
        for one in spread(_quiet, quiet_tables):
            quiet = quiet.plus(one)
    return Trial(
        records,
        quiet,
        sum(changed for changed, _ in changes),
        sum(count for _, count in changes),
    )


def _cpu_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def run(
    duels: int,
    out: Path | None,
    processes: int,
    seed: int,
    json_lines: bool,
    language: str,
    cell: Cell | None = None,
) -> bool:
    """Carry out the trial, print its figures, write the report into ``out`` if given.

    Returns whether every bound is met. Raises ConfigError for numbers or a folder that cannot be.
    """
    words = Words(language)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"--out {out}: {error.strerror}: choose another folder") from error
    began_s, cpu_s = time.perf_counter(), _cpu_s()
    trial = carry_out(duels, seed, processes, cell)
    took = Run(duels, seed, processes, time.perf_counter() - began_s, _cpu_s() - cpu_s, cell)
    judged = judge(trial, cell)
    values = as_json(took, trial, judged)
    if json_lines:
        sys.stdout.buffer.write(msgspec.json.encode(values) + b"\n")
    else:
        _tell(judged, words)
        click.echo(_cost(took, words))
    if out is not None:
        (out / "fairness.json").write_bytes(msgspec.json.format(msgspec.json.encode(values)))
        (out / "fairness.html").write_text(html(took, trial, judged, words), encoding="utf-8")
    return judged.ok


def _tell(judged: Judged, words: Words) -> None:
    for group in judged.groups:
        click.echo(group_name(group.by, group.name, words))
        for figure in group.figures:
            click.echo(_told(figure, words))


def _told(figure: Figure, words: Words) -> str:
    state = words._("met") if figure.ok else words._("not met")
    sign = "≥" if figure.at_least else "≤"
    value, bound = (number(figure, x, words) for x in (figure.value, figure.bound))
    return f"{state:>8}  {title(figure, words)}: {value} ({sign} {bound}), {figure.trials}"


def _cost(took: Run, words: Words) -> str:
    return words.n(
        "{wall} s, {cpu} s of computing in {count} process",
        "{wall} s, {cpu} s of computing in {count} processes",
        took.processes,
    ).format(
        wall=words.number(took.wall_s, 0), cpu=words.number(took.cpu_s, 0), count=took.processes
    )
