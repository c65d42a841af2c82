"""Real browsers, driven by WebDriver: Chromium, and WebKit, which is Safari's family.

`make browsers` installs them. A browser is a phone of its own: its cookies are its own, its tabs
share them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from subprocess import PIPE, Popen
from typing import Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import (
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.hardware.rigs import without

PATIENCE_S = 15.0
PHONE = (320, 640)
NEEDED = {
    "chromium": ("chromium", "chromedriver"),
    "webkit": ("WebKitWebDriver", "Xvfb"),
    "windows": ("Xvfb",),
}
"""The commands of each browser."""
T = TypeVar("T")


def check(name: str) -> None:
    """Skip where a browser is missing, fail where that must not be."""
    missing = [command for command in NEEDED[name] if shutil.which(command) is None]
    if missing:
        without(f"there is no {' nor '.join(missing)} here: `make browsers` installs it")


@contextmanager
def screen(size: tuple[int, int] = (1400, 1400)) -> Iterator[str]:
    """A display of its own that nobody sees: WebKit draws nowhere else."""
    read, write = os.pipe()
    place = ("-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp")
    command = ("Xvfb", "-displayfd", str(write), *place)
    with Popen(command, pass_fds=(write,), stderr=PIPE) as server:
        os.close(write)
        try:
            with os.fdopen(read) as said:
                yield f":{said.readline().strip()}"
        finally:
            server.terminate()


def _chromium(language: str, size: tuple[int, int]) -> WebDriver:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    metrics = {"width": size[0], "height": size[1], "pixelRatio": 1, "touch": True, "mobile": True}
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def _webkit(size: tuple[int, int], display: str) -> WebDriver:
    from selenium.webdriver.webkitgtk.service import Service

    options = webdriver.WebKitGTKOptions()
    own = {"DISPLAY": display, "LANG": "en_US.UTF-8"}
    env = {**os.environ, **own}
    driver = webdriver.WebKitGTK(options, Service(shutil.which("WebKitWebDriver"), env=env))
    driver.set_window_size(*size)
    return driver


@dataclass(frozen=True)
class Tab:
    """A page in a browser. What is asked of it is asked until it is so."""

    driver: WebDriver
    handle: str
    language: str

    def _here(self) -> WebDriver:
        if self.driver.current_window_handle != self.handle:
            self.driver.switch_to.window(self.handle)
        return self.driver

    def goto(self, url: str) -> None:
        """Its page speaks the phone's language; by its button where a browser knows one alone."""
        self._here().get(url)
        if self.run("return document.documentElement.lang") != self.language:
            self.tap("header button")

    def other(self) -> Tab:
        """Another tab of the same phone."""
        self._here().switch_to.new_window("tab")
        return Tab(self.driver, self.driver.current_window_handle, self.language)

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self._here().execute_script(script)

    def all(self, css: str) -> list[WebElement]:
        return self._here().find_elements(By.CSS_SELECTOR, css)

    def until(self, looks: Callable[[], T], what: str = "that") -> T:
        """Once it is true; the page may be drawn anew while one looks."""
        waits = WebDriverWait(self.driver, PATIENCE_S, 0.05, (StaleElementReferenceException,))
        try:
            return waits.until(lambda _: looks())
        except TimeoutException:
            raise AssertionError(f"the page does not come to {what}: {self.text('body')}") from None

    def has(self, css: str, count: int = 1) -> None:
        """So many of them, no more."""
        self.until(lambda: len(self.all(css)) == count, f"{count} {css}")

    def text(self, css: str) -> str:
        found = self.run(f"return document.querySelector({css!r})?.innerText ?? ''")
        assert isinstance(found, str)
        return found

    def says(self, text: str, css: str = "#say") -> None:
        self.until(lambda: text in self.text(css), f"«{text}»")

    def tap(self, css: str, n: int = 0) -> None:
        self.until(lambda: self._tap(css, n), css)

    def _tap(self, css: str, n: int) -> bool:
        found = self.all(css)
        if len(found) <= n:
            return False
        here = self._here()
        # As a guest scrolls to what lies beyond the edge: one driver alone does so by itself.
        here.execute_script(
            "arguments[0].scrollIntoView({block: 'nearest', inline: 'nearest'})", found[n]
        )
        ActionChains(here, duration=0).move_to_element(found[n]).click().perform()
        return True

    def hold(self, css: str) -> None:
        """A finger comes down on it and stays."""
        (found, *_) = self.until(lambda: self.all(css), css)
        ActionChains(self._here(), duration=0).move_to_element(found).click_and_hold().perform()

    def let_go(self) -> None:
        ActionChains(self._here(), duration=0).release().perform()

    def picture(self) -> bytes:
        return self._here().get_screenshot_as_png()


class Browsers:
    """Phones of one kind of browser, as many as are asked for."""

    def __init__(self, name: str, display: str) -> None:
        self.name, self._display = name, display
        self._drivers: list[WebDriver] = []
        self.complaints: list[str] = []
        """What the pages of those that are closed complained of, where a browser tells that."""

    def tab(self, language: str = "en", size: tuple[int, int] = PHONE) -> Tab:
        """A phone of its own."""
        if self.name == "chromium":
            driver = _chromium(language, size)
        else:
            driver = _webkit(size, self._display)
        self._drivers.append(driver)
        return Tab(driver, driver.current_window_handle, language)

    def close(self) -> list[str]:
        """All of them; the complaints."""
        for driver in self._drivers:
            if self.name == "chromium":
                said: list[Mapping[str, Any]] = driver.get_log("browser")  # type: ignore[attr-defined]
                self.complaints += [entry["message"] for entry in said]
            with suppress(WebDriverException):
                driver.quit()
        self._drivers.clear()
        return self.complaints
