"""What the commands of an organiser's desk share: where events and leagues are kept, and where it
is open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final

import click

from console.cli.common import events_extra
from console.cli.invocation import Invocation, common_options
from console.cli.numbers import WholeRange
from drivers.times import MS

if TYPE_CHECKING:
    from console.desk.league.store import LeagueStore
    from console.desk.store.desk_store import DeskStore
    from console.i18n import Words

_DATABASE = click.option(
    "--database",
    metavar="URL",
    show_default="events.sqlite3 in the folder of the table's data",
    help="Where events are kept: sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME.",
)
ALONE: Final = "127.0.0.1"
HOST = click.option(
    "--host",
    default=ALONE,
    help="The address at which it is open: that of this machine in the hall's network.",
)
PORT = click.option("--port", type=WholeRange(0, 65535), default=8470, help="Its port; 0: any.")
URLS = click.option(
    "--url",
    "urls",
    multiple=True,
    metavar="URL",
    show_default="no proxy",
    help="By which a proxy calls this desk, such as https://desk.example.org.",
)


def reach(words: Words, host: str, urls: tuple[str, ...]) -> Iterator[str]:
    """How others reach what is open to this computer alone."""
    if host == ALONE and not urls:
        yield words._(
            "Only this computer reaches it; for tables and phones give its address in their"
            " network: --host ADDRESS"
        )


@dataclass(frozen=True, slots=True)
class DeskInvocation(Invocation):
    """One that names a desk's database (None: a file beside the table's data)."""

    database: str | None

    @contextmanager
    def store(self) -> Iterator[DeskStore]:
        """The desk's store. Raises ConfigError."""
        with events_extra():
            from console.desk.store.database import DeskDatabase
            from console.desk.store.desk_store import DeskStore
        database = self.database
        if database is None:
            file = self.store_path.with_name("events.sqlite3")
            file.parent.mkdir(parents=True, exist_ok=True)
            database = f"sqlite:///{file}"
        opened = DeskDatabase(database)
        try:
            yield DeskStore(opened)
        finally:
            opened.close()

    @contextmanager
    def leagues(self) -> Iterator[LeagueStore]:
        """The desk's leagues. Raises ConfigError."""
        with self.store() as store:
            from console.desk.league.store import LeagueStore

            yield LeagueStore(store.database)


def desk_options(command: Callable[Concatenate[DeskInvocation, ...], None]) -> Callable[..., None]:
    """The options of a ``DeskInvocation``, which the command is given first."""

    @_DATABASE
    @common_options
    @wraps(command)
    def run(call: Invocation, database: str | None, **own: Any) -> None:
        command(DeskInvocation(call.data, call.lang, call.as_json, database), **own)

    return run


def now_ms() -> int:
    """The time of the wall clock."""
    return time.time_ns() // MS
