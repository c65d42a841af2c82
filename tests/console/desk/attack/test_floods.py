"""Too much, too slow, nonsense: the desk says no in a word and goes on."""

from __future__ import annotations

import json
import random
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from console.desk.web import commands_event
from console.desk.web.commands import COMMANDS
from console.web.guards import TRIES_A_MINUTE, TRIES_AT_ALL
from tests.console.desk.attack.conftest import joined, let_in
from tests.console.desk.attack.hall import (
    FORM_KIND,
    PATIENCE_S,
    Caller,
    Hall,
    answer,
    open_desk,
    sent,
)
from tests.console.phones.attacker import may_try
from tests.posix import few_handles

assert sys.platform == "linux"

pytestmark = pytest.mark.slow
assert commands_event  # its commands are in COMMANDS


def alive(hall: Hall) -> None:
    assert hall.organiser.get("/").status == 200
    assert hall.process.poll() is None


def test_bodies_beyond_measure(hall: Hall, tables: list[Caller]) -> None:
    for path, most in (
        ("/do/enter", 300_000),
        ("/do/paste", 5 << 20),
        ("/link/report", 20_000),
        ("/link/join", 20_000),
        ("/link/results/a", 20_000),
        ("/enter", 300_000),
        ("/do/stick", 5 << 20),
        ("/nowhere", 5 << 20),
    ):
        method = "PUT" if "results" in path else "POST"
        for caller in (hall.organiser, tables[0], hall.anonymous()):
            got = caller.ask(method, path, b"a=" + b"x" * most, FORM_KIND)
            assert got.status in (0, 303, 400, 401, 404, 413), (path, got.status)
        got = hall.organiser.ask(method, path, b"a=1", {"Content-Length": str(10**12), **FORM_KIND})
        assert got.status in (400, 401, 404, 413), (path, got.status)
    alive(hall)


def test_bodies_without_a_length(hall: Hall, tables: list[Caller]) -> None:
    host = f"127.0.0.1:{hall.port}"
    for path in ("/do/enter", "/do/paste", "/link/report", "/enter"):
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Cookie: {hall.organiser.cookie}\r\n"
            f"Authorization: Bearer {tables[0].token}\r\nTransfer-Encoding: chunked\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        got = answer(
            sent(
                hall.port,
                head.encode()
                + b"10000\r\n"
                + b"x" * 65536
                + b"\r\n"
                + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 100,
            )
        )
        assert got.status in (0, 400, 413), (path, got.status)
    alive(hall)


@pytest.mark.parametrize(
    "told",
    [
        "Content-Length: -1\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 0x5\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Host: evil.example\r\n",
        "Content-Encoding: gzip\r\nContent-Length: 5\r\n",
        "Expect: 100-continue\r\nContent-Length: 99999999\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\n",
        "X: " + "y" * 200_000 + "\r\n",
        "".join(f"X{number}: y\r\n" for number in range(5000)),
        "Cookie: " + "khvatka_desk=x; " * 3000 + "\r\n",
        " folded\r\n",
        "Bad Name: x\r\n",
        "X: a\x00b\r\n",
        "X\r\n",
    ],
    ids=range(17),
)
def test_requests_that_are_none(hall: Hall, tables: list[Caller], told: str) -> None:
    before = hall.event()
    host = f"127.0.0.1:{hall.port}"
    raw = (
        f"POST /do/enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Cookie: {hall.organiser.cookie}\r\n"
        f"Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n{told}\r\nname="
    )
    with socket.create_connection(("127.0.0.1", hall.port), PATIENCE_S) as line:
        try:
            line.sendall(raw.encode())
            line.shutdown(socket.SHUT_WR)
            first = line.recv(65536)
        except OSError:
            first = b""
    assert answer(first).status in (0, 400, 403, 405, 413, 422, 426, 431, 303), first[:200]
    assert hall.event() == before
    alive(hall)


def test_lines_that_say_nothing(hall: Hall, tables: list[Caller]) -> None:
    """Somebody opens all the lines they can; whoever is elsewhere still comes in."""
    idle = []
    try:
        for _ in range(400):
            line = socket.socket()
            line.bind(("127.0.0.9", 0))
            line.settimeout(5)
            try:
                line.connect(("127.0.0.1", hall.port))
                line.sendall(b"POST /do/enter HTTP/1.1\r\nHo")
            except OSError:
                line.close()
                break
            idle.append(line)
        alive(hall)
        assert hall.anonymous().get("/enter").status == 200
    finally:
        for line in idle:
            line.close()
    alive(hall)


def _stream(hall: Hall, path: str, header: str) -> bytes:
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\n{header}\r\n\r\n"
    return asked.encode()


