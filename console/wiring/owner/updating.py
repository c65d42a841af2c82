"""An update from the service menu: the newest bundle on the sticks, given to the command."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from console.i18n import Words
from console.service.menu.services import Leaving
from console.service.menu.view import MenuLevel, ServiceLine
from console.service.sticks.errands import newness
from console.service.sticks.mounted import shown
from console.service.sticks.worker import Job
from drivers.reasons import reason_of

MOST_LINES: Final = 12


class Updating:
    """The sticks are looked at by ``looks``, then the command that installs a bundle runs; all that
    beside the table (``Task``)."""

    share: float | None = None

    def __init__(self, words: Words, updater: Path, looks: Sequence[Job]) -> None:
        self._words, self._updater, self._looks = words, updater, looks
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self.said: tuple[ServiceLine, ...] = ()
        self.done = False
        self.text = words._("Looking for a bundle; leave the stick where it is.")

    @property
    def leaving(self) -> Leaving:
        """Half an update is none: what installs is not broken off."""
        installs = self._process is not None and not self.done
        return Leaving.GOES_ON if installs else Leaving.BROKEN_OFF

    def step(self, now_ns: int) -> None:
        """Is it found, is it through?"""
        if self.done:
            return
        if self._process is not None:
            status = self._process.poll()
            if status is not None:
                self._through(status)
            return
        for look in self._looks:
            look.step(now_ns)
        if all(look.answer is not None for look in self._looks):
            self._found()

    def _found(self) -> None:
        words = self._words
        answers = [(look.errand.folder, look.answer) for look in self._looks]
        bundles = [(name, folder) for folder, a in answers if a is not None for name in a.names]
        if not bundles:
            nothing = ServiceLine(
                words._("There is no bundle khvatka-….tar on any stick."), MenuLevel.WARNING
            )
            wrong = [a.failure for _, a in answers if a is not None and a.failure is not None]
            self._end(nothing, *(ServiceLine(failure, MenuLevel.FAILURE) for failure in wrong))
            return
        name, folder = max(bundles, key=lambda bundle: newness(bundle[0]))
        self.text = words._("Installing; leave the stick where it is.")
        command = [str(self._updater), "apply", os.path.join(os.fsdecode(folder), name)]
        try:
            self._output = tempfile.TemporaryFile()  # noqa: SIM115  # closed once it is through
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            self._end(
                ServiceLine(
                    f"{self._updater}: {words.translated(reason_of(error))}", MenuLevel.FAILURE
                )
            )

    def _through(self, status: int) -> None:
        assert self._output is not None
        self._output.seek(0)
        said = self._output.read().decode(errors="replace").splitlines()[-MOST_LINES:]
        words = self._words
        if status == 0:
            first = ServiceLine(words._("Installed: it holds from the next start."), MenuLevel.OK)
        else:
            first = ServiceLine(words._("It was not installed."), MenuLevel.FAILURE)
        self._end(first, *(ServiceLine(shown(line)) for line in said if line.strip()))

    def _end(self, *lines: ServiceLine) -> None:
        self.said, self.done = lines, True
        if self._output is not None:
            self._output.close()

    def stop(self) -> None:
        """Nobody looks for one any more; an installation goes on."""
        if self._process is None:
            for look in self._looks:
                look.stop()
