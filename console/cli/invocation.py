"""How a command was called: what nearly all of them take beside their own, and how they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate

from console.cli.common import DATA, JSON, LANG, language, one_sentence, put_json
from console.terminal.columns import say

if TYPE_CHECKING:
    from console.i18n import Words


@dataclass(frozen=True, slots=True)
class Invocation:
    """Whose data (None: the user's own), in which language if one was asked for, and whether a
    program reads the answer."""

    data: Path | None
    lang: str | None
    as_json: bool

    @property
    def language(self) -> str:
        """The language asked for, else the table's; complaints are in it from now on."""
        return language(self.lang, self.data)

    @property
    def words(self) -> Words:
        """The words of that language."""
        from console.i18n import Words

        return Words(self.language)

    @property
    def store_path(self) -> Path:
        """The file of the table's store."""
        from console.store.schema import store_path

        return store_path(self.data)

    def answer(self, *lines: str, **facts: Any) -> None:
        """Say what was done: in sentences, or as one line of JSON."""
        if self.as_json:
            put_json(**facts)
        else:
            say(lines)

    def wrote(self, file: Path, **facts: Any) -> None:
        """Say what was written, and where."""
        told = self.words._("{file} is written.").format(file=file)
        self.answer(told, event="written", **facts, file=str(file))


def common_options(command: Callable[Concatenate[Invocation, ...], None]) -> Callable[..., None]:
    """The options of an ``Invocation``, which the command is given first."""

    @JSON
    @LANG
    @DATA
    @one_sentence
    @wraps(command)
    def run(as_json: bool, lang: str | None, data: Path | None, **own: Any) -> None:
        command(Invocation(data, lang, as_json), **own)

    return run
