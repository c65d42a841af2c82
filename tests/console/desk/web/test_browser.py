"""The desk in Chromium: an evening by the keyboard alone, small screens, axe (npm `axe-core`)."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from console.desk.access import Role
from console.desk.personal import code_of
from console.desk.store.kept import DeskSettings
from console.desk.web import views_public
from console.desk.web.routes import ALL
from console.desk.web.views import TIE_BREAKS
from console.events import actions as do
from console.events.options import TieBreak
from console.events.play_offs import play_offs_due
from console.i18n import LANGUAGES
from tests.console.desk.live import LiveDesk, now_ms
from tests.console.phones.browser import Browsers, Tab, check
from tests.hardware.rigs import without

pytestmark = pytest.mark.complete

AXE: Final = Path(__file__).parents[4] / "build/browsers/node_modules/axe-core/axe.min.js"
NARROW: Final = (320, 640)
TABS: Final = 200
TWICE: Final = """
const form = document.querySelector('.steps form');
const submit = () => new SubmitEvent('submit', {bubbles: true, cancelable: true});
return [submit(), submit()].map((event) => form.dispatchEvent(event));
"""
SWALLOWS: Final = """
window.answers = fetch;
fetch = (at, asked) => new Promise((_, no) => asked.signal.addEventListener('abort', no));
stream.close();
const later = setTimeout;
setTimeout = (then, ms) => later(then, ms / 100);
refresh();
"""
IN_TURN: Final = """
const half = document.querySelector('.halves > div');
return screens(half).map((together) => {
  half.querySelectorAll('.part').forEach((part) => { part.hidden = !together.includes(part); });
  return [together.length, document.documentElement.scrollHeight];
});
"""
HERE: Final = """
const e = document.activeElement;
return [e.tagName, e.getAttribute('aria-label') || (e.labels && e.labels[0]
  ? e.labels[0].innerText : e.innerText) || ''].map((s) => s.trim());
"""


@pytest.fixture
def browsers() -> Iterator[Browsers]:
    check("chromium")
    opened = Browsers("chromium", "")
    yield opened
    assert opened.close() == []


def come_in(desk: LiveDesk, tab: Tab, role: Role = Role.ORGANISER) -> None:
    code = desk.inside(lambda: desk.runner.access.invite(role, "", now_ms()))
    tab.driver.get(f"http://{desk.host}/enter?code={code}")


class Keyboard:
    """Nothing but keys."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def press(self, *keys: str) -> None:
        ActionChains(self.tab.driver, duration=0).send_keys(*keys).perform()

    def to(self, name: str) -> None:
        """Tab to what bears that name."""
        seen = []
        for _ in range(TABS):
            tag, text = self.tab.run(HERE)
            if tag != "BODY":
                if name == text:
                    return
                seen.append(text)
            self.press(Keys.TAB)
        raise AssertionError(f"no {name} among {set(seen)}")

    def enter(self, name: str) -> None:
        """Go there and press Enter; the next page is there then."""
        self.to(name)
        self.tab.run("document.body.dataset.old = 1")
        self.press(Keys.ENTER)
        self.tab.until(
            lambda: self.tab.run(
                "return document.readyState === 'complete' && !document.body.dataset.old"
            ),
            name,
        )

    def type(self, name: str, text: str) -> None:
        """Instead of what stands there."""
        self.to(name)
        chain = ActionChains(self.tab.driver, duration=0)
        chain.key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(text).perform()


def test_an_evening_by_the_keyboard_alone(desk: LiveDesk, browsers: Browsers) -> None:
    """12 people at 3 tables."""
    tab = browsers.tab("en", (1100, 800))
    come_in(desk, tab)
    keys = Keyboard(tab)
    keys.enter("Come in")
    keys.type("Its name", "Evening")
    keys.type("rounds", "1")
    keys.to("who enters is checked in when they are here")
    keys.press(Keys.SPACE)
    keys.enter("Begin it")
    keys.enter("People")
    keys.to("Nicknames, one a line, each of at most 12 characters")
    keys.press(Keys.ENTER.join(f"G{number}" for number in range(12)))
    keys.enter("Enter all")
    keys.enter("Tables")
    for name in ("A", "B", "C"):
        keys.type("A table without a link: its name", name)
        keys.enter("Add")
    keys.enter("Overview")
    keys.enter("Draw")
    keys.enter("Round")
    state = desk.inside(lambda: desk.runner.event.state)
    assert [len(match.persons) for match in state.matches.values()] == [4, 4, 4]
    for match in list(state.matches.values()):
        keys.enter(f"Match no. {match.number + 1}")
        for place, person in enumerate(match.persons, 1):
            keys.type(state.name(person), str(place))
        keys.enter("Keep")
        keys.enter("To the round")
    assert "you decide" in tab.text("main")
    (due,) = desk.inside(lambda: play_offs_due(desk.runner.event.state))
    for place, person in enumerate(due.persons, 1):
        keys.type(state.name(person), str(place))
    keys.enter("Keep the places")
    keys.enter("Overview")
    assert "All is played" in tab.text(".steps")
    keys.enter("End")
    keys.enter("Yes, do it")
    keys.enter("Standings")
    assert len(tab.all("tbody tr")) == 12
    assert desk.inside(lambda: desk.runner.event.state.ended)


