"""An event under way: its log and where it stands, an action at a time; undo and audit."""

from __future__ import annotations

from collections.abc import Iterable

from console.events.actions import CallDuel, DrawRound, Enter, EventAction, Undo
from console.events.apply import apply
from console.events.log import EventLog, Logged
from console.events.options import EventOptions, checked
from console.events.state import EventState
from drivers.errors import ConfigError


class RunningEvent:
    """``log`` and ``state`` always say the same."""

    def __init__(self, log: EventLog) -> None:
        """Raises ConfigError naming the line of the log that cannot be taken."""
        self._options, self._seed = checked(log.options), log.seed
        self._lines = list(log.lines)
        self.state = _folded(self._options, self._seed, self._lines)

    @property
    def log(self) -> EventLog:
        """All of it so far."""
        return EventLog(self._options, self._seed, tuple(self._lines))

    @property
    def lines_n(self) -> int:
        """How many actions the log has."""
        return len(self._lines)

    def take(self, action: EventAction, at_ms: int, by: str) -> Logged:
        """Take an action. Raises ConfigError, and nothing is changed, if it is refused."""
        line = Logged(at_ms, by, action)
        if isinstance(action, Undo):
            self._check_undo(action)
            lines = [*self._lines, line]
            self.state = _folded(self._options, self._seed, lines, undoing=True)
        else:
            apply(self.state, action, at_ms)
        self._lines.append(line)
        return line

    @property
    def undone(self) -> set[int]:
        """The lines that do not count."""
        return undone_lines(self._lines)

    def audit(self) -> list[tuple[int, Logged, bool]]:
        """Every line with its number and whether it still counts, in order."""
        undone = undone_lines(self._lines)
        return [(i, line, i not in undone) for i, line in enumerate(self._lines)]

    def _check_undo(self, action: Undo) -> None:
        if not 0 <= action.line < len(self._lines):
            raise ConfigError("the log has no line {line}", line=action.line + 1)
        if action.line in undone_lines(self._lines):
            raise ConfigError("line {line} is undone already", line=action.line + 1)


def undone_lines(lines: Iterable[Logged]) -> set[int]:
    """The lines that do not count: whatever was undone, unless that undo was undone in turn."""
    undone: set[int] = set()
    for number, line in reversed(list(enumerate(lines))):
        if isinstance(line.action, Undo) and number not in undone:
            undone.add(line.action.line)
    return undone


def _folded(
    options: EventOptions, seed: int, lines: list[Logged], *, undoing: bool = False
) -> EventState:
    """Raises ConfigError naming the first line that cannot be taken; ``undoing``: as what has to
    be undone before."""
    state = EventState(options, seed)
    undone = undone_lines(lines)
    for number, line in enumerate(lines):
        if number in undone:
            _use_up(state, line.action)
        elif not isinstance(line.action, Undo):
            try:
                apply(state, line.action, line.at_ms)
            except ConfigError as error:
                if undoing:
                    raise ConfigError(
                        "line {line} of the log stands on it, undo that line first: {why}",
                        line=number + 1,
                        why=error,
                    ) from None
                raise ConfigError(
                    "line {line} of the event's log cannot be taken: {why}",
                    line=number + 1,
                    why=error,
                ) from None
    return state


def _use_up(state: EventState, action: EventAction) -> None:
    """Numbers are never given twice (V2)."""
    if isinstance(action, Enter):
        state.never_entered[state.next_person] = action.name
        state.next_person += 1
    elif isinstance(action, DrawRound):
        state.next_match += len(action.matches)
    elif isinstance(action, CallDuel):
        state.next_duel += 1
