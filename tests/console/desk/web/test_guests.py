"""What guests see and do at the desk's pages, and what organisers need for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import pytest

from console.desk.access import Role
from console.desk.formats import options_of
from console.desk.personal import code_of
from console.desk.runner import PHONE
from console.desk.store.desk_store import LOGGED
from console.desk.store.kept import DeskSettings
from console.desk.store.one_event import DeskEvent
from console.desk.web import views_public
from console.events import actions as do
from console.events.log import Logged
from console.events.options import TieBreak
from tests.console.desk.live import Browser, LiveDesk, now_ms

pytestmark = pytest.mark.slow


def test_a_guest_enters_by_phone_where_that_is_allowed(desk: LiveDesk) -> None:
    """The TV shows where; a nickname gives a page of their own, which the phone finds again."""
    desk.new()
    phone, tv = Browser(desk), desk.person(Role.SCREEN)
    assert phone.get("/join").status == 404
    assert phone.post("/join", name="Аня").status == 404
    assert "/join" not in tv.get("/tv").text
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    assert f"{desk.host}/join" in tv.get("/tv").text
    page = phone.get("/join")
    assert page.status == 200
    assert page.text.partition("<body")[2].count("Вечер") == 1, "the event's name, once"
    entered = phone.post("/join", name="  Аня ")
    assert entered.status == 303
    assert "Аня" in phone.get(entered.headers["location"]).text
    assert phone.get("/join").headers["location"] == entered.headers["location"]
    state = desk.inside(lambda: desk.runner.event.state)
    assert [(p.name, p.checked_in) for p in state.people.values()] == [("Аня", False)]
    other = Browser(desk)
    again = other.post("/join", name="аня")
    assert again.status == 422
    assert 'value="аня"' in again.text
    assert "a guest by phone" in desk.person(Role.ORGANISER).get("/audit").text


def test_one_press_is_rid_of_what_a_joker_entered_within_a_minute(desk: LiveDesk) -> None:
    """Whoever is drawn already stays, and so does whoever the organiser has entered."""
    desk.new(check_in=False)
    organiser = desk.person(Role.ORGANISER)
    at_ms = desk.runner.now_ms() // 60_000 * 60_000

    def enter(names: Sequence[str], at_ms: int) -> None:
        for name in names:
            desk.runner.event.take(do.Enter(name), at_ms, PHONE)

    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    desk.inside(lambda: enter(["Вера", "Глеб"], at_ms))
    desk.do(do.DrawRound(0, 0, (do.Drawn((0, 2)),), seeding=(0, 1, 2, 3), by_hand=True))
    desk.inside(lambda: enter([f"junk {n}" for n in range(8)], at_ms))
    desk.inside(lambda: enter(["Даша"], at_ms + 60_000))
    form = re.search('action="/do/drop-all".*?</form>', organiser.get("/people").text)
    assert form is not None
    told = dict(re.findall('name="([^"]*)" value="([^"]*)"', form[0]))
    question = organiser.post("/do/drop-all", **told)
    assert "Глеб, junk 0" in question.text
    answer = organiser.post("/do/drop-all", **told, sure=1)
    assert "dropped out: 9" in answer.text
    state = desk.inside(lambda: desk.runner.event.state)
    left = [p.name for p in state.people.values() if not p.dropped]
    assert left == ["Аня", "Боря", "Вера", "Даша"]


def test_one_limit_holds_for_nicknames_and_nothing_of_a_longer_one_is_cut_off(
    desk: LiveDesk,
) -> None:
    """A form that lets more be typed than is taken, or cuts it off unseen, tells it too late."""
    desk.new()
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    organiser, phone, long = desk.person(Role.ORGANISER), Browser(desk), "Александра Великая"
    desk.do(do.Enter("Аня"))
    for who, page in ((phone, "/join"), (organiser, "/people"), (organiser, "/person/0")):
        field = re.search(r'at most 12 .*<input id="name"[^>]*>', who.get(page).text)
        assert field is not None, page
        assert "maxlength" not in field[0]
    for who, path, told in (
        (phone, "/join", {}),
        (organiser, "/do/enter", {"back": "/people"}),
        (organiser, "/do/rename", {"back": "/person/0", "person": 0}),
    ):
        answer = who.post(path, name=long, **told)
        assert answer.status == 422
        assert "is too long: give at most 12 characters" in answer.text
        assert f'value="{long}"' in answer.text, "all of it stays in the form"
    with pytest.raises(msgspec.ValidationError):
        LOGGED.decode(msgspec.json.encode(Logged(1, "", do.Enter("A" * 201))))


def test_where_a_guest_enters_nothing_is_said_to_somebody_formally(desk: LiveDesk) -> None:
    """Organisers read the same sentences, guests are called «ты»: these call nobody."""
    desk.new()
    phone = Browser(desk, "ru")
    told = [phone.get("/join").text]
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    told += [phone.get("/join").text]
    for name in ("Аня", "ж" * 30, "@", "Аня%"):
        Browser(desk).post("/join", name="Аня")
        told += [Browser(desk, "ru").post("/join", name=name).text]
    assert "Как тебя звать?" in told[1]
    assert "уже в списке" in told[2]
    assert not [page for page in told if re.search("[а-я](йте|ите)[^а-я]", page)]


def test_a_wrong_address_has_a_way_back_for_each(desk: LiveDesk) -> None:
    """Also one that takes forms alone."""
    desk.new()
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    guest = Browser(desk)
    guest.post("/join", name="Аня")
    ways = {
        "/": [Browser(desk), desk.person(Role.ORGANISER), desk.person(Role.SCOREKEEPER)],
        "/tv": [desk.person(Role.SCREEN)],
        "/join": [guest],
    }
    for way, browsers in ways.items():
        for browser in browsers:
            for path in ("/standing", "/do/leave"):
                page = browser.get(path)
                assert page.status in (404, 405)
                assert f'<a href="{way}">' in page.text.partition("<main")[2], (way, path)
                assert browser.get(way).status in (200, 303)


def test_a_phone_is_told_before_it_types_that_it_is_too_late_v5(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    desk.do(do.Enter("A"), do.Enter("B"))
    assert "<form" in Browser(desk).get("/join").text
    desk.do(do.End())
    page = Browser(desk).get("/join")
    assert (page.status, "too late to come in" in page.text) == (404, True)
    assert 'name="name"' not in page.text


def test_paper_names_tables_in_their_order(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(*(do.Enter(f"P{n}") for n in range(6)), *(do.TableIn(n, f"T{n}") for n in range(3)))
    persons = ((0, 1), (2, 3), (4, 5))
    drawn = tuple(do.Drawn(pair, table) for pair, table in zip(persons, (2, 0, 1), strict=True))
    desk.do(do.DrawRound(0, 0, drawn, seeding=tuple(range(6))))
    page = desk.person(Role.SCREEN).get("/print/round").text
    assert re.findall(r"<td>(T\d)</td>", page) == ["T0", "T1", "T2"]


def test_who_begins_with_yo_is_found_on_paper_beside_ye(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(*(do.Enter(name) for name in ("Яна", "Ёж", "Жук", "Енот")))
    desk.do(do.DrawRound(0, 0, (do.Drawn((0, 1)), do.Drawn((2, 3))), seeding=tuple(range(4))))
    by_name = ["Ёж", "Енот", "Жук", "Яна"]
    for role, path in ((Role.SCREEN, "/print/round"), (Role.ORGANISER, "/print/codes")):
        page = desk.person(role).get(path).text
        last = sorted(by_name, key=page.rindex)  # the round stands there by table too
        assert last == by_name, path


def test_hidden_standings_are_hidden_from_screens_until_the_end(desk: LiveDesk) -> None:
    desk.new("swiss rounds=1", check_in=False)
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    desk.inside(lambda: desk.runner.event.change(DeskSettings(standings_hidden=True)))
    screen, keeper = desk.person(Role.SCREEN), desk.person(Role.SCOREKEEPER)
    for page in ("/standings", "/print/standings"):
        assert (screen.get(page).status, keeper.get(page).status) == (404, 200)
    desk.do(do.End())
    assert screen.get("/standings").status == 200


def test_tables_are_called_what_the_organiser_says(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    table = desk.table("vm", let_in=False)
    organiser = desk.person(Role.ORGANISER)
    (waits,) = desk.inside(desk.runner.links.tables)
    assert 'name="name" maxlength="40" size="8" value="1"' in organiser.get("/tables").text
    assert organiser.post("/do/let-in", key=waits.key, name="1").status == 303
    with table.stream() as stream:
        assert stream.until(lambda state: state.table_name == "1").table == 0
        assert organiser.post("/do/table-name", table=0, name="Окно").status == 303
        assert stream.until(lambda state: state.table_name == "Окно").table == 0
    organiser.post("/do/table-new", name="1")
    assert organiser.post("/do/table-name", table=1, name="окно").status == 422
    organiser.post("/do/table-out", table=1, sure=1)
    assert organiser.post("/do/table-name", table=1, name="Дверь").status == 422
    assert not desk.inside(lambda: desk.runner.event.state.tables[1].working)


def test_nicknames_of_earlier_evenings_are_offered(desk: LiveDesk) -> None:
    desk.new()
    desk.do(do.Enter("Аня"), do.Enter("Боря"), do.Enter("Вера"))
    desk.inside(lambda: desk.runner.event.forget(1))
    desk.new()
    desk.do(do.Enter("аня"))
    page = desk.person(Role.SCOREKEEPER).get("/people").text
    assert re.findall(r'<option value="(\w+)">', page) == ["Вера"]


def test_earlier_evenings_are_read_again_only_when_they_have_changed(
    desk: LiveDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall's desk asks after each change of its own event."""
    before = desk.new()
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    now = desk.new()
    store, decode = desk.runner.store, msgspec.json.Decoder(Logged).decode
    read: list[bytes] = []

    class Counting:
        def decode(self, body: bytes) -> Logged:
            read.append(body)
            return decode(body)

    monkeypatch.setattr("console.desk.store.desk_store.LOGGED", Counting())
    for _ in range(2):
        assert desk.inside(lambda: store.nicknames(now)) == ["Аня", "Боря"]
        assert len(read) == 2
    desk.inside(lambda: DeskEvent(store, before).forget(0))
    assert desk.inside(lambda: store.nicknames(now)) == ["Боря"]


