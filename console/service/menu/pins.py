"""Asks for the PIN. The first one is chosen soon after the installation, or by
whoever may write the table's data."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from console.i18n import N_
from console.service.errors import error_text
from console.service.menu.page import BACK, OK, SIDES, MenuHost, MenuPage, TextPage, step_of
from console.service.menu.view import Body, Digits, KeyHint, MenuLevel, ServiceLine
from console.service.pin import MOST_DIGITS, Pin, PinGate, new_pin
from console.store.problems import StoreError
from drivers.events import Button
from drivers.times import SECOND

TITLE: Final = N_("Service menu")
DONE: Final = "✓"
WHEEL: Final = (*"0123456789", DONE)


def entry(menu: MenuHost, now_ns: int, then: Callable[[], None]) -> MenuPage:
    """The first page: the PIN, or the first one to be chosen, or why neither can be; ``then``
    follows once the owner is known."""
    try:
        gate = menu.services.gate(now_ns)
        if gate is not None:
            return PinPage(menu, gate, now_ns, then)
        if menu.services.first_pin.left_ns(now_ns):
            return NewPinPage(menu, TITLE, then)
        return _nobody_page(menu)
    except StoreError as error:
        reason = error_text(menu.words, error)
        return TextPage(
            menu,
            TITLE,
            lambda words: (
                ServiceLine(words._("What the owner has set cannot be read."), MenuLevel.FAILURE),
                ServiceLine(reason),
                ServiceLine(words._("`khvatka service pin` at the machine itself says more.")),
            ),
        )


def _nobody_page(menu: MenuHost) -> TextPage:
    """There is no PIN, and whoever stands here need not be the owner."""
    return TextPage(
        menu,
        TITLE,
        lambda words: (
            ServiceLine(words._("There is no PIN, so nobody can be let in."), MenuLevel.WARNING),
            ServiceLine(
                words._(
                    "At the table the first PIN can be chosen only in the ten minutes after the"
                    " installation, and they are over."
                )
            ),
            ServiceLine(words._("The owner sets one at the machine: khvatka service pin --set")),
            ServiceLine(
                words._("khvatka service pin --reset at the machine opens ten minutes here again.")
            ),
        ),
    )


class DigitsPage(MenuPage):
    """A wheel of digits: ◀ ▶ turn it, ● takes what it shows, ✕ takes the last one back."""

    inside = False
    """Does it lie over the pages of the menu?"""

    def __init__(self, menu: MenuHost, title: str) -> None:
        super().__init__(menu)
        self.title = title
        self.given = ""
        self._at = 0

    def prompt(self) -> str:
        """What is asked for."""
        raise NotImplementedError

    def finished(self, now_ns: int) -> None:
        """All digits are given."""
        raise NotImplementedError

    def wait_s(self) -> int:
        """So long nothing is tried."""
        return 0

    def body(self) -> Body:
        return Digits(self.prompt(), len(self.given), WHEEL[self._at], self.wait_s())

    def keys(self) -> tuple[KeyHint, ...]:
        words = self.menu.words
        out = words._("back") if self.inside else words._("leave the menu")
        back = words._("take back") if self.given else out
        if self.wait_s():
            return (KeyHint(BACK, back),)
        return (
            KeyHint(SIDES, words._("turn the wheel")),
            KeyHint(OK, words._("take; the tick ends")),
            KeyHint(BACK, back),
        )

    def press(self, button: Button, now_ns: int) -> None:
        if self.wait_s() and button is not Button.BACK:
            return  # no wheel is seen: nobody gives digits of it
        if button in SIDES:
            self._at = (self._at + step_of(button)) % len(WHEEL)
        elif button is Button.BACK:
            if self.given:
                self.given = self.given[:-1]
            else:
                self.menu.pop()
        elif WHEEL[self._at] == DONE:
            if self.given:
                self.finished(now_ns)
        elif len(self.given) < MOST_DIGITS:
            self.given += WHEEL[self._at]

    def again(self) -> None:
        """From the first digit."""
        self.given, self._at = "", 0


class PinPage(DigitsPage):
    """The PIN that was set; wrong ones are tried ever more slowly."""

    def __init__(
        self, menu: MenuHost, gate: PinGate, now_ns: int, then: Callable[[], None]
    ) -> None:
        super().__init__(menu, TITLE)
        self._gate, self._then = gate, then
        self._wait_ns = gate.wait_ns(now_ns)
        self._now_ns = now_ns

    def prompt(self) -> str:
        return self.menu.words._("The owner's PIN")

    def wait_s(self) -> int:
        return ceil(self._wait_ns / SECOND)

    def finished(self, now_ns: int) -> None:
        if self._gate.try_pin(self.given, now_ns):
            self._then()
            if self._gate.unkept is not None:
                self.menu.say(error_text(self.menu.words, self._gate.unkept), MenuLevel.FAILURE)
            return
        self.again()
        self._wait_ns = self._gate.wait_ns(now_ns)
        self._now_ns = now_ns
        self.menu.say(self.menu.words._("This is not the PIN."), MenuLevel.WARNING)

    def tick(self, now_ns: int) -> bool:
        before = self.wait_s()
        self._wait_ns, self._now_ns = self._gate.wait_ns(now_ns), now_ns
        return before != self.wait_s()

    def next_due_ns(self) -> int | None:
        """When the seconds left are one less."""
        if not self._wait_ns:
            return None
        return self._now_ns + (self._wait_ns - 1) % SECOND + 1


class NewPinPage(DigitsPage):
    """A new PIN, given twice; at the first visit, or from the menu."""

    def __init__(
        self, menu: MenuHost, title: str, then: Callable[[], None], *, inside: bool = False
    ) -> None:
        super().__init__(menu, title)
        self._then, self.inside = then, inside
        self._first = ""
        self._least = menu.services.store.adjustments().adjusted.number("service.pin_digits")

    def prompt(self) -> str:
        words = self.menu.words
        if self._first:
            return words._("The new PIN once more")
        if self.inside:
            return words._("A new PIN, {least} digits at least").format(least=self._least)
        return words._("There is no PIN yet: choose one, {least} digits at least").format(
            least=self._least
        )

    def finished(self, now_ns: int) -> None:
        words, given = self.menu.words, self.given
        self.again()
        if not self._first:
            if len(given) < self._least:
                text = words._("A PIN has {least} digits at least.").format(least=self._least)
                self.menu.say(text, MenuLevel.WARNING)
            else:
                self._first = given
        elif given != self._first:
            self._first = ""
            self.menu.say(words._("The two differ: give it anew."), MenuLevel.WARNING)
        elif self.inside or self._may_be_chosen(now_ns):
            self._keep(new_pin(given, self._least))
        else:
            self.menu.enter(entry(self.menu, now_ns, self._then))

    def _may_be_chosen(self, now_ns: int) -> bool:
        """The first one, still; it may have been set at the machine meanwhile."""
        services = self.menu.services
        return services.gate(now_ns) is None and services.first_pin.left_ns(now_ns) > 0

    def _keep(self, pin: Pin) -> None:
        """If it cannot be written the old PIN holds; without one nobody gets in."""
        words = self.menu.words
        try:
            self.menu.services.store.keep_pin(pin)
        except StoreError as error:
            self.menu.say(error_text(words, error), MenuLevel.FAILURE)
        else:
            self._then()
            self.menu.say(words._("The PIN is set."))
