"""How long phones wait: a running table in real time, its web process, sockets of this machine.

At «Хаос» eight phones are in and twenty look on; a change is one that everybody sees (a pause
begins or ends), timed from the table's call to its arrival at each socket, with the wait for the
next of 60 frames a second in it. At IOTA four phones hold the hands. At last eight experts play
while nobody hammers, sixteen phones hammer elsewhere, and they hammer the table, by turns. What
the radio adds is not in it.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final

import numpy as np
from websockets.asyncio.client import connect
from websockets.typing import Origin

from console.bench import duel_live, hammer
from console.bench.duel_live import DuelLiveFigures, FrameTimes
from console.i18n import N_, Words
from console.screens.look import Look
from console.table.phones import PhoneWanted, phones_at
from console.table.view import SEEN_NS, PhoneStage, PhonesView
from console.wiring.build import Running, build
from console.wiring.loop import FRAME_NS, VirtualDisplay
from console.wiring.phones import PhoneSwitch, check_phones, make_seat_phones
from console.wiring.setup import LOOPBACK, PlayOptions, make_setup
from drivers.clock import WallClock
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent
from drivers.times import MS, SECOND

GUESTS: Final = 8
HANDS: Final = 4
LOOKERS: Final = 20
CHANGES: Final = 200
LOOKS: Final = 100
BACKS: Final = 20
HAMMERED_S: Final = 60
"""So long for each of three."""
TURNS: Final = 6
SETTLES_S: Final = 1.5
PATIENCE_S: Final = 20.0
AIM_MS: Final = 100
SCAN_AIM_MS: Final = 3_000
BACK_AIM_MS: Final = 1_000
AWAY_AIM_MS: Final = 10_000
BEAT_S: Final = 1.5
FINGER_S: Final = 0.25
"""No phone may say more than ten things a second."""
BUSY: Final = N_("phones do not answer on this machine: is it very busy?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneFigures:
    """Milliseconds of ``what`` over ``count`` times; ``aim_ms`` is for the 99th percentile."""

    what: str
    count: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    aim_ms: int

    @classmethod
    def of(cls, what: str, took_ns: list[int], aim_ms: int) -> PhoneFigures:
        took_ms = np.array(took_ns) / MS
        return cls(
            what=what,
            count=len(took_ns),
            median_ms=float(np.median(took_ms)),
            p99_ms=float(np.percentile(took_ms, 99)),
            worst_ms=float(took_ms.max()),
            aim_ms=aim_ms,
        )

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        what = {
            "change": words._("a change at the table until a phone has it"),
            "look": words._("a finger that holds until the hand is there"),
            "scan": words._("a code until the hand, ● pressed as soon as it counts"),
            "back": words._("a line cut until the whole hand is back"),
            "away": words._("a phone that falls asleep until the table knows it"),
        }[self.what]
        told = words._(
            "{what}, {count} times: median {median} ms, 99th percentile {p99} ms (aim: {aim}),"
            " worst {worst} ms"
        ).format(
            what=what,
            count=self.count,
            median=words.number(self.median_ms),
            p99=words.number(self.p99_ms),
            aim=self.aim_ms,
            worst=words.number(self.worst_ms),
        )
        return (told,)


@dataclass(frozen=True, slots=True, kw_only=True)
class HammerFigures:
    """Eight experts at «Хаос» with phones on: beside nobody, beside ``phones`` that hammer a server
    of their own, and beside as many that hammer the table. What the hammering itself takes of this
    machine is in the second: the third shows what the table suffers of it."""

    phones: int
    quiet: DuelLiveFigures
    elsewhere: DuelLiveFigures
    here: DuelLiveFigures

    def lines(self, words: Words) -> list[str]:
        """As text, a line for each."""
        return [
            words._(
                "{beside}: frames 99th percentile {frame} ms, a sample until it is judged 99th"
                " percentile {judged} ms, {verdicts} verdicts worst {worst} ms"
            ).format(
                beside=beside.format(count=self.phones),
                frame=words.number(found.frame_p99_ms, 2),
                judged=words.number(found.p99_ms, 2),
                verdicts=found.verdicts,
                worst=words.number(found.verdict_worst_ms, 2),
            )
            for beside, found in (
                (words._("beside nobody"), self.quiet),
                (words._("beside {count} that hammer a server of their own"), self.elsewhere),
                (words._("beside {count} that hammer the table"), self.here),
            )
        ]


class _Phones:
    """Sockets in a thread of their own; ``came_ns`` is when each had its newest view."""

    def __init__(self) -> None:
        self.came_ns: list[int] = []
        self.views: list[dict[str, Any]] = []
        self._lines: list[Any] = []
        self._tasks: dict[int, list[Any]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def open(self, host: str, path: str, cookie: str | None = None) -> int:
        """A phone more; its number."""
        self.came_ns.append(0)
        self.views.append({})
        number = len(self.views) - 1
        opening = asyncio.run_coroutine_threadsafe(self._open(host, path, cookie), self._loop)
        self._lines.append(opening.result(PATIENCE_S))
        self._tasks[number] = [
            asyncio.run_coroutine_threadsafe(task, self._loop)
            for task in (self._listen(number), self._beat(number))
        ]
        return number

    def sleep(self, number: int) -> None:
        """Its line stays open; nobody listens, and nothing is said."""
        for task in self._tasks.pop(number):
            task.cancel()

    def cut(self, number: int) -> None:
        """Its line is gone."""
        self.sleep(number)
        self._loop.call_soon_threadsafe(self._lines[number].transport.abort)

    async def _open(self, host: str, path: str, cookie: str | None) -> Any:
        headers = {} if cookie is None else {"Cookie": cookie}
        return await connect(
            f"ws://{host}{path}", origin=Origin(f"http://{host}"), additional_headers=headers
        )

    async def _listen(self, number: int) -> None:
        async for text in self._lines[number]:
            came_ns = time.monotonic_ns()
            told = {} if text == "b" else json.loads(text)
            if "scene" in told:
                self.came_ns[number], self.views[number] = came_ns, told

    async def _beat(self, number: int) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            await self._lines[number].send("b")

    def say(self, number: int, do: str) -> None:
        """As a finger does."""
        line = self._lines[number]
        said = line.send(f'{{"do":"{do}"}}')
        asyncio.run_coroutine_threadsafe(said, self._loop)

    def close(self) -> None:
        """All of them."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        for line in self._lines:
            line.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Frames(VirtualDisplay):
    """60 a second of wall time, with nothing on them."""

    def __init__(self) -> None:
        super().__init__()
        self._next_ns = 0

    def next_frame_ns(self, now_ns: int) -> int:
        return max(self._next_ns, now_ns)

    def flip(self, now_ns: int) -> int:
        self._next_ns = now_ns + FRAME_NS
        return now_ns


