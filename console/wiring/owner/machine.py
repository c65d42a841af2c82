"""The machine that the table runs on: sticks, log, facts, updating, switching off."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from console.hardware.calibration_file import former_calibration
from console.hardware.place_findings import calibration_date
from console.hardware.texts import board_name
from console.i18n import N_, Words
from console.service.menu.services import Leaving, Switch, Task
from console.service.menu.view import ServiceLine
from console.service.place import place_facts
from console.service.sticks.errands import Newest
from console.service.sticks.mounted import Stick, find_sticks
from console.service.sticks.worker import Crew
from console.store.problems import StoreTrouble
from console.store.soundness import Flaw
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.taps import TappedTable
from console.wiring.owner.updating import Updating
from drivers.times import MINUTE

UPDATER: Final = Path("/usr/local/sbin/khvatka-update")
PATIENCE_S: Final = 10


def run_command(command: Sequence[str]) -> str | None:
    """Run a short command; what it says when it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{' '.join(command)}: {error}"
    if done.returncode == 0:
        return None
    return f"{' '.join(command)}: {(done.stderr or done.stdout).strip() or done.returncode}"


class TableMachine:
    """``console.service.menu.services.Machine`` of this computer. ``is_table``: the computer
    belongs to it, so it may be switched off."""

    def __init__(
        self,
        table: TappedTable,
        wires: MenuWires,
        *,
        is_table: bool,
        run: Callable[[Sequence[str]], str | None] = run_command,
        updater: Path = UPDATER,
    ) -> None:
        self._table, self._wires = table, wires
        self._updater, self.is_table = updater, is_table
        self._updating: Updating | None = None
        self.begin = Crew().begin
        self.switches: tuple[Switch, ...] = (
            Switch(N_("Close the program"), N_("Close the program?"), wires.close),
        )
        if is_table:
            reboot, off = ("systemctl", "reboot"), ("systemctl", "poweroff")
            self.switches = (
                Switch(N_("Switch off"), N_("Switch the table off?"), lambda: run(off)),
                Switch(N_("Start again"), N_("Start the table again?"), lambda: run(reboot)),
            )

    def today(self) -> str:
        """The local day."""
        return self._table.wall().astimezone().date().isoformat()

    def sticks(self) -> tuple[Stick, ...]:
        """The USB sticks that are plugged in."""
        return find_sticks()

    def log(self) -> tuple[ServiceLine, ...]:
        """What the program said."""
        return self._wires.tail.lines()

    def about(self, words: Words, now_ns: int) -> tuple[tuple[str, str], ...]:
        """The board and the place."""
        table = self._table
        minutes = (now_ns - table.taps.begun_ns) // MINUTE
        hours = f"{minutes // 60}:{minutes % 60:02}"
        place = place_facts(words, table.data)
        return (
            (words._("Board"), board_name(words, table.info.name, table.info.seats)),
            (words._("Calibrated"), self._calibrated(words)),
            (words._("The program runs for"), words._("{hours} h").format(hours=hours)),
            *place,
        )

    def _calibrated(self, words: Words) -> str:
        table = self._table
        weighed = former_calibration(table.data, table.info)
        if weighed is not None and weighed.date != table.calibration.date:
            date = calibration_date(weighed)
            return words._("{date}, holds from the next start").format(date=date)
        used = table.calibration
        return calibration_date(used) if used.date else words._("never yet")

    def trouble(self) -> StoreTrouble | None:
        """Why the match log does not get to the disk."""
        problem = self._wires.log.problem
        return None if problem is None else problem.key

    def flaws(self) -> tuple[Flaw, ...]:
        """What was found damaged since the start."""
        return self._wires.flaws()

    def update(self, words: Words) -> Task | None:
        """The newest bundle on a stick, if this machine has the command for it; what is being
        installed meanwhile is looked at again."""
        if not self._updater.exists():
            return None
        if self._updating is None or self._updating.leaving is not Leaving.GOES_ON:
            looks = [self.begin(Newest(bytes(stick.path)), words) for stick in self.sticks()]
            self._updating = Updating(words, self._updater, looks)
        return self._updating
