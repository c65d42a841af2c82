"""The desk's pages and forms: every route in every role, and what people do there."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from console.desk.access import Role
from console.desk.store.kept import DeskSettings
from console.desk.web.commands import COMMANDS
from console.desk.web.desk_web import JOINS_FROM_ONE
from console.desk.web.page_request import PAGES, table_words
from console.desk.web.routes import ALL
from console.desk.web.views_public import FILES
from console.events import actions as do
from console.events.options import (
    Elimination,
    Roundless,
    RoundRobin,
    Strikes,
    StrikesKind,
    TieBreak,
)
from console.i18n import Words
from tests.console.desk.live import Answer, Browser, LiveDesk

pytestmark = pytest.mark.slow


@pytest.fixture
def drawn(desk: LiveDesk) -> LiveDesk:
    """Six people, two tables, a round."""
    desk.new(check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(6)), do.TableIn(0), do.TableIn(1))
    desk.draw()
    return desk


def path_of(route: str) -> str:
    return route.replace("{number:number}", "0")


@pytest.mark.parametrize("role", [None, *Role])
def test_every_page_in_every_role(drawn: LiveDesk, role: Role | None) -> None:
    browser = Browser(drawn) if role is None else drawn.person(role)
    for route, (wanted, _) in ALL.items():
        answer = browser.get(path_of(route))
        if role is None:
            assert (answer.status, answer.headers["location"]) == (303, "/enter"), route
        elif role.may(wanted):
            assert answer.status == 200, route
        else:
            assert answer.status == 403, route
            assert "P0" not in answer.text, route
    for name, (wanted, *_) in FILES.items():
        answer = browser.get(f"/files/{name}")
        may = role is not None and role.may(wanted)
        assert answer.status == (303 if role is None else 200 if may else 403), name


@pytest.mark.parametrize("role", [None, *Role])
def test_every_deed_in_every_role(drawn: LiveDesk, role: Role | None) -> None:
    browser = Browser(drawn) if role is None else drawn.person(role)
    before = drawn.inside(lambda: drawn.runner.event.running.log)
    for name, command in COMMANDS.items():
        if role is not None and role.may(command.role):
            continue
        answer = browser.post(f"/do/{name}", match=0, person=0, table=0, name="X", sure=1)
        assert answer.status == (303 if role is None else 403), name
    assert drawn.inside(lambda: drawn.runner.event.running.log) == before


def test_a_deed_comes_by_a_form_of_ours_alone(drawn: LiveDesk) -> None:
    organiser = drawn.person(Role.ORGANISER)
    cookie = {"Cookie": organiser.cookie}
    for headers, status in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "null"}, 403),
    ):
        assert drawn.ask("POST", "/do/end", b"sure=1", {**cookie, **headers}).status == status
    assert drawn.ask("GET", "/do/end?sure=1", None, cookie).status == 405
    assert not drawn.inside(lambda: drawn.runner.event.state.ended)
    page = organiser.get("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "style=" not in page.text
    assert "HttpOnly" in Browser(drawn).post("/enter", code=code(drawn)).headers["set-cookie"]


def code(desk: LiveDesk) -> str:
    return desk.inside(lambda: desk.runner.access.invite(Role.SCREEN, "", desk.runner.now_ms()))


def test_a_code_lets_one_in_once_and_is_not_guessed(desk: LiveDesk) -> None:
    given = code(desk)
    answer = Browser(desk).post("/enter", code=f"{given[:3]} {given[3:6]} {given[6:]}")
    assert (answer.status, answer.headers["location"]) == (303, "/tv")
    assert "SameSite=strict" in answer.headers["set-cookie"]
    assert Browser(desk).post("/enter", code=given).status == 410
    for _ in range(4):
        assert Browser(desk).post("/enter", code="0").status == 410
    assert Browser(desk).post("/enter", code=code(desk)).status == 429
    invite, now_ms = desk.runner.access.invite, desk.runner.now_ms()
    address = desk.inside(lambda: invite(Role.ORGANISER, "", now_ms, typed=False))
    assert Browser(desk).post("/enter", code=address).status == 303, "others' tries keep it out"


def test_markup_in_names_is_text(desk: LiveDesk) -> None:
    desk.new(check_in=False)
    desk.do(do.Enter("<b>x</b>"), do.Enter("\"'>&"), do.TableIn(0, "<i>T</i>"))
    desk.draw()
    organiser = desk.person(Role.ORGANISER, "<u>me</u>")
    for route in ALL:
        text = organiser.get(path_of(route)).text
        assert not re.search("<(b>x|i>T|u>me)", text), route
    answer = organiser.post("/do/enter", back="/people", name="<script>1</script>")
    assert answer.status == 422
    assert "<script>1" not in answer.text
    assert "&lt;script&gt;1" in answer.text


def test_an_evening_by_forms(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    assert organiser.get("/").headers["location"] == "/new"
    fields = {"name": "Вечер", "game": "ignis", "format": "swiss", "rounds": "2", "best_of": "1"}
    assert organiser.post("/do/new-event", **fields).status == 303
    done = organiser.post("/do/paste", back="/people", names="Лена\nFedya\nAnya\n\nTim\nZoya")
    assert "entered: 5" in done.text
    assert organiser.post("/do/table-new", back="/tables", name="A").status == 303
    assert organiser.post("/do/table-new", back="/tables", name="B").status == 303
    assert "draw the first round" in organiser.get("/").text
    assert organiser.post("/do/draw", back="/round").status == 303
    page = organiser.get("/round").text
    assert page.count('<li class="card') == 2
    assert page.count('Why do they meet?</summary><p class="said">') == 2
    match = desk.inside(lambda: desk.runner.event.state.matches[0])
    answer = organiser.post("/do/report", back="/round", match=0, first=match.persons[0])
    assert answer.headers["location"] == "/round"
    fields = {f"place-{p}": str(i + 1) for i, p in enumerate(match.persons[::-1])}
    assert organiser.post("/do/correct", back="/match/0", match=0, **fields).status == 303
    assert desk.inside(lambda: desk.runner.event.state.matches[0].places) == (2, 1)
    page = organiser.get("/match/0").text
    assert "Why do they meet?" in page, "what it tells is of the draw, before the result"
    assert page.index("<b>1.</b>") < page.index("<b>2.</b>"), "the winner is read first"
    bad = organiser.post("/do/correct", back="/match/0", match=0, **dict.fromkeys(fields, "7"))
    assert bad.status == 422
    assert "are no places" in bad.text
    assert bad.text.count('value="7"') == 2, "nothing typed is lost"
    half = organiser.post("/do/correct", back="/match/0", match=0, **dict(list(fields.items())[:1]))
    assert half.status == 422
    assert "give a place for each person" in half.text
    asked = organiser.post("/do/undo", back="/audit", line=0)
    assert asked.status == 200
    assert "Undo line 1?" in asked.text
    refused = organiser.post("/do/undo", back="/audit", line=0, sure=1)
    assert refused.status == 422
    assert "undo that line first" in refused.text
    desk.do(do.Rename(4, "Pia"))
    assert organiser.post("/do/pause", back="/settings").status == 303
    assert organiser.post("/do/resume", back="/settings").status == 303
    second = desk.inside(lambda: desk.runner.event.state.matches[1])
    organiser.post("/do/report", back="/round", match=1, first=second.persons[1])
    settings = {"calls_itself": "1", "draws_itself": "1", "desks": "192.168.1.5:8470"}
    assert organiser.post("/do/settings", back="/settings", **settings).status == 303
    assert len(desk.inside(lambda: desk.runner.event.state.stages[0].rounds)) == 2
    asked = organiser.post("/do/end", back="/settings")
    assert "still open: 2" in asked.text
    assert organiser.post("/do/end", back="/settings", sure=1).status == 303
    audit = organiser.get("/audit").text
    assert "the event has ended" in audit
    was = re.search("result of match 1 corrected: (.*) \\(before: (.*)\\)<", audit)
    assert was
    assert was[1] != was[2], "what a correction has replaced"
    assert all(result.startswith("1. ") for result in was.groups())
    assert "Zoya is called Pia" in audit, "as they were called before"
    assert "the desk by itself" in audit


def test_why_a_free_table_is_not_called_is_seen(desk: LiveDesk) -> None:
    """How many wait, and how many sit at the table that is free."""
    desk.new("group_swiss rounds=1 size=5", "chaos", check_in=False)
    desk.do(*(do.Enter(f"G{n}") for n in range(5)))
    desk.do(do.TableIn(0, "A", 8), do.TableIn(1, "B", 4))
    organiser = desk.person(Role.ORGANISER)
    assert "seats" not in organiser.get("/").text, "nobody waits"
    assert organiser.post("/do/draw", back="/").status == 303
    assert organiser.post("/do/table-out", back="/", table=0, sure=1).status == 303
    page = organiser.get("/").text
    assert "free · 4 seats" in page
    assert "(5)" in page


def test_ten_thousand_lines_are_pasted(desk: LiveDesk) -> None:
    desk.new("elimination")
    organiser = desk.person(Role.ORGANISER)
    names = [f"Гость {number}" for number in range(9990)]
    wrong = ["гость 0", "<b>", "слишком длинное прозвище", "Гость 1", "!!!"]
    answer = organiser.post("/do/paste", back="/people", names="\n".join((*names, *wrong)))
    assert answer.status == 422
    assert "entered: 9990; not entered: 5" in answer.text
    (kept,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    assert html.unescape(kept).split("\n") == wrong, "who has entered does not stay in the form"
    told = re.findall(r"line (\d+): ", answer.text)
    assert told == ["1", "2", "3", "4", "5"], "they are counted as they stand there"
    for line in wrong:
        assert line.replace("<", "&lt;").replace(">", "&gt;") in answer.text
    assert len(desk.inside(lambda: desk.runner.event.state.people)) == 9990
    assert "Гость 77" in organiser.get("/people?q=%D0%B3%D0%BE%D1%81%D1%82%D1%8C+77").text
    checked = organiser.post("/do/check-in-all", back="/people")
    assert "checked in: 9990" in checked.text


def test_a_change_by_hand_tells_what_it_breaks(drawn: LiveDesk) -> None:
    organiser = drawn.person(Role.ORGANISER)
    state = drawn.inside(lambda: drawn.runner.event.state)
    for number in range(3):
        organiser.post("/do/report", match=number, first=state.matches[number].persons[0])
    organiser.post("/do/draw", back="/round")
    first, other = state.matches[3].persons, state.matches[4].persons
    met = {frozenset(state.matches[n].persons) for n in range(3)}
    pairs = ((a, b) for a in first for b in (*other, *state.matches[5].persons))
    one, two = next(
        (a, b) for a, b in pairs if frozenset((b, *(p for p in first if p != a))) in met
    )
    asked = organiser.post("/do/swap", back="/round", one=one, other=two)
    assert "This breaks rules of the draw" in asked.text
    assert "have met in round 1" in asked.text
    assert organiser.post("/do/swap", back="/round", one=one, other=two, sure=1).status == 303
    assert "have met in round 1" in organiser.get("/round").text
    asked = organiser.post("/do/withdraw", back="/round", round=1)
    assert "Withdraw round 2" in asked.text
    assert organiser.post("/do/withdraw", back="/round", round=1, sure=1).status == 303
    assert len(drawn.inside(lambda: drawn.runner.event.state.stages[0].rounds)) == 1


def test_a_guest_sees_their_own_alone(drawn: LiveDesk) -> None:
    secret = drawn.inside(lambda: drawn.runner.event.secret)
    from console.desk.personal import code_of

    drawn.do(do.TableIn(0, "Left"), do.TableIn(1, "Right"))
    page = Browser(drawn).get(f"/p/{code_of(secret, 0)}")
    assert page.status == 200
    assert "<h1>P0</h1>" in page.text
    assert re.search(r'<h2 class="said">table (Left|Right)<', page.text), (
        "they are told where to go, and what that is"
    )
    match = next(m for m in drawn.runner.event.state.matches.values() if 0 in m.persons)
    shown = {f"P{person}" for person in match.persons}
    assert set(re.findall(r"\bP\d\b", page.text)) == shown
    assert "/do/" not in page.text
    assert Browser(drawn).get("/p/aaaaaaaaaa").status == 404
    assert Browser(drawn).get("/live").status == 404


@pytest.mark.parametrize("path", ["/p/aaaaaaaaaa", "/tables/7/nothing", "/Round"])
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "there is nothing at this address"), ("ru", "по этому адресу ничего нет")],
)
def test_an_address_typed_wrong_is_answered_in_words(
    drawn: LiveDesk, path: str, language: str, said: str
) -> None:
    answer = Browser(drawn, language).get(path)
    assert answer.status == 404
    assert said in answer.text
    assert 'href="/tv"' not in answer.text, "a guest has no page to go back to"


def test_who_enters_in_too_great_a_throng_is_told_to_wait(drawn: LiveDesk) -> None:
    drawn.inside(lambda: drawn.runner.event.change(DeskSettings(entry_by_phone=True)))
    guest = Browser(drawn)
    tries = (guest.post("/join", name="") for _ in range(4 * JOINS_FROM_ONE))
    refused = next(answer for answer in tries if answer.status == 429)
    assert "wait a minute" in refused.text


def test_russian_first_and_english(drawn: LiveDesk) -> None:
    organiser = drawn.person(Role.ORGANISER)
    organiser.language = "ru"
    assert '<html lang="ru">' in organiser.get("/").text
    organiser.language = "xx"
    answer: Answer = organiser.get("/?lang=ru")
    assert '<html lang="ru">' in answer.text
    assert "khvatka_lang=ru" in answer.headers["set-cookie"]
    for path in ("/", "/round"):  # whoever is nobody yet keeps the language on the way in
        assert Browser(drawn).get(f"{path}?lang=ru").headers["location"] == "/enter?lang=ru"
    assert Browser(drawn).get("/?lang=xx").headers["location"] == "/enter"
    asked = organiser.post("/do/end", back="/round?stage=1&round=1")
    assert 'href="/round?stage=1&amp;round=1&amp;lang=ru"' in asked.text, "a question is no page"
    assert 'href="/enter?code=A&amp;lang=ru"' in Browser(drawn).get("/enter?code=A").text


def test_bundle_goes_out_and_in(drawn: LiveDesk, tmp_path: Path) -> None:
    organiser = drawn.person(Role.ORGANISER)
    bundle = organiser.get("/files/event.khvatka").text
    other = LiveDesk(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    try:
        there = other.person(Role.ORGANISER)
        mark = "----khvatka"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="e"\r\n\r\n'
        body = f"{head}{bundle}\r\n--{mark}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={mark}", "Cookie": there.cookie}
        assert other.ask("POST", "/do/import", body, kind).status == 303
        assert other.inside(lambda: other.runner.event.running.log) == drawn.inside(
            lambda: drawn.runner.event.running.log
        )
        half = body.replace(b'"do":"draw"', b"")
        assert other.ask("POST", "/do/import", half, kind).status == 422
    finally:
        other.end()


def test_the_rules_of_the_game_are_chosen_with_a_new_event(desk: LiveDesk) -> None:
    organiser = desk.person(Role.ORGANISER)
    organiser.language = "ru"
    page = organiser.get("/new").text
    assert all(f'name="rule-chaos-specials-{part}"' in page for part in ("grab", "palm", "left"))
    assert "Карты «ладонь»" in page
    fields = {"name": "Ночь", "game": "chaos", "format": "group_swiss", "rounds": 2, "size": 4}
    own = {"rule-chaos-specials-grab": 8, "rule-iota-short": "true"}
    wrong = organiser.post("/do/new-event", back="/new", **fields, **own)
    assert wrong.status == 422
    assert "не подходят друг к другу" in wrong.text
    assert 'value="8"' in wrong.text, "what was typed stays"
    own |= {"rule-chaos-specials-grab": 2, "rule-chaos-specials-palm": 4}
    own["rule-chaos-last_card"] = "classic"
    assert organiser.post("/do/new-event", **fields, **own, prizes=2).status == 303
    options = desk.inside(lambda: desk.runner.event.state.options)
    assert options.rules == {
        "last_card": "classic",
        "specials": {"grab": 2, "palm": 4, "all": 2, "left": 2},
    }
    assert options.prizes == 2
    fields |= {"game": "elements", "format": "swiss", "name": "Тихо"}
    rules = {"rule-elements-rounds": 3, "rule-elements-concede": "false", "sure": 1}
    assert organiser.post("/do/new-event", **fields, **rules).status == 303
    options = desk.inside(lambda: desk.runner.event.state.options)
    assert options.rules == {"concede": False, "rounds": 3}


def test_all_that_a_format_has_is_chosen_with_a_new_event(desk: LiveDesk) -> None:
    """V13, V17, V18, V20: also the tie-breaks and their order."""
    organiser = desk.person(Role.ORGANISER)
    fields = {"name": "Ночь", "game": "chaos", "format": "strikes", "size": 4, "through": 4}
    fields |= {"kind": "progressive", "then-format": "elimination", "then-third_place": "1"}
    ties = {"tie-1": "wins", "tie-2": "", "tie-3": "buchholz", "tie-4": "", "tie-5": ""}
    wrong = organiser.post("/do/new-event", back="/new", **fields, **{**ties, "tie-2": "wins"})
    assert wrong.status == 422
    assert "a tie-break stands twice" in wrong.text
    assert '<option value="progressive" selected>' in wrong.text, "what was typed stays"
    assert organiser.post("/do/new-event", **fields, **ties).status == 303
    options = desk.inside(lambda: desk.runner.event.state.options)
    assert options.stages == (
        Strikes(size=4, kind=StrikesKind.PROGRESSIVE, through=4),
        Elimination(third_place=True),
    )
    assert options.tie_breaks == (TieBreak.WINS, TieBreak.BUCHHOLZ)
    again = {"name": "Круг", "game": "ignis", "format": "round_robin", "cycles": 2, "sure": 1}
    assert organiser.post("/do/new-event", **again, **dict.fromkeys(ties, "")).status == 303
    options = desk.inside(lambda: desk.runner.event.state.options)
    assert (options.stages, options.tie_breaks) == ((RoundRobin(cycles=2),), ())
    pairs = {**again, "game": "elements", "format": "roundless", "size": 4, "matches": 3}
    assert organiser.post("/do/new-event", **pairs).status == 303, "of a game for two: two"
    options = desk.inside(lambda: desk.runner.event.state.options)
    assert options.stages == (Roundless(matches=3),)


def test_what_decided_between_equal_points_is_shown(drawn: LiveDesk) -> None:
    """V13: on the page, on paper and in the file, not on the TV."""
    first, *rest = drawn.runner.event.state.open_matches()
    drawn.do(do.Report(first.number, first.persons, (1, 2)))
    drawn.do(*(do.Report(match.number, match.persons, (1, 1)) for match in rest))
    organiser = drawn.person(Role.ORGANISER)
    names = ("Buchholz", "Berger", "head to head", "won")
    for page in ("/standings", "/print/standings"):
        assert all(f'tie">{name}</th>' in organiser.get(page).text for name in names)
    assert "Buchholz" not in organiser.get("/tv").text
    head, best, *_ = organiser.get("/files/standings.csv").text.splitlines()
    assert head.removeprefix("\ufeff") == f"place,who,points,{','.join(names)},opponents met"
    assert best == f"1,{drawn.runner.event.state.name(first.persons[0])},1,0,0,0,1,1"


def test_lines_that_cannot_be_stay_in_the_form_one_a_line(drawn: LiveDesk) -> None:
    organiser = drawn.person(Role.ORGANISER)
    told = organiser.post("/do/paste", back="/people", names="Ok\np1\n<b>\np2").text
    assert 'rows="5">\np1\n&lt;b&gt;\np2</textarea>' in told


def test_without_rounds_all_matches_are_shown_those_under_way_first(desk: LiveDesk) -> None:
    """V19: none of them is a round's, and no next round is offered."""
    desk.new("roundless matches=3 size=2", check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(6)), *(do.TableIn(n) for n in range(3)))
    desk.draw()
    state = desk.inside(lambda: desk.runner.event.state)
    assert len(state.matches) == 3, "free tables have called"
    desk.do(do.Report(0, state.matches[0].persons, (1, 2)))
    text = desk.person(Role.ORGANISER).get("/round").text
    shown = re.findall(r'<a href="/match/(\d+)">', text)
    assert sorted(shown, key=int) == [str(number) for number in range(len(shown))]
    assert len(shown) >= 3
    assert shown[-1] == "0", "it is over"
    assert "<h1>All matches</h1>" in text
    assert "next round" not in text


