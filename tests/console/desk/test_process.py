"""The desk's process: opened by the command, killed, and replaced on the same database."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from console.cli import main
from console.desk.access import Role
from console.desk.runner import EventRunner
from console.desk.serve import Serving
from console.desk.store.database import DeskDatabase
from console.link.messages import Outcome, ResultAnswer
from console.web.guards import TRIES_A_MINUTE
from tests.console.desk.killable import PATIENCE_S, killable
from tests.console.desk.live import Browser, LiveDesk, LiveTable, now_ms
from tests.console.desk.web.test_link import assigned, people, result

assert sys.platform == "linux", "it kills a process"

pytestmark = pytest.mark.slow


def test_a_desk_that_dies_is_replaced_by_another(tmp_path: Path) -> None:
    """Without the tables' doing: the same tokens, the same assignments, nothing lost."""
    url = f"sqlite:///{tmp_path / 'desk.sqlite3'}"
    prepared = LiveDesk(url)
    people(prepared, 4)
    tables = [prepared.table("A"), prepared.table("B")]
    prepared.draw()
    prepared.end()
    with killable(url) as first:
        for table in tables:
            table.desk = first
        assert first.ask("GET", "/enter").status == 200
        before = [assigned(table) for table in tables]
        answer = tables[0].send(result(before[0], 0, "one"))
        assert isinstance(answer, ResultAnswer)
        first.end(signal.SIGKILL)
        with killable(url, first.port) as second:
            for table in tables:
                table.desk = second
            assert second.ask("GET", "/enter").status == 200
            assert tables[0].send(result(before[0], 0, "one")) == answer
            assert assigned(tables[1]) == before[1]
            last = tables[1].send(result(before[1], 1, "two"))
            assert isinstance(last, ResultAnswer)
            assert last.outcome is Outcome.TAKEN


def test_a_desk_whose_streams_would_stand_still_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = DeskDatabase(f"sqlite:///{tmp_path / 'desk.sqlite3'}")
    serving = Serving(EventRunner(database, None, now_ms), "127.0.0.1", 0, ())

    async def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(serving.web, "look", broken)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(serving.serve(), PATIENCE_S))
    database.close()


def test_the_organiser_comes_in_once_by_what_the_command_tells(tmp_path: Path) -> None:
    with killable(f"sqlite:///{tmp_path / 'desk.sqlite3'}") as desk:
        assert desk.ask("GET", "/enter").status == 200
        parts = urlsplit(desk.said["organiser"])
        assert parts.netloc == desk.host
        (code,) = parse_qs(parts.query)["code"]
        browser = Browser(desk)
        assert browser.post("/enter", code=code).status == 303
        assert browser.get("/").headers["location"] == "/new"
        assert Browser(desk).post("/enter", code=code).status == 410
        kept = (tmp_path / "desk.sqlite3").read_bytes() + (
            tmp_path / "desk.sqlite3-wal"
        ).read_bytes()
        cookie = browser.cookie.partition("=")[2]
        assert code.encode() not in kept
        assert cookie.encode() not in kept, "hashes alone are kept"
        assert desk.end(signal.SIGINT) != -signal.SIGKILL


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--host", "0.0.0.0"), "names no desk"),
        (("--url", "desk"), "is no address"),
        (("--host", "203.0.113.9"), "cannot be opened (Cannot assign requested address)"),
        (("nothing",), "no such event"),
        (("--database", "sqlite://"), "names no file: nothing would be kept"),
        (("--database", "sqlite:///:memory:"), "names no file: nothing would be kept"),
        (("--database", "sqlite:///"), "names no file: nothing would be kept"),
        (("--database", "sqlite:///?timeout=5"), "names no file: nothing would be kept"),
        (("--database", "sqlite:///file::memory:?uri=true"), "names no file"),
        (("--database", "sqlite:///file:x?mode=memory&uri=true"), "names no file"),
        (("--database", "sqlite:////dev/null"), "cannot be opened"),
    ],
)
@pytest.mark.filterwarnings("ignore:Selection of the SingletonThreadPool")  # of what is refused
def test_what_cannot_be_is_told_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    url = ("--database", f"sqlite:///{tmp_path / 'desk.sqlite3'}")
    ran = CliRunner().invoke(main, ["event", "serve", "--lang", "en", *url, *options])
    assert ran.exit_code == 2
    assert why in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_events_are_kept_wherever_a_folder_may_be(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"not UTF-8: \xff")
    for command in ("new", "status"):
        ran = CliRunner().invoke(main, ["event", command, "Friday", "--data", str(folder)])
        assert (ran.exit_code, ran.stderr) == (0, "")
    assert (folder / "events.sqlite3").exists()


@pytest.mark.parametrize(
    ("options", "alone"), [((), True), (("--url", "https://desk.example"), False)]
)
def test_a_desk_for_this_computer_alone_says_how_others_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], alone: bool
) -> None:
    monkeypatch.setattr(Serving, "run", lambda serving: serving._opened.close())
    url = f"sqlite:///{tmp_path / 'desk.sqlite3'}"
    told = ("event", "serve", "--lang", "en", "--port", "0", "--database", url, *options)
    assert ("--host ADDRESS" in CliRunner().invoke(main, told).stdout) == alone


def test_a_table_of_another_desk_is_unknown(tmp_path: Path) -> None:
    one = LiveDesk(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    other = LiveDesk(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    try:
        people(one, 2)
        people(other, 2)
        table = LiveTable(other, one.table("A").joined)
        with table.stream() as stream:
            assert stream.status == 401
    finally:
        one.end()
        other.end()


def test_behind_a_proxy_by_https_cookies_stay_there(tmp_path: Path) -> None:
    desk = LiveDesk(f"sqlite:///{tmp_path / 'desk.sqlite3'}", urls=("https://desk.example",))
    try:
        assert desk.serving.web.address == "https://desk.example"
        for origin, status in (("https://desk.example", 303), ("http://desk.example", 403)):
            code = desk.inside(
                lambda: desk.runner.access.invite(Role.SCREEN, "", desk.runner.now_ms())
            )
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            told = {"Host": "desk.example", "Origin": origin, **kind}
            answer = desk.ask("POST", "/enter", f"code={code}".encode(), told)
            assert answer.status == status
            assert ("Secure" in answer.headers.get("set-cookie", "")) is (status == 303)
        assert desk.person(Role.SCREEN).get("/tv").status == 404, "there is no event yet"
    finally:
        desk.end()


def test_behind_a_proxy_wrong_codes_keep_out_who_types_them_alone(tmp_path: Path) -> None:
    desk = LiveDesk(f"sqlite:///{tmp_path / 'desk.sqlite3'}", urls=("https://desk.example",))

    def enters(source: str, code: str) -> int:
        told = {"Host": "desk.example", "Origin": "https://desk.example"}
        told |= {"Content-Type": "application/x-www-form-urlencoded"}
        told |= {"X-Forwarded-For": f"1.2.3.4, {source}"}  # what it said itself stands before
        return desk.ask("POST", "/enter", f"code={code}".encode(), told).status

    try:
        now_ms = desk.runner.now_ms()
        code = desk.inside(lambda: desk.runner.access.invite(Role.SCREEN, "", now_ms))
        wrong = {enters("10.0.0.7", "1") for _ in range(TRIES_A_MINUTE)}
        assert wrong == {410}
        assert (enters("10.0.0.7", code), enters("10.0.0.8", code)) == (429, 303)
    finally:
        desk.end()
