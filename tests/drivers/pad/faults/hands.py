"""What hands show of a petal's sensors."""

from __future__ import annotations

from drivers.events import Fault
from drivers.pad.faults.evidence import PetalEvidence, TouchSummary

FINGERS = TouchSummary(
    t_ns=0, top_n=0.0, under_n=10.0, under_after_ns=0, pinched=False, saturated=False
)


def over(petal: PetalEvidence, touch: TouchSummary) -> dict[Fault, bool]:
    """A touch whose hand is gone: the faults that it makes begin or end."""
    return petal.take(touch) | petal.goes()