def test_the_tv_tells_the_end_once_all_is_played_v27(desk: LiveDesk) -> None:
    """After the last round nothing is drawn any more: who plays off, then who has won."""
    desk.new("swiss rounds=2", check_in=False)
    desk.do(do.Enter("Аня"), do.Enter("Боря"))
    tv, guest = desk.person(Role.SCREEN), Browser(desk)
    own = f"/p/{code_of(desk.runner.event.secret, 0)}"

    def says(page: str, *wanted: str) -> None:
        assert all(each in page for each in wanted), page
        assert ("The next round is drawn soon" in page) == ("The next round" in wanted)

    for number in range(2):
        desk.draw()
        persons = desk.runner.event.state.matches[number].persons
        order = (1, 2) if persons[0] == number else (2, 1)
        desk.do(do.Report(number, persons, order))
        if not number:
            says(tv.get("/tv").text, "The next round")
            assert "not drawn yet" in guest.get(own, **ENGLISH).text
    says(tv.get("/tv").text, "They play off soon:", "Аня", "Боря")
    assert "Winner" not in tv.get("/tv").text
    desk.do(do.PlayOff((1, 0)))
    says(tv.get("/tv").text, "All is played. The standing is final.", "<h2>Winner</h2>")
    says(tv.get("/tv").text, "Where points are equal, this decides<br>a play-off<")
    assert re.findall(r'class="big" value="1">(\w+)<', tv.get("/tv").text) == ["Боря"]
    assert "All is played. Thank you!" in guest.get(own, **ENGLISH).text
    desk.inside(lambda: desk.runner.event.change(DeskSettings(standings_hidden=True)))
    page = tv.get("/tv").text
    says(page, "All is played. The winners are told soon.")
    assert "Боря" not in page
    desk.do(do.End())
    says(tv.get("/tv").text, "The event is over. Thank you!", "<h2>Winner</h2>", "Боря")


