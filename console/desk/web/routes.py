"""What people ask of the desk: pages, forms, files. All of it works without script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, compile_path

from console.desk.access import CODE_DIGITS, SESSION_MS, DeskSession, Role
from console.desk.personal import code_of, person_of
from console.desk.web import commands_event
from console.desk.web.commands import COMMANDS, DeskCommand
from console.desk.web.desk_web import DeskWeb
from console.desk.web.form import Form
from console.desk.web.page_digest import still
from console.desk.web.page_request import PAGES, Done, PageRequest, Trouble, language_of
from console.desk.web.posted import posted
from console.desk.web.views import VIEWS, View
from console.desk.web.views_public import FILES, PUBLIC, joining_at, personal
from console.events.apply import entry_open
from console.i18n import LANGUAGES, Words
from console.web.guarded import STATUS, refused
from console.web.guards import RefusalWord, WebRefusal
from console.web.nowhere import status_of
from console.web.served import Served
from drivers.errors import ConfigError, KhvatkaError, Sentence

COOKIE: Final = "khvatka_desk"
LANG: Final = "khvatka_lang"
GUEST: Final = "khvatka_guest"
"""The code of a guest's own page, on the phone by which they entered."""
YEAR_S: Final = 366 * 24 * 3600
ALL: Final[Mapping[str, tuple[Role, View]]] = {**VIEWS, **PUBLIC}
WRONG: Final = 422
"""The status of a form that could not be done."""


