"""Results that are forged, foreign, late, twice, of another century, or by a stick in pieces."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from console.link.messages import ResultAnswer, ResultBundle, ResultSent
from tests.console.desk.attack.conftest import let_in
from tests.console.desk.attack.hall import Answer, Caller, Hall, khvatka, open_desk, plain

assert sys.platform == "linux"

pytestmark = pytest.mark.slow


def put(
    table: Caller, sent: ResultSent, *, id_: str | None = None, digest: str | None = None
) -> Answer:
    return table.put(
        id_ or sent.id, msgspec.json.encode(sent), sent.digest if digest is None else digest
    )


def outcome(got: Answer) -> str:
    assert got.status == 200, (got.status, got.body)
    return msgspec.json.decode(got.body, type=ResultAnswer).outcome.value


def result(table: Caller, id_: str, **changed: object) -> ResultSent:
    """A true result of what the table has to play."""
    match = table.state()["match"]
    assert isinstance(match, dict), "nothing is to be played there"
    persons = tuple(each["person"] for each in match["persons"])
    told: dict[str, object] = {
        "id": id_,
        "table": table.state().get("table", 0),
        "match": match["match"],
        "game": match.get("game_n", 0),
        "persons": persons,
        "places": tuple(range(1, len(persons) + 1)),
        "boot": "b",
        "ended_ns": 1,
    }
    return ResultSent(**{**told, **changed})  # type: ignore[arg-type]


def matches(hall: Hall) -> object:
    return hall.event()["matches"]


def troubles(hall: Hall) -> str:
    return plain(hall.organiser.get("/disputes").text)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an event with nine people who are there. Do not write."""
    folder = tmp_path_factory.mktemp("evening")
    with open_desk(folder) as opened:
        opened.organiser.done("paste", names="\n".join(f"guest {number}" for number in range(9)))
        opened.organiser.done("check-in-all")
    return folder


@pytest.fixture
def own(evening: Path, tmp_path: Path) -> Iterator[Hall]:
    """A desk that a test may ruin."""
    with open_desk(Path(shutil.copytree(evening, tmp_path / "own")), new=False) as opened:
        yield opened


def two(hall: Hall) -> tuple[Caller, Caller]:
    both = let_in(hall, "A"), let_in(hall, "B")
    hall.organiser.done("draw")
    return both


def test_forged_and_foreign(own: Hall, tmp_path: Path) -> None:
    one, other = two(own)
    before = matches(own)
    true, foreign = result(one, "r1"), result(other, "r2")
    people = set(range(9))
    stranger = next(iter(people - set(true.persons)))
    forged = [
        msgspec.structs.replace(
            true, id="f1", match=foreign.match, persons=foreign.persons, places=foreign.places
        ),
        msgspec.structs.replace(true, id="f2", table=1),
        msgspec.structs.replace(true, id="f3", persons=(*true.persons[:-1], stranger)),
        msgspec.structs.replace(true, id="f4", persons=true.persons[:-1], places=true.places[:-1]),
        msgspec.structs.replace(true, id="f5", persons=true.persons[:1] * len(true.persons)),
        msgspec.structs.replace(true, id="f6", places=tuple(-place for place in true.places)),
        msgspec.structs.replace(true, id="f7", places=(9,) * len(true.places)),
        msgspec.structs.replace(true, id="f8", match=10**9),
        msgspec.structs.replace(true, id="f9", game=7),
        msgspec.structs.replace(true, id="f10", game=-1),
        msgspec.structs.replace(true, id="f11", match=-5),
        msgspec.structs.replace(true, id="f12", places=true.places[:-1]),
        msgspec.structs.replace(true, id="f13", persons=(), places=()),
        msgspec.structs.replace(true, id="f14", match=None),
    ]
    for sent in forged:
        got = put(one, sent)
        if sent.id == "f14":
            assert got.status in (200, 400, 409, 422)
            continue
        assert got.status in (400, 409, 422) or outcome(got) == "refused", (sent, got)
        if got.status == 200:
            again = put(one, sent)
            assert again.body == got.body, "the same id and content has the same answer"
    assert matches(own) == before
    assert put(one, true, id_="another").status in (400, 409, 422)
    assert put(one, true, digest="0" * 64).status in (400, 409, 422)
    assert put(one, true, digest="").status in (400, 409, 422)
    assert matches(own) == before
    told = own.organiser.get("/disputes").text
    assert told.count("<") > 10
    assert "f1" not in plain(told)[:0]
    assert outcome(put(one, true)) == "taken"
    assert outcome(put(other, foreign)) == "taken"


