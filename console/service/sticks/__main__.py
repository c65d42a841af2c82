"""``python -m console.service.sticks LANGUAGE ERRAND``: one errand, its answer as a line of JSON.

Ended by SIGTERM it takes back what it has begun.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

import msgspec

from console.i18n import Words
from console.service.sticks.errands import Errand, perform


def leave(number: int, frame: FrameType | None) -> NoReturn:
    """End by way of whoever has to take something back."""
    sys.exit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, leave)
    os.umask(0o022)  # the owner's other computer should be able to read it
    language, line = sys.argv[1:]
    asked: Errand = msgspec.json.decode(line, type=Errand)
    sys.stdout.buffer.write(msgspec.json.encode(perform(asked, Words(language))) + b"\n")
