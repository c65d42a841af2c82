"""A failing disk stops no game and loses nothing that was acknowledged (principles 3 and 7)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from console.store import log as log_module
from console.store.bodies import pack
from console.store.file import StoreFile
from console.store.log import DirectLog, MatchLog
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.schema import VERSION, open_for_writing, store_path
from console.store.writer import MatchWriter
from tests.console.store.changes import change, change_unnoticed, make_newer
from tests.console.store.matches import flip, header, verdict, window
from tests.posix import without_rights

_PLAYER = """
import sys
from pathlib import Path
from console.store.schema import store_path
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header, verdict, window
from tests.posix import without_rights

log = MatchWriter(store_path(Path(sys.argv[1])))
match = log.begin(header())
for n in range(1_000_000):
    log.action(match, n, flip(n))
    if n % 10 == 5:
        log.verdict(match, verdict(n))
        log.samples(match, window(n, scans=50))
    if n % 3 == 0 and log.flush():
        print(n, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    """A folder that this process may read but not write, even when the tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = DirectLog(store_path(folder))
        log.action(log.begin(header()), 0, flip(0))
        log.close()
        folder.chmod(0o555)
        try:
            with without_rights():
                yield folder
        finally:
            folder.chmod(0o755)


@pytest.mark.slow
def test_a_killed_program_leaves_all_that_was_flushed(tmp_path: Path) -> None:
    """A real kill in the middle: every acknowledged action is there, without holes."""
    with subprocess.Popen(
        [sys.executable, "-c", _PLAYER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as player:
        assert player.stdout is not None
        acknowledged = [int(player.stdout.readline()) for _ in range(12)]
        assert Store(store_path(tmp_path)).unfinished() is None  # it is being played
        player.kill()
        acknowledged += [int(line) for line in player.stdout.read().split()]
    assert player.returncode
    offered = Store(store_path(tmp_path)).unfinished()
    assert offered is not None
    stored = Store(store_path(tmp_path)).match(offered.id)
    assert [a.n for a in stored.actions] == list(range(len(stored.actions)))
    assert len(stored.actions) > acknowledged[-1]
    assert {v.n for v in stored.verdicts} >= set(range(5, acknowledged[-1], 10))


@pytest.mark.parametrize("kind", [DirectLog, MatchWriter])
def test_a_full_disk_is_told_and_what_waits_is_written_later(
    path: Path, kind: Callable[..., MatchLog]
) -> None:
    room = 120  # pages

    def small_disk(file: Path) -> sqlite3.Connection:
        connection = open_for_writing(file)
        connection.execute(f"PRAGMA max_page_count = {room}")
        return connection

    log = kind(path, StoreFile(path, small_disk))
    match = log.begin(header())
    for n in range(3000):
        log.action(match, n, flip(n))
    assert not log.flush()
    assert "no room" in told(log)
    assert str(path) in told(log)
    room = 100_000
    log.action(match, 3000, flip(3000))
    assert log.flush()
    assert told(log) == ""
    log.close()
    assert [a.n for a in Store(path).match(match).actions] == list(range(3001))


def test_what_memory_cannot_hold_is_given_up_without_a_hole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "WAITING_LIMIT", 3)
    log = DirectLog(path)
    match = log.begin(header())
    assert match == 1
    for n in range(5):
        log.action(match, n, flip(n))
    assert log.flush()
    log.action(match, 5, flip(5))  # there would be room again
    log.close()
    assert [a.n for a in Store(path).match(1).actions] == [0, 1, 2]


def test_a_match_that_cannot_begin_is_played_unrecorded(closed_folder: Path) -> None:
    log = MatchWriter(store_path(closed_folder / "deeper"))
    match = log.begin(header())
    log.action(match, 0, flip(0))
    log.end(match, {"winners": []})
    assert not log.flush()
    assert match < 0
    assert "make its folder writable" in told(log)
    log.close()


def test_a_read_only_store_is_read_but_not_written(closed_folder: Path) -> None:
    store = Store(store_path(closed_folder))
    assert [m.actions for m in store.matches()] == [1]
    log = DirectLog(store.path)
    assert log.begin(header()) < 0
    assert "make its folder writable" in told(log)
    log.close()


def test_what_was_played_goes_into_no_other_store(path: Path, tmp_path: Path) -> None:
    """Another card in the same place has matches of the same numbers, which are other ones."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    here, other = store_path(tmp_path / "a"), store_path(tmp_path / "a" / "b")
    recorded(other)
    kept = Store(other).match(1)
    failing = True

    def card(file: Path) -> sqlite3.Connection:
        return open_for_writing(other if file.exists() and not failing else file)

    played = StoreFile(here, card)
    log = DirectLog(here, played)
    first = log.begin(header(seed=1))
    log.action(first, 0, flip(0))
    assert log.flush()
    failing = False
    played.let_go()  # as after a fault: it opens anew
    log.action(first, 1, flip(1))
    second = log.begin(header(seed=2))
    log.action(second, 0, flip(0))
    assert not log.flush()
    assert "is gone" in told(log)
    failing = True  # the card is back
    assert log.flush()
    assert told(log) == ""
    log.close()
    assert Store(other).match(1).actions == kept.actions
    assert [m.actions for m in Store(other).matches()] == [1]
    assert [m.actions for m in Store(here).matches()] == [1, 2]


def test_a_match_waits_while_another_program_holds_the_file(path: Path) -> None:
    def impatient(file: Path) -> sqlite3.Connection:
        connection = open_for_writing(file)
        connection.execute("PRAGMA busy_timeout = 0")
        return connection

    log = DirectLog(path, StoreFile(path, impatient))
    match = log.begin(header())
    other = open_for_writing(path)
    other.execute("BEGIN IMMEDIATE")
    log.action(match, 0, flip(0))
    assert not log.flush()
    assert "held by another program" in told(log)
    other.execute("ROLLBACK")
    other.close()
    log.close()
    assert told(log) == ""
    assert len(Store(path).match(match).actions) == 1


def told(log: MatchLog) -> str:
    """The log's problem, the empty text if it has none."""
    return str(log.problem.sentence) if log.problem else ""


def recorded(path: Path) -> int:
    """A store with one match in it."""
    log = DirectLog(path)
    match = log.begin(header())
    log.action(match, 0, flip(0))
    log.verdict(match, verdict())
    log.samples(match, window())
    log.close()
    return match


def damage_all(path: Path) -> None:
    path.write_bytes(b"these are not the bytes of a database " * 200)


def damage_a_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [damage_all, damage_a_page])
def test_a_damaged_file_is_one_sentence(path: Path, damage: Callable[[Path], None]) -> None:
    match = recorded(path)
    damage(path)
    store = Store(path)
    for use in (store.matches, store.unfinished, lambda: store.match(match)):
        with pytest.raises(StoreError, match=r"is damaged \(.*\): Khvatka mends it") as fault:
            use()
        assert "\n" not in str(fault.value)
    log = DirectLog(path)
    assert log.begin(header()) < 0
    assert "is damaged" in told(log)
    log.close()


