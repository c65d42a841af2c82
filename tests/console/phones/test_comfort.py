"""What makes a phone comfortable: held across, by large fingers, by ear."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

from console.phones.link import PhonesLink
from console.phones.messages import Public
from console.phones.views import public
from console.table.board.view import BoardView
from console.table.view import Who
from console.web.messages import Opened
from tests.console.phones.browser import PHONE, Browsers, check
from tests.console.phones.live import opening
from tests.console.screens.iota.samples import picture_samples
from tests.console.screens.samples import end

assert sys.platform == "linux", "its helpers stop browsers in the kernel"

from tests.console.phones.test_browser import CARDS, PEOPLE, at_table, hold, join, turn  # noqa: E402

pytestmark = pytest.mark.complete

ACROSS = (740, 360)
OUT = """
return [...document.querySelectorAll('button')].filter((b) => b.offsetWidth).map((b) => {
    const r = b.getBoundingClientRect();
    return [b.innerText, r.x >= 0 && r.y >= 0 && r.right <= innerWidth && r.bottom <= innerHeight,
        r.width >= 44 && r.height >= 44];
}).filter((told) => !(told[1] && told[2]));
"""
MISSES = """
const spots = [...document.querySelectorAll('.spot')].map((s) => s.getBoundingClientRect());
const [r] = spots;
const far = (x, y) => Math.min(...spots.slice(1).map((s) => Math.max(
    Math.abs(x - s.x - s.width / 2), Math.abs(y - s.y - s.height / 2))));
const [mx, my, off] = [r.x + r.width / 2, r.y + r.height / 2, r.width / 2 + 4];
const at = [[mx - off, my], [mx + off, my], [mx, my - off], [mx, my + off]]
    .find(([x, y]) => far(x, y) > off);
const click = new MouseEvent('click', {clientX: at[0], clientY: at[1], bubbles: true});
document.querySelector('.board').dispatchEvent(click);
return r.width;
"""


@pytest.fixture
def browsers() -> Iterator[Browsers]:
    check("chromium")
    found = Browsers("chromium", "")
    try:
        yield found
    finally:
        found.close()
    assert found.complaints == []


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_held_across_a_phone_shows_the_table_beside_the_hand(browsers: Browsers, game: str) -> None:
    """Of IOTA's grid a peephole of 25 pixels was left."""
    with at_table(browsers, game) as table:
        page = browsers.tab("ru", ACROSS)
        join(table, page, table.sitting.mover)
        page.tap("button.card.may")
        page.until(lambda: page.all("footer button:not(.eye)"))
        assert page.run("return document.querySelector('main').clientHeight") > 240
        assert page.run(OUT) == []
        assert page.run("return document.documentElement.scrollWidth == innerWidth")
        page.run("document.documentElement.style.fontSize = '28.8px'")  # as large as it becomes
        over = "document.querySelector('main').getBoundingClientRect().y"
        assert page.run(
            f"return document.querySelector('#say').getBoundingClientRect().bottom <= {over}"
        )
        page.run("document.querySelector('.eye').scrollIntoView()")
        eye = "return document.querySelector('.eye').getBoundingClientRect().bottom <= innerHeight"
        assert page.run(eye)


def test_a_finger_that_misses_a_small_place_by_little_means_it(browsers: Browsers) -> None:
    who = (Who.PERSON, Who.PERSON, Who.PERSON, Who.PERSON)
    with at_table(browsers, who=who) as table:
        page, rng = browsers.tab("ru", PHONE), Random(3)
        for _ in range(12):
            turn(table, None, rng)
        join(table, page, table.sitting.mover)
        page.tap("button.card.may")
        page.until(lambda: page.all(".spot"))
        made = len(table.sitting.match.history)
        wide = page.run(MISSES)
        assert wide < 40
        table.until(lambda: len(table.sitting.match.history) > made)  # a wild card is taken


def test_a_reader_of_screens_names_cards_and_what_they_show_while_they_are_seen(
    browsers: Browsers,
) -> None:
    labels = f"return [...document.querySelectorAll('{CARDS}')].map((b) => b.ariaLabel)"
    with at_table(browsers, "elements", PEOPLE) as table:
        page, seat = browsers.tab(), table.sitting.mover
        join(table, page, seat)
        hidden = page.run(labels)
        assert hidden[0] == "Card 1"
        hold(page)
        with table.lock:
            match = table.sitting.match
            hand = match.state.hands[match.seating.seats.index(seat)]
        assert page.run(labels) == [f"{h}: {card}" for h, card in zip(hidden, hand, strict=True)]
        page.let_go()
        page.until(lambda: page.run(labels) == hidden)
        page.tap("button.card.may")
        page.has("button.card[aria-pressed=true]")


def test_what_a_reader_of_screens_calls_a_picture_has_a_name(browsers: Browsers) -> None:
    """Where no chain lies yet there is none."""
    pictures = "return [...document.querySelectorAll('[role=img]')].map((e) => e.ariaLabel)"
    with at_table(browsers, "elements", PEOPLE) as table:
        page = browsers.tab()
        join(table, page, table.sitting.mover)
        assert page.run(pictures) == []
        with table.lock:
            match = table.sitting.match
            table.sitting.play(match.game.legal_actions(match.state)[0])
        page.until(lambda: all(page.run(pictures)) and page.run(pictures))


def test_iota_is_played_by_ear_as_well(browsers: Browsers) -> None:
    """A reader of screens presses by a click without a finger."""
    told = "return [...document.querySelectorAll('.board [role={}]')].map((g) => g.ariaLabel)"
    presses = "dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    with at_table(browsers) as table:
        page = browsers.tab()
        join(table, page, table.sitting.mover)
        (lone,) = page.run(told.format("img"))
        assert re.fullmatch(
            "(red|green|blue|yellow) (circle|.*e|cross) [1-4], column 1, row 1", lone
        )
        hold(page)
        labels = page.run(
            f"return [...document.querySelectorAll('{CARDS}')].map((b) => b.ariaLabel)"
        )
        assert all(re.fullmatch(r"Card \d: (Wild card|\w+ \w+ [1-4])", each) for each in labels)
        page.let_go()
        page.until(lambda: page.all("button.card.may"))
        page.run(f"document.querySelector('button.card.may').{presses}")
        page.until(lambda: page.all(".spot"))
        assert "Place, column 2, row 1" in page.run(told.format("button"))
        page.run(f"document.querySelector('.board [role=button]').{presses}")
        page.has("footer button.main")


def test_a_match_that_is_over_says_who_has_won_and_what_its_numbers_are(browsers: Browsers) -> None:
    link = PhonesLink(opening())
    opened: list[Opened] = []
    while not opened:
        link.wait(1.0)
        opened += [told for told in link.hear() if isinstance(told, Opened)]
    page = browsers.tab()
    page.goto(f"http://127.0.0.1:{opened[0].port}/watch")
    view = next(s.view for s in picture_samples() if s.name == "iota-end")
    assert isinstance(view, BoardView)
    seats = tuple(replace(s, winner=s.score == 422) for s in view.seats)
    view = replace(view, seats=seats)
    link.tell(Public(msgspec.json.encode(public(view)).decode()))
    page.says("Seat 3 wins")
    link.tell(Public(msgspec.json.encode(public(end(4))).decode()))
    page.says("cards · duels · false", "main .quiet")
    browsers.close()
    link.close()
