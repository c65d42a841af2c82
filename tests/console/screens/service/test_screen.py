"""Every page of the service menu fits: long sides, short sides, both languages, both sizes."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pygame
import pytest

import drivers
from console.hardware.texts import fault_mend
from console.i18n import Words
from console.screens import palette
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.stage import Sprite
from console.screens.texts import fault_word
from console.service.counters import COUNTED, counter_words
from console.service.hints import SIGNS
from console.service.menu.page import LOG_LINES, SHEET_ROWS, TEXT_LINES
from console.service.menu.view import (
    Digits,
    KeyHint,
    Live,
    LiveBar,
    LiveKey,
    LiveSeat,
    MenuLevel,
    MenuSheet,
    MenuText,
    Rows,
    ServiceLine,
    ServiceRow,
    ServiceView,
)
from console.table.view import Target
from console.wiring.owner.tail import WIDTH
from drivers.events import Button, Fault
from tests.console.screens.legible import Fitting, ink_of, key_of, without_glyph
from tests.console.screens.service.samples import pages

SMALL, LARGE = (1280, 800), (1920, 1080)
TOUCH = 2  # so many pixels over each other are still beside each other
Cells = tuple[LiveKey | LiveBar, ...]
KEYS = (KeyHint((Button.LEFT, Button.RIGHT), "move"), KeyHint((Button.BACK,), "back"))


def sprites(screen: Screen, view: ServiceView) -> list[Sprite]:
    """What is laid down for a view."""
    pen = screen.pen()
    deque(screen.compose(pen, view, Moment()), maxlen=0)
    return pen.sprites


def texts(screen: Screen, view: ServiceView) -> set[str]:
    """What is written."""
    return {key[1] for key in map(key_of, sprites(screen, view)) if key[0] == "text"}


def page(body: Any, seat: int = 0, told: ServiceLine | None = None) -> ServiceView:
    return ServiceView(seat, "Page", ("Service menu",), body, KEYS, told)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("language", "size", "seats", "seat"),
    [
        ("ru", SMALL, 8, 0),
        ("ru", SMALL, 8, 3),
        ("en", SMALL, 8, 7),
        ("en", LARGE, 4, 2),
        ("ru", LARGE, 8, 7),
    ],
)
def test_nothing_is_cut_too_small_off_the_screen_or_on_something_else(
    language: str, size: tuple[int, int], seats: int, seat: int, large: bool
) -> None:
    """In a longer language: ``tests/console/screens/test_pseudo.py``."""
    screen = Screen(size, seats, Look(Words(language), large=large))
    area = pygame.Rect((0, 0), size)
    for view in pages(language, seats, seat):
        laid = sprites(screen, view)
        off = [key_of(s) for s in laid if not area.contains(s.rect)]
        assert off == [], view.title
        assert screen.art.cut == set(), view.title
        inks = [ink_of(s) for s in laid if key_of(s)[0] == "text"]
        shared = [one.clip(other) for one, other in combinations(inks, 2)]
        assert [rect for rect in shared if min(rect.size) > TOUCH] == [], view.title
    assert screen.art.smallest_text >= 18


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(
    ("size", "seats", "seat"),
    [(SMALL, 4, 0), (SMALL, 8, 0), (SMALL, 8, 3), (LARGE, 4, 2), (LARGE, 8, 7)],
)
def test_what_is_wrong_with_a_seat_is_read_to_its_end(
    size: tuple[int, int], seats: int, seat: int, language: str, large: bool
) -> None:
    """Beside bars and beside keys, whatever it is, at all seats at once."""
    words = Words(language)
    screen = Screen(size, seats, Look(words, large=large))
    bars: Cells = (LiveBar("верх", 0.4, "14,5 Н"), LiveBar("низ", 0.3, "11,1 Н"))
    keys: Cells = tuple(LiveKey(button, False, ("499 / 166", "1200 с")) for button in Button)
    facts = (ServiceLine("Часы хватки известны с точностью ± 0,050 мс", MenuLevel.OK),) * 2
    for fault, cells in product(Fault, (bars, keys)):
        text = f"{fault_word(words, fault)}: {fault_mend(words, fault)}"
        note = ServiceLine(text, MenuLevel.FAILURE)
        live = Live(tuple(LiveSeat(n, cells, note) for n in range(seats)), facts)
        laid = sprites(screen, page(live, seat))
        assert screen.art.cut == set()
        inks = [ink_of(s) for s in laid if key_of(s)[0] == "text"]
        shared = [one.clip(other) for one, other in combinations(inks, 2)]
        assert [rect for rect in shared if min(rect.size) > TOUCH] == [], fault


@pytest.mark.parametrize("seat", [0, 3])
def test_as_many_rows_and_lines_fit_as_scrolling_counts_on(seat: int) -> None:
    screen = Screen(SMALL, 8, Look(Words("en"), large=True))
    rows = tuple((f"row {n}", "1", "2", "3") for n in range(40))
    heads = ("A head of many words", "In the first minute", "Matches", "Minutes")
    first = len(rows) - SHEET_ROWS
    assert "row 39" in texts(screen, page(MenuSheet(heads, rows, first, "since then"), seat))
    long = "a sentence of the length that findings with what to do about them have, " * 2
    lines = tuple(ServiceLine(f"{long} {n}", MenuLevel.FAILURE) for n in range(9))
    shown = texts(screen, page(MenuText(lines, len(lines) - TEXT_LINES), seat))
    assert any(text.endswith(" 8") for text in shown)
    said = tuple(ServiceLine(f"{n:02} {'more ' * 20}"[:WIDTH]) for n in range(LOG_LINES))
    shown = texts(screen, page(MenuText(said, 0), seat))
    assert any(text.startswith("13 more") for text in shown)


def test_a_list_follows_its_cursor() -> None:
    screen = Screen(SMALL, 8, Look(Words("en")))
    rows = tuple(ServiceRow(f"row {n}") for n in range(60))
    for cursor in (0, 30, 59):
        assert f"row {cursor}" in texts(screen, page(Rows(rows, cursor)))


def test_a_row_that_only_tells_something_can_be_read() -> None:
    """It was written in the colour of thin lines."""
    screen = Screen(SMALL, 8, Look(Words("en")))
    rows = (ServiceRow("Nobody yet", enabled=False), ServiceRow("Wipe"))
    keys = map(key_of, sprites(screen, page(Rows(rows, 0))))
    assert [key[3] for key in keys if key[:2] == ("text", "Nobody yet")] == [palette.QUIET]


def test_a_value_that_is_being_changed_stands_between_arrows() -> None:
    screen = Screen(SMALL, 8, Look(Words("en")))
    rows = (ServiceRow("Pace", "800 ms", changed=True), ServiceRow("Other", "1"))
    arrow = ("svg", ("sign", "key_left", 22, "#EEF3F8"))
    keys = [key_of(s) for s in sprites(screen, page(Rows(rows, 0)))]
    assert arrow not in keys
    keys = [key_of(s) for s in sprites(screen, page(Rows(rows, 0, editing=True)))]
    assert arrow in keys


def test_digits_that_were_given_are_dots() -> None:
    """Nobody who looks on reads a PIN, but for the digit on the wheel."""
    screen = Screen(SMALL, 8, Look(Words("en")))
    shown = texts(screen, page(Digits("PIN", 3, "7")))
    assert {text for text in shown if any(c.isdigit() for c in text)} == {"7"}
    shown = texts(screen, page(Digits("PIN", 0, "7", wait_s=40)))
    assert "Wrong too often: wait 40 seconds." in shown
    assert "7" not in shown


def test_the_seat_s_mark_stands_in_the_line_of_the_title() -> None:
    screen = Screen(SMALL, 8, Look(Words("en")))
    laid = {key_of(s)[:2]: s.rect for s in sprites(screen, page(Rows((), 0)))}
    title = laid["text", "Page"]
    mark = next(rect for key, rect in laid.items() if key[0] == "svg" and key[1][0] == "sign")
    assert abs(mark.centery - title.centery) <= 1


@pytest.mark.parametrize("seat", [0, 3])
def test_a_long_note_is_read_to_its_end(seat: int) -> None:
    screen = Screen(SMALL, 8, Look(Words("en")))
    error = (
        "phones need segno, starlette, uvicorn, websockets: /home/owner/khvatka-env/bin/python -m"
        " pip install 'khvatka[phones]'"
    )
    told = page(Rows((ServiceRow("row"),), 0), seat, ServiceLine(error, MenuLevel.FAILURE))
    laid = sprites(screen, told)
    assert screen.art.cut == set()
    inks = [ink_of(s) for s in laid if key_of(s)[0] == "text"]
    shared = [one.clip(other) for one, other in combinations(inks, 2)]
    assert [rect for rect in shared if min(rect.size) > TOUCH] == []


def test_rows_and_keys_can_be_touched_from_their_own_side() -> None:
    screen, surface = Screen(SMALL, 8, Look(Words("en"))), pygame.Surface(SMALL)
    body = Rows(tuple(ServiceRow(f"row {n}") for n in range(5)), 0)
    screen.draw(surface, page(body, 3), 0)
    found = {screen.target_at(x, y) for x in range(0, 1280, 8) for y in range(0, 800, 8)}
    assert found == {
        None,
        *(Target("row", (n,)) for n in range(5)),
        Target("key", (int(Button.LEFT),)),
        Target("key", (int(Button.BACK),)),
    }


def test_what_came_of_a_press_is_told_by_sign_and_words() -> None:
    screen = Screen(SMALL, 8, Look(Words("en")))
    signs = []
    for level in (MenuLevel.OK, MenuLevel.WARNING, MenuLevel.FAILURE):
        view = page(Rows((ServiceRow("row"),), 0), told=ServiceLine("What came of it", level))
        assert "What came of it" in texts(screen, view)
        before = {key_of(s) for s in sprites(screen, page(Rows((ServiceRow("row"),), 0)))}
        fresh = {key_of(s) for s in sprites(screen, view)} - before
        signs.append(frozenset(key for key in fresh if key[0] == "svg"))
    assert len(set(signs)) == 3


def test_the_table_of_buttons_shows_their_signs_and_no_box() -> None:
    """Fonts have no signs of buttons: they are drawn."""
    rows = tuple((f"Seat 1 {sign}", "812", "3", "12:05", "0") for sign in SIGNS.values())
    heads = ("Button", "Presses", "Bounces", "Last signal", "Games unseen")
    sheet = replace(pages("en", 8, 1)[0], body=MenuSheet(heads, rows))
    screen = Screen((1280, 800), 8, Look(Words("en")))
    assert Fitting(screen, sheet).faults() == []
    pen = screen.pen()
    deque(screen.compose(pen, sheet, Moment()), maxlen=0)
    assert len({str(s.picture.key) for s in pen.sprites if "key_" in str(s.picture.key)}) >= 4


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_owner_reads_no_names_of_programs_no_quotes_of_code_and_seconds(language: str) -> None:
    words = Words(language)
    assert not without_glyph("".join(counter_words(words, f"pad.{name}") for name in COUNTED))
    screen = Screen((1280, 800), 8, Look(words))
    for page in pages(language, 8, 1):
        for text in Fitting(screen, page).texts():
            assert "`" not in text
            assert not re.search(r"\d{4,} (ms|мс)", text), text


def test_every_counter_of_the_drivers_has_a_name() -> None:
    counted = re.compile(r"counters\[\s*\"([a-z_]+)\"")
    files = Path(drivers.__file__).parent.rglob("*.py")
    known = {name for file in files for name in counted.findall(file.read_text("utf-8"))}
    assert len(known) > 20
    assert known <= COUNTED.keys()