class _Table:
    """A table that runs while something is waited for."""

    def __init__(self, game: str, guests: int) -> None:
        people = ",".join(["person"] * guests)
        settings: dict[str, Any] = {"match.game": game}
        options = PlayOptions(seed=18, people=people, seats=guests, settings=settings)
        setup = make_setup(options, all_simulated=False)
        self.running: Running[Any] = build(setup, WallClock(), _Frames(), None)
        look = Look(Words("en"))
        self.at_seats = make_seat_phones(
            self.running, LOOPBACK, look, port=0, tell=lambda url: None
        )
        PhoneSwitch(self.running, lambda: self.at_seats).turn(True)
        self.phones = _Phones()
        self.seats: dict[int, int] = {}  # the phones of seats, by their numbers

    def until(self, fits: Callable[[], object]) -> None:
        """Raises ConfigError when it does not come to that."""
        until_s = time.monotonic() + PATIENCE_S
        while not fits():
            self.running.loop.turn()
            self.running.loop.wait(MS)
            if time.monotonic() > until_s:
                raise ConfigError(BUSY)

    def press(self, seat: int, button: Button) -> None:
        for pressed in (True, False):
            now_ns = self.running.loop.clock.now_ns()
            self.running.table.handle(ButtonEvent(seat, button, pressed, now_ns, 0))

    @property
    def host(self) -> str:
        assert self.at_seats.url is not None
        return self.at_seats.url.removeprefix("http://")

    def at(self, seat: int, stage: PhoneStage) -> str | None:
        """What stands there, if that does."""
        phones = phones_at(self.running.table) or PhonesView()
        at = phones.at_seat(seat)
        return at.url or "-" if at is not None and at.stage is stage else None

    def begin(self) -> None:
        """A match, as soon as it goes."""
        self.running.table.begin(self.running.loop.clock.now_ns())
        self.until(lambda: self.running.table.match is not None)

    def looks(self, number: int) -> int:
        """A finger holds until the hand is there; how long that took. No finger is faster."""
        views = self.phones.views
        self.until(lambda: "me" in views[number] and "hand" not in views[number]["me"])
        began_ns = time.monotonic_ns()
        self.phones.say(number, "peek")
        self.until(lambda: "hand" in views[number]["me"])
        took_ns = self.phones.came_ns[number] - began_ns
        self.phones.say(number, "hide")
        self.until(lambda: "hand" not in views[number]["me"])
        self.rest(FINGER_S)
        return took_ns

    def rest(self, longest_s: float) -> None:
        """The table runs, and nobody does anything."""
        until_s = time.monotonic() + longest_s
        self.until(lambda: time.monotonic() >= until_s)

    def close(self) -> None:
        self.phones.close()
        self.at_seats.close()
        self.running.board.close()
        for asked in self.running.opponents:
            asked.close()


