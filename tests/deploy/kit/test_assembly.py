"""Assembly in steps: every part has its step, every step its drawing and something to measure."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from deploy.drawing import parts as guide
from deploy.drawing.diagram import Diagram
from deploy.drawing.words import GuideWords
from deploy.kit.assembly import STEPS, as_page, concerns, steps_of
from deploy.kit.bill import bill
from deploy.kit.design import Design
from deploy.kit.solids import parts
from tests.deploy.test_drawings import SVG, texts

PICTURE = Diagram(400, 100, "a board").svg()
BOARDS = dict.fromkeys(("board-header", "board-pad", "board-plug", "lights"), PICTURE)


def test_every_part_comes_once_and_every_step_is_measured() -> None:
    made = (*parts(Design(4, "mk1")), *parts(Design(6, "mk2")))
    shown: set[str] = set()
    for step in STEPS:
        new = {*step.lifts, *step.boards}
        assert new - shown, f"{step.title}: nothing new in it"
        shown |= new
        assert step.work
        assert step.measure
    assert shown == {part.key for part in made} | set(BOARDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats", "language"),
    [
        ("mk1", 4, "en"),
        ("mk2-8", 8, "ru"),
        pytest.param("mk1", 4, "ru", marks=pytest.mark.complete),
        pytest.param("mk2-8", 8, "en", marks=pytest.mark.complete),
    ],
)
def test_the_page_has_a_drawing_for_each_step(name: str, seats: int, language: str) -> None:
    design = Design(seats, name)
    page = as_page(parts(design), design, BOARDS, GuideWords(language))
    drawings = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(drawings) == page.count("<section>") == len(steps_of(design))
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        shapes = [*root.iter(f"{SVG}polygon"), *root.iter("polygon")]
        assert shapes or "a board" in drawing
        for shape in shapes:
            for x, y in re.findall(r"([-\d.]+),([-\d.]+)", shape.get("points", "")):
                assert 0 <= float(x) <= width
                assert 0 <= float(y) <= height
        assert all(right <= width for _, _, right, _, _ in texts(root))
    assert not re.search(r"(src|href)=", page)
    before, _, first = page.partition("<section>")  # which no page cuts
    assert "<h1>" not in before
    assert first.startswith("<h1>")
    assert page.count("<h1>") == 1


def test_the_lights_part_is_told_where_there_is_one() -> None:
    """mk1's lamps are driven by the header's board; pixels have a part that is wired by hand, and
    the parts list has what it is made of."""
    with_it = {board: steps_of(Design(4, board)) for board in ("mk1", "mk2", "mk2-8")}
    names = {board: {step.title for step in steps} for board, steps in with_it.items()}
    assert "The lights' part" not in names["mk1"]
    assert "The lights' part" in names["mk2"] & names["mk2-8"]
    for board, wanted in (("mk1", False), ("mk2", True)):
        bought = {part for part, _ in bill(Design(4, board))}
        assert (guide.PERFBOARD in bought) is (guide.BUFFER in bought) is wanted


@pytest.mark.slow
def test_the_pages_differ_by_language_only() -> None:
    design = Design(2, "mk1")
    pages = [
        as_page(parts(design), design, BOARDS, GuideWords(language)) for language in ("en", "ru")
    ]
    shapes = [re.sub(r">[^<>]*<", "><", re.sub(r'lang="\w+"', "", page)) for page in pages]
    assert shapes[0] == shapes[1]
    assert not re.search(r"<li>[^<]*[a-z]{5,} [a-z]{3,}", pages[1]), "translated"


@pytest.mark.parametrize(("name", "others"), [("mk1", "mk2"), ("mk2", "mk1"), ("mk2-8", "mk1")])
def test_a_builder_reads_nothing_of_another_table(name: str, others: str) -> None:
    """What begins with a board's name is for that one; nothing names both."""
    for step in STEPS:
        for sentence in (*step.work, *step.measure):
            assert not ("mk1" in sentence and "mk2" in sentence), sentence
            assert concerns(sentence, name) or sentence.startswith((others, f"{name}-"))
            assert not (concerns(sentence, name) and sentence.startswith(f"{others}:")), sentence
    assert not concerns("mk2-8: a third", "mk2")
