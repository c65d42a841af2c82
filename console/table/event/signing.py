"""Somebody signs up for the event at a seat: a name, letter by letter (``lobby.naming``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from console.table.lobby.lobby import (
    DONE_MS,
    FAST_FROM,
    FAST_REPEAT_MS,
    FIRST_REPEAT_MS,
    GONE_MS,
    REPEAT_MS,
    Hold,
)
from console.table.lobby.naming import Naming
from console.table.lobby.view import NameView
from drivers.events import Button, ButtonEvent
from drivers.times import MS

_FIRST_LETTER: Final = 1


@dataclass(frozen=True, slots=True)
class Signing:
    """How far somebody at ``seat`` has come; ``over``: with ``name`` they sign up, without one
    they do not."""

    seat: int
    naming: Naming
    gone_ns: int
    held: Hold | None = None
    name: str = ""
    over: bool = False

    @classmethod
    def of(cls, seat: int, language: str, now_ns: int) -> Signing:
        """It begins with the letters: who is known here is not known there."""
        naming = Naming((), language, _FIRST_LETTER, "")
        return cls(seat, naming, now_ns + GONE_MS * MS)

    @property
    def due_ns(self) -> int:
        """When ``tick`` has something to do."""
        return self.gone_ns if self.held is None else min(self.gone_ns, self.held.due_ns)

    def button(self, event: ButtonEvent) -> Signing:
        """After a press or a release there."""
        if not event.pressed:
            let_go = self.held is not None and self.held.button is event.button
            return replace(self, held=None) if let_go else self
        held = None
        if event.button is not Button.BACK:
            first_ms = DONE_MS if event.button is Button.OK else FIRST_REPEAT_MS
            held = Hold(event.button, event.t_ns + first_ms * MS)
        there = replace(self, held=held, gone_ns=event.t_ns + GONE_MS * MS)
        return there._with(self.naming.press(event.button))

    def tick(self, now_ns: int) -> Signing:
        """What is held goes on; who is gone does not sign up."""
        if now_ns >= self.gone_ns:
            return replace(self, over=True)
        held = self.held
        if held is None or now_ns < held.due_ns:
            return self
        if held.button is Button.OK:
            return replace(self, held=None)._with(self.naming.done())
        step_ms = FAST_REPEAT_MS if held.steps >= FAST_FROM else REPEAT_MS
        on = Hold(held.button, now_ns + step_ms * MS, held.steps + 1)
        return replace(self, held=on)._with(self.naming.press(held.button))

    def _with(self, naming: Naming) -> Signing:
        if naming.asked is not None:
            return replace(self, naming=naming, name=naming.asked, over=True)
        left = naming.written is None or naming.over
        return replace(self, naming=naming, over=left)

    def view(self) -> NameView:
        """What the screens draw."""
        return self.naming.view(self.seat)
