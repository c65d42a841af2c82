"""The pad controller's program on a Raspberry Pi Pico: hardware in, ``Session`` out."""

# mypy: ignore-errors
# MicroPython's modules exist on the controller only.

import json
import os
import select
import sys
import time

import machine
import micropython
from machine import I2C, WDT, Pin

from . import VERSION, lights, scanner, wire
from .accelerometer import Accelerometer
from .fall import FallDetector
from .lines import Line
from .pixels import Pixels
from .scanner import Scanner
from .session import SEATED, SYNC, Description, Session

ADDRESS_PIN, LIGHT_PIN, REED_PIN, SYNC_PIN, SDA_PIN, SCL_PIN = 2, 16, 14, 15, 20, 21
FULL_CODE = 4095
WATCHDOG_MS = 3_000
FALL_US = 10_000
I2C_TIMEOUT_US = 2_000  # a bus that hangs may not hold up the loop; a reading takes 250
AT_ONCE = 64
LEAVE = "leave"
SETTINGS = "pad.json"
USUAL = {"seats": 6, "divider_ohm": 10_000, "segment": 8, "ring": 16, "budget_ma": 1500}
"""What ``pad.json`` may say otherwise: WS2812 in a seat's segment and in the ring, their supply."""


def start():
    """Run for ever, or not at all if the host asked to leave room for another program."""
    if LEAVE in _files():
        os.remove(LEAVE)
        return
    Controller(settings()).run()


def settings():
    """``USUAL`` and what the file says."""
    known = dict(USUAL)
    if SETTINGS in _files():
        with open(SETTINGS) as file:
            known.update(json.load(file))
    return known


def _files():
    try:
        return os.listdir()
    except OSError:  # a flash without a file system: everything is frozen into the program
        return []


class Controller:
    """Everything on the board, and the main loop."""

    def __init__(self, known):
        seats = known["seats"]
        self._skip = scanner.CHANNELS - 2 * seats
        self._size = 4 * seats
        self._lamps = [known["segment"]] * seats + ([known["ring"]] if known["ring"] else [])
        self._budget_ma = known["budget_ma"]
        boot = int.from_bytes(os.urandom(2), "little") % wire.CRC_START
        self._session = Session(self._description(seats, known["divider_ohm"]), boot)
        self._reed = Line(REED_PIN)
        self._sync = Line(SYNC_PIN, active_low=False)
        self._fall = FallDetector()
        i2c = I2C(0, sda=Pin(SDA_PIN), scl=Pin(SCL_PIN), timeout=I2C_TIMEOUT_US)
        self._accelerometer = Accelerometer(i2c)
        self._fall_due = time.ticks_us()
        self._session.edges.start(0, self._reed.active)
        self._session.edges.start(1, self._sync.active)
        self._pixels = Pixels(LIGHT_PIN, self._lamps)
        self._shown = b""
        self._scanner = Scanner(ADDRESS_PIN)
        self._grid = self._next = 0
        self._scan_t = self._scanner.first_t
        self._poll, self._room = select.poll(), select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room.register(sys.stdout, select.POLLOUT)

    def _description(self, seats, divider_ohm):
        channels = []
        for place in range(self._skip, scanner.CHANNELS):
            address = scanner.CHANNELS - 1 - place  # address 2 s is the top of seat s
            offset_us = scanner.FIRST_US + scanner.STEP_US * place
            channels.append((address // 2, address % 2, offset_us))
        return Description(
            pad_id=(machine.unique_id() + bytes(8))[:8],
            seats=seats,
            full_code=FULL_CODE,
            divider_ohm=divider_ohm,
            scan_period_us=scanner.PERIOD_US,
            lamps=len(self._lamps),
            channels=channels,
            lines=[SEATED, SYNC],
        )

    def run(self):
        """Turns of well below a millisecond; scans go on without them."""
        micropython.kbd_intr(-1)  # frames may hold Ctrl-C
        self._session.remarks.append("program " + ".".join(map(str, VERSION)))
        if not self._accelerometer.found:
            self._session.remarks.append("no accelerometer: falls by the reed alone")
        watchdog = WDT(timeout=WATCHDOG_MS)
        while not self._session.leaving:
            watchdog.feed()
            self.turn()
        with open(LEAVE, "w"):
            pass
        machine.reset()

    def turn(self):
        """Hear, look, say."""
        session = self._session
        self._hear(session)
        self._say(session)  # a ping's answer leaves before there is work to wait for
        made = self._scanner.made()  # before the lines: an edge goes before the scans after it
        now = time.ticks_us()
        self._look(session, now)
        self._scan(session, made)
        session.tick(time.ticks_us())
        self._say(session)
        if session.lights != self._shown:
            self._shown = session.lights
            self._pixels.show(lights.capped(self._shown, self._lamps, self._budget_ma))

    def _hear(self, session):
        if self._poll.poll(0):
            now = time.ticks_us()
            data = sys.stdin.buffer.read(1)
            while len(data) < AT_ONCE and self._poll.poll(0):
                data += sys.stdin.buffer.read(1)
            session.receive(data, now)

    def _say(self, session):
        """What the port takes now; the rest waits in the session, which knows what to drop. A host
        that stops to read in the middle of a frame costs half a second, once."""
        while self._room.poll(0):
            frames = session.take(1)
            if not frames:
                return
            sys.stdout.buffer.write(frames[0])

    def _look(self, session, now):
        for active, t in self._reed.edges(now):
            session.edge(0, active and not self._fall.fallen, t, now)
        for active, t in self._sync.edges(now):
            session.edge(1, active, t, now)
        if self._accelerometer.found and wire.ticks_diff(now, self._fall_due) >= 0:
            self._fall_due = (now + FALL_US) & (wire.TICKS - 1)
            reading = self._accelerometer.read()
            if reading is not None and self._fall.feed(now, *reading):
                session.edge(0, self._reed.active and not self._fall.fallen, now, now)

    def _scan(self, session, made):
        oldest = made - scanner.SCANS + scanner.KEEP
        if self._next < oldest:  # this loop has slept longer than the ring is
            session.missed(oldest - self._next)
            self._skip_scans(oldest - self._next)
        while self._next < made:
            codes = self._scanner.codes(self._next, made, self._skip)
            number = (self._grid + self._next) & 0xFFFF
            session.scans(number, self._scan_t, scanner.PERIOD_US, codes)
            self._skip_scans(len(codes) // self._size)
        if self._scanner.ended():
            self._scanner.restart()
            pause_us = wire.ticks_diff(self._scanner.first_t, self._scan_t)
            gone = max(0, -(-pause_us // scanner.PERIOD_US))
            session.missed(gone)
            self._grid = (self._grid + self._next + gone) & 0xFFFF
            self._next, self._scan_t = 0, self._scanner.first_t

    def _skip_scans(self, count):
        self._next += count
        self._scan_t = (self._scan_t + count * scanner.PERIOD_US) & (wire.TICKS - 1)
