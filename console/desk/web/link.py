"""What tables ask of the desk (``console/link/README.md``)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from console.desk.links import LinkedTable
from console.desk.web.desk_web import LINK_BYTES, DeskWeb, TableLine, encoded
from console.link.messages import OF_EVENT, Join, Joined, ResultAnswer, ResultSent, TableReport
from console.web.guarded import body_of, refused
from console.web.guards import ByAddress, RefusalWord, WebRefusal
from drivers.times import MINUTE

TOLD_A_MINUTE: Final = 120
"""By one table, as many at once. A full table tells a tenth of that; one that was long without
network sends the rest of its results two a second."""
_BEARER: Final = "Bearer "


def link_routes(web: DeskWeb) -> list[Route]:
    """All of them."""
    link = _Link(web)
    return [
        Route("/link/join", link.guarded(link.join), methods=["POST"]),
        Route("/link/stream", link.guarded(link.stream), methods=["GET"]),
        Route("/link/results/{id}", link.guarded(link.result), methods=["PUT"]),
        Route("/link/report", link.guarded(link.report), methods=["POST"]),
    ]


class _Line(Response):
    """Known to the desk as long as it is open."""

    def __init__(self, web: DeskWeb, line: TableLine) -> None:
        super().__init__()
        self.web, self.line = web, line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.line.stream(scope, receive, send)
        finally:
            self.web.ended(self.line)


class _Link:
    def __init__(self, web: DeskWeb) -> None:
        self.web, self.runner = web, web.runner
        self._told = ByAddress(TOLD_A_MINUTE, MINUTE)

    def guarded(self, handler: Any) -> Any:
        """A refusal is its word."""

        async def answered(request: Request) -> Response:
            try:
                return await handler(request)  # type: ignore[no-any-return]
            except WebRefusal as refusal:
                return refused(self.web.door, refusal.word)

        return answered

    async def join(self, request: Request) -> Response:
        """A code for a token."""
        asked = _read(await body_of(request, LINK_BYTES), Join)
        address = self.web.source(request)
        self.web.tries.check(address, self.web.now_ns())
        joined = await self.web.work(self.runner.links.join, asked, self.runner.now_ms())
        self.web.tries.was_right(address)
        self.web.changed()
        return _answer(joined)

    async def stream(self, request: Request) -> Response:
        """It lives as long as the table is here."""
        return _Line(self.web, await self.web.open(await self._table(request)))

    async def result(self, request: Request) -> Response:
        """Kept when it is answered."""
        table = await self._telling(request)
        sent = _read(await body_of(request, LINK_BYTES), ResultSent)
        same_id = sent.id == request.path_params["id"]
        if not same_id or sent.digest != request.headers.get("khvatka-digest"):
            raise WebRefusal(RefusalWord.NONSENSE)
        answer = await self.web.work(self.runner.result, sent, table, _event(request))
        self.web.changed()
        return _answer(answer)

    async def report(self, request: Request) -> Response:
        """What it tells beside."""
        table = await self._telling(request)
        report = _read(await body_of(request, LINK_BYTES), TableReport)
        await self.web.work(self.runner.tells, report, table, _event(request))
        self.web.changed()
        return Response(status_code=204)

    async def _telling(self, request: Request) -> LinkedTable:
        """Who tells something, not too often: all of it is kept, and worked for. Raises
        WebRefusal."""
        table = await self._table(request)
        if not self._told.take(table.key, self.web.now_ns()):
            raise WebRefusal(RefusalWord.OFTEN)
        return table

    async def _table(self, request: Request) -> LinkedTable:
        """Who asks. Raises WebRefusal."""
        said = request.headers.get("authorization", "")
        if not said.startswith(_BEARER):
            raise WebRefusal(RefusalWord.UNKNOWN)
        return await self.web.work(self.runner.links.known, said.removeprefix(_BEARER))


def _event(request: Request) -> str:
    return request.headers.get(OF_EVENT, "")


def _read(body: bytes, kind: Any) -> Any:
    """Raises WebRefusal for what is no such message."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise WebRefusal(RefusalWord.NONSENSE) from None


def _answer(message: ResultAnswer | Joined) -> Response:
    return Response(encoded(message), media_type="application/json")
