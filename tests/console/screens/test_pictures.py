"""What players see, compared with the reference pictures.

After a wanted change look at the new pictures: ``python -m tests.console.screens.update``.
"""

from __future__ import annotations

import pytest

from tests.console.screens.pictures import FOLDER, cases, difference, draw, load
from tests.console.screens.samples import Sample

MEAN = 2.0
STRONG = 0.0004
"""A missing petal or a changed word is more than that."""


@pytest.mark.parametrize(
    ("file", "sample", "language", "size"), cases(), ids=[case[0] for case in cases()]
)
def test_the_table_looks_like_its_reference(
    file: str, sample: Sample, language: str, size: tuple[int, int]
) -> None:
    mean, strong = difference(draw(sample, language, size), load(file))
    assert mean < MEAN
    assert strong < STRONG


def test_the_comparison_sees_a_small_change() -> None:
    """One more card in a stack's count and a touched petal do not pass."""
    by_name = {case[0]: case for case in cases()}
    _, sample, language, size = by_name["play-4-ru.png"]
    other = by_name["shift-ru.png"]
    drawn = draw(sample, language, size)
    assert difference(drawn, drawn) == (0.0, 0.0)
    assert difference(drawn, load(other[0]))[1] > STRONG


def test_no_reference_is_left_over_and_all_are_small() -> None:
    files = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert set(files) == {case[0] for case in cases()}
    assert sum(files.values()) < 8 * 2**20
