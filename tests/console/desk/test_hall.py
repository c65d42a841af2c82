"""Which tables an event has, and where it calls people: what an organiser does about them."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256

import msgspec
import pytest

from console.desk.access import Role
from console.desk.formats import options_of
from console.desk.personal import code_of
from console.desk.store.one_event import DeskEvent
from console.events import actions as do
from console.events.play_offs import open_duels
from console.link.messages import (
    Enters,
    Outcome,
    PadReady,
    ResultAnswer,
    ResultBundle,
    ResultSent,
)
from tests.console.desk.live import Browser, LiveDesk, LiveTable, now_ms
from tests.console.desk.web.test_link import assigned, people, result

pytestmark = pytest.mark.slow


def test_tables_are_taken_into_the_next_event_and_nobody_types_at_them(desk: LiveDesk) -> None:
    """By the organiser's press alone; what they still have of the first one goes to that one."""
    people(desk, 2)
    table, other = desk.table("raspberrypi"), desk.table("sent away")
    organiser = desk.person(Role.ORGANISER)
    organiser.post("/do/table-name", back="/tables", table=0, name="Буфет")
    desk.draw()
    first, table.event = assigned(table), desk.inside(lambda: desk.runner.event.id)
    desk.inside(
        lambda: desk.runner.store.new(
            options_of("Завтра", "ignis", ["swiss rounds=1"], check_in=False), 7, now_ms() + 1
        )
    )
    for name in ("Аня", "Боря"):
        organiser.post("/do/enter", back="/people", name=name)
    with table.stream() as stream:
        assert stream.until().table is None, "not by itself"
        page = organiser.get("/tables").text
        assert "Of an earlier event" in page
        keys = {t.name: t.key for t in desk.inside(desk.runner.links.tables)}
        organiser.post("/do/send-away", back="/tables", key=keys["sent away"], sure=1)
        assert "ables of an earlier event: Буфет" in organiser.get("/").text
        assert organiser.post("/do/take-in", back="/").status == 200
        assert stream.until(lambda s: s.table == 0).table_name == "Буфет"
        desk.draw()
        second = stream.until(lambda s: s.match is not None).match
        assert second is not None
        assert second.match == first.match, "numbered anew"
        assert {placed.name for placed in second.persons} == {"Аня", "Боря"}
    with other.stream() as stream:
        assert stream.status == 401, "who was sent away is no table of either"
    assert table.tell(Enters("Лена")) == 409, "that was told in the first one"
    answer = table.send(result(first, 0, "r1"))
    assert isinstance(answer, ResultAnswer)
    assert answer.outcome is Outcome.TAKEN
    assert desk.inside(lambda: len(desk.runner.event.state.open_matches())), "of that one"
    late = desk.table("B")
    late.event = table.event
    assert late.send(result(first, 1, "r2")) == 409, "its number was another table's then"


def test_a_table_that_does_not_answer_is_called_only_where_no_other_is_left_v24(
    desk: LiveDesk,
) -> None:
    people(desk, 2)
    desk.table("A")
    organiser, answers = desk.person(Role.ORGANISER), desk.table("B")

    def called_at() -> list[int | None]:
        return desk.inside(lambda: [m.table for m in desk.runner.event.state.open_matches()])

    with answers.stream():
        desk.until(lambda: desk.inside(desk.runner.silent) == {0})
        assert organiser.post("/do/draw", back="/round").status == 303
        assert called_at() == [1], "by a draw"
        desk.do(do.Pause(), do.TableOut(1), do.TableIn(1), do.Resume())
        assert called_at() == [1], "waiting for one that is free"
        desk.do(do.TableOut(1))
        assert called_at() == [0]
        assert "that do not answer, and people are called there: A" in organiser.get("/").text


