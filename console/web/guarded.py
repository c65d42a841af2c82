"""The one door that every request and socket comes by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from console.web.guards import Door, RefusalWord, WebRefusal

STATUS: Final = {
    RefusalWord.HOST: 421,
    RefusalWord.ORIGIN: 403,
    RefusalWord.ROUTE: 404,
    RefusalWord.SIZE: 413,
    RefusalWord.OFTEN: 429,
    RefusalWord.FULL: 503,
    RefusalWord.CODE: 410,
    RefusalWord.UNKNOWN: 401,
    RefusalWord.LATE: 409,
}


class Guarded:
    """``app`` behind ``door``: who calls by which name from which page, how much is sent, and what
    may be kept of the answer.

    ``headers`` are those of every answer, for the name of ours that we were called by, if we were;
    ``most_bytes`` may be sent to a path; ``first`` answers what is asked by a foreign name in good
    faith.
    """

    def __init__(
        self,
        app: ASGIApp,
        door: Door,
        headers: Callable[[str | None], Mapping[str, str]],
        most_bytes: Callable[[str], int],
        first: Callable[[str | None, str], Response | None] = lambda host, path: None,
    ) -> None:
        self._app, self._door, self._headers = app, door, headers
        self._most_bytes, self._first = most_bytes, first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, ours = headers.get("host"), None
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers(ours))
                if message["status"] in (404, 405):
                    self._door.refuse(RefusalWord.ROUTE)
            await send(message)

        if not acts and (answer := self._first(host, scope["path"])) is not None:
            await answer(scope, receive, sending)
            return
        try:
            self._door.check(host, headers.get("origin"), acts=acts)
            ours = host
            if int(headers.get("content-length") or 0) > self._most_bytes(scope["path"]):
                raise WebRefusal(RefusalWord.SIZE)
        except (WebRefusal, ValueError) as error:
            word = error.word if isinstance(error, WebRefusal) else RefusalWord.NONSENSE
            await refused(self._door, word)(scope, receive, sending)
            return
        await self._app(scope, receive, sending)


def refused(door: Door, word: RefusalWord) -> Response:
    """One word, and counted. To a socket that is not accepted it is an answer all the same."""
    door.refuse(word)
    return Response(word.value, STATUS.get(word, 400), media_type="text/plain")


async def body_of(request: Request, most_bytes: int) -> bytes:
    """What was sent, whatever its header said of the length. Raises WebRefusal."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most_bytes:
                raise WebRefusal(RefusalWord.SIZE)
    except ClientDisconnect:
        raise WebRefusal(RefusalWord.SLOW) from None
    return body
