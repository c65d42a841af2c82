"""The newest turns lie beside the store for a while: read, taken in, never twice, never torn."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.people.profiles import Profiles
from console.store import tail
from console.store.boot import WELL, open_checked
from console.store.log import DirectLog
from console.store.problems import Trouble
from console.store.reader import Store
from console.store.schema import open_for_writing, store_path
from console.store.tail import SIZE, Tail, TailFile, Turn, show, tail_path, turns
from console.store.writer import MatchWriter
from console.system.locks import lock
from tests.console.store.changes import make_newer
from tests.console.store.disk import Synced, Written, remembered
from tests.console.store.matches import flip, header, verdict
from tests.posix import make_pipe


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


def played(path: Path, count: int) -> tuple[MatchWriter, int]:
    """A table that has made so many turns, and its match."""
    log = MatchWriter(path)
    match = log.begin(header())
    for n in range(count):
        log.action(match, n, flip(n))
        assert log.flush()
    return log, match


def rows(path: Path) -> list[int]:
    """The turns that are in the file itself."""
    with closing(sqlite3.connect(path)) as connection:
        return [n for (n,) in connection.execute("SELECT n FROM action ORDER BY match, n")]


def append(writing: Tail, connection: sqlite3.Connection, newest: list[Turn]) -> None:
    """As the table appends turns of this store."""
    assert writing.append([t._replace(of=tail.started(connection, t.match)) for t in newest])


def left(folder: Path, path: Path) -> Path:
    """What a power cut leaves of a store: its files as they are, in another folder."""
    (folder / "left").mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, folder / "left")
    return store_path(folder / "left")


def test_a_turn_alone_writes_its_own_bytes_and_is_synced(tmp_path: Path) -> None:
    with remembered(tmp_path) as disk:
        log, match = played(store_path(tmp_path), 1)
        before = len(disk.ops)
        log.action(match, 1, flip(1))
        assert log.flush()
        write, sync = disk.ops[before:]
        assert isinstance(write, Written)
        assert len(write.data) < 80
        assert sync == Synced("khvatka.sqlite3-tail", folder=False)
        log.close()


def test_whoever_reads_sees_the_turns_of_the_tail_among_the_others(path: Path) -> None:
    log, match = played(path, 3)
    log.verdict(match, verdict())
    log.action(match, 3, flip(3))
    assert log.flush()
    log.action(match, 4, flip(4))
    assert log.flush()
    assert rows(path) == [0, 1, 2, 3]
    assert [a.action for a in Store(path).match(match).actions] == [flip(n) for n in range(5)]
    assert [m.actions for m in Store(path).matches()] == [5]
    log.close()


def test_a_closed_store_is_one_file(path: Path) -> None:
    log, _ = played(path, 3)
    assert tail_path(path).exists()
    log.close()
    assert rows(path) == [0, 1, 2]
    assert [f.name for f in path.parent.iterdir()] == [path.name]


def test_more_turns_than_there_is_room_for_go_into_the_file(path: Path) -> None:
    log, _ = played(path, 400)
    assert tail_path(path).stat().st_size == SIZE
    in_tail = [turn.n for turn in turns(path)]
    assert 0 < len(in_tail) < 300
    assert rows(path) == list(range(in_tail[0]))
    log.close()


def test_the_next_start_takes_in_what_a_power_cut_left(path: Path, tmp_path: Path) -> None:
    log, match = played(path, 5)
    cut = left(tmp_path, path)
    log.close()
    assert rows(cut) == []
    assert len(Store(cut).match(match).actions) == 5
    assert open_checked(cut.parent, now) == WELL
    assert rows(cut) == [0, 1, 2, 3, 4]
    assert not tail_path(cut).exists()
    unfinished = Store(cut).unfinished()
    assert unfinished is None or unfinished.actions == 5  # its owner, this process, lives


def test_a_table_that_goes_on_without_the_boot_check_takes_it_in_as_well(
    path: Path, tmp_path: Path
) -> None:
    log, match = played(path, 5)
    cut = left(tmp_path, path)
    log.close()
    again = MatchWriter(cut)
    again.resume(match)
    again.action(match, 5, flip(5))
    assert again.flush()
    assert rows(cut) == [0, 1, 2, 3, 4, 5]
    again.close()


def test_whoever_takes_a_match_up_takes_its_turns_in_though_the_tail_is_still_held(
    path: Path,
) -> None:
    """By a killed table whose threads are not all gone yet: else there would be a hole."""
    dying, match = played(path, 3)
    log = MatchWriter(path)
    log.resume(match)
    log.action(match, 3, flip(3))
    assert log.flush()
    assert rows(path) == [0, 1, 2, 3]
    log.close()
    dying.close()
    assert [a.action for a in Store(path).match(match).actions] == [flip(n) for n in range(4)]


@pytest.mark.parametrize(
    ("newest", "kept"),
    [
        ([Turn(1, 1, b"{}"), Turn(1, 2, b"{}")], [0, 1, 2]),  # one was in the file already
        ([Turn(1, 3, b"{}")], [0, 1]),  # there would be a hole
        ([Turn(2, 0, b"{}")], [0, 1]),  # there is no such match
    ],
)
def test_only_what_follows_is_taken_in(path: Path, newest: list[Turn], kept: list[int]) -> None:
    log, _ = played(path, 2)
    log.close()
    with closing(open_for_writing(path)) as connection:
        writing = Tail(path, connection)
        append(writing, connection, newest)
        writing.close(empty=False)
        tail.take_in(connection, path)
    assert rows(path) == kept
    assert not tail_path(path).exists()


def test_an_ended_match_takes_nothing_in(path: Path) -> None:
    log, match = played(path, 2)
    log.end(match, {"winners": [0]})
    log.close()
    with closing(open_for_writing(path)) as connection:
        writing = Tail(path, connection)
        append(writing, connection, [Turn(match, 2, b"{}")])
        writing.close(empty=False)
        tail.take_in(connection, path)
    assert rows(path) == [0, 1]
    assert not tail_path(path).exists()


def test_turns_go_into_no_other_match_of_the_same_number(path: Path, tmp_path: Path) -> None:
    """The store was deleted, or an older one put in its place: its first match is number 1 again"""
    log, first = played(path, 3)
    cut = left(tmp_path, path)
    log.close()
    for file in cut.parent.glob(f"{cut.name}*"):
        if file != tail_path(cut):
            file.unlink()
    new = DirectLog(cut)
    assert new.begin(header(seed=3)) == first
    new.action(first, 0, flip(3))
    assert new.flush()
    assert [a.action for a in Store(cut).match(first).actions] == [flip(3)]
    new.close()
    assert open_checked(cut.parent, now) == WELL
    assert [a.action for a in Store(cut).match(first).actions] == [flip(3)]


def test_a_newer_program_s_file_is_set_aside_with_its_tail(path: Path, tmp_path: Path) -> None:
    """They are its turns, perhaps in a form that only it knows."""
    log, match = played(path, 3)
    cut = left(tmp_path, path)
    log.close()
    make_newer(cut)
    tail_was = tail_path(cut).read_bytes()
    aside = open_checked(cut.parent, now).aside
    assert aside is not None
    assert tail_path(aside).read_bytes() == tail_was
    assert not tail_path(cut).exists()
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT id FROM match").fetchall() == [(match,)]


def test_what_is_written_over_is_not_read(path: Path) -> None:
    with closing(open_for_writing(path)) as connection:
        writing = Tail(path, connection)
        for n in range(20):
            writing.append([Turn(1, n, b"{}")])
        writing.begin_again()
        writing.append([Turn(1, 20, b"{}")])
        assert [turn.n for turn in turns(path)] == [20]
        writing.close(empty=True)


@pytest.mark.parametrize("size", [0, 15, 512, SIZE])
def test_a_tail_that_a_cut_left_without_its_first_bytes_is_empty(path: Path, size: int) -> None:
    played(path, 2)[0].close()
    tail_path(path).write_bytes(bytes(size))
    assert open_checked(path.parent, now) == WELL
    assert not tail_path(path).exists()


@given(st.data())
def test_a_damaged_tail_gives_the_turns_before_the_damage(data: st.DataObject) -> None:
    """Whatever a byte becomes, or wherever the file ends: a beginning of what was written."""
    with closing(sqlite3.connect(":memory:")) as connection, pytest.MonkeyPatch.context() as patch:
        file = bytearray()

        class Memory(TailFile):
            def __init__(self, _path: Path) -> None:
                pass

            def write(self, data: bytes, at: int) -> None:
                file.extend(bytes(max(0, at + len(data) - len(file))))
                file[at : at + len(data)] = data

            def sync(self) -> None:
                pass

            def sync_name(self) -> None:
                pass

        patch.setattr(tail, "TailFile", Memory)
        patch.setattr(tail, "_contents", lambda _: bytes(file))
        writing = Tail(Path("store"), connection)
        sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
        whole = [Turn(1, n, b"{}") for n in range(sum(sizes))]
        for end, size in zip(accumulate(sizes), sizes, strict=True):
            writing.append(whole[end - size : end])
        assert turns(Path("store")) == whole
        at = data.draw(st.integers(0, 20 * sum(sizes) + 40))
        if data.draw(st.booleans()):
            file[at] ^= data.draw(st.integers(1, 255))
        else:
            del file[at:]
        found = turns(Path("store"))
        assert found == whole[: len(found)]


def test_a_tail_that_another_process_has_is_let_alone(path: Path) -> None:
    one, first = played(path, 2)
    other, second = played(path, 2)  # as another process would: by its own handle
    assert {turn.match for turn in turns(path)} == {first}
    assert [m.actions for m in Store(path).matches()] == [2, 2]
    assert open_checked(path.parent, now) == WELL
    assert len(turns(path)) == 2
    one.close()
    other.close()
    assert [len(Store(path).match(n).actions) for n in (first, second)] == [2, 2]


def test_a_tail_that_was_removed_while_it_was_being_opened_is_not_used(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else turns would be synced into a file that has no name any more."""

    def late(handle: int) -> None:
        tail_path(path).unlink()
        tail_path(path).touch()
        lock(handle)

    monkeypatch.setattr(tail, "lock", late)
    with pytest.raises(BlockingIOError, match="replaced"):
        TailFile(tail_path(path))


