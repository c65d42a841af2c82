"""``python -m console.service.sticks LANGUAGE ERRAND``: one errand, its answer as a line of JSON.

Told to end (SIGTERM) it takes back what it has begun.
"""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from console.i18n import Words
from console.service.sticks.errands import Errand, perform


def main(language: str, line: str) -> None:
    """Do the errand."""
    ends: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ends.append(number))
    os.umask(0o022)  # the owner's other computer should be able to read it
    errand: Errand = msgspec.json.decode(line, type=Errand)
    answer = perform(errand, Words(language), lambda: not ends)
    if not ends:  # else nobody listens
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
