"""How the table treats its guests, from configuration and adjustments; and the time of day."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from typing import Final

from console.config import TableConfig
from console.service.adjustments import Adjusted
from console.service.effect import settings_with
from console.settings.hours import DaySpan
from console.store.log import MatchLog
from console.store.soundness import Flaw, Flaws
from console.table.attract.host import HostingRules
from console.table.response import DayTime, StorageStatus
from console.table.settings import Settings
from console.table.table import Table
from console.terminal.speech import complain
from drivers.errors import KhvatkaError
from drivers.times import MINUTE, SECOND

HOME: Final = "home"


def hosting_of(
    table: TableConfig,
    adjusted: Adjusted,
    settings: Settings,
    seed: int,
    *,
    real: bool,
    attract: bool | None,
) -> HostingRules:
    """As the owner has it. ``attract`` is what the command line says: to begin with it, or that it
    never comes. At home nobody's comforts are forgotten."""
    if attract is None:
        at_start = table.attract_s > 0 and (
            table.attract_at_start == "on" or (real and table.attract_at_start == "real")
        )
    else:
        at_start = attract
    return HostingRules(
        0 if attract is False else table.attract_s * SECOND,
        at_start,
        table.open_span(),
        table.session_min * MINUTE,
        None if adjusted["guests.profile"] == HOME else settings,
        seed,
        counts_in=True,
    )


def hosting_with(
    hosting: HostingRules, key: str, adjusted: Adjusted, settings: Settings
) -> HostingRules:
    """The same after the owner has changed ``key``; ``settings`` are those of the table."""
    if key == "table.attract_s":
        return replace(hosting, attract_ns=adjusted.number(key) * SECOND)
    if key == "table.session_min":
        return replace(hosting, session_ns=adjusted.number(key) * MINUTE)
    if key == "table.opening_hours":
        hours = adjusted[key]
        opening = None if hours is None else DaySpan.parse(str(hours))
        return replace(hosting, opening=opening)
    if adjusted["guests.profile"] == HOME:
        return replace(hosting, fresh=None)
    return replace(hosting, fresh=settings_with(hosting.fresh or settings, key, adjusted))


class DayClock:
    """Tells the table the minute of the day, once a minute of the monotonic clock."""

    def __init__(self, table: Table, wall: Callable[[], datetime]) -> None:
        self._table = table
        self._wall = wall
        self._due_ns: int | None = None

    def turn(self, now_ns: int) -> None:
        """Tell it if that is due."""
        if self._due_ns is not None and now_ns < self._due_ns:
            return
        self._due_ns = now_ns + MINUTE
        now = self._wall().astimezone()
        self._table.respond(DayTime(60 * now.hour + now.minute), now_ns)


class StorageWatch:
    """Tells the table when what is played begins or ceases to be kept, and what was found damaged
    of what was kept. ``set_aside``: as in ``StorageStatus``.

    ``look`` begins to look through the whole store, which it is asked for once, when the table is
    up; what is found is told on standard error too.
    """

    def __init__(
        self,
        table: Table,
        log: MatchLog,
        look: Callable[[], Future[Flaws]] | None = None,
        *,
        set_aside: bool = False,
    ) -> None:
        self._table = table
        self._log = log
        self._look = look
        self._looking: Future[Flaws] | None = None
        self._set_aside = set_aside
        self._reported: StorageStatus | None = None
        self.flaws = Flaws()

    def turn(self, now_ns: int, *, is_up: bool = True) -> None:
        """Tell it if that has changed; ``is_up``: has the table been seen yet?"""
        if self._look is not None and is_up:
            self._looking, self._look = self._look(), None
        if self._looking is not None and self._looking.done():
            self._found(self._looking)
            self._looking = None
        problem = self._log.problem
        flawed = bool(self.flaws.new or self.flaws.problem)
        storage = StorageStatus(None if problem is None else problem.key, self._set_aside, flawed)
        if storage != self._reported:
            self._reported = storage
            self._table.respond(storage, now_ns)

    def _found(self, looking: Future[Flaws]) -> None:
        try:
            self.flaws = looking.result()
        except KhvatkaError as error:
            complain(error)
        if self.flaws.problem is not None:
            complain(self.flaws.problem.sentence)
        for flaw in self.flaws.known:
            complain(flaw.sentence())

    def known(self) -> tuple[Flaw, ...]:
        """What is damaged."""
        return self.flaws.known