def test_who_is_out_by_strikes_has_strikes_and_no_points(desk: LiveDesk) -> None:
    """V18, V20: the column is what the places go by."""
    desk.new("strikes size=2 strikes=3", check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(2)))
    desk.draw()
    (match,) = desk.inside(lambda: list(desk.runner.event.state.matches.values()))
    desk.do(do.Report(0, match.persons, (1, 2)))
    text = desk.person(Role.ORGANISER).get("/standings").text
    assert re.findall(r'<th scope="col" class="number">(\w+)', text) == ["strikes", "opponents"]
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", text)
    won, lost = (f"P{person}" for person in match.persons)
    assert cells == ["1", won, "0", "1", "2", lost, "1", "1"]
    desk.new("elimination", check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(2)))
    desk.draw()
    text = desk.person(Role.ORGANISER).get("/standings").text
    assert "points" not in text


def test_a_number_that_is_not_possible_is_named_as_its_field_is(desk: LiveDesk) -> None:
    """By no name that only the program knows, in either language."""
    organiser = desk.person(Role.ORGANISER)
    good = {"name": "Вечер", "game": "chaos", "format": "group_swiss", "rounds": 3, "size": 4}
    for wrong, says in (
        ({"size": 9}, "“people in a group”: 9 is not possible, give 2 to 8"),
        ({"rounds": ""}, "fill in “rounds”: give a number"),
        ({"prizes": -1}, "“First places that nobody shares: a duel on the pad decides”: -1"),
        ({"rule-chaos-specials-grab": 99}, "“Cards “grab””: 99 is not possible, give 0 to 8"),
    ):
        told = organiser.post("/do/new-event", back="/new", **{**good, **wrong})
        assert told.status == 422
        assert says in html.unescape(told.text)
    organiser.language = "ru"
    told = organiser.post("/do/new-event", back="/new", **{**good, "size": 9})
    assert "«людей в группе»: 9 не бывает, укажите от 2 до 8" in html.unescape(told.text)


