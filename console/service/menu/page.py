"""What a page of the menu is, and the plain kinds: lists, tables, texts, questions, tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from console.i18n import N_, Words
from console.service.menu.services import Leaving, MenuServices, Task
from console.service.menu.view import (
    Body,
    KeyHint,
    MenuGuide,
    MenuLevel,
    MenuQuestion,
    MenuSheet,
    MenuText,
    Rows,
    ServiceLine,
    ServiceRow,
)
from console.table.response import Response
from console.table.scene import SceneHost
from drivers.events import Button

SHEET_ROWS: Final = 12
TEXT_LINES: Final = 5
LOG_LINES: Final = 14
"""So many rows of a table, sentences of a text, lines of a log fit any screen: scrolling stops
there."""
LIVE_NS: Final = 100_000_000
OK, BACK = (Button.OK,), (Button.BACK,)
SIDES: Final = (Button.LEFT, Button.RIGHT)


class MenuHost(Protocol):
    """What a page may ask of the menu that it lies in."""

    @property
    def words(self) -> Words: ...

    @property
    def services(self) -> MenuServices: ...

    @property
    def host(self) -> SceneHost: ...

    def push(self, page: MenuPage) -> None:
        """Another page lies over this one."""
        ...

    def pop(self) -> None:
        """Back to the page below; the last one closes the menu."""
        ...

    def enter(self, page: MenuPage) -> None:
        """``page`` instead of all."""
        ...

    def say(self, text: str, level: MenuLevel = MenuLevel.OK) -> None:
        """Tell what came of a press."""
        ...


class MenuPage:
    """One page: what it shows and what buttons do. Time is passed in."""

    title = ""
    """A message id."""

    def __init__(self, menu: MenuHost) -> None:
        self.menu = menu

    def heading(self) -> str:
        """The title in the owner's language."""
        return self.menu.words._(self.title)

    def body(self) -> Body:
        """What is shown."""
        raise NotImplementedError

    def keys(self) -> tuple[KeyHint, ...]:
        """What buttons do."""
        return (self.back_key(),)

    def back_key(self) -> KeyHint:
        return KeyHint(BACK, self.menu.words._("back"))

    def press(self, button: Button, now_ns: int) -> None:
        """A press of the seat that opened the menu."""
        if button is Button.BACK:
            self.menu.pop()

    def pair(self) -> bool:
        """◀ and ▶ together; False: that means nothing here."""
        return False

    def touch(self, index: int, now_ns: int) -> None:
        """A touch on a row."""

    def tick(self, now_ns: int) -> bool:
        """Do what is due; True when something has changed."""
        return False

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do."""
        return None

    def lamps(self) -> tuple[float, ...] | None:
        """The seats' lamps, None: as always."""
        return None

    @property
    def busy(self) -> bool:
        """Is something going on here, though nobody presses anything?"""
        return self.waiting

    @property
    def waiting(self) -> bool:
        """Can nobody leave it before an answer comes from outside?"""
        return False

    def responded(self, response: Response) -> None:
        """Something came from outside."""

    def left(self) -> None:
        """The page goes."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A row and what ● does with it."""

    row: ServiceRow
    act: Callable[[int], None] | None = None
    help: tuple[str, ...] = ()


class ListPage(MenuPage):
    """◀ ▶ move the cursor, ● takes."""

    cursor = 0

    def item(self, title: str, act: Callable[[int], None], *help_: str) -> MenuItem:
        """A row that does something; all texts are message ids."""
        words = self.menu.words
        return MenuItem(ServiceRow(words._(title)), act, tuple(words._(text) for text in help_))

    def opener(self, title: str, make: Callable[[MenuHost], MenuPage], *help_: str) -> MenuItem:
        """A row that another page lies behind."""
        return self.item(title, lambda _: self.menu.push(make(self.menu)), *help_)

    def ask(self, text: str, then: Callable[[int], None], *details: str, name: str = "") -> None:
        """``then`` follows if somebody says Yes."""
        self.menu.push(AskPage(self.menu, self.title, text, then, details, name))

    def ask_twice(
        self, text: str, then: Callable[[int], None], *details: str, more: str = "", name: str = ""
    ) -> None:
        """… and Yes again; ``more`` is told of the second question alone."""
        sure, copies = N_("Really? Nothing brings it back."), (more,) if more else ()
        self.ask(text, lambda _: self.ask(sure, then, *copies), *details, name=name)

    def items(self) -> Sequence[MenuItem]:
        """The rows; at least one."""
        raise NotImplementedError

    def body(self) -> Body:
        items = self.items()
        self.cursor = min(self.cursor, len(items) - 1)
        return Rows(tuple(i.row for i in items), self.cursor, items[self.cursor].help)

    def keys(self) -> tuple[KeyHint, ...]:
        words = self.menu.words
        return (KeyHint(SIDES, words._("move")), KeyHint(OK, words._("choose")), self.back_key())

    def press(self, button: Button, now_ns: int) -> None:
        items = self.items()
        if button is Button.BACK:
            self.menu.pop()
        elif button is Button.OK:
            item = items[min(self.cursor, len(items) - 1)]
            if item.act is not None and item.row.enabled:
                item.act(now_ns)
        else:
            self.cursor = (self.cursor + step_of(button)) % len(items)

    def touch(self, index: int, now_ns: int) -> None:
        if 0 <= index < len(self.items()):
            self.cursor = index
            self.press(Button.OK, now_ns)


