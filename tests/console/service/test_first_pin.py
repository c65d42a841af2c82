"""How long the first PIN can be chosen at the table, whatever is done to plug, clock and disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.service import first_pin
from console.service.first_pin import FILE, WINDOW_NS, FirstPin
from drivers.times import SECOND


@pytest.fixture
def boots(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The last one is this boot of the computer."""
    boots = ["first"]
    monkeypatch.setattr(first_pin, "boot_id", lambda: boots[-1])
    return boots


def test_it_begins_with_the_tables_first_start_and_lasts_ten_minutes(
    tmp_path: Path, boots: list[str]
) -> None:
    first = FirstPin(tmp_path / "data")
    first.offer()
    assert first.left_ns(5 * SECOND) == 0, "nobody is at the table yet"
    boots.append("after the installation")
    assert first.offered()
    first.begin(20 * SECOND)
    assert not first.offered()
    assert first.left_ns(20 * SECOND) == WINDOW_NS == 600 * SECOND
    first.begin(100 * SECOND)
    # the program's next start begins none anew
    assert first.left_ns(20 * SECOND + WINDOW_NS - 1) == 1
    assert first.left_ns(20 * SECOND + WINDOW_NS) == 0
    first.begin(20 * SECOND + WINDOW_NS)
    assert first.left_ns(20 * SECOND + WINDOW_NS) == 0


def test_a_pulled_plug_ends_it(tmp_path: Path, boots: list[str]) -> None:
    first = FirstPin(tmp_path)
    first.offer()
    first.begin(400 * SECOND)
    boots.append("second")
    first.begin(20 * SECOND)
    for now_s in (20, 400, 450, 999):
        assert first.left_ns(now_s * SECOND) == 0
    assert not first.offered()


def test_without_an_installation_there_is_none(tmp_path: Path) -> None:
    first = FirstPin(tmp_path)
    first.begin(SECOND)
    assert (first.offered(), first.left_ns(SECOND), list(tmp_path.iterdir())) == (False, 0, [])


@given(st.binary(min_size=1, max_size=80))
def test_rubbish_in_its_place_opens_nothing(
    tmp_path_factory: pytest.TempPathFactory, rubbish: bytes
) -> None:
    folder = tmp_path_factory.mktemp("data")
    (folder / FILE).write_bytes(rubbish)
    first = FirstPin(folder)
    first.begin(SECOND)
    assert first.left_ns(SECOND) == 0


def test_a_clock_that_went_back_lengthens_nothing(tmp_path: Path) -> None:
    first = FirstPin(tmp_path)
    first.open(1_000 * SECOND)
    assert first.left_ns(999 * SECOND) == 0


def test_where_it_cannot_be_written_off_it_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FirstPin(tmp_path)
    first.offer()

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(first_pin, "write_synced", refuse)
    with pytest.raises(OSError, match="Read-only"):
        first.begin(SECOND)
    assert first.left_ns(SECOND) == 0
