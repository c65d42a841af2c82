"""Tables at a real desk, by HTTP on loopback (``console/link/README.md``)."""

from __future__ import annotations

import hashlib
import hmac
import socket
from collections import Counter
from collections.abc import Iterator
from threading import Event

import msgspec
import pytest
from msgspec.structs import replace

from console.desk.access import Role
from console.desk.formats import options_of
from console.events import actions as do
from console.link.messages import (
    Assignment,
    Begun,
    Enters,
    Here,
    Join,
    Outcome,
    OutOfOrder,
    PadReady,
    ResultAnswer,
    ResultBundle,
    ResultSent,
)
from console.web.guards import RefusalWord
from drivers.errors import ConfigError
from tests.console.desk.live import PATIENCE_S, LiveDesk, LiveTable, now_ms

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(url: str) -> Iterator[LiveDesk]:
    opened = LiveDesk(url)
    yield opened
    opened.end()


def people(desk: LiveDesk, count: int, stage: str = "swiss rounds=3", game: str = "ignis") -> None:
    desk.new(stage, game, check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(count)))


def result(assignment: Assignment, table: int, id_: str, first: int = 0) -> ResultSent:
    persons = tuple(placed.person for placed in assignment.persons)
    places = (1, 2) if first == 0 else (2, 1)
    return ResultSent(
        id=id_,
        table=table,
        match=assignment.match,
        game=assignment.game_n,
        persons=persons,
        places=places,
    )


def assigned(table: LiveTable) -> Assignment:
    with table.stream() as stream:
        fits = stream.until(lambda state: state.match is not None)
        assert fits.match is not None
        return fits.match


def test_a_table_joins_with_a_code_and_is_let_in(desk: LiveDesk) -> None:
    desk.new()
    wrong = Join(code="000000", name="A", seats_n=4, games=(), version="1")
    assert desk.ask("POST", "/link/join", msgspec.json.encode(wrong)).status == 410
    table = desk.table("Буфет", let_in=False)
    waiting = desk.inside(desk.runner.links.tables)
    assert [(t.number, t.name, t.check) for t in waiting] == [(None, "Буфет", table.joined.check)]
    assert table.joined.token not in str(waiting)
    assert table.tell(Enters("Лена")) == 409, "it is not let in yet"
    with table.stream() as stream:
        assert stream.until().table is None
        desk.inside(lambda: desk.runner.let_in(waiting[0].key, "organiser"))
        state = stream.until(lambda s: s.table is not None)
        assert (state.table, state.table_name, state.name) == (0, "Буфет", "Вечер")
        assert desk.inside(desk.runner.links.tables)[0].seen_ms
        desk.inside(lambda: desk.runner.links.remove(waiting[0].key))
    with table.stream() as stream:
        assert stream.status == 401


