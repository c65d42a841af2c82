"""The lobby: who plays what. Buttons and touches move the start screen, and choose from it."""

from __future__ import annotations

from console.table.board.view import Target
from console.table.lobby.start import StartScreen
from console.table.scene import House, Scene
from console.table.view import StartView
from drivers.events import Button, ButtonEvent


class Lobby(Scene):
    """The start screen; it is kept from match to match, with those who sit at it."""

    def __init__(self, house: House, start: StartScreen) -> None:
        self._house = house
        self.start = start

    def button(self, event: ButtonEvent) -> None:
        if not event.pressed:
            return
        self.start, chosen = self.start.press(event)
        self._house.settings = self.start.settings
        if chosen is not None:
            self._chosen(chosen, event)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch on a line of the menu chooses it."""
        if pressed and target.kind == "row":
            self.start = self.start.at_row(target.at[0])
            seat = self.start.anybody()
            if seat is not None:
                self.button(ButtonEvent(seat, Button.OK, True, t_ns, 0))

    def _chosen(self, key: str, event: ButtonEvent) -> None:
        if key == "rules":
            self._house.show_rules(event.seat, event.t_ns)
        elif key == "lesson":
            self._house.teach(event.seat, event.t_ns)
        elif key == "resume":
            self._house.take_up(event.t_ns)
        else:
            self._house.begin(event.t_ns)

    def view(self) -> StartView:
        return self.start.view(self._house.faults)
