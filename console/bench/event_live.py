"""How soon a result is on the TV, and how soon all tables are back once the desk was killed.

The desk is a process with its port; 200 tables are real links with stores and outboxes, in this
process. The TV does as the page's script: it hears of a change, fetches the page, and waits 300 ms
before it fetches again. A result is on it when the page has come without those who played.
"""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import Final
from urllib.parse import urlencode

from console.bench.event_desk import BenchDesk, until
from console.desk.access import Role
from console.events.drawing import proposed
from console.events.options import EventOptions, Sizes, Swiss
from console.i18n import Words
from console.link.link import DeskLink, LinkNews
from console.link.membership import Memberships
from console.link.messages import Assignment, ResultSent
from console.link.played import Posted
from console.link.sse import Events
from console.store.log import DirectLog
from console.store.outbox import StoreOutbox
from console.store.schema import store_path

TABLES: Final = 200
ROUNDS: Final = 3
GAP_S: Final = 0.1
"""Between two results: all tables of a hall end within twenty seconds."""
AGAIN_S: Final = 0.3
"""As the page's script."""
ANSWER_S: Final = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TvFigures:
    """Milliseconds from a match's end at its table, results synced, to the TV without it."""

    tables: int
    results: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    aim_ms: int = 500

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        told = words._(
            "from a result to the TV, {tables} tables, {count} results: median {median} ms, 99 of"
            " 100 up to {p99} ms, worst {worst} ms (aim: {aim})"
        )
        return (
            told.format(
                tables=self.tables,
                count=self.results,
                median=words.number(self.median_ms, 0),
                p99=words.number(self.p99_ms, 0),
                worst=words.number(self.worst_ms, 0),
                aim=self.aim_ms,
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BackFigures:
    """Seconds from the desk's SIGKILL to the last table that has the assignment which another desk
    has drawn meanwhile. ``processes``: tables are processes of their own, else links."""

    tables: int
    processes: bool
    back_s: float
    aim_s: int = 10

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        told = words._(
            "desk killed, another begun: {tables} tables back with the right matches after {took}"
            " s (aim: {aim})"
        )
        took = words.number(self.back_s, 1)
        return (told.format(tables=self.tables, took=took, aim=self.aim_s),)


def run() -> Iterable[TvFigures | BackFigures]:
    """Both, on one event."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        options = EventOptions(
            name="bench",
            game="ignis",
            sizes=Sizes(2, 2, 2, 2),
            stages=(Swiss(rounds=ROUNDS + 1),),
            check_in=False,
        )
        desk = BenchDesk(Path(folder), options)
        stack.callback(desk.close)
        desk.people(2 * TABLES)
        desk.start()
        tables = list(_tables(desk, Path(folder), stack))
        with closing(Tv(desk.port, desk.invited(Role.SCREEN))) as tv:
            yield _to_tv(desk, tables, tv)
        yield _back(desk, tables)


class LinkTable:
    """A real link with a store of its own."""

    def __init__(self, folder: Path, memberships: Memberships) -> None:
        path = store_path(folder)
        self._log = DirectLog(path)
        self._link = DeskLink(memberships, StoreOutbox(self._log, path), lambda _: None)
        self._news = LinkNews(memberships=memberships)
        self.close = self._link.close

    def match(self) -> Assignment | None:
        """What is to be played there, as far as the table knows."""
        news = self._link.hear()
        if news is not None:
            self._news = news
        state = self._news.state
        return None if self._news.trouble is not None or state is None else state.match

    def plays(self, event: str) -> tuple[str, ...]:
        """Its match ends; the names of those who played."""
        match, state = self.match(), self._news.state
        assert match is not None
        assert state is not None
        assert state.table is not None
        result = ResultSent(
            id=f"{match.match:032x}",
            table=state.table,
            match=match.match,
            persons=tuple(placed.person for placed in match.persons),
            places=(1, 2),
        )
        self._log.post(Posted.of(event, result))
        self._log.close()  # so many tables would keep too many files open
        self._link.wake()
        return tuple(placed.name for placed in match.persons)


class Tv:
    """A TV's browser: a session, a stream, the page."""

    def __init__(self, port: int, code: str) -> None:
        self._host = f"127.0.0.1:{port}"
        self._cookie = ""
        with closing(self._line()) as line:
            answer = self._ask(line, "POST", "/enter", urlencode({"code": code}))
            self._cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
        line = self._line()
        line.connect()
        self._socket: socket.socket = line.sock
        self._stream = self._ask(line, "GET", "/live")
        self._changed = Condition()
        self._turn, self._shown, self._closed = "", "", False
        self._awaited: dict[str, float] = {}
        self.took_s: list[float] = []
        self._threads = [Thread(target=run, daemon=True) for run in (self._listen, self._show)]
        for thread in self._threads:
            thread.start()

    def awaits(self, name: str, since_s: float) -> None:
        """This person has played: their card goes."""
        with self._changed:
            self._awaited[name] = since_s

    @property
    def awaited_n(self) -> int:
        """How many cards are still to go."""
        return len(self._awaited)

    def _line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._host, timeout=ANSWER_S)

    def _ask(
        self, line: http.client.HTTPConnection, method: str, path: str, body: str | None = None
    ) -> http.client.HTTPResponse:
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        origin = {"Origin": f"http://{self._host}", "Cookie": self._cookie, **kind}
        line.request(method, path, body, origin)
        return line.getresponse()

    def _listen(self) -> None:
        events = Events()
        while not self._closed:
            try:
                piece = self._stream.read1(1 << 14)
            except (OSError, http.client.HTTPException, ValueError):
                break
            if not piece:
                break
            for name, data in events.feed(piece):
                if name == "turn":
                    with self._changed:
                        self._turn = data
                        self._changed.notify_all()

    def _show(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._turn != self._shown)
                if self._closed:
                    return
                self._shown = self._turn
            with closing(self._line()) as line:
                page = self._ask(line, "GET", "/tv").read().decode()
            now_s = time.perf_counter()
            with self._changed:
                gone = [name for name in self._awaited if f"<span>{name}</span>" not in page]
                self.took_s += [now_s - self._awaited.pop(name) for name in gone]
                self._changed.wait_for(lambda: self._closed, AGAIN_S)

    def close(self) -> None:
        """Switched off."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        with suppress(OSError):  # the desk has gone already
            self._socket.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._stream.close()


def _tables(desk: BenchDesk, folder: Path, stack: ExitStack) -> Iterator[LinkTable]:
    for number in range(TABLES):
        membership = desk.joined(number, f"127.0.0.1:{desk.port}", ("ignis",))
        table = LinkTable(folder / str(number), Memberships(current=membership))
        stack.callback(table.close)
        yield table


def _called(tables: list[LinkTable]) -> None:
    until(lambda: all(table.match() is not None for table in tables), "a match at each table")


def _to_tv(desk: BenchDesk, tables: list[LinkTable], tv: Tv) -> TvFigures:
    for _ in range(ROUNDS):
        desk.draw()
        _called(tables)
        time.sleep(2 * AGAIN_S)  # the TV has the round
        for table in tables:
            due_s = time.perf_counter() + GAP_S
            name, *_ = table.plays(desk.event)
            tv.awaits(name, due_s - GAP_S)
            time.sleep(max(0.0, due_s - time.perf_counter()))
        until(lambda: not tv.awaited_n and not desk.open_n(), "all results on the TV")
    took_ms = sorted(1e3 * took_s for took_s in tv.took_s)
    return TvFigures(
        tables=len(tables),
        results=len(took_ms),
        median_ms=took_ms[len(took_ms) // 2],
        p99_ms=took_ms[-(-len(took_ms) * 99 // 100) - 1],
        worst_ms=took_ms[-1],
    )


def _back(desk: BenchDesk, tables: list[LinkTable]) -> BackFigures:
    drawn = proposed(desk.runner.event.state)
    until(lambda: not any(table.match() for table in tables), "the end of the round")
    start_s = time.perf_counter()
    desk.kill()
    desk.runner.act(drawn, "bench")
    desk.start()
    state = desk.runner.event.state
    right = {match.table: match.number for match in state.open_matches()}

    def back() -> bool:
        found = (table.match() for table in tables)
        return {n: m.match for n, m in enumerate(found) if m is not None} == right

    until(back, "each table's match")
    return BackFigures(tables=len(tables), processes=False, back_s=time.perf_counter() - start_s)
