"""An address and a code, typed with four buttons: ◀ ▶ go round the signs, ● takes one, ✕ the last
one back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from drivers.events import Button

DONE: Final = "✓"
DIGITS: Final = "0123456789"
CODE_LENGTH: Final = 6
LONGEST: Final = 21
"""``255.255.255.255:65535``; a name that was typed elsewhere may be longer."""


class TypedField(StrEnum):
    """What is typed."""

    ADDRESS = "address"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Typing:
    """How far somebody has come. ``done``: that is all; ``over``: they want to go back."""

    field: TypedField
    text: str = ""
    at: int = 0
    done: bool = False
    over: bool = False

    @classmethod
    def of(cls, field: TypedField, text: str = "") -> Typing:
        """It begins with what is known already, which ● takes."""
        typing = cls(field, text)
        return typing if text else replace(typing, at=typing.signs.index("1"))

    @property
    def signs(self) -> str:
        """What ◀ ▶ go round."""
        return DIGITS if self.field is TypedField.CODE else DONE + DIGITS + ".:"

    def press(self, button: Button) -> Typing:
        """After a press."""
        if button is Button.BACK:
            return replace(self, text=self.text[:-1]) if self.text else replace(self, over=True)
        if button is Button.OK:
            return self.take(self.at)
        step = 1 if button is Button.RIGHT else -1
        return replace(self, at=(self.at + step) % len(self.signs))

    def take(self, at: int) -> Typing:
        """After ● on a sign, or a touch of it."""
        if at >= len(self.signs):
            return self
        moved, sign = replace(self, at=at), self.signs[at]
        if sign == DONE:
            return replace(moved, done=bool(self.text))
        if len(self.text) >= LONGEST:
            return moved
        longer = replace(moved, text=self.text + sign)
        return replace(
            longer, done=self.field is TypedField.CODE and len(longer.text) == CODE_LENGTH
        )
