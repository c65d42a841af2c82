"""What the checks of the rows find, how it is told, and that nothing makes it look right again."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from console.people.profiles import Profiles
from console.people.records import everything, record_tables
from console.service.audits import read_evidence
from console.service.pin import new_pin
from console.service.store import ServiceStore
from console.store.boot import WELL, open_checked
from console.store.checks import CHECKED
from console.store.copies import mark_suspect
from console.store.log import DirectLog
from console.store.problems import StoreError, StoreTrouble
from console.store.reader import Store
from console.store.records import ButtonCount
from console.store.schema import PAGE_BYTES, open_for_reading, store_path
from console.store.soundness import FIGURES, Flaw, FlawKind, Flaws, look_through
from tests.console.people.evening import NOW
from tests.console.store.changes import change, change_unnoticed
from tests.console.store.disk import Written, remembered
from tests.console.store.matches import key_of, window
from tests.console.store.test_flips import MATCHES, make


def now() -> datetime:
    return NOW


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with something in every table. Do not write."""
    path = store_path(tmp_path_factory.mktemp("made"))
    make(path)
    change(path, "INSERT INTO reset VALUES ('audits', 0)")
    return path


def found(path: Path) -> tuple[Flaw, ...]:
    """What is told after a start."""
    assert open_checked(path.parent, now) == WELL
    flaws = look_through(path)
    assert flaws.problem is None
    return flaws.new


def test_a_sound_store_has_no_flaws(path: Path, tmp_path: Path) -> None:
    assert look_through(path) == Flaws()
    assert look_through(tmp_path / "none.sqlite3") == Flaws()
    (tmp_path / "empty.sqlite3").touch()
    assert look_through(tmp_path / "empty.sqlite3") == Flaws()


@pytest.mark.parametrize(
    ("table", "change", "where", "flaw"),
    [
        ("match", "played_ms = 1", "id = 2", Flaw(FlawKind.MATCH, "2")),
        ("match", "declined = 1", "id = 5", Flaw(FlawKind.MATCH, "5")),
        ("action", "body = x'7b7d'", f"id = {key_of(4, 1)}", Flaw(FlawKind.MATCH, "4")),
        ("verdict", "body = x'7b7d'", f"id = {key_of(1, 1)}", Flaw(FlawKind.MATCH, "1")),
        ("verdict", "body = CAST(body AS TEXT)", f"id = {key_of(1, 1)}", Flaw(FlawKind.MATCH, "1")),
        ("sitter", "profile = 3", "match = 2 AND player = 0", Flaw(FlawKind.MATCH, "2")),
        ("sitter", "player = 1", "match = 2 AND player = 0", Flaw(FlawKind.MATCH, "2")),
        ("profile", "nickname = 'Волк'", "id = 2", Flaw(FlawKind.PERSON, "2")),
        (
            "adjustment",
            "value = '16'",
            "key = 'sound.moves'",
            Flaw(FlawKind.SETTING, "sound.moves"),
        ),
        ("pin", "failures = 1", "id = 1", Flaw(FlawKind.PIN)),
        ("button", "last_match = 4", "seat = 0", Flaw(FlawKind.COUNTERS)),
        ("press", "presses = 21", "seat = 1", Flaw(FlawKind.COUNTERS)),
        ("refusal", "times = 7", "word = 'code'", Flaw(FlawKind.COUNTERS)),
        ("outbox", "body = x'00'", "n = 2", Flaw(FlawKind.RESULT)),
        ("reset", "match = 1", "what = 'audits'", Flaw(FlawKind.COUNTERS)),
        ("category", "players = 4", "id = 1", Flaw(FlawKind.FIGURES)),
        ("summed", "people_only = 0", "match = 1", Flaw(FlawKind.FIGURES)),
        ("standing", "winner = 0", "match = 1 AND player = 0", Flaw(FlawKind.FIGURES)),
        (
            "feat",
            "value = 1",
            "match = 1 AND kind = 'closest' AND player = 0",
            Flaw(FlawKind.FIGURES),
        ),
    ],
)
def test_a_row_that_is_another_or_elsewhere_is_found_in_every_table(
    path: Path, table: str, change: str, where: str, flaw: Flaw
) -> None:
    change_unnoticed(path, table, change, where)
    assert found(path) == (flaw,)
    assert flaw.which in str(flaw.sentence())


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ((5, 11), (7, 11), {"5"}),  # the last of all: nothing says that there is no match 7
        ((5, 0), (4, 1 << 20), {"4", "5"}),  # between the last of one match and the next of another
        ((4, 2), (5, 102), {"4", "5"}),
        ((4, 11), (5, 12), {"4", "5"}),  # the last of one that has ended: it counted them
    ],
)
def test_a_row_whose_number_is_another_s_is_told_of_its_own_match(
    path: Path, was: tuple[int, int], now: tuple[int, int], told: set[str]
) -> None:
    change_unnoticed(path, "action", f"id = {key_of(*now)}", f"id = {key_of(*was)}")
    assert {flaw.which for flaw in found(path)} == told