Figures = PhoneFigures | HammerFigures


def run() -> Iterator[Figures]:
    """Raises ConfigError when what serves phones is not installed."""
    check_phones()
    with _table("chaos", GUESTS) as table:
        for seat in range(GUESTS):
            _scan(table, seat)
        table.begin()
        yield PhoneFigures.of("change", _changes(table), AIM_MS)
    with _table("iota", HANDS) as table:
        table.begin()
        scans = [_scan(table, seat) for seat in range(HANDS)]
        cookies = [cookie for cookie, _ in scans]
        yield PhoneFigures.of("look", _looks(table), AIM_MS)
        yield PhoneFigures.of("scan", [took_ns for _, took_ns in scans], SCAN_AIM_MS)
        yield PhoneFigures.of("back", _backs(table, cookies[0]), BACK_AIM_MS)
        yield PhoneFigures.of("away", [_away(table)], AWAY_AIM_MS)
    yield _hammered()


@contextmanager
def _table(game: str, guests: int) -> Iterator[_Table]:
    """Phones are on there, and some look on."""
    table = _Table(game, guests)
    try:
        table.until(lambda: table.at_seats.url)
        for _ in range(LOOKERS):
            table.phones.open(table.host, "/live")
        yield table
    finally:
        table.close()


def _hammered() -> HammerFigures:
    """The three take turns, so that whatever else this machine does falls on each of them."""
    playing = duel_live.LiveTable()
    look = Look(Words("en"))
    switch = PhoneSwitch(
        playing.sim,
        lambda: make_seat_phones(playing.sim, LOOPBACK, look, port=0, tell=lambda url: None),
    )
    switch.turn(True)
    try:
        until_s = time.monotonic() + PATIENCE_S
        while switch.at_seats is None or switch.at_seats.url is None:
            playing.play(SETTLES_S, FrameTimes())
            if time.monotonic() > until_s:
                raise ConfigError(BUSY)
        host = switch.at_seats.url.removeprefix("http://")
        found: dict[tuple[str, ...] | None, FrameTimes] = {
            None: FrameTimes(),
            (): FrameTimes(),
            (host,): FrameTimes(),
        }
        for _ in range(TURNS):
            for target, times in found.items():
                with nullcontext() if target is None else _hammering(target):
                    playing.play(SETTLES_S, FrameTimes())
                    playing.play(HAMMERED_S / TURNS, times)
    finally:
        switch.close()
        playing.close()
    quiet, elsewhere, here = (times.figures() for times in found.values())
    return HammerFigures(phones=hammer.PHONES, quiet=quiet, elsewhere=elsewhere, here=here)


