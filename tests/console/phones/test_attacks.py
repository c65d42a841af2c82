"""Who is on the same network and means no good: refused with one word, counted, and an honest
guest never notices. Written from phones.md's list before the code was read."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import product
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from console.table.view import PhoneStage
from console.web.guards import TRIES_A_MINUTE
from tests.console.phones.attacker import (
    BINARY,
    ELSEWHERE,
    PATIENCE_S,
    PING,
    TEXT,
    Guest,
    Wire,
    code_at,
    cookie_of,
    counted,
    framed,
    may_try,
    pair,
    socket_of,
    status,
    unknown,
)
from tests.console.phones.live import Live

pytestmark = pytest.mark.slow

PATHS = ("/", "/watch", "/tv", "/app.js", "/pair", "/hand", "/live", "/generate_204", "/../x")


def word_of(answer: bytes) -> str:
    """The body of an answer, or the reason of a close frame."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return (body if head.startswith(b"HTTP") else answer[4:]).decode()


# -- names and pages -------------------------------------------------------------------------------


def names(port: int) -> list[str]:
    own = f"127.0.0.1:{port}"
    return [
        *("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}"),
        *(f"user@{own}", f"{own}.", f"{own}, evil", f"{own}/x", f"[::1]:{port}", f"[{own}]"),
        *(f"0.0.0.0:{port}", f"127.1:{port}", f"2130706433:{port}", "\xff", "x" * 5000),
    ]


def test_a_name_that_leads_here_is_not_ours(table: Live, guest: Guest) -> None:
    """DNS rebinding: the browser calls us by another's name, and says that it is that page."""
    paths = ("/", "/app.js", "/pair", "/live", "/hand")
    for n, (name, path) in enumerate(product(names(table.port), paths)):
        with Wire(table.port, f"127.0.1.{1 + n // 40}") as wire:
            headers = {"Host": name, "Origin": f"http://{name}", "Cookie": guest.cookie}
            answer = (
                wire.upgrade(path, **headers)
                if path in ("/live", "/hand")
                else wire.ask("POST" if path == "/pair" else "GET", path, b"{}", **headers)
            )
        assert status(answer) in (0, 400, 421), (name, path, answer)
        assert name.encode("latin-1") not in answer or name == "127.0.0.1"
        assert b"<html" not in answer
        assert b"Set-Cookie" not in answer
    counted(table, "host", 40)


PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    ("Captive.Apple.com", "/hotspot-detect.html", 200, b"<BODY>Success</BODY></HTML>"),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt?ipv4", 200, b"success\n"),
    ("detectportal.firefox.com", "/canonical.html", 200, b'captive-portal"/>'),
    ("captive.apple.com", "/app.js", 421, b"host"),
    ("detectportal.firefox.com", "/watch", 421, b"host"),
    ("evil.example", "/generate_204", 421, b"host"),
]


def test_whether_there_is_internet(table: Live) -> None:
    """At the access point every name leads here: phones are to stay, and get no more than that."""
    for host, path, code, body in PROBES:
        with Wire(table.port) as wire:
            answer = wire.ask("GET", path, Host=host, Origin="")
            assert (status(answer), answer.endswith(body)) == (code, True), answer
            assert b"set-cookie" not in answer.lower()
        with Wire(table.port) as wire:
            assert status(wire.ask("POST", path, b"{}", Host=host, Origin="")) == 421, host
            assert status(wire.upgrade("/hand", Host=host)) in (0, 421), host


def test_a_line_that_names_nobody_or_two(table: Live, guest: Guest) -> None:
    own = f"Host: 127.0.0.1:{table.port}\r\n".encode()
    for head in (
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + own + b"Host: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil\r\n" + own + b"\r\n",
        b"GET / HTTP/1.1\r\n" + own + own + b"\r\n",
        b"GET http://evil/ HTTP/1.1\r\n" + own + b"\r\n",
        b"CONNECT evil:80 HTTP/1.1\r\n" + own + b"\r\n",
    ):
        with Wire(table.port) as wire:
            wire.say(head)
            assert status(wire.hear(1.0)) in (0, 400, 404, 405, 421, 403), head


