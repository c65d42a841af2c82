"""Export, resets, diagnostics, log, update, switching off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from console.service.audits import read_evidence
from console.service.menu.services import Leaving
from console.service.menu.view import (
    Live,
    LiveBar,
    LiveKey,
    MenuGuide,
    MenuLevel,
    MenuSheet,
    MenuText,
    Rows,
    ServiceRow,
)
from console.service.sticks.mounted import Stick
from console.store.log import DirectLog
from console.store.problems import StoreTrouble
from console.store.records import ButtonCount
from console.store.soundness import Flaw, FlawKind
from drivers.events import Button, ButtonEvent, Fault, SeatFault
from drivers.times import SECOND
from tests.console.service.menu.conftest import Visits
from tests.console.service.menu.visit import BACK, LEFT, OK, RIGHT, Steps, Visit, rows_of
from tests.console.store.matches import flip, header

FULL = "The disk is full: nothing is kept until there is room on it again."


def played(visit: Visit, games: int = 1) -> None:
    """Matches of four people that were left."""
    log = DirectLog(visit.store.path)
    log.pressed(
        [ButtonCount(s, int(b), "2026-05-01", 0, 0, None) for s in range(4) for b in Button]
    )
    for _ in range(games):
        begun = log.begin(header(people=("person",) * 4, seats=(0, 1, 2, 3), game="elements"))
        log.action(begun, 0, flip(0))
        log.end(begun, None, 30 * SECOND)
    log.flush()
    log.close()


def live(visit: Visit) -> Live:
    assert isinstance(visit.body, Live)
    return visit.body


def texts(visit: Visit) -> list[str]:
    assert isinstance(visit.body, MenuText)
    return [line.text for line in visit.body.lines]


def test_an_export_lands_on_the_stick(visit: Visits) -> None:
    here = visit()
    played(here)
    stick = here.folder / "media" / "OWNER"
    stick.mkdir(parents=True)
    here.enter()
    here.to("Export", "OWNER")
    here.wait(0.1)
    assert texts(here)[0] == "All is on the stick; it can be taken out."
    folder = stick / "khvatka-2026-05-01"
    assert list(stick.iterdir()) == [folder]
    names = {path.name for path in folder.iterdir()}
    assert names == {"audits.json", "audits.csv", "matches.csv"}
    assert json.loads((folder / "audits.json").read_text())["plays"] == 1


def test_writing_is_said_before_it_is_done(visit: Visits) -> None:
    here = visit()
    stick = here.folder / "media" / "OWNER"
    stick.mkdir(parents=True)
    here.enter()
    here.to("Export")
    here.table.handle(ButtonEvent(0, OK, True, here.now_ns, 0))
    assert isinstance(here.body, MenuGuide)
    assert not list(stick.iterdir())
    here.wait(0.1)
    assert list(stick.iterdir())


def test_who_breaks_an_export_off_is_back_at_the_list(visit: Visits) -> None:
    here = visit()
    (here.folder / "media" / "OWNER").mkdir(parents=True)
    here.enter()
    here.to("Export")
    for button in (OK, BACK):
        here.table.handle(ButtonEvent(0, button, True, here.now_ns, 0))
    assert isinstance(here.body, Rows)
    assert here.box.job is not None
    assert here.box.job.answer is not None, "it was stopped"


@pytest.mark.parametrize(("language", "said"), [("en", "there is no folder"), ("ru", "папки")])
def test_a_stick_that_was_pulled_out_is_said(visit: Visits, language: str, said: str) -> None:
    here = visit(language=language)
    stick = here.folder / "media" / "OWNER"
    stick.mkdir(parents=True)
    here.enter()
    here.to("Export")
    stick.rmdir()
    here.press(OK)
    here.wait(0.1)
    (line,) = here.body.lines if isinstance(here.body, MenuText) else ()
    assert line.level is MenuLevel.FAILURE
    assert str(stick.relative_to(here.folder)) in line.text
    assert said in line.text


def test_no_stick_says_what_to_do(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Export")
    body = here.body
    assert isinstance(body, Rows)
    assert body.help[0] == "No stick is plugged in: plug one in and look again."
    here.press(OK)
    assert here.note == "There is still no stick."
    (here.folder / "media" / "LATE").mkdir(parents=True)
    here.press(OK)
    body = here.body
    assert isinstance(body, Rows)
    assert body.rows[0].label == "LATE"


def test_the_room_on_a_stick_is_told_once_it_answers(visit: Visits) -> None:
    here = visit()
    stick = here.folder / "media" / "OWNER"
    stick.mkdir(parents=True)
    here.enter()
    here.to("Export")
    assert rows_of(here).rows[0].value.split(" free of ")[1:]
    stick.rmdir()
    stick.symlink_to(here.folder / "nowhere")
    here.to("Look for sticks again")
    here.wait(0.2)
    assert rows_of(here).rows[0].value == "does not answer"


def test_a_stick_that_may_not_be_written_is_told_before_it_is_tried(visit: Visits) -> None:
    here = visit()
    here.box.plugged = (Stick(Path("/media/LOCKED"), True),)
    here.enter()
    here.to("Export")
    assert rows_of(here).rows[0] == ServiceRow("LOCKED", "write-protected", MenuLevel.WARNING)


def test_audits_and_hints_are_those_of_the_log(visit: Visits) -> None:
    here = visit()
    played(here, games=6)
    here.enter()
    here.to("Audits")
    first = here.body
    assert isinstance(first, Rows)
    assert first.help[:2] == ("since 01/05/2026", "6 matches"), "each in a line of its own"
    here.to("Games")
    body = here.body
    assert isinstance(body, MenuSheet)
    assert ("Force of the Elements", "6", "0", "6", "6", "3.0") in body.rows
    assert body.lead.startswith("since 01/05/2026 · 6 matches")
    here.press(BACK, BACK)
    here.to("Hints")
    assert any("100 of 100 matches are left in the first minute" in t for t in texts(here))


def test_counters_begin_anew_after_two_questions(visit: Visits) -> None:
    here = visit()
    played(here)
    here.enter()
    here.to("Begin anew", "Audits")
    here.press(RIGHT, OK)
    assert read_evidence(here.store).matches, "asked twice"
    here.press(OK)
    assert read_evidence(here.store).matches, "No is what ● says at first"
    here.to("Audits")
    here.press(RIGHT, OK, RIGHT, OK)
    assert not read_evidence(here.store).matches
    assert here.note == "Plays and presses are counted from now on."


def test_records_begin_anew(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Begin anew", "Records")
    here.press(RIGHT, OK, RIGHT, OK)
    assert here.note == "Records and ratings begin anew."


def test_buttons_are_shown_as_they_are(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.wires.presses[2, Button.OK] = 9
    here.wires.down.add((2, Button.OK))
    here.to("Diagnostics", "Buttons")
    key = live(here).seats[2].cells[2]
    assert isinstance(key, LiveKey)
    assert (key.button, key.down) == (Button.OK, True)
    assert key.figures[0] == "9 / 3"
    here.wires.down.clear()
    here.wait(0.15)
    key = live(here).seats[2].cells[2]
    assert isinstance(key, LiveKey)
    assert not key.down


def test_a_button_that_was_not_seen_for_ten_games_is_told(visit: Visits) -> None:
    here = visit()
    played(here, games=11)
    here.wires.presses = {(s, b): 1 for s in range(4) for b in Button}
    del here.wires.presses[1, Button.LEFT]
    here.enter()
    here.to("Diagnostics", "Buttons")
    notes = [seat.note for seat in live(here).seats]
    assert [n is None for n in notes] == [True, False, True, True]
    assert notes[1] is not None
    assert notes[1].text == "not seen for 11 games"
    here.wires.presses[1, Button.LEFT] = 1
    here.wait(0.2)
    assert live(here).seats[1].note is None, "it was pressed"


def test_a_fault_of_a_seat_is_told(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Diagnostics", "Pad")
    here.table.handle(SeatFault(3, Fault.NOISY_CHANNEL, True, here.now_ns))
    here.wait(0.2)
    note = live(here).seats[3].note
    assert note is not None
    assert note.level is MenuLevel.FAILURE


def test_forces_are_bars(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Diagnostics", "Pad")
    here.wires.forces[1] = 10.0
    here.wait(0.2)
    top, under = live(here).seats[1].cells
    assert isinstance(top, LiveBar)
    assert isinstance(under, LiveBar)
    assert (top.share, top.figures) == (0.5, "10.0 N")
    assert under.share == 0.25


def test_a_round_ticks_off_what_answers(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Diagnostics", "Press everything")
    assert live(here).facts[0].text == "20 are still to answer"
    here.wires.presses = {(s, b): 1 for s in range(4) for b in Button}
    here.wires.forces = dict.fromkeys(range(4), 5.0)
    here.wait(0.2)
    here.wires.forces = {}
    here.wait(0.2)
    assert live(here).facts[0].text == "Everything answers."
    here.press(LEFT, OK, BACK)
    assert here.view.title == "Press everything", "✕ is tried too"
    here.press(BACK)
    assert here.view.title == "Diagnostics"


def test_the_self_test_tells_what_it_found(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Diagnostics", "Self-test")
    assert isinstance(here.body, MenuGuide)
    here.wait(1)
    assert texts(here)[-1] == "Seat 1, ◀: held down all the time"


def test_lamps_one_after_the_other(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Diagnostics", "Lamps")
    here.press(LEFT)
    assert here.table.lamps() == (0.0, 0.0, 0.0, 1.0)
    here.press(BACK)
    assert here.table.lamps() != (0.0, 0.0, 0.0, 1.0)


def test_the_calibration_is_begun_with_the_weight_chosen(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Calibration")
    here.press(RIGHT, OK)
    assert here.wires.weights == [10.0]
    assert here.view.path == ("Service menu", "Calibration")


def test_a_task_that_would_lose_much_asks_before_it_is_broken_off(visit: Visits) -> None:
    """It goes on meanwhile, and what came of it is seen."""
    here = visit()
    here.wires.task = Steps(9, Leaving.ASKED, findings=())
    here.enter()
    here.to("Diagnostics", "Self-test")
    here.press(BACK)
    assert here.view.path[-1] == "Self-test", "a question lies over it"
    here.press(OK)
    assert isinstance(here.body, MenuGuide)
    here.press(BACK)
    here.wait(2)
    assert here.wires.task.done
    here.press(BACK)
    assert texts(here) == []
    assert here.view.title == "Self-test"


def test_the_log_opens_at_its_end(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Log")
    body = here.body
    assert isinstance(body, MenuText)
    assert body.first > 0
    assert "line 39" in body.lines[-2].text
    here.press(*[LEFT] * 60)
    assert isinstance(here.body, MenuText)
    assert here.body.first == 0


@pytest.mark.parametrize("is_table", [True, False])
def test_the_journal_is_named_where_there_is_one(visit: Visits, is_table: bool) -> None:
    """A PC has none of the program's: what it said stood in its terminal."""
    here = visit()
    here.box.is_table = is_table
    here.enter()
    here.to("Log")
    assert isinstance(here.body, MenuText)
    named = [line.text for line in here.body.lines if "journalctl" in line.text]
    assert bool(named) is is_table


