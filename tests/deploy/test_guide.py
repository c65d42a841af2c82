"""The wiring guide: made from the boards, the same in both languages."""

from __future__ import annotations

import re

import pytest

from deploy.drawing import circuit, pins
from deploy.drawing import parts as bill
from deploy.drawing.currents import LAMP_A, LAMPS_FUSE, LIGHTS_FUSE, LIGHTS_SUPPLY_A, Fuse
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
    assert rows["resistor 10 kΩ, 1 %"] == ["24", "36", "48"]  # dividers, pull-ups, the reed's
    assert rows["resistor 1 kΩ"] == ["24", "36", "48"]  # lines, sensors, reed or SYNC
    assert rows["resistor 100 kΩ"] == ["4", "1", "1"]  # lamps' gates; the 74AHCT125's input
    assert rows["WS2812B pixel"] == ["—", "64", "80"]
    assert rows["resistor 330 Ω"] == ["2", "3", "3"]  # GPIO2, GPIO3, and the light data
    assert rows["MCP23017, DIP28"] == ["—", "—", "1"]


@pytest.mark.parametrize("name", circuit.BOARDS)
def test_a_seats_cable_has_a_wire_for_each_signal(name: str) -> None:
    """Four buttons and ground, and on mk1 the lamp's wire and its 5 V."""
    file = find_board(name)
    wires = [w for w in circuit.header(file) if w.cable == "seat0"]
    needed = len(wires) + (1 if file.lamps else 0)  # the lamp's 5 V comes from the fuse
    (cable,) = [part for part in bill.counts(file) if part.name.startswith("cable of a seat")]
    said = {"five": 5, "seven": 7}[cable.note.partition(" ")[0]]
    assert needed == said <= int(re.findall(r"(\d) wires", cable.name)[0])
    assert bill.counts(file)[cable] == file.seats


@pytest.mark.parametrize("name", circuit.BOARDS)
def test_every_part_is_counted_and_no_other(name: str) -> None:
    assert set(bill.counts(find_board(name))) <= set(bill.BILL)
    assert all(count > 0 for count in bill.counts(find_board(name)).values())


def test_every_resistor_that_is_drawn_is_a_part() -> None:
    on_the_pi = "1.8 kΩ"
    drawn = set[str]()
    for draw in drawings().values():
        texts = re.findall(r">([^<>]+)</text>", draw(GuideWords("en")).svg())
        drawn |= {text for text in texts if re.fullmatch(r"[\d.]+ k?Ω", text)}
    named = {found[0] for part in bill.BILL if (found := re.findall(r"[\d.]+ k?Ω", part.name))}
    assert drawn - {on_the_pi} <= named
    assert {"10 kΩ", "1 kΩ", "330 Ω", "100 kΩ"} <= drawn


@pytest.mark.parametrize("fuse", [LIGHTS_FUSE, LAMPS_FUSE])
def test_a_fuse_can_open_and_what_it_lets_pass_is_borne(fuse: Fuse) -> None:
    """IEC 60127-2, sheet 3: 1.5 held for an hour, 2.1 in two minutes, 2.75 in ten seconds."""
    assert fuse.supply_a >= fuse.opens_soon_a
    assert fuse.wire_a >= fuse.opens_a
    assert (fuse.holds_a, fuse.opens_a) == (1.5 * fuse.rated_a, 2.1 * fuse.rated_a)


def test_the_fuses_carry_what_is_used_and_the_supply_what_goes_wrong() -> None:
    known = circuit.controller()
    assert known.budget_ma <= 1000 * LIGHTS_FUSE.rated_a * 0.8  # warm in its holder
    assert find_board("mk1").seats * LAMP_A <= LAMPS_FUSE.rated_a * 0.8
    for seats in (6, 8):  # all white: the supply gives it, the wires bear it
        assert known.white_ma(seats) <= 1000 * min(LIGHTS_SUPPLY_A, LIGHTS_FUSE.wire_a)
    assert f"fuse T {LIGHTS_FUSE.rated_a:g} A, with holder" == bill.FUSE_LIGHTS.name
    assert f"fuse T {LAMPS_FUSE.rated_a:g} A, with holder" == bill.FUSE_LAMPS.name
    assert f"supply 5 V, {LIGHTS_SUPPLY_A:g} A" in bill.LIGHTS_SUPPLY.name
    assert (
        f"the fuse lets {LIGHTS_FUSE.opens_a:g} A pass"
        in drawings()["mk2-power"](GuideWords("en")).svg()
    )


SEAT_0 = re.compile(r"\b(seats?|мест[оае]?) 0\b")


@languages
def test_in_words_seats_count_from_1(language: str) -> None:
    """As the program says it; files and JSON count from 0."""
    assert not SEAT_0.search(guide_text(language))
    for draw in drawings().values():
        assert not SEAT_0.search(draw(GuideWords(language)).svg())
    rows = sections(GuideWords(language))["mk1-header"]
    for seat in range(1, 5):
        assert len(re.findall(rf"(?:seat|место) {seat} [◀▶●✕]", rows)) == 4


@languages
def test_ohms_are_measured_on_grounds_that_are_joined(language: str) -> None:
    """The first step finds all of them joined, the second no supply pin at ground."""
    first, second = re.findall(
        r"^[12]\. .*?(?=^[23]\. )", power_on(guide_text(language)), re.M | re.S
    )
    assert {int(pin) for pin in re.findall(r"\d+", first.split(":")[0])} >= set(pins.GROUND_PINS)
    assert re.search(r"1, 17 (and|и) 2", second)


def power_on(text: str) -> str:
    """Part A of the first power-on."""
    return text[text.index("**A.") : text.index("**B.")]


NEVER_FORGOTTEN = (
    ("100 kΩ at the 74AHCT125", r"^8\. .*\b2\b.*74AHCT125.*\b7: 100 k?к?(Ω|Ом)"),
    ("ohms between divider and input", r"\b1 k?к?(Ω|Ом)\b.*(spark|искр)"),
    ("tails are crimped", r"^12\. \*\*.*(never soldered|не паять|не паяют)"),
    ("mains", r"^13\. \*\*(Mains stays|Сеть остаётся)"),
    ("J2 has a pole of its own", r"(two poles|двух? пол|двухполюсн|пара).*J2"),
    ("covers are stiff", r"(soft cover|мягкое покрытие)"),
    ("chips go in", r"^\*\*E\..*(sockets|панельки)"),
    ("pin 5 comes last", r"(Pin 5 last|Вывод 5 — последним)"),
)


@languages
@pytest.mark.parametrize(("what", "said"), NEVER_FORGOTTEN)
def test_what_spoils_a_table_is_said(language: str, what: str, said: str) -> None:
    """Each in its place; paragraphs are read as one line."""
    lines = re.sub(r"\n(?!\n|[|*0-9-])\s*", " ", guide_text(language))
    assert re.search(said, lines, re.M), what
