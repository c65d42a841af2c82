"""Server-Sent Events: the newest message waits for its reader, nothing older does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from console.web.gate import STREAM

QUIET_S: Final = 15.0
"""So long nothing is said; then a comment, so that both know that the other is there."""
SLOW_S: Final = 10.0
"""Whoever takes nothing for so long is dropped."""


class EventStream(Response):
    """An open stream. ``show`` replaces what was not sent yet; ``close`` ends it."""

    def __init__(self) -> None:
        super().__init__(media_type="text/event-stream")
        self._message: bytes | None = None
        self._closed = False
        self._news = asyncio.Event()

    @property
    def closed(self) -> bool:
        """It ends, or has."""
        return self._closed

    def show(self, kind: str, data: str, number: int) -> None:
        """``data`` is one line."""
        self._message = f"id: {number}\nevent: {kind}\ndata: {data}\n\n".encode()
        self._news.set()

    def close(self) -> None:
        """It ends, once what waits was sent."""
        self._closed = True
        self._news.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until one of both ends."""
        scope[STREAM] = True
        sending = asyncio.create_task(self._send(send))
        hearing = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            hearing.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)
            self._closed = True

    async def _send(self, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream"),
            (b"connection", b"close"),
            (b"x-accel-buffering", b"no"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while not (self._closed and self._message is None):
            message, self._message = self._message, None
            if message is not None:
                async with asyncio.timeout(SLOW_S):
                    await send({"type": "http.response.body", "body": message, "more_body": True})
            self._news.clear()
            if self._closed or self._message is not None:
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await self._news.wait()
                    continue
            self._message = self._message or b":\n\n"
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