def test_the_tv_says_why_equal_points_are_different_places_v12(desk: LiveDesk) -> None:
    desk.new("swiss rounds=2", check_in=False)
    desk.do(*(do.Enter(f"P{i}") for i in range(6)))
    tv = desk.person(Role.SCREEN)
    for number in range(2):
        desk.draw()
        for match in desk.inside(desk.runner.event.state.open_matches):
            desk.do(do.Report(match.number, match.persons, (1, 2)))
        page = tv.get("/tv").text
        if number:
            rows = desk.inside(desk.runner.standings)
            assert len({row.points for row in rows}) < len({row.place for row in rows})
            assert "this decides<br>Buchholz: the points of all opponents<" in page
        else:  # who has won is equal to who has won, and shares the place
            assert "this decides" not in page


def test_whoever_is_forgotten_is_so_in_all_events_of_the_desk_v3(desk: LiveDesk) -> None:
    """Who is called so now, there and here; nobody else, and no result goes."""
    desk.new(check_in=False)
    first = desk.runner.event.id
    desk.do(do.Enter("Insekt"), do.Enter("НЕЗАБУДКА"), do.Rename(0, "Жук"))
    desk.draw()
    desk.do(do.Report(0, (0, 1), (2, 1)))
    desk.new(check_in=False)
    second = desk.runner.event.id
    desk.do(do.Enter("Незабудка"), do.Rename(0, "Роза"))
    desk.new(check_in=False)
    desk.do(do.Enter("Роза"), do.Enter("Незабудка"))
    organiser = desk.person(Role.ORGANISER)
    asked = organiser.post("/do/forget", back="/people", person=1)
    assert "from this event and from all others of this desk" in asked.text
    assert organiser.post("/do/forget", back="/people", person=1, sure=1).status == 303

    def names(event: str) -> list[str]:
        kept = desk.inside(lambda: DeskEvent(desk.runner.store, event))
        return [kept.state.name(person) for person in kept.state.people]

    assert names(first) == ["Жук", "#2"]
    assert names(second) == ["Роза"], "who is called otherwise by now"
    assert names(desk.runner.event.id) == ["Роза", "#2"]
    assert "НЕЗАБУДКА".encode() not in desk.runner.store.whole(first)[0].encoded()
    there = desk.inside(lambda: DeskEvent(desk.runner.store, first))
    assert there.state.matches[0].places, "results stay"


