"""A store whose first page is lost is read all the same, wherever its tables lie."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.people.profiles import Profiles
from console.store.boot import open_checked
from console.store.first_page import first_page
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import open_for_writing, store_path
from tests.console.store.matches import flip, header, verdict

MATCHES = 30


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


def as_it_was_made(_path: Path) -> None:
    pass


def written_anew(path: Path) -> None:
    """As forgetting somebody does."""
    Profiles(path).add("Anna", now())
    Profiles(path).forget("Anna")


@pytest.mark.parametrize("page_bytes", [512, 4096])
@pytest.mark.parametrize("since", [as_it_was_made, written_anew])
def test_a_file_without_its_first_page_is_read_wherever_its_tables_lie(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page_bytes: int,
    since: Callable[[Path], None],
) -> None:
    path = store_path(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("console.store.schema.PAGE_BYTES", page_bytes)
        log = DirectLog(path)
        for seed in range(MATCHES):
            match = log.begin(header(seed=seed))
            for n in range(30):
                log.action(match, n, flip(n))
            log.verdict(match, verdict())
            log.end(match, {"winners": [0]})
        log.close()
    since(path)
    before = Store(path).matches()
    data = path.read_bytes()
    path.write_bytes(b"\xa5" * page_bytes + data[page_bytes:])
    found = open_checked(tmp_path, now)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
    assert Store(path).matches() == before


@pytest.fixture(scope="module")
def like(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The beginning of a new store."""
    path = store_path(tmp_path_factory.mktemp("new"))
    open_for_writing(path).close()
    return path.read_bytes()[:512]


def leaf(*keys: bytes) -> bytes:
    """A page with rows as the schema has them; a key's bytes go on while they are 128 or more."""
    page, places, end = b"", b"", 512
    for key in keys:
        row = b"\x20" + key + b"\x06\x17\x17\x17\x01\x17table"
        page, end = row + page, end - len(row)
        places += end.to_bytes(2, "big")
    head = b"\x0d\0\0" + len(keys).to_bytes(2, "big") + bytes(3) + places
    return head.ljust(end, b"\0") + page


@given(keys=st.lists(st.binary(min_size=1, max_size=10), max_size=5), rest=st.binary(max_size=900))
def test_rubbish_has_a_first_page_or_none(like: bytes, keys: list[bytes], rest: bytes) -> None:
    """Whatever lies there, nothing is raised: the table has to start."""
    made = first_page(like + leaf(*keys) + rest, like)
    assert made is None or len(made) == 512


def test_no_more_is_told_than_a_page_has_room_for(like: bytes) -> None:
    leaves = [leaf(bytes((0x81 + n // 128, n % 128))) for n in range(300)]
    made = first_page(like + b"".join(leaves), like)
    assert made is not None
    assert len(made) == 512
    assert int.from_bytes(made[103:105], "big") == 49
    assert first_page(like + leaf(b"\xff\xff\x7f"), like) is None