def test_results_without_end(own: Hall) -> None:
    """Of a table that was let in and means harm: none is longer than a game's, and the page of
    what was not taken shows the newest."""
    one, other = two(own)
    true, foreign = result(one, "true"), result(other, "x")
    for long in (
        {"persons": tuple(range(9)), "places": tuple(range(1, 10))},
        {"persons": (0, 1), "places": (1,) * 3000},
        {"boot": "b" * 65},
        {"plays": "p" * 65},
        {"id": "i" * 65},
        {"id": "a b"},
    ):
        assert put(one, msgspec.structs.replace(true, **long), id_="true").status in (400, 422)
    for number in range(110):
        sent = msgspec.structs.replace(foreign, id=f"x{number}", table=0)
        assert outcome(put(one, sent)) == "refused"
    page = own.organiser.get("/disputes")
    assert page.status == 200
    assert len(page.body) < 100_000
    assert "The newest 100 of each kind stand here" in plain(page.text)
    assert "results that were not taken: 110" in plain(own.organiser.get("/").text)


def test_the_same_id_with_another_digest(own: Hall) -> None:
    one, other = two(own)
    true = result(one, "same")
    first = put(one, true)
    assert outcome(first) == "taken"
    after = matches(own)
    turned = msgspec.structs.replace(true, places=tuple(reversed(true.places)))
    late = msgspec.structs.replace(true, ended_ns=2)
    for sent in (turned, late, turned):
        assert outcome(put(one, sent)) == "disputed"
    assert matches(own) == after
    assert put(one, true).body == first.body
    assert "guest" in troubles(own), "a dispute is shown"
    stolen = msgspec.structs.replace(result(other, "same"), places=tuple(result(other, "x").places))
    assert outcome(put(other, stolen)) in ("disputed", "refused")
    assert matches(own) == after


def test_clocks_of_another_century(own: Hall) -> None:
    one, other = two(own)
    far = result(one, "far", ended_ns=2**63 - 1, boot="x" * 60)
    assert put(one, far).status == 200
    before = result(other, "before", ended_ns=-(2**62))
    got = put(other, before)
    assert got.status in (200, 400, 422)
    line = own.organiser.get("/audit")
    assert line.status == 200
    assert own.organiser.get("/").status == 200
    beyond = re.sub(
        rb'"ended_ns":\d+',
        b'"ended_ns":' + b"9" * 40,
        msgspec.json.encode(msgspec.structs.replace(far, id="huge")),
    )
    assert one.put("huge", beyond, "0" * 64).status in (400, 409, 422)


def test_ids_of_all_kinds(own: Hall) -> None:
    one, _ = two(own)
    for id_ in (
        "a/b",
        "..",
        "a%2fb",
        "%00",
        "я",
        "x" * 3000,
        "a b",
        "<script>",
        "'; DROP TABLE result; --",
        "a?b",
        "a#b",
    ):
        sent = result(one, id_)
        path = "".join(f"%{byte:02x}" for byte in id_.encode())
        got = one.put(
            path, msgspec.json.encode(msgspec.structs.replace(sent, places=(1,) * 99)), sent.digest
        )
        assert got.status in (200, 400, 404, 409, 422), (id_, got.status, got.body)
    assert own.organiser.get("/disputes").status == 200
    assert "<script>" not in own.organiser.get("/disputes").text.replace(
        '<script src="/desk.js" defer></script>', ""
    )


