"""The machine: what the program said, what it runs on, updating it, switching it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.i18n import N_, Words
from console.service.errors import flaw_text, trouble_text
from console.service.menu.page import ListPage, MenuHost, MenuItem, SheetPage, TaskPage, TextPage
from console.service.menu.services import Switch
from console.service.menu.view import MenuLevel, MenuSheet, ServiceLine

LOGS: Final = N_("Log")
ABOUT: Final = N_("About")
UPDATE: Final = N_("Update")


def log_page(menu: MenuHost) -> TextPage:
    """What the program said since its start, the newest last."""

    def lines(words: Words) -> Sequence[ServiceLine]:
        machine = menu.services.machine
        said = machine.log() or (ServiceLine(words._("Nothing was said so far."), MenuLevel.OK),)
        if not machine.is_table:
            return said
        hint = ServiceLine(words._("All of it at the machine: journalctl -u khvatka"))
        return (*said, hint)

    return TextPage(menu, LOGS, lines, log=True)


def about_page(menu: MenuHost, now_ns: int) -> SheetPage:
    """Version, board, time, disk, the store's problem."""

    def sheet(words: Words) -> MenuSheet:
        machine = menu.services.machine
        trouble = machine.trouble()
        problem = words._("none") if trouble is None else trouble_text(words, trouble)
        damaged = ((words._("Damaged in the store"), flaw_text(words, f)) for f in machine.flaws())
        about = machine.about(words, now_ns)
        rows = (*about, (words._("Trouble with the store"), problem), *damaged)
        return MenuSheet((words._("What"), words._("How it is")), rows)

    return SheetPage(menu, ABOUT, sheet)


class UpdatePage(ListPage):
    """Update, or how."""

    title = UPDATE

    def items(self) -> Sequence[MenuItem]:
        stick = N_("Plug in a stick with the newer program first: a file khvatka-….tar.")
        help_ = N_("The newer program holds from its next start. A match is not lost by it.")
        return [self.item(N_("Update now"), self._ask, stick, help_)]

    def _ask(self, now_ns: int) -> None:
        self.ask(N_("Look for a newer Khvatka and install it?"), self._update)

    def _update(self, now_ns: int) -> None:
        task = self.menu.services.machine.update(self.menu.words)
        if task is not None:
            self.menu.push(TaskPage(self.menu, UPDATE, task))
            return
        self.menu.push(
            TextPage(
                self.menu,
                UPDATE,
                lambda words: (
                    ServiceLine(words._("This machine has no command for it."), MenuLevel.WARNING),
                    ServiceLine(
                        words._("Install the newer program as the first one was installed.")
                    ),
                ),
            )
        )


class EndPage(ListPage):
    """The ways to end."""

    title = N_("Switch off")

    def items(self) -> Sequence[MenuItem]:
        return [
            self.item(switch.label, self._asker(switch))
            for switch in self.menu.services.machine.switches
        ]

    def _asker(self, switch: Switch) -> Callable[[int], None]:
        def act(_: int) -> None:
            wrong = switch.act()
            if wrong is not None:
                self.menu.say(wrong, MenuLevel.FAILURE)

        stays = N_("A match under way is kept and offered again.")
        return lambda _: self.ask(switch.question, act, stays)
