"""The firmware's logic in a real MicroPython on a PC: sensors that tell a fixed story, its standard
streams for a serial port.

usage: micropython pad_on_unix.py TICKS      TICKS is what its clock shows at first
"""

# mypy: ignore-errors
# MicroPython's modules: its time, sys and select have names that CPython's lack.

import select
import struct
import sys
import time

from firmware import wire
from firmware.session import SEATED, Description, Session

TICKS = 1 << 30
RESTING, PRESSED = 4, 3700
STEP_US, HOLD_US, FALL_US = 500_000, 200_000, 2_000_000

start = time.ticks_us() - int(sys.argv[1])


def ticks() -> int:
    return (time.ticks_us() - start) & (TICKS - 1)


def codes_at(since_us: int) -> bytes:
    """Every half second a hand at the next of two seats: both its sensors step at once."""
    hand, within = since_us // STEP_US, since_us % STEP_US
    codes = [RESTING] * 4
    if hand and within < HOLD_US:
        seat = hand % 2
        codes[2 * seat] = codes[2 * seat + 1] = PRESSED
    return struct.pack("<4H", *codes)


def main() -> None:
    channels = [(0, 0, 0), (0, 1, 30), (1, 0, 60), (1, 1, 90)]
    pad = Description(
        pad_id=b"unixport",
        seats=2,
        full_code=4095,
        divider_ohm=10_000,
        scan_period_us=1_000,
        lamps=3,
        channels=channels,
        lines=[SEATED],
    )
    session = Session(pad, 0x1234)
    session.edges.start(0, True)
    compiled = getattr(wire.crc16, "__name__", "compiled")
    session.remarks.append("MicroPython " + sys.version + "; crc16 " + compiled)
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    scan, story, told = 0, None, 0
    while True:
        session.tick(ticks())
        for frame in session.take():
            sys.stdout.buffer.write(frame)
        if poll.poll(1):
            data = sys.stdin.buffer.read(1)
            if not data:
                return
            session.receive(data, ticks())
        if not session.streaming:
            continue
        now = ticks()
        if story is None:
            story = now
        since = wire.ticks_diff(now, story)
        falls = since // FALL_US
        while told < falls:  # knocked off after 2 s, put back after 4
            told += 1
            session.edge(0, told % 2 == 0, (story + told * FALL_US) & (TICKS - 1), now)
        while scan * 1000 + 200 < since:
            t = (story + scan * 1000) & (TICKS - 1)
            session.scans(scan & 0xFFFF, t, 1000, codes_at(scan * 1000))
            scan += 1


main()