@pytest.mark.parametrize(
    ("stage", "counted"),
    [
        ("strikes strikes=2 size=2", ["strikes"]),
        ("elimination", []),
        ("swiss rounds=2", ["points"]),
    ],
)
def test_a_file_of_the_standing_has_the_columns_of_its_page(
    desk: LiveDesk, stage: str, counted: list[str]
) -> None:
    """V18, V20: formats in which one is out have no points."""
    desk.new(stage, check_in=False, tie_breaks=())
    desk.do(*(do.Enter(f"P{number}") for number in range(4)))
    desk.draw()
    (first, *_) = desk.inside(desk.runner.event.state.open_matches)
    desk.do(do.Report(first.number, first.persons, (1, 2)))
    text = desk.person(Role.ORGANISER).get("/files/standings.csv").text
    head, *rows = text.removeprefix("\ufeff").splitlines()
    assert head.split(",") == ["place", "who", *counted, "opponents met"]
    assert [len(row.split(",")) for row in rows] == [3 + len(counted)] * 4


def test_who_did_not_come_stays_in_the_event_and_the_desk_says_so(drawn: LiveDesk) -> None:
    match, *_ = drawn.inside(drawn.runner.event.state.open_matches)
    person = match.persons[0]
    asked = drawn.person(Role.SCOREKEEPER).post("/do/no-show", match=match.number, person=person)
    assert "stay in the event, unless they drop out" in asked.text
    drawn.do(do.NoShow(match.number, person))
    assert drawn.inside(lambda: drawn.runner.event.state.people[person].present)


@pytest.mark.parametrize(
    ("name", "told"), [("3", "стол 3"), ("Стол у окна", "Стол у окна"), ("У окна", "стол У окна")]
)
def test_a_table_whose_name_says_that_it_is_one_is_called_so_once(name: str, told: str) -> None:
    assert table_words(Words("ru"), name) == told


def test_a_sentence_begins_with_a_capital_and_a_name_as_it_is_written(desk: LiveDesk) -> None:
    desk.new()
    organiser = desk.person(Role.ORGANISER)
    for _ in range(2):
        answer = organiser.post("/do/enter", name="eve")
    assert '<p class="wrong" role="alert">eve has entered already' in answer.text
    answer = organiser.post("/do/enter", name="")
    assert '<p class="wrong said" role="alert">' in answer.text
    assert re.search('<a class="said" href="/[a-z]+">', organiser.get("/").text)  # what to do next
    css = (PAGES / "desk.css").read_text("utf-8")
    assert [*re.findall(r"(\S+)::first-letter", css)] == ["h2.small", ".said"]
