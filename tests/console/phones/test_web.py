"""The web process itself: started, called by its socket, refusing."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from console.phones import messages
from console.phones.limits import MESSAGES_A_SECOND, MOST_WATCHING, message_bucket
from console.phones.link import PhonesLink
from console.phones.page import PhonePage
from console.phones.web import OpenSocket, Web
from console.web.guards import TRIES_A_MINUTE
from console.web.messages import Opened
from drivers.times import SECOND
from tests.console.phones.attacker import PATIENCE_S, may_try
from tests.console.phones.evening import opening

pytestmark = pytest.mark.slow


class Served:
    """A web process, and the table's end of its pipe."""

    def __init__(self) -> None:
        self.link = PhonesLink(replace(opening(), every_s=0.02))
        self.heard: list[messages.ToTable] = []
        self.port = 0
        self.port = self.until(Opened).port

    def until(self, kind: type[Any], fits: Callable[[Any], bool] = lambda message: True) -> Any:
        """The first message of that kind from now on."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            self.link.wait(0.05)
            self.heard += self.link.hear()
            for n, message in enumerate(self.heard):
                if isinstance(message, kind) and fits(message):
                    del self.heard[: n + 1]
                    return message
        raise AssertionError(f"no {kind.__name__} among {self.heard}")

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, str, dict[str, str]]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        line.putrequest(method, path, skip_host=True)
        for name, value in {"Host": self.host, **headers}.items():
            line.putheader(name.replace("_", "-"), value)
        if body:
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        line.close()
        return answer.status, text, {k.lower(): v for k, v in answer.getheaders()}

    def post(self, body: bytes, **headers: str) -> tuple[int, str, dict[str, str]]:
        return self.ask("POST", "/pair", body, **{"Origin": f"http://{self.host}", **headers})

    def pair(self, seat: int = 0, code: str = "code") -> str:
        """A cookie for the seat."""
        self.offer(seat, code)
        status, _, headers = self.post(json.dumps({"code": code}).encode())
        assert status == 200
        return headers["set-cookie"].split(";")[0]

    def offer(self, seat: int, code: str) -> None:
        """It counts from now on: views are told after what was told before them."""
        with self.open("/live") as line:
            self.link.tell(messages.Offer(seat, code, 60))
            view = json.dumps({"after": code})
            self.link.tell(messages.Public(view))
            while line.recv(timeout=PATIENCE_S) != view:
                pass

    def open(
        self, path: str, cookie: str | None = None, origin: str | None = None
    ) -> ClientConnection:
        return connect(
            f"ws://{self.host}{path}",
            origin=Origin(origin or f"http://{self.host}"),
            additional_headers={} if cookie is None else {"Cookie": cookie},
            open_timeout=PATIENCE_S,
            compression=None,
            ping_interval=None,  # as a browser, which takes in all that comes, too
            max_queue=None,
        )

    def refused(self, word: str) -> int:
        told: messages.Refused = self.until(messages.Refused, lambda m: word in m.counts)
        return told.counts[word]


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.link.close()


def why(line: ClientConnection) -> str:
    """The word with which it is closed."""
    closed = ended(line)
    assert closed.rcvd is not None
    return closed.rcvd.reason


def ended(line: ClientConnection) -> ConnectionClosed:
    try:
        while True:
            line.recv(timeout=PATIENCE_S)
    except ConnectionClosed as closed:
        return closed


@pytest.mark.parametrize(("path", "expected"), [("/wacth", 404), ("/pair", 405)])
def test_where_nothing_is_a_guest_is_told_so_with_a_way_back(
    served: Served, path: str, expected: int
) -> None:
    """Also what is there for scripts alone."""
    for asked, told in (
        ("ru-RU,ru;q=0.9", "По этому адресу ничего нет"),
        ("de", "nothing at this"),
    ):
        status, page, headers = served.ask("GET", path, Accept_Language=asked)
        assert (status, headers["content-type"]) == (expected, "text/html; charset=utf-8")
        assert told in page
        ways = re.findall('<a href="(.*?)">', page)
        assert ways == ["/", "/watch"]
        assert all(served.ask("GET", way)[0] == 200 for way in ways)
        style = re.findall("<style>(.*?)</style>", page)
        digest = base64.b64encode(sha256(style[0].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in headers["content-security-policy"], "it has its look"


def test_what_is_served_is_kept_by_nobody(served: Served) -> None:
    for path in ("/", "/app.js"):
        status, _, headers = served.ask("GET", path, Accept_Encoding="gzip")
        assert status == 200
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_another_host_is_another_site(served: Served) -> None:
    for path, host in product(
        ("/", "/watch", "/tv", "/app.js"), ("evil.test", "127.0.0.1", "localhost:1")
    ):
        status, text, _ = served.ask("GET", path, Host=host)
        assert (status, text) == (421, "host"), (path, host)
        assert served.refused("host") == 1, (path, host)


def test_routes(served: Served) -> None:
    """Every route by every method that it does not have, and some that there are not."""
    for method, path in [
        ("GET", "/pair"),
        ("DELETE", "/"),
        ("GET", "/hand"),
        ("GET", "/live"),
        ("GET", "/../etc/passwd"),
        ("GET", "/openapi.json"),
    ]:
        status, _, _ = served.ask(method, path, Origin=f"http://{served.host}")
        assert status in (404, 405), (method, path)


def test_what_is_posted(served: Served) -> None:
    """By another page, too much of it, nonsense, a code that is none."""
    code = json.dumps({"code": "x"}).encode()
    assert served.post(code, Origin="http://evil.test")[:2] == (403, "origin")
    assert served.ask("POST", "/pair", code)[:2] == (403, "origin")
    assert served.post(b"x" * 1025)[:2] == (413, "size")
    assert served.post(b"[")[:2] == (400, "nonsense")
    assert served.post(b"{}")[:2] == (400, "nonsense")
    assert served.post(code)[:2] == (410, "code")


def test_codes_cannot_be_guessed_for_long(served: Served) -> None:
    code = json.dumps({"code": "x"}).encode()
    since_s = time.monotonic()
    words = [served.post(code)[1] for _ in range(TRIES_A_MINUTE + 3)]
    assert words[:TRIES_A_MINUTE] == ["code"] * TRIES_A_MINUTE
    assert words.count("code") <= may_try(TRIES_A_MINUTE, since_s)
    assert set(words) == {"code", "often"}
    assert served.refused("often")


def test_a_hand_goes_to_its_session_alone(served: Served) -> None:
    """After ●, and never to who only watches."""
    cookie = served.pair(3)
    assert "HttpOnly" not in cookie
    asked = served.until(messages.Asked)
    assert asked.seat == 3
    with served.open("/hand", cookie) as line, served.open("/live", cookie) as watching:
        waits = json.loads(line.recv(timeout=PATIENCE_S))
        assert waits == {"wait": 3, "sign": asked.sign}
        served.link.tell(messages.HandView(asked.session, 1, '"before"'))
        served.link.tell(messages.Bind(asked.session, 1))
        served.link.tell(messages.HandView(asked.session, 1, '"mine"'))
        served.link.tell(messages.Public('"all"'))
        assert line.recv(timeout=PATIENCE_S) == '"mine"'
        assert "art" in json.loads(watching.recv(timeout=PATIENCE_S))
        while watching.recv(timeout=PATIENCE_S) != '"all"':
            pass  # what was told before
        line.send('{"do":"peek"}')
        act = served.until(messages.Act)
        assert (act.session, act.generation, act.do) == (asked.session, 1, "peek")
        served.link.tell(messages.Drop(asked.session, "left"))
        assert why(line) == "left"
    with served.open("/hand", cookie) as line:
        assert why(line) == "unknown"


def test_the_cookie(served: Served) -> None:
    served.offer(0, "code")
    cookie = served.post(b'{"code":"code"}')[2]["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_an_answer_that_was_lost_is_given_again(served: Served) -> None:
    """The same secret, to the same page; the table is asked once."""
    served.offer(0, "code")
    body = json.dumps({"code": "code", "page": "drawn of chance"}).encode()
    first, again = (served.post(body)[2]["set-cookie"] for _ in range(2))
    assert first == again
    served.until(messages.Asked)
    with served.open("/hand", again.split(";")[0]) as line:
        assert json.loads(line.recv(timeout=PATIENCE_S))["wait"] == 0
        served.until(messages.Seen)
        assert not any(isinstance(message, messages.Asked) for message in served.heard)
        assert served.post(body)[:2] == (410, "code")


def test_a_code_that_two_phones_give(served: Served) -> None:
    cookie = served.pair(2)
    first = served.until(messages.Asked)
    assert served.post(b'{"code":"code"}', Cookie=cookie)[0] == 200
    assert served.post(b'{"code":"code","page":"another"}')[:2] == (410, "code")
    assert served.until(messages.Doubted).session == first.session
    assert not any(isinstance(message, messages.Doubted) for message in served.heard)


def test_an_old_code_leads_a_phone_that_is_let_in_to_its_page(served: Served) -> None:
    """The table is not asked again; who brings no secret is refused."""
    cookie = served.pair(2)
    served.until(messages.Asked)
    status, answer, headers = served.post(b'{"code":"code"}', Cookie=cookie)
    assert (status, json.loads(answer)) == (200, {"seat": 2})
    assert headers["set-cookie"].split(";")[0] == cookie
    with served.open("/hand", cookie) as line:
        assert json.loads(line.recv(timeout=PATIENCE_S))["wait"] == 2
        served.until(messages.Seen)
    assert not any(isinstance(message, messages.Asked) for message in served.heard)
    for other in ({}, {"Cookie": "khvatka=" + "A" * 22}):
        assert served.post(b'{"code":"code"}', **other)[:2] == (410, "code")


def test_a_forged_secret(served: Served) -> None:
    for cookie in (None, "khvatka=", "khvatka=1", "khvatka=" + "A" * 22):
        with served.open("/hand", cookie) as line:
            assert why(line) == "unknown", cookie
        assert served.refused("unknown") == 1, cookie


def test_a_socket_of_another_page(capfd: pytest.CaptureFixture[str]) -> None:
    served = Served()  # once its stderr is caught
    for path, origin in product(
        ("/hand", "/live"), ("http://evil.test", "null", "https://127.0.0.1")
    ):
        with pytest.raises(InvalidStatus) as refused, served.open(path, origin=origin):
            pass
        assert refused.value.response.status_code == 403, (path, origin)
    served.link.close()
    assert capfd.readouterr().err == "", "it fills no log"


def test_nonsense_on_a_hand(served: Served) -> None:
    said_words: list[tuple[str | bytes, str]] = [
        ("x" * 1100, "size"),
        ("{}", "nonsense"),
        ('{"do":"win"}', "nonsense"),
        ('{"do":"peek","seat":1}', "nonsense"),
        (b"b", "nonsense"),
    ]
    for number, (said, word) in enumerate(said_words):
        with served.open("/hand", served.pair(code=f"code{number}")) as line:
            line.send(said)
            ended(line)
        assert served.refused(word) == 1, said


def test_a_socket_says_ten_messages_a_second() -> None:
    bucket = message_bucket()
    assert [bucket.take(0) for _ in range(11)] == [True] * 10 + [False]
    assert [bucket.take(SECOND) for _ in range(11)] == [True] * 10 + [False]


def test_who_is_silent_for_six_seconds_is_dropped() -> None:
    now_ns = 0
    web = Web(PhonePage(opening()), frozenset(), lambda _: None, (), lambda: now_ns)
    web.every_s = 0.0
    line = OpenSocket(WebSocket({"type": "websocket"}, _unheard, _unheard), now_ns)
    web._open.add(line)

    async def looked() -> str | None:
        watching = asyncio.create_task(web.watch())
        for _ in range(3):
            await asyncio.sleep(0)
        watching.cancel()
        return line.why

    for now_ns, why_not in ((6 * SECOND - 1, None), (6 * SECOND, "slow")):  # noqa: B007
        assert asyncio.run(looked()) == why_not


def test_the_address_that_looks_on_most_makes_room_for_another() -> None:
    web = Web(PhonePage(opening()), frozenset(), lambda _: None, ())
    quiet = WebSocket({"type": "websocket"}, _unheard, _unheard)
    lines = [OpenSocket(quiet, 0) for _ in range(MOST_WATCHING)]
    web._watching = {line: ("crowd", "other")[n % 2] for n, line in enumerate(lines)}
    assert not web._make_room("crowd")
    assert web._make_room("wall")
    assert [line.why for line in lines if line not in web._watching] == ["full"]
    assert not web._make_room("crowd")  # it has one less, and would have as many as the other


async def _unheard(*_: Any) -> Any:
    raise AssertionError("nobody asks it")


@pytest.mark.parametrize("path", ["/hand", "/live"])
def test_who_says_too_much(served: Served, path: str) -> None:
    with served.open(path, served.pair()) as line:
        with suppress(ConnectionClosed):  # it may be closed in the middle
            for _ in range(30 * MESSAGES_A_SECOND):
                line.send("b")
        assert why(line) == "often"
    assert served.refused("often") == 1


def test_the_newest_tab_wins(served: Served) -> None:
    cookie = served.pair()
    with served.open("/hand", cookie) as old, served.open("/hand", cookie) as new:
        assert why(old) == "elsewhere"
        new.send("b")
        told = [json.loads(t) for t in {new.recv(PATIENCE_S), new.recv(PATIENCE_S)} - {"b"}]
        assert [view["wait"] for view in told] == [0]


def test_it_ends_with_the_table(served: Served) -> None:
    with served.open("/live") as line:
        served.link.close()
        assert ended(line)
