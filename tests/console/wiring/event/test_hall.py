"""An evening at three tables of a hall under one real desk: board, session, store and link of each
table are those of any table; people are simulated, time at the tables is virtual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import msgspec
import pytest
from click.testing import CliRunner

from console.cli import main
from console.desk.access import Role
from console.events import actions as do
from console.link.messages import ResultSent
from console.screens.photo.sent import winner_of
from console.store.outbox import waiting
from console.store.reader import Store
from console.store.schema import store_path
from console.table.event.requests import EventShown
from console.table.settings import Settings
from console.table.view import Who
from console.wiring.event.client import join_of
from console.wiring.event.hall import HallTable
from console.wiring.setup import Setup
from tests.console.desk.live import LiveDesk, now_ms
from tests.console.phones.proxy import BadNetwork

pytestmark = pytest.mark.slow

PEOPLE: Final = 12
SEATS: Final = 4
PACE: Final = 2.5
SEED: Final = 4
"""Of the first table; at these some matches are won by a touch."""
TURNS: Final = 20_000
"""More than an evening takes, where each of them may be a fiftieth of a second's wait."""


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Callable[[], LiveDesk]]:
    """Each call begins a desk, all on one database; they end with the test at the latest."""
    with ExitStack() as stack:

        def begun() -> LiveDesk:
            desk = LiveDesk(f"sqlite:///{tmp_path / 'events.sqlite3'}")
            stack.callback(desk.end)
            return desk

        yield begun


@pytest.fixture
def networks() -> Iterator[Callable[[int], BadNetwork]]:
    """Each call begins one before a port."""
    with ExitStack() as stack:

        def begun(port: int) -> BadNetwork:
            network = BadNetwork(port)
            stack.callback(network.close)
            return network

        yield begun


@contextmanager
def hall(folder: Path, count: int = 3) -> Iterator[list[HallTable]]:
    """Tables, each with a folder of its own."""
    with ExitStack() as stack:
        tables: list[HallTable] = []
        for number in range(count):
            tables.append(opened(folder, number))
            stack.callback(tables[-1].close)
        yield tables


def opened(folder: Path, number: int) -> HallTable:
    """A table that is switched on, at which grown-ups will play."""
    settings = Settings(photo_finish="off")
    setup = Setup((Who.ADULT,) * SEATS, settings, SEED + number, "mk2", (1280, 800), False)
    return HallTable(folder / str(number), setup, PACE)


def evening(desk: LiveDesk, stage: str, game: str, people: int = PEOPLE) -> None:
    """An event, and everybody is there."""
    desk.new(stage, game, check_in=False)
    desk.do(*(do.Enter(f"P{number}") for number in range(people)))


def known(table: HallTable) -> EventShown:
    return table.table.latest(EventShown) or EventShown()


def join(desk: LiveDesk, table: HallTable, port: int) -> None:
    """A table joins, and is let in by its digits."""
    code = desk.inside(lambda: desk.runner.links.new_code(now_ms()))
    table.client.link.join(f"127.0.0.1:{port}", join_of(code, SEATS))

    for _ in range(TURNS):
        table.turn()
        if known(table).check:
            break
        table.client.link.wait(0.02)
    waits = desk.inside(desk.runner.links.tables)
    (key,) = [t.key for t in waits if t.number is None and t.check == known(table).check]
    desk.inside(lambda: desk.runner.let_in(key, "organiser"))


def _counts(desk: LiveDesk) -> tuple[int, int]:
    """How many matches are open, and how many rounds are drawn."""
    state = desk.runner.event.state
    opened_n = sum(not match.over for match in state.matches.values())
    return opened_n, len(state.stages[-1].rounds) if state.stages else 0


def goes_on(desk: LiveDesk, rounds: int) -> bool:
    """The organiser draws the next round once one is over; is there another?"""
    opened_n, drawn_n = desk.inside(lambda: _counts(desk))
    if opened_n:
        return True
    if drawn_n == rounds:
        return False
    desk.draw()
    return True


def played(tables: Sequence[HallTable], turn: int) -> None:
    """Each of them goes on a little."""
    plays = [table.turn() for table in tables]
    if not any(plays):
        tables[turn % len(tables)].client.link.wait(0.02)


def played_until(tables: Sequence[HallTable], looks: Callable[[], bool]) -> None:
    """They go on until it is true."""
    for turn in range(TURNS):
        if looks():
            return
        played(tables, turn)
    raise AssertionError("it never came")


