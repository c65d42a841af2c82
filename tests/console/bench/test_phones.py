"""What `khvatka bench phones` measures."""

from __future__ import annotations

import pytest

from console.bench import phones
from console.bench.phones import HammerFigures, PhoneFigures
from console.i18n import Words


@pytest.mark.complete
def test_all_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"LOOKERS": 3, "CHANGES": 4, "LOOKS": 4, "BACKS": 2, "HAMMERED_S": 2, "TURNS": 1}
    for name, count in small.items():
        monkeypatch.setattr(phones, name, count)
    *figures, hammered = phones.run()
    assert isinstance(hammered, HammerFigures)
    beside = [line.split(":")[0] for line in hammered.lines(Words("en"))]
    assert beside == [
        "beside nobody",
        "beside 16 that hammer a server of their own",
        "beside 16 that hammer the table",
    ]
    for found in (hammered.quiet, hammered.elsewhere, hammered.here):
        assert found.frames_per_s > 0 < found.frame_p99_ms
    waits = [f for f in figures if isinstance(f, PhoneFigures)]
    assert [(f.what, f.count) for f in waits] == [
        ("change", 44),
        ("look", 4),
        ("scan", 4),
        ("back", 2),
        ("away", 1),
    ]
    for each in waits:
        assert 0 < each.median_ms <= each.p99_ms <= each.worst_ms
        assert f"{each.count} " in each.lines(Words("en"))[0]