@pytest.fixture
def under_way(desk: LiveDesk) -> LiveDesk:
    desk.new("group_swiss rounds=3 size=4", "chaos", check_in=False)
    desk.do(*(do.Enter(f"Гость {n}") for n in range(12)), *(do.TableIn(n) for n in range(3)))
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    desk.table("Буфет", let_in=False)
    desk.draw()
    persons = desk.runner.event.state.matches[0].persons
    desk.do(do.Report(0, persons, (1, 2, 3, 4)))
    return desk


def paths(desk: LiveDesk) -> list[str]:
    own = code_of(desk.inside(lambda: desk.runner.event.secret), 0)
    return [*(route.replace("{number:number}", "1") for route in ALL), f"/p/{own}", "/join"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_a_small_phone(under_way: LiveDesk, browsers: Browsers, language: str) -> None:
    tab = browsers.tab(language, NARROW)
    come_in(under_way, tab)
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    for path in paths(under_way):
        tab.driver.get(f"http://{under_way.host}{path}")
        assert tab.run("return document.documentElement.lang") == language
        assert tab.run("return document.documentElement.scrollWidth") <= NARROW[0], path


def test_paper_has_no_empty_page(under_way: LiveDesk, browsers: Browsers) -> None:
    """A4, and nothing after what stands there."""
    tab = browsers.tab("en", (1100, 800))
    come_in(under_way, tab)
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    for page, pages in {"round": 1, "standings": 1, "codes": 2}.items():
        tab.driver.get(f"http://{under_way.host}/print/{page}")
        asked = {"preferCSSPageSize": True}
        printed: dict[str, str] = tab.driver.execute_cdp_cmd("Page.printToPDF", asked)
        paper = b64decode(printed["data"])
        assert len(re.findall(rb"/Type /Page\b", paper)) == pages, page
        assert re.search(rb"/MediaBox \[0 0 59\d\.\d+ 841\.\d+\]", paper), page


def findings(tab: Tab) -> list[Any]:
    """What axe finds serious."""
    tab.driver.execute_script(AXE.read_text())
    told = tab.driver.execute_async_script(
        "const done = arguments[0]; axe.run(document).then((r) => done(r.violations))"
    )
    return [
        (each["id"], each["nodes"][0]["html"])
        for each in told
        if each["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious(under_way: LiveDesk, browsers: Browsers) -> None:
    if not AXE.exists():
        without("there is no axe-core here: `make browsers` installs it")
    tab = browsers.tab("ru", (1100, 800))
    come_in(under_way, tab)
    found = {"/enter": findings(tab)}
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    for path in paths(under_way):
        tab.driver.get(f"http://{under_way.host}{path}")
        found[path] = findings(tab)
    assert {path: each for path, each in found.items() if each} == {}


def test_a_page_shows_what_changes_and_takes_nothing_from_under_hands(
    under_way: LiveDesk, browsers: Browsers
) -> None:
    tab = browsers.tab("en", (1100, 800))
    come_in(under_way, tab)
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    tab.driver.get(f"http://{under_way.host}/people")
    under_way.do(do.Enter("Zoya"))
    tab.says("Zoya", "main")
    tab.tap("#name")
    Keyboard(tab).press("Ti")
    under_way.do(do.Enter("Vika"))
    tab.until(lambda: not tab.run("return document.querySelector('.stale').hidden"))
    assert tab.run("return document.querySelector('#name').value") == "Ti"
    tab.tap(".stale a")
    tab.says("Vika", "main")


def test_a_guest_s_page_that_is_open_when_another_event_begins_says_so(
    under_way: LiveDesk, browsers: Browsers
) -> None:
    tab = browsers.tab("en", NARROW)
    slip = code_of(under_way.inside(lambda: under_way.runner.event.secret), 0)
    tab.driver.get(f"http://{under_way.host}/p/{slip}")
    tab.says("Your matches", "main")
    fields = {"name": "Завтра", "game": "ignis", "format": "swiss", "rounds": "2"}
    organiser = under_way.person(Role.ORGANISER)
    assert organiser.post("/do/new-event", **fields, sure=1).status == 303
    tab.says("This slip is of another event", "main")
    tab.says("Завтра", "header .event")
    assert tab.run("return document.title").endswith("Завтра")
    assert all("404" in complaint for complaint in browsers.close())
    browsers.complaints.clear()


def test_a_double_click_is_one(desk: LiveDesk, browsers: Browsers) -> None:
    desk.new(check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(4)), do.TableIn(0))
    tab = browsers.tab("en", (1100, 800))
    come_in(desk, tab)
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    assert tab.run(TWICE) == [True, False]


def test_a_tv_heals_itself(under_way: LiveDesk, browsers: Browsers) -> None:
    tab = browsers.tab("en", (1280, 720))
    come_in(under_way, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".tv .card", 2)
    persons = under_way.runner.event.state.matches[1].persons
    under_way.do(do.Report(1, persons, (1, 2, 3, 4)))
    tab.has(".tv .card", 1)
    url, port = str(under_way.database.engine.url), under_way.port
    under_way.end()
    tab.until(lambda: not tab.run("return document.querySelector('.lost').hidden"))
    again = LiveDesk(url, port=port)
    try:
        persons = again.runner.event.state.matches[2].persons
        again.do(do.Report(2, persons, (1, 2, 3, 4)))
        tab.has(".tv .card", 0)
        assert tab.run("return document.querySelector('.lost').hidden")
        # the browser tells that nobody answered for a while, and nothing else
        assert all("net::ERR_" in complaint for complaint in browsers.close())
    finally:
        again.end()


@pytest.mark.parametrize("letters_px", [16, 24])
def test_a_small_tv_shows_twelve_rows_whatever_letters_its_browser_has(
    desk: LiveDesk, browsers: Browsers, letters_px: int
) -> None:
    desk.new("swiss rounds=3", "ignis", check_in=False)
    desk.do(*(do.Enter(f"Player {number}") for number in range(12)), do.TableIn(0))
    desk.draw()
    tab = browsers.tab("en", (1280, 720))
    come_in(desk, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".part tr", 13)
    tab.run(f"document.documentElement.style.fontSize = '{1.0625 * letters_px}px'")
    last = "[...document.querySelectorAll('.part tr')].at(-1)"
    low = tab.run(f"return {last}.getBoundingClientRect().bottom")
    assert low <= 720


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_tv_shows_what_decided_under_the_rows_that_it_left(
    desk: LiveDesk, browsers: Browsers, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(
        views_public, "_decided", lambda look, rows: [TIE_BREAKS[TieBreak.SONNEBORN_BERGER]]
    )
    desk.new("swiss rounds=3", "ignis", check_in=False)
    desk.do(*(do.Enter(f"Player {number}") for number in range(11)), do.TableIn(0))
    desk.draw()
    tab = browsers.tab(language, (1280, 720))
    come_in(desk, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".part tr", 12)
    assert tab.run("return document.querySelector('.decided').getBoundingClientRect().bottom") < 720


def test_a_tv_shows_all_of_a_hall_in_turn(desk: LiveDesk, browsers: Browsers) -> None:
    """Ten groups of four at eight tables: more than fits at once, and nobody scrolls a TV."""
    desk.new("group_swiss rounds=3 size=4", "chaos", check_in=False)
    desk.do(*(do.Enter(f"Player {number}") for number in range(40)))
    desk.do(*(do.TableIn(number, seats=4) for number in range(8)))
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    desk.draw()
    tab = browsers.tab("en", (1280, 720))
    come_in(desk, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".tv .card", 8)
    seen = tab.run(IN_TURN)
    assert sum(parts for parts, _ in seen) == 8 + 2  # tables, who is next, the way in
    assert max(high for _, high in seen) <= 720
    assert len(seen) == 2


def test_a_phone_without_a_network_says_so_and_is_back_with_it(
    under_way: LiveDesk, browsers: Browsers
) -> None:
    tab = browsers.tab("en", NARROW)
    come_in(under_way, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".tv .card", 2)
    lost = "return document.querySelector('.lost').hidden"
    assert tab.run(lost)
    # at once: the stream's next word hides it
    assert not tab.run("dispatchEvent(new Event('offline'));" + lost)
    tab.run("dispatchEvent(new Event('online'))")
    tab.until(lambda: tab.run(lost))


def test_a_network_that_swallows_everything_is_told_too(
    under_way: LiveDesk, browsers: Browsers
) -> None:
    tab = browsers.tab("en", NARROW)
    come_in(under_way, tab, Role.SCREEN)
    tab.tap("main button")
    tab.has(".tv .card", 2)
    tab.run(SWALLOWS)
    lost = "return document.querySelector('.lost').hidden"
    tab.until(lambda: not tab.run(lost))
    persons = under_way.runner.event.state.matches[1].persons
    under_way.do(do.Report(1, persons, (1, 2, 3, 4)))
    tab.run("fetch = answers")
    tab.has(".tv .card", 1)
    assert tab.run(lost)
