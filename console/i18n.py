"""Words: gettext, Russian first, English complete.

Message ids are short English texts; ``console/locale/ru`` translates each of them. A language is a
folder beside that one, and nothing else: what it calls itself, its decimal sign, the order of its
dates and its letters are texts too. A game from elsewhere brings a catalogue of its own.
"""

from __future__ import annotations

import gettext as _gettext
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from drivers.errors import ConfigError, KhvatkaError, Sentence

LOCALE_DIR: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "khvatka"
LANGUAGES: Final = tuple(
    dict.fromkeys(
        (
            "ru",
            "en",
            *sorted(file.parts[-3] for file in LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")),
        )
    )
)
"""Those that there are, Russian first."""
SYSTEM: Final = "system"
"""A choice of language that leaves it to the system."""
_ASKED: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE: Final = ("", "c", "posix")


def N_(message: str) -> str:  # noqa: N802  # gettext's own name for a text looked up later
    """Marks a text that is looked up where it is shown."""
    return message


_users: Final[list[Mapping[str, str]]] = [os.environ]


@contextmanager
def as_the_user_has_it() -> Iterator[None]:
    """The system's language stays what it is now, whatever the environment is told meanwhile."""
    _users.append(dict(os.environ))
    try:
        yield
    finally:
        _users.pop()


def spoken(language: str, environment: Mapping[str, str] | None = None) -> str:
    """``language``; for ``SYSTEM`` the one that the system's user has chosen.

    The variables are asked in gettext's order; of ``LANGUAGE``, a list, the first that we have
    holds. Whoever has chosen languages of which we have none is spoken to in English. ``C`` and
    ``POSIX`` name no language: where nobody has chosen one, it is Russian.
    """
    if language != SYSTEM:
        return language
    environment = _users[-1] if environment is None else environment
    for variable in _ASKED:
        locales = environment.get(variable, "").split(":")
        wanted = [re.split(r"[_.@-]", locale.lower())[0] for locale in locales]
        if chosen := [code for code in wanted if code not in _NO_LANGUAGE]:
            return next((code for code in chosen if code in LANGUAGES), "en")
    return LANGUAGES[0]


class _OfGames(_gettext.NullTranslations):
    """The catalogues of games from elsewhere, ``locale`` in the folder of each: opened when a text
    is asked for that ours does not have."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._opened = False

    def _open(self) -> None:
        from console.games.registry import ENTRIES

        self._opened = True
        for entry in ENTRIES.values():
            catalogue = _gettext.translation(
                DOMAIN, entry.folder / "locale", [self._language], fallback=True
            )
            self.add_fallback(catalogue)

    def gettext(self, message: str) -> str:
        """As one of them has it, else as it is."""
        if not self._opened:
            self._open()
        return super().gettext(message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """As one of them has it, else as English has it."""
        if not self._opened:
            self._open()
        return super().ngettext(singular, plural, count)


class Words:
    """The texts of one language. ``words._("…")`` and ``words.n("…", "…", n)`` look them up."""

    def __init__(self, language: str) -> None:
        """Raises ConfigError for a language that has no catalogue."""
        if language not in LANGUAGES:
            raise ConfigError(
                "language {language!r} is not known: choose one of {languages}",
                language=language,
                languages=", ".join(LANGUAGES),
            )
        self.language = language
        self._catalogue = _gettext.translation(
            DOMAIN, LOCALE_DIR, [language], fallback=language == "en"
        )
        if language != "en":  # message ids are English
            self._catalogue.add_fallback(_OfGames(language))

    def _(self, message: str) -> str:
        """The text for ``message``."""
        return self._catalogue.gettext(message)

    def translated(self, what: KhvatkaError | Sentence) -> str:
        """What went wrong, as a person is told it."""
        return what.translated(self._)

    def n(self, singular: str, plural: str, count: int) -> str:
        """The text for ``count`` things, with the language's plural forms."""
        return self._catalogue.ngettext(singular, plural, count)

    def number(self, value: float, digits: int = 1) -> str:
        """A decimal number with the language's sign, and a true minus before what is not 0."""
        return self.decimal(f"{value:z.{digits}f}".replace("-", "−"))

    def decimal(self, text: str) -> str:
        """A number written with a point, with the language's sign."""
        return text.replace(".", self._("0.5")[1])

    def size(self, count: int) -> str:
        """So many bytes, in the unit that makes a short number of them: three figures at most."""
        units = ((N_("{number} TB"), 1e12), (N_("{number} GB"), 1e9), (N_("{number} MB"), 1e6))
        text, unit = next((one for one in units if count >= 0.9995 * one[1]), units[-1])
        return self._(text).format(number=self.decimal(f"{round(count / unit, 2):.3g}"))

    def day(self, date: str) -> str:
        """The day of an ISO 8601 date, short, in the language's order; as it is if it is none."""
        year, month, day = (*date[:10].split("-"), "", "")[:3]
        if not (year.isdigit() and month.isdigit() and day.isdigit()):
            return date[:10]
        return self._("{day}/{month}/{year}").format(day=day, month=month, year=year)


@cache
def words_of(language: str) -> Words:
    """The texts of a language, loaded once. Raises ConfigError as ``Words``."""
    return Words(language)


@cache
def letters(language: str) -> str:
    """Its capital letters in their order."""
    return Words(language)._("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class _Choices(Mapping[str, str]):
    """The catalogue of a language is opened when it is asked what it calls itself."""

    def __getitem__(self, language: str) -> str:
        if language == SYSTEM:
            return N_("as in the system")
        if language not in LANGUAGES:
            raise KeyError(language)
        return Words(language)._("English")

    def __contains__(self, language: object) -> bool:
        return language == SYSTEM or language in LANGUAGES

    def __iter__(self) -> Iterator[str]:
        return iter((SYSTEM, *LANGUAGES))

    def __len__(self) -> int:
        return 1 + len(LANGUAGES)


CHOICES: Final = _Choices()
"""What may be chosen, ``SYSTEM`` first, each with its name: in its own language."""
