"""The command line: ``khvatka play``, ``matches``, ``records`` and the others.

Bad input ends with one sentence and status 2. Imports wait until a command needs them: the engine
must not pay for pygame, nor a list for numpy.
"""

from __future__ import annotations

import os
import sys

import click

from console.cli.bench import bench
from console.cli.common import GROUP_LANG, Program
from console.cli.event import event
from console.cli.guide import guide
from console.cli.helping import Formatter
from console.cli.hw import hw
from console.cli.league import league
from console.cli.matches import matches, replay
from console.cli.people import people, records
from console.cli.play import play
from console.cli.service import service
from console.cli.sim import sim
from console.cli.sound import sound

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its banner is none of our output


def _version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked:
        from console.service.place import program_version

        click.echo(f"khvatka, version {program_version()}")
        ctx.exit()


@click.group(
    cls=Program, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@GROUP_LANG
def main() -> None:
    """Khvatka: a party console built into a table, and its simulated twin."""


@main.command()
def engine() -> None:
    """Speak the engine protocol: JSON lines in, JSON lines out."""
    from console.engine.door import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


click.Context.formatter_class = Formatter
for command in (
    play,
    event,
    league,
    matches,
    replay,
    bench,
    guide,
    hw,
    service,
    people,
    records,
    sim,
    sound,
):
    main.add_command(command)
