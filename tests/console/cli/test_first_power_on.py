"""Part F of the wiring guide's first power-on, typed as it is written, at the simulated tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from tests.console.cli.test_guides import ROOT

GUIDES = {"en": "wiring.md", "ru": "wiring.ru.md"}
WORDS = {"en": ("OK", "WARNING", "FAILURE"), "ru": ("НОРМА", "ВНИМАНИЕ", "ОТКАЗ")}
"""As the program prints them; nothing fails here, so the last is not seen."""
UNWEIGHED = {"en": "never calibrated", "ru": "не было"}
SHORT = {"lights": ("--seconds", "0.1"), "watch": ("--seconds", "2"), "scope": ("--seconds", "0.2")}
"""What else would last until Ctrl-C, or for a second a lamp."""


def part_f(language: str) -> str:
    text = (ROOT / "console" / "guides" / GUIDES[language]).read_text(encoding="utf-8")
    return text.split("\n**F. ")[1].split("\n## ")[0]


def steps(language: str) -> list[list[str]]:
    """The commands that the numbered steps begin with."""
    found = re.findall(r"^(\d)\. `khvatka ([^`]*)`", part_f(language), re.MULTILINE)
    assert [number for number, _ in found] == list("1234567")
    return [line.split() for _, line in found]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "board"), [("en", "pc-mk1"), ("ru", "pc")])
def test_part_f_from_its_first_step_to_its_last(language: str, board: str, tmp_path: Path) -> None:
    """Each step ends well and says what the guide tells; the last one's report is where it says."""
    said = []
    for words in steps(language):
        assert words[2:4] == ["--board", "mk1"]
        line = [*words[:3], board, *words[4:], *SHORT.get(words[1], ())]
        line += ["--text"] if words[1] == "scope" else []
        done = CliRunner().invoke(main, [*line, "--lang", language, "--data", str(tmp_path)])
        assert (done.exit_code, done.exception) == (0, None), (line, done.output)
        said.append(done.output)
    first, lights, watched, weighed, _, felt, walked = said
    told = re.search(r"«([^»]*)»|a table of ((?:[A-Z]+(?:, )?)+)", part_f(language))
    assert told is not None
    assert tuple((told[1] or told[2]).strip(", ").split(", ")) == WORDS[language]
    assert all(re.search(rf"^{word} ", first, re.MULTILINE) for word in WORDS[language][:2])
    assert UNWEIGHED[language] in first
    assert not any(UNWEIGHED[language] in later for later in (felt, walked))
    assert len(lights.splitlines()) == 1 + 4 + 1
    assert watched.count("\n") > 2, "simulated hands show something"
    weights = re.findall(r"(0[,.]5|10[,.]0) (?:N|Н) \(", weighed)
    order = [float(newtons.replace(",", ".")) for newtons in weights]
    assert order == [0.5] * 8 + [10.0] * 8, "all light ones first"
    assert "51" in part_f(language)
    assert re.search(r"1[.,]02 (kg|кг)", weighed)
    assert re.search(r"1[.,]02 (kg|кг)", part_f(language))
    report = Path(walked.splitlines()[-1].partition(": ")[2])
    assert report.parent == tmp_path / "reports"
    assert report.is_file()
