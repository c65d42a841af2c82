"""Which pin of the Raspberry Pi's header a line has: two numbers that people take for one."""

from __future__ import annotations

from typing import Final

HEADER: Final = {
    2: 3,
    3: 5,
    4: 7,
    5: 29,
    6: 31,
    7: 26,
    8: 24,
    9: 21,
    10: 19,
    11: 23,
    12: 32,
    13: 33,
    14: 8,
    15: 10,
    16: 36,
    17: 11,
    18: 12,
    19: 35,
    20: 38,
    21: 40,
    22: 15,
    23: 16,
    24: 18,
    25: 22,
    26: 37,
    27: 13,
    0: 27,
    1: 28,
}
"""BCM line to pin of the Raspberry Pi's header."""
