"""The scope's page in Chromium, on a phone: curves, the PIN, a threshold, a weighing, the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from console.tuning.serve import serve_scope
from console.wiring.hardware import make_station
from console.wiring.kept_thresholds import KeptThresholds
from drivers.times import SECOND
from tests.console.phones.browser import Browsers, Tab, check

assert sys.platform == "linux", "it drives Chromium"

pytestmark = pytest.mark.complete

PHONE = (360, 740)
PIN = "161803"
SAYS = {
    "en": ("Touch begins at: 0.60 N instead of 0.50 N?", "Kept: Touch begins at, 0.60 N"),
    "ru": ("Порог касания: 0,60 Н вместо 0,50 Н?", "Записано: Порог касания, 0,60 Н"),
}
DRAWN = """
    return [...document.querySelectorAll('canvas')].map(c =>
        c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(n => n))
"""


@pytest.fixture
def browsers() -> Iterator[Browsers]:
    check("chromium")
    found = Browsers("chromium", "")
    try:
        yield found
    finally:
        complaints = [
            one
            for one in found.close()
            if not re.search(r"/pin .* 410|/live .*(REFUSED|INCOMPLETE|EMPTY)", one)
        ]
    assert complaints == []


@pytest.fixture
def address(tmp_path: Path, language: str) -> Iterator[str]:
    """A scope that goes on for 40 s, or until the test has seen enough."""
    told: list[str] = []
    station = make_station("pc-mk1", tmp_path, language)
    kept, length_ns = KeptThresholds(tmp_path), 40 * SECOND

    def serve() -> None:
        serve_scope(station, kept, "127.0.0.1", 0, told.append, length_ns=length_ns, pin=PIN)

    scope = Thread(target=serve)
    scope.start()
    while not told:
        scope.join(0.05)
        assert scope.is_alive()
    yield told[0].partition("http")[2].partition(";")[0].join(("http", ""))
    scope.join()


def enter(page: Tab, pin: str) -> None:
    (field,) = page.until(lambda: page.all("form input"))
    field.send_keys(pin)
    page.tap("form button")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_builder_tunes_with_a_phone(
    browsers: Browsers, address: str, language: str, tmp_path: Path
) -> None:
    page = browsers.tab(language, PHONE)
    page.driver.get(address)
    page.has("article", 4)
    page.until(lambda: all(page.run(DRAWN)), "curves")
    assert page.run("return document.documentElement.lang") == language
    assert page.run("return document.documentElement.scrollWidth == innerWidth")
    assert page.run(
        "return [...document.querySelectorAll('section button, section input')]"
        ".every(b => b.offsetHeight >= 44)"
    )
    assert not page.all("select"), "read only without the PIN"
    enter(page, "000000")
    page.until(lambda: page.text("#tuning .fault"), "a word on the wrong PIN")
    enter(page, PIN)
    page.has("select", 4)
    assert page.run("return document.documentElement.scrollWidth == innerWidth")
    page.run("document.querySelector('select').value = 600")
    page.until(lambda: page.all(".setting button:enabled"))
    page.tap(".setting button")
    asked, kept = SAYS[language]
    page.says(asked, "#question")
    page.tap("#no")
    assert KeptThresholds(tmp_path).adjusted().number("pad.onset_mn") == 500
    page.tap(".setting button")
    page.tap("#yes")
    page.says(kept)
    assert KeptThresholds(tmp_path).adjusted().number("pad.onset_mn") == 600
    page.tap("#tuning > div:last-child button")
    page.tap("#yes")
    page.says({"en": "lay 0.5 N", "ru": "положите на него 0,5 Н"}[language])
    page.run("location.reload()")
    page.has("progress")
    page.tap("#tuning > div:last-child .row button", 1)
    page.says({"en": "Nothing was written", "ru": "Ничего не записано"}[language])
    lost = {"en": "Nothing comes any more", "ru": "Больше ничего не приходит"}[language]
    for _ in range(4):  # the scope ends by itself
        if lost in page.text("#say"):
            break
        try:
            page.says(lost)
        except AssertionError:
            continue
    assert lost in page.text("#say")
