"""The table's language is found without the settings as with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.i18n import LANGUAGES, SYSTEM
from console.service.store import ServiceStore
from console.service.table_language import table_language
from console.store.schema import changing, store_path

KEY = "table.language"


@pytest.mark.parametrize("language", [*LANGUAGES, SYSTEM])
def test_it_is_the_one_that_was_set(language: str, tmp_path: Path) -> None:
    store = store_path(tmp_path)
    assert table_language(store) == SYSTEM
    ServiceStore(store).adjust(KEY, language)
    assert table_language(store) == language == ServiceStore(store).adjustments().adjusted[KEY]


@pytest.mark.parametrize("body", [b'"tlh"', b"7", b'"ru', b"[" * 5000])
def test_what_is_no_language_keeps_the_default(body: bytes, tmp_path: Path) -> None:
    store = store_path(tmp_path)
    ServiceStore(store).adjust(KEY, "ru")
    with changing(store) as connection:
        connection.execute("UPDATE adjustment SET value = ?", (body,))
    assert table_language(store) == SYSTEM == ServiceStore(store).adjustments().adjusted[KEY]


@pytest.mark.parametrize("made", ["a file", "a folder", "nothing"])
def test_a_store_that_cannot_be_read_has_the_default(made: str, tmp_path: Path) -> None:
    store = store_path(tmp_path)
    if made == "a file":
        store.write_bytes(b"no store" * 100)
    elif made == "a folder":
        store.mkdir()
    assert table_language(store) == SYSTEM