def test_a_newer_schema_is_one_sentence_and_stays_as_it_is(path: Path) -> None:
    recorded(path)
    make_newer(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"newer Khvatka .version {VERSION + 1}.*update Khvatka"):
        Store(path).matches()
    log = MatchWriter(path)
    assert log.begin(header()) < 0
    assert "newer Khvatka" in told(log)
    log.close()
    assert path.read_bytes() == before


def test_somebody_else_s_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a match log of Khvatka"):
        Store(path).matches()
    log = DirectLog(path)
    assert log.begin(header()) < 0
    assert "not a match log of Khvatka" in told(log)
    log.close()
    assert path.read_bytes() == before


def test_an_empty_file_holds_no_matches_and_becomes_a_store(path: Path) -> None:
    path.touch()
    assert Store(path).matches() == []
    assert recorded(path) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE match SET header = CAST('{\"game\":' AS BLOB)",
        "UPDATE match SET header = CAST('{\"game\": 1}' AS BLOB)",
        "UPDATE action SET body = x'5b5d'",
        f"UPDATE action SET body = x'{pack({'hand': 0}).hex()}'",
        f"UPDATE action SET body = x'{pack({'type': 'flip', 't_us': []}).hex()}'",
        "UPDATE verdict SET body = x'0100'",
        "UPDATE verdict SET body = substr(body, 1, 40)",
        "UPDATE samples SET body = x'00'",
    ],
)
def test_a_damaged_match_is_one_sentence(path: Path, statement: str) -> None:
    match = recorded(path)
    change(path, statement)
    with pytest.raises(StoreError, match=f"match {match} in .* is damaged") as fault:
        Store(path).match(match)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("value", ["'x'", "1", "1.5"])
def test_a_value_of_another_kind_is_never_kept(path: Path, value: str) -> None:
    """SQLite would keep it; who writes past that finds no check that fits."""
    match = recorded(path)
    with pytest.raises(sqlite3.IntegrityError):
        change(path, f"UPDATE match SET header = {value}")
    change_unnoticed(path, "match", f"header = {value}", f"id = {match}")
    assert Store(path).matches() == []
    assert Store(path).damaged() == [match]


@pytest.mark.parametrize(
    ("column", "body"),
    [
        ("header", "x'7b7d'"),
        ("result", "x'7b7d'"),
        ("result", f"x'{pack({'winners': [[]]}).hex()}'"),
    ],
)
def test_a_damaged_match_hides_no_other(path: Path, column: str, body: str) -> None:
    first, second, third = (recorded(path) for _ in range(3))
    change(path, f"UPDATE match SET {column} = {body} WHERE id = {second}")
    assert [m.id for m in Store(path).matches()] == [third, first]
    change(path, f"UPDATE match SET declined = 1 WHERE id = {third}")
    offered = Store(path).unfinished()
    assert offered is not None
    assert offered.id == first


def test_a_match_is_offered_when_its_player_s_process_is_gone(path: Path) -> None:
    recorded(path)
    store = Store(path)
    for gone in ("1:0:another boot", "no mark", f"{os.getpid()}:1:{'0' * 36}"):
        change(path, f"UPDATE match SET owner = '{gone}'")
        assert store.unfinished() is not None
