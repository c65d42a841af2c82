"""The web process of a table, ``python -m console.phones``: messages in and out, a line each.

It gives way to the table, ends with it, and whatever it does costs no frame.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
from typing import BinaryIO, Final

import uvicorn

from console.phones import messages
from console.phones.gate import Gate, protocols
from console.phones.guards import MOST_BYTES
from console.phones.page import Page
from console.phones.web import Web

LOOPBACK: Final = ("127.0.0.1", "localhost")
BACKLOG: Final = 128


def main() -> None:
    """Serve until the input ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no message
    inp = sys.stdin.buffer
    opening: messages.Open = messages.read(json.loads(inp.readline()), messages.Open)

    def tell(message: messages.ToTable) -> None:
        out.write(json.dumps(messages.plain(message)).encode() + b"\n")

    try:
        listening = socket.create_server((opening.host, opening.port), backlog=BACKLOG)
    except OSError as error:
        tell(messages.Failed(error.strerror or str(error)))
        return
    port: int = listening.getsockname()[1]
    names = LOOPBACK if opening.host in LOOPBACK else (opening.host,)
    hosts = frozenset(f"{name}:{port}" for name in names)
    if port == 80:
        hosts |= frozenset(names)
    web = Web(Page(opening), hosts, tell, opening.known)
    web.every_s = opening.every_s
    tell(messages.Opened(port))
    asyncio.run(_serve(web, listening, inp))


def _ours(record: logging.LogRecord) -> bool:
    """What a stranger says is no error of ours: it is refused, counted, and fills no log."""
    return record.exc_info is None or not isinstance(record.exc_info[1], UnicodeDecodeError)


async def _serve(web: Web, listening: socket.socket, inp: BinaryIO) -> None:
    http, ws = protocols(Gate(web.door.refuse))
    server = uvicorn.Server(
        uvicorn.Config(
            web.app,
            http=http,
            ws=ws,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            h11_max_incomplete_event_size=8 * MOST_BYTES,
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,
        )
    )
    logging.getLogger("uvicorn.error").addFilter(_ours)
    loop = asyncio.get_running_loop()

    def listen() -> None:
        """A thread of its own: a pipe can be looked into without waiting on few systems."""
        for line in inp:
            message: messages.ToWeb = messages.read(json.loads(line), messages.ToWeb)
            loop.call_soon_threadsafe(web.hear, message)
        loop.call_soon_threadsafe(setattr, server, "should_exit", True)

    hearing = loop.run_in_executor(None, listen)
    watching = asyncio.create_task(web.watch())
    await server.serve([listening])
    watching.cancel()
    os._exit(0 if hearing.done() else 1)  # the table has gone, or a fault has ended us


if __name__ == "__main__":
    main()
