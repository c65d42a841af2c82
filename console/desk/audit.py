"""What was done, each in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from console.desk.access import ROLES, Role
from console.desk.runner import PHONE
from console.events import actions as do
from console.events.log import Logged
from console.events.state import EventState
from drivers.errors import Sentence

TABLE: Final = "table "
"""How the log names a table, before its number."""


def sentence_of(
    state: EventState, action: do.EventAction, former: do.EventAction | None
) -> Sentence:
    """What that action does, with the names of now; ``former``: what stood there before."""
    return _SAID[type(action)](_Names(state, former), action)


def formers(lines: Iterable[tuple[int, Logged, bool]]) -> dict[int, do.EventAction]:
    """What another name, and another result, replaced: by its line the action which had said so,
    and counted. ``lines``: all, in order, each with whether it counts."""
    last: dict[tuple[int, ...], do.EventAction] = {}
    replaced: dict[int, do.EventAction] = {}
    entered = 0
    for number, logged, counts in lines:
        match action := logged.action:
            case do.Enter():
                about: tuple[int, ...] = (entered,)
                entered += 1
            case do.Rename():
                about = (action.person,)
            case do.Report() | do.Correct():
                about = action.match, action.game
            case _:
                continue
        if about in last:
            replaced[number] = last[about]
        if counts:
            last[about] = action
    return replaced


def who(state: EventState, by: str) -> Sentence:
    """Who did it: a table, the desk by itself, or somebody at it."""
    if by.startswith(TABLE) and by.removeprefix(TABLE).isdigit():
        return Sentence("table {name}", name=state.table_name(int(by.removeprefix(TABLE))))
    if by == "desk":
        return Sentence("the desk by itself")
    if by == PHONE:
        return Sentence("a guest by phone")
    if by in list(Role):
        return Sentence(ROLES[Role(by)])
    return Sentence(by)


class _Names:
    """What to call what an action names; it may be undone."""

    def __init__(self, state: EventState, former: do.EventAction | None) -> None:
        self._state, self.former = state, former

    def person(self, number: int) -> str:
        return self._state.name(number) if number in self._state.people else f"#{number + 1}"

    def people(self, numbers: Sequence[int]) -> str:
        return ", ".join(map(self.person, numbers))

    def table(self, number: int | None) -> str:
        return self._state.table_name(number)

    def result(self, action: do.Report | do.Correct) -> str:
        told = sorted(zip(action.places, map(self.person, action.persons), strict=False))
        return ", ".join(f"{place}. {name}" for place, name in told)


def _rename(names: _Names, action: do.Rename) -> Sentence:
    former = names.former.name if isinstance(names.former, do.Enter | do.Rename) else ""
    old = former or names.person(action.person)  # who was forgotten has none
    return Sentence("{old} is called {name}", old=old, name=action.name)


def _correct(names: _Names, action: do.Correct) -> Sentence:
    told = {"number": action.match + 1, "result": names.result(action)}
    if isinstance(names.former, do.Report | do.Correct):
        return Sentence(
            "result of match {number} corrected: {result} (before: {former})",
            **told,
            former=names.result(names.former),
        )
    return Sentence("result of match {number} corrected: {result}", **told)


def _fix(names: _Names, action: do.FixTable) -> Sentence:
    if action.table is None:
        return Sentence("{name} may play at any table", name=names.person(action.person))
    return Sentence(
        "{name} plays at table {table} only",
        name=names.person(action.person),
        table=names.table(action.table),
    )


def _draw(names: _Names, action: do.DrawRound) -> Sentence:
    told = {"stage": action.stage + 1, "round": action.round + 1, "count": len(action.matches)}
    if action.by_hand:
        return Sentence("stage {stage}, round {round} drawn by hand: matches: {count}", **told)
    return Sentence("stage {stage}, round {round} drawn: matches: {count}", **told)


_SAID: Final[dict[type, Callable[[_Names, Any], Sentence]]] = {
    do.Enter: lambda _, a: Sentence("{name} enters", name=a.name),
    do.Rename: _rename,
    do.CheckIn: lambda n, a: Sentence("{name} is checked in", name=n.person(a.person)),
    do.DropOut: lambda n, a: Sentence("{name} drops out", name=n.person(a.person)),
    do.ComeBack: lambda n, a: Sentence("{name} comes back", name=n.person(a.person)),
    do.TableIn: lambda n, a: Sentence("table {table} can be played on", table=n.table(a.table)),
    do.TableOut: lambda n, a: Sentence("table {table} is out of order", table=n.table(a.table)),
    do.FixTable: _fix,
    do.DrawRound: _draw,
    do.WithdrawRound: lambda _, a: Sentence("round {round} withdrawn", round=a.round + 1),
    do.SwapPersons: lambda n, a: Sentence(
        "{one} and {other} change places", one=n.person(a.one), other=n.person(a.other)
    ),
    do.CallMatch: lambda n, a: Sentence(
        "match {number} called to table {table}", number=a.match + 1, table=n.table(a.table)
    ),
    do.BeginMatch: lambda _, a: Sentence("match {number} begins", number=a.match + 1),
    do.Report: lambda n, a: Sentence(
        "result of match {number}: {result}", number=a.match + 1, result=n.result(a)
    ),
    do.Correct: _correct,
    do.Forfeit: lambda n, a: Sentence(
        "{name} gives up match {number}", name=n.person(a.person), number=a.match + 1
    ),
    do.NoShow: lambda n, a: Sentence(
        "{name} did not come to match {number}", name=n.person(a.person), number=a.match + 1
    ),
    do.PlayOff: lambda n, a: Sentence("play-off: {names}", names=n.people(a.persons)),
    do.CallDuel: lambda n, a: Sentence(
        "{names} called to a duel at table {table}",
        names=n.people(a.persons),
        table=n.table(a.table),
    ),
    do.Pause: lambda _, a: Sentence("the event is paused"),
    do.Resume: lambda _, a: Sentence("the event goes on"),
    do.End: lambda _, a: Sentence("the event has ended"),
    do.Undo: lambda _, a: Sentence("line {line} undone", line=a.line + 1),
}
