"""The start screen: seats join by ●, the menu sets the rest, all by seat buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from console.table import seating
from console.table.settings import Settings
from console.table.view import Menu, MenuRow, ResumeOffer, StartSeat, StartView, Who
from drivers.events import Button, ButtonEvent, Fault

FILL: tuple[Who, ...] = (Who.EMPTY, Who.CHILD, Who.ADULT, Who.EXPERT)


@dataclass(frozen=True, slots=True)
class StartScreen:
    """Who sits where and what the menu shows; a value, changed by ``press``."""

    who: tuple[Who, ...]
    settings: Settings
    resume: ResumeOffer | None = None
    key: str = "start"  # the row under the cursor, so that rows may come and go
    row_seat: int | None = None

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines of the menu as they stand."""
        rows = [MenuRow("start", enabled=self.problem() is None)]
        if self.resume is not None:
            rows.insert(0, MenuRow("resume", self.resume.match))
        rows += [
            MenuRow("seat", w.value, seat) for seat, w in enumerate(self.who) if w is not Who.PERSON
        ]
        return (*rows, *self.settings.rows())

    def problem(self) -> str | None:
        """Why the match cannot start, or None."""
        return seating.problem(self.who) or self.settings.problem()

    def cursor(self) -> int:
        """The index of the row under the cursor; the first one when it has gone."""
        for i, row in enumerate(self.rows()):
            if row.key == self.key and row.seat == self.row_seat:
                return i
        return 0

    def view(self, faults: dict[int, Fault]) -> StartView:
        """What the screens draw."""
        return StartView(
            tuple(StartSeat(s, w, faults.get(s)) for s, w in enumerate(self.who)),
            Menu(self.rows(), self.cursor(), problem=self.problem()),
            self.resume,
        )

    def press(self, event: ButtonEvent) -> tuple[StartScreen, str | None]:
        """After a press: the new screen, and ``"start"`` or ``"resume"`` if chosen.

        ● at a free or simulated seat joins; a seat that has joined moves the menu with ◀ ▶,
        chooses with ● and leaves with ✕.
        """
        if self.who[event.seat] is not Who.PERSON:
            if event.button is Button.OK:
                return self._sit(event.seat, Who.PERSON), None
            return self, None
        if event.button is Button.BACK:
            return self._sit(event.seat, Who.EMPTY), None
        if event.button is Button.OK:
            return self._choose()
        return self._move(1 if event.button is Button.RIGHT else -1), None

    def _sit(self, seat: int, who: Who) -> StartScreen:
        return replace(self, who=(*self.who[:seat], who, *self.who[seat + 1 :]))

    def _move(self, step: int) -> StartScreen:
        rows = self.rows()
        row = rows[(self.cursor() + step) % len(rows)]
        return replace(self, key=row.key, row_seat=row.seat)

    def _choose(self) -> tuple[StartScreen, str | None]:
        row = self.rows()[self.cursor()]
        if row.key in ("start", "resume"):
            return self, row.key if row.enabled else None
        if row.key == "seat":
            assert row.seat is not None
            now = self.who[row.seat]
            return self._sit(row.seat, FILL[(FILL.index(now) + 1) % len(FILL)]), None
        return replace(self, settings=self.settings.next_value(row.key)), None
