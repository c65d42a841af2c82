"""The page in Chromium and in WebKit: scanned, let in, held, played with, put to sleep, cut off.

`make browsers` installs it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from console.games.iota.actions import Place
from console.phones.link import PhonesLink
from console.phones.messages import Public
from console.phones.views import public
from console.table.outputs import PhonesRefused
from console.table.phones import phones_at
from console.table.view import PhonesView, Target, Who
from console.terminal.columns import say
from console.web.messages import Opened
from drivers.events import Button
from tests.console.phones.browser import PHONE, Browsers, Tab, check, screen
from tests.console.phones.live import Live, live, opening
from tests.console.phones.proxy import BadNetwork
from tests.console.screens.event.samples import races

assert sys.platform == "linux", "it stops browsers in the kernel"

pytestmark = [
    pytest.mark.complete,
    # Selenium's own, on the way to WebKit's driver
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
HIDES = """
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'))
"""
BACKS = "button.card use[href='#back']"
CARDS = "button.card"
SHOWN = """[...document.querySelectorAll('button.card use:last-of-type')]
    .map((use) => use.getAttribute('href'))"""
PRESSES = f"""
    window.back = null;
    const eye = (kind) => document.querySelector('.eye').dispatchEvent(new PointerEvent(kind));
    window.WebSocket = class extends WebSocket {{
        constructor(...place) {{
            super(...place);
            this.addEventListener('open', () => {{ eye('pointerup'); eye('pointerdown'); }});
        }}
    }};
    new MutationObserver(() => {{
        const faces = {SHOWN};
        if (window.back || !faces.length || faces.includes('#back')) return;
        window.back = {{ at_s: Date.now() / 1000, faces }};
    }}).observe(document.getElementById('hand'), {{ childList: true, subtree: true }});
"""
"""A finger in the page itself, down as soon as there is a line again, and when the hand is seen
then. A finger by WebDriver is late by what its driver takes, which is none of the page's time."""
LOST = ("CONNECTION_RESET", "EMPTY_RESPONSE")
TABLET = (820, 1180)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with screen() as found:
        yield found


@pytest.fixture(params=["chromium", "webkit"])
def browsers(request: pytest.FixtureRequest) -> Iterator[Browsers]:
    """A page that complains to its console is wrong somewhere."""
    check(request.param)
    found = Browsers(request.param, request.getfixturevalue("display"))
    try:
        yield found
    finally:
        found.close()
    assert found.complaints == []


@contextmanager
def at_table(
    browsers: Browsers, game: str = "iota", who: tuple[Who, ...] = PEOPLE, **settings: Any
) -> Iterator[Live]:
    """Its phones are put away before it is: one that is left behind finds no table."""
    with live(game, who, **settings) as table:
        try:
            yield table
        finally:
            browsers.close()


def join(table: Live, page: Tab, seat: int) -> None:
    page.goto(table.url(seat))
    table.let_in(seat)
    page.until(lambda: page.all(CARDS))


def faces(table: Live, seat: int) -> list[str]:
    """What the cards of whoever sits there show: the ids of the shapes on them."""
    with table.lock:
        match = table.sitting.match
        hand = match.state.hands[match.seating.seats.index(seat)]
    return [f"#iota-{card[:2]}" for card in hand]


def hold(page: Tab) -> None:
    page.hold(".eye")
    page.has(BACKS, 0)


