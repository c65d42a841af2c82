"""What the supplies give, when the fuses open, what the wires bear; amperes at 5 V.

A miniature fuse of time lag T (IEC 60127-2, sheet 3) is no limit at its rated current: it must hold
half as much again for an hour, and opens for sure only far above. So the supply has to be able to
give what opens the fuse, and the wires have to bear what does not. The figures are those of a fuse
made to sheet 3: Littelfuse, data sheet of the 218 series (revised 2018-06-11), 0.125 to 6.3 A; its
numbers are 0218, the ampere code (.500, 002.) and the packing (HXP: a hundred, lead-free). One
made to sheet 5, of ceramics, may take 30 minutes at 2.1 times (Schurter, SMD-SPT 5 × 20;
Littelfuse, 215 series).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HOLDS, OPENS, OPENS_SOON = 1.5, 2.1, 2.75
"""Times the rated current: held for an hour; opens within 2 minutes; opens within 10 seconds."""


@dataclass(frozen=True, slots=True)
class Fuse:
    """``supply_a`` is what its supply can give behind it, ``wire_a`` what the thinnest wire behind
    it bears for ever; ``wire_mm2`` that wire's copper."""

    rated_a: float
    supply_a: float
    wire_mm2: float
    wire_a: float

    @property
    def holds_a(self) -> float:
        return self.rated_a * HOLDS

    @property
    def opens_a(self) -> float:
        return self.rated_a * OPENS

    @property
    def opens_soon_a(self) -> float:
        return self.rated_a * OPENS_SOON


LIGHTS_SUPPLY_A: Final = 6.0
LIGHTS_FUSE: Final = Fuse(2.0, LIGHTS_SUPPLY_A, 0.75, 6.0)
PI_SUPPLY_A, PI_ITSELF_A = 3.0, 1.25
LAMP_A: Final = 0.1
LAMPS_FUSE: Final = Fuse(0.5, PI_SUPPLY_A - PI_ITSELF_A, 0.14, 2.0)