class _Number(Convertor[int]):
    """Of a path: no more digits than a number of ours has."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())
_FOUND: Final = [(compile_path(path), role, view) for path, (role, view) in ALL.items()]
_WHY: Final = {
    RefusalWord.CODE: Sentence("that code is none (any more): ask for another"),
    RefusalWord.OFTEN: Sentence("too many tries: wait a minute"),
    RefusalWord.FULL: Sentence("too many are here: the organiser sends some away first"),
    RefusalWord.SIZE: Sentence(
        "that is more than the desk takes by a page: send it in parts; an event's file is read by"
        " `khvatka event import FILE`"
    ),
}
_NOWHERE: Final = Sentence(
    "there is nothing at this address: look at it once more, or ask the organiser"
)
Answering = Callable[[Request, Exception], Awaitable[Response]]
assert commands_event  # its commands are in COMMANDS


def desk_pages(web: DeskWeb) -> tuple[list[Route], Mapping[int, Answering]]:
    """All of them, and what answers where there is none."""
    pages = _Pages(web)
    routes = [
        *(Route(path, pages.page, methods=["GET"]) for path in ALL),
        Route("/do/{command}", pages.do, methods=["POST"]),
        Route("/enter", pages.entrance, methods=["GET"]),
        Route("/enter", pages.enter, methods=["POST"]),
        Route("/p/{code}", pages.personal, methods=["GET"]),
        Route("/join", pages.joining, methods=["GET"]),
        Route("/join", pages.join, methods=["POST"]),
        Route("/files/{name}", pages.file, methods=["GET"]),
        Route("/live", pages.live, methods=["GET"]),
        Route("/desk.css", pages.style, methods=["GET"]),
        Route("/desk.js", pages.script, methods=["GET"]),
    ]
    return routes, dict.fromkeys((404, 405), pages.nowhere)


def _served(name: str, kind: str) -> Served:
    return Served.of((PAGES / name).read_bytes(), kind)


class _Pages:
    def __init__(self, web: DeskWeb) -> None:
        self.web, self.runner = web, web.runner
        self._style = _served("desk.css", "text/css; charset=utf-8")
        self._script = _served("desk.js", "text/javascript; charset=utf-8")
        self._words = {language: Words(language) for language in LANGUAGES}

    # -- pages -----------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """Whatever ``ALL`` has; who may not is told so, who is nobody comes in first."""
        session = await self._session(request)
        if session is None:
            return _onward(request, "/enter")
        return await self.web.work(self._page, request, session, _here(request), None)

    def _page(
        self,
        request: Request,
        session: DeskSession,
        here: str,
        trouble: Trouble | None,
        done: Done | None = None,
    ) -> Response:
        """The page at ``here``, with what could not be done."""
        parts = urlsplit(here)
        role, view, params = _view_of(parts.path)
        look = self._look(request, session, here, trouble)
        try:
            if not session.role.may(role):
                raise _Forbidden
            if self.runner.there() is None and parts.path != "/new":
                if session.role.may(Role.ORGANISER):
                    return _onward(request, "/new")
                raise ConfigError("there is no event yet: begin one")
            look.done = done
            html, status = view(look, **params), 200 if trouble is None else WRONG
        except _Forbidden:
            html, status = look.render("refused.html", why=_FORBIDDEN), 403
        except ConfigError as error:
            html, status = look.render("refused.html", why=error), 404
        return self._html(request, html, status)

    def _look(
        self,
        request: Request,
        session: DeskSession | None,
        here: str,
        trouble: Trouble | None = None,
    ) -> PageRequest:
        params = dict(parse_qsl(urlsplit(here).query))
        words = self._words[self._language(request)]
        return PageRequest(
            self.runner,
            session,
            words,
            path=here,
            params=params,
            address=self.web.address,
            trouble=trouble,
        )

    def _language(self, request: Request) -> str:
        chosen = request.query_params.get("lang") or request.cookies.get(LANG)
        return language_of(request.headers.get("accept-language", ""), chosen)

    def _html(self, request: Request, html: str, status: int) -> Response:
        response = Response(html, status, media_type="text/html; charset=utf-8")
        if (chosen := request.query_params.get("lang")) in LANGUAGES:
            self._cookie(request, response, LANG, str(chosen), YEAR_S)
        return response

    # -- commands --------------------------------------------------------------------------------

    async def do(self, request: Request) -> Response:
        """A form: done, asked about first, or shown again with why not."""
        session = await self._session(request)
        command = COMMANDS.get(request.path_params["command"])
        if session is None:
            return RedirectResponse("/enter", 303)
        if command is None:
            return refused(self.web.door, RefusalWord.ROUTE)
        try:
            form = await posted(request)
        except WebRefusal as refusal:
            return await self._refusal(request, refusal.word, session)
        response = await self.web.work(self._do, request, session, command, form)
        self.web.changed()
        return response

    def _do(
        self, request: Request, session: DeskSession, command: DeskCommand, form: Form
    ) -> Response:
        name, back = request.path_params["command"], _back(form)
        look = self._look(request, session, back)
        if not session.role.may(command.role):
            return self._html(request, look.render("refused.html", why=_FORBIDDEN), 403)
        try:
            self._check_same(look, name, form)
            question = None if command.asks is None or form.on("sure") else command.asks(look, form)
            if question is not None:
                html = look.render(
                    "confirm.html", question=question, command=name, form=form, back=back
                )
                return self._html(request, html, 200)
            done = command.does(look, form)
        except ConfigError as error:
            return self._page(request, session, back, Trouble(name, error, form))
        if done is not None:  # it tells something that no other page does
            return self._page(request, session, back, None, done)
        return RedirectResponse("/" if name == "new-event" else back, 303)

    def _check_same(self, look: PageRequest, command: str, form: Form) -> None:
        """Raises ConfigError if the form's page saw something else than there is now."""
        found = self.runner.there()
        if found is None:
            return
        if form.text("event", found.id) != found.id:
            raise ConfigError("another event is at this desk now: this is how it stands")
        look.still = still(found.id, command, form)
        if look.still is not None:
            look.still(found.state)

    # -- coming in -------------------------------------------------------------------------------

    async def entrance(self, request: Request) -> Response:
        """Where a code is typed."""
        return await self.web.work(self._entrance, request, None)

    def _entrance(self, request: Request, why: KhvatkaError | Sentence | None) -> Response:
        look = self._look(request, None, _here(request))
        code = request.query_params.get("code", "")
        html = look.render("enter.html", code=code, why=why)
        return self._html(request, html, 200 if why is None else WRONG)

    async def enter(self, request: Request) -> Response:
        """A code for a cookie."""
        address = self.web.source(request)
        try:
            code = (await posted(request)).text("code").replace(" ", "")
            typed = len(code) <= CODE_DIGITS  # an address's secret nobody guesses
            if typed:
                self.web.tries.check(address, self.web.now_ns())
            now_ms = self.runner.now_ms()
            cookie, session = await self.web.work(self.runner.access.enter, code, now_ms)
        except WebRefusal as refusal:
            self.web.door.refuse(refusal.word)
            why = _WHY.get(refusal.word, _WHY[RefusalWord.CODE])
            response = await self.web.work(self._entrance, request, why)
            response.status_code = STATUS.get(refusal.word, 400)
            return response
        if typed:
            self.web.tries.was_right(address)
        to = "/tv" if session.role is Role.SCREEN else "/"
        entered = RedirectResponse(to, 303)
        self._cookie(request, entered, COOKIE, cookie, SESSION_MS // 1000)
        return entered

    def _cookie(
        self, request: Request, response: Response, name: str, value: str, seconds: int
    ) -> None:
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            httponly=True,
            samesite="strict",
            secure=request.headers.get("host", "").lower() in self.web.door.secure,
        )

    async def _session(self, request: Request) -> DeskSession | None:
        cookie = request.cookies.get(COOKIE)
        return await self.web.work(self.runner.access.known, cookie, self.runner.now_ms())

    # -- a guest's own, files, streams -----------------------------------------------------------

    async def personal(self, request: Request) -> Response:
        """A guest's page, by its code alone."""
        try:
            person = await self._guest(request.path_params["code"])
        except WebRefusal:
            return await self.web.work(self._no_guest, request)
        return await self.web.work(self._personal, request, person)

    def _no_guest(self, request: Request) -> Response:
        """A code that is nobody's now: of an earlier event, maybe."""
        now, code = self.runner.there(), request.path_params["code"]
        event = None if now is None else self.runner.store.guest_of(code, now.id)
        if event is None:
            return self._told(request, _NOWHERE, 404)
        why = Sentence(
            "this slip is of another event, {name}: the organiser has a new one for this event",
            name=event,
        )
        look = self._look(request, None, _here(request))
        html = look.render("refused.html", why=why, join=joining_at(look))
        return self._html(request, html, 404)

    async def nowhere(self, request: Request, error: Exception) -> Response:
        """Where nothing of ours is; somebody may have typed it."""
        session = await self._session(request)
        return await self.web.work(self._nowhere, request, session, status_of(error))

    def _nowhere(self, request: Request, session: DeskSession | None, status: int) -> Response:
        look = self._look(request, session, _here(request))
        back = "/join" if session is None and GUEST in request.cookies else "/"
        return self._html(request, look.render("refused.html", why=_NOWHERE, back=back), status)

    async def _refusal(
        self, request: Request, word: RefusalWord, session: DeskSession | None = None
    ) -> Response:
        """In a sentence where people meet it."""
        if word not in _WHY:
            return refused(self.web.door, word)
        self.web.door.refuse(word)
        return await self.web.work(self._told, request, _WHY[word], STATUS[word], session)

    def _told(
        self, request: Request, why: Sentence, status: int, session: DeskSession | None = None
    ) -> Response:
        """A refusal in words, to whoever it is; whoever is in finds the way back."""
        look = self._look(request, session, "/" if session else _here(request))
        return self._html(request, look.render("refused.html", why=why), status)

    def _personal(self, request: Request, person: int) -> Response:
        look = self._look(request, None, _here(request))
        try:
            return self._html(request, personal(look, person), 200)
        except ConfigError as error:
            return self._html(request, look.render("refused.html", why=error), 404)

    async def joining(self, request: Request) -> Response:
        """Where a guest enters by phone; who has done so sees their own page."""
        code = request.cookies.get(GUEST, "")
        if await self.web.work(self._person, code) is not None:
            return _onward(request, f"/p/{code}")
        return await self.web.work(self._joining, request, None)

    def _joining(self, request: Request, trouble: Trouble | None) -> Response:
        look = self._look(request, None, "/join", trouble)
        found = self.runner.there()
        why = None
        if found is None or not found.settings.entry_by_phone:
            why = Sentence("nobody enters by phone here: ask the organiser")
        elif not entry_open(found.state):
            why = Sentence("it is too late to come in: ask the organiser")
        if why is not None:
            return self._html(request, look.render("refused.html", why=why), 404)
        return self._html(request, look.render("join.html"), 200 if trouble is None else WRONG)

    async def join(self, request: Request) -> Response:
        """A nickname for a page of one's own."""
        try:
            if not self.web.may_join(request):
                raise WebRefusal(RefusalWord.OFTEN)
            form = await posted(request)
        except WebRefusal as refusal:
            return await self._refusal(request, refusal.word)
        response = await self.web.work(self._join, request, form)
        self.web.changed()
        return response

    def _join(self, request: Request, form: Form) -> Response:
        try:
            person = self.runner.enters(form.text("name"))
        except ConfigError as error:
            return self._joining(request, Trouble("join", error, form))
        code = code_of(self.runner.event.secret, person)
        entered = RedirectResponse(f"/p/{code}", 303)
        self._cookie(request, entered, GUEST, code, SESSION_MS // 1000)
        return entered

    async def _guest(self, code: str) -> int:
        """Whose page that is. Raises WebRefusal."""
        person = await self.web.work(self._person, code)
        if person is None:
            raise WebRefusal(RefusalWord.ROUTE)
        return person

    def _person(self, code: str) -> int | None:
        event = self.runner.there()
        if event is None:
            return None
        person = person_of(event.secret, event.state.next_person, code)
        return person if person in event.state.people else None

    async def file(self, request: Request) -> Response:
        """Something to take away."""
        session = await self._session(request)
        role, made, kind = FILES.get(request.path_params["name"], (None, None, ""))
        if session is None:
            return RedirectResponse("/enter", 303)
        if role is None or made is None:
            return refused(self.web.door, RefusalWord.ROUTE)
        if not session.role.may(role):
            return await self.web.work(self._refuse, request, session)
        look = self._look(request, session, "/")
        return await self.web.work(self._file, look, made, kind, request.path_params["name"])

    def _refuse(self, request: Request, session: DeskSession) -> Response:
        look = self._look(request, session, "/")
        return self._html(request, look.render("refused.html", why=_FORBIDDEN), 403)

    def _file(
        self, look: PageRequest, made: Callable[[PageRequest], bytes], kind: str, name: str
    ) -> Response:
        try:
            data = made(look)
        except ConfigError as error:
            return Response(
                look.words.translated(error), 404, media_type="text/plain; charset=utf-8"
            )
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=kind, headers=disposition)

    async def live(self, request: Request) -> Response:
        """Tells that something has changed; for who is in, or has a page of their own."""
        try:
            if await self._session(request) is not None:
                return self.web.open_page()
            code = request.query_params.get("p", "").lower()
            await self._guest(code)
            return self.web.open_page(code)
        except WebRefusal as refusal:
            return refused(self.web.door, refusal.word)

    async def style(self, request: Request) -> Response:
        """How pages look."""
        return self._style.to(request)

    async def script(self, request: Request) -> Response:
        """What keeps them fresh."""
        return self._script.to(request)


class _Forbidden(Exception):
    """Their role may not look there."""


_FORBIDDEN: Final = Sentence("your role may not do that: ask the organiser")


def _here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query


def _onward(request: Request, path: str) -> Response:
    """To another page, in the language that was asked for here."""
    chosen = request.query_params.get("lang")
    return RedirectResponse(f"{path}?lang={chosen}" if chosen in LANGUAGES else path, 303)


def _view_of(path: str) -> tuple[Role, View, dict[str, Any]]:
    """The page at a path; the overview where there is none."""
    for (regex, _, convertors), role, view in _FOUND:
        if found := regex.match(path):
            params = {k: convertors[k].convert(v) for k, v in found.groupdict().items()}
            return role, view, params
    return (*ALL["/"], {})


def _back(form: Form) -> str:
    """Where a form stood: one of our pages."""
    back = form.text("back", "/")
    sound = back.isprintable() and back.isascii() and back[:1] == "/" != back[1:2]
    parts = urlsplit(back if sound else "/")
    ours = any(regex.match(parts.path) for (regex, _, _), _, _ in _FOUND)
    if not ours:
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")