def test_a_match_whose_own_number_is_another_is_told_by_what_was_played_in_it(path: Path) -> None:
    """The last one, which has not ended: nothing else misses it."""
    change_unnoticed(path, "match", "id = 69", "id = 5")
    assert set(found(path)) == {Flaw(FlawKind.MATCH, "69"), Flaw(FlawKind.MATCH, "5")}


@pytest.mark.parametrize("other", [(7, 0), (4, 1 << 20)])
def test_samples_whose_number_is_another_s_are_told_of_the_match_that_lacks_them(
    path: Path, other: tuple[int, int]
) -> None:
    """Of one that goes on too."""
    change_unnoticed(path, "samples", f"id = {key_of(*other)}", f"id = {key_of(5, 0)}")
    assert "5" in {flaw.which for flaw in found(path)}
    data = path.read_bytes()
    path.write_bytes(data[:16] + b"\x04" + data[17:])  # a page size that it has not
    mended = open_checked(path.parent, now)
    assert mended.carried is not None
    assert 5 in mended.carried.incomplete


@pytest.mark.parametrize("table", ["action", "verdict"])
def test_a_match_that_has_ended_misses_its_last_rows(path: Path, table: str) -> None:
    """Nothing of what is left says so: a disk may lose a page and own to nothing."""
    change(path, f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table} WHERE match = 4)")
    assert found(path) == (Flaw(FlawKind.MATCH, "4"),)


def test_every_table_has_a_check(path: Path) -> None:
    with closing(open_for_reading(path)) as connection:
        tables = {
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not name.startswith("sqlite_")
        }
    assert tables == set(CHECKED)


def test_samples_of_another_race_are_found(path: Path) -> None:
    other = f"body = (SELECT body FROM samples WHERE id = {key_of(1, 0)})"
    change_unnoticed(path, "samples", other, f"id = {key_of(2, 1)}")
    assert found(path) == (Flaw(FlawKind.MATCH, "2"),)
    with pytest.raises(StoreError, match=r"match 2 .* is damaged"):
        Store(path).match(2)


def test_whoever_reads_notices_it_without_a_start(path: Path) -> None:
    """`khvatka replay` beside no table, or before the store was looked through."""
    change_unnoticed(path, "action", "body = x'7b7d'", f"id = {key_of(5, 1)}")
    change_unnoticed(path, "match", "declined = 1", "id = 4")
    change_unnoticed(path, "adjustment", "value = '16'", "key = 'sound.moves'")
    change_unnoticed(path, "profile", "nickname = 'Волк'", "id = 2")
    change_unnoticed(path, "press", "presses = 21", "seat = 1")
    change_unnoticed(path, "pin", "hash = x'00'", "id = 1")
    store, service = Store(path), ServiceStore(path)
    for number in (4, 5):
        with pytest.raises(StoreError, match=f"match {number} .* is damaged .bits of it"):
            store.match(number)
    assert [m.id for m in store.matches()] == [5, 3, 2, 1]
    assert store.damaged() == [4]
    settings = service.adjustments()
    assert settings.adjusted.given == {"match.pace_ms": 900}
    assert "sound.moves is damaged, so its default holds" in str(settings.problems[0])
    assert [p.nickname for p in Profiles(path).all()] == ["Барсук", "Heron"]
    assert store.match(1).nicknames == ("Барсук", None, "Heron")
    assert read_evidence(service).unreadable == 2
    with pytest.raises(StoreError, match="the PIN is damaged"):
        service.pin()


def test_what_does_not_fit_stays_as_it_is(path: Path) -> None:
    """Whatever is added to a row would write a check that fits."""
    change_unnoticed(path, "match", "header = x'7b7d'", "id = 5")
    change_unnoticed(path, "verdict", "body = x'7b7d'", f"id = {key_of(1, 1)}")
    change_unnoticed(path, "press", "presses = 21", "seat = 1")
    log = DirectLog(path)
    log.decline(5)
    log.resume(5)
    log.end(5, {"winners": []}, 1_000_000_000)
    log.pressed([ButtonCount(1, 2, "2026-05-01", 1), ButtonCount(2, 2, "2026-05-01", 1)])
    log.samples(1, window(1, scans=9, channels=4))
    assert log.flush()
    log.close()
    whats = {flaw.kind for flaw in found(path)}
    assert whats == {FlawKind.MATCH, FlawKind.COUNTERS}
    assert {f.which for f in look_through(path).known if f.kind is FlawKind.MATCH} == {"1", "5"}
    presses = {p.seat: p.presses for p in read_evidence(ServiceStore(path)).presses}
    assert presses == {0: 20, 2: 21, 3: 20, 4: 20}


