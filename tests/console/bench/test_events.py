"""What `khvatka bench events` measures."""

from __future__ import annotations

import pytest

from console.bench import events
from console.i18n import Words


@pytest.mark.slow
def test_all_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("PEOPLE", 40), ("ROUNDS", 3), ("LARGEST", (40, 8, 3))):
        monkeypatch.setattr(events, name, value)
    figures = list(events.run())
    assert [(f.what, f.people, f.count) for f in figures] == [
        ("pairs", 40, 3),
        ("groups", 40, 3),
        ("correction", 40, 5),
        ("largest", 40, 1),
    ]
    for each in figures:
        assert 0 < each.median_s <= each.worst_s
        assert each.repeats == 0
        assert "40" in each.lines(Words("en"))[0]
