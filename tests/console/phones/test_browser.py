"""The page in Chromium: scanned, let in, held, played with, put to sleep, cut off.

`make browsers` installs it.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from console.columns import say
from console.games.iota.actions import Place
from console.table.board.view import Target
from console.table.outputs import PhonesRefused
from console.table.phones import phones_at
from console.table.view import PhonesView, Who
from drivers.events import Button
from tests.console.phones.live import Live, live
from tests.console.phones.proxy import BadNetwork

pytestmark = pytest.mark.complete

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
HIDES = """
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'))
"""
COMPLAINTS: list[str] = []
PHONE = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        said = "there is no Chromium here: `make browsers` installs it"
        assert "CI" not in os.environ, said
        pytest.skip(said)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def tab(browser: Browser, language: str = "en", **size: int) -> Page:
    """A phone of its own."""
    viewport: Any = size or PHONE
    context = browser.new_context(viewport=viewport, locale=language, has_touch=True)
    page = context.new_page()
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    page.on("console", lambda said: COMPLAINTS.append(said.text))
    return page


@pytest.fixture(autouse=True)
def no_complaints(chromium: Browser) -> Iterator[None]:
    """A page that complains to its console is wrong somewhere, unless of a table that has gone."""
    COMPLAINTS.clear()
    yield
    complaints = [said for said in COMPLAINTS if "CONNECTION_REFUSED" not in said]
    for context in chromium.contexts:
        context.close()
    assert complaints == []


def join(table: Live, page: Page, seat: int) -> None:
    page.goto(table.url(seat))
    table.let_in(seat)
    expect(page.locator("button.card").first).to_be_visible()


def faces(page: Page) -> list[str]:
    """What the cards show: the ids of the shapes on them."""
    drawn = page.locator("button.card use:last-of-type")
    found: list[str] = drawn.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    return found


def hold(page: Page) -> None:
    page.locator(".eye").hover()
    page.mouse.down()
    expect(page.locator("button.card use[href='#back']")).to_have_count(0)


def hidden(page: Page) -> None:
    expect(page.locator("button.card use[href='#back']")).to_have_count(4)


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", {}), ("ru", {}), ("ru", {"width": 820, "height": 1180})],
)
def test_scan_press_hold_and_move(chromium: Browser, language: str, size: dict[str, int]) -> None:
    with live("iota", PEOPLE) as table:
        seat, page = table.sitting.mover, tab(chromium, language, **size)
        began_s = time.monotonic()
        page.goto(table.url(seat))
        expect(page.locator("#say")).to_contain_text("●")
        assert "#" not in page.url, "the code stays in nobody's address line"
        table.let_in(seat)
        hidden(page)
        hold(page)
        assert time.monotonic() - began_s < 3
        with table.lock:
            match = table.sitting.match
            hand = match.state.hands[match.mover or 0]
        assert faces(page) == [f"#iota-{card[:2]}" for card in hand]
        page.mouse.up()
        hidden(page)
        assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
        page.locator("button.card.may").first.click()
        page.locator(".spot").first.click()
        expect(page.locator("main .quiet")).to_contain_text(":")
        page.locator("button.main").click()
        table.until(lambda: table.sitting.mover != seat)


@pytest.mark.parametrize(
    "gone",
    [
        "dispatchEvent(new Event('blur'))",
        "dispatchEvent(new Event('pagehide'))",
        HIDES,
    ],
)
def test_whatever_takes_the_eyes_away_hides_the_hand(chromium: Browser, gone: str) -> None:
    with live("iota", PEOPLE) as table:
        page = tab(chromium)
        join(table, page, 0)
        hold(page)
        page.evaluate(gone)
        hidden(page)


def test_a_card_is_held_or_tapped(chromium: Browser) -> None:
    """As ● at the seat: held it shows, short it picks."""
    with live("iota", PEOPLE) as table:
        page = tab(chromium)
        join(table, page, table.sitting.mover)
        page.locator("button.card").first.hover()
        page.mouse.down()
        expect(page.locator("button.card use[href='#back']")).to_have_count(0)
        page.mouse.up()
        hidden(page)
        assert table.sitting.choosing.picked == ()
        page.locator("button.card.may").first.click()
        table.until(lambda: table.sitting.choosing.picked)


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_a_phone_is_left_by_two_touches(chromium: Browser, game: str) -> None:
    """The first only asks; nothing of it needs sideways scrolling."""
    with live(game, PEOPLE) as table:
        page = tab(chromium, "ru")
        join(table, page, 0)
        leave = page.locator("header button").last
        leave.click()
        expect(leave).to_have_text("уйти")
        assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
        assert table.until(lambda: phones_at(table.sitting.table)).bound == (0,)
        leave.click()
        expect(page.locator("#say")).to_contain_text("код у своего места")
        table.until(lambda: not (phones_at(table.sitting.table) or PhonesView()).bound)


def test_two_tabs(chromium: Browser) -> None:
    with live("iota", PEOPLE) as table:
        page = tab(chromium)
        join(table, page, 0)
        other = page.context.new_page()
        assert table.desk.url is not None
        other.goto(table.desk.url)
        hidden(other)
        expect(page.locator("#say")).to_have_text("Your hand is in another tab now")
        page.get_by_text("Show it here").click()
        hidden(page)
        expect(other.locator("#say")).to_have_text("Your hand is in another tab now")


def test_a_name_that_is_markup_is_a_name(chromium: Browser) -> None:
    from console.table.seating import NamedPerson

    with live("iota", PEOPLE, begin=False) as table:
        name = "<img src=x onerror=alert(1)>"
        with table.lock:
            table.sitting.table.call(0, NamedPerson(1, name))
            table.sitting.table.begin(table.sitting.now_ns)
        page = tab(chromium)
        join(table, page, 0)
        expect(page.locator("header b")).to_have_text(name)
        assert page.locator("img").count() == 0


@pytest.mark.parametrize("how", ["cut", "zombie"])
def test_back_in_time(chromium: Browser, how: str) -> None:
    """A line that is cut is opened again within a second, a dead one noticed within five."""
    with live("iota", PEOPLE) as table:
        url = table.url(0)
        network = BadNetwork(table.port)
        page = chromium.new_context(viewport=PHONE, locale="en").new_page()  # type: ignore[arg-type]
        page.goto(url.replace(f":{table.port}", f":{network.port}"))
        table.let_in(0)
        hidden(page)
        began_s = time.monotonic()
        network.cut() if how == "cut" else network.swallow()
        hold_until(page)
        took_s = time.monotonic() - began_s
        network.close()
    say([f"back after {how}: {took_s:.2f} s"])
    assert took_s < (1.0 if how == "cut" else 5.0)


def hold_until(page: Page) -> None:
    """The whole right hand is there again."""
    until_s = time.monotonic() + 15
    while time.monotonic() < until_s:
        page.locator(".eye").hover()
        page.mouse.down()
        try:
            expect(page.locator("button.card use[href='#back']")).to_have_count(0, timeout=150)
            page.mouse.up()
            return
        except AssertionError:
            page.mouse.up()
    raise AssertionError("the hand does not come back")


def test_a_match_by_two_phones_a_strip_and_an_opponent(chromium: Browser) -> None:
    who = (Who.PERSON, Who.PERSON, Who.PERSON, Who.LEVEL_1)
    rng = Random(3)
    house = {"iota": {"short": True}}
    with live("iota", who, house=house) as table:
        pages = {seat: tab(chromium) for seat in (0, 1)}
        for seat, page in pages.items():
            join(table, page, seat)
        for _ in range(120):
            seats = table.until(lambda: (-1,) if over(table) else on_turn(table))
            if seats[0] < 0:
                break
            turn(table, pages.get(seats[0]), rng)
        with table.lock:
            assert over(table)
        assert not any(isinstance(output, PhonesRefused) for output in table.sitting.outputs)


def over(table: Live) -> bool:
    match = table.sitting.table.match
    return table.sitting.table.ended or (match is not None and table.sitting.match.mover is None)


def on_turn(table: Live) -> tuple[int, ...]:
    """The seat of the person whose turn it is."""
    match = table.sitting.match
    if match.mover is None or match.news is not None:
        return ()
    seat = match.seating.seats[match.mover]
    return (seat,) if match.on_turn(seat) else ()


def turn(table: Live, page: Page | None, rng: Random) -> None:
    """Somebody lays a card, or passes."""
    with table.lock:
        match = table.sitting.match
        legal = match.game.legal_actions(match.state)
        places = [action for action in legal if isinstance(action, Place)]
        action = rng.choice(places) if places else legal[-1]
        picks, made = match.move_picker.picks(match.state, action), len(match.history)
        if page is None:
            table.sitting.play(action)
            return
    for target in picks:
        tap(page, target)
        table.until(lambda t=target: len(match.history) > made or picked(table, t))  # type: ignore[misc]
    table.until(lambda: len(match.history) > made)


def picked(table: Live, target: Target) -> bool:
    chooser = table.sitting.match.chooser
    return chooser is not None and target in chooser.picked


def tap(page: Page, target: Target) -> None:
    match target.kind:
        case "card":
            page.locator("button.card").nth(target.at[0]).click()
        case "cell" | "swap":
            x, y = target.at
            page.locator(f"g[transform='translate({100 * x} {100 * y})'] .spot").click()
        case "pass":
            page.locator("footer button.may").click()
        case _:
            page.locator("button.main").click()


def test_who_looks_on_sees_the_table_and_no_hand(chromium: Browser) -> None:
    with live("iota", PEOPLE) as table:
        table.until(lambda: table.desk.url)
        page = tab(chromium)
        page.goto(f"{table.desk.url}/watch")
        expect(page.locator("svg.board")).to_be_visible()
        screen = tab(chromium, width=1280, height=720)
        screen.goto(f"{table.desk.url}/tv")
        expect(screen.locator("svg.board")).to_be_visible()
        assert page.locator("button.card").count() + screen.locator("button.card").count() == 0
        with table.lock:
            action = table.sitting.match.game.legal_actions(table.sitting.match.state)[0]
            table.sitting.play(action)
        expect(screen.locator("#say")).to_have_text("Seat 3 to move")
        table.press(0, Button.OK)


def test_a_phone_that_sleeps_is_away_and_comes_back(chromium: Browser) -> None:
    """Its processes are stopped, as iOS stops a page: the line stays open and nothing is said. The
    table tells it by the beats that are missing; awake again, it has the whole hand."""
    with live("iota", PEOPLE) as table:
        page = tab(chromium)
        join(table, page, 0)
        asleep = renderers()
        assert asleep
        began_s = time.monotonic()
        for pid in asleep:
            os.kill(pid, signal.SIGSTOP)
        try:
            table.until(lambda: 0 in (phones_at(table.sitting.table) or PhonesView()).away)
            away_s = time.monotonic() - began_s
        finally:
            for pid in asleep:
                os.kill(pid, signal.SIGCONT)
        awake_s = time.monotonic()
        hold_until(page)
        back_s = time.monotonic() - awake_s
        say([f"asleep: away after {away_s:.1f} s, back after {back_s:.2f} s"])
        assert away_s < 10
        assert back_s < 1


def renderers() -> list[int]:
    """The processes of Chromium's pages that this test has started."""
    parents, told = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            told[int(entry.name)] = (entry / "cmdline").read_bytes()
            parents[int(entry.name)] = int(
                (entry / "stat").read_text().rpartition(")")[2].split()[1]
            )

    def ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and ours(parents[pid]))

    return [pid for pid, said in told.items() if b"--type=renderer" in said and ours(pid)]
