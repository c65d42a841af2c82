"""Settings changed at the table: kept in the store's file, in effect at once where they say so."""

from __future__ import annotations

import pytest

from console.service.adjustments import Adjusted
from console.service.effect import settings_with
from console.service.store import ServiceStore
from console.settings.declared import SETTINGS, Hosting
from console.settings.profiles import PROFILES
from console.settings.setting import declared
from console.table.settings import Settings
from drivers.errors import ConfigError
from drivers.events import ButtonEvent
from tests.console.service.menu.conftest import Visits
from tests.console.service.menu.visit import BACK, LEFT, OK, RIGHT, Visit, rows_of

HOSTED = [each.key for each in declared("table", Hosting)]


def kept(visit: Visit) -> Adjusted:
    """What another program finds in the file."""
    return ServiceStore(visit.store.path).adjustments().adjusted


def test_a_value_is_stepped_kept_and_in_effect(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Matches", "Pace")
    assert rows_of(here).editing
    here.press(RIGHT, RIGHT)
    assert kept(here).given == {}, "nothing is kept before ●"
    here.press(OK)
    assert kept(here)["match.pace_ms"] == 800
    assert here.table.settings.pace_ms == 800
    assert here.note == "Kept: it holds from now on."
    row = rows_of(here).rows[rows_of(here).cursor]
    assert (row.value, row.changed) == ("0.8 s", True)
    while here.inside():
        here.press(BACK)
    here.table.begin(here.now_ns)
    assert here.table.match is not None
    assert here.table.match.settings.pace_ms == 800


def test_back_leaves_it_as_it_was(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Sound", "Volume of play")
    here.press(LEFT, LEFT, BACK)
    assert not rows_of(here).editing
    assert rows_of(here).rows[rows_of(here).cursor].value == "70 %"
    assert kept(here).given == {}


def test_what_cannot_be_is_said_and_not_kept(visit: Visits) -> None:
    """Phones without what serves them: kept, the next start would end with that sentence."""
    here = visit()
    here.cannot = ConfigError("phones need more")
    here.enter()
    here.to("Settings", "Table", "Phones")
    here.press(RIGHT, OK)
    assert here.note == "phones need more"
    assert rows_of(here).rows[rows_of(here).cursor].value == "off"
    assert kept(here).given == {}


def test_values_stay_in_their_range(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Sound", "Volume of play")
    here.press(*[RIGHT] * 30, OK)
    assert kept(here)["sound.moves"] == 100


def test_both_sides_together_give_the_default(visit: Visits) -> None:
    here = visit()
    here.store.adjust("match.pace_ms", 2_000)
    here.enter()
    here.to("Settings", "Matches", "Pace")
    for button in (LEFT, RIGHT):
        here.table.handle(ButtonEvent(0, button, True, here.now_ns, 0))
    for button in (LEFT, RIGHT):
        here.table.handle(ButtonEvent(0, button, False, here.now_ns, 0))
    assert rows_of(here).rows[rows_of(here).cursor].value == "0.6 s"
    assert kept(here)["match.pace_ms"] == 2_000
    here.press(OK)
    assert kept(here).given == {}


def test_hours_have_a_begin_and_an_end(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Sound", "Quiet hours")
    here.press(RIGHT, RIGHT, OK)
    assert kept(here).given == {}, "the end is still to be chosen"
    here.press(LEFT, OK)
    assert kept(here)["sound.quiet_hours"] == "22:30-07:30"


def test_the_language_changes_the_menu_itself(visit: Visits) -> None:
    here = visit(language="ru")
    here.enter()
    here.to("Settings", "Table", "Language")
    here.press(RIGHT, RIGHT, OK)
    assert here.table.settings.language == "en"
    assert here.view.path == ("Service menu", "Settings")
    assert here.note == "Kept: it holds from now on."


def test_what_holds_later_is_said(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Pad", "Touch begins at")
    assert "Takes effect from the next start." in rows_of(here).help
    here.press(RIGHT, OK)
    assert here.note == "Kept: it holds from the next start."
    assert kept(here)["pad.onset_mn"] == 550


@pytest.mark.parametrize(("steps", "after"), [(0, True), (1, False)])
def test_what_this_start_was_told_is_shown_until_it_is_changed(
    visit: Visits, steps: int, after: bool
) -> None:
    """``--phones`` on the command line: they are on, whatever is kept."""
    here = visit()
    here.of_start["table.phones"] = True
    here.enter()
    here.to("Settings", "Table", "Phones")
    row = rows_of(here).rows[rows_of(here).cursor]
    assert (row.value, row.changed) == ("on", True)
    so = "This start was told so by its command or its file."
    assert so in rows_of(here).help
    here.press(*(RIGHT,) * steps, OK)
    assert kept(here)["table.phones"] is after
    assert here.attuned == ["table.phones"]
    assert so not in rows_of(here).help


def test_a_profile_closes_lines_at_once_and_tells_which(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Settings", "Profiles")
    here.to("event")
    assert here.table.settings.closed == PROFILES["event"].closed
    assert kept(here)["guests.profile"] == "event"
    assert "the choice of the game" in rows_of(here).help[1]
    assert [row.changed for row in rows_of(here).rows].count(True) == 1


def test_all_as_it_came_asks_and_forgets_all_but_the_pin(visit: Visits) -> None:
    here = visit()
    here.store.adjust("match.pace_ms", 2_000)
    here.store.adjust("guests.profile", "event")
    here.enter()
    here.to("Settings", "All as it came")
    here.press(OK)
    assert kept(here)["match.pace_ms"] == 2_000, "No is what ● says at first"
    here.to("All as it came")
    here.press(RIGHT, OK)
    assert kept(here).given == {}
    assert here.store.pin() is not None
    assert here.table.settings.pace_ms == 600


@pytest.mark.parametrize("key", SETTINGS)
def test_each_adjustment_that_holds_at_once_does(key: str) -> None:
    """What says so changes the session's settings, or is heard, or is only asked later, or is
    the host's."""
    known = SETTINGS[key]
    value = known.kind.step(known.default, 1)
    if value == known.default:
        value = known.kind.step(known.default, -1)
    adjusted = Adjusted({key: value})
    before = Settings(language="en")
    changed = settings_with(before, key, adjusted) != before
    later = not known.at_once
    elsewhere = key.startswith("sound.") or key in {*HOSTED, "service.pin_digits"}
    assert changed != (later or elsewhere)
