"""The command line in the language of whoever types: its help, and what click says of arguments."""

from __future__ import annotations

import gettext
import inspect
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final

import click

from console.i18n import LANGUAGES, LOCALE_DIR, SYSTEM, letters, spoken
from console.speech import begin, speech
from drivers.errors import Translate

DOMAIN: Final = "khvatka"
LANG_KEY: Final = "console.cli.lang"
"""Where a command's context keeps the language asked for."""
_english: Final[dict[click.Command | click.Option, tuple[str | None, str | None]]] = {}


@contextmanager
def speaking(program: click.Group, args: Sequence[str]) -> Iterator[None]:
    """The language that ``args`` ask for, else the system's, for all that the program says."""
    language = _asked(args) or legible(spoken(SYSTEM))
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    begin(language)
    gettext.bindtextdomain(DOMAIN, LOCALE_DIR)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language  # which is where gettext looks
    _translate(program)
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def legible(language: str) -> str:
    """It, or English where what is printed could not hold all of its letters."""
    try:
        letters(language).encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return "en"
    return language


def chosen(asked: str | None, data: Path | None) -> str:
    """The language asked for, else the one that the table of ``data`` is set to, else the system's;
    these two only if their letters can be printed."""
    return asked or legible(_of_table(data))


def _of_table(data: Path | None) -> str:
    from console.service.adjustments import DEFAULTS
    from console.service.kept import ServiceStore
    from console.store.problems import StoreError
    from console.store.schema import store_path

    try:
        adjusted = ServiceStore(store_path(data)).adjustments().adjusted
    except (StoreError, PermissionError):  # whoever needs the store tells what is wrong with it
        adjusted = DEFAULTS
    return spoken(str(adjusted["table.language"]))


def _asked(args: Sequence[str]) -> str | None:
    """What ``--lang`` names last, wherever it stands: other arguments may be wrong."""
    asked = None
    for word, following in pairwise((*args, "")):
        name, equals, value = word.partition("=")
        if name == "--lang" and (value if equals else following) in LANGUAGES:
            asked = value if equals else following
    return asked


def _translate(command: click.Command) -> None:
    """Help of a command, of its options and of the commands below it."""
    translate = speech()._
    command.help = _translated(translate, _english_of(command)[0])
    command._help_option = None  # click keeps the one of the last language
    for param in command.params:
        if isinstance(param, click.Option):
            help_text, default = _english_of(param)
            param.help = _translated(translate, help_text)
            if default is not None:
                param.show_default = translate(default)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            _translate(below)


def _translated(translate: Translate, text: str | None) -> str | None:
    return translate(text) if text else text


def _english_of(whose: click.Command | click.Option) -> tuple[str | None, str | None]:
    """Its help, and what it shows as its default if that is a text."""
    default = whose.show_default if isinstance(whose, click.Option) else None
    told = default if isinstance(default, str) and " " in default else None  # else it is typed
    return _english.setdefault(whose, (whose.help and inspect.cleandoc(whose.help), told))


def help_texts(command: click.Command) -> Iterator[str]:
    """The message ids of all help."""
    yield from filter(None, _english_of(command))
    for param in command.params:
        if isinstance(param, click.Option):
            yield from filter(None, _english_of(param))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from help_texts(below)