def hidden(page: Tab) -> None:
    page.has(BACKS, 4)


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("ru", PHONE), ("ru", TABLET)])
def test_scan_press_hold_and_move(browsers: Browsers, language: str, size: tuple[int, int]) -> None:
    with at_table(browsers) as table:
        seat, page = table.sitting.mover, browsers.tab(language, size)
        page.goto(table.url(seat))
        page.says("●")
        assert "#" not in page.run("return location.href"), (
            "the code stays in nobody's address line"
        )
        table.let_in(seat)
        hidden(page)
        hold(page)
        assert page.run(f"return {SHOWN}") == faces(table, seat)
        page.let_go()
        hidden(page)
        assert page.run("return document.documentElement.scrollWidth == innerWidth")
        page.tap("button.card.may")
        page.says({"ru": "коснись места", "en": "tap a place"}[language])
        page.tap(".spot")
        page.says(":", "main .quiet")
        lay = {"ru": "Выложить", "en": "Lay"}[language]
        page.says(lay, "button.main")
        page.says(lay)
        page.tap("button.main")
        table.until(lambda: table.sitting.mover != seat)


@pytest.mark.parametrize(
    "gone", ["dispatchEvent(new Event('blur'))", "dispatchEvent(new Event('pagehide'))", HIDES]
)
def test_whatever_takes_the_eyes_away_hides_the_hand(browsers: Browsers, gone: str) -> None:
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, 0)
        hold(page)
        page.run(gone)
        hidden(page)


def test_a_finger_that_looks_stays_where_it_is(browsers: Browsers) -> None:
    """Its turn begins, and what one may do appears: not under that finger."""
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, 2 - table.sitting.mover)
        hold(page)
        before = page.run("return document.querySelector('.eye').getBoundingClientRect().y")
        turn(table, None, Random(1))
        page.has("footer button.may")
        page.has(BACKS, 0)
        assert page.run("return document.querySelector('.eye').getBoundingClientRect().y") == before
        page.let_go()
        hidden(page)
        assert table.sitting.choosing.picked == ()


def test_a_board_too_large_for_the_page_is_scrolled(browsers: Browsers) -> None:
    """Where a card may lie, a finger finds it; four scores and the eye leave little room."""
    who = (Who.PERSON, Who.PERSON, Who.PERSON, Who.PERSON)
    with at_table(browsers, who=who) as table:
        page, rng = browsers.tab("ru"), Random(3)
        for _ in range(12):
            turn(table, None, rng)
        join(table, page, table.sitting.mover)
        page.tap("button.card.may")
        page.until(lambda: page.all(".spot"))
        wide = page.run("return document.querySelector('.spot').getBoundingClientRect().width")
        columns = page.run("return document.querySelector('.board').viewBox.baseVal.width") / 100
        assert wide > 0.85 * min(36, 300 / columns)
        assert page.run("return document.documentElement.scrollWidth == innerWidth")


@pytest.mark.parametrize("what", ["loses", "loses_answers"])
def test_a_code_that_does_not_arrive_is_sent_again(browsers: Browsers, what: str) -> None:
    """And so is one that the table took, when its answer is lost."""
    with at_table(browsers) as table:
        url = table.url(0)
        network = BadNetwork(table.port)
        setattr(network, what, 4)
        page = browsers.tab()
        page.goto(url.replace(f":{table.port}", f":{network.port}"))
        page.says("Trying again")
        table.until(lambda: getattr(network, what) == 0)
        table.let_in(0)
        hidden(page)
        browsers.close()
        network.close()
    lost = [one for one in browsers.complaints if "/pair" in one and any(w in one for w in LOST)]
    browsers.complaints = [one for one in browsers.complaints if one not in lost]


def test_a_card_is_held_or_tapped(browsers: Browsers) -> None:
    """As ● at the seat: held it shows, short it picks."""
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, table.sitting.mover)
        page.hold(CARDS)
        page.has(BACKS, 0)
        page.let_go()
        hidden(page)
        assert table.sitting.choosing.picked == ()
        page.tap("button.card.may")
        table.until(lambda: table.sitting.choosing.picked)


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_a_phone_is_left_by_two_touches(browsers: Browsers, game: str) -> None:
    """The first only asks; nothing of it needs sideways scrolling."""
    with at_table(browsers, game) as table:
        page = browsers.tab("ru")
        join(table, page, 0)
        page.tap("header button:last-of-type")
        page.says("уйти", "header button:last-of-type")
        assert page.run("return document.documentElement.scrollWidth == innerWidth")
        assert table.until(lambda: phones_at(table.sitting.table)).bound == (0,)
        page.tap("header button:last-of-type")
        page.says("код у своего места")
        table.until(lambda: not (phones_at(table.sitting.table) or PhonesView()).bound)