def test_a_socket_or_a_pairing_of_another_page(table: Live, guest: Guest) -> None:
    """The guest's own browser carries the cookie there: what counts is the page that asks."""
    own = f"127.0.0.1:{table.port}"
    pages = ["http://evil.example", "null", f"https://{own}", f"http://{own}.evil", f"{own}", ""]
    pages += [f"http://127.0.0.1:{table.port + 1}", f"http://{own}/", f"HTTP://{own}", "*"]
    for page in pages:
        for path in ("/hand", "/live"):
            with Wire(table.port) as wire:
                answer = wire.upgrade(path, Origin=page, Cookie=guest.cookie)
            assert status(answer) == 403, (page, path, answer)
        assert word_of(pair(table.port, guest.code, ELSEWHERE, Origin=page)) == "origin"
    counted(table, "origin", 3 * len(pages))


# -- what is no HTTP, or too much of it ------------------------------------------------------------

JUNK = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500,  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\r\n" * 500,
    b"\0" * 500,
    b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET " + b"/a" * 50_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nA: " + b"b" * 100_000 + b"\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
]


def test_what_is_no_request(table: Live, guest: Guest) -> None:
    for junk in JUNK:
        with Wire(table.port) as wire:
            wire.say(junk)
            answer = wire.hear(1.0)
        assert status(answer) in (0, 400, 413, 421), (junk[:80], answer)
        assert b"Traceback" not in answer


def test_a_body_without_end(table: Live, guest: Guest) -> None:
    for more in ({"Content-Length": "100000000"}, {"Transfer-Encoding": "chunked"}):
        with Wire(table.port) as wire:
            wire.say(wire.request("POST", "/pair", **more))  # type: ignore[arg-type]
            piece = b"400\r\n" + b"y" * 1024 + b"\r\n"
            sent = 0
            while wire.say(piece) and sent < 1 << 24:
                sent += len(piece)
            assert sent < 1 << 24, "it took all of it"
    counted(table, "size", 2)


def test_every_route_for_everybody(table: Live, guest: Guest) -> None:
    """Nobody, a guest, one with a forged secret: whatever is asked, only the pages are given, and
    they are the same for all."""
    given: dict[str, set[bytes]] = {}
    for n, (path, method, cookie) in enumerate(
        product(
            PATHS,
            ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "X"),
            ("", guest.cookie, "khvatka=" + "A" * 22),
        )
    ):
        with Wire(table.port, f"127.0.2.{1 + n // 40}") as wire:
            answer = wire.ask(method, path, Cookie=cookie)
        code = status(answer)
        assert code < 500, (path, method, answer)
        assert code >= 400 or (method in ("GET", "HEAD") and path in PATHS[:4]), (path, method)
        assert b"Access-Control-Allow" not in answer
        assert b"no-store" in answer
        if code == 200 and method == "GET":
            given.setdefault(path, set()).add(answer.partition(b"\r\n\r\n")[2])
    assert {path: len(bodies) for path, bodies in given.items()} == dict.fromkeys(PATHS[:4], 1)


# -- codes -----------------------------------------------------------------------------------------


def test_codes_are_not_guessed(table: Live, guest: Guest) -> None:
    """Nor does it help to say that one comes from elsewhere; who does come from there is heard."""
    since_s = time.monotonic()
    words = [
        word_of(pair(table.port, f"guess-{n}", ELSEWHERE, X_Forwarded_For=f"10.0.0.{n}"))
        for n in range(TRIES_A_MINUTE + 3)
    ]
    assert words[:TRIES_A_MINUTE] == ["code"] * TRIES_A_MINUTE
    assert words.count("code") <= may_try(TRIES_A_MINUTE, since_s)
    assert set(words) == {"code", "often"}
    other = Guest(table, 2)
    other.sees_its_hand()
    other.close()
    counted(table, "often", words.count("often"))


def test_a_code_again(table: Live, guest: Guest) -> None:
    assert word_of(pair(table.port, guest.code, ELSEWHERE)) == "code"
    old, new = code_at(table, 2), code_at(table, 2)
    assert word_of(pair(table.port, old, ELSEWHERE)) == "code"
    cookie_of(pair(table.port, new, ELSEWHERE))
    assert word_of(pair(table.port, new, ELSEWHERE)) == "code"
    counted(table, "code", 3)


NO_CODES = [
    (b"", "nonsense"),
    (b"\xff\xfe", "nonsense"),
    (b"null", "nonsense"),
    (b"[" * 1000, "nonsense"),
    (b'{"code": 1}', "nonsense"),
    (b'{"code": "\\ud800"}', "nonsense"),
    (b'{"code": ""}', "code"),
    (b'{"code": "x", "seat": "2"}', "code"),
    (b'{"code": "%s"}' % (b"x" * 2000), "size"),
]


