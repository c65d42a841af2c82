"""What the table was used for: audits, hints, and beginning anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.games.registry import name_of
from console.i18n import N_, Words
from console.service.audit_listing import (
    BUTTON_HEADS,
    GAME_HEADS,
    SEAT_HEADS,
    button_rows,
    game_rows,
    seat_rows,
    sums,
)
from console.service.audits import Audits, audit, read_evidence
from console.service.hints import hints
from console.service.menu.page import ListPage, MenuHost, MenuItem, SheetPage, TextPage
from console.service.menu.view import MenuLevel, MenuSheet, ServiceLine, ServiceRow
from console.service.refusals import HEADS, REFUSED, refusal_rows
from console.service.resets import reset_audits, reset_records

HINTS: Final = N_("Hints")
HOURS: Final = 24


class AuditsPage(ListPage):
    """The sums, read once when the page opens."""

    title = N_("Audits")

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        evidence = read_evidence(menu.services.store)
        days = [m.started[:10] for m in evidence.matches] + [p.day for p in evidence.presses]
        self._since = min(days, default=None)
        self._audits = audit(evidence)

    def items(self) -> Sequence[MenuItem]:
        words, lead = self.menu.words, sums(self.menu.words, self._audits, self._since)
        sheets: tuple[tuple[str, Callable[[Words], MenuSheet]], ...] = (
            (N_("Games"), self._games),
            (N_("Hours of the day"), self._hours),
            (N_("Seats"), self._seats),
            (N_("Buttons"), self._buttons),
            *(((REFUSED, self._refusals),) if self._audits.refusals else ()),
        )
        return [
            *(
                MenuItem(ServiceRow(words._(title)), self._opener(title, make), lead)
                for title, make in sheets
            ),
            MenuItem(ServiceRow(words._("Hints")), lambda _: self.menu.push(self._hints()), lead),
        ]

    def _opener(self, title: str, make: Callable[[Words], MenuSheet]) -> Callable[[int], None]:
        return lambda _: self.menu.push(SheetPage(self.menu, title, make))

    def _hints(self) -> TextPage:
        return TextPage(self.menu, HINTS, lambda words: hint_lines(words, self._audits))

    def _games(self, words: Words) -> MenuSheet:
        return self._sheet(words, GAME_HEADS, game_rows(words, self._audits))

    def _hours(self, words: Words) -> MenuSheet:
        games = self._audits.games
        names = [words._(name_of(g.game)) for g in games]
        rows = [
            (f"{h:02}:00", *(str(g.hours[h] or "–") for g in games))
            for h in range(HOURS)
            if any(g.hours[h] for g in games)
        ]
        return self._sheet(words, (N_("Begun at"), *names), rows)

    def _seats(self, words: Words) -> MenuSheet:
        return self._sheet(words, SEAT_HEADS, seat_rows(words, self._audits))

    def _buttons(self, words: Words) -> MenuSheet:
        return self._sheet(words, BUTTON_HEADS, button_rows(words, self._audits))

    def _refusals(self, words: Words) -> MenuSheet:
        return self._sheet(words, HEADS, refusal_rows(words, self._audits.refusals))

    def _sheet(
        self, words: Words, heads: Sequence[str], rows: Sequence[tuple[str, ...]]
    ) -> MenuSheet:
        lead = words._("Nothing was counted so far.")
        if rows:
            lead = " · ".join(sums(words, self._audits, self._since))
        return MenuSheet(tuple(words._(head) for head in heads), tuple(rows), lead=lead)


def hint_lines(words: Words, audits: Audits) -> tuple[ServiceLine, ...]:
    """What the audits tell the owner to look at."""
    found = tuple(ServiceLine(hint.text(words), MenuLevel.WARNING) for hint in hints(audits))
    return found or (ServiceLine(words._("Nothing to look at: all is well."), MenuLevel.OK),)


def hints_page(menu: MenuHost) -> TextPage:
    """The hints by themselves."""
    found = audit(read_evidence(menu.services.store))
    return TextPage(menu, HINTS, lambda words: hint_lines(words, found))


class AnewPage(ListPage):
    """Records and audits begin anew; asked twice."""

    title = N_("Begin anew")

    def items(self) -> Sequence[MenuItem]:
        return [
            self.item(
                N_("Records"),
                lambda _: self.ask_twice(
                    N_("Records, wins and ratings begin anew?"), self._records
                ),
                N_("Records, wins and ratings. Matches and nicknames stay."),
            ),
            self.item(
                N_("Audits"),
                lambda _: self.ask_twice(N_("Plays and presses are counted anew?"), self._counters),
                N_("Plays, minutes, presses. Matches and records stay."),
            ),
        ]

    def _records(self, now_ns: int) -> None:
        reset_records(self.menu.services.store)
        self.menu.say(self.menu.words._("Records and ratings begin anew."))

    def _counters(self, now_ns: int) -> None:
        reset_audits(self.menu.services.store)
        self.menu.say(self.menu.words._("Plays and presses are counted from now on."))
