"""Each catalogue is complete, compiled and holds nothing that nobody uses."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from babel.messages.catalog import Message

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.menu_texts import menu_label, menu_value, setting_help
from console.table.settings import Settings
from tests.console.screens.catalogue import compiled, po, template, translated, translation

OWN = ("pace_ms", "auto", "photo_finish", "open_hands", "hints", "sums")


@cache
def extracted() -> frozenset[object]:
    """The message ids of the whole program: to find them takes seconds."""
    return frozenset(m.id for m in template() if m.id)


@pytest.mark.parametrize("language", translated())
def test_the_compiled_file_is_the_committed_text(language: str) -> None:
    committed = po(language).with_suffix(".mo").read_bytes()
    is_same = committed == compiled(translation(language))  # to show how they differ takes minutes
    assert is_same, "run `python -m tests.console.screens.catalogue`"


@pytest.mark.parametrize("language", translated())
def test_every_message_is_translated_and_none_is_unused(language: str) -> None:
    used = extracted()
    known = {m.id for m in translation(language) if m.id}
    assert used - known == set(), "without a translation"
    assert known - used == set(), "unused"


def test_the_extraction_finds_both_kinds_of_call() -> None:
    used = extracted()
    assert "Pause" in used
    assert ("{who} takes {count} card", "{who} takes {count} cards") in used


def test_whoever_is_sent_to_weigh_is_told_which_board() -> None:
    sent = re.compile(r"([Rr]un|then) `khvatka hw calibrate")
    mends = [told for told in map(str, extracted()) if sent.search(told)]
    assert len(mends) >= 5
    assert [told for told in mends if "the same --board" not in told] == []


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def _is_whole(message: Message) -> bool:
    """Are all forms there, with the same places for values?"""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    forms = _forms(message)
    values = set(re.findall(r"{\w+}", "".join(ids)))
    named = [set(re.findall(r"{\w+}", form)) for form in forms]
    clicks = all(place == "click" for place, _ in message.locations)  # it may leave values out
    return (
        len(forms) == (1 if len(ids) == 1 else 3)
        and all(forms)
        and not message.fuzzy
        and all(each <= values if clicks else each == values for each in named)
        and not list(message.check())
    )


def test_every_translation_is_whole() -> None:
    """All forms are there, in Russian, with the same places for values."""
    messages = [message for message in translation() if message.id]
    assert messages
    assert [message.id for message in messages if not _is_whole(message)] == []


def test_what_is_not_whole_is_found() -> None:
    whole = Message("{n} of {all}", "{n} из {all}", [("a.py", 1)])
    assert _is_whole(whole)
    assert _is_whole(Message("{n} of {all}", "все", [("click", 0)]))
    for string in ("", "{n} из {alle}", "{n}"):
        assert not _is_whole(Message("{n} of {all}", string, [("a.py", 1)]))
    assert not _is_whole(Message("{n} of {all}", "{n} из {all}", [("a.py", 1)], flags=["fuzzy"]))
    assert not _is_whole(Message(("{n} card", "{n} cards"), ("{n} карта",), [("a.py", 1)]))


def test_russian_has_three_plural_forms() -> None:
    catalogue = translation()
    assert catalogue.num_plurals == 3
    assert "n%10==1" in catalogue.plural_forms


def test_english_is_english_and_russian_is_russian() -> None:
    """A message id is the English text; a Russian text has Russian letters, but for formulas."""
    cyrillic, latin_words = re.compile("[а-яё]", re.IGNORECASE), re.compile("[a-z]{4}")
    for message in translation():
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        assert not any(cyrillic.search(text) for text in ids), ids
        plain = re.sub(r"{\w+}|`.*?`", "", ids[0])
        if latin_words.search(plain):
            assert all(cyrillic.search(form) for form in _forms(message)), ids


@pytest.mark.parametrize("count", [1, 2, 5, 11, 21, 22, 25, 101])
def test_russian_plurals_follow_their_rule(count: int) -> None:
    """CLDR: 1, 21 and 101 are one, 2 and 22 are few, 5, 11 and 25 are many."""
    end = {1: "у", 21: "у", 101: "у", 2: "ы", 22: "ы"}.get(count, "")
    text = Words("ru").n("{who} takes {count} card", "{who} takes {count} cards", count)
    assert text.endswith(f"карт{end}")


def test_every_line_that_may_be_changed_has_a_name_and_a_value() -> None:
    settings = Settings()
    rows = [row for game in GAMES for row in replace(settings, game=game).rows(OWN)]
    for row in (*rows, *settings.comfort_rows(0)):
        for words in (Words("ru"), Words("en")):
            assert menu_label(words, row) != row.key
            assert menu_value(words, row) or row.value is None
    for row in settings.comfort_rows(0):
        assert setting_help(Words("ru"), row)
