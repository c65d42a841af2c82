"""The machine that the table runs on: sticks, log, facts, updating, switching off."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Final

from console.hardware.texts import board_name
from console.i18n import N_, Words
from console.service.menu.office import Switch, Task
from console.service.menu.view import Level, Line
from console.service.place import place_facts
from console.service.sticks import Stick, find_sticks
from console.store import MatchLog, Trouble
from console.store.soundness import Flaw
from console.wiring.owner.probe import TableProbe
from console.wiring.owner.tail import Tail

UPDATER: Final = Path("/opt/khvatka/bin/khvatka-update")
BUNDLES: Final = "khvatka-*.tar"
PATIENCE_S: Final = 10
MOST_LINES: Final = 12


def run_command(command: Sequence[str]) -> str | None:
    """Run a short command; what it says when it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{' '.join(command)}: {error}"
    if done.returncode == 0:
        return None
    return f"{' '.join(command)}: {(done.stderr or done.stdout).strip() or done.returncode}"


class TableMachine:
    """``console.service.menu.office.Machine`` of this computer. ``close`` ends the program;
    ``is_table``: the computer belongs to it, so it may be switched off. ``flaws``: what was found
    damaged in the store."""

    def __init__(
        self,
        probe: TableProbe,
        log: MatchLog,
        tail: Tail,
        close: Callable[[], None],
        *,
        is_table: bool,
        flaws: Callable[[], tuple[Flaw, ...]] = tuple,
        run: Callable[[Sequence[str]], str | None] = run_command,
        updater: Path = UPDATER,
    ) -> None:
        self._probe, self._log, self._tail = probe, log, tail
        self._flaws = flaws
        self._updater = updater
        self.switches: tuple[Switch, ...] = (
            Switch(N_("Close the program"), N_("Close the program?"), _closing(close)),
        )
        if is_table:
            reboot, off = ("systemctl", "reboot"), ("systemctl", "poweroff")
            self.switches = (
                Switch(N_("Switch off"), N_("Switch the table off?"), lambda: run(off)),
                Switch(N_("Start again"), N_("Start the table again?"), lambda: run(reboot)),
            )

    def today(self) -> str:
        """The local day."""
        return self._probe.wall().astimezone().date().isoformat()

    def sticks(self) -> tuple[Stick, ...]:
        """The USB sticks that are plugged in."""
        return find_sticks()

    def log(self) -> tuple[Line, ...]:
        """What the program said."""
        return self._tail.lines()

    def about(self, words: Words, now_ns: int) -> tuple[tuple[str, str], ...]:
        """The board and the place."""
        probe = self._probe
        date = probe.calibration.date
        minutes = (now_ns - self._probe.taps.begun_ns) // 60_000_000_000
        hours = f"{minutes // 60}:{minutes % 60:02}"
        place = place_facts(words, probe.data)
        return (
            (words._("Board"), board_name(words, probe.info.name, probe.info.seats)),
            (words._("Calibrated"), date[:16].replace("T", " ") if date else words._("never yet")),
            (words._("The program runs for"), words._("{hours} h").format(hours=hours)),
            *place,
        )

    def trouble(self) -> Trouble | None:
        """Why the match log does not get to the disk."""
        problem = self._log.problem
        return None if problem is None else problem.key

    def flaws(self) -> tuple[Flaw, ...]:
        """What was found damaged since the start."""
        return self._flaws()

    def update(self, words: Words) -> Task | None:
        """The newest bundle on a stick, if this machine has the command for it."""
        if not self._updater.exists():
            return None
        return Updating(words, self._updater, [stick.path for stick in self.sticks()])


def _closing(close: Callable[[], None]) -> Callable[[], str | None]:
    def act() -> str | None:
        close()
        return None

    return act


class Updating:
    """The command that installs a bundle, running beside the table (``Task``)."""

    def __init__(self, words: Words, updater: Path, folders: Sequence[Path]) -> None:
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self.said: tuple[Line, ...] = ()
        self.done = False
        self.text = words._("Installing; leave the stick where it is.")
        bundles = [b for folder in folders if folder.is_dir() for b in folder.glob(BUNDLES)]
        if not bundles:
            text = words._("There is no bundle khvatka-….tar on any stick.")
            self._end(Line(text, Level.WARNING))
            return
        newest = max(bundles, key=lambda bundle: bundle.name)
        command: list[Any] = [updater, "apply", newest]
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  # closed once it is through
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            self._end(Line(f"{updater}: {error}", Level.FAILURE))

    @property
    def share(self) -> float | None:
        return None

    def step(self, now_ns: int) -> None:
        """Is it through?"""
        if self._process is None or self._output is None:
            return
        status = self._process.poll()
        if status is None:
            return
        self._output.seek(0)
        said = self._output.read().decode(errors="replace").splitlines()[-MOST_LINES:]
        words = self._words
        if status == 0:
            first = Line(words._("Installed: it holds from the next start."), Level.OK)
        else:
            first = Line(words._("It was not installed."), Level.FAILURE)
        self._end(first, *(Line(line) for line in said if line.strip()))

    def _end(self, *lines: Line) -> None:
        self.said, self.done = lines, True
        if self._output is not None:
            self._output.close()

    def stop(self) -> None:
        """It goes on: half an update is none."""
