"""The command line: ``khvatka sim …``, the simulator as a test bench."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from console.cli import completing
from console.cli.common import (
    FILE,
    GROUP_LANG,
    JSON,
    LANG,
    GivenFolder,
    language,
    one_sentence,
)
from console.cli.helping import OneOf
from console.cli.invocation import Invocation, common_options
from console.cli.numbers import Finite, WholeRange


@click.group()
@GROUP_LANG
def sim() -> None:
    """Put simulated tables on trial: scenarios, fairness, soak."""


@sim.command()
@click.option("--hours", type=Finite(0.01, 10_000), default=1.0, help="Simulated hours.")
@click.option("--seed", type=WholeRange(0, 2**62), default=0, help="Seed of the first evening.")
@JSON
@LANG
@one_sentence
def soak(hours: float, seed: int, as_json: bool, lang: str | None) -> None:
    """Evenings of all games with faults at random. Status 1 if anything breaks."""
    from console.trials.soak import run

    if not run(hours, seed, as_json, language(lang, None)):
        sys.exit(1)


@sim.command()
@click.argument("files", nargs=-1, type=FILE, shell_complete=completing.scenarios)
@JSON
@click.option("--watch", is_flag=True, help="In the window, at real speed.")
@LANG
@one_sentence
def run(files: tuple[Path, ...], as_json: bool, watch: bool, lang: str | None) -> None:
    """Play scenarios, judge exported duels again. Scenarios are TOML files or folders of them,
    duels *.json; status 1 if one is not as expected.

    Without a name, or by the name `library`, the library that comes with the program is played; a
    name in it is one of its scenarios.
    """
    from console.trials.scenario.outcomes import run_all

    if not run_all(files, as_json, language(lang, None), watch):
        sys.exit(1)


@sim.command()
@click.argument(
    "match", type=WholeRange(1, 2**63 - 1), required=False, shell_complete=completing.match_numbers
)
@click.option("--out", type=FILE, required=True, help="The scenario.")
@common_options
def record(call: Invocation, match: int | None, out: Path) -> None:
    """Write a kept match as a scenario. The newest if none is named."""
    from console.trials.scenario.record import record as write_it

    call.wrote(out, match=write_it(match, out, call.data))


@sim.command()
@click.option("--duels", type=WholeRange(1), default=100_000, help="How many duels.")
@click.option("--out", type=GivenFolder(), help="Folder for the report (HTML and JSON).")
@click.option("--processes", type=WholeRange(1, 256), default=2, help="How many processes.")
@click.option("--seed", type=WholeRange(0), default=1, help="Seed of the whole trial.")
@click.option(
    "--family",
    cls=OneOf,
    shell_complete=completing.families,
    show_default="all families",
    help="Hands of one family alone; mix: of all.",
)
@click.option(
    "--table",
    cls=OneOf,
    shell_complete=completing.trial_tables,
    show_default="all kinds",
    help="Tables of one kind alone; mix: all in order.",
)
@JSON
@LANG
@one_sentence
def fairness(
    duels: int,
    out: Path | None,
    processes: int,
    seed: int,
    family: str | None,
    table: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Many duels against the truth, whose hand was first. Status 1 if a bound is not met."""
    from console.trials.fairness.run import run as try_it
    from console.trials.fairness.tables import MIX, TrialCell

    cell = None if family is None and table is None else TrialCell(family or MIX, table or MIX)
    if not try_it(
        duels,
        out,
        processes,
        seed=seed,
        json_lines=as_json,
        language=language(lang, None),
        cell=cell,
    ):
        sys.exit(1)
