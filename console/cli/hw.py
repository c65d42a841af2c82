"""The command line: ``khvatka hw …``, for whoever builds a table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate

import click

from console.cli import completing
from console.cli.common import DATA, FILE, GROUP_LANG, JSON, LANG, language, one_sentence
from console.cli.invocation import Invocation
from console.cli.numbers import Finite, WholeRange
from console.terminal.columns import put, room, say
from drivers.errors import ConfigError
from drivers.times import SECOND

if TYPE_CHECKING:
    from console.hardware.station import Station

BOARD = click.option(
    "--board",
    envvar="KHVATKA_BOARD",
    show_envvar=True,
    show_default="pc",
    shell_complete=completing.boards,
    help="The board: mk1, mk2 or mk2-8 (a real table), pc or pc-mk1 (simulated), or a board file of"
    " yours (TOML).",
)


class Duration(Finite):
    """Seconds on the command line, nanoseconds in the program."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return round(super().convert(value, param, ctx) * SECOND)


@dataclass(frozen=True, slots=True)
class StationInvocation(Invocation):
    """One that names a board (None: the simulated one)."""

    board: str | None

    def station(self, *, waits: bool = True) -> Station:
        """Its station; ``waits``: somebody looks on. Raises ConfigError."""
        from console.wiring.hardware import make_station

        return make_station(self.board, self.data, self.language, waits=waits)

    def tell(self, line: str) -> None:
        """Tells whoever looks on, or a program."""
        tell(line, self.as_json)

    def put(self, line: str) -> None:
        """The same of what is JSON already where a program reads."""
        (put if self.as_json else say)([line])


def station_options(
    command: Callable[Concatenate[StationInvocation, ...], None],
) -> Callable[..., None]:
    """The options of a ``StationInvocation``, which the command is given first."""

    @BOARD
    @DATA
    @LANG
    @one_sentence
    @wraps(command)
    def run(
        board: str | None, data: Path | None, lang: str | None, as_json: bool = False, **own: Any
    ) -> None:
        command(StationInvocation(data, lang, as_json, board), **own)

    return run


@click.group()
@GROUP_LANG
def hw() -> None:
    """Build a table: check, watch, weigh its sensors, light its lamps."""


def tell(line: str, as_json: bool) -> None:
    """Tells whoever looks on, or a program."""
    from console.hardware.texts import line_json

    if as_json:
        put([line_json(line)])
    else:
        say([line])


@hw.command()
@JSON
@click.option("--touch", is_flag=True, help="Then ask for ten touches at every seat.")
@click.option(
    "--jig", is_flag=True, help="Then ask for each button, sensor and lamp; write a report."
)
@click.option(
    "--plug",
    is_flag=True,
    help="Instead try the header of a Pi without a table, by the test plug; write a report.",
)
@station_options
def check(call: StationInvocation, touch: bool, jig: bool, plug: bool) -> None:
    """Power-on self-test: what is wrong, each with its mend. Status 1 on a failure."""
    from console.hardware.check import check as check_it

    if jig and call.as_json:
        raise ConfigError("--jig and --json exclude each other: the report has all of it as text")
    if plug and (touch or jig or call.as_json):
        raise ConfigError("--plug tries the header alone: leave --touch, --jig and --json out")
    station = call.station(waits=False)
    if plug:
        from console.hardware.plug_findings import check_plug

        if not check_plug(station, call.tell, room()):
            sys.exit(1)
        return
    if not check_it(station, call.put, call.as_json, room(), touched=touch, walked=jig):
        sys.exit(1)


@hw.command()
@JSON
@click.option(
    "--seconds",
    "length_ns",
    type=Duration(0, 86_400),
    show_default="until Ctrl-C",
    help="End after so many seconds.",
)
@station_options
def watch(call: StationInvocation, length_ns: int | None) -> None:
    """Tell every decoded event as it happens."""
    from console.hardware.watch import watch as watch_it

    watch_it(call.station(), call.put, call.as_json, length_ns)