def test_what_is_no_code(table: Live, guest: Guest) -> None:
    for n, (body, word) in enumerate(NO_CODES):
        with Wire(table.port, f"127.0.4.{1 + n}") as wire:
            answer = wire.ask("POST", "/pair", body, Content_Type="application/json")
        assert (word_of(answer), b"set-cookie" in answer.lower()) == (word, False), body
    for word, count in Counter(word for _, word in NO_CODES).items():
        counted(table, word, count)


# -- sockets ---------------------------------------------------------------------------------------


WRONG_FRAMES = [
    ([framed(TEXT, b"z" * 1025)], "size"),
    ([framed(TEXT, b"z" * 1_000_000)], "often"),
    ([framed(TEXT, b"x" * 900, last=False)] + [framed(0, b"x" * 900, last=False)] * 9, "size"),
    ([framed(BINARY, b"b")], "nonsense"),
    ([framed(TEXT, b"\xff\xfe")], "nonsense"),
    ([framed(TEXT, b"\xed\xa0\x80")], "nonsense"),
    ([framed(TEXT, b"b", rsv=4)], "nonsense"),  # compressed: a bomb comes so
    ([framed(TEXT, b"b", masked=False)], "nonsense"),
    ([framed(5, b"b")], "nonsense"),
    ([framed(PING, b"b" * 126)], "nonsense"),
    ([framed(0, b"b")], "nonsense"),
    ([framed(TEXT, b"{}")], "nonsense"),
    ([framed(TEXT, b'{"do":"peek"}')], "nonsense"),
    ([framed(TEXT, b"b")] * 30, "often"),
    ([framed(PING, b"")] * 20_000, "often"),
]


def test_a_socket_that_speaks_wrong(table: Live, guest: Guest) -> None:
    """Of those who look on; a guest's cookie gives them no more."""
    for n, (frames, word) in enumerate(WRONG_FRAMES):
        with Wire(table.port, f"127.0.5.{1 + n}") as wire:
            assert status(wire.upgrade("/live", Cookie=guest.cookie)) == 101
            wire.say(b"".join(frames))
            told = wire.hear()
        assert told.endswith(word.encode()) or word == "often", (frames[0][:80], told[-80:])
        assert b'"hand"' not in told
    for word, count in Counter(word for _, word in WRONG_FRAMES).items():
        counted(table, word, count)


def test_nobody_is_offered_compression(table: Live, guest: Guest) -> None:
    with Wire(table.port) as wire:
        answer = wire.upgrade("/live", Sec_WebSocket_Extensions="permessage-deflate; x; y=1")
    assert status(answer) == 101
    assert b"xtensions" not in answer


SAID = [
    b"[" * 1000,
    b'{"a":' * 200,
    b'{"do":"peek"',
    b'{"do":["peek"]}',
    b'{"do":"peek","seat":2}',
    b'{"do":"peek","session":2}',
    b'{"do":"let_in"}',
    b'{"do":"pick","at":1,"kind":"card","to":[0]}',
    b'{"do":"pick","at":1e400}',
    b'{"do":"pick","at":"1","kind":"\\ud800","to":[0]}',
    b'{"do":"pick","at":"1","kind":"card","to":[1.5]}',
    b'{"do":"pick","at":"1","kind":"card","to":[%s]}' % (b"9" * 900),
    b'{"do":"pick","at":"1","kind":"card","to":[1001]}',
    b'{"do":"pick","at":"1","kind":"card","to":[0,0,0,0,0,0,0,0,0]}',
    b'{"do":"pick","at":"1","kind":"a kind without any end"}',
    b"null",
    b'"b"',
    b"",
    b"NaN",
]


def test_a_guest_who_says_nonsense(table: Live, guest: Guest) -> None:
    for n, said in enumerate(SAID, 1):
        with Wire(table.port) as wire:
            wire.upgrade("/hand", Cookie=guest.cookie)
            wire.sees(b'"me"')
            wire.frame(TEXT, said)
            assert wire.reason() == "nonsense", said
        counted(table, "nonsense", n)  # which takes so long that nobody speaks too often
        guest.back()


NOT_OFFERED: list[dict[str, Any]] = [
    {"kind": "card", "to": [1000]},
    {"kind": "card", "to": [-1]},
    {"kind": "card", "to": [0] * 8},
    {"kind": "confirm", "to": []},
    {"kind": "undo", "to": []},
    {"kind": "new", "to": [0]},
    {"kind": "__class__", "to": [0]},
    {"kind": "cell", "to": [1000, -1000]},
]


