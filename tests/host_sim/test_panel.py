"""The panel: keys and mouse become physical acts, and only what changed is drawn."""

from __future__ import annotations

import pygame
import pytest

from drivers.events import Button, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.keys import KEY_CODES, load_keys
from host_sim.panel import PanelTexts, TablePanel
from host_sim.panel_art import PanelLook
from host_sim.panel_layout import PadAct, PanelTarget, lay_out
from tests.host_sim.test_board import START_NS, ready

TEXTS = PanelTexts("grab", "palm", "knock", "put back", {"left shift": "shift"})
RECT = pygame.Rect(500, 20, 300, 600)


def _shape(view: pygame.Surface, seat: int, centre: tuple[int, int], radius: int) -> None:
    pygame.draw.circle(view, "white", centre, radius)


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def _panel(board: SimBoard) -> TablePanel:
    look = PanelLook(
        seats=["#5BC8F5"] * 8, shape=_shape, font=lambda size: pygame.font.Font(None, size)
    )
    return TablePanel(board, RECT, look, TEXTS, load_keys())


def _key(kind: int, name: str) -> pygame.event.Event:
    return pygame.event.Event(kind, key=0, scancode=KEY_CODES[name])


def _mouse(kind: int, spot: pygame.Rect) -> pygame.event.Event:
    return pygame.event.Event(kind, button=1, pos=spot.move(RECT.topleft).center)


def test_a_key_presses_and_releases_its_button() -> None:
    board = ready()
    panel = _panel(board)
    assert panel.handle(_key(pygame.KEYDOWN, "w"), START_NS + 10 * MS)
    board.read(START_NS + 60 * MS)
    assert board.pressed(0, Button.OK)
    assert panel.handle(_key(pygame.KEYDOWN, "w"), START_NS + 61 * MS)  # a repeat
    assert panel.handle(_key(pygame.KEYUP, "w"), START_NS + 70 * MS)
    edges = board.read(START_NS + 200 * MS).edges
    assert not board.pressed(0, Button.OK)
    assert edges[0].t_ns == pytest.approx(START_NS + 70 * MS, abs=200_000)


@pytest.mark.parametrize(("key", "seat", "gesture"), [("f", 0, "grab"), ("/", 1, "palm")])
def test_a_key_lays_a_hand_on_the_petal(key: str, seat: int, gesture: str) -> None:
    board = ready()
    panel = _panel(board)
    panel.handle(_key(pygame.KEYDOWN, key), START_NS + 10 * MS)
    forces_n = board.forces(START_NS + 500 * MS)
    assert forces_n[seat, 0] > 5
    assert (forces_n[seat, 1] > 0.5) == (gesture == Gesture.GRAB)
    panel.handle(_key(pygame.KEYUP, key), START_NS + 500 * MS)
    assert board.forces(START_NS + 600 * MS).max() == 0


def test_keys_move_to_the_seats_that_people_took() -> None:
    board = ready()
    panel = _panel(board)
    panel.assign_keys([2])
    panel.handle(_key(pygame.KEYDOWN, "f"), START_NS + 10 * MS)
    assert board.forces(START_NS + 50 * MS)[2, 0] > 5
    assert not panel.handle(_key(pygame.KEYDOWN, "up"), START_NS + 20 * MS)


def test_the_pad_is_knocked_and_put_back_by_keys() -> None:
    board = ready()
    panel = _panel(board)
    panel.handle(_key(pygame.KEYDOWN, "f9"), START_NS + 10 * MS)
    board.read(START_NS + 50 * MS)
    assert not board.pad_seated
    panel.handle(_key(pygame.KEYDOWN, "f10"), START_NS + 60 * MS)
    board.read(START_NS + 100 * MS)
    assert board.pad_seated


def test_the_mouse_reaches_every_part() -> None:
    board = ready(seats=8)
    panel = _panel(board)
    for cell in panel.layout.cells:
        for button, spot in cell.buttons.items():
            assert panel.layout.at(spot.center) == PanelTarget(button, cell.seat)
        for gesture, spot in cell.halves.items():
            assert panel.layout.at(spot.center) == PanelTarget(gesture, cell.seat)
    for act, spot in panel.layout.pad.items():
        assert panel.layout.at(spot.center) == PanelTarget(act)


def test_the_mouse_presses_until_it_is_released_anywhere() -> None:
    board = ready()
    panel = _panel(board)
    cell = panel.layout.cells[3]
    assert panel.handle(_mouse(pygame.MOUSEBUTTONDOWN, cell.halves[Gesture.PALM]), START_NS)
    assert board.forces(START_NS + 300 * MS)[3, 0] > 5
    assert panel.handle(_mouse(pygame.MOUSEBUTTONUP, cell.sign), START_NS + 300 * MS)
    assert board.forces(START_NS + 400 * MS).max() == 0


