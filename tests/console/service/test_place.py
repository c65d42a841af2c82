"""The computer in a few facts, as far as its system tells them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from console.i18n import Words
from console.service.place import (
    place_facts,
    program_version,
    room_on,
    room_text,
    temperature_c,
    uptime_s,
)


def test_what_the_system_says_is_told(tmp_path: Path) -> None:
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("48312\n")
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/uptime").write_text("93784.51 12.0\n")
    facts = dict(place_facts(Words("en"), tmp_path / "not/there/yet", tmp_path))
    assert facts["Temperature"] == "48 °C"
    assert facts["The computer runs for"] == "26:03 h"
    assert " free of " in facts["Disk"]


def test_what_it_does_not_say_is_left_out(tmp_path: Path) -> None:
    assert temperature_c(tmp_path) is None
    assert uptime_s(tmp_path) is None
    assert room_on(tmp_path) is not None
    facts = dict(place_facts(Words("en"), tmp_path, tmp_path))
    assert facts.keys() == {"Version", "Data", "Disk"}


def test_room_is_told_in_the_unit_that_suits_it() -> None:
    for free, total, told in (
        (1_230_000_000, 15_600_000_000, "свободно 1,23 ГБ из 15,6 ГБ"),
        (820_400_000, 9_999_000_000, "свободно 820 МБ из 10 ГБ"),
        (999_600_000, 1_799_000_000_000, "свободно 1 ГБ из 1,8 ТБ"),
        (4_321, 271_900_000_000, "свободно 0 МБ из 272 ГБ"),
        (0, 8_000_000, "свободно 0 МБ из 8 МБ"),
    ):
        assert room_text(Words("ru"), (free, total)) == told


@pytest.mark.parametrize("trouble", [PackageNotFoundError("khvatka"), OSError("a dying card")])
def test_a_version_that_cannot_be_read_is_a_question_mark(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def gone(_: str) -> str:
        raise trouble

    monkeypatch.setattr("console.service.place.version", gone)
    assert program_version() == "?"
