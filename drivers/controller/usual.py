"""The pad that is expected where none has answered yet: as the firmware makes it by itself."""

from __future__ import annotations

from typing import Final

from drivers.board import PARTS
from drivers.controller.messages import Hello, Version
from drivers.firmware import PROTOCOL, VERSION
from drivers.firmware.session import SEATED, SYNC

INPUTS: Final = 16
PERIOD_US: Final = 1000
FIRST_US: Final = 17
STEP_US: Final = 20
FULL_CODE: Final = 4095
DIVIDER_OHM: Final = 10_000


def usual_pad(seats: int, pad_id: bytes = b"") -> Hello:
    """What a pad of ``seats`` petals with a ring says of itself (``firmware/main.py``); without
    ``pad_id`` any is meant."""
    channels = []
    for place in range(INPUTS - 2 * seats, INPUTS):
        address = INPUTS - 1 - place
        channels.append((address // 2, PARTS[address % 2], FIRST_US + STEP_US * place))
    return Hello(
        version=Version(PROTOCOL, VERSION),
        pad_id=pad_id,
        boot=0,
        first=0,
        seats=seats,
        full_code=FULL_CODE,
        divider_ohm=DIVIDER_OHM,
        scan_period_us=PERIOD_US,
        lamps=seats + 1,
        channels=tuple(channels),
        lines=(SEATED, SYNC),
    )