def test_the_mouse_knocks() -> None:
    board = ready()
    panel = _panel(board)
    panel.handle(_mouse(pygame.MOUSEBUTTONDOWN, panel.layout.pad[PadAct.KNOCK]), START_NS)
    board.read(START_NS + 50 * MS)
    assert not board.pad_seated


def test_what_is_not_ours_is_left_to_others() -> None:
    panel = _panel(ready())
    assert not panel.handle(_key(pygame.KEYDOWN, "escape"), START_NS)
    assert not panel.handle(_key(pygame.KEYUP, "w"), START_NS)
    outside = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(3, 3))
    assert not panel.handle(outside, START_NS)
    assert not panel.handle(pygame.event.Event(pygame.QUIT), START_NS)


def test_losing_the_keyboard_lets_everything_go() -> None:
    board = ready()
    panel = _panel(board)
    panel.handle(_key(pygame.KEYDOWN, "f"), START_NS + 10 * MS)
    panel.handle(_key(pygame.KEYDOWN, "up"), START_NS + 10 * MS)
    panel.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST), START_NS + 100 * MS)
    board.read(START_NS + 300 * MS)
    assert board.forces(START_NS + 300 * MS).max() == 0
    assert not board.pressed(1, Button.OK)


def test_only_what_changed_is_drawn() -> None:
    board = ready()
    panel = _panel(board)
    canvas = pygame.Surface((800, 640))
    assert RECT in panel.draw(canvas, START_NS)
    assert panel.draw(canvas, START_NS) == []
    panel.handle(_key(pygame.KEYDOWN, "f"), START_NS + 10 * MS)
    (changed,) = panel.draw(canvas, START_NS + 100 * MS)
    assert changed == panel.layout.cells[0].rect.move(RECT.topleft)
    board.set_lamps((0.0, 1.0, 0.0, 0.0))
    assert len(panel.draw(canvas, START_NS + 100 * MS)) == 1
    panel.place(RECT)
    assert len(panel.draw(canvas, START_NS + 100 * MS)) > 4


def test_forces_and_lamps_show() -> None:
    board = ready()
    panel = _panel(board)
    canvas = pygame.Surface((800, 640))
    panel.draw(canvas, START_NS)
    bar = panel.layout.cells[0].bars[0].move(RECT.topleft)
    spot = (bar.left + 2, bar.centery)
    before = canvas.get_at(spot)
    panel.handle(_key(pygame.KEYDOWN, "g"), START_NS + 10 * MS)
    panel.draw(canvas, START_NS + 100 * MS)
    assert canvas.get_at(spot) == pygame.Color("#5BC8F5") != before


def test_the_panel_stays_within_its_rectangle() -> None:
    board = ready(seats=8)
    canvas = pygame.Surface((800, 640))
    canvas.fill("magenta")
    _panel(board).draw(canvas, START_NS)
    canvas.fill("magenta", RECT)
    assert pygame.mask.from_threshold(canvas, "magenta", (1, 1, 1)).count() == 800 * 640


@pytest.mark.parametrize("size", [(300, 800), (1280, 150), (300, 200), (640, 480), (120, 900)])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6, 7, 8])
def test_cells_share_any_rectangle_without_overlap(size: tuple[int, int], seats: int) -> None:
    layout = lay_out(size, seats)
    everything = pygame.Rect((0, 0), size)
    rects = [cell.rect for cell in layout.cells] + list(layout.pad.values())
    for number, rect in enumerate(rects):
        assert everything.contains(rect)
        assert rect.collidelist(rects[number + 1 :]) == -1
    for cell in layout.cells:
        parts = [cell.sign, *cell.halves.values(), *cell.bars, *cell.buttons.values()]
        for number, part in enumerate(parts):
            assert cell.rect.contains(part)
            assert part.width > 0
            assert part.height > 0
            assert part.collidelist(parts[number + 1 :]) == -1


def test_other_words_show_at_once() -> None:
    panel = _panel(ready())
    canvas = pygame.Surface((800, 640))
    panel.draw(canvas, START_NS)
    before = pygame.image.tobytes(canvas, "RGB")
    panel.set_texts(PanelTexts("захват", "ладонь", "уронить", "поднять"))
    panel.draw(canvas, START_NS)
    assert pygame.image.tobytes(canvas, "RGB") != before


@pytest.mark.parametrize(
    ("key", "shown"), [("f", "F"), ("f9", "F9"), ("up", "↑"), ("left shift", "shift"), (None, "")]
)
def test_keys_are_shown_short(key: str | None, shown: str) -> None:
    assert TEXTS.key(key) == shown