def test_a_damaged_match_is_marked_and_told_once(path: Path) -> None:
    change_unnoticed(path, "action", "body = x'7b7d'", f"id = {key_of(4, 1)}")
    assert found(path) == (Flaw(FlawKind.MATCH, "4"),)
    assert found(path) == ()
    assert look_through(path).known == (Flaw(FlawKind.MATCH, "4"),)
    assert Store(path).damaged() == [4]
    assert [m.id for m in Store(path).matches()] == [5, 4, 3, 2, 1]


def test_on_a_disk_that_takes_nothing_it_is_told_all_the_same(path: Path) -> None:
    change_unnoticed(path, "action", "body = x'7b7d'", f"id = {key_of(4, 1)}")
    with remembered(path.parent) as disk:
        disk.refuse = lambda op: (
            sqlite3.SQLITE_FULL if isinstance(op, Written) else sqlite3.SQLITE_OK
        )
        for _ in range(2):
            assert look_through(path).new == (Flaw(FlawKind.MATCH, "4"),)


def test_what_is_set_again_is_mended(path: Path) -> None:
    change_unnoticed(path, "adjustment", "value = '16'", "key = 'sound.moves'")
    change_unnoticed(path, "pin", "failures = 1", "id = 1")
    assert len(found(path)) == 2
    service = ServiceStore(path)
    service.adjust("sound.moves", 20)
    service.keep_pin(new_pin("1357", 4))
    assert look_through(path) == Flaws()
    assert service.adjustments().adjusted["sound.moves"] == 20


def test_what_is_set_again_holds_wherever_a_bit_of_its_key_flipped(path: Path) -> None:
    """What is found by a key has it once: in an index of its own nothing would tell of the bit, the
    old value would stay beside the new one, and be what is carried over."""
    whole, key = path.read_bytes(), b"sound.moves"
    places = [place.start() for place in re.finditer(re.escape(key), whole)]
    assert places
    for at in places:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        open_checked(path.parent, now)
        service = ServiceStore(path)
        service.adjust("sound.moves", 20)
        mark_suspect(path)
        open_checked(path.parent, now)
        assert service.adjustments().adjusted["sound.moves"] == 20


@pytest.mark.parametrize("table", FIGURES)
def test_figures_are_counted_anew_from_the_log(path: Path, table: str) -> None:
    before = everything(path)
    with closing(open_for_reading(path)) as connection:
        where = "rowid = 1"
        if table in ("feat", "standing"):
            where = "match = 1 AND player = 0" + " AND kind = 'closest'" * (table == "feat")
        column = connection.execute(f"SELECT * FROM {table}").description[-2][0]
    change_unnoticed(path, table, f"{column} = 4", where)
    assert found(path) == (Flaw(FlawKind.FIGURES),)
    assert everything(path) == before
    assert look_through(path) == Flaws()


def test_a_damaged_match_counts_no_more(path: Path) -> None:
    """Its verdict would break a record that nobody set."""
    change_unnoticed(path, "verdict", "body = x'7b7d'", f"id = {key_of(1, 1)}")
    (table,) = record_tables(path, rebuild=True)
    assert table.matches == MATCHES - 2  # the fifth was broken off


def test_an_index_that_does_not_fit_its_table_is_mended_at_the_next_start(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_profile_1'"
        (page,) = connection.execute(query).fetchone()
    data = bytearray(path.read_bytes())
    at = data.index("барсук".encode(), (page - 1) * PAGE_BYTES)
    data[at + 3] ^= 1
    path.write_bytes(data)
    assert open_checked(path.parent, now) == WELL
    flaws = look_through(path)
    assert flaws.problem is not None
    assert flaws.problem.key is StoreTrouble.DAMAGED
    mended = open_checked(path.parent, now)
    assert mended.carried is not None
    assert mended.carried.matches == MATCHES
    assert look_through(path) == Flaws()
    assert "барсук" in [p.nickname.casefold() for p in Profiles(path).all()]


def test_rows_that_do_not_fit_are_left_behind_by_a_rescue(path: Path) -> None:
    """A new file would give them a check that fits."""
    change_unnoticed(path, "verdict", "body = x'7b7d'", f"id = {key_of(1, 1)}")
    change_unnoticed(path, "profile", "nickname = 'Волк'", "id = 2")
    data = path.read_bytes()
    path.write_bytes(data[:16] + b"\x04" + data[17:])  # a page size that it has not
    mended = open_checked(path.parent, now)
    assert mended.carried is not None
    assert mended.carried.incomplete == (1,)
    assert "with a part lost: 1 (1)" in str(mended.carried.sentence())
    assert "did not fit their checks: 1" in str(mended.carried.sentence())
    assert look_through(path).known == (Flaw(FlawKind.MATCH, "1"),)
    assert [v.n for v in Store(path).match(1).verdicts] == [0, 2, 3]
    assert [p.nickname for p in Profiles(path).all()] == ["Барсук", "Heron"]


def test_a_store_that_cannot_be_read_is_a_sentence(path: Path) -> None:
    path.write_bytes(b"no database" * 2000)
    flaws = look_through(path)
    assert flaws.problem is not None
    assert flaws.problem.key is StoreTrouble.DAMAGED
