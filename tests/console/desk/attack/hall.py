"""A real desk process on loopback, and callers that send whatever bytes they like."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from tests.console.desk.web.forms import page_of, saw_in

ROOT = Path(__file__).parents[4]
PATIENCE_S = 60.0  # never waited out unless something is broken
FORM_KIND = {"Content-Type": "application/x-www-form-urlencoded"}
VIEWS = (
    "/",
    "/people",
    "/person/0",
    "/tables",
    "/round",
    "/match/0",
    "/standings",
    "/audit",
    "/disputes",
    "/settings",
    "/new",
    "/tv",
    "/print/round",
    "/print/standings",
    "/print/codes",
)
FILES = (
    "/files/standings.csv",
    "/files/results.csv",
    "/files/free.csv",
    "/files/event.json",
    "/files/event.khvatka",
)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def sent(port: int, data: bytes, *, most: int = 1 << 22) -> bytes:
    """Raw bytes to the desk; what it says until it closes, or until an answer is whole."""
    got, until_s = b"", time.monotonic() + 3 * PATIENCE_S  # a stream says something now and then
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(data)
        while len(got) < most and time.monotonic() < until_s:
            try:
                chunk = line.recv(65536)
            except (ConnectionResetError, TimeoutError):
                break
            if not chunk:
                break
            got += chunk
            if _whole(got):
                break
    return got


def _whole(got: bytes) -> bool:
    head, gap, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return bool(gap and length and len(body) >= int(length[1]))


def answer(raw: bytes) -> Answer:
    """Raw bytes as an answer; status 0 for none."""
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    if not lines[0].startswith("HTTP/1.1 "):
        return Answer(0, {}, raw)
    told: dict[str, str] = {}
    for each in lines[1:]:
        name, _, value = each.partition(":")
        name = name.lower()
        told[name] = f"{told[name]}\n{value.strip()}" if name in told else value.strip()
    return Answer(int(lines[0].split()[1]), told, body)


@dataclass
class Caller:
    """Somebody who asks; ``cookie`` and ``token`` prove who they are."""

    port: int
    cookie: str = ""
    token: str = ""
    changed: dict[str, str | None] = field(default_factory=dict)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer:
        """``headers`` replace the usual ones; None leaves one out."""
        host = f"127.0.0.1:{self.port}"
        usual: dict[str, str | None] = {
            "Host": host,
            "Origin": f"http://{host}" if method not in ("GET", "HEAD") else None,
            "Cookie": self.cookie or None,
            "Authorization": f"Bearer {self.token}" if self.token else None,
            "Accept-Language": "en",
            "Content-Length": str(len(body)) if body or method in ("POST", "PUT") else None,
            "Connection": "close",
        }
        usual.update(self.changed)
        usual.update(headers or {})
        told = "".join(f"{name}: {value}\r\n" for name, value in usual.items() if value is not None)
        raw = f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode("utf-8", "surrogateescape") + body
        return answer(sent(self.port, raw))

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def do(self, command: str, *fields: tuple[str, object], **more: object) -> Answer:
        """A form, sent as a browser sends it, without script, from a page of now."""
        told = [*fields, *more.items()]
        page = page_of(command, dict(told))
        if page is not None and "saw" not in dict(told):
            told.append(("saw", saw_in(self.get(page).text, command)))
        body = urllib.parse.urlencode([(name, str(value)) for name, value in told]).encode()
        return self.ask("POST", f"/do/{command}", body, FORM_KIND)

    def done(self, command: str, *fields: tuple[str, object], **more: object) -> Answer:
        """The same, answered yes where it is asked first; it has to succeed."""
        got = self.do(command, *fields, **{**more, "sure": "1"})
        assert got.status in (200, 303), (command, got.status, plain(got.text)[:2000])
        return got

    def enter(self, code: str) -> Caller:
        """Come in with an invitation."""
        body = urllib.parse.urlencode({"code": code}).encode()
        got = self.ask("POST", "/enter", body, FORM_KIND)
        assert got.status == 303, (got.status, got.text[:500])
        return Caller(self.port, cookie=got.headers["set-cookie"].split(";")[0])

    def put(self, id_: str, body: bytes, digest: str) -> Answer:
        return self.ask(
            "PUT",
            f"/link/results/{id_}",
            body,
            {"Khvatka-Digest": digest, "Content-Type": "application/json"},
        )

    def state(self) -> dict[str, object]:
        """The first state of a table's stream."""
        host = f"127.0.0.1:{self.port}"
        asked = (
            f"GET /link/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as line:
            line.sendall(asked.encode())
            got = b""
            while b"\n\n" not in got.partition(b"\r\n\r\n")[2] and b"data:" not in got:
                chunk = line.recv(65536)
                if not chunk:
                    break
                got += chunk
            while (found := re.search(rb"data: ?(\{.*\})\r?\n", got)) is None:
                chunk = line.recv(65536)
                assert chunk, got
                got += chunk
        told = json.loads(found[1])
        assert isinstance(told, dict)
        return told


def plain(page: str) -> str:
    """A page's text."""
    page = re.sub(r"(?s)<(script|style|head).*?</\1>", " ", page)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))


@dataclass
class Hall:
    """The desk of one event with its people."""

    port: int
    organiser: Caller
    data: Path
    process: subprocess.Popen[str]

    def anonymous(self) -> Caller:
        return Caller(self.port)

    def code(self, role: str, name: str = "helper") -> str:
        """An invitation."""
        page = plain(self.organiser.done("invite", role=role, name=name).text)
        shown = re.search(r"\b(\d{3}) (\d{3}) (\d{3})\b", page)
        assert shown is not None, page
        return "".join(shown.groups())

    def invited(self, role: str, name: str = "helper") -> Caller:
        """Somebody in that role."""
        return self.anonymous().enter(self.code(role, name))

    def event(self) -> dict[str, object]:
        got = self.organiser.get("/files/event.json")
        assert got.status == 200, got
        told = json.loads(got.body)
        assert isinstance(told, dict)
        return told


def environment(home: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests."""
    told = {name: value for name, value in os.environ.items() if not name.startswith("KHVATKA")}
    return told | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
    }


def khvatka(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command, run to its end."""
    return subprocess.run(
        [sys.executable, "khvatka.py", *args, "--data", str(home)],
        cwd=ROOT,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextmanager
def open_desk(home: Path, *, new: bool = True) -> Iterator[Hall]:
    """A desk process, ended at the end."""
    if new:
        stage = "group_swiss rounds=3 size=4"
        made = khvatka(home, "event", "new", "Friday", "--stage", stage, "--seed", "5")
        assert made.returncode == 0, made.stderr
    serve = ("event", "serve", "--port", "0", "--json", "--data", str(home))
    process = subprocess.Popen(
        [sys.executable, "khvatka.py", *serve],
        cwd=ROOT,
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        port = int(told["port"])
        code = told["organiser"].partition("code=")[2] if "organiser" in told else ""
        organiser = Caller(port).enter(code) if code else Caller(port)
        yield Hall(port, organiser, home, process)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
