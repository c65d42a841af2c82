"""The computer in a few facts, as far as its system tells them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from console.i18n import Words
from console.service.place import free_mb, place_facts, program_version, temperature_c, uptime_s


def test_what_the_system_says_is_told(tmp_path: Path) -> None:
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("48312\n")
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/uptime").write_text("93784.51 12.0\n")
    facts = dict(place_facts(Words("en"), tmp_path / "not/there/yet", tmp_path))
    assert facts["Temperature"] == "48 °C"
    assert facts["The computer runs for"] == "26:03 h"
    assert facts["Disk"].endswith(" MB free")


def test_what_it_does_not_say_is_left_out(tmp_path: Path) -> None:
    assert temperature_c(tmp_path) is None
    assert uptime_s(tmp_path) is None
    assert free_mb(tmp_path) is not None
    facts = dict(place_facts(Words("en"), tmp_path, tmp_path))
    assert facts.keys() == {"Version", "Data", "Disk"}


@pytest.mark.parametrize("trouble", [PackageNotFoundError("khvatka"), OSError("a dying card")])
def test_a_version_that_cannot_be_read_is_a_question_mark(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def gone(_: str) -> str:
        raise trouble

    monkeypatch.setattr("console.service.place.version", gone)
    assert program_version() == "?"
