"""The Russian catalogue is complete, compiled and holds nothing that nobody uses."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message

from tests.console.screens.catalogue import MO, compiled, template, translation


def test_the_compiled_file_is_the_committed_text() -> None:
    assert MO.read_bytes() == compiled(translation()), (
        "run `python -m tests.console.screens.catalogue`"
    )


def test_every_message_is_translated_and_none_is_unused() -> None:
    used = {m.id for m in template() if m.id}
    known = {m.id for m in translation() if m.id}
    assert used - known == set(), "without a translation"
    assert known - used == set(), "unused"


def test_the_extraction_finds_both_kinds_of_call() -> None:
    used = {m.id for m in template() if m.id}
    assert "Pause" in used
    assert ("{who} takes {count} card", "{who} takes {count} cards") in used


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@pytest.mark.parametrize("message", [m for m in translation() if m.id], ids=lambda m: str(m.id))
def test_a_translation_is_whole(message: Message) -> None:
    """All forms are there, in Russian, with the same places for values."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    forms = _forms(message)
    assert len(forms) == (1 if len(ids) == 1 else 3)
    assert all(forms)
    assert not message.fuzzy
    values = set(re.findall(r"{\w+}", ids[-1]))
    for form in forms:
        assert set(re.findall(r"{\w+}", form)) == values
    assert not list(message.check())


def test_russian_has_three_plural_forms() -> None:
    catalogue = translation()
    assert catalogue.num_plurals == 3
    assert "n%10==1" in catalogue.plural_expr