def test_without_a_hand_a_phone_says_that_one_plays_at_the_table(browsers: Browsers) -> None:
    with at_table(browsers, "ignis") as table:
        seat, page = table.sitting.mover, browsers.tab("ru")
        page.goto(table.url(seat))
        table.let_in(seat)
        page.says("Твой ход. Играй за столом")


def test_two_tabs(browsers: Browsers) -> None:
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, 0)
        other = page.other()
        assert table.at_seats.url is not None
        other.goto(table.at_seats.url)
        hidden(other)
        page.says("Your hand is in another tab now")
        page.tap("footer button.main")  # "Show it here"
        hidden(page)
        other.says("Your hand is in another tab now")


def test_an_old_code_shows_a_phone_its_own_hand(browsers: Browsers) -> None:
    """In a new tab, as whoever scans once more has it."""
    with at_table(browsers) as table:
        page, url = browsers.tab(), table.url(0)
        page.goto(url)
        table.let_in(0)
        hidden(page)
        other = page.other()
        other.goto(url)
        hidden(other)


def test_a_name_that_is_markup_is_a_name(browsers: Browsers) -> None:
    from console.table.seating import NamedPerson

    with at_table(browsers, begin=False) as table:
        name = "<img src=x onerror=alert(1)>"
        with table.lock:
            table.sitting.table.call(0, NamedPerson(1, name))
            table.sitting.table.begin(table.sitting.now_ns)
        page = browsers.tab()
        join(table, page, 0)
        page.says(name, "header b")
        assert page.all("img") == []


@pytest.mark.parametrize("how", ["cut", "zombie"])
def test_back_in_time(browsers: Browsers, how: str) -> None:
    """A line that is cut is opened again, and a dead one noticed; how soon, on this machine, is
    told: within a second and within five on one that does nothing else."""
    with at_table(browsers) as table:
        url = table.url(0)
        network = BadNetwork(table.port)
        page = browsers.tab()
        page.goto(url.replace(f":{table.port}", f":{network.port}"))
        table.let_in(0)
        hidden(page)
        page.run(PRESSES)
        began_s = time.time()
        network.cut() if how == "cut" else network.swallow()
        took_s = back_s(table, page) - began_s
        browsers.close()
        network.close()
    say([f"back after {how}: {took_s:.2f} s"])


def back_s(table: Live, page: Tab) -> float:
    """When the whole right hand of seat 0 is there again, by the clock of both."""
    back = page.until(lambda: page.run("return window.back"), "its hand")
    assert back["faces"] == faces(table, 0)
    seen_s: float = back["at_s"]
    return seen_s


def test_a_match_by_two_phones_a_strip_and_an_opponent(browsers: Browsers) -> None:
    who = (Who.PERSON, Who.PERSON, Who.PERSON, Who.LEVEL_1)
    rng = Random(3)
    house = {"iota": {"short": True}}
    with at_table(browsers, who=who, house=house) as table:
        pages = {seat: browsers.tab() for seat in (0, 1)}
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


def turn(table: Live, page: Tab | None, rng: Random) -> None:
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


def tap(page: Tab, target: Target) -> None:
    match target.kind:
        case "card":
            # once the page knows whose turn it is: before that, a tap is of another moment
            page.tap(f"{CARDS}.may:nth-child({target.at[0] + 1})")
        case "cell" | "swap":
            x, y = target.at
            page.tap(f"g[transform='translate({100 * x} {100 * y})'] .spot")
        case "pass":
            page.tap("footer button.may")
        case _:
            page.tap("button.main")


