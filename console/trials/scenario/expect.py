"""What a scenario expects, held against what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from console.trials.scenario.story import Story, StoryEvent
from drivers.times import MS, ns
from host_sim.scenarios.form import After, Expect, Maybe, Never, Scenario

BEFORE, BEHIND = 6, 4
"""How many events around a fault are told."""
RULES_NS = 1_000
"""The rules count whole microseconds: an action may seem to come so much before its cause."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that was not met: ``key`` of the file, when, and how it was instead."""

    key: tuple[str | int, ...]
    t_ns: int
    what: str


def unmet(scenario: Scenario, story: Story, end_ns: int) -> Iterator[Unmet]:
    """All events that did not happen, or happened and must not."""
    for number, expect in enumerate(scenario.expect):
        found = _expected(expect, story, end_ns)
        if found is not None:
            yield Unmet(("expect", number), *found)
    for number, never in enumerate(scenario.never):
        found = _banned(never, story, end_ns)
        if found is not None:
            yield Unmet(("never", number), *found)


def _anchor(when: Maybe, story: Story) -> tuple[StoryEvent | None, int | None]:
    """The event that is waited for, and the moment meant; (None, None): it never came."""
    if when.at_ms is not None:
        return None, story.begin_ns + ns(when.at_ms)
    if when.after is None:
        return None, story.begin_ns
    event = nth(story, when.after)
    return event, None if event is None else event.t_ns + ns(when.delay_ms)


def nth(story: Story, after: After) -> StoryEvent | None:
    """The event that ``after`` means, if it happened."""
    fitting = [h for h in story.events if h.fits(after.event, after.where)]
    return fitting[after.nth - 1] if len(fitting) >= after.nth else None


def _expected(expect: Expect, story: Story, end_ns: int) -> tuple[int, str] | None:
    """When and how the expectation failed; None: it was met."""
    event, moment_ns = _anchor(expect, story)
    if moment_ns is None:
        assert expect.after is not None
        return end_ns, f"{_named(expect.after)} never happened"
    candidates = [
        h
        for h in story.events
        if h.fits(expect.event, expect.where)
        and (event is None or (h is not event and h.t_ns >= event.t_ns - RULES_NS))
    ]
    what = describe(expect.event, expect.where)
    until_ns = end_ns if expect.within_ms is None else moment_ns + ns(expect.within_ms)
    if expect.within_ms is not None:
        candidates = [h for h in candidates if moment_ns <= h.t_ns <= until_ns]
    if expect.times is not None:
        if len(candidates) == expect.times:
            return None
        at_ns = candidates[expect.times].t_ns if len(candidates) > expect.times else until_ns
        return at_ns, f"expected {expect.times} times {what}, there were {len(candidates)}"
    if len(candidates) < expect.nth:
        which = what if expect.nth == 1 else f"{what} for the {expect.nth}. time"
        return until_ns, f"expected {which}, it did not happen{_instead(expect, story)}"
    found = candidates[expect.nth - 1]
    if expect.tolerance_ms is not None and abs(found.t_ns - moment_ns) > ns(expect.tolerance_ms):
        return found.t_ns, (
            f"expected {what} at {_ms(moment_ns, story)} ± {expect.tolerance_ms:g} ms,"
            f" it happened at {_ms(found.t_ns, story)}"
        )
    return None


def _banned(never: Never, story: Story, end_ns: int) -> tuple[int, str] | None:
    _, from_ns = _anchor(never, story)
    if from_ns is None:
        assert never.after is not None
        return end_ns, f"{_named(never.after)} never happened"
    if not never.timed:
        from_ns = 0
    until_ns = end_ns if never.for_ms is None else from_ns + ns(never.for_ms)
    for event in story.events:
        if event.fits(never.event, never.where) and from_ns < event.t_ns <= until_ns:
            return event.t_ns, f"{describe(never.event, never.where)} must not happen"
    return None


def _instead(expect: Expect, story: Story) -> str:
    """The events of that name that did happen, as far as they differ."""
    others = [h for h in story.events if h.name == expect.event]
    if not expect.where or not others:
        return ""
    shown = [{key: h.fields.get(key) for key in expect.where} for h in others[-3:]]
    return f"; the last ones were {', '.join(_fields(fields) for fields in shown)}"


def _named(after: After) -> str:
    which = f"{describe(after.event, after.where)}"
    return which if after.nth == 1 else f"{which} for the {after.nth}. time"


def describe(event: str, where: dict[str, Any]) -> str:
    """An event of a file in words."""
    return f"{event} ({_fields(where)})" if where else event


def _fields(fields: Any) -> str:
    """As a file has them."""
    return ", ".join(f"{name} = {_plain(value)!r}" for name, value in fields.items())


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _ms(t_ns: int, story: Story) -> str:
    return f"{(t_ns - story.begin_ns) / MS:.3f} ms"


def context(story: Story, t_ns: int) -> list[str]:
    """What happened around ``t_ns``, a line each."""
    ordered = sorted(story.events, key=lambda h: h.t_ns)
    split = sum(h.t_ns <= t_ns for h in ordered)
    around = ordered[max(0, split - BEFORE) : split + BEHIND]
    return [f"{_ms(h.t_ns, story):>14}  {h.name}  {_fields(_short(h))}" for h in around]


def _short(event: StoryEvent) -> dict[str, Any]:
    """The fields without long lists."""
    return {
        name: value
        for name, value in event.fields.items()
        if not isinstance(value, dict) and name != "order"
    }
