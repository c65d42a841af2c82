"""The web process of a table, ``python -m console.phones``: messages in and out, a line each.

It gives way to the table, ends with it, and whatever it does costs no frame.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from typing import BinaryIO

from console.phones import messages
from console.phones.limits import BYTES_A_SECOND, MOST_BYTES
from console.phones.page import Page
from console.phones.web import Web
from console.web.gate import Gate
from console.web.serving import listening, server


def main() -> None:
    """Serve until the input ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no message
    inp = sys.stdin.buffer
    opening: messages.Open = messages.read(json.loads(inp.readline()), messages.Open)

    def tell(message: messages.ToTable) -> None:
        out.write(json.dumps(messages.plain(message)).encode() + b"\n")

    try:
        opened, hosts = listening(opening.host, opening.port)
    except OSError as error:
        tell(messages.Failed(error.strerror or str(error)))
        return
    web = Web(Page(opening), hosts, tell, opening.known)
    web.every_s = opening.every_s
    tell(messages.Opened(opened.getsockname()[1]))
    asyncio.run(_serve(web, opened, inp))


async def _serve(web: Web, opened: socket.socket, inp: BinaryIO) -> None:
    serving = server(web.app, Gate(web.door.refuse, BYTES_A_SECOND), MOST_BYTES)
    loop = asyncio.get_running_loop()

    def listen() -> None:
        """A thread of its own: a pipe can be looked into without waiting on few systems."""
        for line in inp:
            message: messages.ToWeb = messages.read(json.loads(line), messages.ToWeb)
            loop.call_soon_threadsafe(web.hear, message)
        loop.call_soon_threadsafe(setattr, serving, "should_exit", True)

    hearing = loop.run_in_executor(None, listen)
    watching = asyncio.create_task(web.watch())
    await serving.serve([opened])
    watching.cancel()
    os._exit(0 if hearing.done() else 1)  # the table has gone, or a fault has ended us


if __name__ == "__main__":
    main()
