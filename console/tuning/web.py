"""The page's process: whoever reaches it looks on, whoever knows the PIN may change something."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from hmac import compare_digest
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from console.tuning.messages import Counted, ScopeFrame, Wish, Wished
from console.tuning.page import ScopePage
from console.web.guarded import Guarded, body_of, refused
from console.web.guards import Bucket, Door, RefusalWord, Tries, WebRefusal
from console.web.secret import hashed, new_secret
from console.web.streams import EventStream
from drivers.times import SECOND

COOKIE: Final = "khvatka-scope"
MOST_BYTES: Final = 512
"""Of what is posted."""
BYTES_A_SECOND: Final = 4096
MOST_LOOKING: Final = 16
MOST_SESSIONS: Final = 8
"""Phones that know the PIN; the one that was told it first is forgotten first."""
WISHES_A_SECOND: Final = 4


class ScopeWeb:
    """All of it, beside the pipe (``console.web.process.WebSide`` by messages)."""

    def __init__(
        self,
        page: ScopePage,
        hosts: frozenset[str],
        pin: str,
        tell: Callable[[Wished | Counted], None],
    ) -> None:
        self.door, self.every_s = Door(hosts), 1.0
        self._page, self._pin, self._tell = page, pin, tell
        self._tries = Tries()
        self._sessions: OrderedDict[bytes, Bucket] = OrderedDict()
        self._looking: dict[EventStream, bool] = {}
        self._frame: str | None = None
        self._number = 0
        self.app: ASGIApp = Guarded(
            Starlette(
                routes=[
                    Route("/", self._html, methods=["GET"]),
                    Route("/scope.js", self._script, methods=["GET"]),
                    Route("/live", self._live, methods=["GET"]),
                    Route("/pin", self._enter, methods=["POST"]),
                    Route("/wish", self._wish, methods=["POST"]),
                ],
                exception_handlers=dict.fromkeys((404, 405), page.nowhere.answer),
            ),
            self.door,
            lambda _host: page.headers,
            lambda _path: MOST_BYTES,
        )

    def hear(self, frame: ScopeFrame) -> None:
        """The newest of the board, for everybody who looks on."""
        self._frame = frame.view
        self._number += 1
        self._looking = {stream: may for stream, may in self._looking.items() if not stream.closed}
        for stream, may in self._looking.items():
            self._show(stream, may)

    def _show(self, stream: EventStream, may: bool) -> None:
        if self._frame is not None:
            data = f'{{"may":{"true" if may else "false"},"view":{self._frame}}}'
            stream.show("frame", data, self._number)

    async def watch(self) -> None:
        """Every ``every_s``: who looks on, what was refused."""
        while True:
            await asyncio.sleep(self.every_s)
            counts, self.door.refused = self.door.refused, type(self.door.refused)()
            looking = sum(not stream.closed for stream in self._looking)
            self._tell(Counted(looking, {word.value: n for word, n in counts.items()}))

    async def _html(self, request: Request) -> Response:
        return self._page.html.to(request)

    async def _script(self, request: Request) -> Response:
        return self._page.script.to(request)

    async def _live(self, request: Request) -> Response:
        """The frames. Who may wish is told so."""
        if sum(not stream.closed for stream in self._looking) >= MOST_LOOKING:
            return refused(self.door, RefusalWord.FULL)
        stream = EventStream()
        self._looking[stream] = self._session(request) is not None
        self._show(stream, self._looking[stream])
        return stream

    async def _enter(self, request: Request) -> Response:
        """The PIN for a cookie."""
        address, now_ns = request.client.host if request.client else "", time.monotonic_ns()
        try:
            self._tries.check(address, now_ns)
            said = (await body_of(request, MOST_BYTES)).decode("ascii", "replace")
            if not compare_digest(said.encode(), self._pin.encode()):
                raise WebRefusal(RefusalWord.CODE)
        except WebRefusal as refusal:
            return refused(self.door, refusal.word)
        self._tries.was_right(address)
        secret = new_secret()
        self._sessions[hashed(secret)] = Bucket(WISHES_A_SECOND, SECOND)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        answer = Response(status_code=204)
        answer.set_cookie(COOKIE, secret, httponly=True, samesite="strict")
        return answer

    async def _wish(self, request: Request) -> Response:
        """Whoever has the cookie wishes something."""
        try:
            session = self._session(request)
            if session is None:
                raise WebRefusal(RefusalWord.UNKNOWN)
            if not session.take(time.monotonic_ns()):
                raise WebRefusal(RefusalWord.OFTEN)
            wish = msgspec.json.decode(await body_of(request, MOST_BYTES), type=Wish)
        except WebRefusal as refusal:
            return refused(self.door, refusal.word)
        except (msgspec.DecodeError, UnicodeError):
            return refused(self.door, RefusalWord.NONSENSE)
        self._tell(Wished(wish))
        return Response(status_code=204)

    def _session(self, request: Request) -> Bucket | None:
        return self._sessions.get(hashed(request.cookies.get(COOKIE, "")))
