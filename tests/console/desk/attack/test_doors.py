"""Who may what at the desk: every route in every role, foreign names, other methods, replays."""

from __future__ import annotations

import itertools
import re

import pytest

from console.desk.web import commands_event
from console.desk.web.commands import COMMANDS
from tests.console.desk.attack.hall import FILES, FORM_KIND, VIEWS, Caller, Hall

pytestmark = pytest.mark.slow
assert commands_event  # its commands are in COMMANDS

PAGES = (*VIEWS, *FILES, "/live")
SCREEN = {"/standings", "/tv", "/print/round", "/print/standings", "/live"}
ORGANISER = {"/settings", "/new", "/files/event.khvatka"}
SCOREKEEPER = {
    "enter",
    "paste",
    "rename",
    "check-in",
    "check-in-all",
    "drop",
    "drop-all",
    "come-back",
    "fix-table",
    "table-out",
    "table-in",
    "call",
    "call-duel",
    "begin",
    "report",
    "correct",
    "forfeit",
    "no-show",
    "play-off",
}
METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "get",
    "PROPFIND",
)
FORM = (
    ("names", "Mallory"),
    ("name", "Mallory"),
    ("person", 0),
    ("match", 0),
    ("game", 0),
    ("round", 0),
    ("line", 0),
    ("table", 0),
    ("key", "0"),
    ("role", "organiser"),
    ("one", 0),
    ("other", 1),
    ("sure", 1),
    ("place-0", 1),
    ("desks", "10.0.0.1"),
)


def kept(hall: Hall) -> bytes:
    """All that the event is."""
    got = hall.organiser.get("/files/event.khvatka")
    assert got.status == 200
    return got.body


def test_pages_by_role(
    hall: Hall, tables: list[Caller], screen: Caller, scorekeeper: Caller
) -> None:
    for path in PAGES:
        if path == "/live":
            continue
        assert hall.anonymous().get(path).status == 303, path
        assert tables[0].get(path).status == 303, path
        assert Caller(hall.port, cookie=f"khvatka_desk={'0' * 32}").get(path).status == 303, path
        assert screen.get(path).status == (200 if path in SCREEN else 403), path
        assert scorekeeper.get(path).status == (403 if path in ORGANISER else 200), path
        assert hall.organiser.get(path).status == 200, path
    assert hall.anonymous().get("/live").status in (303, 401, 403, 404)
    assert tables[0].get("/live").status in (303, 401, 403, 404)


def test_deeds_by_role(
    hall: Hall, tables: list[Caller], screen: Caller, scorekeeper: Caller
) -> None:
    before = kept(hall)
    strangers = (hall.anonymous(), tables[0], Caller(hall.port, cookie="khvatka_desk=x"))
    for command in sorted(set(COMMANDS) - {"leave"}):
        for stranger in strangers:
            assert stranger.do(command, *FORM).status in (303, 401, 403), command
        assert screen.do(command, *FORM).status == 403, command
        if command not in SCOREKEEPER:
            assert scorekeeper.do(command, *FORM).status == 403, command
    assert hall.organiser.do("no-such-command", *FORM).status == 404
    assert kept(hall) == before


def test_the_link_is_the_tables_alone(hall: Hall, tables: list[Caller], screen: Caller) -> None:
    before = kept(hall)
    others = (
        hall.anonymous(),
        screen,
        hall.organiser,
        Caller(hall.port, token="0" * 32),
        Caller(hall.port, token=""),
        Caller(hall.port, token="x" * 5000),
        Caller(hall.port, token=tables[0].token.upper()),
    )
    for other in others:
        assert other.get("/link/stream").status == 401
        assert other.put("a", b"{}", "b").status == 401
        assert (
            other.ask("POST", "/link/report", b'{"type":"enters","name":"Mallory"}').status == 401
        )
    assert kept(hall) == before


def test_foreign_names_and_pages(hall: Hall, tables: list[Caller]) -> None:
    before = kept(hall)
    foreign = (
        "evil.example",
        f"evil.example:{hall.port}",
        f"127.0.0.1.evil.example:{hall.port}",
        "",
        f"evil@127.0.0.1:{hall.port}",
        f"127.0.0.1:{hall.port}.",
        "127.0.0.1",
        f"127.0.0.1:{hall.port + 1}",
        f"0x7f000001:{hall.port}",
        None,
    )
    for host, path in itertools.product(
        foreign, ("/", "/tv", "/enter", "/desk.js", "/link/stream", "/files/event.json")
    ):
        got = hall.organiser.ask("GET", path, headers={"Host": host})
        assert got.status in (303, 307, 308, 400, 403, 421), (host, path, got.status)
        assert b"guest" not in got.body
        if got.status in (303, 307, 308):
            assert "evil" not in got.headers["location"]
    own = f"http://127.0.0.1:{hall.port}"
    for origin in (
        "null",
        "http://evil.example",
        "",
        None,
        own.replace("http", "https"),
        own + ".evil.example",
        f"{own} http://evil.example",
        own.replace(str(hall.port), "80"),
        own + "/",
    ):
        for command in ("enter", "draw", "invite"):
            got = Caller(hall.port, hall.organiser.cookie, changed={"Origin": origin}).do(
                command, *FORM
            )
            assert got.status == 403, (origin, command, got.status)
        got = Caller(hall.port, changed={"Origin": origin}).ask("POST", "/enter", b"code=00000000")
        assert got.status == 403, (origin, got.status)
        assert tables[0].ask("POST", "/link/report", b"{}", {"Origin": origin}).status == 403
    assert kept(hall) == before