def test_a_guest_who_picks_what_is_not_offered(table: Live, guest: Guest) -> None:
    with table.lock:
        before = table.sitting.match.state
    for said in NOT_OFFERED:
        guest.tell(do="pick", at=guest.view["at"], **said)
        guest.sees_its_hand()
        with table.lock:
            assert table.sitting.match.state is before, said


# -- out of order, again, after the end, another's -------------------------------------------------


def test_before_the_press_at_the_seat_nothing_is_done(table: Live) -> None:
    for do in ("peek", "hide", "pick", "ok", "back", "leave"):
        cookie = cookie_of(pair(table.port, code_at(table, 0), f"127.0.3.{len(do)}"))
        table.until(lambda: table.stands(0, PhoneStage.ASKED))
        with Wire(table.port) as wire:
            wire.upgrade("/hand", Cookie=cookie)
            wire.frame(TEXT, json.dumps({"do": do}).encode())
            assert wire.reason() == "unknown"
        table.press_no(0)
    counted(table, "unknown", 6)


def test_a_move_said_twice_is_made_once(table: Live) -> None:
    guest = Guest(table, table.sitting.mover)
    with table.lock:
        match = table.sitting.match
        action = match.game.legal_actions(match.state)[0]
        targets = match.move_picker.picks(match.state, action)
    said: dict[str, object] = {}
    for target in targets:
        said = {"do": "pick", "at": guest.view["at"], "kind": target.kind, "to": target.at}
        guest.tell(**said)
        guest.until(lambda view, at=said["at"]: view["at"] != at)
    with table.lock:
        made, state = len(match.history), match.state
    for _ in range(5):
        guest.tell(**said)
    counted(table, "late", 5)
    with table.lock:
        assert (len(match.history), match.state) == (made, state)
    guest.sees_its_hand()
    guest.close()


def test_out_of_turn_and_out_of_order(table: Live) -> None:
    other = Guest(table, 2 - table.sitting.mover)
    with table.lock:
        match = table.sitting.match
        before, picks = (
            match.state,
            match.move_picker.picks(match.state, match.game.legal_actions(match.state)[0]),
        )
    for what in (
        {"do": "hide"},
        {"do": "ok", "at": other.view["at"]},
        {"do": "back", "at": other.view["at"]},
        {"do": "pick", "at": other.view["at"], "kind": picks[0].kind, "to": picks[0].at},
        {"do": "pick", "at": "-1", "kind": picks[0].kind, "to": picks[0].at},
    ):
        other.tell(**what)
    counted(table, "late")
    other.sees_its_hand()
    with table.lock:
        assert match.state is before
        assert match.chooser is not None
        assert match.chooser.picked == ()
    other.close()


def test_after_leaving(table: Live) -> None:
    guest = Guest(table, 0)
    with Wire(table.port) as wire:
        wire.upgrade("/hand", Cookie=guest.cookie)
        wire.sees(b'"me"')
        wire.frame(TEXT, b'{"do":"leave"}')
        for do in ("peek", "leave", "pick"):
            wire.frame(TEXT, json.dumps({"do": do}).encode())
        assert wire.reason() == "left"
    table.until(lambda: not table.bound())
    for _ in range(2):
        unknown(table, guest.cookie)
    guest.close()
    counted(table, "unknown", 2)


def test_a_forged_secret(table: Live, guest: Guest) -> None:
    name, _, secret = guest.cookie.partition("=")
    for forged in (
        "",
        name,
        f"{name}=",
        f"{name}={secret[:-1]}",
        f"{name}={secret}x",
        f"{name}={secret.swapcase()}",
        f"{name.upper()}={secret}",
        f"{name}=1",
        f"{name}=" + "x" * 3000,
        f"{name}=\xff\xfe",
        f"seat=0; {name}=; generation=1",
    ):
        with Wire(table.port) as wire:
            wire.upgrade("/hand", Cookie=forged)
            assert wire.reason() == "unknown", forged
    counted(table, "unknown", 11)


def test_a_hand_by_the_wrong_door(table: Live) -> None:
    guest = Guest(table, 0)
    with pytest.raises(InvalidStatus):
        socket_of(table.port, "/hand/../hand2", guest.cookie)
    with socket_of(table.port, "/live?seat=0&hand=1", guest.cookie) as line:
        assert "me" not in json.loads(line.recv(timeout=PATIENCE_S))
    with socket_of(table.port, "/hand?seat=2&session=2", guest.cookie) as line:
        assert json.loads(line.recv(timeout=PATIENCE_S))["me"]["seat"] == 0
    guest.close()
