"""An event as one file: all of it comes back, and half of it is told."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from console.cli import main
from console.desk.personal import code_of
from console.desk.store.bundle import EventBundle, unpacked
from console.desk.store.kept import Beside, DeskSettings, KeptDispute, KeptResult, KeptTable
from console.desk.store.sentences import as_kept
from console.desk.store.tables import DISPUTE, LINKED
from console.desk.store.tables import RESULT as RESULT_TABLE
from console.events import actions as do
from console.events.log import EventLog, Logged
from console.events.running import RunningEvent
from console.link.messages import Outcome, ResultAnswer, ResultSent
from drivers.errors import ConfigError, Sentence
from tests.console.desk.live import Browser, LiveDesk, now_ms
from tests.console.desk.web.test_link import assigned, result
from tests.console.events.evenings import begun, draw, report

SENT = ResultSent(id="a", table=0, match=0, persons=(0, 1), places=(1, 2))
REFUSED = as_kept(Sentence("there is no match {number}", number=9))

DEEP = 1_000_000
"""Python 3.14 counts no levels: it follows as many as its stack takes, 100 000 and more."""


def kept(id_: str, line: int | None = None, refused: str | None = None) -> KeptResult:
    body = msgspec.json.encode(replace(SENT, id=id_))
    return KeptResult(id_, sha256(body).hexdigest(), body, 5, line, refused)


TABLE = KeptTable(
    token=b"t" * 32,
    number=0,
    check_digits="0471",
    name="Буфет",
    seats_n=4,
    games="ignis",
    version="1",
    joined_ms=7,
    trouble="",
    hands_n=4,
)
OTHER = replace(SENT, places=(2, 1))
DISPUTED = KeptDispute("a", OTHER.digest, msgspec.json.encode(OTHER), 6)
BESIDE = Beside(
    b"s" * 16,
    DeskSettings(draws_itself=True, desks=("10.0.0.7",)),
    (TABLE,),
    (DISPUTED,),
    (kept("a", line=3), kept("b", refused=REFUSED)),
)


def bundle() -> EventBundle:
    event = begun(4)
    match = draw(event)[0]
    report(event, match.number, *match.persons)
    return EventBundle("0123abcdef", event.log, BESIDE)


def test_all_of_it_comes_back() -> None:
    assert unpacked(bundle().encoded(), "stick") == bundle()


def test_nothing_that_is_kept_of_tables_and_results_is_left_out() -> None:
    for table, kind, own in (
        (LINKED, KeptTable, {"seen_ms"}),
        (RESULT_TABLE, KeptResult, {"event"}),
        (DISPUTE, KeptDispute, {"event"}),
    ):
        assert {column.name for column in table.c} == {*kind.__struct_fields__, *own}


def test_whatever_is_cut_off_is_told() -> None:
    data = bundle().encoded()
    for length in range(len(data)):
        with pytest.raises(ConfigError, match=r"stick (is no event|has \d+ of 11 lines)"):
            unpacked(data[:length], "stick")


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"0123abcdef"', b'"../../etc"'), (b'"khvatka_bundle":1', b'"khvatka_bundle":2')],
)
def test_another_version_and_an_odd_id_are_told(old: bytes, new: bytes) -> None:
    with pytest.raises(ConfigError, match="another version"):
        unpacked(bundle().encoded().replace(old, new, 1), "stick")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"secret":"', b'"secret":"c'),
        (b'"token":"', b'"token":"d'),
        (b"0471", b""),
        (b'"secret":', b'"deep":' + b"[" * DEEP + b"]" * DEEP + b',"secret":'),
    ],
    ids=range(4),
)
def test_a_line_that_is_none_is_told(old: bytes, new: bytes) -> None:
    """Whoever wrote it knew what it sums up to."""
    head, rest = bundle().encoded().split(b"\n", 1)
    other = rest.replace(old, new, 1)
    was, is_now = (sha256(each).hexdigest().encode() for each in (rest, other))
    head = head.replace(was, is_now)
    with pytest.raises(ConfigError, match="has a line that cannot be read"):
        unpacked(head + b"\n" + other, "stick")


FAR = 10**15
NO_DATE = Logged(FAR, "organiser", do.Enter("A"))


@pytest.mark.parametrize(
    "beside",
    [
        replace(BESIDE, results=(kept("a", line=99),)),
        replace(BESIDE, results=(replace(kept("a"), id="b"),)),
        replace(BESIDE, results=(replace(kept("a"), digest="0" * 64),)),
        replace(BESIDE, results=(replace(kept("a"), body=b"{}"),)),
        replace(BESIDE, results=(kept("a" * 65),)),
        replace(BESIDE, results=(kept("a"), kept("a"))),
        replace(BESIDE, results=(replace(kept("a"), came_ms=FAR),)),
        *(
            replace(BESIDE, results=(kept("a", refused=told),))
            for told in (
                "no JSON",
                "[]",
                '["{",{"a":1}]',
                '["{b}",{"a":1}]',
                '["{a:>2000000000}",{"a":1}]',
                '["{a.__class__}",{"a":1}]',
                '["{a!r}",{"a":1}]',
            )
        ),
        replace(BESIDE, disputes=(DISPUTED, DISPUTED)),
        replace(BESIDE, results=()),
        replace(BESIDE, disputes=(replace(DISPUTED, body=b"{}"),)),
        replace(BESIDE, disputes=(replace(DISPUTED, came_ms=FAR),)),
        replace(BESIDE, tables=(TABLE, replace(TABLE, number=1))),
        replace(BESIDE, tables=(TABLE, replace(TABLE, token=b"u" * 32))),
        *(
            replace(BESIDE, tables=(replace(TABLE, **{name: value}),))
            for name, value in (
                ("joined_ms", FAR),
                ("number", -1),
                ("seats_n", 1 << 31),
                ("hands_n", 1 << 63),
                ("name", "a\0"),
                ("trouble", "\0"),
            )
        ),
    ],
)
def test_what_no_desk_keeps_is_told(beside: Beside) -> None:
    """A hostile file with the right sum: of a day that is none, of a result that is none, pages of
    the desk would fail for good, those of tables in all its events."""
    with pytest.raises(ConfigError, match="has a line that cannot be read"):
        unpacked(EventBundle("0123abcdef", bundle().log, beside).encoded(), "stick")


def test_a_log_of_a_day_that_is_none_and_a_stage_below_the_first_are_told() -> None:
    log = bundle().log
    bad = EventBundle("0123abcdef", replace(log, lines=(*log.lines, NO_DATE)), Beside(b"s" * 16))
    with pytest.raises(ConfigError, match="is no line of an event"):
        unpacked(bad.encoded(), "stick")
    first = Logged(0, "organiser", do.DrawRound(-1, 0, ()))
    with pytest.raises(ConfigError, match="stage 0 is not the running one"):
        RunningEvent(EventLog(log.options, log.seed, (first,)))


def test_a_byte_that_fell_over_is_told() -> None:
    """Wherever: in names, points, tokens it would still be an event."""
    whole = bundle().encoded()
    for at in range(whole.index(b"\n") + 1, len(whole)):
        other = bytearray(whole)
        other[at] ^= 1
        with pytest.raises(ConfigError, match=r"stick (is not as it was written|has)"):
            unpacked(bytes(other), "stick")


def test_a_desk_that_is_brought_back_elsewhere_has_its_tables_guests_and_settings(
    tmp_path: Path,
) -> None:
    """The laptop has died; another one at its address reads the backup: nobody joins anew."""
    file, urls = tmp_path / "evening.kv", [f"sqlite:///{tmp_path / n}" for n in ("one", "two")]
    first = LiveDesk(urls[0])
    try:
        event = first.new(check_in=False)
        first.do(*(do.Enter(name) for name in ("Аня", "Боря", "Вера", "Глеб")))
        tables = [first.table("A"), first.table("B")]
        first.table("C", let_in=False)
        first.draw()
        changed = DeskSettings(standings_hidden=True)
        first.inside(lambda: first.runner.event.change(changed))
        before = [assigned(table) for table in tables]
        code = code_of(first.inside(lambda: first.runner.event.secret), 2)
        assert run("export", event, "--out", str(file), "--database", urls[0]).exit_code == 0
        if sys.platform != "win32":
            assert file.stat().st_mode & 0o77 == 0, "nobody else may read it"
        port = first.port
    finally:
        first.end()
    assert run("import", str(file), "--database", urls[1]).exit_code == 0
    second = LiveDesk(urls[1], port=port)
    try:
        assert [assigned(table) for table in tables] == before
        assert tables[0].send(result(before[0], 0, "a")) == ResultAnswer("a", Outcome.TAKEN, 7)
        assert len(second.inside(second.runner.links.tables)) == 2, "who was not let in is not"
        assert Browser(second).get(f"/p/{code}").status == 200
        assert second.inside(lambda: second.runner.event.settings) == changed
    finally:
        second.end()


def test_tables_of_a_desk_stay_its_own_when_another_event_is_read(tmp_path: Path) -> None:
    one, two = (LiveDesk(f"sqlite:///{tmp_path / name}") for name in ("one", "two"))
    try:
        for desk in (one, two):
            desk.new(check_in=False)
        mine, other = one.table("A"), two.table("A")
        bundle = two.inside(lambda: EventBundle.of(two.runner.store, two.runner.event.id))
        one.inside(lambda: bundle.put(one.runner.store, now_ms()))
        other.desk = one
        statuses = []
        for table in (mine, other):
            with table.stream() as stream:
                statuses.append(stream.status)
        assert statuses == [200, 401]
    finally:
        one.end()
        two.end()


def run(*line: str) -> Result:
    return CliRunner().invoke(main, ["event", *line, "--lang", "en"])


def test_an_event_is_begun_shown_taken_along_and_brought_back(tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), str(tmp_path / "evening.kv")
    second = f"sqlite:///{tmp_path / 'second.sqlite3'}"
    assert "No event is kept here" in run("status", "--data", data).stdout
    begun_ = run("new", "Пятница", "--game", "ignis", "--seed", "1", "--data", data)
    assert begun_.stdout.startswith("Пятница is event ")
    assert run("export", "пятница", "--out", file, "--data", data).exit_code == 0
    assert run("import", file, "--database", second).exit_code == 0
    there = run("status", "--database", second)
    assert there.stdout == run("status", "--data", data).stdout
    assert ", Ignis\n" in there.stdout, "the game by its name"
    assert "0 entered" in there.stdout
    again = run("import", file, "--database", second)
    assert (again.exit_code, "is kept here already" in again.stderr) == (2, True)
    wrong = run("new", "two\nlines", "--data", data)
    assert (wrong.exit_code, "one line of at most 80" in wrong.stderr) == (2, True)


def test_without_the_extra_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "console.desk.store.database", None)
    told = run("status", "--data", str(tmp_path))
    assert told.exit_code == 2
    assert "-m pip install 'khvatka[events]'" in told.stderr
