"""A web process of its own beside whoever started it: messages in and out, a JSON line each.

It gives way to its starter, ends with it, and whatever it does costs that one nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Protocol

from starlette.types import ASGIApp

from console.web.gate import Gate
from console.web.guards import Door
from console.web.messages import Failed, Opened, plain
from console.web.serving import listening, server
from drivers.reasons import reason_of

Json = dict[str, Any]
Tell = Callable[[Json], None]


class WebSide(Protocol):
    """What a web process serves."""

    app: ASGIApp
    door: Door

    def hear(self, message: Json) -> None:
        """Do what the starter says, in its order."""
        ...

    async def watch(self) -> None:
        """Tell the starter every second that all is well, without end."""
        ...


def run(
    make: Callable[[Json, frozenset[str], Tell], WebSide], bytes_a_second: int, most_bytes: int
) -> None:
    """Serve until the input ends. ``make`` gets the first message, whose ``host`` and ``port`` (0:
    any) are those to listen at, the names by which we are called there, and whom to tell. The
    first that is told is ``Opened`` with the port, or ``Failed`` with why."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no message
    inp = sys.stdin.buffer
    line = inp.readline()
    if not line.endswith(b"\n"):
        return  # the starter has gone already
    first: Json = json.loads(line)

    def tell(message: Json) -> None:
        with suppress(BrokenPipeError):  # the starter has gone, and its end ends us
            out.write(json.dumps(message).encode() + b"\n")

    try:
        opened, hosts = listening(first["host"], first["port"])
    except OSError as error:
        tell(plain(Failed(reason_of(error).message)))
        return
    served = make(first, hosts, tell)
    tell(plain(Opened(opened.getsockname()[1])))
    gate = Gate(served.door.refuse, bytes_a_second)
    asyncio.run(_serve(served, gate, most_bytes, opened, inp))


async def _serve(
    served: WebSide, gate: Gate, most_bytes: int, opened: socket.socket, inp: BinaryIO
) -> None:
    serving = server(served.app, gate, most_bytes)
    loop = asyncio.get_running_loop()

    def listen() -> None:
        """A thread of its own: a pipe can be looked into without waiting on few systems."""
        with suppress(ValueError):  # half a line is its last: it was killed
            for line in inp:
                loop.call_soon_threadsafe(served.hear, json.loads(line))
        loop.call_soon_threadsafe(setattr, serving, "should_exit", True)

    hearing = loop.run_in_executor(None, listen)
    watching = asyncio.create_task(served.watch())
    await serving.serve([opened])
    watching.cancel()
    os._exit(0 if hearing.done() else 1)  # the starter has gone, or a fault has ended us