def test_who_fills_the_list_of_those_who_ask_is_sent_away_at_a_press(
    desk: LiveDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is let in by digits of its own, whoever is let in stays."""
    desk.new()
    organiser, inside = desk.person(Role.ORGANISER), desk.table("in")
    drawn = iter((111_111, 7, 222_222, 7, 7, 8, 333_333, 9))
    monkeypatch.setattr("console.desk.links.secrets.randbelow", lambda most: next(drawn))
    monkeypatch.setattr("console.desk.links.MOST_WAITING", 2)
    asked = [desk.table("?", let_in=False) for _ in range(2)]
    assert [table.joined.check for table in asked] == ["0007", "0008"]
    assert "/do/send-all-away" in organiser.get("/tables").text
    assert "Send all away that ask" in organiser.post("/do/send-all-away", back="/tables").text
    assert organiser.post("/do/send-all-away", back="/tables", sure=1).status == 303
    assert "/do/send-all-away" not in organiser.get("/tables").text
    desk.table("meant", let_in=False)
    assert [t.name for t in desk.inside(desk.runner.links.tables)] == ["in", "meant"]
    with inside.stream() as stream:
        assert stream.until().table == 0


def test_a_round_is_played_by_tables_alone(desk: LiveDesk) -> None:
    people(desk, 6)
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    first = assigned(tables[0])
    with tables[0].stream() as stream:
        state = stream.until()
        assert [set(up.names) & {"P0", "P1", "P2", "P3", "P4", "P5"} for up in state.next]
        assert tables[0].tell(Here(first.match, first.persons[0].person)) == 204
        assert tables[0].tell(Begun(first.match)) == 204
        assert tables[0].tell(Begun(first.match)) == 204, "said again it changes nothing"
        answer = tables[0].send(result(first, 0, "r1"))
        assert isinstance(answer, ResultAnswer)
        assert answer.outcome is Outcome.TAKEN
        second = stream.until(lambda s: s.match is not None and s.match.match != first.match).match
    assert second is not None, "who waited was called by itself"
    again = tables[0].send(result(first, 0, "r1"))
    assert again == answer
    other = tables[0].send(result(first, 0, "r1", first=1))
    assert isinstance(other, ResultAnswer)
    assert other.outcome is Outcome.DISPUTED


def test_a_table_that_had_no_answer_hears_that_its_result_was_taken_back(desk: LiveDesk) -> None:
    """Else it would take the call that came since for the one that it has answered."""
    people(desk, 2)
    table = desk.table("A")
    desk.draw()
    sent = result(assigned(table), 0, "r1")
    taken = table.send(sent)
    assert isinstance(taken, ResultAnswer)
    assert taken.line is not None
    desk.do(do.Undo(taken.line))
    assert table.send(sent) == replace(taken, taken_back=True)
    desk.do(do.Undo(taken.line + 1))
    assert table.send(sent) == taken


def test_nobody_is_called_to_a_table_with_too_few_seats(desk: LiveDesk) -> None:
    """V15, V24; and what a table tells is told in the organiser's language."""
    people(desk, 13, "group_swiss rounds=3 size=4", "chaos")
    tables = [desk.table(name) for name in "ABC"]
    desk.draw()
    matches = desk.inside(lambda: list(desk.runner.event.state.matches.values()))
    assert sorted(len(match.persons) for match in matches) == [3, 3, 3, 4]
    tables[0].tell(OutOfOrder("it has too few seats"))
    organiser = desk.person(Role.ORGANISER)
    organiser.language = "ru"
    for page in ("/", "/tables"):
        assert "не работает: за ним мало мест" in organiser.get(page).text
    desk.do(do.TableIn(0), do.WithdrawRound(0), do.FixTable(0, 0))
    one, two = ("P0,P1,P2,P3,P4", "P5,P6,P7,P8,P9,P10,P11,P12")
    assert "too few seats" not in organiser.get("/").text
    organiser.post("/do/draw-by-hand", lines=f"{one}\n{two}", sure=1)
    told = organiser.get("/").text
    assert "во встрече 5 людей: 5" in told
    assert "во встрече 6 людей: 8" in told


def test_a_table_writes_its_own_results_only(desk: LiveDesk) -> None:
    people(desk, 4)
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    own, foreign = assigned(tables[0]), assigned(tables[1])
    answer = tables[0].send(result(foreign, 0, "x"))
    assert isinstance(answer, ResultAnswer)
    assert (answer.outcome, answer.why) == (
        Outcome.REFUSED,
        f"match {foreign.match + 1} was never called to table A",
    )
    answer = tables[0].send(result(foreign, 1, "y"))
    assert isinstance(answer, ResultAnswer)
    assert answer.why == "table A sends a result of table B"
    assert tables[0].send(result(own, 0, "z"), digest="0" * 64) == 400
    assert tables[0].tell(Begun(foreign.match)) == 409
    assert tables[0].tell(Here(foreign.match, foreign.persons[0].person)) == 409
    free = ResultSent(id="free", table=0, match=None, plays="iota", persons=(), places=(1, 2))
    answer = tables[0].send(free)
    assert isinstance(answer, ResultAnswer)
    assert answer.outcome is Outcome.TAKEN
    kept = desk.inside(lambda: desk.runner.store.results(desk.runner.event.id))
    assert {r.id: str(r.why) if r.why else None for r in kept} == {
        "x": f"match {foreign.match + 1} was never called to table A",
        "y": "table A sends a result of table B",
        "free": None,
    }


def test_a_result_comes_late_from_a_table_that_its_match_has_left(desk: LiveDesk) -> None:
    people(desk, 2)
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    at = desk.inside(lambda: desk.runner.event.state.matches[0].table)
    assert at is not None
    match = assigned(tables[at])
    assert tables[at].tell(OutOfOrder("the pad is silent")) == 204
    assert tables[at].tell(OutOfOrder("the pad is silent")) == 204
    assert assigned(tables[1 - at]).match == match.match
    answer = tables[at].send(result(match, at, "late"))
    assert isinstance(answer, ResultAnswer)
    assert answer.outcome is Outcome.TAKEN
    assert tables[at].tell(OutOfOrder("")) == 204
    assert desk.inside(lambda: desk.runner.event.state.tables[at].working)


def test_a_table_that_was_taken_out_by_hand_does_not_come_back_by_itself(desk: LiveDesk) -> None:
    people(desk, 2)
    table = desk.table("A")

    def works() -> bool:
        return desk.inside(lambda: desk.runner.event.state.tables[0].working)

    desk.do(do.TableOut(0))
    for why in ("its pad is silent", ""):
        assert table.tell(OutOfOrder(why)) == 204
        assert not works()
    desk.do(do.TableIn(0))
    assert table.tell(OutOfOrder("its pad is silent")) == 204
    assert not works()
    assert table.tell(OutOfOrder("")) == 204
    assert works()


def test_free_play_is_told_and_counts_nowhere(desk: LiveDesk) -> None:
    """What, where, when, how many: each once, in the audit and in a file; nobody is named."""
    people(desk, 2)
    table, scorer = desk.table("A"), desk.person(Role.SCOREKEEPER)
    desk.draw()
    before = desk.inside(lambda: (desk.runner.event.running.log, desk.runner.standings()))
    free = ResultSent(id="f", table=0, match=None, plays="iota", persons=(), places=(1, 3, 2))
    for _ in range(2):
        answer = table.send(free)
        assert isinstance(answer, ResultAnswer)
        assert (answer.outcome, answer.line) == (Outcome.TAKEN, None)
    bad = (
        replace(free, id="b1", persons=(0, 1, 2)),
        replace(free, id="b2", plays=""),
        replace(free, id="b3", places=(-1,)),
    )
    for sent in bad:
        answer = table.send(sent)
        assert isinstance(answer, ResultAnswer)
        assert answer.outcome is Outcome.REFUSED, sent.id
    for sent in (
        replace(free, id="b4", places=(1,) * 9),
        replace(free, id="b5", plays="x" * 65),
    ):
        assert table.send(sent) == 400, "no result is so long"
    page = scorer.get("/audit").text
    assert page.count("3 players") == 1
    assert "IOTA · 3 players" in page
    rows = scorer.get("/files/free.csv").text.splitlines()
    assert len(rows) == 2
    assert rows[1].endswith(",A,IOTA,3")
    assert desk.inside(lambda: (desk.runner.event.running.log, desk.runner.standings())) == before


def test_people_sign_up_at_a_table(desk: LiveDesk) -> None:
    desk.new()
    table = desk.table("A")
    assert table.tell(Enters("Лена")) == 204
    assert table.tell(Enters("лена")) == 204
    assert table.tell(Enters("<script>")) == 409
    state = desk.inside(lambda: desk.runner.event.state)
    assert [(p.name, p.present) for p in state.people.values()] == [("Лена", True)]


def test_one_table_enters_so_many_and_no_more(
    desk: LiveDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.desk.runner.MOST_AT_A_TABLE", 3)
    desk.new()
    table, other = desk.table("A"), desk.table("B")
    organiser = desk.person(Role.ORGANISER)
    with table.stream() as stream:
        assert stream.until().entry_open
        assert [table.tell(Enters(f"P{n}")) for n in range(3)] == [204] * 3
        assert "nobody more does: A" in organiser.get("/").text
        assert not stream.until(lambda s: not s.entry_open).entry_open, "its menu offers it no more"
    assert table.tell(Enters("P3")) == 409
    assert table.tell(Enters("p1")) == 204, "who has entered may say so again"
    assert other.tell(Enters("P3")) == 204
    desk.do(do.Enter("P4"))
    monkeypatch.setattr("console.desk.runner.MOST_BY_THEMSELVES", 5)
    assert other.tell(Enters("P5")) == 409
    desk.do(do.Enter("P5"))
    assert len(desk.inside(lambda: desk.runner.event.state.people)) == 6


def test_what_was_typed_at_the_desk_is_played_at_no_table(desk: LiveDesk) -> None:
    people(desk, 2)
    table, scorer = desk.table("A"), desk.person(Role.SCOREKEEPER)
    desk.draw()
    match = assigned(table)
    with table.stream() as stream:
        assert stream.until().match == match
        first = match.persons[0].person
        assert table.tell(Begun(match.match)) == 204
        asked = scorer.post("/do/report", back="/match/0", match=0, first=first)
        assert asked.status == 200
        assert "Match 1 is played at table A now" in asked.text
        assert scorer.post("/do/report", match=0, first=first, sure=1).status == 303
        assert stream.until(lambda s: s.match is None).match is None
    assert table.tell(Begun(match.match)) == 409
    answer = table.send(result(match, 0, "own", first=1))
    assert isinstance(answer, ResultAnswer)
    assert answer.outcome is Outcome.REFUSED
    assert "is over: correct its result instead" in scorer.get("/disputes").text


def test_equal_ones_play_off_on_the_pad(desk: LiveDesk) -> None:
    people(desk, 2, "elimination")
    table = desk.table("A")
    other = desk.table("B")
    desk.draw()
    match = assigned(table)
    equal = replace(result(match, 0, "equal"), places=(1, 1))
    assert isinstance(table.send(equal), ResultAnswer)
    with table.stream() as stream, other.stream() as away:
        away.until()
        assert table.tell(PadReady(0)) == 204
        assert other.tell(PadReady(4)) == 204
        duel = away.until(lambda s: s.match is not None).match
        assert duel is not None
        assert duel.duel
        assert other.tell(PadReady(1)) == 204
        assert table.tell(PadReady(4)) == 204
        duel = stream.until(lambda s: s.match is not None and s.match.duel).match
        assert duel is not None
        bad = table.send(replace(result(duel, 0, "bad"), places=(1, 1)))
        assert isinstance(bad, ResultAnswer)
        assert bad.outcome is Outcome.REFUSED
        answer = table.send(result(duel, 0, "duel", first=1))
        assert isinstance(answer, ResultAnswer)
        assert answer.outcome is Outcome.TAKEN
        assert stream.until(lambda s: s.match is None)
    due = desk.inside(lambda: desk.runner.event.state.stages[-1].play_offs)
    assert [p.persons[0] for p in due] == [duel.persons[1].person]


def test_another_desk_on_the_same_database_goes_on(desk: LiveDesk, url: str) -> None:
    people(desk, 4)
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    other = LiveDesk(url)
    try:
        moved = LiveTable(other, tables[0].joined)
        match = assigned(moved)
        with tables[0].stream() as old:
            assert old.until().match == match
            answer = moved.send(result(match, 0, "there"))
            assert isinstance(answer, ResultAnswer)
            assert old.until(lambda s: s.match is None), "the first desk has heard of it"
    finally:
        other.end()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Authorization": "Bearer nobody"}, 401),
        ({"Authorization": ""}, 401),
    ],
)
def test_who_is_no_table_is_refused(desk: LiveDesk, headers: dict[str, str], status: int) -> None:
    desk.new()
    table = desk.table("A")
    told = {**table.headers(), **headers}
    assert desk.ask("POST", "/link/report", b'{"type":"begun","match":0}', told).status == status


