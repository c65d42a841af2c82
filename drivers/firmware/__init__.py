"""The pad controller's own program: MicroPython on a Raspberry Pi Pico, pure logic on any Python.

The wire contract is WIRE.md; the version goes out in HELLO and decides whether the host talks.
"""

PROTOCOL = 1
VERSION = (1, 0, 0)
