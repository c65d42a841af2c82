"""A table that draws 60 frames a second and judges presses in three ways at once.

Ours: the kernel's stamps, read once a frame, through debounce. Beside it callbacks of RPi.GPIO and
of gpiozero, stamped when they are called. It says ``ready``, judges until its input ends, and
prints what each way heard: presses as ``[side, t_ns]`` in the order in which they were heard.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Final

import pygame

from console.bench.frames import FLIP_FRAMES, match_views
from console.i18n import Words
from console.screens.look import Look
from console.screens.renderer import Screen
from console.wiring.loop import FRAME_NS
from drivers.boards.gpiod_lines import GpiodLines
from drivers.clock import WallClock
from tests.hardware.guest.table import WAYS, Heard, Watched, header

SIZE: Final = (640, 360)
SEATS: Final = 4
PI_4B: Final = 0xC03111


def stamp_into(heard: Heard, side: int) -> Callable[..., None]:
    """A callback as programs have it: the time is when it is called."""
    return lambda *_: heard.append((side, time.monotonic_ns()))


def listen_by_rpigpio(heard: Heard) -> None:
    library = importlib.import_module("RPi.GPIO")
    library.setmode(library.BCM)
    for side, line in enumerate(WAYS["rpigpio"]):
        library.setup(line, library.IN, pull_up_down=library.PUD_OFF)
        library.add_event_detect(line, library.FALLING, callback=stamp_into(heard, side))


def listen_by_gpiozero(heard: Heard, chip: int) -> list[object]:
    """The buttons; they listen as long as they are kept."""
    lgpio = importlib.import_module("gpiozero.pins.lgpio")
    gpiozero = importlib.import_module("gpiozero")
    lgpio.LGPIOFactory._get_revision = lambda _: PI_4B  # the guest is no Pi
    factory = lgpio.LGPIOFactory(chip=chip)
    buttons: list[object] = []
    for side, line in enumerate(WAYS["gpiozero"]):
        button = gpiozero.Button(line, pull_up=True, bounce_time=None, pin_factory=factory)
        button.when_pressed = stamp_into(heard, side)
        buttons.append(button)
    return buttons


class Drawing:
    """A made-up match on our own screen, a flip every 600 ms."""

    def __init__(self) -> None:
        pygame.display.init()
        self._surface = pygame.display.set_mode(SIZE)
        self._screen = Screen(SIZE, SEATS, Look(Words("ru")))
        self._views = list(match_views(SEATS, Random(1), 24))
        self.frames = 0

    def frame(self, now_ns: int) -> None:
        view = self._views[self.frames // FLIP_FRAMES % len(self._views)]
        pygame.display.update(self._screen.draw(self._surface, view, now_ns))
        self.frames += 1


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    chip = int(sys.argv[1])
    os.environ |= {"RPI_LGPIO_CHIP": str(chip), "RPI_LGPIO_REVISION": f"{PI_4B:x}"}
    heard: dict[str, Heard] = {way: [] for way in WAYS}
    listen_by_rpigpio(heard["rpigpio"])
    buttons = listen_by_gpiozero(heard["gpiozero"], chip)
    drawing = Drawing()
    clock = WallClock()
    for _ in range(60):  # drawn ahead, as on the start screen
        drawing.frame(clock.now_ns())
    table = Watched(GpiodLines(header()))
    say("ready")
    began_ns, drawing.frames = clock.now_ns(), 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        now_ns = clock.now_ns()
        table.take(now_ns)
        drawing.frame(now_ns)
        clock.sleep_until(began_ns + drawing.frames * FRAME_NS)
    duration_ns = clock.now_ns() - began_ns
    table.take(clock.now_ns())
    heard["khvatka"] = [(event.seat, event.t_ns) for event in table.presses()]
    frames_per_s = round(drawing.frames * 1e9 / duration_ns, 1)
    notes = table.part.health().notes
    say(json.dumps({"heard": heard, "frames_per_s": frames_per_s, "notes": notes}))
    del buttons
    os._exit(0)  # the libraries' threads do not end by themselves


if __name__ == "__main__":
    main()
