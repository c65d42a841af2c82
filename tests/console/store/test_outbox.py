"""A result is in the outbox from its match's end on, until the desk has answered."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.link.played import PlayedAt, Posted
from console.store.boot import open_checked
from console.store.file import BatchOutcome, Row, StoreFile
from console.store.log import SENDS, DirectLog
from console.store.outbox import answered, waiting
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.schema import open_for_writing, store_path
from tests.console.store.changes import change, change_unnoticed
from tests.console.store.matches import flip, header


def posted(n: int, body: bytes = b"{}") -> Posted:
    return Posted(f"{n:032x}", "3a6c", body)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


def play(path: Path, *sent: Posted) -> None:
    """A match to its end for each."""
    log = DirectLog(path)
    for one in sent:
        match = log.begin(header(event=PlayedAt(one.event, 1, 7, 0, (4, 2, 9, 0), one.id)))
        log.action(match, 0, flip(0))
        log.end(match, {"winners": [0]}, posted=one)
    log.close()


class Batches(StoreFile):
    """Notes what is written together."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.batches: list[list[str]] = []

    def write(self, batch: Sequence[Row], before: BatchOutcome, *, again: bool) -> BatchOutcome:
        self.batches.append([row.statement for row in batch])
        return super().write(batch, before, again=again)


def test_what_was_played_waits_in_its_order(path: Path) -> None:
    assert waiting(path) == []
    play(path, posted(2), posted(1))
    assert waiting(path) == [posted(2), posted(1)]


def test_an_answer_takes_that_one_alone_and_twice_is_once(path: Path) -> None:
    play(path, posted(1), posted(2))
    for _ in range(2):
        answered(path, posted(1).id)
    assert waiting(path) == [posted(2)]


def test_what_is_disputed_stays_and_is_not_sent_again(path: Path) -> None:
    play(path, posted(1))
    answered(path, posted(1).id, keep=True)
    assert waiting(path) == []
    assert waiting(path, settled=True) == [posted(1)]


def test_the_end_and_its_result_are_one_transaction(path: Path) -> None:
    file = Batches(path)
    log = DirectLog(path, file)
    log.BATCH = 1
    match = log.begin(header())
    log.end(match, {"winners": [0]}, posted=posted(1))
    log.close()
    (ends,) = [batch for batch in file.batches if any("outbox" in s for s in batch)]
    assert len(ends) == 2


def test_an_end_that_is_taken_back_takes_its_result_with_it(path: Path) -> None:
    log = DirectLog(path)
    match = log.begin(header())
    log.end(match, {"winners": [0]}, posted=posted(1))
    log.action(match, 0, flip(0))
    assert log.flush()
    assert waiting(path) == []
    log.end(match, {"winners": [1]}, posted=posted(1, b"another"))
    log.close()
    assert waiting(path) == [posted(1, b"another")]


def test_a_match_that_was_left_has_no_result(path: Path) -> None:
    log = DirectLog(path)
    log.end(log.begin(header()), None)
    log.close()
    assert waiting(path) == []


def test_the_log_keeps_what_a_match_is_at_an_event(path: Path) -> None:
    play(path, posted(1))
    assert Store(path).match(1).header.event == PlayedAt(
        "3a6c", 1, 7, 0, (4, 2, 9, 0), posted(1).id
    )


def test_a_commit_that_was_done_and_failed_doubles_nothing(path: Path) -> None:
    play(path, posted(1))
    with closing(open_for_writing(path)) as connection:
        connection.execute(SENDS, asdict(posted(1)))
    assert waiting(path) == [posted(1)]


def test_a_damaged_result_is_not_sent_and_not_settled(path: Path) -> None:
    play(path, posted(1), posted(2))
    change_unnoticed(path, "outbox", "body = x'00'", "n = 1")
    assert waiting(path) == [posted(2)]
    answered(path, posted(1).id, keep=True)
    assert waiting(path, settled=True) == []


def test_what_is_rescued_still_waits(path: Path) -> None:
    play(path, *(posted(n, b"x" * 700) for n in range(40)))
    data = path.read_bytes()
    path.write_bytes(data[:512].replace(b"SQLite", b"SQLote") + data[512:])
    found = open_checked(path.parent, lambda: datetime(2026, 5, 1, tzinfo=UTC))
    assert found.carried is not None
    assert waiting(path) == [posted(n, b"x" * 700) for n in range(40)]


def test_a_store_that_cannot_be_written_says_so(path: Path) -> None:
    play(path, posted(1))
    change(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError):
        answered(path, posted(1).id)


def test_a_result_that_is_lost_is_told_with_the_mend(path: Path) -> None:
    play(path, *(posted(n, b"x" * 700) for n in range(40)))
    change_unnoticed(path, "outbox", "body = x'00'", "n = 1")
    data = path.read_bytes()
    path.write_bytes(data[:512].replace(b"SQLite", b"SQLote") + data[512:])
    found = open_checked(path.parent, lambda: datetime(2026, 5, 1, tzinfo=UTC))
    assert found.carried is not None
    assert (found.carried.results, found.carried.unfit) == (1, 0)
    assert "results for an event's desk that are lost: 1, tell the organiser" in str(
        found.carried.sentence()
    )
    assert len(waiting(path)) == 39
