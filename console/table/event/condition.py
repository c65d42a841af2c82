"""What a desk knows of a table beside its matches: whether it can play what it should, and how many
can race on its pad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import N_
from console.link.messages import OutOfOrder, PadReady, TableReport, TableState
from console.table.event.requests import EventShown
from console.table.games import TABLE_GAMES
from console.table.hardware import HardwareNews

SILENT: Final = N_("its pad is silent")


class Condition:
    """``cannot``: why something could not be played here, a msgid, empty if all could. ``why``:
    what the desk was told of it. A desk that has taken its match back and calls another one all
    the same knows better, or nothing of it: that is judged anew, and what is wrong told again."""

    def __init__(self) -> None:
        self.cannot = self.why = ""
        self._event = ""
        self._anew = self._again = False
        self._pad: tuple[str, int, int] | None = None  # event, table, hands: as told

    def gone(self) -> None:
        """The table is nowhere now."""
        self.cannot = self.why = self._event = ""
        self._anew = self._again = False
        self._pad = None

    def hears(self, state: TableState | None) -> None:
        """What the desk says; another event knows nothing of what one before was told."""
        if state is None:
            return
        if state.event != self._event:
            self.gone()
            self._event = state.event
        self._anew = self._anew or state.match is None

    def called(self, why: str) -> None:
        """A match is called that cannot be played here for this reason, a msgid; empty: it can."""
        if self._anew:
            self.cannot, self._again, self._anew = why, bool(self.why), False
        else:
            self.cannot = why or self.cannot

    def news(
        self, shown: EventShown, hardware: HardwareNews, seats_n: int
    ) -> Iterator[TableReport]:
        """What the desk should hear of a table of so many seats."""
        state, why = shown.state, self.cannot
        if not shown.joined:
            return
        game = None if state is None else TABLE_GAMES.get(state.game)
        if game is not None and not game.quiet and hardware.pad_silent:
            why = SILENT
        if why != self.why or self._again:
            self.why, self._again = why, False
            yield OutOfOrder(why)
        if state is None or state.table is None:
            return
        hands_n = 0 if hardware.pad_silent else seats_n - len(hardware.faults)
        now = state.event, state.table, hands_n
        if now != self._pad:
            self._pad = now
            yield PadReady(hands_n)
