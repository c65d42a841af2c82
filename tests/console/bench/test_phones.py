"""What `khvatka bench phones` measures."""

from __future__ import annotations

import pytest

from console.bench import phones
from console.i18n import Words


@pytest.mark.slow
def test_all_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, count in (("LOOKERS", 3), ("CHANGES", 4), ("LOOKS", 4)):
        monkeypatch.setattr(phones, name, count)
    figures = phones.run()
    assert [(f.what, f.count) for f in figures] == [("change", 28), ("look", 4), ("scan", 4)]
    for each in figures:
        assert 0 < each.median_ms <= each.p99_ms <= each.worst_ms
        assert f"{each.count} " in each.lines(Words("en"))[0]
