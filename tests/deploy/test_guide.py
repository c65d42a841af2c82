"""The wiring guide: made from the boards, the same in both languages."""

from __future__ import annotations

import re

import pytest

from deploy.drawing import circuit
from deploy.drawing.guide import DIAGRAMS, SECTION, drawings, files, filled
from deploy.drawing.tables import sections
from deploy.drawing.words import WRITTEN, GuideWords, guide
from drivers.boards.config import find_board

languages = pytest.mark.parametrize("language", WRITTEN)


def guide_text(language: str) -> str:
    return guide(language).read_text(encoding="utf-8")


def test_what_is_committed_is_what_is_made_now() -> None:
    """After a change of a board: `make wiring`."""
    made = dict(files())
    stale = [p.name for p, text in made.items() if p.read_text(encoding="utf-8") != text]
    assert not stale, "run `make wiring`"
    assert {path for path in made if path.suffix == ".svg"} == set(DIAGRAMS.iterdir())


def test_a_section_is_made_anew() -> None:
    text = "a\n<!-- generated: pico -->\nold\n<!-- end -->\nb\n"
    made = filled(text, GuideWords("en"))
    assert "old" not in made
    assert made.startswith("a\n<!-- generated: pico -->\n| pin |")
    assert made.endswith("|\n<!-- end -->\nb\n")


@languages
def test_a_guide_has_every_section_and_every_drawing_once(language: str) -> None:
    text = guide_text(language)
    assert sorted(s["name"] for s in SECTION.finditer(text)) == sorted(
        sections(GuideWords(language))
    )
    shown = re.findall(r"\]\(diagrams/([\w-]+)\.(\w+)\.svg\)", text)
    assert sorted(shown) == sorted((name, language) for name in drawings())


def shape(text: str) -> list[str]:
    """Headings, tables row by row, pictures and list items, without their words."""
    found = []
    for line in text.splitlines():
        if heading := re.match(r"#+ ", line):
            found.append(heading[0])
        elif line.startswith("|"):
            found.append("|" * line.count("|"))
        elif picture := re.match(r"!\[.*\]\(diagrams/([\w-]+)", line):
            found.append(picture[1])
        elif item := re.match(r"(\d+\.|-|\*\*[A-Z]\.) ", line):
            found.append(item[1])
        elif marker := SECTION.match(line) or re.match(r"<!-- .*", line):
            found.append(marker[0])
    return found


def test_both_languages_have_the_same_sections_tables_and_steps() -> None:
    assert shape(guide_text("en")) == shape(guide_text("ru"))


@languages
@pytest.mark.parametrize("name", circuit.BOARDS)
def test_the_table_has_every_line_on_its_pin(name: str, language: str) -> None:
    text = {s["name"]: s["body"] for s in SECTION.finditer(guide_text(language))}
    rows = re.findall(r"^\| (\d+) \| (GPIO\d+) \|", text[f"{name}-header"], re.M)
    assert {line: int(pin) for pin, line in rows} == {
        wire.line: wire.pin
        for wire in circuit.header(find_board(name))
        if wire.line.startswith("GPIO")
    }
    if name == "mk2-8":
        wired = re.findall(r"^\| \d+ \| GP[AB]\d \| \S+ \d [◀▶●✕]", text["mcp23017"], re.M)
        assert len(wired) == 12


@languages
def test_every_hardware_command_is_named(language: str) -> None:
    named = set(re.findall(r"khvatka hw (\w+)", guide_text(language)))
    assert named == {"check", "lights", "watch", "calibrate", "scope", "flash"}


@languages
def test_links_lead_somewhere(language: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", guide_text(language)):
        assert (guide(language).parent / link).exists()


def test_parts_are_counted_from_the_boards() -> None:
    rows = {
        row.split(" | ")[0].removeprefix("| "): row.split(" | ")[1:4]
        for row in sections(GuideWords("en"))["parts"].splitlines()
    }
    assert rows["push button, normally open"] == ["16", "24", "32"]
    assert rows["WS2812B pixel"] == ["—", "64", "80"]
    assert rows["resistor 330 Ω"] == ["2", "3", "3"]  # GPIO2, GPIO3, and the light data
    assert rows["MCP23017, DIP28"] == ["—", "—", "1"]
