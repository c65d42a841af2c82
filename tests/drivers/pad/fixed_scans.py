"""Scans that never change, to hold the decoder against: races of simulated matches, as tables of 2,
4 and 8 seats kept them, and of hands that are hard to tell apart.
``python -m tests.console.wiring.fix_scans`` made the file, and adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from drivers.board import BoardInfo, Samples
from drivers.events import Contact
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder

FILE: Final = Path(__file__).with_name("fixed_scans.npz")
ARRAYS: Final = ("t_ns", "codes", "jitter_ns", "clock_uncertainty_ns", "dropped", "baseline")
HARD: Final = "hard"
LIFTED: Final = "lifted"
LATE: Final = "late"
AMONG: Final = "among"
SHIFTS: Final = "shifts"
CLICKS: Final = "clicks"
BOUNCES: Final = "bounces"
BESIDE: Final = "beside"
RESTED: Final = "rested"
PULLED: Final = "pulled"
SLEEVE: Final = "sleeve"
LOST: Final = "lost"
HOPS: Final = "hops"
OTHER: Final = "other"
ALONE: Final = (
    *(LIFTED, LATE, AMONG, SHIFTS, CLICKS, BOUNCES, BESIDE, RESTED, PULLED, SLEEVE, LOST),
    *(HOPS, OTHER),
)
RACES: Final = {"2": 5, "4": 5, "8": 5, HARD: 5} | dict.fromkeys(ALONE, 1)
"""How many of each table."""


@dataclass(frozen=True, slots=True)
class FixedScans:
    """A race: the scans around it, and what they are decoded with."""

    info: BoardInfo
    calibration: Calibration
    config: PadConfig
    batches: tuple[Samples, ...]
    baseline: Floats

    def contacts(self) -> list[Contact]:
        """What the decoder of today makes of them."""
        decoder = PadDecoder(self.info, self.calibration, self.config, self.baseline)
        events = [event for batch in self.batches for event in decoder.feed(batch)]
        return [event for event in events if isinstance(event, Contact)]


def fixed_scans() -> Iterator[FixedScans]:
    """All that are in the file."""
    with np.load(FILE) as kept:
        for table, races in RACES.items():
            info = msgspec.json.decode(kept[f"{table} info"].tobytes(), type=BoardInfo)
            calibration = msgspec.json.decode(
                kept[f"{table} calibration"].tobytes(), type=Calibration
            )
            config = msgspec.json.decode(kept[f"{table} config"].tobytes(), type=PadConfig)
            for race in range(races):
                t_ns, codes, jitter, clock, dropped, baseline = (
                    kept[f"{table} {race} {name}"] for name in ARRAYS
                )
                batches = tuple(
                    Samples(
                        t_ns[i : i + 1],
                        codes[i : i + 1],
                        int(jitter[i]),
                        int(clock[i]),
                        int(dropped[i]),
                    )
                    for i in range(len(t_ns))
                )
                yield FixedScans(info, calibration, config, batches, baseline)
