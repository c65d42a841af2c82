"""Nicknames: what one may look like, and when two are the same."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from console.i18n import CHOICES, LANGUAGES, letters
from drivers.errors import ConfigError

LONGEST: Final = 12
"""Characters: what fits at a seat's edge beside its numbers."""

DIGITS: Final = "0123456789"
SIGNS: Final = " -'.!"


@cache
def alphabet() -> frozenset[str]:
    """What a nickname may be made of, in whichever language; the table's fonts have all of it."""
    rows = [letters(language) for language in LANGUAGES]
    return frozenset("".join((*rows, *(row.lower() for row in rows), DIGITS, SIGNS)))


def tidy(typed: str) -> str:
    """A nickname as it is kept: composed letters, single spaces, none at the ends.

    Raises ConfigError for an empty or long one, and for signs that the table cannot draw.
    """
    nickname = " ".join(unicodedata.normalize("NFC", typed).replace("’", "'").split())
    if not any(c.isalnum() for c in nickname):
        raise ConfigError(
            "nickname {typed!r} says nothing: give at least one letter or digit", typed=typed
        )
    if len(nickname) > LONGEST:
        raise ConfigError(
            "nickname {typed!r} is too long: give at most {longest} characters",
            typed=typed,
            longest=LONGEST,
        )
    odd = next((c for c in nickname if c not in alphabet()), None)
    if odd is not None:
        raise ConfigError(
            "nickname {typed!r} holds {odd!r}: use letters of {languages}, digits, spaces and "
            "- ' . !",
            typed=typed,
            odd=odd,
            languages=", ".join(CHOICES[language] for language in LANGUAGES),
        )
    return nickname


_LOOKS: Final = str.maketrans("abcehkmoptxy", "авсенкмортху")  # Latin as Cyrillic


def alphabetical(nickname: str) -> str:
    """What a list of nicknames is sorted by: ё stands with е, as in a dictionary."""
    return nickname.casefold().replace("ё", "е")


def folded(nickname: str) -> str:
    """Two nicknames are the same when this is: case, ё, and letters that look alike are not told
    apart, as nobody at the table could."""
    return alphabetical(nickname).translate(_LOOKS)


_SEEMS: Final = str.maketrans("03l1", "озii", SIGNS)


def seeming(nickname: str) -> str:
    """The same from afar, on a TV: nor are digits told from letters that look like them, nor is a
    sign seen. For whoever chooses a nickname unseen."""
    return folded(nickname).translate(_SEEMS)
