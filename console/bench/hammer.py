"""Phones that mean ill, ``python -m console.bench.hammer [HOST]``: they say as much as may be said,
and more; without HOST to a server of their own, which shows what they take of a machine by
themselves. They give way to the table, since phones have processors of their own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

PHONES: Final = 16
FLOOD: Final = 40
HEARD: Final = 10
SAID: Final = ("b", "{", '{"do":"win"}', "x" * 900)


async def _phone(host: str, number: int) -> None:
    """Opens a line, says too much, is thrown out, and comes again; or posts codes that are none."""
    url, own = f"ws://{host}/{('hand', 'live')[number % 2]}", Origin(f"http://{host}")
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            if number % 4 == 3:
                await _post(host)
            else:
                await _flood(connect(url, origin=own), number)
        await asyncio.sleep(0)


async def _flood(connecting: connect, number: int) -> None:
    """Say too much, and hear until it is thrown out."""
    async with connecting as line:
        for n in range(FLOOD):
            await line.send(SAID[(n // 12 + number) % len(SAID)])
        async for _ in line:
            pass


async def _post(host: str) -> None:
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    body = b'{"code":"a guess"}'
    head = f"POST /pair HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await reader.readline()
    writer.close()


async def _all(host: str) -> None:
    await asyncio.gather(*(_phone(host, number) for number in range(PHONES)))


async def _among_themselves() -> None:
    """Their server listens to each for a while, and throws it out."""

    async def hears(line: ServerConnection) -> None:
        for _ in range(HEARD):
            await line.recv()

    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # what they say is nonsense
    async with serve(hears, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        await _all(f"127.0.0.1:{port}")


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(19)
    asyncio.run(_all(sys.argv[1]) if len(sys.argv) > 1 else _among_themselves())
