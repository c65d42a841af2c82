"""What a game is to all who offer it: one light value. Its parts are named, and loaded when they
are first asked for; its files lie in its folder.

A distribution has it as an entry point of the group ``khvatka.games``, named like the game:

```toml
[project.entry-points."khvatka.games"]
nim = "nim:NIM"
```

Texts are English message ids. Those of a game from elsewhere are translated by a catalogue of its
own, ``locale/LANGUAGE/LC_MESSAGES/khvatka.mo`` in its folder (``msgfmt -o khvatka.mo khvatka.po``
makes it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

from console.games.errors import UNKNOWN_GAME, GameError

PAGES: Final = "pages.toml"
"""The rules, page by page, and the invitation (``console.screens.board.pages``)."""
ATTRACT: Final = "attract.toml"
"""The rules in twenty seconds (``console.screens.attract.brief``)."""
LESSON: Final = "lesson.toml"
"""The guided first game (``console.table.lesson``); a game may have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """The words of a house option. ``values`` are those of its values, ``means`` what each of them
    means in play; ``help`` what the option means, where its values do not tell."""

    label: str
    help: str | None = None
    values: Mapping[object, str] = field(default_factory=dict)
    means: Mapping[object, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A game. Parts are named as ``module:object``.

    ``rules``: the subclass of ``console.games.base.Game``. ``options``: the words of each option,
    of one of type ``counts`` those of each part as ``OPTION.PART``; ``unfit`` is what to do when
    they are each in range but do not fit together. ``again``: what a rematch means.

    Of a board game ``screen`` (a class, ``console.screens.board.base.BoardScreen``) is needed; for
    ``move_picker`` and ``agent`` there are defaults that do for open games of few actions:
    ``console.table.board.list_picker.ListMovePicker``, ``console.bots.general.GeneralAgent`` and,
    as the base of a screen, ``console.screens.board.listed.ListScreen``. Any other game has a
    ``table`` of its own, which gives its ``console.table.games.TableGame``, and names the
    ``pictures`` of its cards (``console.screens.board.base.Pictures``).

    ``sprites``: a function of a ``console.screens.palette.Palette`` that gives the cards as SVG for
    phones, by name; a hand without them is told in letters.

    ``best``: with how many persons it is best, where an event makes groups; None: with any number.

    ``settings``: the fields of ``console.table.settings.Settings`` that matter to it. ``buttons``:
    those that whoever plays must press. ``measure``: what makes a result good, a
    ``console.people.figures.Measure``; None for a game without best results.
    """

    id: str
    name: str
    folder: Path
    rules: str
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    unfit: str | None = None
    again: str
    table: str | None = None
    move_picker: str | None = None
    screen: str | None = None
    pictures: str | None = None
    agent: str | None = None
    sprites: str | None = None
    best: tuple[int, int] | None = None
    settings: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ("left", "right", "ok")
    measure: str | None = None

    @property
    def quiet(self) -> bool:
        """Is it a board game, played by turns?"""
        return self.table is None


def part(name: str) -> Any:
    """What ``module:object`` names. Raises GameError (unknown_game) where there is no such part."""
    try:
        return resolve_name(name)
    except (ImportError, AttributeError) as error:
        raise GameError(
            UNKNOWN_GAME,
            f"{name}, a game's part, cannot be loaded ({error}): install that game anew,"
            " or uninstall it.",
        ) from error
