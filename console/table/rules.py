"""A game's rules, over whatever is on show."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from console.table.scene import Scene, SceneHost
from console.table.view import RulesView, Target, TargetKind
from drivers.events import Button, ButtonEvent

PAGE_KEYS: Final = {-1: Button.LEFT, 0: Button.BACK, 1: Button.RIGHT}


class RulesScene(Scene):
    """◀ ▶ turn the pages, ● too, ✕ closes; so do touches on ``Target("page", (step,))``."""

    restful = True

    def __init__(self, host: SceneHost, seat: int | None) -> None:
        self._host = host
        self._shown = RulesView(host.settings.game, 0, seat)

    def button(self, event: ButtonEvent) -> None:
        if event.pressed:
            self._turn(event.button, event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        if pressed and target.kind == TargetKind.PAGE:
            self._turn(PAGE_KEYS[target.at[0]], t_ns)

    def _turn(self, button: Button, now_ns: int) -> None:
        if button is Button.BACK:
            self._host.uncover(now_ns)
        else:
            step = -1 if button is Button.LEFT else 1
            self._shown = replace(self._shown, page=self._shown.page + step)

    def view(self) -> RulesView:
        return self._shown
