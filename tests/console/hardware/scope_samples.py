"""What the scope's reference pictures show.

``python -m tests.console.hardware.scope_samples`` draws them anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drivers.times import MS

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from console.hardware.feed import Feed
from console.hardware.scope import SIZE, SPAN_NS
from console.hardware.scope_picture import ScopePicture
from console.hardware.trace import Trace
from console.i18n import Words
from drivers.clock import VirtualClock
from drivers.events import Button, Gesture
from host_sim.board import SimBoard
from host_sim.curves import one_after_another, shaped, smooth, through
from host_sim.faults import SimFault
from host_sim.making import Making
from host_sim.models import Touch
from tests.console.screens.pictures import FOLDER as PICTURES
from tests.console.screens.pictures import Pixels, encode

FOLDER: Final = PICTURES / "hardware"
START_NS: Final = 1_000_000_000


def traced(
    seats: int, acts: Callable[[SimBoard], None], length_ns: int = SPAN_NS, span_ns: int = SPAN_NS
) -> Trace:
    """The trace of a simulated pad after ``length_ns``."""
    clock = VirtualClock(START_NS)
    board = SimBoard("mk2", seats, making=Making(parts_seed=0))
    board.open()
    acts(board)
    feed = Feed(board, clock)
    trace = Trace(feed, span_ns)
    for turn in feed.turns(length_ns):
        trace.take(turn)
    board.close()
    return trace


def evening(board: SimBoard) -> None:
    """Everything that a scope can show."""
    seats = board.info.seats
    board.touch(
        Touch(seat=0, gesture=Gesture.GRAB, t_ns=START_NS + 700 * MS, peak_n=32.0, rise_ms=9.0)
    )
    board.touch(
        Touch(seat=1, gesture=Gesture.PALM, t_ns=START_NS + 1_500 * MS, peak_n=9.0, rise_ms=18.0)
    )
    board.touch(
        Touch(
            seat=seats - 1,
            gesture=Gesture.GRAB,
            t_ns=START_NS + 1_503 * MS,
            peak_n=20.0,
            rise_ms=12.0,
        )
    )
    board.touch(
        Touch(seat=0, gesture=Gesture.PALM, t_ns=START_NS + 2_400 * MS, peak_n=24.0, rise_ms=7.0)
    )
    board.knock(START_NS + 3_300 * MS)
    board.seat_pad(START_NS + 4_100 * MS)
    board.faults.begin(SimFault.FLOOD, START_NS + 5_000 * MS, at=3 * len(Button))
    board.touch(
        Touch(seat=2, gesture=Gesture.GRAB, t_ns=START_NS + 5_600 * MS, peak_n=15.0, rise_ms=14.0)
    )


def resting(board: SimBoard) -> None:
    """A finger that rests at the threshold for 18 ms before the grip, and a plain grab beside it:
    the one onset may be anywhere in the rest, and is stated so."""
    laid = shaped(smooth(1.0, 1.0).newtons, 0.5, 3.0)
    rest, grip = through((0.0, 0.0), (18.0, 0.03)), smooth(20.0, 12.0)
    top = one_after_another((laid, rest, grip))
    at_ns, stays = START_NS + 5_660 * MS, {"hold_ms": 300.0, "fall_ms": 20.0}
    board.touch(Touch.shaped(1, at_ns, top, top.times(0.8, 6.0), **stays))
    board.touch(
        Touch(seat=2, gesture=Gesture.GRAB, t_ns=at_ns + 15 * MS, peak_n=20.0, rise_ms=12.0)
    )


SAMPLES: Final = {
    "scope-ru.png": ("ru", 4, evening),
    "scope-8-en.png": ("en", 8, evening),
    "scope-rest-en.png": ("en", 4, resting),
}


def picture(language: str, seats: int, acts: Callable[[SimBoard], None]) -> Pixels:
    """One sample, uint8[width, height, 3]."""
    surface = pygame.Surface(SIZE)
    ScopePicture(SIZE, Words(language)).draw(surface, traced(seats, acts))
    return pygame.surfarray.array3d(surface)


def main() -> None:
    """Write the reference pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, sample in SAMPLES.items():
        Path(FOLDER / name).write_bytes(encode(picture(*sample)))


if __name__ == "__main__":
    main()
