"""The power may go at any moment: nothing acknowledged is lost, nothing is half (principle 3)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from console.link.played import Posted
from console.store.boot import WELL, open_checked
from console.store.outbox import answered, waiting
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from tests.console.store.cuts import CutPoint, cut_points, put
from tests.console.store.disk import Disk, Made, Op, Synced, remembered
from tests.console.store.matches import flip, header, verdict, window

COMPLETE = 10_000  # cut points
QUICK = 300
TURNS = 130  # of the second match; the first one has ended
ANSWERED = 60  # no turn after which nothing is told
POSTED = Posted("0123456789abcdef", "3a6c", b"a result " * 30)


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A folder in memory where there is one: what is tested is not this machine's disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def play(disk: Disk, turns: int) -> None:
    """One match to its end and one that the cut breaks off, a duel every seventh turn.

    ``told``: 0 once the first match's end is on the disk, then how many turns of the second are.
    The first one's result is for an event's desk, which answers after ``ANSWERED`` of these.
    """
    log = MatchWriter(store_path(disk.folder))
    first = log.begin(header(seed=1))
    for n in range(3):
        log.action(first, n, flip(n))
    log.end(first, {"winners": [0]}, posted=POSTED)
    assert log.flush()
    disk.told(0)
    second = log.begin(header(seed=2))
    for n in range(turns):
        log.action(second, n, flip(n))
        if n % 7 == 3:
            log.verdict(second, verdict(n // 7))
            log.samples(second, window(n // 7, scans=60, channels=4))
        if n % 3 != 1:
            assert log.flush()
            disk.told(n + 1)
        if n == ANSWERED:
            answered(store_path(disk.folder), POSTED.id)
    log.close()


@pytest.fixture(scope="module")
def ops() -> list[Op]:
    """What the disk was told to do. A small log, so that it is taken into the file often."""
    with fast_folder() as folder, remembered(folder) as disk, pytest.MonkeyPatch.context() as patch:
        patch.setattr("console.store.schema.LOG_PAGES", 40)
        patch.setattr("console.store.log.own_mark", lambda: "1:0:the boot before")
        play(disk, TURNS)
        return disk.ops


def check(folder: Path, point: CutPoint) -> None:
    """Opens with the program's own boot check; every acknowledged turn is there, and no half one"""
    put(folder, point)
    found = open_checked(folder, now)
    assert found == WELL, f"{point.label}: {found}"
    store = Store(store_path(folder))
    matches = store.matches()
    told = point.told
    check_outbox(store, point)
    if told is not None:
        assert store.match(1).result == {"winners": [0]}, point.label
    if told or len(matches) > 1:
        stored = store.match(2)
        turns = [a.action for a in stored.actions]
        assert turns == [flip(n) for n in range(len(turns))], point.label
        assert len(turns) >= (told or 0), point.label
        offered = store.unfinished()
        assert (offered.actions if offered else 0) == len(turns), point.label
        for duel in stored.verdicts:
            assert duel == verdict(duel.n), point.label
            assert stored.actions[-1].n >= 7 * duel.n + 3, point.label


def check_outbox(store: Store, point: CutPoint) -> None:
    """A result waits for the desk from its match's end on, never sooner, until it has answered."""
    ended, told = [m.id for m in store.matches() if m.finished] == [1], point.told
    posted = waiting(store.path)
    assert posted in ([], [POSTED]), point.label
    if told is None or told <= ANSWERED:
        assert bool(posted) == ended, point.label
    elif told > ANSWERED + 1:
        assert not posted, point.label


def checked(points: Iterator[CutPoint]) -> int:
    """Check them all; how many those were."""
    count = 0
    with fast_folder() as folder:
        for point in points:
            check(folder, point)
            count += 1
    return count


def test_a_sample_of_all_power_cuts_loses_nothing_that_was_acknowledged(ops: list[Op]) -> None:
    picked = Random(7)
    rng = QUICK / (3 * len(ops))
    points = cut_points(ops, Random(1), torn=1, only=lambda _: picked.random() < rng)
    assert checked(points) > QUICK // 3


def test_the_power_may_go_again_while_the_store_is_being_opened(ops: list[Op]) -> None:
    """A cut, and another in the middle of the boot check that takes the log into the file."""
    picked = Random(11)
    points = [p for p in cut_points(ops, Random(4), 1, lambda _: picked.random() < 0.02) if p.told]
    again = 0
    for point in points[:5]:
        with fast_folder() as folder:
            put(folder, point)
            with remembered(folder) as disk:
                assert open_checked(folder, now) == WELL
            seconds = cut_points(disk.ops, Random(again), torn=1, found=point.files)
            again += checked(replace(second, told=point.told) for second in seconds)
    assert again > 50


@pytest.mark.complete
def test_a_power_cut_after_every_single_write_loses_nothing_that_was_acknowledged(
    ops: list[Op],
) -> None:
    torn = 5 * COMPLETE // (2 * len(ops))  # states that are the same are left out
    count = checked(cut_points(ops, Random(2), torn))
    print(f"{count} cut points after {len(ops)} operations")  # noqa: T201
    assert count >= COMPLETE


def test_a_disk_that_does_not_sync_would_be_found_out(ops: list[Op]) -> None:
    """The proof can fail: without the syncs of the log acknowledged turns are lost."""
    lazy = [op for op in ops if not (isinstance(op, Synced) and op.file.endswith("-wal"))]
    with pytest.raises((AssertionError, StoreError)):
        checked(cut_points(lazy, Random(3), torn=0))


def test_the_disk_has_seen_everything_that_is_in_the_files() -> None:
    """What was noted makes the very bytes that are there: the shim misses no way of writing."""
    with fast_folder() as folder:
        with remembered(folder) as disk:
            play(disk, 20)
            kept = folder / "kept"
            kept.mkdir()
            *_, last = cut_points(disk.ops, Random(0), torn=0)
            shutil.copy(store_path(folder), kept)
        assert last.files == {f.name: f.read_bytes() for f in kept.iterdir()}
        assert isinstance(disk.ops[0], Made)
