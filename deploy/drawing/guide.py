"""All diagrams, and the guide's marked sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from deploy.drawing import details, pad, tables
from deploy.drawing.circuit import BOARDS, expander
from deploy.drawing.diagram import Diagram
from deploy.drawing.header import expander_drawing, header_drawing
from deploy.drawing.power import power_drawing
from deploy.drawing.words import GUIDES, WRITTEN, GuideWords, guide
from drivers.boards.config import find_board

DIAGRAMS: Final = GUIDES / "diagrams"
SECTION: Final = re.compile(
    r"(?P<begin><!-- generated: (?P<name>[\w-]+) -->\n)(?P<body>.*?)(?P<end><!-- end -->)", re.S
)


def drawings() -> dict[str, Callable[[GuideWords], Diagram]]:
    """Every diagram by its name."""
    known: dict[str, Callable[[GuideWords], Diagram]] = {
        "button": details.button_drawing,
        "sensor": details.sensor_drawing,
        "lights": details.lights_drawing,
        "stack": pad.stack_drawing,
        "pico": pad.pico_drawing,
    }
    for name in BOARDS:
        file = find_board(name)
        known[f"{name}-header"] = partial(header_drawing, file)
        known[f"{name}-petals"] = partial(pad.petals_drawing, file)
        known[f"{name}-power"] = partial(power_drawing, file)
        reader = pad.multiplexer_drawing if file.controller else pad.converter_drawing
        known[f"{name}-pad"] = partial(reader, file)
        if expander(file):
            known[f"{name}-expander"] = partial(expander_drawing, file)
    return known


def files() -> Iterator[tuple[Path, str]]:
    """Every generated file with its text. Raises KeyError for a section that nobody makes."""
    for language in WRITTEN:
        words = GuideWords(language)
        for name, draw in drawings().items():
            yield DIAGRAMS / f"{name}.{language}.svg", draw(words).svg()
        path = guide(language)
        yield path, filled(path.read_text(encoding="utf-8"), words)


def filled(text: str, words: GuideWords) -> str:
    """The guide with its marked sections made anew."""
    made = tables.sections(words)

    def fill(section: re.Match[str]) -> str:
        return f"{section['begin']}{made[section['name']]}\n{section['end']}"

    return SECTION.sub(fill, text)


def write() -> None:
    """Write the guides and their drawings where they lie in the tree."""
    DIAGRAMS.mkdir(exist_ok=True)
    for path, text in files():
        path.write_text(text, encoding="utf-8")
