"""All sixteen sensors a thousand times a second without the processor: PIO, ADC and DMA.

A PIO state machine at 1 MHz sets the address of the 74HC4067, waits for 12 µs, and pushes a word;
DMA carries it into the ADC's control register, which starts one conversion (2 µs); DMA carries the
result from the ADC's FIFO into a ring of 128 scans. README.md has the arithmetic.
"""

# mypy: ignore-errors
# ruff: noqa: F821
# ``machine``, ``rp2`` and the words of its PIO assembler exist on the controller only.

import time

import rp2
import uctypes
from machine import ADC, Pin, mem32

CHANNELS = 16
PERIOD_US = 1000
STEP_US = 20  # from channel to channel
FIRST_US = 17  # from the state machine's start to the first sensor's conversion
RING_BITS = 12
SCANS = (1 << RING_BITS) // (2 * CHANNELS)
AT_ONCE = 6
KEEP = 8  # scans of the ring that may be overwritten while they are read

_PIO0_RXF0 = 0x50200020
_ADC_CS, _ADC_FCS, _ADC_FIFO = 0x4004C000, 0x4004C008, 0x4004C00C
_DREQ_RX0, _DREQ_ADC = 4, 36
_ONE_CONVERSION = 0x05  # enabled, start once, input 0
_FIFO_TO_DMA = 0x01000009  # FIFO on, a request for each result
_FIFO_FAULTS = 0x00000C00  # overflow, underflow: write to clear
_FOREVER = 0x7FFFFFFF  # conversions: 37 hours
_RENEW = _FOREVER - 1_000_000 * 16


@rp2.asm_pio(out_init=(rp2.PIO.OUT_LOW,) * 4)
def _addresses():
    pull()
    mov(y, osr)
    wrap_target()
    set(x, 15)  # 1
    label("channel")
    mov(pins, x)[11]  # 12: the sensor's divider loads the converter's input
    mov(isr, y)  # 1
    push(noblock)[5]  # 6: one conversion; the address stays until it is over
    jmp(x_dec, "channel")  # 1: so 20 a channel, 320 for all
    set(x, 20)  # 1
    label("rest")
    jmp(x_dec, "rest")[31]  # 32 each, 672
    nop()[5]  # 6: 1 + 320 + 1 + 672 + 6 = 1000
    wrap()


class Scanner:
    """``first_pin`` is S0 of the multiplexer, S1 to S3 follow; its output is on GPIO26.

    Address 15 is read first. ``first_t`` are the ticks of scan 0 of this run.
    """

    def __init__(self, first_pin):
        ADC(Pin(26))
        self._first_pin = first_pin
        memory = bytearray(2 << RING_BITS)
        at = uctypes.addressof(memory)
        skip = -at & ((1 << RING_BITS) - 1)
        self._memory = memory
        self._chosen = memoryview(bytearray(AT_ONCE * 2 * CHANNELS))
        self._ring = memoryview(memory)[skip : skip + (1 << RING_BITS)]
        self._starter, self._taker = rp2.DMA(), rp2.DMA()
        self._machine = None
        self.first_t = 0
        self.restart()

    def restart(self):
        """Begin a new run of scans, a few milliseconds after the last."""
        if self._machine is not None:
            self._machine.active(0)
        self._starter.active(0)
        self._taker.active(0)
        mem32[_ADC_FCS] = _FIFO_TO_DMA | _FIFO_FAULTS
        while mem32[_ADC_FCS] >> 16 & 15:
            mem32[_ADC_FIFO]
        taker, starter = self._taker, self._starter
        taker.config(
            read=_ADC_FIFO,
            write=self._ring,
            count=_FOREVER,
            ctrl=taker.pack_ctrl(
                size=1,
                inc_read=False,
                inc_write=True,
                ring_size=RING_BITS,
                ring_sel=True,
                treq_sel=_DREQ_ADC,
            ),
            trigger=True,
        )
        starter.config(
            read=_PIO0_RXF0,
            write=_ADC_CS,
            count=_FOREVER,
            ctrl=starter.pack_ctrl(
                size=2, inc_read=False, inc_write=False, treq_sel=_DREQ_RX0, high_pri=True
            ),
            trigger=True,
        )
        machine = rp2.StateMachine(0, _addresses, freq=1_000_000, out_base=Pin(self._first_pin))
        self._machine = machine
        machine.active(1)
        self.first_t = time.ticks_us()
        machine.put(_ONE_CONVERSION)

    def made(self):
        """Scans complete since the start of this run."""
        return (_FOREVER - self._taker.count) // CHANNELS

    def codes(self, scan, stop, skip):
        """The codes of up to six scans from ``scan`` to ``stop - 1``, u16 each, without the first
        ``skip`` channels. Valid until the next call."""
        size = 2 * (CHANNELS - skip)
        count = min(AT_ONCE, stop - scan)
        chosen, ring = self._chosen, self._ring
        for i in range(count):
            at = (scan + i) % SCANS * 2 * CHANNELS + 2 * skip
            chosen[i * size : (i + 1) * size] = ring[at : at + size]
        return chosen[: count * size]

    def ended(self):
        """Must there be a new run: a conversion lost, or the counter near its end?"""
        return bool(mem32[_ADC_FCS] & _FIFO_FAULTS) or self.made() > _RENEW // CHANNELS
