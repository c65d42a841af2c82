"""Nicknames: short, drawable, told apart; the ready lists."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.i18n import letters
from console.nicknames import LONGEST, alphabet, folded, tidy
from console.people import ready_nicknames as ready_lists
from console.people.ready_nicknames import ready_nicknames
from console.screens.art import FACES, FONT_DIR
from drivers.errors import ConfigError

TYPED = st.text(st.sampled_from(sorted(alphabet())), max_size=LONGEST + 3)


LISTS = sorted(path.stem for path in ready_lists.READY_DIR.glob("*.txt"))


@pytest.mark.parametrize("language", LISTS)
def test_the_ready_nicknames_are_many_short_and_told_apart(language: str) -> None:
    ready = ready_nicknames(language)
    assert len(ready) >= 200
    assert [tidy(name) for name in ready] == list(ready)
    assert len({folded(name) for name in ready}) == len(ready)
    own = set(letters(language))
    assert all(set(name.upper()) <= own for name in ready)


def test_ready_nicknames_of_two_languages_do_not_collide() -> None:
    assert {"en", "ru"} <= set(LISTS)
    everybody = [folded(name) for lang in LISTS for name in ready_nicknames(lang)]
    assert len(set(everybody)) == len(everybody)


@pytest.mark.parametrize("face", FACES.values())
def test_the_fonts_can_draw_all_that_a_nickname_may_hold(face: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(FONT_DIR / face, 20)
    signs = "".join(sorted(alphabet()))
    missing = [c for c, m in zip(signs, font.metrics(signs), strict=True) if m is None]
    assert missing == []


@given(TYPED)
def test_a_tidy_nickname_fits_and_stays_as_it_is(typed: str) -> None:
    with suppress(ConfigError):
        name = tidy(typed)
        assert tidy(name) == name
        assert 0 < len(name) <= LONGEST
        assert set(name) <= alphabet()


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("   ", "at least one letter"),
        ("-!.", "at least one letter"),
        ("Преогромнейший", "at most 12"),
        ("Кот🐈", "holds '🐈'"),
        ("a\x00b", "holds"),
    ],
)
def test_what_is_no_nickname_is_refused_in_one_sentence(typed: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        tidy(typed)


def test_spaces_and_letters_in_two_parts_are_tidied() -> None:
    assert tidy("  Ёж   и Я ") == "Ёж и Я"
    assert tidy("О’Генри") == "О'Генри"


@pytest.mark.parametrize(("one", "other"), [("Ёжик", "ежик"), ("KOT", "кот"), ("Маша", "МАШA")])
def test_nicknames_that_nobody_could_tell_apart_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert folded(one) != folded(one + "2")


def test_a_lost_list_names_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ready_lists, "READY_DIR", tmp_path)
    with pytest.raises(ConfigError, match=r"en\.txt cannot be read"):
        ready_nicknames("ru")
