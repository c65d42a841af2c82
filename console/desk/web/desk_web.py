"""The desk's web: one thread that knows the event, streams that tell of its changes, and behind
one door what tables and people ask.

Several processes may serve one event. What another one has changed is found by asking the database
for its turn, a number, some times a second.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from console.desk.links import LinkedTable
from console.desk.runner import EventRunner, Looked
from console.link.messages import Joined, ResultAnswer, TableState
from console.web.guarded import Guarded
from console.web.guards import (
    Bucket,
    ByAddress,
    Door,
    RefusalWord,
    Tries,
    WebRefusal,
    source_of,
)
from console.web.served import HEADERS
from console.web.streams import EventStream
from drivers.errors import ConfigError
from drivers.times import MINUTE, SECOND

P = ParamSpec("P")
T = TypeVar("T")
LOOK_S: Final = 0.25
LOOPBACK: Final = ("127.0.0.1", "::1")
SEEN_NS: Final = 10 * SECOND
LINK_BYTES: Final = 16 << 10
FORM_BYTES: Final = 256 << 10
ENTRY_BYTES: Final = 4 << 10
"""What strangers fill in: a code, a nickname."""
PASTE_BYTES: Final = 4 << 20
"""Ten thousand lines of names, each letter as three signs of a form."""
LARGE: Final = ("/do/paste", "/do/import", "/do/stick")
JOINS_A_MINUTE: Final = 120
JOINS_FROM_ONE: Final = 30
"""Guests who enter by phone, a minute; from one address: who tries without end keeps nobody out."""
MOST_STREAMS: Final = 1500
"""Of tables and of pages, each."""
MOST_OF_ONE: Final = 4
"""Streams of one table, or of one guest: those that its network cut may not have ended yet."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class TableLine(Struct):
    """A table's open stream, and what it was told last but for its version."""

    key: str
    stream: EventStream
    sent: TableState | None = None
    version: int = 0


class PageLine(Response):
    """A page's stream, among ``others`` as long as it is open; ``guest`` as in ``open_page``."""

    def __init__(
        self, others: dict[EventStream, str], looked: Looked | None, guest: str = ""
    ) -> None:
        super().__init__()
        self._others, self._stream, self._guest = others, EventStream(), guest
        if looked is not None:  # it may have changed since the page was written
            self._stream.show("turn", str(looked.turn_n), looked.turn_n)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._guest:
            _make_room(stream for stream, guest in self._others.items() if guest == self._guest)
        self._others[self._stream] = self._guest
        try:
            await self._stream(scope, receive, send)
        finally:
            del self._others[self._stream]


