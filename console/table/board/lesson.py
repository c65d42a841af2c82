"""The guided first game: a position, and steps that are told, shown and made one after another.

A lesson is a file, ``lesson.toml`` beside a game's entry. When its steps are done the game goes
on freely against opponents of level 1.

```toml
players = 2
start = '{"game": …}'       # the position, as the engine prints it
[[step]]
say = "An English text that gettext translates."
[[step]]
say = "…"
do = '{"type": …}'          # the action that player `by` makes; the learner is player 0
by = 0
```
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from console.games.base import Game
from console.games.entry import LESSON
from console.games.errors import GameError
from console.games.registry import ENTRIES
from drivers.errors import KhvatkaError

LEARNER: Final = 0


class LessonError(KhvatkaError, ValueError):
    """A lesson's file cannot be read or played."""


class GuidedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, and the action (as JSON) that ``by`` makes then; None: ● goes on."""

    say: str
    do: str | None = None
    by: int = LEARNER

    @property
    def waits(self) -> bool:
        """Is it only read?"""
        return self.do is None


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is written."""

    players: int
    start: str
    step: tuple[GuidedStep, ...]


@dataclass(frozen=True, slots=True)
class LessonGuide:
    """A lesson under way: ``place`` is the step that it has come to."""

    players: int
    start: Any
    steps: tuple[GuidedStep, ...]
    place: int = 0

    @property
    def step(self) -> GuidedStep | None:
        """The step to be made; None when all are."""
        return self.steps[self.place] if self.place < len(self.steps) else None

    def on(self) -> LessonGuide:
        """The next step."""
        return replace(self, place=self.place + 1)


def lesson_path(game: str) -> Path:
    """Where the lesson of a game lies."""
    return ENTRIES[game].folder / LESSON


def has_lesson(game: str) -> bool:
    """Is there a guided first game?"""
    return lesson_path(game).exists()


def load_lesson(game: Game[Any, Any], path: Path | None = None) -> LessonGuide:
    """The lesson of ``game``, at its beginning; its position and actions are checked.

    Raises LessonError naming the file, the step and what is wrong with it.
    """
    path = path or lesson_path(game.id)
    try:
        read = msgspec.toml.decode(path.read_bytes(), type=LessonFile)
        state = game.load(msgspec.json.decode(read.start, type=dict[str, Any]))
    except OSError as error:
        raise LessonError(
            "{path}: cannot be read ({strerror}): install it anew",
            path=path,
            strerror=error.strerror,
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, GameError) as error:
        raise LessonError(
            "{path}: {error}: mend this lesson or install it anew", path=path, error=error
        ) from error
    at = state
    for number, step in enumerate(read.step, 1):
        if step.do is None:
            continue
        try:
            if at.to_move != step.by:
                raise GameError("illegal_action", f"player {at.to_move} is to move, not {step.by}")
            at, _ = game.apply(at, game.parse_action(msgspec.json.decode(step.do)))
        except (msgspec.MsgspecError, GameError) as error:
            raise LessonError(
                "{path}: step {number}: {error}: mend this step",
                path=path,
                number=number,
                error=error,
            ) from error
    return LessonGuide(read.players, state, read.step)
