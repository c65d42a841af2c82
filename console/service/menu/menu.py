"""The service menu: a scene over all others, worked from the seat that opened it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.i18n import Words, words_of
from console.service.errors import error_text
from console.service.menu.page import MenuPage
from console.service.menu.pins import entry
from console.service.menu.root import RootPage
from console.service.menu.services import MenuServices
from console.service.menu.view import MenuLevel, ServiceLine, ServiceView
from console.table.response import Response
from console.table.scene import Scene, SceneHost
from console.table.view import Target, TargetKind
from drivers.errors import KhvatkaError
from drivers.events import Button, ButtonEvent, Fault
from drivers.times import SECOND, earliest

IDLE_NS: Final = 180 * SECOND
REPEAT_FIRST_NS: Final = 500_000_000
REPEAT_NS: Final = 120_000_000
DEAF: Final = frozenset({Fault.STUCK_BUTTON, Fault.CHATTER})
"""A petal's fault keeps nobody from the menu in which it is looked for."""


class ServiceMenu(Scene):
    """Pages over each other; ✕ leaves the uppermost. After three minutes without a press the menu
    closes by itself, and a match below waits in its pause."""

    service = True

    def __init__(self, host: SceneHost, services: MenuServices, seat: int) -> None:
        self.host, self.services, self.seat = host, services, seat
        self._pages: list[MenuPage] = []
        self._note: ServiceLine | None = None
        self._now_ns: int | None = None
        self._pressed_ns = 0
        self._down: set[Button] = set()
        self._repeat: tuple[Button, int] | None = None

    # -- what pages ask (``page.MenuHost``) --------------------------------------------------------

    @property
    def words(self) -> Words:
        """The texts of the table's present language."""
        return words_of(self.host.settings.language)

    def push(self, page: MenuPage) -> None:
        """Another page lies over this one."""
        self._pages.append(page)

    def pop(self) -> None:
        """Back to the page below; the last one closes the menu."""
        self._pages.pop().left()
        if not self._pages and self._now_ns is not None:
            self.host.uncover(self._now_ns)

    def enter(self, page: MenuPage) -> None:
        """``page`` instead of all."""
        self._leave()
        self._pages = [page]

    def say(self, text: str, level: MenuLevel = MenuLevel.OK) -> None:
        """Tell what came of a press."""
        self._note = ServiceLine(text, level)

    # -- input -------------------------------------------------------------------------------------

    @property
    def page(self) -> MenuPage:
        """The uppermost."""
        return self._pages[-1]

    @property
    def waiting(self) -> bool:
        """An answer of the uppermost page is waited for: ✕ does not leave it."""
        return bool(self._pages) and self.page.waiting

    def deaf_to(self, fault: Fault) -> bool:
        return fault in DEAF

    def responded(self, response: Response, now_ns: int) -> None:
        for page in tuple(self._pages):
            page.responded(response)

    def button(self, event: ButtonEvent) -> None:
        """Presses of the seat that opened it; those of others only show that somebody is there."""
        self._wake(event.t_ns)
        self._pressed_ns = event.t_ns
        if event.seat != self.seat or not self._pages:
            return
        if not event.pressed:
            self._down.discard(event.button)
            self._repeat = None
            return
        self._down.add(event.button)
        self._repeat = None
        if self._down >= {Button.LEFT, Button.RIGHT} and self.page.pair():
            return
        if event.button in (Button.LEFT, Button.RIGHT):
            self._repeat = event.button, event.t_ns + REPEAT_FIRST_NS
        self._press(event.button, event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch: ``Target("row", (i,))``, or ``Target("key", (button,))``."""
        if not pressed or not self._pages:
            return
        self._wake(t_ns)
        self._pressed_ns = t_ns
        if target.kind == TargetKind.KEY:
            self._press(Button(target.at[0]), t_ns)
        elif target.kind == TargetKind.ROW:
            self._note = None
            self._attempt(lambda page: page.touch(target.at[0], t_ns))
        elif target.kind == TargetKind.BACK:
            self._press(Button.BACK, t_ns)

    def _press(self, button: Button, now_ns: int) -> None:
        self._note = None
        self._now_ns = now_ns
        self._attempt(lambda page: page.press(button, now_ns))

    def _attempt(self, what: Callable[[MenuPage], None]) -> None:
        """A store that fails, a stick that was pulled out: said, and the menu stays."""
        try:
            what(self.page)
        except KhvatkaError as error:
            self.say(error_text(self.words, error), MenuLevel.FAILURE)

    # -- time --------------------------------------------------------------------------------------

    def _wake(self, now_ns: int) -> None:
        if self._now_ns is None:
            self._pressed_ns = now_ns
            self._pages = [entry(self, now_ns, lambda: self.enter(RootPage(self)))]
        self._now_ns = now_ns

    def tick(self, now_ns: int) -> bool:
        """What pages do by themselves; held ◀ ▶ again and again; the end after a while."""
        changed = self._now_ns is None
        self._wake(now_ns)
        if not self._pages:
            return changed
        if self._busy:
            self._pressed_ns = now_ns
        elif now_ns >= self._pressed_ns + IDLE_NS:
            self._leave()
            self.host.uncover(now_ns)
            self.host.rest(self.seat, now_ns)
            return True
        if self._repeat is not None and now_ns >= self._repeat[1]:
            self._repeat = self._repeat[0], now_ns + REPEAT_NS
            self._press(self._repeat[0], now_ns)
            changed = True
        for page in tuple(self._pages):
            changed = page.tick(now_ns) or changed
        return changed

    @property
    def _busy(self) -> bool:
        """Also below a question about what goes on."""
        return any(page.busy for page in self._pages)

    def _leave(self) -> None:
        while self._pages:
            self._pages.pop().left()

    def next_due_ns(self) -> int | None:
        if self._now_ns is None:
            return 0
        if not self._pages:
            return None
        dues = [page.next_due_ns() for page in self._pages]
        if not self._busy:
            dues.append(self._pressed_ns + IDLE_NS)
        if self._repeat is not None:
            dues.append(self._repeat[1])
        return earliest(dues)

    # -- output ------------------------------------------------------------------------------------

    def view(self) -> ServiceView:
        page = self.page
        path = tuple(below.heading() for below in self._pages[:-1])
        return ServiceView(self.seat, page.heading(), path, page.body(), page.keys(), self._note)

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        own = self.page.lamps() if self._pages else None
        return super().lamps(host) if own is None else own
