"""The drawings as files: sound, whole, legible."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from deploy.drawing.circuit import BOARDS, expander, header
from deploy.drawing.details import WEAK_SERIES_OHM, pressed_volts
from deploy.drawing.diagram import text_width
from deploy.drawing.guide import drawings
from deploy.drawing.words import WRITTEN, GuideWords
from drivers.boards.config import find_board

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(drawings())
each = pytest.mark.parametrize("name", NAMES)
languages = pytest.mark.parametrize("language", WRITTEN)
Box = tuple[float, float, float, float, str]


def drawn(name: str, language: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawings()[name](GuideWords(language)).svg())


def texts(root: ElementTree.Element) -> list[Box]:
    """Left, top, right, bottom and words of each text."""
    boxes = []
    for text in root.iter(f"{SVG}text"):
        size, words = float(text.get("font-size", "0")), text.text or ""
        wide = text_width(words, size, text.get("font-weight") == "bold")
        anchor = text.get("text-anchor", "start")
        left = float(text.get("x", "0")) - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        y = float(text.get("y", "0"))
        boxes.append((left, y - 0.75 * size, left + wide, y + 0.22 * size, words))
    return boxes


@each
@languages
def test_no_text_leaves_its_picture(name: str, language: str) -> None:
    root = drawn(name, language)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    found = texts(root)
    assert found
    for left, top, right, bottom, words in found:
        assert left >= 0, words
        assert top >= 0, words
        assert right <= width, words
        assert bottom <= height, words


@each
@languages
def test_no_text_lies_on_another(name: str, language: str) -> None:
    for one, other in combinations(texts(drawn(name, language)), 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one[4], other[4])


@each
@languages
def test_a_drawing_refers_to_nothing_outside(name: str, language: str) -> None:
    root = drawn(name, language)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        *("svg", "title", "rect", "circle", "polyline", "polygon", "text")
    }
    attributes = [f"{key}={value}" for node in root.iter() for key, value in node.items()]
    assert not [a for a in attributes if re.search(r"href|url\(|https?:|style=|^on", a)]


@pytest.mark.parametrize("name", BOARDS)
@languages
def test_every_line_of_a_board_is_drawn_once(name: str, language: str) -> None:
    file = find_board(name)
    labels = [box[4] for box in texts(drawn(f"{name}-header", language))]
    for wire in header(file):
        assert labels.count(str(wire.pin)) == 1
        if wire.line.startswith("GPIO"):
            assert labels.count(wire.line) == 1
    if expander(file):
        labels = [box[4] for box in texts(drawn(f"{name}-expander", language))]
        assert all(labels.count(wire.line) == 1 for wire in expander(file))


@pytest.mark.parametrize("name", BOARDS)
def test_a_pad_shows_each_seats_inputs(name: str) -> None:
    labels = [box[4] for box in texts(drawn(f"{name}-petals", "en"))]
    first = "CH" if find_board(name).mcp3008 else "C"
    for seat in range(find_board(name).seats):
        assert labels.count(f"top: {first}{2 * seat}") == 1
        assert labels.count(f"under: {first}{2 * seat + 1}") == 1


def test_the_lines_with_a_pull_up_on_the_pi_read_low() -> None:
    """A low level is below 0.8 V; the usual 1 k would not reach it."""
    assert pressed_volts(WEAK_SERIES_OHM) < 0.8 < pressed_volts(1_000)


def test_every_word_is_translated_and_in_russian_letters() -> None:
    for name in NAMES:
        english = {box[4] for box in texts(drawn(name, "en"))}
        russian = {box[4] for box in texts(drawn(name, "ru"))}
        same = english & russian
        assert not [words for words in same if re.search(r"\b[a-z]{4,}\b", words)]