def test_a_tail_that_the_disk_refuses_costs_nothing(tmp_path: Path) -> None:
    """Everything goes into the file, as if there were no tail."""
    with remembered(tmp_path) as disk:
        disk.refuse = lambda op: (
            sqlite3.SQLITE_IOERR_WRITE
            if isinstance(op, Written) and op.file.endswith("-tail") and op.at
            else sqlite3.SQLITE_OK
        )
        log, match = played(store_path(tmp_path), 5)
        assert log.problem is None
        assert rows(store_path(tmp_path)) == [0, 1, 2, 3, 4]
        log.close()
    assert len(Store(store_path(tmp_path)).match(match).actions) == 5


def test_reading_without_a_tail_needs_no_view(path: Path) -> None:
    log, _ = played(path, 1)
    log.close()
    with closing(sqlite3.connect(path)) as connection:
        show(connection, [])
        assert connection.execute("SELECT count(*) FROM temp.sqlite_schema").fetchone() == (0,)


def directory(place: Path) -> None:
    place.mkdir()


def link_to_itself(place: Path) -> None:
    place.symlink_to(place)


def link_to_what_is_somebody_s(place: Path) -> None:
    (place.parent / "precious").write_bytes(b"precious" * 2000)
    place.symlink_to(place.parent / "precious")


