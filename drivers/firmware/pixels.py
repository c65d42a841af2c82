"""WS2812 from a PIO state machine: no interrupt is ever held up by light."""

# mypy: ignore-errors
# ruff: noqa: F821
# ``rp2`` and the words of its PIO assembler exist on the controller only.

from array import array

import rp2
from machine import Pin


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
)
def _ws2812():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Pixels:
    """``lamps`` pixels of each lamp, one after another on one data line."""

    def __init__(self, pin, lamps):
        self._lamps = lamps
        self._words = array("I", [0] * sum(lamps))
        self._machine = rp2.StateMachine(4, _ws2812, freq=8_000_000, sideset_base=Pin(pin))
        self._machine.active(1)

    def show(self, colours):
        """r, g, b of each lamp."""
        at = 0
        for lamp, count in enumerate(self._lamps):
            r, g, b = colours[3 * lamp], colours[3 * lamp + 1], colours[3 * lamp + 2]
            for _ in range(count):
                self._words[at] = g << 16 | r << 8 | b
                at += 1
        self._machine.put(self._words, 8)
