"""Phones, for the owner: who may join, whose is to go, what was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.i18n import N_
from console.service.menu.page import ListPage, MenuItem
from console.service.menu.view import MenuLevel, ServiceRow
from console.table.phones import PhoneJoining, PhonesShown, PhoneUnwanted
from console.table.view import PhonesView

PHONES: Final = N_("Phones")


class PhonesPage(ListPage):
    """Whether phones may join, and those that are in."""

    title = PHONES

    def items(self) -> Sequence[MenuItem]:
        words, host = self.menu.words, self.menu.host
        shown = host.latest(PhonesShown) or PhonesShown()
        phones = shown.view or PhonesView()
        told = words.n("{count} page is open", "{count} pages are open", shown.sockets)
        nowhere = words._("Phones cannot join now: is the table in a network? The log says more.")
        lines = [phones.url or nowhere, told.format(count=shown.sockets)]
        if shown.most and shown.sockets >= shown.most:
            lines.append(words._("There is no room for more"))
        lead = tuple(lines)
        level = MenuLevel.PLAIN if phones.url else MenuLevel.WARNING
        joining = words._("on") if phones.joining else words._("off")
        wish = PhoneJoining(not phones.joining)
        rows = [
            MenuItem(
                ServiceRow(words._("Other phones may join"), joining, level),
                lambda _: host.emit(wish),
                lead,
            )
        ]
        for seat in phones.bound:
            text = words._("Seat {number}: remove its phone").format(number=seat + 1)
            rows.append(MenuItem(ServiceRow(text), self._sender(seat), lead))
        return rows

    def _sender(self, seat: int) -> Callable[[int], None]:
        return lambda _: self.menu.host.emit(PhoneUnwanted(seat))
