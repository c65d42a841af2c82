"""A hall's network between tables and their desk: it carries what comes, or it is cut and gone."""

from __future__ import annotations

import asyncio
from threading import Thread
from typing import Final

PIECE: Final = 1 << 16


class HallNetwork:
    """Listens at ``port``, passes all on to the desk at ``to``; a thread of its own."""

    def __init__(self) -> None:
        self.to = self.port = 0
        self._up = True
        self._lines: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._line, "127.0.0.1", 0, backlog=1024)
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self._thread = Thread(target=self._loop.run_forever, name="network", daemon=True)
        self._thread.start()

    async def _line(self, asks: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        try:
            if not self._up:
                return
            heard, told = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            return
        else:
            self._lines |= {answers, told}
            await asyncio.gather(_carried(asks, told), _carried(heard, answers))
            self._lines -= {answers, told}
        finally:
            answers.transport.abort()

    def cut(self, *, up: bool) -> None:
        """Every line ends at once; ``up``: new ones are carried."""
        self._loop.call_soon_threadsafe(self._cut, up)

    def _cut(self, up: bool) -> None:
        self._up = up
        for line in self._lines:
            line.transport.abort()

    def close(self) -> None:
        """It is over."""
        self.cut(up=False)
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.call_later, 0.2, self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _carried(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Until one of both ends; then the other does."""
    try:
        while data := await source.read(PIECE):
            target.write(data)
            await target.drain()
    except OSError:
        pass
    finally:
        target.transport.abort() if target.transport.is_closing() else target.close()
