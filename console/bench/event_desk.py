"""A desk for the figures: `khvatka event serve` in a process of its own, which is killed and
started anew; and its database, as another desk on it sees it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from console.desk.access import Role
from console.desk.runner import EventRunner
from console.desk.store.database import DeskDatabase
from console.events import actions as do
from console.events.drawing import proposed
from console.events.options import EventOptions
from console.link.joining import asked_to_join
from console.link.lines import Lines
from console.link.membership import Membership
from console.link.messages import Join
from drivers.errors import ConfigError, KhvatkaError
from drivers.times import MS

PATIENCE_S: Final = 120.0
PROGRAM: Final = (sys.executable, "-m", "console")


def until(
    looks: Callable[[], bool],
    what: str,
    patience_s: float = PATIENCE_S,
    step_s: float = 0.01,
    lost: Callable[[], bool] = lambda: False,
) -> None:
    """Wait for it, unless all hope is ``lost``. Raises KhvatkaError."""
    until_s = time.monotonic() + patience_s
    while not looks():
        if time.monotonic() > until_s or lost():
            raise never_came(what)
        time.sleep(step_s)


def never_came(what: str) -> KhvatkaError:
    """What was waited for."""
    return KhvatkaError("{what} never came: look whether the machine is busy", what=what)


def now_ms() -> int:
    """As desks count."""
    return time.time_ns() // MS


class _Served(Struct):
    port: int
    organiser: str


class BenchDesk:
    """An event on ``folder``'s database. ``runner`` is another desk on it, without a port: what
    it does the process finds by the database alone."""

    def __init__(self, folder: Path, options: EventOptions) -> None:
        self._url = f"sqlite:///{folder / 'events.sqlite3'}"
        self._folder = folder
        self._database = DeskDatabase(self._url)
        self.event = EventRunner(self._database, None, now_ms).store.new(options, 7, now_ms())
        self.runner = EventRunner(self._database, self.event, now_ms)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    # -- the process -----------------------------------------------------------------------------

    def start(self, *urls: str) -> None:
        """At the port that it had before, else at any. ``urls``: by which it is called beside."""
        told = ("event", "serve", self.event, "--port", str(self.port), "--database", self._url)
        named = (word for url in urls for word in ("--url", url))
        self._process = subprocess.Popen(
            [*PROGRAM, *told, *named, "--json"],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "KHVATKA_DATA": str(self._folder)},
        )
        assert self._process.stdout is not None
        told_of_it = self._process.stdout.readline()
        if not told_of_it:  # it has ended, and said why
            raise never_came("the desk")
        self.port = msgspec.json.decode(told_of_it, type=_Served).port

    def kill(self) -> None:
        """Without a word, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def close(self) -> None:
        """All of it ends."""
        self.kill()
        self._database.close()

    # -- the event -------------------------------------------------------------------------------

    def people(self, count: int) -> None:
        """So many enter."""
        self.runner.act_each([do.Enter(f"P{number + 1}") for number in range(count)], "bench")

    def draw(self) -> None:
        """The next round."""
        self.runner.act(proposed(self.runner.event.state), "bench")

    def open_n(self) -> int:
        """Matches without an end."""
        return len(self.runner.event.state.open_matches())

    def joined(self, number: int, address: str, games: tuple[str, ...]) -> Membership:
        """A table joins by ``address`` and is let in, however long a busy machine takes to answer.
        Raises ConfigError."""
        code = self.runner.links.new_code(now_ms())
        asked = Join(code=code, name=f"T{number + 1}", seats_n=4, games=games, version="")
        found = asked_to_join(Lines(PATIENCE_S), address, asked)
        if not isinstance(found, Membership):
            raise ConfigError("the desk lets no table in: {word}", word=found)
        waits = self.runner.links.tables()
        key = next(t.key for t in waits if t.number is None and t.check == found.check)
        self.runner.let_in(key, "bench", number)
        return found

    def invited(self, role: Role) -> str:
        """A code for a browser."""
        return self.runner.access.invite(role, "", now_ms())
