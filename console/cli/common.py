"""What all parts of the command line share: our errors as one sentence, common options."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import click

from drivers.errors import KhvatkaError

P = ParamSpec("P")

DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Folder of the table's data."
)
LANG = click.option("--lang", type=click.Choice(["ru", "en"]), help="Language of the texts.")


def one_sentence(command: Callable[P, None]) -> Callable[P, None]:
    """Turn our errors into click's: one sentence, status 2."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except KhvatkaError as error:
            print(f"khvatka: {error}", file=sys.stderr)  # noqa: T201
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
            # What is still buffered would fail again when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        finally:
            signal.signal(signal.SIGTERM, before)

    return stoppable
