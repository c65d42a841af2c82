"""Names that are markup, formulas, or not what they seem; a roster of ten thousand."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from console.desk.formats import options_of
from console.desk.store.bundle import EventBundle
from console.desk.store.kept import Beside
from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog
from console.events.running import RunningEvent
from tests.console.desk.attack.conftest import joined, let_in
from tests.console.desk.attack.hall import FILES, VIEWS, Caller, Hall, khvatka, open_desk

pytestmark = pytest.mark.slow

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{7*7}}",
    "{% raw %}",
    "</title><svg onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt;",
    "%(name)s %s {0} {name}",
    "</textarea><b>",
    "\\u003cb\\u003e",
)
FORMULAS = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "=HYPERLINK(1)")
PAGES = (*VIEWS, "/match/1", "/person/1", "/people?q=%3Cscript%3E")


class Tags(HTMLParser):
    """What a page really has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name, value)
            if name in ("href", "src", "action", "formaction"):
                assert value is None or not value.lower().lstrip().startswith(
                    ("javascript:", "data:text")
                ), value
        assert tag not in ("iframe", "object", "embed", "base"), tag
        if tag == "script":
            assert dict(attrs).get("src") == "/desk.js", attrs
        if tag in ("img", "svg", "b"):
            assert not any(value and ("alert" in value or value == "x") for _, value in attrs)
        self.seen.append(tag)


def brought(evil: str = "</title><script>alert(0)</script>") -> bytes:
    """An event from a desk that let people be called anything."""
    options = options_of(evil, "chaos", ["group_swiss rounds=3 size=4"])
    event = RunningEvent(EventLog(options=options, seed=1))
    at_ms = 1_800_000_000_000
    for number, name in enumerate((*EVIL, *FORMULAS)):
        event.take(do.Enter(name=name), at_ms, "<script>alert(1)</script>")
        event.take(do.CheckIn(person=number), at_ms, "table 0")
    for number, name in enumerate(
        ("<script>alert(2)</script>", '"><img src=x onerror=alert(3)>', "=1+1", "t")
    ):
        event.take(do.TableIn(table=number, name=name), at_ms, "table <b>")
    event.take(proposed(event.state), at_ms, "=cmd")
    return EventBundle(event="abcdefabcdef", log=event.log, beside=Beside(bytes(16))).encoded()


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("evil")
    (folder / "evil.event").write_bytes(brought())
    told = khvatka(folder, "event", "import", str(folder / "evil.event"))
    assert told.returncode == 0, told.stderr
    with open_desk(folder, new=False) as hall:
        for name in ("<script>alert(2)</script>", '"><img src=x onerror=alert(3)>'):
            let_in(hall, name)
        waits = joined(hall, "<script>alert(4)</script>")
        assert waits.token
        hall.invited("scorekeeper", "<script>alert(5)</script>")
        hall.organiser.do("settings", calls_itself=1, desks="<script>alert(6)</script>")
        yield hall


def test_no_page_takes_a_name_for_markup(evil: Hall) -> None:
    helper, screen = (
        evil.invited("scorekeeper", '"><script>alert(7)</script>'),
        evil.invited("screen", "<b onclick=alert(8)>"),
    )
    plain_tags: dict[str, int] = {}
    for caller in (evil.organiser, helper, screen):
        for path in PAGES:
            for lang in ("", "ru"):
                got = caller.ask("GET", path, headers={"Accept-Language": lang or "en"})
                if got.status == 200:
                    plain_tags[path] = len(Tags(got.text).seen)
                    assert not re.search("<script>alert|<img src=x", got.text), path
                    assert "49" not in re.findall(r"<td[^>]*>49</td>", got.text)
    assert len(plain_tags) == len(PAGES)


def test_what_was_typed_wrongly_comes_back_as_text(evil: Hall) -> None:
    for command in (
        "enter",
        "rename",
        "paste",
        "table-new",
        "report",
        "settings",
        "new-event",
        "fix-table",
        "invite",
        "swap",
        "let-in",
    ):
        for name in EVIL[:3]:
            got = evil.organiser.do(
                command,
                *[
                    (field, name)
                    for field in (
                        "name",
                        "names",
                        "person",
                        "match",
                        "table",
                        "desks",
                        "game",
                        "format",
                        "role",
                        "key",
                        "one",
                        "back",
                        "rating",
                        "rounds",
                    )
                ],
            )
            assert got.status in (200, 303, 404, 422), (command, got.status)
            Tags(got.text)
            assert not re.search("<script>alert|<img src=x", got.text), command