def check(desk: LiveDesk, folder: Path, tables: int) -> int:
    """Every match that was played to its end at a table has come once, with what the table has in
    its store; how many those are. Equal ones may have played it off besides, of which no store
    knows: who meets whom where, and so who is equal, hangs on which table asks first."""
    event = desk.runner.event.id
    results = desk.inside(lambda: desk.runner.store.results(event))
    assert all(result.refused is None for result in results)
    told = [msgspec.json.decode(result.body, type=ResultSent) for result in results]
    came = {each.id for each in told if each.match is not None and each.match >= 0}
    sent = set()
    for number in range(tables):
        path = store_path(folder / str(number))
        assert waiting(path) == []
        store = Store(path)
        for summary in store.matches():
            of = store.match(summary.id).header.event
            assert of is not None
            if summary.finished:
                sent.add(of.id)
    assert sent == came
    assert desk.inside(lambda: desk.runner.store.disputes(event)) == []
    return len(sent)


def play(
    desk: LiveDesk, tables: list[HallTable], rounds: int, trouble: Callable[[int], None]
) -> None:
    """The whole evening; ``trouble`` happens between the turns."""
    for turn in range(TURNS):
        trouble(turn)
        played(tables, turn)
        if not goes_on(desk, rounds) and all(table.settled for table in tables):
            return
    raise AssertionError("it never ended")


def nothing(turn: int) -> None:
    """All is well."""


def test_an_evening_of_twelve_at_three_tables(
    tmp_path: Path, desks: Callable[[], LiveDesk]
) -> None:
    desk = desks()
    evening(desk, "group_swiss rounds=2 size=4", "chaos")
    with hall(tmp_path) as tables:
        for table in tables:
            join(desk, table, desk.port)
        play(desk, tables, 2, nothing)
        assert [len(table.ended) for table in tables] == [2, 2, 2]
    assert check(desk, tmp_path, 3) == 6
    results = desk.inside(lambda: desk.runner.store.results(desk.runner.event.id))
    sent = [msgspec.json.decode(result.body, type=ResultSent) for result in results]
    photos = [(one, one.photo) for one in sent if one.photo is not None]
    assert photos, "a match that a touch has won shows how"
    for one, photo in photos:
        assert one.places[one.persons.index(winner_of(photo))] == 1


def test_a_network_that_is_cut_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, desks: Callable[[], LiveDesk], networks: Callable[[int], BadNetwork]
) -> None:
    desk = desks()
    network = networks(desk.port)
    evening(desk, "swiss rounds=2", "ignis", 6)

    def trouble(turn: int) -> None:
        if turn % 9 == 4:
            network.cut()

    with hall(tmp_path) as tables:
        for table in tables:
            join(desk, table, network.port)
        play(desk, tables, 2, trouble)
    assert check(desk, tmp_path, 3) == 6


def test_a_desk_and_a_table_that_die_are_replaced_and_everything_comes_once(
    tmp_path: Path, desks: Callable[[], LiveDesk], networks: Callable[[int], BadNetwork]
) -> None:
    """The desk by another one on the same database, of which the first has told; the table by
    itself, switched on again in the middle of its match."""
    first = desks()
    evening(first, "swiss rounds=2", "ignis", 6)
    network = networks(first.port)
    with hall(tmp_path) as tables:
        for table in tables:
            join(first, table, network.port)
        goes_on(first, 2)
        played_until(tables, lambda: tables[0].table.match is not None)
        tables[0].turn()
        tables[0].close()
        tables[0] = opened(tmp_path, 0)
        first.end()
        for turn in range(60):  # nobody is there, and they play on
            played(tables, turn)
        second = desks()
        network.moves(second.port)
        play(second, tables, 2, nothing)
        tables[0].close()
    assert check(second, tmp_path, 3) == 6


def event_line(*told: str) -> tuple[str, ...]:
    return ("play", "--headless", "--event", "--seats", "4", *told)


def test_without_display_a_table_plays_until_the_event_has_ended(
    tmp_path: Path, desks: Callable[[], LiveDesk]
) -> None:
    desk = desks()
    evening(desk, "swiss rounds=1", "ignis", 2)
    folder = tmp_path / "0"
    address = f"127.0.0.1:{desk.port}"
    code = desk.inside(lambda: desk.runner.links.new_code(now_ms()))
    joined = CliRunner().invoke(main, ["event", "join", address, code, "--data", str(folder)])
    assert joined.exit_code == 0
    (waits,) = desk.inside(desk.runner.links.tables)
    desk.inside(lambda: desk.runner.let_in(waits.key, "organiser"))
    goes_on(desk, 1)

    def ends() -> None:
        try:
            desk.until(lambda: not goes_on(desk, 1))
        finally:
            desk.do(do.End())  # else the table would play for ever

    with ThreadPoolExecutor(1) as organiser:
        ended = organiser.submit(ends)
        line = event_line("--data", str(folder), "--lang", "en", "--seed", "3", "--walk", "0.1")
        told = CliRunner().invoke(main, line)
        ended.result()
    assert told.exit_code == 0
    assert "This is table" in told.stdout
    assert "Won: " in told.stdout
    assert check(desk, tmp_path, 1) == 1


