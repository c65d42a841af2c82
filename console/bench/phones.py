"""How long phones wait: a running table in real time, its web process, sockets of this machine.

Four phones hold the hands of a match of IOTA, all others look on. A change is one that everybody
sees (a pause begins or ends); it is timed from the table's call to its arrival at each socket, with
the wait for the next of 60 frames a second in it. What the radio adds is not in it.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final

import numpy as np
from websockets.asyncio.client import connect
from websockets.typing import Origin

from console.i18n import Words
from console.screens.look import Look
from console.table.phones import PhoneWanted, phones_at
from console.table.view import PhoneStage, PhonesView
from console.wiring.build import Running, build
from console.wiring.loop import VirtualDisplay
from console.wiring.phones import PhoneSwitch, check_phones, make_desk
from console.wiring.setup import LOOPBACK, PlayOptions, make_setup
from drivers.clock import WallClock
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent
from drivers.times import MS

HANDS: Final = 4
LOOKERS: Final = 24
CHANGES: Final = 200
LOOKS: Final = 100
PATIENCE_S: Final = 20.0
AIM_MS: Final = 100
SCAN_AIM_MS: Final = 3_000
BEAT_S: Final = 2.0


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
            "scan": words._("a code until the hand, ● pressed at once"),
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


class _Phones:
    """Sockets in a thread of their own; ``came_ns`` is when each had its newest view."""

    def __init__(self) -> None:
        self.came_ns: list[int] = []
        self.views: list[dict[str, Any]] = []
        self._lines: list[Any] = []
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
        for task in (self._listen(number), self._beat(number)):
            asyncio.run_coroutine_threadsafe(task, self._loop)
        return number

    async def _open(self, host: str, path: str, cookie: str | None) -> Any:
        headers = {} if cookie is None else {"Cookie": cookie}
        return await connect(
            f"ws://{host}{path}", origin=Origin(f"http://{host}"), additional_headers=headers
        )

    async def _listen(self, number: int) -> None:
        async for text in self._lines[number]:
            if text != "b":
                self.came_ns[number] = time.monotonic_ns()
                self.views[number] = json.loads(text)

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
        self._next_ns = now_ns + self.FRAME_NS
        return now_ns


class _Table:
    """A table that runs while something is waited for."""

    def __init__(self) -> None:
        people = ",".join(["person"] * HANDS)
        options = PlayOptions(seed=18, people=people, settings={"match.game": "iota"})
        setup = make_setup(options, all_simulated=False)
        self.running: Running[Any] = build(setup, WallClock(), _Frames(), None)
        look = Look(Words("en"))
        self.desk = make_desk(self.running, LOOPBACK, look, port=0, tell=lambda url: None)
        PhoneSwitch(self.running, lambda: self.desk).turn(True)
        self.phones = _Phones()

    def until(self, fits: Callable[[], object]) -> None:
        """Raises ConfigError when it does not come to that."""
        until_s = time.monotonic() + PATIENCE_S
        while not fits():
            self.running.loop.turn()
            self.running.loop.wait(MS)
            if time.monotonic() > until_s:
                raise ConfigError("phones do not answer on this machine: is it very busy?")

    def press(self, seat: int, button: Button) -> None:
        for pressed in (True, False):
            now_ns = self.running.loop.clock.now_ns()
            self.running.table.handle(ButtonEvent(seat, button, pressed, now_ns, 0))

    @property
    def host(self) -> str:
        assert self.desk.url is not None
        return self.desk.url.removeprefix("http://")

    def at(self, seat: int, stage: PhoneStage) -> str | None:
        """What stands there, if that does."""
        phones = phones_at(self.running.table) or PhonesView()
        at = phones.at_seat(seat)
        return at.url or "-" if at is not None and at.stage is stage else None

    def close(self) -> None:
        self.phones.close()
        self.desk.close()
        self.running.board.close()
        for thinker in self.running.thinkers:
            thinker.close()


def run() -> tuple[PhoneFigures, ...]:
    """Raises ConfigError when what serves phones is not installed."""
    check_phones()
    table = _Table()
    try:
        table.until(lambda: table.desk.url)
        table.running.table.begin(table.running.loop.clock.now_ns())
        scans = [_scan(table, seat) for seat in range(HANDS)]
        for _ in range(LOOKERS):
            table.phones.open(table.host, "/live")
        return (
            PhoneFigures.of("change", _changes(table), AIM_MS),
            PhoneFigures.of("look", _looks(table), AIM_MS),
            PhoneFigures.of("scan", scans, SCAN_AIM_MS),
        )
    finally:
        table.close()


def _scan(table: _Table, seat: int) -> int:
    """From a code to its hand; somebody presses ● as soon as the seat asks."""
    table.desk(PhoneWanted(seat))
    table.until(lambda: table.at(seat, PhoneStage.CODE))
    code = (table.at(seat, PhoneStage.CODE) or "").rpartition("#")[2]
    time.sleep(0.1)  # a camera takes longer
    began_ns = time.monotonic_ns()
    line = http.client.HTTPConnection(table.host)
    line.request("POST", "/pair", json.dumps({"code": code}), {"Origin": f"http://{table.host}"})
    cookie = (line.getresponse().getheader("set-cookie") or "").split(";")[0]
    line.close()
    number = table.phones.open(table.host, "/hand", cookie)
    table.until(lambda: table.at(seat, PhoneStage.ASKED))
    table.press(seat, Button.OK)
    table.until(lambda: "me" in table.phones.views[number])
    table.phones.say(number, "peek")
    table.until(lambda: "hand" in table.phones.views[number]["me"])
    came_ns = table.phones.came_ns[number]
    table.phones.say(number, "hide")
    return came_ns - began_ns


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
    took_ns: list[int] = []
    for n in range(LOOKS):
        number = n % HANDS
        view = table.phones.views
        table.until(lambda: "hand" not in view[number]["me"])  # noqa: B023
        began_ns = time.monotonic_ns()
        table.phones.say(number, "peek")
        table.until(lambda: "hand" in view[number]["me"])  # noqa: B023
        took_ns.append(table.phones.came_ns[number] - began_ns)
        table.phones.say(number, "hide")
        time.sleep(0.1)  # no finger is faster, and no phone may be
    return took_ns
