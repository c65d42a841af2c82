"""Who is on the same network and means no good: looks on at most. Nothing is changed without the
PIN, by another page, by another's name for us."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from console.web.guards import TRIES_A_MINUTE, TRIES_AT_ALL
from tests.console.phones.attacker import Wire, cookie_of, may_try, status
from tests.console.tuning.scoping import PIN, Scoping, scoping

pytestmark = pytest.mark.slow

WISH = json.dumps({"do": "set", "key": "pad.onset_mn", "value": 600, "was": 500}).encode()
ELSEWHERE = "127.0.0.2"


@pytest.fixture(scope="module")
def scope() -> Iterator[Scoping]:
    with scoping() as found:
        yield found


def ask(
    scope: Scoping, method: str, path: str, body: bytes = b"", *, at: str = "127.0.0.1", **more: str
) -> bytes:
    with Wire(scope.port, at) as wire:
        return wire.ask(method, path, body, **more)


def entered(scope: Scoping, at: str = "127.0.0.1") -> str:
    """A cookie, for the PIN."""
    return cookie_of(ask(scope, "POST", "/pin", PIN.encode(), at=at))


def nothing_wished(scope: Scoping) -> None:
    for _ in range(4):
        scope.hear()
    assert scope.wishes == []


def test_who_looks_on_changes_nothing(scope: Scoping) -> None:
    assert status(ask(scope, "GET", "/")) == 200
    for cookie in ("", "khvatka-scope=", "khvatka-scope=" + "0" * 32, "khvatka=1"):
        assert status(ask(scope, "POST", "/wish", WISH, Cookie=cookie)) == 401
    nothing_wished(scope)


def test_where_nothing_is_stands_a_way_back(scope: Scoping) -> None:
    for path, expected in (("/scope", 404), ("/pin", 405)):
        answer = ask(scope, "GET", path)
        assert status(answer) == expected
        assert b"nothing at this address" in answer
        assert b'<a href="/">' in answer


@pytest.mark.parametrize("path", ["/", "/scope.js", "/live", "/pin", "/wish"])
def test_a_name_that_leads_here_is_not_ours(scope: Scoping, path: str) -> None:
    """DNS rebinding."""
    cookie = entered(scope, "127.0.3.1")
    method = "POST" if path in ("/pin", "/wish") else "GET"
    own = f"127.0.0.1:{scope.port}"
    for name in ("evil.example", f"evil.example:{scope.port}", f"{own}.", f"0.0.0.0:{scope.port}"):
        answer = ask(
            *(scope, method, path, PIN.encode()),
            at="127.0.3.2",
            Host=name,
            Origin=f"http://{name}",
            Cookie=cookie,
        )
        assert status(answer) == 421
        assert b"<html" not in answer
        assert b"Set-Cookie" not in answer
    nothing_wished(scope)


def test_another_page_changes_nothing_with_the_builders_own_cookie(scope: Scoping) -> None:
    own, cookie = f"127.0.0.1:{scope.port}", entered(scope, "127.0.4.1")
    for page in ("http://evil.example", "null", f"https://{own}", f"http://{own}.evil", ""):
        for path in ("/wish", "/pin"):
            body = WISH if path == "/wish" else PIN.encode()
            answer = ask(scope, "POST", path, body, at="127.0.4.2", Origin=page, Cookie=cookie)
            assert status(answer) == 403, page
    for answer in (
        ask(scope, "GET", "/live", at="127.0.4.3", Origin="http://evil.example"),
        ask(scope, "GET", "/wish", at="127.0.4.3", Cookie=cookie),
    ):
        assert status(answer) in (403, 405)
    nothing_wished(scope)


def test_the_page_stays_in_no_frame_and_loads_nothing_from_elsewhere(scope: Scoping) -> None:
    head = ask(scope, "GET", "/").partition(b"\r\n\r\n")[0].decode().lower()
    assert "frame-ancestors 'none'" in head
    assert "default-src 'none'" in head
    assert "connect-src 'self'" in head
    assert "access-control" not in head
    cookie = ask(scope, "POST", "/pin", PIN.encode()).decode().lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert PIN not in ask(scope, "GET", "/").decode()
    assert PIN not in ask(scope, "GET", "/scope.js").decode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"do":"open"}',
        b'{"do":"set","x":1}',
        b"\xff\xfe",
        b"[" * 400,
        b'{"do":"set","key":"pad.onset_mn","value":-1}',
        b'{"do":"weigh","value":1e400}',
    ],
)
def test_nonsense_is_one_word(scope: Scoping, body: bytes) -> None:
    cookie = entered(scope, "127.0.5.1")
    answer = ask(scope, "POST", "/wish", body, at="127.0.5.2", Cookie=cookie)
    assert (status(answer), answer.rpartition(b"\r\n\r\n")[2]) == (400, b"nonsense")
    nothing_wished(scope)


def test_what_is_too_long_is_not_read(scope: Scoping) -> None:
    cookie = entered(scope, "127.0.6.1")
    for path in ("/wish", "/pin"):
        assert status(ask(scope, "POST", path, b"1" * 600, at="127.0.6.2", Cookie=cookie)) == 413
        wire = Wire(scope.port, "127.0.6.3")
        with wire:
            chunks = b"258\r\n" + b"1" * 600 + b"\r\n0\r\n\r\n"
            head = wire.request("POST", path, b"", Transfer_Encoding="chunked", Cookie=cookie)
            wire.say(head + chunks)
            assert status(wire.hear()) == 413
    nothing_wished(scope)


def test_the_pin_is_not_guessed() -> None:
    """Five tries a minute from one address, thirty in all; who knows it comes in all the same."""
    with scoping() as scope:
        since_s = time.monotonic()
        said = [
            status(ask(scope, "POST", "/pin", b"%06d" % n, at=ELSEWHERE))
            for n in range(TRIES_A_MINUTE + 3)
        ]
        assert said[:TRIES_A_MINUTE] == [410] * TRIES_A_MINUTE
        assert said.count(410) <= may_try(TRIES_A_MINUTE, since_s)
        assert set(said) == {410, 429}
        assert status(ask(scope, "POST", "/pin", PIN.encode(), at=ELSEWHERE)) == 429
        assert entered(scope)
        many = [
            status(ask(scope, "POST", "/pin", b"%06d" % n, at=f"127.0.8.{n}")) for n in range(1, 60)
        ]
        assert said.count(410) + many.count(410) <= may_try(TRIES_AT_ALL, since_s)
        scope.counted("code", TRIES_A_MINUTE)
        nothing_wished(scope)


def test_who_knows_the_pin_wishes_and_no_more_often_than_a_person() -> None:
    with scoping() as scope:
        cookie = entered(scope)
        said = [status(ask(scope, "POST", "/wish", WISH, Cookie=cookie)) for _ in range(12)]
        assert said[:4] == [204] * 4
        for _ in range(4):
            scope.hear()
        assert len(scope.wishes) == said.count(204)
        assert scope.wishes[0].wish.value == 600


def test_streams_are_few_and_say_whether_one_may_wish() -> None:
    with scoping() as scope:
        scope.show('{"n":1}')
        cookie = entered(scope)
        wires = [Wire(scope.port, f"127.0.9.{n}") for n in range(1, 18)]
        for n, wire in enumerate(wires):
            more = {"Cookie": cookie} if n == 0 else {}
            wire.say(wire.request("GET", "/live", b"", **more))
        heard = [wire.hear(until=b'"n":1}}') for wire in wires[:16]]
        assert b'"may":true' in heard[0]
        assert all(b'"may":false' in one for one in heard[1:])
        assert status(wires[16].hear()) == 503
        for wire in wires:
            wire.__exit__()
