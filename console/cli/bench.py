"""The command line: ``khvatka bench``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click

from console.cli import completing
from console.cli.common import JSON, LANG, events_extra, language, one_sentence
from console.cli.numbers import WholeRange
from drivers.errors import ConfigError

ALONE = ("phones", "events", "hall", "league", "levels")
OF_EVENTS = ("events", "hall", "league")
PARTS = ("all", "duel", "decode", "frames", "speed", "rules", "start", *ALONE)


@click.command()
@click.argument("what", type=click.Choice(PARTS), nargs=-1, metavar="[WHAT]...")
@click.option("--games", type=WholeRange(1), show_default="200", help="Games a pairing (levels).")
@click.option(
    "--game",
    show_default="all that have opponents",
    shell_complete=completing.agents,
    help="This game only (levels).",
)
@click.option("--tables", type=WholeRange(1, 1000), show_default="200", help="How many (hall).")
@click.option(
    "--database", metavar="URL", show_default="SQLite for the moment", help="Where (league)."
)
@JSON
@LANG
@one_sentence
def bench(
    what: tuple[str, ...],
    games: int | None,
    game: str | None,
    tables: int | None,
    database: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Measure this machine: verdicts, frames, speed, rules, the start.

    WHAT is all, duel, decode, frames, speed, rules, start, phones, events,
    hall, league or levels; of several each is measured in its turn. Aims are
    printed beside, and judge nothing: a slow machine ends with status 0 too.

    \b
    start: from the command to the first frame; the commands that answer at once.
    phones: how long they wait for the table; no part of all.
    events: draws and corrections of large events, how soon a result is on the TV,
    how soon a desk is replaced, the hall; no part of all.
    hall: as many table processes under one desk as this machine carries.
    league: a day of 5000 tables, pages of standings; no part of all.
    levels: a tournament of the opponents; it takes long and is no part of all.
    """
    wanted = tuple(dict.fromkeys(what)) or ("all",)
    if "levels" not in wanted and (games is not None or game is not None):
        raise ConfigError("--games and --game are for `khvatka bench levels` alone")
    if database is not None and "league" not in wanted:
        raise ConfigError("--database is for `khvatka bench league` alone")
    if tables is not None and "hall" not in wanted:
        raise ConfigError("--tables is for `khvatka bench hall` alone")
    told = language(lang, None)
    of: dict[str, dict[str, Any]] = {"hall": {"tables": tables}, "league": {"database": database}}
    for each in wanted:
        if each == "levels":
            from console.bench.levels import run as run_levels

            run_levels(200 if games is None else games, game, as_json, told)
        else:
            given = {name: value for name, value in of.get(each, {}).items() if value is not None}
            _measure(each, as_json, told, given)


def _measure(what: str, as_json: bool, told: str, given: dict[str, Any]) -> None:
    with events_extra() if what in OF_EVENTS else nullcontext():
        from console.bench.report import run

        run(what, as_json, told, **given)
