"""The command line: ``khvatka bench``."""

from __future__ import annotations

from contextlib import nullcontext

import click

from console.cli import completing
from console.cli.common import JSON, LANG, events_extra, language, one_sentence
from drivers.errors import ConfigError

ALONE = ("phones", "events", "hall", "league", "levels")
OF_EVENTS = ("events", "hall", "league")
PARTS = ("all", "duel", "decode", "frames", "speed", "rules", "start", *ALONE)


@click.command()
@click.argument("what", type=click.Choice(PARTS), default="all", metavar="[WHAT]")
@click.option(
    "--games", type=click.IntRange(min=1), show_default="200", help="Games a pairing (levels)."
)
@click.option(
    "--game",
    show_default="all that have opponents",
    shell_complete=completing.agents,
    help="This game only (levels).",
)
@click.option("--tables", type=click.IntRange(1, 1000), show_default="200", help="How many (hall).")
@click.option(
    "--database", metavar="URL", show_default="SQLite for the moment", help="Where (league)."
)
@JSON
@LANG
@one_sentence
def bench(
    what: str,
    games: int | None,
    game: str | None,
    tables: int | None,
    database: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Measure this machine: verdicts, frames, speed, rules, the start.

    WHAT is all, duel, decode, frames, speed, rules, start, phones, events,
    hall, league or levels.

    \b
    start: from the command to the first frame; and the commands that answer at once.
    phones: how long they wait for the table; no part of all.
    events: draws and corrections of large events, how soon a result is on the TV,
    how soon a desk is replaced, the hall; no part of all.
    hall: as many table processes under one desk as this machine carries.
    league: a day of 5000 tables, pages of standings; no part of all.
    levels: a tournament of the opponents; it takes long and is no part of all.
    """
    if what == "levels":
        from console.bench.levels import run as run_levels

        run_levels(200 if games is None else games, game, as_json, language(lang, None))
    elif games is not None or game is not None:
        raise ConfigError("--games and --game are for `khvatka bench levels` alone")
    elif database is not None and what != "league":
        raise ConfigError("--database is for `khvatka bench league` alone")
    elif tables is not None and what != "hall":
        raise ConfigError("--tables is for `khvatka bench hall` alone")
    else:
        with events_extra() if what in OF_EVENTS else nullcontext():
            from console.bench.report import run

            told = {"tables": tables, "database": database}
            given = {name: value for name, value in told.items() if value is not None}
            run(what, as_json, language(lang, None), **given)
