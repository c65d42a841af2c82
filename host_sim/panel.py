"""The simulated table's buttons and petals on the screen, for mouse and keyboard.

Events become physical acts on the board at the event's time; nothing here knows a game. The caller
gives all words, colours, fonts and the picture of a seat's shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pygame

from drivers.events import Button, Gesture
from host_sim.board import SimBoard
from host_sim.keys import KEY_CODES, Keys
from host_sim.panel_art import PanelLook, PanelPen
from host_sim.panel_layout import PadAct, PanelLayout, PanelTarget, SeatCell, lay_out

_ARROW_KEYS = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
_FULL_BAR_N = 25.0
_MOUSE = -1
_PAD = -1
_LAMP_STEPS = 16


@dataclass(frozen=True, slots=True)
class PanelTexts:
    """The words on the panel. ``keys`` maps names of keys to how they are shown instead."""

    grab: str
    palm: str
    knock: str
    put_back: str
    keys: Mapping[str, str] = field(default_factory=dict)

    def key(self, name: str | None) -> str:
        """How a key is shown (an arrow key as an arrow); nothing for no key."""
        if name is None:
            return ""
        plain = name.upper() if len(name) == 1 or name[1:].isdigit() else name
        return self.keys.get(name, _ARROW_KEYS.get(name, plain))


@dataclass(frozen=True, slots=True)
class _CellState:
    """All that a cell's picture depends on: pixels of force, buttons down, lamp step."""

    bars: tuple[int, int]
    pressed: tuple[bool, ...]
    lamp: int


