"""Every error of Khvatka has one root.

```
KhvatkaError
├── ConfigError      (ValueError)    a configuration, option or argument is wrong
├── BoardError       (OSError)       a board cannot be opened, read or written
│   ├── BoardClosed                  used before ``open`` or after ``close``
│   ├── ChipMissing                  no GPIO chip has a label wanted
│   ├── ChipForbidden                a GPIO chip may not be opened
│   ├── PadUnfit                     a pad answers that cannot be used here
│   └── LibraryMissing               a library that it needs is not installed
├── ClockStalled     (RuntimeError)  virtual time has nothing left to wait for
└── … the console adds its own leaves in ``console/errors.py``
```

The message of each is one sentence for a person: it names the place and the mend. It is English; at
the door it is told in the language of whoever reads it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Translate = Callable[[str], str]
"""The text for a message id, which is the English text."""


class Sentence:
    """A sentence for a person, or a part of one: a message id, and the fields that it names.

    ``str`` is English; ``translated`` is another language, in which fields that are sentences
    or errors themselves are too.
    """

    def __init__(self, message: str, /, **fields: object) -> None:
        self.message, self.fields = message, fields

    def __str__(self) -> str:
        return self.translated(str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def of(self, **fields: object) -> Sentence:
        """The same with its fields."""
        return Sentence(self.message, **fields)

    def translated(self, translate: Translate) -> str:
        """The sentence in another language."""
        if not self.fields:  # then braces in it are braces
            return translate(self.message)
        fields = {name: _field(field, translate) for name, field in self.fields.items()}
        return translate(self.message).format(**fields)


QUOTED: Final = Sentence("'{text}'")
"""How a language marks what somebody typed."""


class _Typed(str):
    """A text whose ``!r`` has its reader's quotation marks; what is not printable stays escaped."""

    __slots__ = ("quoted",)
    quoted: Callable[[], str]

    def __repr__(self) -> str:
        typed, quoted = super().__repr__(), self.quoted()
        return typed if quoted == QUOTED.message else quoted.format(text=typed[1:-1])


def _field(field: object, translate: Translate) -> object:
    """A field as it is told in another language."""
    if isinstance(field, Sentence | KhvatkaError):
        return field.translated(translate)
    if isinstance(field, str) and translate is not str:
        typed = _Typed(field)
        typed.quoted = lambda: translate(QUOTED.message)
        return typed
    return field


class KhvatkaError(Exception):
    """The root: catch this at the door, nothing broader."""

    def __init__(self, sentence: str | Sentence, /, **fields: object) -> None:
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **fields)
        super().__init__(str(self.sentence))

    def __reduce__(self) -> tuple[object, ...]:
        """For another process; a leaf may be made of other things than its sentence."""
        return _again, (type(self), self.args, self.__dict__)

    def translated(self, translate: Translate) -> str:
        """What went wrong, in another language."""
        return self.sentence.translated(translate)


def _again(
    kind: type[KhvatkaError], args: tuple[object, ...], known: dict[str, object]
) -> KhvatkaError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(known)
    return error


class ConfigError(KhvatkaError, ValueError):
    """A configuration, option or argument is wrong."""


class BoardError(KhvatkaError, OSError):
    """A board cannot be opened, read or written."""


class BoardClosed(BoardError):
    """A board was used before ``open`` or after ``close``."""


class ChipMissing(BoardError):
    """No GPIO chip here has one of the ``labels`` wanted; ``there`` are those of the others."""

    def __init__(self, labels: tuple[str, ...], there: tuple[str, ...]) -> None:
        sentence = Sentence(
            "there is no GPIO chip {labels} here (there are: {there}):"
            " name the right one in `buttons.chips`",
            labels=" / ".join(labels),
            there=", ".join(there),
        )
        if not there:
            sentence = Sentence(
                "this computer has no GPIO chip: run this on the table's Raspberry Pi, or choose"
                " a simulated board (`--board pc`)"
            )
        super().__init__(sentence)
        self.labels, self.there = labels, there


class ChipForbidden(BoardError):
    """The GPIO chip at ``path`` is not for this user."""

    def __init__(self, path: str) -> None:
        sentence = Sentence(
            "{path} may not be opened: add yourself to the group gpio and log in again", path=path
        )
        super().__init__(sentence)
        self.path = path


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a pad that answers is not used: what it is and what is wanted, and the ``mend``;
    ``brief`` is enough for players, and short enough for a line of their screen."""

    fact: Sentence
    mend: Sentence
    brief: Sentence

    @property
    def sentence(self) -> Sentence:
        return Sentence("pad controller: {fact}: {mend}", fact=self.fact, mend=self.mend)


class PadUnfit(BoardError):
    """A pad answers that cannot be used here."""

    def __init__(self, misfit: Misfit) -> None:
        super().__init__(misfit.sentence)
        self.misfit = misfit


class LibraryMissing(BoardError):
    """A library that a board needs is not installed."""

    def __init__(self, name: str, requirement: str) -> None:
        super().__init__(library_missing(name, requirement))


def library_missing(name: str, requirement: str) -> Sentence:
    """The sentence for a library that is not installed, with the line that installs it."""
    return Sentence(
        "the library {name} is missing: {line}", name=name, line=installing(requirement)
    )


def installing(requirement: str) -> str:
    """The line that installs ``requirement`` where this runs: another pip may be on the PATH."""
    return shlex.join([sys.executable, "-m", "pip", "install", requirement])


class ClockStalled(KhvatkaError, RuntimeError):
    """Virtual time was asked to move on although nothing is scheduled."""
