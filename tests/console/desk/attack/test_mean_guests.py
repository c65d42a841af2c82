"""Guests in the hall's Wi-Fi who mean harm: as somebody else, without end, for all the others."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlencode

import pytest

from console.desk.access import Role
from console.desk.personal import code_of
from console.desk.store.kept import DeskSettings
from console.desk.web.desk_web import ENTRY_BYTES, JOINS_A_MINUTE, JOINS_FROM_ONE, MOST_OF_ONE
from console.events import actions as do
from tests.console.desk.live import PATIENCE_S, Browser, LiveDesk

assert sys.platform == "linux", "all of 127.0.0.0/8 is its own"

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(url: str) -> Iterator[LiveDesk]:
    """Guests may enter by phone; no time passes."""
    opened = LiveDesk(url)
    opened.new()
    opened.inside(lambda: opened.runner.event.change(DeskSettings(entry_by_phone=True)))
    opened.serving.web.now_ns = lambda: 0
    yield opened
    opened.end()


@contextmanager
def answer(
    desk: LiveDesk, method: str, path: str, body: str | None = None, at: str = "127.0.0.1"
) -> Iterator[http.client.HTTPResponse]:
    """What somebody at that address is answered."""
    line = http.client.HTTPConnection("127.0.0.1", desk.port, PATIENCE_S, (at, 0))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    line.request(method, path, body, {"Origin": f"http://{desk.host}", **form})
    try:
        yield line.getresponse()
    finally:
        line.close()


def joins(desk: LiveDesk, name: str, at: str) -> int:
    with answer(desk, "POST", "/join", urlencode({"name": name}), at) as told:
        return told.status


def test_a_flood_of_phones_is_slowed(desk: LiveDesk) -> None:
    statuses = [joins(desk, f"P{n}", f"127.0.1.{n % 4}") for n in range(JOINS_A_MINUTE + 1)]
    assert statuses == [303] * JOINS_A_MINUTE + [429]


def test_who_enters_without_end_keeps_nobody_else_out(desk: LiveDesk) -> None:
    statuses = [joins(desk, "", "127.0.1.1") for _ in range(JOINS_A_MINUTE + 1)]
    assert statuses == [422] * JOINS_FROM_ONE + [429] * (len(statuses) - JOINS_FROM_ONE)
    assert joins(desk, "Аня", "127.0.1.2") == 303


@pytest.mark.parametrize(
    ("known", "prank"), [("Зоя", "3оя"), ("Зоя", "Зоя."), ("Оля", "0-ля"), ("Igor", "lg0r")]
)
def test_nobody_enters_by_phone_as_somebody_else_from_afar(
    desk: LiveDesk, known: str, prank: str
) -> None:
    """On a TV these are one name; the organiser, who sees them both, may enter both."""
    desk.do(do.Enter(known))
    told = Browser(desk, "en").post("/join", name=prank)
    assert told.status == 422
    assert f"{known} has entered already" in told.text
    assert Browser(desk).post("/join", name=f"{known} 2").status == 303
    assert desk.person(Role.ORGANISER).post("/do/enter", back="/people", name=prank).status == 303


def turn(stream: http.client.HTTPResponse) -> int:
    """Which one it tells next."""
    return next(int(line[6:]) for line in stream if line.startswith(b"data: "))


def test_one_guest_s_pages_take_no_streams_from_others(desk: LiveDesk) -> None:
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    secret = desk.inside(lambda: desk.runner.event.secret)
    mean, other = (f"/live?p={code_of(secret, person)}" for person in (0, 1))
    with ExitStack() as opened:
        others = opened.enter_context(answer(desk, "GET", other))
        streams = [opened.enter_context(answer(desk, "GET", mean)) for _ in range(MOST_OF_ONE + 2)]
        for stream in streams[:2]:
            stream.read()  # it ends
        before = [turn(stream) for stream in (*streams[2:], others)]
        desk.do(do.Pause())
        for stream, known in zip((*streams[2:], others), before, strict=True):
            assert turn(stream) > known


@pytest.mark.parametrize("path", ["/join", "/enter"])
def test_a_stranger_s_form_is_short(desk: LiveDesk, path: str) -> None:
    """It is kept until it is whole, a thousand of them too."""
    with answer(desk, "POST", path, "name=" + "a" * ENTRY_BYTES) as told:
        assert told.status == 413
