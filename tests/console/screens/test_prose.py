"""Running text: every word is there, no line is too wide, buttons are drawn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.screens.art import Art
from console.screens.prose import KEYS, evenly, line_of, lines_of, wrapped
from console.screens.stage import line_width

WORDS = st.lists(
    st.sampled_from(["a", "word", "слово", "●", "◀", "▶,", "✕.", "длинное"]), min_size=1
)


@settings(max_examples=60)
@given(WORDS, st.sampled_from([18.0, 26.0]), st.sampled_from([140.0, 300.0]))
def test_text_is_broken_into_lines_that_fit(words: list[str], size: float, room: float) -> None:
    art = Art(1.0)
    text = " ".join(words)
    lines = wrapped(art, text, size, room)
    assert " ".join(piece for line in lines for piece in line) == text
    drawn = lines_of(art, text, size, room)
    assert len(drawn) == len(lines)
    assert max(line_width(line, 1.0) for line in drawn) <= room + 2  # whole pixels


def test_buttons_are_signs_and_never_letters() -> None:
    drawn = lines_of(Art(1.0), "press ●, then ✕", 20, 400)
    keys = [str(item.key) for line in drawn for item in line if not isinstance(item, float)]
    assert sum("disc" in key for key in keys) == 2
    assert not [key for key in keys if "'text'" in key and any(sign in key for sign in KEYS)]


@pytest.mark.parametrize(
    "text", ["Вы толкаете — Воздухом и Землёй — из запаса", "Держите ✕ — игра встанет. ✕ — назад"]
)
def test_no_line_begins_with_a_dash(text: str) -> None:
    for room in range(150, 420, 10):
        lines = wrapped(Art(1.0), text, 26.0, room)
        assert " ".join(piece for line in lines for piece in line) == text
        assert not [line for line in lines if line[0].startswith("—")]


def test_buttons_side_by_side_are_in_one_line() -> None:
    text = "Выбирайте кнопками ◀ ▶ карту, кнопкой ● берите, ◀ ▶, потом ✕"
    for room in range(150, 420, 3):
        lines = wrapped(Art(1.0), text, 26.0, room)
        assert " ".join(piece for line in lines for piece in line) == text
        for line in lines:
            assert ("◀" in line) == ("▶" in line or "▶," in line)


def test_a_button_is_in_one_line_with_what_it_does() -> None:
    text = "Карты: ◀ ▶ — выбрать карту, ● — взять; затем место; ✕ — вернуть."
    for room in range(250, 420, 3):
        lines = [" ".join(line) for line in wrapped(Art(1.0), text, 26.0, room)]
        for told in ("◀ ▶ — выбрать", "● — взять;", "✕ — вернуть."):
            assert any(told in line for line in lines)


def _lines(text: str, room: float) -> list[str]:
    return [" ".join(line) for line in wrapped(Art(1.0), text, 26.0, room)]


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Вытолкни соперника с поля", 280, ["Вытолкни соперника", "с поля"]),
        ("Увидел пару — хватай первым", 300, ["Увидел пару —", "хватай первым"]),
        ("У кого-то такой же символ?", 270, ["У кого-то такой же", "символ?"]),
        ("по умолчанию: 15 мс", 250, ["по умолчанию:", "15 мс"]),
        ("по умолчанию: 70 %", 240, ["по умолчанию:", "70 %"]),
        ("Push the other off the board", 330, ["Push the other off", "the board"]),
    ],
)
def test_what_is_read_together_is_in_one_line(text: str, room: float, lines: list[str]) -> None:
    assert _lines(text, room) == lines


def test_reading_better_costs_no_line() -> None:
    """As narrow as a strip, words fill their lines."""
    hint = "Подсказка: на отмеченное место"
    assert _lines(hint, 250) == ["Подсказка: на", "отмеченное место"]


@pytest.mark.parametrize(
    "lines",
    [
        ("In a line each", "is all the same,", "or all different."),
        ("The loser takes", "the cards. Be rid", "of yours first!"),
        ("У кого-то", "такой же символ?", "Цвет не важен."),
        ("Толкай ряд", "с края Воздухом", "или Землёй."),
    ],
)
def test_lines_in_the_middle_are_about_equally_wide(lines: tuple[str, ...]) -> None:
    assert [" ".join(line) for line in evenly(Art(1.0), " ".join(lines), 24.0, 238.0)] == list(
        lines
    )


@settings(max_examples=60)
@given(WORDS, st.sampled_from([140.0, 300.0]))
def test_equal_lines_are_no_more_and_no_wider(words: list[str], room: float) -> None:
    art, text = Art(1.0), " ".join(words)
    usual, even = (broken(art, text, 26.0, room) for broken in (wrapped, evenly))
    assert len(even) == len(usual)
    assert " ".join(piece for line in even for piece in line) == text
    widest = [
        max(line_width(line_of(art, line, 26.0), 1.0) for line in lines) for lines in (even, usual)
    ]
    assert widest[0] <= widest[1] + 2


def test_a_button_ends_no_line_before_what_it_does() -> None:
    lines = _lines("You play with both hands. ● changes where each hand plays.", 400)
    assert [line for line in lines if line.startswith("●")]
