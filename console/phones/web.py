"""The web of a table: a page, a pairing, two kinds of sockets. It knows no game and no rules.

``/hand`` is a seat's own and needs the secret of a session; ``/live`` is what everybody sees. What
goes where is decided by the session alone: nothing that a browser sends names a role or a seat.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from console.phones import messages
from console.phones.limits import MOST_BYTES, MOST_SOCKETS, MOST_WATCHING, message_bucket
from console.phones.page import PhonePage
from console.phones.probes import answer_to
from console.phones.sessions import PhoneSession, Sessions
from console.web.gate import WORDS
from console.web.guarded import Guarded, body_of, refused
from console.web.guards import Bucket, Door, RefusalWord, WebRefusal
from drivers.times import SECOND

COOKIE: Final = "khvatka"
BEAT: Final = "b"
AWAY_NS: Final = 6 * SECOND
"""No beat for so long: whoever held the phone is away."""
SLOW_S: Final = 4.0
"""Whoever takes no message for so long is dropped."""
LOOK_S: Final = 1.0
CLOSED: Final = 4000
"""The code of a socket that we close; its reason is a word."""


class OpenSocket:
    """An open socket: the newest view waits for it, and nothing older."""

    def __init__(self, socket: WebSocket, now_ns: int) -> None:
        self.socket = socket
        self.heard_ns = now_ns
        self.why: str | None = None
        self.first: str | None = None
        self._view: str | None = None
        self._beats = 0
        self._news = asyncio.Event()

    def show(self, view: str) -> None:
        """As ``console.phones.sessions.Socket``."""
        self._view = view
        self._news.set()

    def close(self, why: str) -> None:
        """As ``console.phones.sessions.Socket``; what was not sent yet never is."""
        self._view = None
        self.why = self.why or why
        self._news.set()

    def beat(self) -> None:
        """A beat is answered, so that the phone knows that we are there."""
        self._beats = 1
        self._news.set()

    async def send(self) -> None:
        """Send ``first``, then what comes until it is to be closed. Raises WebRefusal when nobody
        takes it."""
        if self.first is not None:
            await self._give(self.first)
        while self.why is None:
            await self._news.wait()
            self._news.clear()
            if self._beats and self.why is None:
                self._beats = 0
                await self._give(BEAT)
            view, self._view = self._view, None
            if view is not None and self.why is None:
                await self._give(view)

    async def _give(self, text: str) -> None:
        try:
            async with asyncio.timeout(SLOW_S):
                await self.socket.send_text(text)
        except TimeoutError:
            raise WebRefusal(RefusalWord.SLOW) from None


class Web:
    """All of it, beside the pipe. ``tell`` hands a message to the table; ``now_ns`` reads the
    clock of this process."""

    def __init__(
        self,
        page: PhonePage,
        hosts: frozenset[str],
        tell: Callable[[messages.ToTable], None],
        known: Sequence[messages.Known],
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.door = Door(hosts)
        self.sessions = Sessions(known)
        self._page, self._tell, self._now_ns = page, tell, now_ns
        self._public: str | None = None
        self._watching: dict[OpenSocket, str] = {}  # from which address
        self._open: set[OpenSocket] = set()
        self.every_s = 1.0
        routes = [Route(path, self._html, methods=["GET"]) for path in ("/", "/watch", "/tv")]
        self.app: ASGIApp = Starlette(
            routes=[
                *routes,
                Route("/app.js", self._script, methods=["GET"]),
                Route("/pair", self._pair, methods=["POST"]),
                WebSocketRoute("/hand", self._hand),
                WebSocketRoute("/live", self._live),
            ],
            exception_handlers=dict.fromkeys((404, 405), page.nowhere.answer),
        )
        self.app = Guarded(
            self.app, self.door, page.headers, lambda _path: MOST_BYTES, first=answer_to
        )

    # -- what the table says ---------------------------------------------------------------------

    def hear(self, message: messages.ToWeb) -> None:
        """Do what the table says, in its order."""
        match message:
            case messages.Offer():
                self.sessions.offer(message, self._now_ns())
            case messages.Withdraw(seat):
                self.sessions.withdraw(seat)
            case messages.Bind(number, generation):
                self.sessions.bind(number, generation)
            case messages.Drop(number, why):
                self.sessions.drop(number, why)
            case messages.HandView(number, generation, view):
                self.sessions.show(number, generation, view)
            case messages.Public(view):
                self._public = view
                for line in self._watching:
                    line.show(view)

    async def watch(self) -> None:
        """Every ``every_s``: who is silent, what was refused, how many are here."""
        while True:
            await asyncio.sleep(self.every_s)
            for line in self._open:
                if self._now_ns() >= line.heard_ns + AWAY_NS:
                    self.door.refuse(RefusalWord.SLOW)
                    line.close(RefusalWord.SLOW)
            counts, self.door.refused = self.door.refused, type(self.door.refused)()
            if counts:
                self._tell(messages.Refused({word.value: n for word, n in counts.items()}))
            self._tell(messages.Count(len(self._open), MOST_SOCKETS))

    # -- pages -----------------------------------------------------------------------------------

    async def _html(self, request: Request) -> Response:
        return self._page.html.to(request)

    async def _script(self, request: Request) -> Response:
        return self._page.script.to(request)

    async def _pair(self, request: Request) -> Response:
        """A code for a cookie. The table asks at the seat then."""
        try:
            code, page = await _code(request)
            address = request.client.host if request.client is not None else ""
            had = request.cookies.get(COOKIE, "")
            rival = self.sessions.rival(code, page, had, self._now_ns())
            if rival is not None:
                self._tell(messages.Doubted(rival.number))
            secret, session = self.sessions.pair(code, address, self._now_ns(), page, had)
        except WebRefusal as refusal:
            return refused(self.door, refusal.word)
        if not session.asked:
            session.asked = True
            self._tell(messages.Asked(session.number, session.seat, session.kept, session.sign))
        answer = JSONResponse({"seat": session.seat})
        answer.set_cookie(COOKIE, secret, httponly=True, samesite="strict")
        return answer

    # -- sockets ---------------------------------------------------------------------------------

    async def _hand(self, socket: WebSocket) -> None:
        """A seat's own. Without the secret of a session it is closed with a word."""
        line = await self._accept(socket)
        try:
            session = self.sessions.known(socket.cookies.get(COOKIE))
            if not session.says.take(self._now_ns()):  # each new line is work for the table
                raise WebRefusal(RefusalWord.OFTEN)
        except WebRefusal as refusal:
            await self._end(line, refusal.word)
            return
        self.sessions.attach(session, line)
        if session.generation is None:
            waits = {"wait": session.seat, "sign": session.sign}
            line.show(msgspec.json.encode(waits).decode())
        self._tell(messages.Seen(session.number, True))
        try:
            await self._serve(line, session.says, partial(self.acts, session))
        finally:
            if session.socket is line:
                session.socket = None
                self._tell(messages.Seen(session.number, False))

    def acts(self, session: PhoneSession, text: str) -> None:
        """Something that the guest does. Raises WebRefusal."""
        try:
            said = msgspec.json.decode(text, type=messages.PhoneMessage)
        except (msgspec.DecodeError, UnicodeEncodeError):
            raise WebRefusal(RefusalWord.NONSENSE) from None
        if said.do not in messages.DOES:
            raise WebRefusal(RefusalWord.NONSENSE)
        generation = session.generation
        if generation is None:
            raise WebRefusal(RefusalWord.UNKNOWN)
        act = messages.Act(
            session.number, generation, said.do, at=said.at, kind=said.kind, to=said.to
        )
        self._tell(act)

    async def _live(self, socket: WebSocket) -> None:
        """What everybody sees."""
        line = await self._accept(socket)
        address = socket.client.host if socket.client is not None else ""
        if len(self._watching) >= MOST_WATCHING and not self._make_room(address):
            await self._end(line, RefusalWord.FULL)
            return
        self._watching[line] = address
        line.first = self._page.art
        if self._public is not None:
            line.show(self._public)
        try:
            await self._serve(line, message_bucket(), _says_nothing)
        finally:
            self._watching.pop(line, None)

    def _make_room(self, address: str) -> bool:
        """The address with the most lines gives one up for an address that has fewer."""
        lines = Counter(self._watching.values())
        ((most, most_n),) = lines.most_common(1)
        if lines[address] + 1 >= most_n:
            return False
        line = next(line for line, of in self._watching.items() if of == most)
        del self._watching[line]
        self.door.refuse(RefusalWord.FULL)
        line.close(RefusalWord.FULL)
        return True

    async def _accept(self, socket: WebSocket) -> OpenSocket:
        await socket.accept()
        line = OpenSocket(socket, self._now_ns())
        self._open.add(line)
        return line

    async def _serve(self, line: OpenSocket, bucket: Bucket, acts: Callable[[str], None]) -> None:
        """Send and listen until one of both ends; whoever is refused is told and counted."""

        def says(text: str) -> None:
            line.heard_ns = self._now_ns()
            if not bucket.take(line.heard_ns):
                raise WebRefusal(RefusalWord.OFTEN)
            if text == BEAT:
                line.beat()
            else:
                acts(text)

        sending = asyncio.create_task(line.send())
        hearing = asyncio.create_task(_hear(line.socket, says))
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            hearing.cancel()
            # each is asked how it ended: what nobody asks is told on the standard error
            for ended in await asyncio.gather(sending, hearing, return_exceptions=True):
                if isinstance(ended, WebRefusal) and line.why is None:
                    self.door.refuse(ended.word)
                    line.why = ended.word
            await self._end(line, None)

    async def _end(self, line: OpenSocket, word: RefusalWord | None) -> None:
        if word is not None:
            self.door.refuse(word)
            line.why = word
        self._open.discard(line)
        with suppress(Exception):  # whatever is left of it has gone
            async with asyncio.timeout(LOOK_S):
                await line.socket.close(CLOSED, line.why)


def _says_nothing(_: str) -> None:
    """Who looks on has nothing to say but beats. Raises WebRefusal."""
    raise WebRefusal(RefusalWord.NONSENSE)


async def _hear(socket: WebSocket, says: Callable[[str], None]) -> None:
    """Take in what a phone says. Raises WebRefusal, WebSocketDisconnect."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code") or 1000
            if code in WORDS:
                raise WebRefusal(WORDS[code])
            raise WebSocketDisconnect(code)
        text = message.get("text")
        if text is None:
            raise WebRefusal(RefusalWord.NONSENSE)
        says(text)


async def _code(request: Request) -> tuple[str, str]:
    """The code that was posted, and of which page. Raises WebRefusal."""
    body = await body_of(request, MOST_BYTES)
    try:
        said = msgspec.json.decode(body, type=dict[str, str])
        return said["code"], said.get("page", "")
    except (msgspec.DecodeError, KeyError):
        raise WebRefusal(RefusalWord.NONSENSE) from None