@pytest.mark.parametrize("here", [True, False])
def test_equal_ones_at_the_line_of_a_stage_play_off_at_a_free_table(
    desk: LiveDesk, here: bool
) -> None:
    """Its pad is ready while it is here, or before: the duel is called once both are so (V28)."""
    desk.runner.store.new(
        options_of("Вечер", "ignis", ["swiss rounds=1 through=3", "elimination"], check_in=False),
        7,
        now_ms(),
    )
    desk.do(*(do.Enter(f"P{number}") for number in range(4)))
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    for number, table in enumerate(tables):
        match = assigned(table)
        assert isinstance(table.send(result(match, number, f"r{number}")), ResultAnswer)
    if not here:
        assert tables[0].tell(PadReady(4)) == 204
    with tables[0].stream() as stream:
        if here:
            assert tables[0].tell(PadReady(4)) == 204
        duel = stream.until(lambda s: s.match is not None and s.match.duel).match
        assert duel is not None
        assert tables[0].tell(Here(duel.match, duel.persons[0].person)) == 204
        assert tables[0].tell(Begun(duel.match)) == 204
        answer = tables[0].send(result(duel, 0, "duel"))
        assert isinstance(answer, ResultAnswer)
        assert answer.outcome is Outcome.TAKEN
        assert stream.until(lambda s: s.match is None)
    desk.draw()
    assert len(desk.inside(lambda: desk.runner.event.state.stages)) == 2