def test_a_result_told_by_many_at_once(own: Hall) -> None:
    one, _ = two(own)
    sent = result(one, "storm")
    answers: list[bytes] = []

    def tell() -> None:
        answers.append(put(one, sent).body)

    threads = [threading.Thread(target=tell) for _ in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(answers) == 16
    assert len(set(answers)) == 1
    log = own.organiser.get("/files/event.khvatka").text
    assert log.count('"do":"report"') == 1


def test_presses_at_once_draw_one_round(own: Hall) -> None:
    two(own)
    other = own.invited("organiser", "twin")
    for table in range(3):
        own.organiser.done("table-new", name=f"typed {table}")
    persons = [each["persons"] for each in own.event()["matches"]]  # type: ignore[attr-defined]
    fields = [
        ("match", 0),
        ("game", 0),
        *[(f"place-{person}", place + 1) for place, person in enumerate(persons[0])],
    ]
    statuses: list[int] = []
    threads = [
        threading.Thread(target=lambda c=caller: statuses.append(c.do("report", *fields).status))
        for caller in (own.organiser, other) * 8
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert own.organiser.get("/files/event.khvatka").text.count('"do":"report"') == 1
    own.organiser.done(
        "report",
        ("match", 1),
        ("game", 0),
        *[(f"place-{p}", n + 1) for n, p in enumerate(persons[1])],
    )
    threads = [
        threading.Thread(target=lambda c=caller: c.do("draw"))
        for caller in (own.organiser, other) * 8
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert own.organiser.get("/files/event.khvatka").text.count('"do":"draw"') == 2


def test_a_press_on_an_old_page(own: Hall) -> None:
    """Who looks at a page of a minute ago does nothing to what has taken its place since."""
    two(own)
    own.organiser.done("withdraw", round=0)
    own.organiser.done("draw")
    lines = own.event()["event"]["lines_n"]  # type: ignore[index]
    old = own.organiser.do("report", match=0, game=0, **{"place-0": 1})
    assert old.status in (404, 422)
    last = own.event()["event"]["lines_n"] - 1  # type: ignore[index]
    own.organiser.done("undo", line=last)
    again = own.organiser.do("undo", line=last, sure=1)
    assert again.status == 422, "the same press twice is one undo"
    assert lines == last + 1


def test_after_the_end_and_out_of_the_event(own: Hall) -> None:
    one, other = two(own)
    late, gone = result(one, "late"), result(other, "gone")
    own.organiser.done("end")
    assert one.state()["ended"] is True
    assert outcome(put(one, late)) == "taken", "results are taken after the end (V6)"
    page = own.organiser.get("/tables").text
    keys = dict.fromkeys(re.findall(r'/do/send-away".*?name="key" value="([^"]+)"', page, re.S))
    for key in keys:
        own.organiser.done("send-away", key=key)
    assert put(other, gone).status == 401
    assert other.get("/link/stream").status == 401
    assert len([each for each in own.event()["matches"] if each["places"]]) == 1  # type: ignore[attr-defined]


def test_the_name_of_a_table_is_no_key(own: Hall) -> None:
    """What pages call a table by opens nothing: no seal can be made of it."""
    one, _ = two(own)
    result(one, "sealed by a thief")
    key = hashlib.sha256(one.token.encode()).digest()
    for page in (
        "/tables",
        "/",
        "/match/0",
        "/audit",
        "/settings",
        "/disputes",
        "/files/event.json",
    ):
        told = own.organiser.get(page).text
        assert one.token not in told
        assert key.hex() not in told, f"{page} shows what seals bundles"


def sealed(token: str, event: str, results: tuple[ResultSent, ...], table: int = 0) -> bytes:
    key = hashlib.sha256(token.encode()).digest()
    seal = hmac.new(key, msgspec.json.encode((event, table, results)), "sha256").hexdigest()
    return msgspec.json.encode(ResultBundle(event=event, table=table, results=results, seal=seal))


def stick(hall: Hall, content: bytes, command: str = "stick") -> Answer:
    body = (
        b'--X\r\nContent-Disposition: form-data; name="back"\r\n\r\n/settings\r\n'
        b"--X\r\nContent-Disposition: form-data; "
        b'name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n'
        + content
        + b"\r\n--X--\r\n"
    )
    return hall.organiser.ask(
        "POST", f"/do/{command}", body, {"Content-Type": "multipart/form-data; boundary=X"}
    )


def test_sticks(own: Hall) -> None:
    one, other = two(own)
    event = str(one.state()["event"])
    true, foreign = result(one, "s1"), result(other, "s2")
    good = sealed(one.token, event, (true,))
    before = matches(own)
    lots = random.Random(3)
    for cut in range(0, len(good), max(1, len(good) // 25)):
        assert stick(own, good[:cut]).status == 422, cut
    for _ in range(60):
        place, bit = lots.randrange(len(good)), 1 << lots.randrange(8)
        flipped = good[:place] + bytes([good[place] ^ bit]) + good[place + 1 :]
        got = stick(own, flipped)
        assert got.status == 422, (got.status, flipped)
    for bad in (
        sealed(one.token, "0123456789ab", (true,)),
        sealed(other.token, event, (true,)),
        sealed("0" * 32, event, (true,)),
        sealed(one.token, event, (true,), table=1),
        sealed(own.organiser.cookie.partition("=")[2], event, (true,)),
        sealed(one.token, "0123456789ab", (true,)).replace(b"0123456789ab", event.encode()),
        good + b"x",
        b"",
        b"\x00" * 100,
        b"[" * 100_000,
        b"{}",
        b"null",
        good.replace(b'"seal":"', b'"seal":"","seal2":"'),
    ):
        got = stick(own, bad)
        assert got.status == 422, (got.status, bad[:200])
        assert "Traceback" not in got.text
    assert matches(own) == before
    assert stick(
        own, sealed(one.token, event, (msgspec.structs.replace(foreign, id="s3", table=0),))
    ).status in (200, 303, 422)
    assert matches(own) == before, "a table's bundle tells another's match"
    assert stick(own, good).status in (200, 303)
    assert stick(own, good).status in (200, 303)
    after = matches(own)
    assert after != before
    assert outcome(put(one, true)) == "taken", "the same by the link has the same answer"
    assert own.organiser.get("/files/event.khvatka").text.count('"do":"report"') == 1
    assert outcome(put(other, foreign)) == "taken"


def test_backups_in_pieces(own: Hall, tmp_path: Path) -> None:
    two(own)
    whole = own.organiser.get("/files/event.khvatka").body
    for cut in range(0, len(whole), max(1, len(whole) // 20)):
        got = stick(own, whole[:cut], "import")
        assert got.status == 422, cut
    lots = random.Random(4)
    for _ in range(40):
        place, bit = lots.randrange(len(whole)), 1 << lots.randrange(8)
        got = stick(own, whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :], "import")
        assert got.status in (200, 303, 422), got.status
    half = tmp_path / "half.event"
    half.write_bytes(whole[: len(whole) // 2])
    for content in (whole[: len(whole) // 2], b"\x00\xff" * 50):
        half.write_bytes(content)
        told = khvatka(tmp_path / "other", "event", "import", str(half))
        assert told.returncode == 2, told
        assert told.stderr.count("\n") <= 2
        assert "Traceback" not in told.stderr
    half.write_bytes(whole)
    assert khvatka(tmp_path / "other", "event", "import", str(half)).returncode == 0
    again = khvatka(tmp_path / "other", "event", "import", str(half))
    assert again.returncode == 2
    assert "Traceback" not in again.stderr


def test_an_old_backup_under_running_tables(own: Hall, tmp_path: Path) -> None:
    """The backup is older than what tables have told: nothing is taken for another match."""
    one, other = two(own)
    backup = own.organiser.get("/files/event.khvatka").body
    told, waits = result(one, "told"), result(other, "waits")
    assert outcome(put(one, told)) == "taken"
    (tmp_path / "backup.event").write_bytes(backup)
    new = tmp_path / "new"
    assert khvatka(new, "event", "import", str(tmp_path / "backup.event")).returncode == 0
    with open_desk(new, new=False) as hall:
        table = Caller(hall.port, token=one.token)
        assert outcome(put(table, told)) == "taken", "nobody has to join anew"
        assert outcome(put(table, msgspec.structs.replace(waits, id="stolen"))) == "refused"
        done = [each["number"] for each in hall.event()["matches"] if each["places"]]  # type: ignore[attr-defined]
        assert done == [told.match]
        assert outcome(put(Caller(hall.port, token=other.token), waits)) == "taken"


def test_two_desks_on_one_database(own: Hall) -> None:
    """Two processes, one file: presses at both at once make one log."""
    with open_desk(own.data, new=False) as twin:
        one, other = two(own)
        there = Caller(twin.port, token=one.token)
        sent = result(one, "both")
        got: list[bytes] = []
        threads = [
            threading.Thread(target=lambda c=caller: got.append(put(c, sent).body))
            for caller in (one, there) * 6
        ]
        threads += [
            threading.Thread(
                target=lambda h=hall, n=number: h.organiser.do("enter", name=f"both {n % 8}")
            )
            for number, hall in enumerate((own, twin) * 8)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(set(got)) == 1
        assert len(got) == 12
        names = list(own.event()["people"].values())  # type: ignore[attr-defined]
        assert len(names) == len(set(names)) == 9 + 8
        assert own.event()["matches"] == twin.event()["matches"]
        assert (
            own.organiser.get("/files/event.khvatka").body
            == twin.organiser.get("/files/event.khvatka").body
        )
        assert other.state()["version"] != 0
