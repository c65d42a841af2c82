"""The drawings of the whole: each part has its name, nothing is told by colour alone."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from deploy.drawing.words import WRITTEN, GuideWords
from deploy.kit.design import Design
from deploy.kit.sheets import exploded_sheet, section_sheet
from deploy.kit.solids import parts
from tests.deploy.test_drawings import texts

pytestmark = pytest.mark.slow

TABLES = [("mk1", 4), pytest.param("mk2", 6, marks=pytest.mark.complete), ("mk2-8", 8)]
"""mk2-8 has all that mk2 has, and more of it."""


@pytest.mark.parametrize("language", WRITTEN)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_exploded_view_names_each_part(name: str, seats: int, language: str) -> None:
    """Beside a line that ends at it; names and parts lie within the drawing, and apart."""
    design, words = Design(seats, name), GuideWords(language)
    made = parts(design)
    root = ElementTree.fromstring(exploded_sheet(made, design, words).svg())
    told = texts(root)
    for part in made:
        said = [text for *_, text in told if text == f"{part.count} × {words._(part.name)}"]
        assert len(said) == bool(part.places)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    assert all(right <= width and low <= height for _, _, right, low, _ in told)
    for one, other in combinations(told, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)
    shapes = [shape for shape in root.iter() if shape.tag.endswith("polygon")]
    ends = [float(x) for s in shapes for x in re.findall(r"([-\d.]+),", s.get("points", ""))]
    assert min(ends) >= 0
    assert max(ends) < min(left for left, *_, text in told if " × " in text)


@pytest.mark.parametrize("language", WRITTEN)
def test_the_section_numbers_each_part(language: str) -> None:
    """Once in its place, once beside its name; the sensor is too thin for a number."""
    design, words = Design(6, "mk2"), GuideWords(language)
    made = parts(design)
    told = texts(ElementTree.fromstring(section_sheet(made, design, words).svg()))
    said = [text for *_, text in told]
    cut = [part for part in made if part.places and words._(part.name) in said]
    assert len(cut) == 7
    assert all(said.count(str(number)) == 2 for number in range(1, len(cut) + 1))
    assert words._("sensor") in said
