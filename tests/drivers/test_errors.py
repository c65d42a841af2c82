"""What goes wrong is told in the language of whoever reads it."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.errors import (
    BoardError,
    ChipForbidden,
    ChipMissing,
    ConfigError,
    KhvatkaError,
    LibraryMissing,
    Sentence,
)
from tests.console.screens.catalogue import ERRORS

ROOT = Path(__file__).parents[2]
RUSSIAN = {
    "{path}: {why}: {mend}": "{mend}, потому что {path}: {why}",
    "it is empty": "там пусто",
    "fill it with {count}": "впишите {count}",
}


def error() -> ConfigError:
    mend = Sentence("fill it with {count}", count=3)
    return ConfigError(
        "{path}: {why}: {mend}", path="a.toml", why=KhvatkaError("it is empty"), mend=mend
    )


def test_a_sentence_is_told_with_all_its_parts() -> None:
    assert str(error()) == "a.toml: it is empty: fill it with 3"
    told = error().translated(lambda message: RUSSIAN[message])
    assert told == "впишите 3, потому что a.toml: там пусто"


def test_braces_of_a_sentence_without_fields_stay() -> None:
    assert str(ConfigError("a = {b}")) == "a = {b}"
    assert ConfigError("a = {b}").translated(str) == "a = {b}"


def test_what_was_typed_stands_between_the_quotation_marks_of_the_language() -> None:
    typed = ConfigError("{typed!r} is odd: {typed}", typed="a\tb")
    told = {"{typed!r} is odd: {typed}": "{typed!r} странно: {typed}", "'{text}'": "«{text}»"}
    assert str(typed) == "'a\\tb' is odd: a\tb"
    assert typed.translated(lambda message: told[message]) == "«a\\tb» странно: a\tb"
    apostrophe = ConfigError("{typed!r} is odd", typed="it's")
    assert apostrophe.translated(lambda message: message) == '"it\'s" is odd'


@pytest.mark.parametrize("kind", [ConfigError, BoardError])
def test_another_process_can_tell_it_too(kind: type[KhvatkaError]) -> None:
    there = pickle.loads(pickle.dumps(kind("{n} of it", n=2)))
    assert (str(there), there.translated(lambda _: "{n} таких")) == ("2 of it", "2 таких")


@pytest.mark.parametrize(
    "error",
    [ChipMissing(("a",), ("b",)), ChipForbidden("/dev/x"), LibraryMissing("spidev", "spidev")],
)
def test_another_process_can_tell_a_leaf_that_is_made_of_other_things(error: BoardError) -> None:
    there = pickle.loads(pickle.dumps(error))
    assert (type(there), str(there), vars(there)) == (type(error), str(error), vars(error))


def calls() -> Iterator[tuple[str, ast.Call]]:
    for folder in ("console", "drivers", "host_sim"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


@pytest.mark.slow
def test_no_sentence_is_put_together_before_it_can_be_translated() -> None:
    found = [
        (place, call)
        for place, call in calls()
        if isinstance(call.func, ast.Name) and call.func.id in ERRORS
    ]
    assert len(found) > 200
    wrong = [
        place
        for place, call in found
        if call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert wrong == []
