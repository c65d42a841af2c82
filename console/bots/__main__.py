"""The opponents' own process, ``python -m console.bots``: questions in, actions out, a line each.

Standard error is for the log. ``console.bots.worker`` is the other end.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import time
from contextlib import suppress
from typing import BinaryIO, Final

from console.bots.choose import choose
from console.bots.registry import load_all
from console.games.forms import Json
from console.system.child import READY
from drivers.times import MS

ORPHAN_S: Final = 30
"""So long after its time an agent that nobody stops ends by itself."""
LONGEST_S: Final = 3600


def main() -> None:
    """Answers until end of input."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what an agent prints is no answer
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, out)


def serve(inp: BinaryIO, out: BinaryIO) -> None:
    """Says that it is ready, then answers line by line. A fault ends it: it will be replaced."""
    load_all()
    _write(out, READY)
    while line := inp.readline():
        question = json.loads(line)
        # The table kills whoever overruns. Should the table itself be gone, nobody thinks for ever.
        limit_s = min(question["millis"] / 1000 + ORPHAN_S, LONGEST_S)
        faulthandler.dump_traceback_later(limit_s, exit=True)
        _write(out, {"id": question["id"], "action": _think(question)})
        faulthandler.cancel_dump_traceback_later()


def _think(question: Json) -> Json:
    until_ns = time.monotonic_ns() + question["millis"] * MS
    return choose(
        question["game"],
        question["observation"],
        question["level"],
        lambda: time.monotonic_ns() >= until_ns,
        question["salt"],
    )


def _write(out: BinaryIO, message: Json) -> None:
    out.write(json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n")
    out.flush()


if __name__ == "__main__":
    main()
