"""Wrong buttons, half-filled forms and forgotten steps: what the desk says, and what is kept."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlencode

import pytest

from console.desk.access import Role
from console.desk.advice import steps
from console.desk.formats import options_of
from console.desk.store.kept import DeskSettings
from console.desk.web.desk_web import PASTE_BYTES
from console.events import actions as do
from tests.console.desk.live import Browser, LiveDesk, now_ms

pytestmark = pytest.mark.slow


def test_a_form_shown_again_keeps_its_boxes(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    fields = {"name": "Ночь", "game": "ignis", "format": "swiss", "rounds": "два"}
    wrong = organiser.post("/do/new-event", back="/new", **fields, late_credit=1)
    assert wrong.status == 422
    assert 'name="check_in" value="1">' in wrong.text, "it had been emptied"
    assert 'name="late_credit" value="1" checked>' in wrong.text
    desk.new()
    wrong = organiser.post("/do/settings", back="/settings", draws_itself=1, desks="a/b/c")
    assert wrong.status == 422
    assert 'name="draws_itself" value="1" checked>' in wrong.text
    assert 'name="calls_itself" value="1">' in wrong.text


def test_who_stands_on_the_list_already_is_told_where_their_page_is(desk: LiveDesk) -> None:
    desk.new()
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    desk.do(do.Enter("Аня"))
    told = Browser(desk, "en").post("/join", name="аня")
    assert told.status == 422
    assert "ask the organiser for your page" in told.text
    assert '<img src="data:image/svg+xml' in desk.person(Role.SCOREKEEPER).get("/person/0").text


def test_a_table_without_a_link_has_its_seats_v24(desk: LiveDesk) -> None:
    desk.new()
    organiser = desk.person(Role.ORGANISER)
    assert organiser.post("/do/table-new", name="Окно", seats=2).status == 303
    assert desk.inside(lambda: desk.runner.event.state.tables[0].seats) == 2
    assert "2 seats" in organiser.get("/tables").text
    for seats in (1, 9, -1):  # nobody could be called to it
        told = organiser.post("/do/table-new", back="/tables", name="Угол", seats=seats)
        assert (told.status, "a table seats 2 to 8" in told.text) == (422, True)


def test_who_drops_out_of_an_open_match_is_asked_about_first_v4(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(do.Enter("Аня"), do.Enter("Боря"), do.Enter("Вера"))
    desk.draw()
    state = desk.inside(lambda: desk.runner.event.state)
    (match,) = state.matches.values()
    (bye,) = set(range(3)) - set(match.persons)
    organiser = desk.person(Role.ORGANISER)
    assert organiser.post("/do/drop", person=bye).status == 303
    asked = organiser.post("/do/drop", person=match.persons[0])
    assert "give up match 1, which is not over" in asked.text
    assert not desk.inside(lambda: desk.runner.event.state.people[match.persons[0]].dropped)
    assert organiser.post("/do/drop", person=match.persons[0], sure=1).status == 303
    assert desk.inside(lambda: desk.runner.event.state.people[match.persons[0]].dropped)


def test_people_called_to_a_silent_table_are_urgent(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    for name in ("A", "B"):
        desk.table(name)
    desk.do(do.Enter("Аня"), do.Enter("Боря"))

    def told() -> list[tuple[str, bool]]:
        tables = desk.runner.links.tables()
        found = steps(desk.runner.event.state, tables, 0, desk.runner.now_ms())
        return [(str(each.what), each.urgent) for each in found if "answer" in str(each.what)]

    assert desk.inside(told) == [("tables that do not answer: A, B", False)]
    desk.draw()
    urgent, away = desk.inside(told)
    assert urgent[0].startswith("tables that do not answer, and people are called there: A;")
    assert (urgent[1], away) == (True, ("tables that do not answer: B", False))


def test_a_scorekeeper_who_is_led_to_the_draw_is_told_whose_it_is(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    told = "The organiser draws the next round."
    assert told in desk.person(Role.SCOREKEEPER).get("/round").text
    assert told not in desk.person(Role.ORGANISER).get("/round").text


def test_few_people_meet_again_and_that_is_no_mistake_of_the_organiser(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    organiser = desk.person(Role.ORGANISER)
    for number in range(2):
        desk.draw()
        told = "where people are few, some meet again" in organiser.get("/round").text
        assert told == bool(number), "said where there is something to explain"
        persons = desk.inside(lambda n=number: desk.runner.event.state.matches[n].persons)  # type: ignore[misc]
        desk.do(do.Report(number, persons, (1, 2)))


def test_who_did_not_go_on_keeps_their_points_in_the_standing_v22(desk: LiveDesk) -> None:
    desk.runner.store.new(
        options_of(
            "Вечер", "ignis", ["swiss rounds=1 through=2", "elimination"], check_in=False, prizes=0
        ),
        7,
        now_ms(),
    )
    desk.do(*(do.Enter(f"P{number}") for number in range(4)))
    desk.draw()
    state = desk.inside(lambda: desk.runner.event.state)
    for match in list(state.matches.values()):
        desk.do(do.Report(match.number, match.persons, (1, 2)))
    desk.draw()
    rows = desk.person(Role.SCOREKEEPER).get("/files/standings.csv").text.splitlines()
    counted = [row.split(",")[2] for row in rows]
    assert counted == ["points", "", "", "0", "0"]
    assert desk.person(Role.SCREEN).get("/tv").text.count("stage 2") == 1


def test_letters_that_come_in_two_parts_are_one(desk: LiveDesk) -> None:
    """As a Mac's file names and lists have them."""
    desk.new()
    desk.do(do.Enter("Йогурт"))
    organiser = desk.person(Role.ORGANISER)
    parts = unicodedata.normalize("NFD", "й")
    assert "Йогурт" in organiser.get("/people?" + urlencode({"q": parts})).text
    assert organiser.post("/do/enter", back="/people", name=parts + "огурт").status == 422
    assert organiser.post("/do/table-new", back="/tables", name="Зал й").status == 303
    assert organiser.post("/do/table-new", back="/tables", name="Зал " + parts).status == 422


