"""A name for who sits at a seat: from a list, or letter by letter, by that seat's buttons alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from console.i18n import LANGUAGES, letters
from console.nicknames import DIGITS, LONGEST, SIGNS, folded
from console.table.lobby.view import ItemKind, NameView, NamingItem, Refusal
from drivers.events import Button

GUEST: Final = NamingItem(ItemKind.GUEST)
TYPE: Final = NamingItem(ItemKind.TYPE)
DONE: Final = NamingItem(ItemKind.DONE)
NUMBERS: Final = "123"
WHEELS: Final = (*LANGUAGES, NUMBERS)
"""What calls the wheels of letters, one after another."""


def offered(kept: Iterable[str], ready: Iterable[str], seated: Iterable[str]) -> tuple[str, ...]:
    """The names of the list: kept ones, then ready ones that nobody keeps; none that sit here."""
    taken = {folded(name) for name in seated}
    names: list[str] = []
    for name in (*kept, *ready):
        if folded(name) not in taken:
            taken.add(folded(name))
            names.append(name)
    return tuple(names)


def wheel(script: str) -> tuple[NamingItem, ...]:
    """The letters of a script, with what ends the name before them and other letters behind."""
    row = DIGITS + SIGNS.strip() if script == NUMBERS else letters(script)
    following = WHEELS[(WHEELS.index(script) + 1) % len(WHEELS)]
    signs = (NamingItem(ItemKind.LETTER, sign) for sign in (*row, " "))
    return DONE, *signs, NamingItem(ItemKind.SCRIPT, following)


@dataclass(frozen=True, slots=True)
class Naming:
    """How far somebody has come. ``press`` gives the next stage; one with ``asked`` wants to be
    called that, one that is ``guest`` nothing, one that is ``over`` what they were before."""

    names: tuple[str, ...]
    script: str = "ru"
    at: int = 0
    written: str | None = None  # None: in the list
    asked: str | None = None
    refused: Refusal | None = None
    guest: bool = False
    over: bool = False

    @property
    def items(self) -> tuple[NamingItem, ...]:
        """What ◀ ▶ go round: the list begins with a guest and ends with the letters."""
        if self.written is not None:
            return wheel(self.script)
        return GUEST, *(NamingItem(ItemKind.NAME, name) for name in self.names), TYPE

    def view(self, seat: int) -> NameView:
        """What the screens draw."""
        return NameView(seat, self.items, self.at, self.written, self.asked, self.refused)

    def press(self, button: Button) -> Naming:
        """After a press. ✕ takes a letter back, and what was asked; from the list it leads out."""
        if button is Button.BACK:
            return self._back()
        if self.asked is not None:
            return self
        if button is Button.OK:
            return self._take(self.items[self.at])
        step = 1 if button is Button.RIGHT else -1
        return replace(self, at=(self.at + step) % len(self.items), refused=None)

    def _take(self, item: NamingItem) -> Naming:
        calm = replace(self, refused=None)
        written = self.written or ""
        match item.kind:
            case ItemKind.GUEST:
                return replace(calm, guest=True)
            case ItemKind.NAME:
                return replace(calm, asked=item.text)
            case ItemKind.TYPE:
                return replace(calm, written="", at=1)
            case ItemKind.LETTER:
                return replace(calm, written=_longer(written, item.text))
            case ItemKind.DONE:
                return self.done()
            case ItemKind.SCRIPT:
                return replace(calm, script=item.text, at=len(wheel(item.text)) - 1)

    def done(self) -> Naming:
        """What is written is the name, if anything is."""
        name = (self.written or "").strip()
        return replace(self, asked=name, refused=None) if name else self

    def _back(self) -> Naming:
        if self.asked is not None:
            return replace(self, asked=None)
        if self.written is None:
            return replace(self, over=True)
        if self.written:
            return replace(self, written=self.written[:-1], refused=None)
        return replace(self, written=None, at=len(self.names) + 1, refused=None)

    def refuse(self, why: Refusal) -> Naming:
        """They cannot be called what they asked for, and may choose again."""
        return replace(self, asked=None, refused=why)

    def offering(self, names: tuple[str, ...]) -> Naming:
        """The same with other names in the list, the cursor on what it was on if that is left."""
        if self.written is not None:
            return replace(self, names=names)
        item, other = self.items[self.at], replace(self, names=names)
        return replace(other, at=other.items.index(item) if item in other.items else 0)


def _longer(written: str, letter: str) -> str:
    """With one letter more, if there is room: words are parted by one space, and begin with a
    capital letter."""
    first = not written or written[-1] in " -"
    if len(written) == LONGEST or (first and letter == " "):
        return written
    return written + (letter if first else letter.lower())
