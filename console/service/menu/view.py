"""What the service menu shows, as plain values; all words are already in the owner's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.table.view import View
from drivers.events import Button


class MenuLevel(StrEnum):
    """How a line is meant: each has a sign and a colour of its own."""

    PLAIN = "plain"
    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class KeyHint:
    """What buttons do on this page. A touch on the hint presses the first of them."""

    buttons: tuple[Button, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ServiceLine:
    """A sentence, or a line of a log."""

    text: str
    level: MenuLevel = MenuLevel.PLAIN


@dataclass(frozen=True, slots=True)
class ServiceRow:
    """A line that can be chosen. ``changed``: its value is not the default."""

    label: str
    value: str = ""
    level: MenuLevel = MenuLevel.PLAIN
    changed: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Rows:
    """A list with a cursor; ``help`` is about the row under it. ``editing``: ◀ ▶ change its
    value."""

    rows: tuple[ServiceRow, ...]
    cursor: int
    help: tuple[str, ...] = ()
    editing: bool = False


@dataclass(frozen=True, slots=True)
class MenuSheet:
    """A table: the first column is read from the left, all others are figures. ``first`` is the
    uppermost row shown; ``lead`` stands above."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first: int = 0
    lead: str = ""


@dataclass(frozen=True, slots=True)
class MenuText:
    """Sentences one below the other; ``first`` is the uppermost shown."""

    lines: tuple[ServiceLine, ...]
    first: int = 0


@dataclass(frozen=True, slots=True)
class Digits:
    """A PIN being given: ``filled`` digits so far, ``wheel`` what ● would take now (a digit, or
    "✓": that is all). ``wait_s``: so long nothing is tried."""

    prompt: str
    filled: int
    wheel: str
    wait_s: int = 0


@dataclass(frozen=True, slots=True)
class MenuQuestion:
    """Yes or no; ``yes`` is what ● would say."""

    text: str
    details: tuple[str, ...]
    yes: bool
    yes_text: str
    no_text: str


@dataclass(frozen=True, slots=True)
class LiveKey:
    """A button: its lines of figures below its sign."""

    button: Button
    down: bool
    figures: tuple[str, ...]
    level: MenuLevel = MenuLevel.PLAIN


@dataclass(frozen=True, slots=True)
class LiveBar:
    """A quantity: ``share`` 0 to 1 of the bar's length."""

    label: str
    share: float
    figures: str


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A seat's cells, and what is to be said of it."""

    seat: int
    cells: tuple[LiveKey | LiveBar, ...]
    note: ServiceLine | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """The seats as they are now; ``facts`` below them."""

    seats: tuple[LiveSeat, ...]
    facts: tuple[ServiceLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuGuide:
    """A step of something guided: what to do now, how far it has come (``share`` 0 to 1, None:
    nobody can say), what was said before, the newest last."""

    text: str
    share: float | None = None
    said: tuple[ServiceLine, ...] = ()


Body = Rows | MenuSheet | MenuText | Digits | MenuQuestion | Live | MenuGuide


@dataclass(frozen=True, slots=True)
class ServiceView(View):
    """A page, turned to ``seat``; ``path`` are the titles of the pages above it, ``note`` what came
    of the last press."""

    seat: int
    title: str
    path: tuple[str, ...]
    body: Body
    keys: tuple[KeyHint, ...]
    note: ServiceLine | None = None