def test_streams_without_end(hall: Hall, tables: list[Caller]) -> None:
    """One browser, or one table, asks for streams for ever: the others keep theirs."""
    open_ = []
    try:
        for headers in (
            f"Cookie: {hall.organiser.cookie}",
            f"Authorization: Bearer {tables[0].token}",
        ):
            path = "/live" if "Cookie" in headers else "/link/stream"
            for _ in range(300):
                line = socket.create_connection(("127.0.0.1", hall.port), PATIENCE_S)
                line.sendall(_stream(hall, path, headers))
                open_.append(line)
        there = Caller(hall.port, changed={})
        with socket.socket() as line:
            line.bind(("127.0.0.8", 0))
            line.settimeout(PATIENCE_S)
            line.connect(("127.0.0.1", hall.port))
            line.sendall(_stream(hall, "/link/stream", f"Authorization: Bearer {tables[1].token}"))
            assert line.recv(100).startswith(b"HTTP/1.1 200"), "another's stream is not let in"
        assert there.get("/desk.css").status in (0, 200, 429, 503)
    finally:
        for line in open_:
            line.close()
    alive(hall)


def test_more_lines_than_a_shell_gives_handles(tmp_path: Path) -> None:
    """Whoever took them all kept everybody else out, for as long as they liked."""
    with ExitStack() as opened:
        with few_handles(256):
            hall = opened.enter_context(open_desk(tmp_path))
        asked = _stream(hall, "/live", f"Cookie: {hall.organiser.cookie}")
        for _ in range(300):
            line = socket.create_connection(("127.0.0.1", hall.port), PATIENCE_S)
            opened.enter_context(line).sendall(asked)
        alive(hall)


def test_nonsense_on_the_link(hall: Hall, tables: list[Caller]) -> None:
    before = hall.event()
    lots = random.Random(7)
    deep = b"[" * 15_000
    bodies = [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'"',
        b"\xff\xfe",
        b'{"told":null}',
        b'{"type":"here"}',
        b'{"type":"here","match":1e400,"person":0}',
        b'{"type":"here","match":-1,"person":-1}',
        b'{"type":"begun","match":99999999999999999999}',
        deep,
        b'{"a":' * 3000,
        b'{"type":"enters","name":' + b'"x"' + b"}" * 2,
        b'{"type":"enters","name":"\\ud800"}',
        b'{"type":"enters","name":""}',
        b'{"type":"enters","name":" \\u200b "}',
        b'{"type":"enters","name":"' + b"x" * 10_000 + b'"}',
        b"NaN",
        b"\x80\x04\x95",
        b"\x83\xa4type",
    ]
    bodies += [bytes(lots.randrange(256) for _ in range(lots.randrange(60))) for _ in range(60)]
    for body in bodies:
        for path, method in (
            ("/link/report", "POST"),
            ("/link/join", "POST"),
            ("/link/results/abc", "PUT"),
        ):
            got = tables[0].ask(
                method, path, body, {"Khvatka-Digest": "0" * 64, "Content-Type": "application/json"}
            )
            assert got.status in (400, 404, 409, 413, 415, 422, 429, 204), (
                path,
                body[:60],
                got.status,
                got.body[:100],
            )
    after = hall.event()
    assert after["matches"] == before["matches"]
    assert after["people"] == before["people"]
    alive(hall)


BODIES: Final = (
    b"",
    b"&&&===",
    b"a",
    b"%ff%fe=%00",
    b"person=%00",
    b"person=9" * 500,
    b"person=-1&match=-1&line=-1&round=-1&table=-1",
    b"person=1e9&match=x&line=x&round=x&table=x",
    b"person=999999999999999999999&match=999999999999999999999&line=99999999999999999999&table=99999999999999999999&round=99999999999999999&one=99999999999999999999&other=-7&key=%00",
    b"match=0&game=99999999999999999999&place-0=1",
    b"match=0&game=0&place-99=1&place-0=0&place-x=1",
    b"name=&key=&role=god",
    b"match=0&game=0&persons=&places=",
    b"name=%ed%a0%80&names=%ed%a0%80",
    b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nx",
)
PATHS: Final = (
    "/round?stage=x&round=-9",
    "/round?stage=99&round=99999999999999999999",
    "/people?q=%00%ff&page=-1",
    "/people?page=1e99",
    "/standings?stage=-1",
    "/audit?page=99999999999999999999",
    "/audit?page=-1",
    "/tv?page=-5",
    "/people?" + "a=b&" * 1000,
    "/?%00=%00",
)
ENDING: Final = {
    *("leave", "new-event", "pause", "resume", "end", "draw"),
    *("code", "invite", "settings", "check-in-all"),
}
"""Commands that would end the evening, or the rights to it."""


def test_nonsense_in_forms(hall: Hall, tables: list[Caller]) -> None:
    before = hall.organiser.get("/files/event.khvatka").body
    kinds: tuple[dict[str, str], ...] = (
        FORM_KIND,
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json"},
        {},
    )
    # every body as a form is read; what is none is tried with a body more of every command
    sent = [(body, FORM_KIND) for body in BODIES]
    for number, command in enumerate(sorted(set(COMMANDS) - ENDING)):
        turned = [(BODIES[(number + n) % len(BODIES)], kind) for n, kind in enumerate(kinds[1:])]
        for body, kind in (*sent, *turned):
            got = hall.organiser.ask("POST", f"/do/{command}", body, kind)
            told = (command, body[:50], kind, got.status)
            assert got.status in (200, 303, 400, 404, 413, 415, 422), told
            assert "Traceback" not in got.text
    for path in PATHS:
        got = hall.organiser.get(path)
        assert got.status in (200, 303, 400, 404, 422), (path, got.status)
    after = hall.organiser.get("/files/event.khvatka").body
    assert after.splitlines()[1:4] == before.splitlines()[1:4]
    alive(hall)