class DeskWeb:
    """All of it. ``hosts`` are the names by which we are called, ``secure`` those of them that a
    proxy answers for by HTTPS."""

    def __init__(
        self,
        runner: EventRunner,
        hosts: frozenset[str],
        secure: frozenset[str] = frozenset(),
        now_ns: Callable[[], int] = time.monotonic_ns,
        thread: Executor | None = None,
    ) -> None:
        self.runner, self.now_ns = runner, now_ns
        self.door = Door(hosts, secure)
        self.tries = Tries(at_all=None)
        self._joins = Bucket(JOINS_A_MINUTE, MINUTE)
        self._joins_from = ByAddress(JOINS_FROM_ONE, MINUTE)
        self.address = _address(hosts, secure)
        self.tables: dict[EventStream, TableLine] = {}
        self.pages: dict[EventStream, str] = {}
        self.thread = thread or ThreadPoolExecutor(1, "desk")
        self._looked: Looked | None = None
        self._news = asyncio.Event()
        self._here: set[str] = set()
        self._kept: set[str] = set()
        self._kept_ns = 0

    def guarded(self, app: ASGIApp) -> ASGIApp:
        """``app`` behind the one door."""
        return Guarded(app, self.door, self._headers, announced_bytes)

    async def work(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something with the event, in its thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, lambda: task(*args, **kwargs))

    def source(self, request: Request) -> str:
        """Whose tries count together: the browser's address. Before a name that our proxy answers
        for it is what that proxy says, if the proxy is on this machine."""
        peer = request.client.host if request.client else ""
        behind = request.headers.get("host", "").lower() in self.door.secure
        if behind and peer in LOOPBACK:
            return request.headers.get("x-forwarded-for", peer).rpartition(",")[2].strip()
        return peer

    def may_join(self, request: Request) -> bool:
        """Whether not too many have tried to enter by phone, there or at all."""
        address, now_ns = source_of(self.source(request)), self.now_ns()
        return self._joins_from.take(address, now_ns) and self._joins.take(now_ns)

    def changed(self) -> None:
        """Something may have changed: streams tell of it soon, together with what else has."""
        self._news.set()

    async def watch(self, ends: Callable[[], bool] = lambda: False) -> None:
        """Tell streams of what changes, here or at another desk; keep up who is there. Until it
        ends."""
        while not ends():
            with suppress(sa.exc.DBAPIError):  # a database that is away comes back
                await self.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._news.wait()
            self._news.clear()
        for stream in (*self.tables, *self.pages):
            stream.close()

    async def look(self) -> None:
        """See what has changed, and tell of it; once."""
        await self._tell_all()
        await self._keep_up()

    async def _tell_all(self) -> None:
        looked = await self.work(self.runner.look)
        if looked is None or looked == self._looked:
            return
        await self.work(self._settle)  # a desk that died left something undone, maybe
        looked = await self.work(self.runner.look)
        if looked is None:
            return
        self._looked = looked
        for stream in self.pages:
            stream.show("turn", str(looked.turn_n), looked.turn_n)
        await self._tell(list(self.tables.values()))

    async def _keep_up(self) -> None:
        """Who is there, in the database: at once when one comes or goes, else now and then."""
        here = {line.key for line in self.tables.values()}
        gone, self._here = self._here - here, here
        came = here - self._kept
        if not gone and not came and self.now_ns() - self._kept_ns < SEEN_NS:
            return
        self._kept, self._kept_ns = here, self.now_ns()
        await self.work(self.runner.links.seen, gone, 0)
        await self.work(self.runner.links.seen, here, self.runner.now_ms())
        if came:
            await self.work(self._settle)  # a duel waits for a pad, maybe
            self.changed()

    def _settle(self) -> None:
        with suppress(ConfigError):
            self.runner.settle()

    # -- tables' streams -------------------------------------------------------------------------

    async def open(self, table: LinkedTable) -> TableLine:
        """A table's stream, which shows at once how things stand; the oldest of too many ends.
        Raises WebRefusal."""
        _make_room(stream for stream, line in self.tables.items() if line.key == table.key)
        if len(self.tables) >= MOST_STREAMS:
            raise WebRefusal(RefusalWord.FULL)
        line = TableLine(table.key, EventStream())
        self.tables[line.stream] = line
        try:
            states = await self.work(self.runner.states_of, [table])
            self._show(line, states[line.key])
        except BaseException:
            del self.tables[line.stream]
            raise
        self.changed()
        return line

    def open_page(self, guest: str = "") -> Response:
        """A page's stream; of a ``guest``, named by their code, the oldest of too many ends.
        Raises WebRefusal."""
        if len(self.pages) >= MOST_STREAMS:
            raise WebRefusal(RefusalWord.FULL)
        return PageLine(self.pages, self._looked, guest)

    def ended(self, line: TableLine) -> None:
        """It is not open any more."""
        del self.tables[line.stream]
        self.changed()

    async def _tell(self, lines: list[TableLine]) -> None:
        """Those whose state is another one now hear of it."""
        states = await self.work(self._states) if lines else {}
        for line in lines:
            if line.key in states:
                self._show(line, states[line.key])
            else:
                line.stream.close()

    def _show(self, line: TableLine, state: TableState) -> None:
        content = replace(state, version=0)
        if content != line.sent and state.version >= line.version:
            line.sent, line.version = content, state.version
            line.stream.show("state", encoded(state), state.version)

    def _states(self) -> dict[str, TableState]:
        try:
            return self.runner.states_of(self.runner.links.tables())
        except WebRefusal:
            return {}

    def _headers(self, host: str | None) -> Mapping[str, str]:
        # a form says where it comes from only if its page lets it
        return {**HEADERS, "Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}


def _make_room(own: Iterable[EventStream]) -> None:
    """For one more stream of whoever has these: the oldest of too many end."""
    for stream in list(own)[: 1 - MOST_OF_ONE]:
        stream.close()


def encoded(message: TableState | ResultAnswer | Joined) -> str:
    """As it goes over the line."""
    return msgspec.json.encode(message).decode()


def _address(hosts: frozenset[str], secure: frozenset[str]) -> str:
    """How people call us."""
    if secure:
        return f"https://{min(secure)}"
    return f"http://{min(hosts, key=lambda host: (host.startswith('localhost'), len(host), host))}"


def announced_bytes(path: str) -> int:
    """So much may be announced there. What is too long for a large form is told on a page, by
    whoever reads it."""
    return sys.maxsize if path in LARGE else most_bytes(path)


def most_bytes(path: str) -> int:
    """So much may be sent there."""
    if path.startswith("/link/"):
        return LINK_BYTES
    if path in ("/enter", "/join"):
        return ENTRY_BYTES
    return PASTE_BYTES if path in LARGE else FORM_BYTES
