"""The owner sees who keeps a nickname, and forgets somebody, by the seat buttons alone."""

from __future__ import annotations

import pytest

from console.service.menu.view import MenuGuide, MenuLevel, MenuQuestion, ServiceRow
from console.table.record_values import PersonProfile
from tests.console.service.menu.conftest import Visits
from tests.console.service.menu.visit import BACK, OK, RIGHT, Visit, rows_of

DAY = "2026-05-{:02}T20:15:00+03:00"
BADGER = PersonProfile(4, "Барсук", DAY.format(1), 12, 5, DAY.format(17))
OWL = PersonProfile(2, "Сова", DAY.format(2))


def opened(visit: Visit, *people: PersonProfile) -> Visit:
    """The page, of a table at which these keep a nickname."""
    visit.people = list(people)
    visit.enter()
    visit.to("People")
    return visit


def labels(visit: Visit) -> list[str]:
    return [row.label for row in rows_of(visit).rows]


@pytest.mark.parametrize(
    ("language", "value", "last"),
    [
        ("en", "12 matches · 17/05/2026", "last played 17/05/2026"),
        ("ru", "12 партий · 17.05.2026", "последняя партия 17.05.2026"),
    ],
)
def test_everybody_is_listed_with_matches_and_the_last_day(
    visit: Visits, language: str, value: str, last: str
) -> None:
    here = opened(visit(language=language), BADGER, OWL)
    shown = rows_of(here)
    assert shown.rows[0] == ServiceRow("Барсук", value)
    assert last in shown.help
    here.press(RIGHT)
    assert here.words._("has not played yet") in rows_of(here).help


def test_a_person_is_forgotten_after_two_questions(visit: Visits) -> None:
    here = opened(visit(), BADGER, OWL)
    here.press(OK)
    asked = here.body
    assert isinstance(asked, MenuQuestion)
    assert (asked.text, asked.yes) == ("Forget Барсук for good?", False)
    here.press(RIGHT, OK)
    sure = here.body
    assert isinstance(sure, MenuQuestion)
    assert (sure.text, sure.yes) == ("Really? Nothing brings it back.", False)
    assert here.people == [BADGER, OWL]
    here.press(RIGHT, OK)
    assert here.people == [OWL]
    assert labels(here)[0] == "Сова"
    assert here.note == "Forgotten: no trace is left."


@pytest.mark.parametrize("presses", [(OK, OK), (OK, BACK), (OK, RIGHT, OK, OK)])
def test_no_is_what_ok_says_at_first(visit: Visits, presses: tuple[object, ...]) -> None:
    here = opened(visit(), BADGER)
    here.press(*presses)  # type: ignore[arg-type]  # buttons
    here.wait(1)
    assert here.people == [BADGER]
    assert labels(here)[0] == "Барсук"


def test_nobody_leaves_before_the_answer(visit: Visits) -> None:
    here = opened(visit(), BADGER)
    here.answers = False
    here.press(OK, RIGHT, OK, RIGHT, OK)
    assert isinstance(here.body, MenuGuide)
    here.wait(400)
    here.press(BACK, BACK, OK)
    assert isinstance(here.body, MenuGuide)
    assert here.table.scene.waiting


def test_a_disk_that_refuses_is_told(visit: Visits) -> None:
    here = opened(visit(), BADGER)
    here.refuses = True
    here.press(OK, RIGHT, OK, RIGHT, OK)
    note = here.view.note
    assert note is not None
    assert note.level is MenuLevel.FAILURE
    assert labels(here)[0] == "Барсук"


def test_what_is_left_is_wiped_once_more(visit: Visits) -> None:
    here = opened(visit())
    assert labels(here) == ["Nobody keeps a nickname yet.", "Wipe once more"]
    here.press(OK)
    assert here.note == ""
    here.to("Wipe once more")
    assert here.note == "Forgotten: no trace is left."


def test_a_table_whose_records_nobody_keeps_says_so_and_lets_go(visit: Visits) -> None:
    here = visit()
    here.answers = False
    opened(here, BADGER)
    here.press(BACK)
    assert isinstance(here.body, MenuGuide)
    here.wait(11)
    assert labels(here) == ["The nicknames cannot be read."]
    here.press(BACK)
    assert here.view.title == "Service menu"
