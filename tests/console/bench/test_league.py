"""``khvatka bench league`` measures what it says, on a small league."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.bench import league
from console.desk.store.database import DeskDatabase
from console.i18n import Words


def test_it_fills_a_league_and_reads_its_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TABLES", 30), ("CAFES", 6), ("PAGES", 4)):
        monkeypatch.setattr(league, name, value)
    database = DeskDatabase(f"sqlite:///{tmp_path / 'league.sqlite3'}")
    found = league.filled(database)
    database.close()
    assert (found.results, found.persons) == (600, 240)
    assert found.day_bytes > 0
    assert "600 results, 240 persons" in found.lines(Words("en"))[0]
