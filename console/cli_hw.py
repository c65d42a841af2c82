"""The command line: ``khvatka hw …``, for whoever builds a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import click

from console.cli_common import DATA, LANG

P = ParamSpec("P")
BOARD = click.option(
    "--board", help="mk1 or mk2 (simulated), or a board file (TOML); without it a PC's table."
)


def station_options(command: Callable[P, None]) -> Callable[P, None]:
    """Which board, whose data, whose language: what ``make_station`` takes."""
    return BOARD(DATA(LANG(command)))


@click.group()
def hw() -> None:
    """Build a table: check it, watch it, weigh its sensors, light its lamps."""
