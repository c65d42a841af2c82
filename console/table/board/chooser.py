"""Picking an action step by step: what ◀ ▶ ● ✕ do, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from console.table.board.move_picker import MovePicker
from console.table.view import Target


@dataclass(frozen=True, slots=True)
class Chooser:
    """How far the player to move has come. ``targets`` are those to pick from next."""

    move_picker: MovePicker[Any, Any]
    state: Any
    picked: tuple[Target, ...] = ()
    targets: tuple[Target, ...] = ()
    cursor: int = 0

    @classmethod
    def at(cls, move_picker: MovePicker[Any, Any], state: Any) -> Chooser:
        """Nothing picked yet."""
        return cls(move_picker, state, (), move_picker.targets(state, ()))

    @property
    def complete(self) -> bool:
        """Is nothing more to be picked?"""
        return not self.targets

    @property
    def target(self) -> Target | None:
        """What is under the cursor."""
        return self.targets[self.cursor] if self.targets else None

    def move(self, step: int) -> Chooser:
        """The cursor on the next target, round and round."""
        if not self.targets:
            return self
        return replace(self, cursor=(self.cursor + step) % len(self.targets))

    def point(self, target: Target) -> Chooser:
        """The cursor on ``target``, if it may be picked."""
        if target not in self.targets:
            return self
        return replace(self, cursor=self.targets.index(target))

    def pick(self) -> Chooser:
        """The target under the cursor picked."""
        if not self.targets:
            return self
        picked = (*self.picked, self.targets[self.cursor])
        return replace(
            self, picked=picked, targets=self.move_picker.targets(self.state, picked), cursor=0
        )

    def back(self) -> Chooser:
        """The last pick taken off, the cursor on it again."""
        if not self.picked:
            return self
        *picked, last = self.picked
        before = tuple(picked)
        undone = replace(
            self, picked=before, targets=self.move_picker.targets(self.state, before), cursor=0
        )
        return undone.point(last)

    def draft(self) -> Any | None:
        """The action that the picks amount to."""
        return self.move_picker.draft(self.state, self.picked)
