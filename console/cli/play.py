"""The command line: ``khvatka play``."""

from __future__ import annotations

import sys
from typing import Any

import click

from console.cli import completing
from console.cli.common import DATA, FILE, GAME_OPTION, JSON, LANG, GivenFolder, one_sentence
from console.cli.helping import Configured, SettingsCommand
from console.cli.numbers import Finite, WholeNumber


@click.command(cls=SettingsCommand)
@click.option("--headless", is_flag=True, help="No window: virtual time, simulated people.")
@click.option(
    "--event", is_flag=True, help="Headless: what the desk calls to this table (event join)."
)
@click.option(
    "--walk",
    type=Finite(0, 600),
    show_default="0",
    help="Seconds that people take to the table once they are called (--event).",
)
@click.option("--window", is_flag=True, help="Insist on a window: fail without a display.")
@JSON
@GAME_OPTION(help="An option of the game, of those below (repeats).")
@click.option(
    "--players",
    type=WholeNumber(),
    show_default="one at each seat; 2 in a board game",
    shell_complete=completing.seats,
    help="How many play, 2 to 8 (two play two hands each).",
)
@click.option(
    "--seats",
    cls=Configured,
    key="table.seats",
    type=WholeNumber(),
    shell_complete=completing.seats,
    help="Board seats, 2 to 8; as many as --players need.",
)
@click.option(
    "--people",
    show_default="adult; in a window the first seat free for you, and level_2 in a board game",
    shell_complete=completing.sitters,
    help="Who sits there, by seat, with commas: person, child, adult, expert, level_1 to level_4,"
    " empty. A shorter list goes round.",
)
@click.option(
    "--seed",
    type=WholeNumber(),
    show_default="a random one",
    help="Seed of the first match, 0 to 2^63 - 1.",
)
@click.option(
    "--board",
    show_default="pc",
    shell_complete=completing.boards,
    help="The board: mk1, mk2 or mk2-8 (a real table), pc or pc-mk1 (simulated), or a board file of"
    " yours (TOML).",
)
@click.option("--config", type=FILE, help="Configuration file (TOML).")
@click.option(
    "--keys",
    type=FILE,
    show_default="the usual keys: khvatka guide keys",
    help="Keyboard layout (TOML).",
)
@click.option("--size", cls=Configured, key="table.size", help="Size of the table's picture.")
@click.option(
    "--fullscreen",
    cls=Configured,
    key="table.fullscreen",
    is_flag=True,
    default=None,
    help="Fill the display.",
)
@click.option(
    "--attract/--no-attract",
    default=None,
    show_default="at power-on of a real table",
    help="Begin in attract mode; or never have it.",
)
@click.option(
    "--phones-host",
    metavar="ADDRESS",
    show_default="this computer alone; of a real table its address in the network",
    help="This computer's address by which phones find it; 0.0.0.0: as its network knows it.",
)
@click.option(
    "--pictures",
    type=GivenFolder(),
    show_default="none; pictures where there is no display",
    help="Folder for PNG pictures of the match (headless).",
)
@LANG
@DATA
@one_sentence
def play(**options: Any) -> None:
    """Play on the simulated table, or at a real one (--board mk1).

    What is not given here is as --config has it, else as the owner has set it (`khvatka service
    settings`), else as told below. Status 1 if a match could not be kept.
    """
    from console.wiring.play import play as play_it
    from console.wiring.setup import PlayOptions

    if not play_it(PlayOptions(**options)):
        sys.exit(1)
