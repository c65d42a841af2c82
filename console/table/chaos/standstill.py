"""When play stands still, and why (pauses aside): no clock of the match runs meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.view import TableTrouble, TroubleKind
from drivers.errors import Misfit
from drivers.events import Fall, Fault, SourceFault
from drivers.times import earliest


@dataclass(frozen=True, slots=True)
class Stood:
    """Play stood from one moment to the other; ``troubled``: not only for a pause."""

    from_ns: int
    to_ns: int
    troubled: bool

    def later(self, t_ns: int) -> int:
        """What a clock counts from afterwards that counted from ``t_ns``: the time that it had run
        is kept."""
        return t_ns + self.to_ns - max(self.from_ns, t_ns)


class Standstill:
    """The pad lies beside its cradle, or sources cannot be heard."""

    def __init__(self) -> None:
        self.down_ns: int | None = None
        self._deaf: dict[tuple[str, Fault], tuple[int, Misfit | None]] = {}  # told since, and why
        self._known_ns: int | None = None  # nothing of a silent source is known from here on
        self._since_ns: int | None = None
        self._went_on_ns = 0  # when it last did
        self._troubled = False

    @property
    def deaf_since_ns(self) -> int | None:
        """When a source fell silent that is still; None: all can be heard."""
        return min((since_ns for since_ns, _ in self._deaf.values()), default=None)

    @property
    def pad_heard(self) -> bool:
        """Can the pad be?"""
        return all(source != "pad" for source, _ in self._deaf)

    def heard_at(self, t_ns: int) -> bool:
        """Had no silence been told by then? Who lifts the pad in one looks at its cable."""
        return all(t_ns < since_ns for since_ns, _ in self._deaf.values())

    @property
    def trouble(self) -> TableTrouble | None:
        """What is told of it."""
        if self.down_ns is not None:
            return TableTrouble(TroubleKind.PAD_DOWN)
        for (source, _), (_, misfit) in self._deaf.items():
            return TableTrouble(TroubleKind.SILENT, source, misfit)
        return None

    def fall(self, event: Fall) -> None:
        """The pad falls, or lies in its cradle again."""
        self.down_ns = event.t_ns if event.down else None

    def hear(self, event: SourceFault, known_ns: int) -> None:
        """A source cannot be heard, or can again; the pad is known up to ``known_ns``."""
        key = event.source, event.fault
        if not event.active:
            self._deaf.pop(key, None)
            return
        if not self._deaf:
            self._known_ns = min(event.t_ns, known_ns) if event.source == "pad" else event.t_ns
        since_ns, _ = self._deaf.get(key, (event.t_ns, None))
        self._deaf[key] = since_ns, event.misfit

    def look(self, paused_ns: int | None, troubled: bool, now_ns: int) -> Stood | None:
        """Play stands if it is paused or ``troubled``; how it stood, once it goes on."""
        if paused_ns is not None or troubled:
            if self._since_ns is None:
                known_ns = self._known_ns if self._deaf else None
                began_ns = earliest((paused_ns, self.down_ns, known_ns)) or now_ns
                self._since_ns = max(min(began_ns, now_ns), self._went_on_ns)
            self._troubled |= troubled
            return None
        since_ns, self._since_ns = self._since_ns, None
        troubled, self._troubled = self._troubled, False
        if since_ns is None:
            return None
        self._went_on_ns = now_ns
        return Stood(since_ns, now_ns, troubled)