@contextmanager
def _hammering(target: Sequence[str]) -> Iterator[None]:
    command = [sys.executable, "-P", "-m", "console.bench.hammer", *target]
    hammering = subprocess.Popen(command)
    try:
        yield
    finally:
        hammering.kill()
        hammering.wait()


def _scan(table: _Table, seat: int) -> tuple[str, int]:
    """Its cookie, and how long it took from a code to the hand, or to what else there is; somebody
    presses ● as soon as that answers what the seat asks."""
    table.at_seats(PhoneWanted(seat))
    table.until(lambda: table.at(seat, PhoneStage.CODE))
    code = (table.at(seat, PhoneStage.CODE) or "").rpartition("#")[2]
    table.rest(0.1)  # a camera takes longer
    began_ns = time.monotonic_ns()
    own = (f"127.0.0.{2 + seat}", 0)  # as each phone has: from one address so many are too many
    line = http.client.HTTPConnection(table.host, source_address=own)
    line.request("POST", "/pair", json.dumps({"code": code}), {"Origin": f"http://{table.host}"})
    cookie = (line.getresponse().getheader("set-cookie") or "").split(";")[0]
    line.close()
    number = table.phones.open(table.host, "/hand", cookie)
    table.until(lambda: table.at(seat, PhoneStage.ASKED))
    table.rest(1.2 * SEEN_NS / SECOND)
    table.press(seat, Button.OK)
    table.until(lambda: "me" in table.phones.views[number])
    table.seats[seat] = number
    if table.running.table.match is not None:
        table.looks(number)
    return cookie, table.phones.came_ns[number] - began_ns


def _changes(table: _Table) -> list[int]:
    """Everybody sees each of them."""
    took_ns: list[int] = []
    views, paused = table.phones.views, False
    table.until(lambda: all(not view.get("paused", True) for view in views))
    for _ in range(CHANGES):
        began_ns, paused = time.monotonic_ns(), not paused
        if paused:
            table.running.table.rest(0, table.running.loop.clock.now_ns())
        else:
            table.press(0, Button.BACK)
        table.until(lambda: all(view["paused"] is paused for view in views))  # noqa: B023
        took_ns += [came_ns - began_ns for came_ns in table.phones.came_ns]
    return took_ns


def _looks(table: _Table) -> list[int]:
    return [table.looks(table.seats[n % HANDS]) for n in range(LOOKS)]


def _backs(table: _Table, cookie: str) -> list[int]:
    """The first guest's line is cut; another one is opened at once, and a finger holds."""
    took_ns: list[int] = []
    for _ in range(BACKS):
        table.phones.cut(table.seats[0])
        began_ns = time.monotonic_ns()
        number = table.seats[0] = table.phones.open(table.host, "/hand", cookie)
        table.until(lambda: "me" in table.phones.views[number])  # noqa: B023
        table.looks(number)
        took_ns.append(table.phones.came_ns[number] - began_ns)
        table.rest(FINGER_S)  # opening a line is one more thing that is said
    return took_ns


def _away(table: _Table) -> int:
    """Its line stays open, as that of a locked phone."""
    table.phones.sleep(table.seats[0])
    began_ns = time.monotonic_ns()
    table.until(lambda: 0 in (phones_at(table.running.table) or PhonesView()).away)
    return time.monotonic_ns() - began_ns
