"""A real desk on loopback: uvicorn in a thread, asked by HTTP as tables and browsers ask."""

from __future__ import annotations

import asyncio
import http.client
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec

from console.desk.access import Role
from console.desk.formats import options_of
from console.desk.runner import EventRunner
from console.desk.serve import Serving
from console.desk.store.database import DeskDatabase
from console.events import actions as do
from console.events.drawing import proposed
from console.link.messages import (
    OF_EVENT,
    Join,
    Joined,
    ResultAnswer,
    ResultSent,
    TableReport,
    TableState,
)
from console.web.streams import QUIET_S
from tests.console.desk.web.forms import page_of, saw_in

PATIENCE_S = 60.0  # never waited out unless something is broken
LONG_S = 120.0
"""For what many together do; a stream says every fifteen seconds that it is there."""
T = TypeVar("T")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Answer(msgspec.Struct):
    """What was answered."""

    status: int
    text: str
    headers: Mapping[str, str]


class Asked:
    """Whatever is asked on loopback."""

    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request; it says where it comes from, as a browser and a table do."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        told = {"Host": self.host, "Origin": f"http://{self.host}", **(headers or {})}
        line.request(method, path, body, told)
        answer = line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        line.close()
        return Answer(answer.status, text, {k.lower(): v for k, v in answer.getheaders()})


class LiveDesk(Asked):
    """It, and its runner for whoever looks behind it."""

    def __init__(self, url: str, port: int = 0, urls: tuple[str, ...] = ()) -> None:
        self.database = DeskDatabase(url)
        self.runner = EventRunner(self.database, None, now_ms)
        self.serving = Serving(self.runner, "127.0.0.1", port, urls)
        self.port = self.serving.port
        serve = threading.Thread(target=lambda: asyncio.run(self.serving.serve()), daemon=True)
        self._thread = serve  # a test that fails waits for nobody
        self._thread.start()
        assert self.ask("GET", "/enter").status == 200  # the port is open: it waits until served

    def end(self) -> None:
        self.serving.serving.should_exit = True
        self._thread.join(PATIENCE_S)
        self.database.close()

    def new(self, stage: str = "swiss rounds=3", game: str = "ignis", **told: Any) -> str:
        """A new event."""
        options = options_of("Вечер", game, [stage], **told)
        return self.runner.store.new(options, 7, now_ms())

    def do(self, *actions: do.EventAction) -> None:
        """What the organiser does, in the desk's thread."""
        for action in actions:
            self.inside(lambda a=action: self.runner.act(a, "organiser"))  # type: ignore[misc]

    def draw(self) -> None:
        """The organiser draws what comes next."""
        self.do(self.inside(lambda: proposed(self.runner.event.state)))

    def inside(self, task: Callable[[], T]) -> T:
        """Within the thread that knows the event."""
        return self.serving.web.thread.submit(task).result(PATIENCE_S)

    def until(self, looks: Callable[[], bool]) -> None:
        """Once it is true: looked at whenever a page's stream tells of a change, or that it is
        there."""
        until_s = time.monotonic() + LONG_S
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=QUIET_S + PATIENCE_S)
        told = {"Host": self.host, "Cookie": self.person(Role.SCREEN).cookie}
        line.request("GET", "/live", headers=told)
        stream = line.getresponse()
        try:
            while not looks():
                assert time.monotonic() < until_s, "it never came to that"
                assert stream.readline()
        finally:
            stream.close()
            line.close()

    def person(self, role: Role, name: str = "") -> Browser:
        """Somebody who came in by a code."""
        code = self.inside(lambda: self.runner.access.invite(role, name, now_ms()))
        browser = Browser(self)
        assert browser.post("/enter", code=code).status == 303
        return browser

    def table(self, name: str = "A", seats_n: int = 4, *, let_in: bool = True) -> LiveTable:
        """A table that has joined."""
        code = self.inside(lambda: self.runner.links.new_code(now_ms()))
        asked = Join(code=code, name=name, seats_n=seats_n, games=("ignis",), version="1")
        answer = self.ask("POST", "/link/join", msgspec.json.encode(asked))
        assert answer.status == 200, answer.text
        joined = msgspec.json.decode(answer.text, type=Joined)
        table = LiveTable(self, joined)
        if let_in:
            known = self.inside(self.runner.links.tables)
            key = next(t.key for t in known if t.number is None and t.check == joined.check)
            self.inside(lambda: self.runner.let_in(key, "organiser"))
        return table


class Browser:
    """A cookie and a language."""

    def __init__(self, desk: Asked, language: str = "en") -> None:
        self.desk, self.language, self.cookie = desk, language, ""

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie, "Accept-Language": self.language}

    def get(self, path: str, **headers: str) -> Answer:
        return self.desk.ask("GET", path, None, {**self._headers(), **headers})

    def post(self, path: str, /, **fields: object) -> Answer:
        """A form; what its page saw is what the page shows now, unless ``saw`` tells."""
        command = path.removeprefix("/do/")
        page = page_of(command, fields)
        if page is not None and "saw" not in fields:
            fields["saw"] = saw_in(self.get(page).text, command)
        body = urlencode(fields, doseq=True).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.desk.ask("POST", path, body, {**self._headers(), **kind})
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer


class LiveTable:
    """A table's side of the link, without a table."""

    def __init__(self, desk: Asked, joined: Joined) -> None:
        self.desk, self.joined, self.event = desk, joined, ""

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.joined.token}", OF_EVENT: self.event}

    def tell(self, told: TableReport) -> int:
        return self.desk.ask(
            "POST", "/link/report", msgspec.json.encode(told), self.headers()
        ).status

    def send(self, sent: ResultSent, *, digest: str | None = None) -> ResultAnswer | int:
        """The answer, or the status of a refusal."""
        headers = {**self.headers(), "Khvatka-Digest": digest or sent.digest}
        path = f"/link/results/{sent.id}"
        answer = self.desk.ask("PUT", path, msgspec.json.encode(sent), headers)
        if answer.status != 200:
            return answer.status
        return msgspec.json.decode(answer.text, type=ResultAnswer)

    @contextmanager
    def stream(self) -> Iterator[TableStream]:
        stream = TableStream(self)
        try:
            yield stream
        finally:
            stream.close()


class TableStream:
    """An open one."""

    def __init__(self, table: LiveTable) -> None:
        host = table.desk.host
        self._line = http.client.HTTPConnection(host, timeout=LONG_S)
        self._line.request("GET", "/link/stream", headers=table.headers())
        self._answer = self._line.getresponse()
        self.status = self._answer.status

    def until(self, fits: Callable[[TableState], bool] = lambda state: True) -> TableState:
        """The first state that fits."""
        until_s = time.monotonic() + LONG_S
        while time.monotonic() < until_s:
            fields: dict[str, str] = {}
            while (line := self._answer.readline().decode().rstrip("\n")) != "":
                key, _, value = line.partition(": ")
                fields[key] = value
            if fields.get("event") == "state":
                state = msgspec.json.decode(fields["data"], type=TableState)
                assert fields["id"] == str(state.version)
                if fits(state):
                    return state
            assert not self._answer.isclosed()
        raise AssertionError("no state fits")

    def ends(self) -> None:
        """The desk has no more to say on it."""
        self._answer.read()

    def close(self) -> None:
        self._answer.close()
        self._line.close()
