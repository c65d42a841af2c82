"""The command line: ``khvatka play``, ``matches``, ``records`` and the others.

Bad input ends with one sentence and status 2. Imports wait until a command needs them: the engine
must not pay for pygame.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from console.cli.common import DATA, LANG, Program, language, one_sentence
from console.cli.hw import hw
from console.cli.people import people, records
from console.cli.service import service
from console.cli.sim import sim
from drivers.errors import ConfigError

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its banner is none of our output


def _version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked:
        from console.service.place import program_version

        click.echo(f"khvatka, version {program_version()}")
        ctx.exit()


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Khvatka: a party console built into a table, and its simulated twin."""


@main.command()
def engine() -> None:
    """Speak the engine protocol: JSON lines in, JSON lines out."""
    from console.engine import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@main.command()
@click.option("--headless", is_flag=True, help="No window: virtual time, simulated people.")
@click.option("--window", is_flag=True, help="Insist on a window: fail without a display.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line (headless).")
@click.option("--game", help="The game: chaos, elements, iota or ignis.")
@click.option("--option", multiple=True, help="An option of the game, as name=value (repeats).")
@click.option("--open-hands/--hidden-hands", default=None, help="Board games: hands lie open.")
@click.option("--players", type=int, help="How many play, 2 to 8 (two play two hands each).")
@click.option("--seats", type=int, help="Board seats, 2 to 8.")
@click.option(
    "--people",
    help="Who sits there, by seat: person, child, adult, expert, level_1 to level_4, empty"
    " (repeats).",
)
@click.option("--seed", type=int, help="Seed of the first match, 0 to 2^63 - 1.")
@click.option(
    "--board", help="mk1 or mk2 (simulated), or a board file (TOML): of a real table, or a PC."
)
@click.option("--auto/--no-auto", default=None, help="The table flips for everyone (C27).")
@click.option("--pace", type=int, help="Milliseconds between cards, 300 to 5000 (C27).")
@click.option("--last-card", type=click.Choice(["immediate", "classic"]), help="Rule C6.")
@click.option("--specials", help="Counts of grab,palm,all,left; sum 10 (C2).")
@click.option("--config", type=click.Path(path_type=Path), help="Configuration file (TOML).")
@click.option("--keys", type=click.Path(path_type=Path), help="Keyboard layout (TOML).")
@click.option("--size", help="Size of the table picture, such as 1920x1080.")
@click.option("--fullscreen", is_flag=True, default=None, help="Fill the display.")
@click.option(
    "--attract/--no-attract", default=None, help="Begin in attract mode; or never have it."
)
@click.option("--pictures", type=click.Path(path_type=Path), help="Write PNG pictures there.")
@LANG
@DATA
@one_sentence
def play(**options: Any) -> None:
    """Play on the simulated table, or at a real one (--board FILE)."""
    from console.wiring.play import play as play_it
    from console.wiring.setup import PlayOptions

    play_it(PlayOptions(**options))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@LANG
@DATA
@one_sentence
def matches(as_json: bool, lang: str | None, data: Path | None) -> None:
    """List the matches that were played."""
    from console.wiring.past import list_matches

    list_matches(as_json, language(lang, data), data)


@main.command()
@click.argument("what", metavar="MATCH|FILE.crash")
@click.option("--window", is_flag=True, help="Play it again in the window.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--speed", type=float, help="Times real speed in the window.")
@click.option("--duel", type=int, help="This duel, as the printed match numbers it.")
@click.option("--plot", type=click.Path(path_type=Path), help="Its photo finish: an SVG or PNG.")
@click.option(
    "--export", type=click.Path(path_type=Path), help="All of it, for `khvatka sim run` (JSON)."
)
@LANG
@DATA
@one_sentence
def replay(
    what: str,
    window: bool,
    as_json: bool,
    speed: float | None,
    duel: int | None,
    plot: Path | None,
    export: Path | None,
    lang: str | None,
    data: Path | None,
) -> None:
    """Print a match again, its verdicts judged anew from the samples; status 1 if the decoder that
    judged them gives others now (what another version would give is told). Or watch it; or draw the
    photo finish of one of its duels, or put all of it into one file. Of a crash that the table
    left: tell it and live it again; status 1 if that does not lead to the same."""
    if what.endswith(".crash"):
        from console.wiring.crash.again import replay as live_it_again

        raise SystemExit(0 if live_it_again(Path(what)) else 1)
    if not what.isdecimal() or len(what) > 18:  # SQLite's integers end there
        raise ConfigError(f"{what!r} is no match: give its number, or the FILE.crash of a crash")
    match = int(what)
    _fit_together(duel, plot or export, window, speed)
    if duel is not None and plot is not None:
        from console.wiring.photos import plot as plot_it

        plot_it(match, duel, plot, language(lang, data), data)
    if duel is not None and export is not None:
        from console.trials.scenario.dispute import export as export_it

        export_it(match, duel, export, data)
    if duel is not None:
        return
    if window:
        from console.wiring.rerun import watch

        watch(match, language(lang, data), data, 1.0 if speed is None else speed)
    else:
        from console.wiring.past import print_match

        if not print_match(match, as_json, language(lang, data), data):
            raise SystemExit(1)


def _fit_together(duel: int | None, file: Path | None, window: bool, speed: float | None) -> None:
    """Raises ConfigError for options of ``replay`` of which one would change nothing."""
    if (duel is None) != (file is None):
        raise ConfigError(
            "--duel and --plot or --export belong together: give the duel and the file"
        )
    if duel is not None and window:
        raise ConfigError("--duel and --window exclude each other: a window shows the whole match")
    if speed is not None and not window:
        raise ConfigError("--speed needs --window: what is printed has none")


@main.command()
@click.argument(
    "what",
    type=click.Choice(["all", "duel", "decode", "frames", "speed", "rules", "start", "levels"]),
    default="all",
    metavar="[WHAT]",
)
@click.option("--games", type=click.IntRange(min=1), help="Games a pairing, usually 200 (levels).")
@click.option("--game", help="This game only (levels).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line (levels).")
@LANG
@one_sentence
def bench(what: str, games: int | None, game: str | None, as_json: bool, lang: str | None) -> None:
    """Measure this machine: verdicts, frames, speed, rules, the start.

    WHAT is all, duel, decode, frames, speed, rules, start or levels.

    \b
    levels: a tournament of the opponents; it takes long and is no part of all.
    """
    if what == "levels":
        from console.bench.levels import run as run_levels

        run_levels(200 if games is None else games, game, as_json, language(lang, None))
    elif games is not None or game is not None or as_json:
        raise ConfigError("--games, --game and --json are for `khvatka bench levels` alone")
    else:
        from console.bench.report import run

        run(what, language(lang, None))


main.add_command(hw)
main.add_command(service)
main.add_command(people)
main.add_command(records)
main.add_command(sim)
