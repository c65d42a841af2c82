"""The rules pages: all there, all fit, and a damaged file says so."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pygame
import pytest

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.diagrams import SIDE, draw_picture
from console.screens.board.pages import Card, PageError, RulesPage, load_rules
from console.screens.board.rules import draw_rules, set_text, sheet
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.view import RulesView, Target

SIZES = ((1280, 800), (1920, 1080))
ALL = [(game, number) for game in GAMES for number in range(len(load_rules(game).page))]
each_language = pytest.mark.parametrize("language", ["ru", "en"])
each_size = pytest.mark.parametrize("size", SIZES)


def test_every_game_has_its_rules() -> None:
    assert {game: 4 <= len(load_rules(game).page) <= 7 for game in GAMES} == dict.fromkeys(
        GAMES, True
    )


@each_size
@each_language
def test_every_page_fits_from_every_side(language: str, size: tuple[int, int]) -> None:
    """In large type, on the screen, its picture on its plate, nothing cut."""
    layout, words = make_layout(size, 8), Words(language)
    art = Art(layout.unit)
    area = pygame.Rect(0, 0, *size)
    for game, number in ALL:
        page = load_rules(game).page[number]
        for seat in (0, 3):
            quarter = layout.frames[seat].quarter
            places = sheet(quarter)
            setting = set_text(art, words, page, places)
            assert setting.height <= places.top - places.bottom, (game, number, quarter)
            pen = Pen(art, words)
            deque(draw_rules(pen, layout, RulesView(game, number, seat)))
            assert [s.picture.key for s in pen.sprites if not area.contains(s.rect)] == []
            keys = " ".join(str(s.picture.key) for s in pen.sprites)
            assert "…" not in keys, (game, number)


@each_size
@each_language
def test_every_picture_lies_on_its_plate(language: str, size: tuple[int, int]) -> None:
    layout, words = make_layout(size, 8), Words(language)
    art = Art(layout.unit)
    frame = layout.reader(0)
    plate = frame.rect(0, 0, SIDE, SIDE)
    for game, number in ALL:
        pen = Pen(art, words)
        deque(
            draw_picture(
                pen.at(frame), game=game, parts=load_rules(game).page[number].picture, x=0, y=0
            )
        )
        assert pen.sprites, (game, number)
        assert all(plate.contains(s.rect) for s in pen.sprites), (game, number)


def test_a_page_too_long_is_noticed() -> None:
    page = RulesPage("Long", ("word " * 400,))
    setting = set_text(Art(1.0), Words("en"), page, sheet(0))
    assert setting.height > sheet(0).top - sheet(0).bottom


def test_pages_go_round_and_turn_to_their_reader() -> None:
    screen, surface = Screen(SIZES[0], 8, Look(Words("en"))), pygame.Surface(SIZES[0])

    def shown(page: int, seat: int | None) -> bytes:
        screen.draw(surface, RulesView("iota", page, seat), 0)
        return pygame.image.tobytes(surface, "RGB")

    count = len(load_rules("iota").page)
    assert shown(-1, 0) == shown(count - 1, 0) != shown(0, 0)
    assert shown(count, 0) == shown(0, 0)
    assert len({shown(0, seat) for seat in (0, 3, 4, 7)}) == 4


@pytest.mark.parametrize("seat", [0, 3, 4, 7])
def test_pages_are_turned_and_closed_by_touch(seat: int) -> None:
    screen = Screen(SIZES[0], 8, Look(Words("ru")))
    screen.draw(pygame.Surface(SIZES[0]), RulesView("chaos", 0, seat), 0)
    quarter = screen.layout.frames[seat].quarter
    frame, places = screen.layout.reader(quarter), sheet(quarter)
    low = min(places.bottom, places.picture[1] - SIDE / 2) - 37

    def at(x: float, y: float) -> Target | None:
        px, py = frame.place(x, y)
        return screen.target_at(round(px), round(py))

    assert at(-200, 0) == Target("page", (-1,))
    assert at(200, 0) == Target("page", (1,))
    assert at(abs(places.left) - 20, low) == Target("page", (0,))


INVITE = '[invite]\ntext = "C"\nplayers = [2, 2]\nminutes = 9\nage = 8\nshown = []\n'
GOOD = INVITE + '[[page]]\ntitle = "A"\ntext = ["B"]\n'
WRONG = {
    "no TOML": "[[page",
    "no pages": "page = []\n" + INVITE,
    "no invitation": '[[page]]\ntitle = "A"\ntext = ["B"]\n',
    "a misspelt key": GOOD + 'tittle = "C"',
    "a text that is a number": INVITE + '[[page]]\ntitle = 3\ntext = ["B"]',
    "an unknown part": GOOD + 'picture = [{ draw = "cart", face = "a1R", at = [0, 0] }]',
    "an unknown sign": GOOD + 'picture = [{ draw = "sign", name = "thumb", at = [0, 0] }]',
    "an unknown colour": GOOD
    + 'picture = [{ draw = "label", text = "x", at = [0, 0], colour = "pink" }]',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_damaged_file_names_itself_and_the_mend(text: str, tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    path.write_text(text)
    with pytest.raises(PageError) as raised:
        load_rules("chaos", tmp_path)
    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert "mend" in message
    assert "\n" not in message


def test_a_missing_or_binary_file_names_itself(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"pages\.toml: cannot be read .+: install it anew"):
        load_rules("iota", tmp_path)
    (tmp_path / "pages.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PageError, match=r"pages\.toml: .+: mend this file"):
        load_rules("ignis", tmp_path)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "pages.toml").write_text(GOOD)
    assert load_rules("iota", tmp_path).page == (RulesPage("A", ("B",)),)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_card_that_a_game_does_not_have_is_one_sentence(game: str) -> None:
    layout = make_layout(SIZES[0], 4)
    parts = (Card("Q9", (0, 0)),)
    with pytest.raises(PageError, match=f"{game} has no card 'Q9': mend"):
        deque(
            draw_picture(
                Pen(Art(1.0), Words("en")).at(layout.reader(0)), game=game, parts=parts, x=0, y=0
            )
        )
