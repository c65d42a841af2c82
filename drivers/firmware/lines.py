"""Digital inputs, each edge with the ticks of its interrupt."""

# mypy: ignore-errors
# ``machine`` exists on the controller only.

import time
from array import array

from machine import Pin

_RING = 64


class Line:
    """An input: to ground with a pull-up, or (not ``active_low``) to 3.3 V with a pull-down.

    The interrupt only notes its time: it allocates nothing.
    """

    def __init__(self, pin, active_low=True):
        self._pin = Pin(pin, Pin.IN, Pin.PULL_UP if active_low else Pin.PULL_DOWN)
        self._active = 0 if active_low else 1
        self._times = array("i", [0] * _RING)
        self._made = self._taken = 0
        self._level = self.active
        handler = self._edge  # bound here: an interrupt may not make one
        self._pin.irq(handler, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    @property
    def active(self):
        return self._pin.value() == self._active

    def _edge(self, pin):
        self._times[self._made & (_RING - 1)] = time.ticks_us()
        self._made += 1

    def edges(self, now):
        """Level and ticks of each change since the last call.

        Edges alternate, so their levels are known; if the last does not lead to the present level
        one was missed, and the present counts as it.
        """
        out = []
        made = self._made
        over = made - self._taken - _RING
        if over > 0:  # more than the ring holds: the oldest are gone
            self._taken += over
            if over & 1:
                self._level = not self._level
        while self._taken != made:
            self._level = not self._level
            out.append((self._level, self._times[self._taken & (_RING - 1)]))
            self._taken += 1
        active = self.active
        if active != self._level and made == self._made:
            self._level = active
            out.append((active, now))
        return out