def test_the_store_s_trouble_is_told(visit: Visits) -> None:
    here = visit()
    here.box.problem = StoreTrouble.DISK_FULL
    here.enter()
    here.to("About")
    body = here.body
    assert isinstance(body, MenuSheet)
    assert body.rows[-1] == ("Trouble with the store", FULL)


def test_what_is_damaged_in_the_store_is_told(visit: Visits) -> None:
    here = visit()
    here.box.damaged = tuple(Flaw(kind, "7") for kind in FlawKind)
    here.enter()
    here.to("About")
    body = here.body
    assert isinstance(body, MenuSheet)
    assert body.rows[-len(FlawKind)] == ("Damaged in the store", "match 7")
    assert len({row[1] for row in body.rows}) == len(body.rows)


def test_an_update_without_a_command_says_how(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Update", "Update now")
    here.press(RIGHT, OK)
    assert texts(here)[0] == "This machine has no command for it."


def test_an_update_is_followed_to_its_end(visit: Visits) -> None:
    here = visit()
    here.box.updates = Steps(5, findings=())
    here.enter()
    here.to("Update", "Update now")
    here.press(RIGHT, OK)
    assert isinstance(here.body, MenuGuide)
    here.wait(1)
    assert texts(here) == []


def test_switching_off_is_asked(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Switch off", "Off")
    here.press(OK)
    assert here.box.ended == []
    here.to("Off")
    here.press(RIGHT, OK)
    assert here.box.ended == ["Off"]