def test_who_looks_on_sees_the_table_and_no_hand(browsers: Browsers) -> None:
    with at_table(browsers) as table:
        table.until(lambda: table.at_seats.url)
        page = browsers.tab()
        page.goto(f"{table.at_seats.url}/watch")
        page.has("svg.board")
        wall = browsers.tab(size=(1280, 720))
        wall.goto(f"{table.at_seats.url}/tv")
        wall.has("svg.board")
        assert page.all(CARDS) + wall.all(CARDS) == []
        with table.lock:
            action = table.sitting.match.game.legal_actions(table.sitting.match.state)[0]
            table.sitting.play(action)
        wall.says("Seat 3 to move")
        table.press(0, Button.OK)


def test_a_duel_is_read_across_the_hall_v29(browsers: Browsers) -> None:
    """On a wall nothing else is shown then; long names leave the others their half."""
    link = PhonesLink(opening())
    opened: list[Opened] = []
    while not opened:
        link.wait(1.0)
        opened += [told for told in link.hear() if isinstance(told, Opened)]
    wall = browsers.tab(size=(1280, 720))
    wall.goto(f"http://127.0.0.1:{opened[0].port}/tv")
    link.tell(Public(msgspec.json.encode(public(list(races("en"))[-1][1])).decode()))
    wall.has(".seat", 8)
    width = "return [...document.querySelectorAll('.seat')].map((s) => s.offsetWidth)"
    assert min(wall.run(width)) > 550
    font = "return parseFloat(getComputedStyle(document.querySelector('.seat')).fontSize)"
    assert wall.run(font) > 40
    browsers.close()
    link.close()


def test_a_phone_that_sleeps_is_away_and_comes_back(browsers: Browsers) -> None:
    """Its processes are stopped, as iOS stops a page: the line stays open and nothing is said. The
    table tells it by the beats that are missing; awake again, it has the whole hand."""
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, 0)
        page.run(PRESSES)
        asleep = renderers()
        assert asleep
        began_s = time.monotonic()
        for pid in asleep:
            os.kill(pid, signal.SIGSTOP)
        try:
            table.until(lambda: 0 in (phones_at(table.sitting.table) or PhonesView()).away)
            away_s = time.monotonic() - began_s
        finally:
            awake_s = time.time()
            for pid in asleep:
                os.kill(pid, signal.SIGCONT)
        took_s = back_s(table, page) - awake_s
    say([f"asleep: away after {away_s:.1f} s, back after {took_s:.2f} s"])


@pytest.mark.parametrize("who", ["plays", "looks on"])
def test_a_table_that_has_gone_is_said_to_be_away(browsers: Browsers, who: str) -> None:
    """Whoever refuses a line at once is as far away as who says nothing; and it is said no more
    once the table is back."""
    with at_table(browsers) as table:
        table.until(lambda: table.at_seats.url)
        page, watch = browsers.tab(), f"http://127.0.0.1:{table.port}/watch"
        if who == "plays":
            join(table, page, 0)
        else:
            page.goto(watch)
        page.has(".board")
        before = page.text("#say")
        with table.lock:  # its process is not begun anew
            os.kill(table.links[-1].pid, signal.SIGKILL)
            page.says("The table does not answer")
        page.says(before)
        browsers.close()
    lost = [one for one in browsers.complaints if "WebSocket connection" in one]
    browsers.complaints = [one for one in browsers.complaints if one not in lost]


def renderers() -> list[int]:
    """The processes of pages that this test has started."""
    parents, told = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            told[int(entry.name)] = (entry / "cmdline").read_bytes()
            parents[int(entry.name)] = int(
                (entry / "stat").read_text().rpartition(")")[2].split()[1]
            )

    def ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and ours(parents[pid]))

    names = (b"--type=renderer", b"WebKitWebProcess")
    return [pid for pid, said in told.items() if any(n in said for n in names) and ours(pid)]
