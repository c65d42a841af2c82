"""The screens of the board games. A further game is registered here, and nowhere else."""

from __future__ import annotations

from typing import Final

from console.screens.board.base import BoardScreen
from console.screens.elements.screen import ElementsScreen
from console.screens.ignis.screen import IgnisScreen
from console.screens.iota.screen import IotaScreen

SCREENS: Final[dict[str, BoardScreen]] = {
    "elements": ElementsScreen(),
    "ignis": IgnisScreen(),
    "iota": IotaScreen(),
}