def test_codes_are_not_guessed(hall: Hall, tables: list[Caller]) -> None:
    """Tries of one address are counted, whatever it says of itself; then the right one waits."""
    from_there = []
    code = hall.code("organiser", "boss")
    since_s = time.monotonic()
    for number in range(12):
        raw = _from(
            "127.0.0.77",
            hall,
            "/enter",
            f"code={10_000_000 + number}",
            f"X-Forwarded-For: 10.0.0.{number}\r\nForwarded: for=10.1.0.{number}\r\n",
        )
        from_there.append(answer(raw).status)
    let = may_try(TRIES_A_MINUTE, since_s)
    assert len(from_there) - from_there.count(429) <= let, from_there
    assert answer(_from("127.0.0.77", hall, "/enter", f"code={code}", "")).status == 429
    joins, since_s = [], time.monotonic()
    for number in range(12):
        asked = json.dumps(
            {"code": f"{number:06}", "name": "T", "seats_n": 4, "games": ["chaos"], "version": "1"}
        )
        joins.append(answer(_from("127.0.0.78", hall, "/link/join", asked, "")).status)
    assert len(joins) - joins.count(429) <= may_try(TRIES_A_MINUTE, since_s), joins
    alive(hall)


def test_who_tries_codes_on_purpose_keeps_nobody_else_out(hall: Hall) -> None:
    right = hall.code("scorekeeper")
    asked = {"name": "T", "seats_n": 4, "games": ["chaos"], "version": "1"}
    for source in range(2 * TRIES_AT_ALL // TRIES_A_MINUTE):
        for number in range(TRIES_A_MINUTE + 1):
            path, body = "/enter", f"code={100_000_000 + number}"
            if number % 2:
                path, body = "/link/join", json.dumps({"code": f"{number:06}", **asked})
            _from(f"127.0.1.{source}", hall, path, body, "")
    assert answer(_from("127.0.1.1", hall, "/enter", f"code={right}", "")).status == 429
    assert answer(_from("127.0.2.1", hall, "/enter", f"code={right}", "")).status == 303
    assert joined(hall, "late")


def test_personal_pages_are_not_guessed(hall: Hall, tables: list[Caller]) -> None:
    got = [
        answer(_get_from("127.0.0.79", hall, f"/p/{number:010}")).status for number in range(400)
    ]
    assert set(got) <= {404, 429}, set(got)  # 50 bits: so few tries find nothing
    alive(hall)


def _from(address: str, hall: Hall, path: str, body: str, more: str) -> bytes:
    host = f"127.0.0.1:{hall.port}"
    kind = "application/json" if path.startswith("/link") else "application/x-www-form-urlencoded"
    raw = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Connection: close\r\nContent-Type: {kind}\r\n"
        f"{more}Content-Length: {len(body)}\r\n\r\n{body}"
    )
    return _said(address, hall, raw)


def _get_from(address: str, hall: Hall, path: str) -> bytes:
    return _said(
        address,
        hall,
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\nConnection: close\r\n\r\n",
    )


def _said(address: str, hall: Hall, raw: str) -> bytes:
    with socket.socket() as line:
        line.settimeout(PATIENCE_S)
        line.bind((address, 0))
        line.connect(("127.0.0.1", hall.port))
        line.sendall(raw.encode())
        got = b""
        while chunk := line.recv(65536):
            got += chunk
    return got


def test_nobody_enters_at_tables_where_that_is_off(hall: Hall, tables: list[Caller]) -> None:
    table = let_in(hall, "spammer")
    asked = json.dumps({"type": "enters", "name": "bot"}).encode()
    hall.organiser.done("settings", calls_itself=1)
    before = hall.event()["people"]
    assert table.ask("POST", "/link/report", asked).status == 409
    assert hall.event()["people"] == before
    hall.organiser.done("settings", calls_itself=1, entry_at_tables=1)
    assert table.ask("POST", "/link/report", asked).status == 204
    assert table.ask("POST", "/link/report", asked).status in (204, 409)
    assert list(hall.event()["people"].values()).count("bot") == 1  # type: ignore[attr-defined]


def test_a_table_complains_at_length(hall: Hall, tables: list[Caller]) -> None:
    table = let_in(hall, "sick")
    for why in (
        "y" * 10_000,
        "<script>alert(1)</script>",
        "\r\nX: y",
        "\u202e\u0000",
        "\ud83d\ude00" * 500,
    ):
        asked = json.dumps({"type": "out_of_order", "why": why}).encode()
        assert table.ask("POST", "/link/report", asked).status in (204, 400, 409, 422), why[:20]
        page = hall.organiser.get("/tables")
        assert page.status == 200
        assert len(page.body) < 100_000
        assert "<script>alert" not in page.text