def test_methods(hall: Hall, tables: list[Caller]) -> None:
    before = kept(hall)
    known = {path: {"GET", "HEAD"} for path in (*PAGES, "/desk.css", "/desk.js", "/p/x")}
    known |= {
        "/do/draw": {"POST"},
        "/do/enter": {"POST"},
        "/link/join": {"POST"},
        "/link/report": {"POST"},
        "/link/results/x": {"PUT"},
        "/link/stream": {"GET", "HEAD"},
        "/enter": {"GET", "HEAD", "POST"},
    }
    origin = f"http://127.0.0.1:{hall.port}"
    for path, method in itertools.product(known, METHODS):
        if method in known[path]:
            continue
        for override in ({}, {"X-HTTP-Method-Override": "POST", "Origin": origin}):
            asked = {"Content-Type": "application/x-www-form-urlencoded", **override}
            got = hall.organiser.ask(method, path, b"name=Mallory&_method=POST", asked)
            assert got.status in (400, 403, 404, 405, 501), (method, path, got.status)
    assert hall.organiser.get("/do/enter?name=Mallory&sure=1").status in (404, 405)
    assert kept(hall) == before


def test_head_tells_no_more_than_get(hall: Hall, tables: list[Caller]) -> None:
    for path in PAGES:
        if path != "/live":
            assert hall.anonymous().ask("HEAD", path).status == 303, path
            assert hall.organiser.ask("HEAD", path).body == b"", path


def test_paths_lead_nowhere_else(hall: Hall, tables: list[Caller]) -> None:
    up = (
        "..",
        "%2e%2e",
        "..%2f..",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "....//",
        "..\\..",
        "%00",
        "event.json%00",
        "event.json/",
        "EVENT.JSON",
        ".",
        "~",
        "C:\\",
        "/etc/passwd",
        "%c0%ae%c0%ae",
        "\udcff",
        "я",
        "x" * 4000,
    )
    for base, rest in itertools.product(
        ("/files/", "/p/", "/", "/person/", "/match/", "/link/results/", "/do/"), up
    ):
        if (base, rest) in (("/", "."), ("/", "%00")):
            continue
        got = hall.organiser.ask("GET", base + rest)
        assert got.status in (303, 307, 400, 403, 404, 405), (base, rest, got.status)
        assert b"root:" not in got.body
    for number in ("-1", "999999999999999999999999999999", "1e3", "٣", "0x1", "1" * 5000):
        for base in ("/person/", "/match/"):
            assert hall.organiser.get(base + number).status in (404, 400, 422), (base, number)


def test_back_leads_to_a_page_of_ours(hall: Hall, tables: list[Caller]) -> None:
    for number, back in enumerate(
        (
            "http://evil.example/",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https:evil.example",
            "/people\r\nSet-Cookie: a=b",
            "/people\nX: y",
            "javascript:alert(1)",
            "//[",
            "http://[::1",
            "/[",
            "/people?[",
            "/\t/evil.example",
            " //evil.example",
            "/%0d%0aX:y",
            "///evil.example",
            "data:text/html,x",
            "/do/draw",
            "я" * 100,
            "x" * 3000,
        )
    ):
        got = hall.organiser.do("rename", person=0, name=f"guest 0{number}", back=back)
        assert got.status in (200, 303, 404, 422), (back, got.status)
        assert "set-cookie" not in got.headers
        assert "x" not in got.headers
        there = got.headers.get("location", "/")
        assert re.match(r"/($|[^/\\\t])", there), (back, there)
        got = hall.organiser.do("rename", person=10**9, name="", back=back)
        assert got.status in (404, 422), (back, got.status)
        assert (
            "evil.example" not in got.text.replace("&#x2F;", "/")
            or 'href="http://evil' not in got.text
        )
    for lang in ("en\r\nX: y", "../../etc", "xx", "ru", "en", "<script>"):
        path = "/people?lang=" + lang.replace("\r", "%0d").replace("\n", "%0a").replace(
            " ", "+"
        ).replace("<", "%3c").replace(">", "%3e")
        got = hall.organiser.get(path)
        assert got.status in (200, 303)
        assert "x" not in got.headers
        assert "<script>" not in got.text.replace('<script src="/desk.js" defer></script>', "")


def test_cookie_is_kept_close(hall: Hall) -> None:
    asked = f"code={hall.code('screen', 's')}".encode()
    got = hall.anonymous().ask("POST", "/enter", asked, FORM_KIND)
    assert got.status == 303
    told = got.headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=" in told


def test_whoever_is_sent_out_is_out(hall: Hall) -> None:
    before = set(_keys(hall))
    helper = hall.invited("scorekeeper", "spy")
    assert helper.get("/").status == 200
    (key,) = set(_keys(hall)) - before
    hall.organiser.done("revoke", key=key)
    assert helper.get("/").status == 303
    assert helper.do("enter", name="Mallory").status in (303, 401, 403)
    again = hall.invited("scorekeeper", "spy")
    assert again.do("leave").status in (200, 303)
    assert again.get("/").status == 303


def test_an_invitation_is_used_once(hall: Hall) -> None:
    code = hall.code("scorekeeper", "one")
    assert hall.anonymous().enter(code).get("/").status == 200
    got = hall.anonymous().ask("POST", "/enter", f"code={code}".encode(), FORM_KIND)
    assert got.status != 303


def _keys(hall: Hall) -> list[str]:
    return re.findall(
        r'/do/revoke".*?name="key" value="([^"]+)"', hall.organiser.get("/settings").text, re.S
    )
