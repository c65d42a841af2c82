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

from console.i18n import (
    DOMAIN,
    LANGUAGES,
    LOCALE_DIR,
    N_,
    SYSTEM,
    as_the_user_has_it,
    letters,
    spoken,
)
from console.terminal.speech import begin, speech
from drivers.errors import Translate

COMPLETING: Final = "_KHVATKA_COMPLETE"
PROTOCOL: Final = "engine"
"""The command that speaks JSON alone: it does not wait for anybody's language."""
OPTIONS: Final = N_("[OPTIONS]")
BELOW: Final = N_("COMMAND [ARGS]...")
KINDS: Final = {
    **dict.fromkeys(("integer", "integer range", "float range"), N_("NUMBER")),
    "text": N_("TEXT"),
    "path": N_("PATH"),
}
"""What stands for an option's value, by click's name of its type."""
LANG_KEY: Final = "console.cli.lang"
"""Where a command's context keeps the language asked for."""
_values: Final[dict[click.Parameter, str | None]] = {}
_english: Final[dict[click.Command | click.Option, tuple[str | None, str | None]]] = {}


@contextmanager
def speaking(program: click.Group, args: Sequence[str]) -> Iterator[None]:
    """The language that ``args`` ask for, else the system's, for all that the program says."""
    language = _asked(args) or _of_who_asks(args)
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    begin(language)
    with as_the_user_has_it():
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
    from console.service.table_language import table_language
    from console.store.schema import store_path

    return spoken(table_language(store_path(data)))


def _of_who_asks(args: Sequence[str]) -> str:
    """The table's, else the system's; what is typed ahead, and programs, do not wait for that."""
    if COMPLETING in os.environ or PROTOCOL in args[:1]:
        return legible(spoken(SYSTEM))
    data = next(reversed([*_given(args, "--data")]), "")
    return chosen(None, Path(data) if data else None)


def _asked(args: Sequence[str]) -> str | None:
    """What ``--lang`` names last."""
    asked = [value for value in _given(args, "--lang") if value in LANGUAGES]
    return asked[-1] if asked else None


def _given(args: Sequence[str], option: str) -> Iterator[str]:
    """The values of an option, wherever it stands: other arguments may be wrong."""
    for word, following in pairwise((*args, "")):
        name, equals, value = word.partition("=")
        if name == option:
            yield value if equals else following


def _translate(command: click.Command) -> None:
    """Help of a command, of its options and of the commands below it."""
    translate = speech()._
    command.help = _translated(translate, _english_of(command)[0])
    command._help_option = None  # click keeps the one of the last language
    command.options_metavar = translate(OPTIONS)
    for param in command.params:
        param.metavar = _translated(translate, _stands_for(param))
        if isinstance(param, click.Option):
            help_text, default = _english_of(param)
            param.help = _translated(translate, help_text)
            if default is not None:
                param.show_default = translate(default)
            elif isinstance(param.default, float):
                param.show_default = speech().decimal(f"{param.default:g}")
    if isinstance(command, click.Group):
        command.subcommand_metavar = translate(BELOW)
        for below in command.commands.values():
            _translate(below)


def _translated(translate: Translate, text: str | None) -> str | None:
    return translate(text) if text else text


def _english_of(whose: click.Command | click.Option) -> tuple[str | None, str | None]:
    """Its help, and what it shows as its default if that is a text."""
    if whose not in _english:
        default = whose.show_default if isinstance(whose, click.Option) else None
        told = default if isinstance(default, str) and " " in default else None  # else it is typed
        _english[whose] = whose.help and inspect.cleandoc(whose.help), told
    return _english[whose]


def _stands_for(param: click.Parameter) -> str | None:
    """What help and errors call its value, in English; None where click lists the choices."""
    if param not in _values:
        _values[param] = param.metavar or _usual(param)
    return _values[param]


def _usual(param: click.Parameter) -> str | None:
    if isinstance(param, click.Option):
        return None if param.is_flag else KINDS.get(param.type.name)
    if isinstance(param.type, click.Choice):
        return None
    name = str(param.name).upper()
    return (name if param.required else f"[{name}]") + "..." * (param.nargs != 1)


def value_name(option: click.Option) -> str | None:
    """What help calls an option's value, now."""
    return _translated(speech()._, _stands_for(option))


def help_texts(command: click.Command) -> Iterator[str]:
    """The message ids of all help."""
    yield from filter(None, _english_of(command))
    for param in command.params:
        yield from filter(None, [_stands_for(param)])
        if isinstance(param, click.Option):
            yield from filter(None, _english_of(param))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from help_texts(below)
