"""The first page behind the PIN."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from console.i18n import N_
from console.service.menu.adjusting import GroupsPage
from console.service.menu.auditing import AnewPage, AuditsPage, hints_page
from console.service.menu.diagnosing import DiagnosticsPage, WeighingPage
from console.service.menu.exporting import ExportPage
from console.service.menu.machine import EndPage, UpdatePage, about_page, log_page
from console.service.menu.page import ListPage, MenuHost, MenuItem, MenuPage
from console.service.menu.people import PeopleMenu
from console.service.menu.phones import PHONES, PhonesPage
from console.service.menu.pins import NewPinPage
from console.service.menu.view import ServiceRow
from console.table.phones import phones_at


class RootPage(ListPage):
    """All that there is."""

    title = N_("Service menu")

    def items(self) -> Sequence[MenuItem]:
        return [
            self._item(N_("Diagnostics"), N_("Buttons, pad, lamps; a self-test."), DiagnosticsPage),
            self._item(N_("Calibration"), N_("Two known weights on each sensor."), WeighingPage),
            self._item(
                N_("Settings"),
                N_("Sound, hours, matches, what guests may change, language."),
                GroupsPage,
            ),
            self._item(
                N_("Audits"), N_("What was played and when, seats used, presses."), AuditsPage
            ),
            self._item(N_("People"), N_("Kept nicknames; forgetting a person."), PeopleMenu),
            *self._phones(),
            self._item(N_("Hints"), N_("What the audits tell you to look at."), hints_page),
            self._item(N_("Export"), N_("Audits onto a USB stick."), ExportPage),
            self._item(N_("Begin anew"), N_("Records, or counters."), AnewPage),
            self._item(N_("PIN"), N_("Another PIN for this menu."), self._pin),
            self._item(N_("Log"), N_("What the program said of late."), log_page),
            MenuItem(
                ServiceRow(self.menu.words._("About")),
                lambda now_ns: self.menu.push(about_page(self.menu, now_ns)),
                (self.menu.words._("Version, board, disk, temperature."),),
            ),
            self._item(N_("Update"), N_("A newer program, where this machine can."), UpdatePage),
            self._item(N_("Switch off"), N_("End, start again, switch off."), EndPage),
        ]

    def _phones(self) -> Sequence[MenuItem]:
        """Where they are on: `Settings` turns them on."""
        if phones_at(self.menu.host) is None:
            return ()
        return (self._item(PHONES, N_("Who may join; a phone that is to go."), PhonesPage),)

    def _item(self, title: str, help_: str, kind: Callable[[MenuHost], MenuPage]) -> MenuItem:
        words = self.menu.words
        return MenuItem(
            ServiceRow(words._(title)), lambda _: self.menu.push(kind(self.menu)), (words._(help_),)
        )

    def _pin(self, menu: MenuHost) -> MenuPage:
        return NewPinPage(menu, N_("PIN"), menu.pop, inside=True)
