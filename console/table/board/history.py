"""What was played and what may still be taken back: nothing once hidden cards have been seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from console.table.board.move_picker import MadeAction, MovePicker


@dataclass(slots=True)
class _Entry:
    made: MadeAction[Any, Any]
    stands: bool
    unseen: set[int]  # players whose new cards nobody has looked at yet


@dataclass(slots=True)
class History:
    """The actions of a match, newest last."""

    move_picker: MovePicker[Any, Any]
    _entries: list[_Entry] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, made: MadeAction[Any, Any], *, stands: bool) -> None:
        """An action was made; ``stands`` when it may not be taken back whatever it is."""
        stands = stands or self.move_picker.final(made)
        self._entries.append(_Entry(made, stands, set(self.move_picker.drew(made))))

    def looked(self, player: int) -> None:
        """``player`` has seen the cards in their hand: what brought them stands."""
        for entry in self._entries:
            if player in entry.unseen:
                entry.stands = True

    def undoable(self, player: int) -> int:
        """How many actions go back with the last one of ``player``; 0 when it may not."""
        for count, entry in enumerate(reversed(self._entries), 1):
            if entry.stands:
                return 0
            if entry.made.player == player:
                return count
        return 0

    def take_back(self, count: int) -> Any:
        """Take ``count`` actions off; the state before them."""
        state = self._entries[-count].made.before
        del self._entries[-count:]
        return state