@hw.command()
@click.option("--text", is_flag=True, help="Draw in the terminal, also where there is a display.")
@click.option("--picture", type=FILE, help="Write one picture (PNG), end.")
@click.option(
    "--seconds",
    "length_ns",
    type=Duration(0.1, 3600),
    show_default="until Ctrl-C; 6 for a picture",
    help="End after so many seconds.",
)
@click.option("--size", show_default="1280x800", help="Size of the window or picture.")
@click.option("--web", is_flag=True, help="Show a page: curves, thresholds, weights on a phone.")
@click.option(
    "--host",
    show_default="127.0.0.1",
    help="Address of this computer for --web; 0.0.0.0: as its network knows it.",
)
@click.option(
    "--port", type=WholeRange(0, 65_535), show_default="8018", help="Port for --web; 0: any."
)
@station_options
def scope(
    call: StationInvocation,
    text: bool,
    picture: Path | None,
    length_ns: int | None,
    size: str | None,
    web: bool,
    host: str | None,
    port: int | None,
) -> None:
    """Draw the force on every petal. In a window, in the terminal, as a picture or as a page."""
    from console.hardware import scope as scopes
    from console.screens.display import display_driver
    from console.wiring.setup import parse_size

    if text and picture is not None:
        raise ConfigError("--text and --picture exclude each other: give one of them")
    if web:
        if text or picture is not None or size is not None:
            raise ConfigError("--web shows a page: leave --text, --picture and --size out")
        _scope_page(call, length_ns, host, port)
        return
    if host is not None or port is not None:
        raise ConfigError("--host and --port change nothing without --web: add it")
    pixels = parse_size(size) or scopes.SIZE
    if picture is not None:
        scopes.save_picture(call.station(waits=False), picture, pixels, length_ns or scopes.SPAN_NS)
        call.wrote(picture)
    elif text or display_driver() is None:
        scopes.show_text(call.station(), sys.stdout, length_ns, sys.stderr)
    else:
        scopes.show_window(call.station(), pixels, length_ns)


def _scope_page(
    call: StationInvocation, length_ns: int | None, host: str | None, port: int | None
) -> None:
    from console.wiring.kept_thresholds import KeptThresholds, check_web
    from console.wiring.phones import own_address

    check_web()
    from console.tuning.serve import LOOPBACK, PORT, serve_scope

    station = call.station()
    address = own_address(host or LOOPBACK, "--host")
    kept = KeptThresholds(station.data)
    serve_scope(
        station, kept, address, PORT if port is None else port, call.tell, length_ns=length_ns
    )


@hw.command()
@JSON
@click.option(
    "--light-n",
    type=Finite(0.3, 2),
    default=0.5,
    help="The light weight in newtons, 0.3 to 2; 51 g weigh 0.5 N.",
)
@click.option(
    "--heavy-n",
    type=Finite(4, 50),
    default=10.0,
    help="The heavy weight in newtons, 4 to 50; about 1 kg weighs 10 N.",
)
@click.option("--missing", is_flag=True, help="Only the sensors that the last weighing left out.")
@station_options
def calibrate(call: StationInvocation, light_n: float, heavy_n: float, missing: bool) -> None:
    """Weigh every sensor with two known weights. What is weighed is kept, whatever ends it."""
    from console.hardware.calibrate import calibrate as calibrate_it

    calibrate_it(call.station(waits=False), call.tell, heavy_n, light_n, missing)


@hw.command()
@JSON
@click.option(
    "--seconds", "each_ns", type=Duration(0.1, 60), default=1.0, help="How long each lamp shines."
)
@station_options
def lights(call: StationInvocation, each_ns: int) -> None:
    """Light the lamps one after the other. It says which should shine."""
    from console.hardware.lights import walk_lights

    walk_lights(call.station(), call.tell, each_ns)


@hw.command()
@click.option("--port", show_default="the only one that is plugged in", help="Where the Pico is.")
@click.option(
    "--drive",
    type=FILE,
    show_default="the only one in boot mode",
    help="Where a Pico in boot mode is mounted.",
)
@click.option(
    "--uf2",
    type=FILE,
    show_default="that of `make firmware`",
    help="The file that a Pico in boot mode gets.",
)
@click.option(
    "--seats",
    type=WholeRange(2, 8),
    show_default="what it was told before, else 6",
    help="Tell the pad how many seats it has.",
)
@JSON
@LANG
@one_sentence
def flash(
    port: str | None,
    drive: Path | None,
    uf2: Path | None,
    seats: int | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Put the pad controller's program onto a Pico. Hold BOOTSEL while you plug in a new one."""
    from console.hardware.flash import FlashWish
    from console.hardware.flash import flash as flash_it
    from console.i18n import Words
    from drivers.clock import WallClock

    wish = FlashWish(port, drive, uf2, seats)
    flash_it(Words(language(lang, None)), partial(tell, as_json=as_json), WallClock(), wish)