def pipe(place: Path) -> None:
    make_pipe(place)


def rubbish(place: Path) -> None:
    place.write_bytes(Random(1).randbytes(3 * SIZE))


ODD: Final = [directory, link_to_itself, link_to_what_is_somebody_s, pipe, rubbish]


@pytest.mark.parametrize("odd", ODD)
def test_whatever_lies_where_the_tail_should_be_costs_no_match(
    path: Path, odd: Callable[[Path], None]
) -> None:
    log, first = played(path, 3)
    log.close()
    odd(tail_path(path))
    assert [m.actions for m in Store(path).matches()] == [3]
    log, second = played(path, 2)
    assert log.problem is None
    assert [len(Store(path).match(n).actions) for n in (first, second)] == [3, 2]
    log.close()


@pytest.mark.parametrize("odd", ODD)
def test_the_boot_check_sets_aside_what_is_no_tail_and_says_so(
    path: Path, odd: Callable[[Path], None]
) -> None:
    played(path, 3)[0].close()
    odd(tail_path(path))
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is Trouble.DAMAGED
    assert found.aside == path.with_name("khvatka.damaged-2026-05-01.sqlite3-tail")
    assert str(found.aside) in str(found.problem.sentence)
    assert os.path.lexists(found.aside)
    assert open_checked(path.parent, now) == WELL
    rubbish(tail_path(path))
    assert open_checked(path.parent, now).aside not in {None, found.aside}
    precious = path.parent / "precious"
    assert not precious.exists() or precious.read_bytes() == b"precious" * 2000
    people = Profiles(path)  # what is in the way there is in the way of nobody who is forgotten
    people.add("Anna", now())
    people.forget("Anna")


def test_the_turns_of_a_tail_that_may_only_be_read_are_taken_in(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user's, left by a table that was started as somebody else and killed."""
    log, _ = played(path, 3)
    cut = left(tmp_path, path)
    log.close()
    opened = os.open

    def refused(file: Path, *how: int) -> int:
        if file == tail_path(cut):
            raise PermissionError(errno.EACCES, "not yours")
        return opened(file, *how)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refused)
        assert open_checked(cut.parent, now).aside is not None
    assert rows(cut) == [0, 1, 2]


def test_a_tail_whose_table_closes_it_just_now_is_not_a_fault(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, _ = played(path, 1)
    log.close()
    tail_path(path).touch()

    def late(handle: int) -> None:
        tail_path(path).unlink()
        lock(handle)

    monkeypatch.setattr(tail, "lock", late)
    assert open_checked(path.parent, now) == WELL


def test_a_bit_that_flips_in_a_turn_is_no_power_cut(path: Path, tmp_path: Path) -> None:
    """What it spoils was acknowledged: that is told, with all that is read before it."""
    log, _ = played(path, 6)
    cut = left(tmp_path, path)
    log.close()
    whole, store = tail_path(cut).read_bytes(), cut.read_bytes()
    end = len(whole.rstrip(b"\0"))
    for bit in range(8 * 16, 8 * end):  # after the words that say what file it is
        for file in cut.parent.iterdir():
            file.unlink()
        cut.write_bytes(store)
        spoilt = bytearray(whole)
        spoilt[bit // 8] ^= 1 << bit % 8
        tail_path(cut).write_bytes(spoilt)
        found = open_checked(cut.parent, now)
        assert found.problem is not None, bit
        assert "a bit of it has flipped" in str(found.problem.sentence)
        assert found.aside is not None
        assert found.aside.read_bytes() == spoilt
        kept = rows(cut)
        assert kept == list(range(len(kept)))
        assert len(kept) < 6