ENGLISH = {"Accept-Language": "en"}


@pytest.mark.parametrize(("ties", "parts"), [((), 1), ((*TieBreak,), 2)])
def test_what_decided_takes_the_place_of_rows_on_the_tv(
    desk: LiveDesk, monkeypatch: pytest.MonkeyPatch, ties: tuple[str, ...], parts: int
) -> None:
    """A small TV shows twelve rows, or seven and five tie-breaks."""
    monkeypatch.setattr(views_public, "_decided", lambda look, rows: list(ties))
    desk.new(check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(12)), do.TableIn(0))
    desk.draw()
    assert desk.person(Role.SCREEN).get("/tv").text.count("<table>") == parts


def test_a_slip_of_an_earlier_event_says_so_and_where_a_new_one_is(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(do.Enter("Аня"))
    slip = f"/p/{code_of(desk.inside(lambda: desk.runner.event.secret), 0)}"
    options = options_of("Завтра", "ignis", ["swiss rounds=1"])
    desk.inside(lambda: desk.runner.store.new(options, 7, now_ms() + 1))
    for language, told in (
        ("en", "this slip is of another event, Вечер: the organiser has a new one"),
        ("ru", "этот листочек — от другого события, Вечер: новый, от этого, есть у организатора"),
    ):
        page = Browser(desk, language).get(slip)
        assert page.status == 404
        assert told in page.text
        assert "/join" not in page.text
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    assert '<a href="/join">' in Browser(desk).get(slip).text


def test_before_the_first_result_nobody_has_a_place(desk: LiveDesk) -> None:
    """Else all were first. They stand as they were drawn; who has a bye stands last."""
    desk.new(check_in=False)
    desk.do(*(do.Enter(name) for name in ("Аня", "Боря", "Вера", "Гоша", "Дима")))
    desk.draw()
    state = desk.inside(lambda: desk.runner.event.state)
    (drawn,) = state.stages[0].rounds
    persons = [person for number in drawn.matches for person in state.matches[number].persons]
    names = [state.name(person) for person in (*persons, drawn.byes[0].person)]
    screen, keeper = desk.person(Role.SCREEN), desk.person(Role.SCOREKEEPER)

    def shown(page: str) -> list[tuple[str, str]]:
        return re.findall(r'<tr[^>]*><td class="number">(.*?)</td><td>(.*?)</td>', page)

    for page in (screen.get("/tv"), keeper.get("/standings"), screen.get("/print/standings")):
        assert shown(page.text) == [("–", name) for name in names]
    assert keeper.get("/files/standings.csv").text.splitlines()[1].startswith(f",{names[0]},")
    guest = f"/p/{code_of(desk.inside(lambda: desk.runner.event.secret), 0)}"
    assert "Place" not in Browser(desk).get(guest).text
    desk.do(do.Report(0, state.matches[0].persons, (2, 1)))
    assert "–" not in dict(shown(screen.get("/tv").text))
    assert "Place" in Browser(desk).get(guest).text