def test_results_come_by_a_stick(desk: LiveDesk) -> None:
    people(desk, 2)
    table = desk.table("A")
    desk.draw()
    told = result(assigned(table), 0, "stick")
    event = desk.inside(lambda: desk.runner.event.id)
    key = hashlib.sha256(table.joined.token.encode()).digest()
    results = (told,)
    sealed = msgspec.json.encode((event, 0, results))
    seal = hmac.new(key, sealed, hashlib.sha256).hexdigest()
    bundle = ResultBundle(event=event, table=0, results=results, seal=seal)
    forged = replace(bundle, results=(replace(told, places=(2, 1)),))
    with pytest.raises(ConfigError, match="no table of this desk"):
        desk.inside(lambda: desk.runner.bundle(forged))
    with pytest.raises(ConfigError, match="of another event"):
        desk.inside(lambda: desk.runner.bundle(replace(bundle, event="0")))
    _, (answer,) = desk.inside(lambda: desk.runner.bundle(bundle))
    assert answer.outcome is Outcome.TAKEN
    assert desk.inside(lambda: desk.runner.bundle(bundle)[1]) == [answer]
    assert table.send(told) == answer, "by the link it is the same one"


class Counted(Counter[RefusalWord]):
    """What is refused; ``came`` says that something has been."""

    def __init__(self) -> None:
        super().__init__()
        self.came = Event()

    def __setitem__(self, word: RefusalWord, times: int) -> None:
        super().__setitem__(word, times)
        self.came.set()


def test_a_request_that_is_cut_in_the_middle_is_counted_and_no_more(desk: LiveDesk) -> None:
    desk.new()
    table = desk.table()
    desk.serving.web.door.refused = counted = Counted()
    head = (
        f"PUT /link/results/a HTTP/1.1\r\nHost: {desk.host}\r\nOrigin: http://{desk.host}\r\n"
        f"Authorization: Bearer {table.joined.token}\r\nContent-Length: 100\r\n\r\n{{"
    )
    with socket.create_connection(("127.0.0.1", desk.port)) as line:
        line.sendall(head.encode())
    assert counted.came.wait(PATIENCE_S)
    desk.end()  # once it has done all that came
    assert counted == {RefusalWord.SLOW: 1}


def test_the_game_s_options_go_to_the_tables_wholly(desk: LiveDesk) -> None:
    specials = {"grab": 2, "palm": 4, "all": 2, "left": 2}
    rules = {"specials": specials, "last_card": "classic"}
    desk.new("group_swiss rounds=1 size=3", "chaos", check_in=False, rules=rules)
    desk.do(*(do.Enter(f"P{number}") for number in range(3)))
    table = desk.table("A")
    desk.draw()
    assert assigned(table).options == rules
