"""The words of its screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from console.i18n import Words
from console.screens.board.listed import ListScreen, Row


class NimScreen(ListScreen):
    """A line a heap."""

    def rows(self, words: Words, position: dict[str, Any]) -> Sequence[Row]:
        title = words._("Heap {number}")
        heaps = enumerate(position["heaps"], 1)
        return [(title.format(number=number), str(pieces), pieces) for number, pieces in heaps]

    def action(self, words: Words, action: dict[str, Any]) -> str:
        text = words.n(
            "Heap {number}: take {count}", "Heap {number}: take {count}", action["count"]
        )
        return text.format(number=action["heap"] + 1, count=action["count"])
