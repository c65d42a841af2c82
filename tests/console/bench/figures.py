"""What benchmarks could have measured."""

from __future__ import annotations

from typing import Final

from console.bench.decode import DecodeFigures
from console.bench.duel_core import DuelCoreFigures
from console.bench.frames import FrameFigures
from console.bench.speed import SpeedFigures
from console.bench.start import StartFigures

CORE: Final = DuelCoreFigures(200, 400, 1, 1.5, 2.5, 3.5)
DECODE: Final = DecodeFigures(30.0, 1.5, 2.5, 3.5, 40, 41)
FRAMES: Final = FrameFigures(
    frames=300,
    median_ms=1.5,
    p99_ms=2.5,
    worst_ms=3.5,
    changed_median_ms=1.5,
    changed_p99_ms=2.5,
    won_p99_ms=3.5,
    end_p99_ms=4.5,
    idle_ms=1.5,
    idle_share=0.015,
)
SPEED: Final = SpeedFigures(4, 7, 300.0, 501.5, 1.5, 2.5)
START: Final = StartFigures((1.5, 2.5))
