"""What a format draws, before tables and seats."""

from __future__ import annotations

from dataclasses import dataclass, field

from console.events.actions import ByeDrawn


@dataclass(slots=True)
class Plan:
    """Groups of persons, each with its slot, and byes."""

    groups: list[tuple[tuple[int, ...], int]] = field(default_factory=list)
    byes: list[ByeDrawn] = field(default_factory=list)