class TablePanel:
    """``rect`` is where on the target the panel lies. ``key_seats[i]`` is the seat that place ``i``
    of the keyboard layout plays; it may be changed at any time by ``assign_keys``.
    """

    def __init__(
        self,
        board: SimBoard,
        rect: pygame.Rect,
        look: PanelLook,
        texts: PanelTexts,
        keys: Keys,
    ) -> None:
        self._board = board
        self._look = look
        self._pen = PanelPen(look)
        self._texts = texts
        self._keys = keys
        self._held: dict[int, PanelTarget] = {}  # by key code, or _MOUSE
        self.assign_keys(range(len(keys.place)))
        self.place(rect)

    def assign_keys(self, key_seats: Sequence[int]) -> None:
        """Say which seat each place of the keyboard layout plays; further places have no seat."""
        self._key_seats = tuple(key_seats)
        self._targets: dict[int, PanelTarget] = {}
        self._hints: dict[PanelTarget, str] = {}
        for place, seat in zip(self._keys.place, key_seats, strict=False):
            if not 0 <= seat < self._board.info.seats:
                continue
            for button in Button:
                self._bind(getattr(place, button.name.lower()), PanelTarget(button, seat))
            self._bind(place.grab, PanelTarget(Gesture.GRAB, seat))
            self._bind(place.palm, PanelTarget(Gesture.PALM, seat))
        self._bind(self._keys.pad.knock, PanelTarget(PadAct.KNOCK))
        self._bind(self._keys.pad.put_back, PanelTarget(PadAct.PUT_BACK))
        self._drawn: dict[int, _CellState | bool] = {}

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the panel."""
        self.rect = rect.copy()
        self.layout: PanelLayout = lay_out(rect.size, self._board.info.seats)
        self._drawn = {}

    def set_look(self, look: PanelLook) -> None:
        """Other colours."""
        self._look, self._pen, self._drawn = look, PanelPen(look), {}

    def set_texts(self, texts: PanelTexts) -> None:
        """Another language."""
        self._texts = texts
        self.assign_keys(self._key_seats)

    def _bind(self, key: str | None, target: PanelTarget) -> None:
        if key is not None:
            self._targets[KEY_CODES[key]] = target
            self._hints[target] = self._texts.key(key)

    # Events.

    def handle(self, event: pygame.event.Event, now_ns: int, *, by_mouse: bool = True) -> bool:
        """Turn an event into a physical act at ``now_ns``; True when it was ours. Where the panel
        is not to be seen the mouse does nothing."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self.release_all(now_ns)
            return False
        if event.type == pygame.KEYDOWN:
            target = self._targets.get(event.scancode)
            return target is not None and self._begin(event.scancode, target, now_ns)
        if event.type == pygame.KEYUP:
            return self._end(event.scancode, now_ns)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and by_mouse:
            inside = (event.pos[0] - self.rect.left, event.pos[1] - self.rect.top)
            target = self.layout.at(inside)
            return target is not None and self._begin(_MOUSE, target, now_ns)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._end(_MOUSE, now_ns)
        return False

    def release_all(self, now_ns: int) -> None:
        """Everybody lets go, as when the window loses the keyboard."""
        for source in list(self._held):
            self._end(source, now_ns)

    def _begin(self, source: int, target: PanelTarget, now_ns: int) -> bool:
        if source in self._held:  # a key that repeats
            return True
        self._held[source] = target
        match target.act:
            case Button() as button:
                self._board.button_down(target.seat, button, now_ns)
            case Gesture() as gesture:
                self._board.touch_begin(target.seat, gesture, now_ns)
            case PadAct.KNOCK:
                self._board.knock(now_ns)
            case PadAct.PUT_BACK:
                self._board.seat_pad(now_ns)
        return True

    def _end(self, source: int, now_ns: int) -> bool:
        target = self._held.pop(source, None)
        if target is None:
            return False
        if target in self._held.values():  # another key or the mouse still holds it
            return True
        if isinstance(target.act, Button):
            self._board.button_up(target.seat, target.act, now_ns)
        elif isinstance(target.act, Gesture) and not self._hand_on(target.seat):
            self._board.touch_end(target.seat, now_ns)
        return True

    def _hand_on(self, seat: int) -> bool:
        return any(t.seat == seat and isinstance(t.act, Gesture) for t in self._held.values())

    # Drawing.

    def draw(self, target: pygame.Surface, now_ns: int) -> list[pygame.Rect]:
        """Draw what changed since the last time, all of it in a new place or look; returns those
        rectangles on ``target``."""
        view = target.subsurface(self.rect)
        dirty: list[pygame.Rect] = []
        if not self._drawn:
            view.fill(self._look.ground)
            dirty.append(self.rect.copy())
        forces_n = self._board.forces(now_ns)
        for cell in self.layout.cells:
            state = self._state(cell, forces_n[cell.seat])
            if self._drawn.get(cell.seat) != state:
                self._drawn[cell.seat] = state
                self._draw_cell(view, cell, state)
                dirty.append(cell.rect.move(self.rect.topleft))
        seated = self._board.pad_seated
        if self._drawn.get(_PAD) != seated:
            self._drawn[_PAD] = seated
            self._draw_pad(view, seated)
            dirty += [rect.move(self.rect.topleft) for rect in self.layout.pad.values()]
        return dirty

    def _state(self, cell: SeatCell, forces_n: npt.NDArray[np.float64]) -> _CellState:
        top, under = (
            round(min(float(force) / _FULL_BAR_N, 1.0) * cell.bars[0].width) for force in forces_n
        )
        return _CellState(
            bars=(top, under),
            pressed=tuple(self._board.pressed(cell.seat, button) for button in Button),
            lamp=round(self._board.lamps[cell.seat] * _LAMP_STEPS),
        )

    def _draw_cell(self, view: pygame.Surface, cell: SeatCell, state: _CellState) -> None:
        pen, seat = self._pen, cell.seat
        view.fill(self._look.ground, cell.rect)
        pen.sign(view, cell.sign, seat, state.lamp / _LAMP_STEPS)
        words = {Gesture.GRAB: self._texts.grab, Gesture.PALM: self._texts.palm}
        touched = {
            Gesture.GRAB: state.bars[1] > 0,
            Gesture.PALM: state.bars[0] > state.bars[1] == 0,
        }
        for gesture, rect in cell.halves.items():
            hint = self._hints.get(PanelTarget(gesture, seat), "")
            pen.half(view, rect, seat, touched[gesture], words[gesture], hint)
        for rect, length in zip(cell.bars, state.bars, strict=True):
            pen.bar(view, rect, seat, length)
        for button, rect in cell.buttons.items():
            hint = self._hints.get(PanelTarget(button, seat), "")
            pen.button(view, rect, seat, button, state.pressed[button], hint)

    def _draw_pad(self, view: pygame.Surface, seated: bool) -> None:
        words = {PadAct.KNOCK: self._texts.knock, PadAct.PUT_BACK: self._texts.put_back}
        possible = {PadAct.KNOCK: seated, PadAct.PUT_BACK: not seated}
        for act, rect in self.layout.pad.items():
            hint = self._hints.get(PanelTarget(act), "")
            self._pen.pad_button(view, rect, possible[act], words[act], hint)