def step_of(button: Button) -> int:
    """1 for ▶, -1 for ◀."""
    return 1 if button is Button.RIGHT else -1


class ScrollPage(MenuPage):
    """◀ ▶ scroll."""

    first = 0
    step = 1

    def last_first(self) -> int:
        """The greatest ``first`` there is."""
        raise NotImplementedError

    def keys(self) -> tuple[KeyHint, ...]:
        if not self.last_first():
            return (self.back_key(),)
        return (KeyHint(SIDES, self.menu.words._("scroll")), self.back_key())

    def press(self, button: Button, now_ns: int) -> None:
        if button in SIDES:
            moved = self.first + self.step * step_of(button)
            self.first = max(0, min(self.last_first(), moved))
        else:
            super().press(button, now_ns)


class SheetPage(ScrollPage):
    """A table."""

    step = 6

    def __init__(self, menu: MenuHost, title: str, make: Callable[[Words], MenuSheet]) -> None:
        super().__init__(menu)
        self.title = title
        self._make = make

    def last_first(self) -> int:
        return max(0, len(self._make(self.menu.words).rows) - SHEET_ROWS)

    def body(self) -> Body:
        sheet = self._make(self.menu.words)
        return MenuSheet(sheet.columns, sheet.rows, self.first, sheet.lead)


class TextPage(ScrollPage):
    """Sentences; ``log``: short ones, of which the last are seen first."""

    def __init__(
        self,
        menu: MenuHost,
        title: str,
        make: Callable[[Words], Sequence[ServiceLine]],
        *,
        log: bool = False,
    ) -> None:
        super().__init__(menu)
        self.title = title
        self._make = make
        self._fitting = LOG_LINES if log else TEXT_LINES
        self.first = self.last_first() if log else 0

    def last_first(self) -> int:
        return max(0, len(self._make(self.menu.words)) - self._fitting)

    def body(self) -> Body:
        return MenuText(tuple(self._make(self.menu.words)), min(self.first, self.last_first()))


class AskPage(MenuPage):
    """Yes or no; No is what ● says at first. ``text`` and ``details`` are message ids, ``name`` is
    whom the text calls by theirs."""

    def __init__(
        self,
        menu: MenuHost,
        title: str,
        text: str,
        then: Callable[[int], None],
        details: tuple[str, ...] = (),
        name: str = "",
    ) -> None:
        super().__init__(menu)
        self.title = title
        self._text, self._details, self._then = text, details, then
        self._name, self._yes = name, False

    def body(self) -> Body:
        words = self.menu.words
        text = words._(self._text).format(name=self._name)
        details = tuple(words._(detail) for detail in self._details)
        return MenuQuestion(text, details, self._yes, words._("Yes"), words._("No"))

    def keys(self) -> tuple[KeyHint, ...]:
        words = self.menu.words
        return (
            KeyHint(SIDES, words._("yes or no")),
            KeyHint(OK, words._("choose")),
            self.back_key(),
        )

    def press(self, button: Button, now_ns: int) -> None:
        if button in SIDES:
            self._yes = not self._yes
            return
        self.menu.pop()
        if button is Button.OK and self._yes:
            self._then(now_ns)

    def touch(self, index: int, now_ns: int) -> None:
        """Row 0 is No, row 1 is Yes."""
        self._yes = index == 1
        self.press(Button.OK, now_ns)


class TaskPage(ScrollPage):
    """Something that goes on beside the table, until it is done or left by ✕."""

    def __init__(self, menu: MenuHost, title: str, task: Task) -> None:
        super().__init__(menu)
        self.title = title
        self._task = task
        self._due_ns: int | None = None

    @property
    def busy(self) -> bool:
        return not self._task.done

    def last_first(self) -> int:
        return max(0, len(self._task.said) - TEXT_LINES) if self._task.done else 0

    def body(self) -> Body:
        if self._task.done:
            return MenuText(self._task.said, self.first)
        return MenuGuide(self._task.text, self._task.share, self._task.said)

    def back_key(self) -> KeyHint:
        words = self.menu.words
        if self._task.done:
            return super().back_key()
        goes_on = self._task.leaving is Leaving.GOES_ON
        return KeyHint(BACK, words._("back; it goes on") if goes_on else words._("break off"))

    def press(self, button: Button, now_ns: int) -> None:
        if button is Button.BACK and not self._task.done and self._task.leaving is Leaving.ASKED:
            text = N_("Break it off? All that was done so far is lost.")
            self.menu.push(AskPage(self.menu, self.title, text, lambda _: self.menu.pop()))
        else:
            super().press(button, now_ns)

    def tick(self, now_ns: int) -> bool:
        if self._task.done or (self._due_ns is not None and now_ns < self._due_ns):
            return False
        self._due_ns = now_ns + LIVE_NS
        self._task.step(now_ns)
        return True

    def next_due_ns(self) -> int | None:
        return None if self._task.done else self._due_ns

    def left(self) -> None:
        self._task.stop()
