"""Phones in the owner's menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.service.menu.view import MenuLevel, MenuSheet, Rows
from console.service.refusals import REASONS
from console.store.log import DirectLog
from console.store.records import RefusalCount
from console.store.schema import store_path
from console.table.outputs import Output
from console.table.phones import PhoneJoining, PhonesShown, PhoneUnwanted
from console.table.view import PhonesView
from console.web.guards import RefusalWord
from drivers.events import Button
from tests.console.service.menu.visit import Visit

SHOWN = PhonesShown(PhonesView(bound=(1,), url="http://10.0.0.1:8017"), 3, 64)


def visit(data: Path, shown: PhonesShown | None = SHOWN) -> Visit:
    found = Visit.at(data, language="en")
    if shown is not None:
        found.table.respond(shown, found.now_ns)
    found.enter()
    return found


def rows(menu: Visit) -> Rows:
    assert isinstance(menu.body, Rows)
    return menu.body


def test_every_word_of_a_refusal_is_told() -> None:
    assert set(REASONS) == {word.value for word in RefusalWord}


def test_where_phones_are_off_there_is_nothing(tmp_path: Path) -> None:
    menu = visit(tmp_path, None)
    assert "Phones" not in [row.label for row in rows(menu).rows]


def test_joining_is_closed_and_a_phone_thrown_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = visit(tmp_path)
    menu.to("Phones")
    assert rows(menu).help == ("http://10.0.0.1:8017", "3 pages are open")
    wanted: list[Output] = []
    monkeypatch.setattr(menu.table, "emit", wanted.append)
    menu.press(Button.OK)
    menu.press(Button.RIGHT, Button.OK)
    assert wanted == [PhoneJoining(False), PhoneUnwanted(1)]


def test_that_the_table_has_no_address_is_told(tmp_path: Path) -> None:
    """No code is offered then at any seat, whoever may join."""
    menu = visit(tmp_path, PhonesShown(PhonesView()))
    menu.to("Phones")
    assert rows(menu).help[0].startswith("Phones cannot join now")
    assert rows(menu).rows[0].level is MenuLevel.WARNING


def test_what_was_refused_is_an_audit(tmp_path: Path) -> None:
    log = DirectLog(store_path(tmp_path))
    log.refused([RefusalCount("2026-05-01", "code", 2), RefusalCount("2026-05-01", "host", 1)])
    log.refused([RefusalCount("2026-05-02", "host", 4)])
    log.close()
    menu = visit(tmp_path, None)
    menu.to("Audits", "Refused phones")
    sheet = menu.body
    assert isinstance(sheet, MenuSheet)
    assert sheet.rows == (
        ("Called by a name that is not ours", "5"),
        ("A code that is none, or used up", "2"),
    )
