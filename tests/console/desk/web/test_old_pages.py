"""An old page does nothing to what has changed since it was shown; all else it still does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from console.desk.access import Role
from console.desk.runner import EventRunner
from console.desk.store.database import DeskDatabase
from console.desk.web.form import Form
from console.desk.web.page_digest import still
from console.events import actions as do
from console.events.log import EventLog
from drivers.errors import ConfigError
from tests.console.desk.live import Browser, LiveDesk, now_ms
from tests.console.desk.web.forms import OF_MATCH, OF_ROUND, saw_in

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def drawn(desk: LiveDesk) -> None:
    """Six people, two tables, a round."""
    desk.new(check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(6)), do.TableIn(0), do.TableIn(1))
    desk.draw()


def play(desk: LiveDesk, *matches: int) -> None:
    for number in matches:
        persons = desk.runner.event.state.matches[number].persons
        desk.do(do.Report(number, persons, (1, 2)))


def log_of(desk: LiveDesk) -> EventLog:
    return desk.inside(lambda: desk.runner.event.running.log)


def refused(
    desk: LiveDesk, browser: Browser, command: str, saw: str, back: str, **fields: object
) -> str:
    """The page that is shown anew; nothing has been done."""
    assert saw, "an old page's form carried something"
    before = log_of(desk)
    answer = browser.post(f"/do/{command}", saw=saw, back=back, **fields)
    assert answer.status == 422, answer.text
    assert "has changed since your page was shown" in answer.text
    assert log_of(desk) == before
    return answer.text


def test_an_old_page_withdraws_no_round_that_was_drawn_since(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    old = saw_in(organiser.get("/round").text, "withdraw")
    desk.do(do.WithdrawRound(0))
    desk.draw()
    page = refused(desk, organiser, "withdraw", old, "/round", round=0)
    assert "Withdraw this round" in page, "the page as it is now"
    refused(desk, organiser, "withdraw", old, "/round", round=0, sure=1)
    assert organiser.post("/do/withdraw", saw="", round=0, sure=1).status == 422
    now = saw_in(page, "withdraw")
    assert organiser.post("/do/withdraw", saw=now, round=0, sure=1).status == 303


def test_two_who_press_draw_draw_one_round(desk: LiveDesk) -> None:
    first, second = desk.person(Role.ORGANISER), desk.person(Role.ORGANISER)
    play(desk, 0, 1, 2)
    page = first.get("/round").text
    saw = saw_in(page, "draw")
    assert first.post("/do/draw", saw=saw).status == 303
    play(desk, 3, 4, 5)
    refused(desk, second, "draw", saw, "/round")
    lines = "P0, P1\nP2, P3\nP4, P5"
    refused(desk, second, "draw-by-hand", saw_in(page, "draw-by-hand"), "/round", lines=lines)


def test_an_old_page_swaps_nobody_of_another_draw(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    old = saw_in(organiser.get("/round").text, "swap")
    one, other = (desk.runner.event.state.matches[number].persons[0] for number in (0, 1))
    desk.do(do.SwapPersons(one, other))
    refused(desk, organiser, "swap", old, "/round", one=one, other=other, sure=1)


def test_a_result_that_came_meanwhile_is_not_overwritten(desk: LiveDesk) -> None:
    scorer = desk.person(Role.SCOREKEEPER)
    play(desk, 0)
    old = scorer.get("/match/0").text
    first, second = desk.runner.event.state.matches[0].persons
    desk.do(do.Correct(0, (first, second), (2, 1)))
    fields = {"match": 0, f"place-{first}": 1, f"place-{second}": 2}
    page = refused(desk, scorer, "correct", saw_in(old, "correct"), "/match/0", **fields)
    assert f'name="place-{first}" inputmode="numeric" size="2" value="1"' in page
    now = saw_in(page, "correct")
    assert scorer.post("/do/correct", saw=now, **fields).status == 303, "it is meant all the same"
    for command, more in (
        ("report", {"equal": 1}),
        ("forfeit", {"person": second, "sure": 1}),
        ("no-show", {"person": second, "sure": 1}),
    ):
        page = scorer.get("/match/1").text
        person = desk.runner.event.state.matches[1].persons[0]
        desk.do(do.Forfeit(1, person))
        line = len(log_of(desk).lines) - 1
        refused(desk, scorer, command, saw_in(page, command), "/match/1", match=1, **more)
        desk.do(do.Undo(line))


def test_a_match_is_not_called_away_from_where_it_was_called_since(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    desk.do(do.TableIn(5), do.TableIn(6))  # the third match goes to one of them by itself
    waits = desk.runner.event.state.matches[2]
    assert waits.table is not None
    page = organiser.get("/match/2").text
    desk.do(do.BeginMatch(2))
    free = desk.runner.event.state.free_tables()[0]
    refused(desk, organiser, "call", saw_in(page, "call"), "/match/2", match=2, table=free)
    refused(desk, organiser, "begin", saw_in(page, "begin"), "/match/2", match=2)


def test_several_work_at_once(desk: LiveDesk) -> None:
    """What others do elsewhere keeps nobody from doing what their page offers."""
    organiser, scorer = desk.person(Role.ORGANISER), desk.person(Role.SCOREKEEPER)
    round_, match = organiser.get("/round").text, scorer.get("/match/1").text
    play(desk, 0)
    desk.do(do.Enter("Zoya"), do.BeginMatch(1), do.Pause(), do.Resume())
    first = desk.runner.event.state.matches[1].persons[0]
    saw = saw_in(match, "report")
    assert scorer.post("/do/report", saw=saw, match=1, first=first).status == 303
    assert organiser.post("/do/withdraw", saw=saw_in(round_, "withdraw"), round=0).status == 200


def test_an_old_page_does_nothing_to_another_event(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    page = organiser.get("/person/0").text
    was = desk.runner.event.id
    assert f'name="event" value="{was}"' in page
    desk.new(check_in=False)
    desk.do(do.Enter("Yana"))
    answer = organiser.post("/do/drop", back="/person/0", person=0, event=was)
    assert answer.status == 422
    assert "another event is at this desk now" in answer.text
    assert "Yana" in answer.text
    assert not desk.runner.event.state.people[0].dropped


def test_every_form_of_such_a_deed_carries_it(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    play(desk, 0)
    shown = set()
    pages = "/", "/round", "/match/0", "/match/1", "/match/2"
    for path in pages:
        for command, form in forms_of(organiser.get(path).text):
            if command in (*OF_ROUND, *OF_MATCH):
                assert re.search(r'name="saw" value="[0-9a-f]{16}"', form), (path, command)
                shown.add(command)
    play(desk, 1, 2)
    for path in pages:
        for command, form in forms_of(organiser.get(path).text):
            if command in (*OF_ROUND, *OF_MATCH):
                assert re.search(r'name="saw" value="[0-9a-f]{16}"', form), (path, command)
                shown.add(command)
    assert shown >= {*OF_ROUND, *OF_MATCH} - {"play-off", "call-duel", "call"}


def forms_of(page: str) -> list[tuple[str, str]]:
    """Command and form of each."""
    found = re.finditer(r'(?s)<form method="post" action="/do/([a-z-]+)".*?</form>', page)
    return [(form[1], form[0]) for form in found]


def test_a_play_off_that_the_pad_decided_is_not_typed_over(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    desk.new("swiss rounds=1", check_in=False)
    desk.do(do.Enter("A"), do.Enter("B"))
    desk.draw()
    desk.do(do.Report(0, (0, 1), (1, 1)))
    page = organiser.get("/round").text
    old = saw_in(page, "play-off")
    desk.do(do.PlayOff((1, 0)))
    places = {"place-0": 1, "place-1": 2}
    refused(desk, organiser, "play-off", old, "/round", **places)
    assert len(desk.runner.event.state.stages[0].play_offs) == 1


def test_what_another_desk_has_just_done_counts_too(desk: LiveDesk, tmp_path: Path) -> None:
    """Between a form's arrival and its command another process may have been first."""
    mine = EventRunner(DeskDatabase(f"sqlite:///{tmp_path / 'desk.sqlite3'}"), None, now_ms)
    event = mine.event
    saw = saw_in(desk.person(Role.ORGANISER).get("/round").text, "withdraw")
    check = still(event.id, "withdraw", Form([("round", "0"), ("saw", saw)]))
    assert check is not None
    check(event.state)
    desk.do(do.WithdrawRound(0))
    desk.draw()
    check(event.state)  # it has not heard of that
    with pytest.raises(ConfigError, match="has changed"):
        event.take(do.WithdrawRound(0), now_ms(), "organiser", check)
    assert len(event.state.stages[0].rounds) == 1
    mine.database.close()