def test_tables_of_cells_hold_no_formulas(evil: Hall) -> None:
    for name in ("standings.csv", "results.csv"):
        got = evil.organiser.get(f"/files/{name}")
        rows = list(
            csv.reader(
                io.StringIO(got.text.lstrip("\ufeff")),
                delimiter=";" if ";" in got.text.splitlines()[0] else ",",
            )
        )
        cells = [cell for row in rows for cell in row]
        assert any("HYPERLINK" in cell for cell in cells), name
        for cell in cells:
            if not re.fullmatch(r"-?[\d.,]+", cell):
                assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (name, cell)
        assert len({len(row) for row in rows if row}) == 1, name
        told = got.headers["content-disposition"]
        assert "\n" not in told
        assert "script" not in told


def test_json_is_json(evil: Hall) -> None:
    got = evil.organiser.get("/files/event.json")
    assert got.headers["content-type"].startswith("application/json")
    assert "<script>alert(1)</script>" in json.loads(got.body)["people"].values()


def test_personal_pages_of_such_names(evil: Hall) -> None:
    codes = re.findall(r"/p/([A-Za-z0-9]+)", evil.organiser.get("/print/codes").text)
    assert len(codes) >= len(EVIL)
    for code in codes:
        got = evil.anonymous().get(f"/p/{code}")
        assert got.status == 200
        Tags(got.text)
        assert "<script>alert" not in got.text


def test_ten_thousand_lines(tmp_path: Path) -> None:
    """Duplicates, twins in another writing, markup, control characters, blank and endless lines."""
    lines = [f"Гость {number % 6000}" for number in range(9000)]
    lines += [
        "ГОСТЬ 1",
        "гость 1",
        "Гость  №1",
        " Гость 1 ",
        "Гость 1\u200b",
        "<script>alert(1)</script>",
        "x" * 5000,
        "",
        "   ",
        "\t",
        "a\x00b",
        "\u202eabc",
        "é",
        "e\u0301",
        "Ａ",
        "A",
        "=1+1",
        "\ufeff",
        "😀" * 30,
    ]
    lines += ["последний"] * (10_000 - len(lines))
    with open_desk(tmp_path) as hall:
        got = hall.organiser.do("paste", names="\r\n".join(lines))
        assert got.status in (200, 422), got.status
        Tags(got.text)
        people = list(hall.event()["people"].values())  # type: ignore[attr-defined]
        assert len({_folded(name) for name in people}) == len(people), "two look the same"
        assert {f"Гость {number}" for number in range(6000)} <= set(people)
        assert people.count("последний") == 1
        assert max(map(len, people)) <= 80
        assert not any(ord(char) < 32 for name in people for char in name)
        again = hall.organiser.do("paste", names="\r\n".join(lines))
        assert again.status in (200, 422)
        assert list(hall.event()["people"].values()) == people  # type: ignore[attr-defined]
        assert hall.organiser.do(
            "paste", names="\n".join(f"m{n}" for n in range(11_000))
        ).status in (200, 422)
        assert len(hall.event()["people"]) <= 10_000  # type: ignore[arg-type]
        for path in ("/people", "/standings", "/print/codes", "/tv", "/"):
            assert hall.organiser.get(path).status == 200


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def test_forgotten_is_forgotten(tmp_path: Path) -> None:
    """No page, file or audit line has the name any more."""
    with open_desk(tmp_path) as hall:
        hall.organiser.done("paste", names="Незабудка\nодин\nдва\nтри")
        hall.organiser.done("check-in-all")
        hall.organiser.done("rename", person=0, name="Незабудка В")
        hall.organiser.done("draw")
        hall.organiser.done("forget", person=0)
        for path in (*VIEWS, *FILES):
            assert "Незабудка" not in hall.organiser.get(path).text, path
        anew = Caller(hall.port, hall.organiser.cookie).do("enter", name="Незабудка", here=1)
        assert anew.status == 303, "whoever comes later may take the name"
