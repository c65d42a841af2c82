"""The guided first game: a position, and steps that are told, shown and made one after another.

A lesson is a file, ``lesson.toml`` beside a game's entry. Each step waits for ●: one that is only
read, and one that shows what somebody else does, which stays until it has been read. A step of the
learner's own waits for that very action.

```toml
players = 2
start = '{"game": …}'       # the position, as the engine prints it
[[step]]
say = "An English text that gettext translates."
[[step]]
say = "…"
do = '{"type": …}'          # the action that player `by` makes; the learner is player 0
by = 0
wrong = "…"                 # of the learner's own: why another press is not it
show = [0, 1]               # «Хаос»: the players whose open piles are spoken of; its texts may
                            # call the others {who1} and {who2}
```

A step without ``say`` follows by itself on the one before.
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
from console.i18n import N_
from console.shipped import read_shipped, unusable
from console.table.view import LessonStep
from drivers.errors import KhvatkaError

LEARNER: Final = 0
LOOK_MS: Final = 1_500
"""What somebody else does comes no sooner after its text."""
LEAST_MS: Final = 500
"""A press so soon after a text was meant for what was there before."""
READ_FIRST: Final = N_("Nothing to choose yet: read this, then press ●.")
LOOK_FIRST: Final = N_("Not your turn yet: look what your opponent does.")
NOT_THIS: Final = N_("Not that one: go to the marked one with ◀ ▶, then press ●.")


class LessonError(KhvatkaError, ValueError):
    """A lesson's file cannot be read or played."""


class GuidedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, and the action (as JSON) that ``by`` makes then; None: it is only read.
    ``wrong`` says why another press is not it."""

    say: str | None = None
    do: str | None = None
    by: int = LEARNER
    wrong: str | None = None
    show: tuple[int, ...] = ()


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is written."""

    players: int
    start: str
    step: tuple[GuidedStep, ...]


@dataclass(frozen=True, slots=True)
class LessonGuide:
    """A lesson under way: ``place`` is the step that it has come to, ``made`` whether what somebody
    else does in it is done, ``refused`` why the last press was not what it waits for."""

    players: int
    start: Any
    steps: tuple[GuidedStep, ...]
    place: int = 0
    made: bool = False
    refused: str | None = None

    @property
    def step(self) -> GuidedStep | None:
        """The step to be made; None when all are."""
        return self.steps[self.place] if self.place < len(self.steps) else None

    @property
    def do(self) -> dict[str, Any] | None:
        """The action that has to be made now, in the engine's form; None while it is read."""
        step = self.step
        if step is None or step.do is None or self.made:
            return None
        action: dict[str, Any] = msgspec.json.decode(step.do)
        return action

    @property
    def by(self) -> int | None:
        """Whose action that is."""
        return None if self.step is None or self.do is None else self.step.by

    @property
    def waits(self) -> bool:
        """Does it wait for ● rather than for an action?"""
        return self.step is not None and self.do is None

    def on(self) -> LessonGuide:
        """The next step."""
        return replace(self, place=self.place + 1, made=False, refused=None)

    def after_action(self) -> LessonGuide:
        """The action of this step was made. The learner's own leads on, and so does what follows by
        itself on it; what somebody else did stays to be read."""
        then = self.place + 1
        follows = then < len(self.steps) and self.steps[then].say is None
        head = next(step for step in self.steps[self.place :: -1] if step.say is not None)
        own = head.by == LEARNER and head.do is not None
        return self.on() if own or follows else replace(self, made=True, refused=None)

    def refuse(self, why: str | None) -> LessonGuide:
        """The last press was not it, and ``why`` (None: that is over)."""
        return replace(self, refused=why)

    def why_not(self) -> str:
        """Why a press is not what this step waits for."""
        assert self.step is not None
        if self.waits:
            return READ_FIRST
        return LOOK_FIRST if self.by != LEARNER else self.step.wrong or NOT_THIS

    def view(self) -> LessonStep:
        """What is seen of it."""
        said = [i for i, step in enumerate(self.steps) if step.say is not None]
        here = max(i for i in said if i <= self.place)
        text = self.steps[here].say
        assert text is not None
        number = said.index(here) + 1
        return LessonStep(text, number, len(said), self.waits, self.refused)


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
    read = read_shipped(path, LessonFile, LessonError)
    try:
        state = game.load(msgspec.json.decode(read.start, type=dict[str, Any]))
    except (msgspec.MsgspecError, GameError) as error:
        raise LessonError(unusable(path, error)) from error
    at = state
    before: GuidedStep | None = None
    for number, step in enumerate(read.step, 1):
        try:
            _check_said(step, before)
            if step.do is not None:
                at = _made(game, at, step)
        except (msgspec.MsgspecError, GameError) as error:
            raise LessonError(
                "{path}: step {number}: {error}: mend this step",
                path=path,
                number=number,
                error=error,
            ) from error
        before = step
    return LessonGuide(read.players, state, read.step)


def _check_said(step: GuidedStep, before: GuidedStep | None) -> None:
    """Only what somebody else does may follow by itself, and only on something done."""
    alone = before is None or before.do is None
    if step.say is None and (alone or step.do is None or step.by == LEARNER):
        raise GameError("bad_request", "it says nothing")


def _made(game: Game[Any, Any], at: Any, step: GuidedStep) -> Any:
    """The position after a step's action. Raises GameError when it cannot be made."""
    assert step.do is not None
    done = msgspec.json.decode(step.do, type=dict[str, Any])
    actor = done.get("hand", at.to_move)  # what is no turn names its hand
    if actor != step.by:
        raise GameError("illegal_action", f"player {actor} is to move, not {step.by}")
    return game.apply(at, game.parse_action(done))[0]
