"""A league's door: cafés' desks bring results, anybody reads the standings.

``PUT /league/results``: a list of ``LeagueResult``, at most ``MOST_RESULTS``, with the café's
token; answered by as many ``ResultAnswer``. A refusal is one word.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from console.desk.league.pages import league_page, nowhere_page
from console.desk.league.store import LeagueStore
from console.desk.web.page_request import PAGES, language_of
from console.i18n import Words
from console.link.league import MOST_RESULTS, LeagueResult
from console.web.guarded import Guarded, body_of, refused
from console.web.guards import Door, RefusalWord, WebRefusal
from console.web.nowhere import status_of
from console.web.served import HEADERS, Served
from drivers.times import MS

RESULTS: Final = "/league/results"
MOST_BYTES: Final = 1024 * MOST_RESULTS  # eight nicknames of the longest each
_BEARER: Final = "Bearer "
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
)


class LeagueWeb:
    """All of it. ``hosts`` are the names by which we are called, ``secure`` those of them that a
    proxy answers for by HTTPS."""

    def __init__(
        self,
        store: LeagueStore,
        hosts: frozenset[str],
        secure: frozenset[str] = frozenset(),
        now_ms: Callable[[], int] = lambda: time.time_ns() // MS,
    ) -> None:
        self.door = Door(hosts, secure)
        self._store, self._now_ms = store, now_ms
        self._style = Served.of((PAGES / "desk.css").read_bytes(), "text/css; charset=utf-8")
        routes = [
            Route(RESULTS, self._results, methods=["PUT"]),
            Route("/", self._page, methods=["GET"]),
            Route("/league/{id}", self._page, methods=["GET"]),
            Route("/desk.css", self._css, methods=["GET"]),
        ]
        app = Starlette(routes=routes, exception_handlers=dict.fromkeys((404, 405), self._nowhere))
        self.app = Guarded(app, self.door, _headers, lambda _path: MOST_BYTES)

    async def _results(self, request: Request) -> Response:
        try:
            sent = _read(await body_of(request, MOST_BYTES))
            token = request.headers.get("authorization", "").removeprefix(_BEARER)
            cafe = await asyncio.to_thread(self._store.cafe_of, token)
            if cafe is None:
                raise WebRefusal(RefusalWord.UNKNOWN)
        except WebRefusal as refusal:
            return refused(self.door, refusal.word)
        answers = await asyncio.to_thread(self._store.take, *cafe, sent, self._now_ms())
        return Response(msgspec.json.encode(answers), media_type="application/json")

    async def _page(self, request: Request) -> Response:
        page = await asyncio.to_thread(
            league_page,
            self._store,
            _words(request),
            request.path_params.get("id"),
            request.query_params,
            self._now_ms(),
        )
        if page is None:
            raise HTTPException(404)
        return HTMLResponse(page)

    async def _nowhere(self, request: Request, error: Exception) -> Response:
        return HTMLResponse(nowhere_page(_words(request)), status_of(error))

    async def _css(self, request: Request) -> Response:
        return self._style.to(request)


def _words(request: Request) -> Words:
    """Those of whoever looks."""
    accepted = request.headers.get("accept-language", "")
    return Words(language_of(accepted, request.query_params.get("lang")))


def _read(body: bytes) -> list[LeagueResult]:
    """Raises WebRefusal."""
    try:
        sent = msgspec.json.decode(body, type=list[LeagueResult])
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise WebRefusal(RefusalWord.NONSENSE) from None
    if len(sent) > MOST_RESULTS:
        raise WebRefusal(RefusalWord.SIZE)
    return sent


def _headers(_host: str | None) -> dict[str, str]:
    return {"Content-Security-Policy": _POLICY, **HEADERS}
