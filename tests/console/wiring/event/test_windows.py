"""An evening of twelve people at three tables, each a process with a window of its own, under one
desk, a process too: joined, signed up, called, played and read as people do it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from console.store.outbox import waiting
from console.store.schema import store_path
from drivers.events import Button
from tests.console.desk.killable import Killable, killable
from tests.console.desk.live import Browser
from tests.console.phones.browser import check, screen
from tests.console.wiring.event.hall_window import Seen, Wish

assert sys.platform == "linux", "it opens windows on an X server of its own"

pytestmark = pytest.mark.complete

PACE: Final = 6
"""A match goes so many times as fast."""
PATIENCE_S: Final = 600
TABLES: Final = (("1280x800", "ru"), ("1280x800", "en"), ("1920x1080", "ru"))
DISPLAY: Final = (2400, 1200)
ROUNDS: Final = 2
PEOPLE: Final = [
    "Аня",
    "Боря",
    "Вера",
    "Глеб",
    "Дина",
    "Егор",
    "Жанна",
    "Зоя",
    "Илья",
    "Кира",
    "Лев",
]
LATE: Final = "Мая"
"""She signs up at a table."""


class Ring(NamedTuple):
    """What is in a ring, where the cursor is, and on what it is to be."""

    things: Sequence[str]
    at: int
    wanted: str

    @property
    def on(self) -> str:
        return self.things[self.at]


@dataclass
class Window:
    """A table, by what is seen of it and pressed at it."""

    name: str
    folder: Path
    process: subprocess.Popen[str]
    news: SimpleQueue[Window]
    heard: SimpleQueue[Seen] = field(default_factory=SimpleQueue)
    listener: Thread = field(default_factory=Thread)
    now: Seen = field(default_factory=lambda: Seen(scene=""))

    def listen(self) -> None:
        """In a thread: what it shows."""
        assert self.process.stdout is not None
        said = Seen(scene="it closed")
        with self.process.stdout as lines:
            for line in lines:
                said = seen_of(line)
                self.heard.put(said)
                self.news.put(self)
        self.heard.put(Seen(scene=f"{said.scene}, and closed"))
        self.news.put(self)

    def wish(self, wish: Wish) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(wish).decode() + "\n")
        self.process.stdin.flush()


def seen_of(line: str) -> Seen:
    """What a line of its output says; what is none of ours is told."""
    try:
        return msgspec.json.decode(line, type=Seen)
    except msgspec.DecodeError:
        return Seen(scene=line)


class Hall:
    """All of them, and whoever stands around."""

    def __init__(self, folder: Path, display: str) -> None:
        self.folder, self.news = folder, SimpleQueue[Window]()
        self.tables = [
            self._opened(n, size, language, display) for n, (size, language) in enumerate(TABLES)
        ]

    def _opened(self, number: int, size: str, language: str, display: str) -> Window:
        own = self.folder / f"table{number}"
        command = (sys.executable, "-m", "tests.console.wiring.event.hall_window")
        env = {k: v for k, v in os.environ.items() if k != "SDL_VIDEODRIVER"}
        process = subprocess.Popen(
            (*command, str(own), size, language, str(number + 1)),
            env={**env, "DISPLAY": display},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        table = Window(f"{number}-{language}-{size}", own, process, self.news)
        table.listener = Thread(target=table.listen, daemon=True)
        table.listener.start()
        return table

    def hear(self) -> Window:
        """Somebody's screen has changed."""
        table = self.news.get(timeout=PATIENCE_S)
        table.now = table.heard.get()
        assert table.now.scene.isalpha(), f"{table.name}: {table.now.scene}"
        return table

    def sees(self, table: Window, fits: Callable[[Seen], bool]) -> Seen:
        """Once its screen is such a one."""
        while not fits(table.now):
            self.hear()
        return table.now

    def picture(self, moment: str, *tables: Window) -> None:
        """The windows as they are now, into files."""
        for table in tables or self.tables:
            path = str(self.folder / f"{moment}-{table.name}.png")
            table.wish(Wish(picture=path))
            self.sees(table, lambda now, p=path: now.picture == p)  # type: ignore[misc]
            assert Path(path).stat().st_size > 10_000

    def press(self, table: Window, seat: int, button: Button, then: Callable[[Seen], bool]) -> None:
        """A button, and what it does is seen."""
        table.wish(Wish(seat=seat, press=button.name))
        self.sees(table, then)

    def ring(self, table: Window, seat: int, where: Callable[[Seen], Ring]) -> None:
        """Round a ring to a place in it, the shorter way, and take it; it may grow meanwhile."""
        while (now := where(table.now)).on != now.wanted:
            long = len(now.things)
            ahead = (now.things.index(now.wanted) - now.at) % long
            button = Button.RIGHT if ahead <= long // 2 else Button.LEFT
            # A row that comes meanwhile moves all numbers, and is no answer to the press.
            self.press(table, seat, button, lambda seen, b=now: where(seen).on != b.on)  # type: ignore[misc]
        before = table.now
        self.press(table, seat, Button.OK, lambda now: now != before)

    def choose(self, table: Window, seat: int, *rows: str) -> None:
        """Lines of the menu on show, one after the other."""
        for row in rows:
            self.sees(table, lambda now, r=row: r in now.rows)  # type: ignore[misc]
            self.ring(table, seat, lambda now, r=row: Ring(now.rows, now.cursor, r))  # type: ignore[misc]

    def type(self, table: Window, seat: int, text: str) -> None:
        """Sign after sign."""
        for sign in text:
            self.sees(table, lambda now, s=sign: s in now.signs)  # type: ignore[misc]
            self.ring(table, seat, lambda now, s=sign: Ring(now.signs, now.at, s))  # type: ignore[misc]

    def close(self) -> None:
        for table in self.tables:
            assert table.process.stdin is not None
            table.process.stdin.close()
        assert [table.process.wait(PATIENCE_S) for table in self.tables] == [0, 0, 0]


@contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """Three windows on a display that nobody sees."""
    check("windows")
    with screen(DISPLAY) as display:
        opened = Hall(folder, display)
        try:
            yield opened
            opened.close()
        finally:
            for table in opened.tables:
                if table.process.poll() is None:
                    table.process.kill()
                    table.process.wait()
                table.listener.join()


class Organiser(Browser):
    """In a browser, by forms alone."""

    def __init__(self, desk: Killable) -> None:
        super().__init__(desk)
        (code,) = parse_qs(urlsplit(desk.said["organiser"]).query)["code"]
        assert self.post("/enter", code=code).status == 303

    def does(self, command: str, /, **fields: object) -> None:
        answer = self.post(f"/do/{command}", sure=1, **fields)
        assert answer.status in (200, 303), answer.text

    def lets_in(self, digits: str, name: str) -> None:
        """The table that shows these."""
        (card,) = re.findall(
            rf'<b class="code">{digits}</b>.*?name="key" value="([0-9a-f]+)"',
            self.get("/tables").text,
            re.DOTALL,
        )
        self.does("let-in", key=card, name=name)


def test_twelve_people_at_three_windows_under_one_desk(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'events.sqlite3'}"
    with killable(url) as desk, hall(tmp_path) as tables:
        organiser = Organiser(desk)
        organiser.does(
            "new-event", name="Вечер «Хаоса»", game="chaos", check_in=1, late=2,
            format="group_swiss", rounds=ROUNDS, size=4,
        )  # fmt: skip
        organiser.does("paste", names="\n".join(PEOPLE))
        organiser.does("check-in-all")
        all_join(tables, organiser, desk)
        signs_up(tables)
        for number in range(ROUNDS):
            organiser.does("draw")
            all_come(tables, organiser, number)
            all_play(tables, number)
        organiser.does("end")
        for table in tables.tables:
            tables.sees(table, lambda now: now.word == "ended")
        tables.picture("over")
        for page in ("/standings", "/tv", "/print/standings"):
            shown = organiser.get(page).text
            assert all(name in shown for name in (*PEOPLE, LATE)), page
        assert len(organiser.get("/files/standings.csv").text.splitlines()) == 1 + 12
        assert organiser.get("/disputes").text.count("<tr") == 0
    assert [waiting(store_path(table.folder)) for table in tables.tables] == [[], [], []]


def all_join(tables: Hall, organiser: Organiser, desk: Killable) -> None:
    """By their buttons: the address, the code; let in by the digits that they show."""
    organiser.does("code")
    (code,) = re.findall(r'<p class="code">([0-9 ]+)</p>', organiser.get("/tables").text)
    for number, table in enumerate(tables.tables):
        tables.sees(table, lambda now: now.scene == "StartView")
        tables.press(table, number, Button.OK, lambda now: bool(now.players))
        tables.choose(table, number, "more", "event")
        tables.type(table, number, f"{desk.host}")
        if number == 0:
            tables.picture("typing", table)
        tables.type(table, number, "✓" + code.replace(" ", ""))
        digits = tables.sees(table, lambda now: now.stage == "check" and bool(now.check)).check
        tables.picture("digits", table)
        organiser.lets_in(digits, str(number + 1))
        tables.sees(table, lambda now: now.stage == "home")
    tables.picture("home")


def signs_up(tables: Hall) -> None:
    """Somebody who is on no list, at the first table."""
    table, seat = tables.tables[0], 1
    table.wish(Wish(seat=seat, press="BACK"))
    tables.choose(table, seat, "event_enter")
    for letter in LATE.upper():
        tables.choose(table, seat, letter)
    tables.picture("name", table)
    tables.choose(table, seat, "done")
    tables.sees(table, lambda now: not now.rows)


def is_here(seat: int, now: Seen) -> bool:
    """Has whoever is called there pressed ●?"""
    return any(sitter.seat == seat and sitter.here for sitter in now.players)


def all_come(tables: Hall, organiser: Organiser, number: int) -> None:
    """Called by name; each presses ● at their seat, and the desk knows it."""
    for table in tables.tables:
        called = tables.sees(table, lambda now: len(now.players) == 4)
        assert called.round == number + 1
        assert {sitter.name for sitter in called.players} <= {*PEOPLE, LATE}
    tables.picture(f"called{number}")
    for table in tables.tables:
        for sitter in table.now.players[:3]:
            tables.press(table, sitter.seat, Button.OK, partial(is_here, sitter.seat))
    tables.picture(f"three{number}")
    assert organiser.get("/").text.count("✓") == 9
    for table in tables.tables:
        (last,) = (sitter.seat for sitter in table.now.players if not sitter.here)
        tables.press(table, last, Button.OK, lambda now: now.scene == "PlayView")


def all_play(tables: Hall, number: int) -> None:
    """To the end; the desk has every result, and nobody is called any more."""
    tables.picture(f"play{number}")
    for table in tables.tables:
        table.wish(Wish(pace=PACE))
    for table in tables.tables:
        tables.sees(table, lambda now: now.scene == "EventView" and bool(now.sent))
        table.wish(Wish(pace=1))
    tables.picture(f"played{number}")
