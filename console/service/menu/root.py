"""The first page behind the PIN."""

from __future__ import annotations

from collections.abc import Sequence

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
from console.table.phones import phones_at


class RootPage(ListPage):
    """All that there is."""

    title = N_("Service menu")

    def items(self) -> Sequence[MenuItem]:
        return [
            self.opener(
                N_("Diagnostics"), DiagnosticsPage, N_("Buttons, pad, lamps; a self-test.")
            ),
            self.opener(N_("Calibration"), WeighingPage, N_("Two known weights on each sensor.")),
            self.opener(
                N_("Settings"),
                GroupsPage,
                N_("Sound, hours, matches, what guests may change, language."),
            ),
            self.opener(
                N_("Audits"), AuditsPage, N_("What was played and when, seats used, presses.")
            ),
            self.opener(N_("People"), PeopleMenu, N_("Kept nicknames; forgetting a person.")),
            *self._phones(),
            self.opener(N_("Hints"), hints_page, N_("What the audits tell you to look at.")),
            self.opener(N_("Export"), ExportPage, N_("Audits onto a USB stick.")),
            self.opener(N_("Begin anew"), AnewPage, N_("Records, or counters.")),
            self.opener(N_("PIN"), self._pin, N_("Another PIN for this menu.")),
            self.opener(N_("Log"), log_page, N_("What the program said of late.")),
            self.item(
                N_("About"),
                lambda now_ns: self.menu.push(about_page(self.menu, now_ns)),
                N_("Version, board, disk, temperature."),
            ),
            self.opener(N_("Update"), UpdatePage, N_("A newer program, where this machine can.")),
            self.opener(N_("Switch off"), EndPage, N_("End, start again, switch off.")),
        ]

    def _phones(self) -> Sequence[MenuItem]:
        """Where they are on: `Settings` turns them on."""
        if phones_at(self.menu.host) is None:
            return ()
        return (self.opener(PHONES, PhonesPage, N_("Who may join; a phone that is to go.")),)

    def _pin(self, menu: MenuHost) -> MenuPage:
        return NewPinPage(menu, N_("PIN"), menu.pop, inside=True)