def test_one_press_moves_a_match_from_a_table_that_fell_silent(desk: LiveDesk) -> None:
    """The overview offers it, and says where; the TV and the guests' pages tell them."""
    people(desk, 2)
    desk.table("Буфет")
    desk.table("Окно")
    organiser, tv = desk.person(Role.ORGANISER), desk.person(Role.SCREEN)

    def only_here(*names: str) -> None:
        known = desk.runner.links.tables()
        desk.runner.links.seen({t.key for t in known}, 0)
        desk.runner.links.seen({t.key for t in known if t.name in names}, now_ms())

    desk.inside(lambda: only_here("Буфет", "Окно"))
    desk.draw()
    desk.inside(lambda: only_here("Окно"))
    page = organiser.get("/").text
    assert re.search("table Буфет does not answer, and people are called there: P., P.</a>", page)
    form = re.search('action="/do/call".*?Move to table Окно<', page, re.DOTALL)
    assert form is not None
    told = dict(re.findall('name="([^"]*)" value="([^"]*)"', form[0]))
    assert organiser.post("/do/call", **told).headers["location"] == "/"
    guest = f"/p/{code_of(desk.inside(lambda: desk.runner.event.secret), 0)}"
    assert "<h2>Окно</h2>" in tv.get("/tv").text
    assert '<h2 class="said">table Окно</h2>' in Browser(desk).get(guest).text
    desk.do(do.CallMatch(0, 0), do.BeginMatch(0))
    page = organiser.get("/").text
    assert "look at the tables, or move the matches" in page
    assert "Move to" not in page, "they may be at it, without network"


def test_one_press_moves_a_play_off_from_a_table_that_fell_silent(desk: LiveDesk) -> None:
    people(desk, 2, "elimination")
    tables = [desk.table("Буфет"), desk.table("Окно")]
    for table in tables:
        assert table.tell(PadReady(2)) == 204
    organiser = desk.person(Role.ORGANISER)
    desk.draw()
    tied = msgspec.structs.replace(result(assigned(tables[0]), 0, "tied"), places=(1, 1))
    assert isinstance(tables[0].send(tied), ResultAnswer)

    def here(*keys: str) -> None:
        desk.runner.links.seen({t.key for t in desk.runner.links.tables()}, 0)
        desk.runner.links.seen(set(keys), now_ms())
        desk.runner.settle()

    def called_at() -> list[int]:
        return [duel.table for duel in open_duels(desk.runner.event.state)]

    keys = desk.inside(lambda: {t.number: t.key for t in desk.runner.links.tables()})
    desk.inside(lambda: here(*keys.values()))
    assert desk.inside(called_at) == [0]
    desk.inside(lambda: here(keys[1]))
    assert desk.inside(called_at) == [0], "they may be racing, without network"
    page = organiser.get("/").text
    assert "table Буфет does not answer, and people are called there" in page
    form = re.search('action="/do/call-duel".*?Move to table Окно<', page, re.DOTALL)
    assert form is not None
    told = dict(re.findall('name="([^"]*)" value="([^"]*)"', form[0]))
    assert organiser.post("/do/call-duel", **told).headers["location"] == "/"
    assert desk.inside(called_at) == [1]


def test_a_stick_of_an_earlier_event_is_taken_in_for_that_event(desk: LiveDesk) -> None:
    """As by the link: if its table is still the one that it was."""
    people(desk, 2)
    table = desk.table("A")
    desk.draw()
    first = desk.inside(lambda: desk.runner.event.id)
    told, gone = (stick(table, first, result(assigned(table), 0, name)) for name in ("a", "b"))
    options = options_of("Завтра", "ignis", ["swiss rounds=1"], check_in=False)
    desk.inside(lambda: desk.runner.store.new(options, 7, now_ms() + 1))
    organiser = desk.person(Role.ORGANISER)
    answer = organiser.post("/do/stick", back="/settings", file=told)
    assert "results of Вечер read: 1, not taken: 0" in answer.text
    assert not DeskEvent(desk.runner.store, first).state.open_matches()
    desk.inside(lambda: desk.runner.links.remove(desk.runner.links.tables()[0].key))
    answer = organiser.post("/do/stick", back="/settings", file=gone)
    assert answer.status == 422
    assert f"type them in there (`khvatka event serve {first}`)" in answer.text


def stick(table: LiveTable, event: str, *results: ResultSent) -> str:
    """What a table writes onto it."""
    bundle = ResultBundle(event=event, table=0, results=results, seal="")
    key = sha256(table.joined.token.encode()).digest()
    seal = hmac.new(key, bundle.content, sha256).hexdigest()
    return msgspec.json.encode(msgspec.structs.replace(bundle, seal=seal)).decode()
