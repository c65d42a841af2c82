"""Everybody meets everybody, by the circle method: V17."""

from __future__ import annotations

from collections.abc import Sequence

from console.events.actions import ByeDrawn
from console.events.options import POINT, RoundRobin
from console.events.plan import Plan
from console.events.state import EventState, StageState


def dealt(seeding: Sequence[int], hands_n: int) -> list[list[int]]:
    """The seeding dealt out to and fro."""
    hands: list[list[int]] = [[] for _ in range(hands_n)]
    for i, person in enumerate(seeding):
        turn, at = divmod(i, hands_n)
        hands[hands_n - 1 - at if turn % 2 else at].append(person)
    return hands


def pools(seeding: tuple[int, ...], pools_n: int) -> list[list[int]]:
    """The pools; none has fewer than two."""
    return dealt(seeding, max(1, min(pools_n, len(seeding) // 2)))


def rounds_n(stage: StageState) -> int:
    """How many rounds it has."""
    told = stage.format
    assert isinstance(told, RoundRobin)
    largest = max(map(len, pools(stage.seeding, told.pools)))
    return (largest - 1 + largest % 2) * told.cycles


def plan(state: EventState, stage: StageState) -> Plan:
    """The next round, without those who have dropped out (V11)."""
    told = stage.format
    assert isinstance(told, RoundRobin)
    drawn = Plan()
    for slot, pool in enumerate(pools(stage.seeding, told.pools)):
        rounds = len(pool) - 1 + len(pool) % 2
        if len(stage.rounds) >= rounds * told.cycles:
            continue  # a smaller pool has done
        for one, other in circle(pool, len(stage.rounds) % rounds):
            here = [p for p in (one, other) if p is not None and state.people[p].present]
            if len(here) == 2:
                drawn.groups.append(((here[0], here[1]), slot))
            elif here:
                appointed = one is not None and other is not None
                drawn.byes.append(ByeDrawn(here[0], POINT if appointed else 0, slot))
    return drawn


def circle(pool: list[int], number: int) -> list[tuple[int | None, int | None]]:
    """The pairs of a round: the first stays, all others move on; None is a bye."""
    ring: list[int | None] = [*pool, *([None] * (len(pool) % 2))]
    turning = ring[1:]
    turned = [ring[0], *turning[-number:], *turning[:-number]] if number else ring
    half = len(ring) // 2
    return list(zip(turned[:half], reversed(turned[half:]), strict=True))