def test_nobody_is_at_a_table_in_the_turn_in_which_it_is_called(
    tmp_path: Path, desks: Callable[[], LiveDesk]
) -> None:
    """Who is called may have a way to go, by the clock of the computer (``--walk``); in virtual
    time four people were there at once."""
    desk = desks()
    evening(desk, "group_swiss rounds=1 size=4", "chaos", 4)
    with hall(tmp_path, 1) as tables:
        (table,) = tables
        join(desk, table, desk.port)
        desk.draw()
        event = table.table.event
        played_until(tables, lambda: event.called_away or event.playing is not None)
        assert event.playing is None
        played_until(tables, lambda: event.playing is not None)


def test_what_cannot_be_at_an_event_is_told(tmp_path: Path) -> None:
    for wrong, says in (
        (event_line("--data", str(tmp_path)), "this table is at no event"),
        (event_line("--pictures", str(tmp_path)), "--pictures and --event"),
        (("play", "--event"), "--event needs --headless"),
        (("play", "--headless", "--walk", "3"), "--walk is for --event alone"),
    ):
        told = CliRunner().invoke(main, [*wrong, "--lang", "en"])
        assert told.exit_code == 2
        assert says in told.stderr


def test_equal_ones_play_it_off_on_a_pad_and_the_tv_shows_how(
    tmp_path: Path, desks: Callable[[], LiveDesk]
) -> None:
    """From the desk to the duel to the TV; the match was of a quiet game."""
    desk = desks()
    evening(desk, "group_swiss rounds=1 size=3", "iota", 3)
    desk.draw()
    (match,) = desk.inside(lambda: list(desk.runner.event.state.matches.values()))
    desk.do(do.Report(match.number, match.persons, (1, 1, 1)))
    with hall(tmp_path, 2) as tables:
        for table in tables:
            join(desk, table, desk.port)
        for turn in range(TURNS):
            played(tables, turn)
            decided = desk.inside(lambda: desk.runner.event.state.stages[-1].play_offs)
            if decided and all(table.settled for table in tables):
                break
        assert [set(each.persons) for each in decided] == [{0, 1, 2}]
        assert [len(table.ended) for table in tables] == [0, 0], "no match was played for it"
    (came,) = desk.inside(lambda: desk.runner.store.results(desk.runner.event.id))
    sent = msgspec.json.decode(came.body, type=ResultSent)
    assert came.refused is None
    order = sorted(zip(sent.places, sent.persons, strict=True))
    assert decided[0].persons == tuple(person for _, person in order)
    assert sent.photo is not None
    assert sent.photo.light
    first = winner_of(sent.photo)
    assert first == decided[0].persons[0]
    tv = desk.person(Role.SCREEN).get("/tv")
    assert "<svg" in tv.text
    assert f"P{first}" in tv.text.partition("<svg")[2].partition("</svg>")[0]


def test_a_table_that_is_switched_on_without_network_goes_on_by_name(
    tmp_path: Path, desks: Callable[[], LiveDesk], networks: Callable[[int], BadNetwork]
) -> None:
    """In the middle of its match; nobody answers until it is over."""
    desk = desks()
    network = networks(desk.port)
    evening(desk, "swiss rounds=1", "ignis", 2)
    with hall(tmp_path, 1) as tables:
        join(desk, tables[0], network.port)
        goes_on(desk, 1)
        for again in (False, True):
            played_until(tables, lambda: tables[0].table.match is not None)
            match = tables[0].table.match
            if not again:
                tables[0].turn()
                tables[0].close()
                desk.end()
                tables[0] = opened(tmp_path, 0)
        assert match is not None
        assert {match.seating.name_at(seat) for seat in match.seating.seats} == {"P0", "P1"}
        played_until(tables, lambda: bool(tables[0].ended))
        played_until(tables, lambda: len(waiting(store_path(tmp_path / "0"))) == 1)
        second = desks()
        network.moves(second.port)
        play(second, tables, 1, nothing)
        tables[0].close()
    assert len(Store(store_path(tmp_path / "0")).matches()) == 1, "it was the same match"
    assert check(second, tmp_path, 1) == 1
