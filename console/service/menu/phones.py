"""Phones, for the owner: who may join, whose is to go, what was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.i18n import N_, Words
from console.service.menu.page import ListPage, MenuItem
from console.service.menu.view import MenuSheet, Row
from console.table.phones import PhoneJoining, PhonesShown, PhoneUnwanted
from console.table.view import PhonesView

PHONES: Final = N_("Phones")
REFUSED: Final = N_("Refused phones")
REASONS: Final = {
    "host": N_("Called by a name that is not ours"),
    "origin": N_("From another page"),
    "route": N_("Asked for what there is not"),
    "size": N_("Too long"),
    "often": N_("Too often"),
    "full": N_("No room for another"),
    "code": N_("A code that is none, or used up"),
    "unknown": N_("Without a seat"),
    "nonsense": N_("Nonsense"),
    "slow": N_("Too slow, or gone"),
    "late": N_("Answered what was over"),
}
"""By the word that the phone is told (``console.phones.guards.Word``)."""


class PhonesPage(ListPage):
    """Whether phones may join, and those that are in."""

    title = PHONES

    def items(self) -> Sequence[MenuItem]:
        words, host = self.menu.words, self.menu.host
        shown = host.latest(PhonesShown) or PhonesShown()
        phones = shown.view or PhonesView()
        told = words.n("{count} line is open", "{count} lines are open", shown.sockets)
        lines = [phones.url, told.format(count=shown.sockets)]
        if shown.most and shown.sockets >= shown.most:
            lines.append(words._("There is no room for more"))
        lead = tuple(filter(None, lines))
        joining = words._("on") if phones.joining else words._("off")
        wish = PhoneJoining(not phones.joining)
        rows = [
            MenuItem(
                Row(words._("Other phones may join"), joining),
                lambda _: host.emit(wish),
                lead,
            )
        ]
        for seat in phones.bound:
            text = words._("Seat {number}: without its phone").format(number=seat + 1)
            rows.append(MenuItem(Row(text), self._sender(seat), lead))
        return rows

    def _sender(self, seat: int) -> Callable[[int], None]:
        return lambda _: self.menu.host.emit(PhoneUnwanted(seat))


def refused_sheet(words: Words, shown: PhonesShown) -> MenuSheet:
    """What was refused since the program's start, the most frequent first."""
    counts = sorted(shown.refused, key=lambda pair: -pair[1])
    rows = tuple((words._(REASONS.get(word, word)), str(count)) for word, count in counts)
    heads = (words._("Why"), words._("How often"))
    lead = words._("Since the program's start") if rows else words._("Nothing was counted so far.")
    return MenuSheet(heads, rows, lead=lead)