def test_a_list_is_pasted_as_people_write_lists(desk: LiveDesk) -> None:
    """Numbers and dashes before names became names; names in a row were one that is too long."""
    desk.new()
    organiser = desk.person(Role.ORGANISER)
    lists = "1. Аня\n2)Боря\n- Вова\n\tГаля, Даша;Ёж\n007\nР2-Д2\nЖеня\t1500"
    told = organiser.post("/do/paste", back="/people", names=lists)
    people = desk.inside(lambda: [p.name for p in desk.runner.event.state.people.values()])
    assert people == ["Аня", "Боря", "Вова", "Галя", "Даша", "Ёж", "007", "Р2-Д2", "Женя"]
    assert "line 1: a rating is typed beside the nickname, above" in told.text
    (kept,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", told.text, re.DOTALL)
    assert kept == "1500"


def test_a_file_that_is_no_event_is_called_by_its_name(desk: LiveDesk) -> None:
    desk.new()
    organiser = desk.person(Role.ORGANISER)
    kind = {"Content-Type": "multipart/form-data; boundary=-", "Cookie": organiser.cookie}
    for name, called in (("holiday.jpg", "holiday.jpg"), ("", "this file")):
        head = f'Content-Disposition: form-data; name="file"; filename="{name}"'
        body = f"---\r\n{head}\r\n\r\nno event\r\n-----\r\n".encode()
        told = desk.ask("POST", "/do/import", body, {**kind, "Accept-Language": "en"})
        assert (told.status, f"{called} is no event" in told.text) == (422, True)


def test_what_is_too_large_for_a_page_is_told_on_one(desk: LiveDesk) -> None:
    """It was the one word “size” on a white page."""
    desk.new()
    organiser = desk.person(Role.ORGANISER)
    told = organiser.post("/do/paste", back="/people", names="a" * PASTE_BYTES)
    assert told.status == 413
    assert "khvatka event import FILE" in told.text
    assert '<a href="/">Back</a>' in told.text
    stranger = Browser(desk).post("/do/paste", names="a" * PASTE_BYTES)
    assert stranger.headers["location"] == "/enter"


def test_where_results_of_a_table_without_a_link_are_typed_is_told(desk: LiveDesk) -> None:
    desk.new()
    desk.do(do.TableIn(0, "A", 4), *(do.Enter(name) for name in ("Аня", "Боря")))
    organiser = desk.person(Role.ORGANISER)
    organiser.post("/do/check-in-all", back="/people")
    typed = "tables without a link: A; their results are typed"
    assert typed not in organiser.get("/").text, "nobody plays there yet"
    organiser.post("/do/draw", back="/")
    assert typed in organiser.get("/").text


def test_paper_tells_who_waits_for_a_table(desk: LiveDesk) -> None:
    """It told a dash."""
    desk.new()
    desk.do(*(do.Enter(name) for name in ("Anna", "Boris")))
    organiser = desk.person(Role.ORGANISER)
    organiser.post("/do/check-in-all", back="/people")
    desk.do(do.TableIn(0, "A", 4), do.TableOut(0))
    organiser.post("/do/draw", back="/")
    assert "Anna — waits for a table" in organiser.get("/print/round").text
