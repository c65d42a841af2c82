"""What happens at a table on trial, as plain events in the words of scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from console.table.outputs import (
    ActionDone,
    CardShown,
    ContactSeen,
    Cue,
    MatchBegun,
    MatchEnded,
    Output,
    SeatTrouble,
    VerdictReached,
)
from drivers.board import Reading
from drivers.clock import Clock
from drivers.events import ButtonEvent, Fall, InputEvent, SourceFault
from drivers.inputs import Inputs
from drivers.times import MS

RANGE: Final = {"min", "max"}


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """An event: when it happened, when the table knew it, and what the files call its fields."""

    name: str
    t_ns: int
    fields: Mapping[str, Any]

    def fits(self, name: str, where: Mapping[str, Any]) -> bool:
        """Is it a ``name`` with these fields?"""
        return self.name == name and all(
            field in self.fields and equal(self.fields[field], value)
            for field, value in where.items()
        )


def equal(is_now: Any, wanted: Any) -> bool:
    """``wanted`` as a file says it: a value, ``{min, max}`` of a number, ``"none"`` for nothing."""
    if isinstance(wanted, dict) and wanted and wanted.keys() <= RANGE:
        if isinstance(is_now, bool) or not isinstance(is_now, int | float):
            return False
        return bool(wanted.get("min", is_now) <= is_now <= wanted.get("max", is_now))
    if wanted == "none" and is_now is None:
        return True
    return (type(wanted) is not bool and wanted == is_now) or wanted is is_now


class Story:
    """Everything that happened, in the order in which the table knew it.

    A sink of the loop, and the ear of ``Listening``. ``tell`` is called with each.
    """

    def __init__(self, clock: Clock, begin_ns: int) -> None:
        self._clock = clock
        self.begin_ns = begin_ns
        self._epoch_ns = begin_ns
        self.events: list[StoryEvent] = []
        self.tell: Callable[[StoryEvent], None] | None = None

    def add(self, name: str, t_ns: int, **fields: Any) -> None:
        """Something happened at ``t_ns``."""
        event = StoryEvent(name, t_ns, fields)
        self.events.append(event)
        if self.tell is not None:
            self.tell(event)

    def __call__(self, output: Output) -> None:
        """Take in what leaves the table."""
        match output:
            case CardShown(t_ns, hand, seat, card):
                self.add("card", t_ns, hand=hand, seat=seat, card=card)
            case ContactSeen(contact, hand):
                fields = _plain(output.to_json())
                fields["uncertainty_ms"] = contact.uncertainty_ns / MS
                self.add("contact", contact.t_ns, **fields)
            case VerdictReached():
                self.add("verdict", output.t_ns, **_verdict(output))
            case ActionDone(action):
                t_us = action.get("t_us")
                at_ns = self._clock.now_ns() if t_us is None else self._epoch_ns + t_us * 1000
                self.add("action", at_ns, **action)
            case SeatTrouble():
                self.add("fault", output.t_ns, **_plain(output.to_json()))
            case MatchBegun():
                self._epoch_ns = output.epoch_ns
                self.add("match", output.epoch_ns, **_plain(output.to_json()))
            case MatchEnded():
                self.add("result", output.t_ns, **_plain(output.to_json()))
            case Cue():
                self.add("sound", self._clock.now_ns(), cue=output.value)

    def hear(self, event: InputEvent) -> None:
        """Take in what the drivers decode and the table tells nobody."""
        match event:
            case ButtonEvent(seat, button, pressed, t_ns):
                self.add("button", t_ns, seat=seat, button=button.name.lower(), pressed=pressed)
            case Fall(down, t_ns):
                self.add("fall", t_ns, down=down)
            case SourceFault(source, fault, active, t_ns):
                self.add("source", t_ns, source=source, fault=fault.value, active=active)


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in fields.items() if k not in ("event", "t_ns")}


def _verdict(verdict: VerdictReached) -> dict[str, Any]:
    """The fields of a verdict, and its first two hands in milliseconds."""
    fields = _plain(verdict.to_json())
    order = verdict.order
    fields["first"] = order[0].contact.seat if order else None
    reaction_ns = order[0].reaction_ns if order else None
    fields["reaction_ms"] = None if reaction_ns is None else reaction_ns / MS
    margin_ns = order[1].contact.t_ns - order[0].contact.t_ns if len(order) > 1 else None
    fields["margin_ms"] = None if margin_ns is None else margin_ns / MS
    fields["hands"] = [entry.contact.seat for entry in order]
    return fields


class Listening(Inputs):
    """Inputs that a story hears."""

    story: Story

    def feed(self, reading: Reading, now_ns: int) -> list[InputEvent]:
        """As ``Inputs``; the story hears first."""
        events = super().feed(reading, now_ns)
        for event in events:
            self.story.hear(event)
        return events
