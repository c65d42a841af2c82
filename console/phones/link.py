"""The table's end of the pipe: nothing here ever waits for the web process."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from console.i18n import N_
from console.phones import messages
from console.phones.messages import Drop, HandView, Public, ToTable, ToWeb
from console.system.child import ChildLost
from console.system.postbox import Postbox
from console.web.messages import plain, read
from drivers.errors import KhvatkaError

COMMAND: Final = (sys.executable, "-P", "-m", "console.phones")
GONE: Final = N_("phones have lost the table for a moment: their process {why}")


class LinkLost(KhvatkaError):
    """The web process has gone, or cannot listen."""


class PhonesLink:
    """A web process, begun with ``opening``. Raises LinkLost when none can be started."""

    def __init__(self, opening: messages.Open, command: Sequence[str] = COMMAND) -> None:
        try:
            self._box = Postbox(command, plain(opening))
        except ChildLost as lost:
            raise LinkLost(GONE, why=lost) from None

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._box.pid

    def tell(self, message: ToWeb) -> None:
        """Soon; a view takes the place of an older one that still waits."""
        said = plain(message)
        match message:
            case HandView(number):
                self._box.show(number, said)
            case Public():
                self._box.show(None, said)
            case _:
                if isinstance(message, Drop):
                    self._box.forget(message.session)
                self._box.tell(said)

    def hear(self) -> list[ToTable]:
        """What phones did since, never more than a turn can bear. Raises LinkLost."""
        try:
            return [read(source, ToTable) for source in self._box.hear()]
        except (ChildLost, msgspec.ValidationError) as error:
            raise LinkLost(GONE, why=error) from None

    def wait(self, longest_s: float) -> bool:
        """Wait until it says something; for whoever has the time."""
        return self._box.wait(longest_s)

    def close(self) -> None:
        """End it at once: no phone sees anything any more."""
        self._box.close()
