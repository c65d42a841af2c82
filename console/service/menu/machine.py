"""The machine: what the program said, what it runs on, updating it, switching it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.i18n import N_, Words
from console.service.errors import flaw_text, trouble_text
from console.service.menu.page import AskPage, Desk, Item, ListPage, SheetPage, TaskPage, TextPage
from console.service.menu.services import Switch
from console.service.menu.view import Level, Line, Row, Sheet

LOGS: Final = N_("Log")
ABOUT: Final = N_("About")
UPDATE: Final = N_("Update")


def log_page(desk: Desk) -> TextPage:
    """What the program said since its start, the newest last."""

    def lines(words: Words) -> Sequence[Line]:
        hint = Line(words._("All of it: `journalctl -u khvatka` at the machine."))
        said = desk.services.machine.log()
        nothing = () if said else (Line(words._("Nothing was said so far."), Level.OK),)
        return (*said, *nothing, hint)

    return TextPage(desk, LOGS, lines, log=True)


def about_page(desk: Desk, now_ns: int) -> SheetPage:
    """Version, board, time, disk, the store's problem."""

    def sheet(words: Words) -> Sheet:
        machine = desk.services.machine
        trouble = machine.trouble()
        problem = words._("none") if trouble is None else trouble_text(words, trouble)
        damaged = ((words._("Damaged in the store"), flaw_text(words, f)) for f in machine.flaws())
        about = machine.about(words, now_ns)
        rows = (*about, (words._("Trouble with the store"), problem), *damaged)
        return Sheet((words._("What"), words._("How it is")), rows)

    return SheetPage(desk, ABOUT, sheet)


class UpdatePage(ListPage):
    """Update, or how."""

    title = UPDATE

    def items(self) -> Sequence[Item]:
        words = self.desk.words
        help_ = words._("The newer program holds from its next start. A match is not lost by it.")
        return [Item(Row(words._("Update now")), self._ask, (help_,))]

    def _ask(self, now_ns: int) -> None:
        text = N_("Look for a newer Khvatka and install it?")
        self.desk.push(AskPage(self.desk, UPDATE, text, self._update))

    def _update(self, now_ns: int) -> None:
        task = self.desk.services.machine.update(self.desk.words)
        if task is not None:
            self.desk.push(TaskPage(self.desk, UPDATE, task))
            return
        self.desk.push(
            TextPage(
                self.desk,
                UPDATE,
                lambda words: (
                    Line(words._("This machine has no command for it."), Level.WARNING),
                    Line(words._("Install the newer program as the first one was installed.")),
                ),
            )
        )


class EndPage(ListPage):
    """The ways to end."""

    title = N_("Switch off")

    def items(self) -> Sequence[Item]:
        words = self.desk.words
        return [
            Item(Row(words._(switch.label)), self._asker(switch))
            for switch in self.desk.services.machine.switches
        ]

    def _asker(self, switch: Switch) -> Callable[[int], None]:
        def act(_: int) -> None:
            wrong = switch.act()
            if wrong is not None:
                self.desk.say(wrong, Level.FAILURE)

        stays = (N_("A match under way is kept and offered again."),)
        return lambda _: self.desk.push(AskPage(self.desk, self.title, switch.question, act, stays))
