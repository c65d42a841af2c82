"""What all parts of the command line share: our errors as one sentence, common options."""

from __future__ import annotations

import errno
import math
import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click

from console.system.streams import suit
from drivers.errors import KhvatkaError

P = ParamSpec("P")


class Named(click.Path):
    """A path that is not empty. Nothing is looked at: what lies there may not answer."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if not os.fspath(value):  # as a script writes it whose variable is not set
            self.fail("it is empty: name a folder", param, ctx)
        return super().convert(value, param, ctx)


class Folder(Named):
    """A folder that is there or could be made: nothing below a file."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        named = super().convert(value, param, ctx)
        place = os.path.abspath(named)
        while not os.path.exists(place):
            place = os.path.dirname(place)
        if not os.path.isdir(place):
            self.fail(f"{place} is no folder: name another", param, ctx)
        return named


DATA = click.option("--data", type=Folder(), help="Folder of the table's data.")
LANG = click.option(
    "--lang",
    type=click.Choice(["ru", "en"]),
    help="Language of the texts; without it the table's own.",
)


def language(asked: str | None, data: Path | None) -> str:
    """The language asked for, else the one that the table of ``data`` is set to."""
    if asked is not None:
        return asked
    from console.service.adjustments import DEFAULTS
    from console.service.kept import ServiceStore
    from console.store import StoreError, store_path

    try:
        adjusted = ServiceStore(store_path(data)).adjustments().adjusted
    except (StoreError, PermissionError):  # whoever needs the store tells what is wrong with it
        adjusted = DEFAULTS
    return str(adjusted["table.language"])


class Finite(click.FloatRange):
    """A number within its range; what is no number, or endless, is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number: give one", param, ctx)
        return float(number)


class Program(click.Group):
    """The whole command line: whatever its input and output are, no traceback comes of that."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        if sys.stdin is None:  # started with it closed
            sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
        if sys.stdout is None:
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        suit()
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            complain("no room is left on the disk that this writes to: make room there")
            _drop_output()
            ctx.exit(2)
        return done


def complain(sentence: str) -> None:
    """One sentence for whoever gave the command."""
    print(f"khvatka: {sentence}", file=sys.stderr)  # noqa: T201


def _drop_output() -> None:
    # What is still buffered would fail again when the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_sentence(command: Callable[P, None]) -> Callable[P, None]:
    """Turn our errors into click's: one sentence, status 2."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except KhvatkaError as error:
            complain(str(error))
            sys.exit(2)
        except PermissionError as error:
            complain(f"{error.filename}: run this as its owner (sudo -u), or name another")
            sys.exit(2)

    return guarded


def until_stopped(command: Callable[P, None]) -> Callable[P, None]:
    """Whoever looks on goes away: Ctrl-C, SIGTERM and a closed pipe are no failures here."""

    @wraps(command)
    def stoppable(*args: P.args, **kwargs: P.kwargs) -> None:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            command(*args, **kwargs)
        except KeyboardInterrupt:
            pass
        except BrokenPipeError:
            _drop_output()
        finally:
            signal.signal(signal.SIGTERM, before)

    return stoppable
