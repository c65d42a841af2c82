"""An evening through seat buttons alone: invited, seated, four games, records, the owner, good
night. Every step is told from the frames that were shown and from the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
from pytest_mock import MockerFixture

from console.people.profiles import Profiles
from console.service import pin as pins
from console.service.audits import audit, read_evidence
from console.service.first_pin import FirstPin
from console.service.menu.view import MenuLevel, MenuText, ServiceView
from console.service.sticks.mounted import Stick
from console.service.store import ServiceStore
from console.store.reader import Store
from console.store.records import StoredMatch
from console.table.attract.view import AttractView
from console.table.autopilot_log import AUTOPILOT
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.lobby.view import ItemKind, NamingItem, StartView
from console.table.record_values import RecordKind
from console.table.records.view import GamePage, Page, PersonPage, RecordPhotoView, RecordsView
from console.table.view import EndStage, EndView, IdleStage, RulesView, Who
from console.wiring.owner import machine
from host_sim.board import SimBoard
from tests.console.people.test_forgetting import traces
from tests.console.wiring.guests import BACK, LEFT, OK, RIGHT, Evening

ANNA, BORIS = 0, 2
"""The seats of those who come this evening."""
LONGEST_S = 3_600


@pytest.fixture(autouse=True)
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table stands where Russian is spoken."""
    monkeypatch.setenv("LANGUAGE", "ru")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def evening(
    tmp_path: Path, stick: Path, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Evening]:
    monkeypatch.setattr(pins, "COST", 2**4)
    monkeypatch.setattr(machine, "find_sticks", lambda: (Stick(stick),))
    FirstPin(tmp_path).offer()
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def test_an_evening_through_seat_buttons_alone(
    evening: Evening, stick: Path, mocker: MockerFixture
) -> None:
    pressed = mocker.spy(SimBoard, "press")
    the_table_invites(evening)
    two_sit_down(evening)
    chaos_with_two_hands_each(evening)
    elements_with_a_pause(evening)
    two_rematches(evening)
    a_guest_leaves_iota_and_returns(evening)
    one_is_left_and_plays_ignis(evening)
    the_records_are_looked_at(evening)
    the_owner_comes(evening, stick)
    good_night(evening)
    evening.close()
    all_is_counted(evening.path, pressed.call_count)


def matches(evening: Evening) -> list[StoredMatch]:
    """All that are kept, the oldest first."""
    store = Store(evening.path)
    return [store.match(number) for number in sorted(m.id for m in store.matches())]


def played(evening: Evening, game: str, count: int) -> StoredMatch:
    """The people play until it is over: the end is shown, and the match kept as the last one."""
    evening.run(LONGEST_S, until=lambda: isinstance(evening.seen, EndView))
    for stage in EndStage:
        evening.run(10, until=partial(is_stage, evening, stage))
        end = evening.sees(EndView)
        assert end.stage is stage
    evening.run(1)
    *_, match = kept = matches(evening)
    assert (end.game, len(kept)) == (match.header.game, count) == (game, count)
    assert match.result is not None
    winners = {match.header.seats[p] for p in match.result["winners"]}
    assert {row.seats[0] for row in end.ranking if row.winner} == winners
    return match


def the_table_invites(evening: Evening) -> None:
    """At power-on; ● wakes it, and sits down."""
    evening.run(8)
    evening.sees(AttractView)
    evening.press(BORIS, OK)
    seats = evening.sees(StartView).seats
    assert [seat.seat for seat in seats if seat.who is not Who.EMPTY] == [BORIS]
    assert matches(evening) == []


def two_sit_down(evening: Evening) -> None:
    """One takes a ready nickname, one writes a new one."""
    evening.press(ANNA, OK)
    evening.choose(ANNA, "more", "name")
    naming = evening.naming(ANNA)
    assert naming is not None
    ready = next(item for item in naming.items if item.kind is ItemKind.NAME)
    evening.pick(ANNA, ready)
    evening.choose(BORIS, "more", "name")
    evening.pick(BORIS, NamingItem(ItemKind.TYPE))
    for letter in "БОР":
        evening.pick(BORIS, NamingItem(ItemKind.LETTER, letter))
    written = evening.naming(BORIS)
    assert written is not None
    evening.pick(BORIS, NamingItem(ItemKind.DONE))
    names = {seat.seat: seat.name for seat in evening.sees(StartView).seats if seat.name}
    assert names == {ANNA: ready.text, BORIS: written.written}
    assert {p.nickname for p in Profiles(evening.path).all()} == set(names.values())


def chaos_with_two_hands_each(evening: Evening) -> None:
    """C30: two people take all four seats, and race with their hands."""
    evening.choose(ANNA, "start")
    assert evening.sees(PlayView).pause is None
    match = played(evening, "chaos", 1)
    assert sorted(match.header.seats) == [0, 1, 2, 3]
    assert all(match.header.profiles)
    assert any(contact.peak_n > 0 for verdict in match.verdicts for contact in verdict.contacts)


def elements_with_a_pause(evening: Evening) -> None:
    """To one point; the pause menu has rules, another language, captions."""
    evening.choose(BORIS, "other_game")
    evening.choose(BORIS, "elements", "more", "options")
    evening.cycle(BORIS, "elements.target", 1)
    evening.choose(BORIS, "back", "back", "start")
    evening.run(4)
    evening.guests.away = {ANNA, BORIS}  # for the moment nobody is about to press anything
    evening.run(1)
    evening.press(ANNA, BACK, hold_s=1)
    assert evening.menu.seat == ANNA
    made = len(matches(evening)[-1].actions)
    evening.choose(ANNA, "rules")
    evening.press(ANNA, RIGHT)
    assert evening.sees(RulesView) == RulesView("elements", 1, ANNA)
    evening.press(ANNA, BACK)
    evening.choose(ANNA, "comfort", "language")
    assert evening.value("language") == "en"
    evening.choose(ANNA, "language", "captions")
    assert (evening.value("language"), evening.value("captions")) == ("ru", True)
    assert len(matches(evening)[-1].actions) == made
    evening.choose(ANNA, "back", "continue")
    assert evening.sees(BoardView).pause is None
    evening.guests.away = set()
    evening.run(60, until=lambda: has_caption(evening))
    assert evening.sees(BoardView).caption == "flip"
    match = played(evening, "elements", 2)
    assert match.header.options["target"] == 1


def has_caption(evening: Evening) -> bool:
    return evening.seen is not None and evening.seen.caption is not None


def two_rematches(evening: Evening) -> None:
    """The same people and options, the places moved on each time (G3, I12)."""
    for count in (3, 4):
        before = matches(evening)[-1].header
        evening.choose(BORIS, "rematch")
        assert evening.sees(EndView).missing == (ANNA,)
        evening.press(ANNA, OK)
        after = played(evening, "elements", count).header
        assert after.options == before.options
        assert after.seats == before.seats[::-1]


def is_stage(evening: Evening, stage: EndStage) -> bool:
    """Has the end of a match come so far?"""
    return isinstance(evening.seen, EndView) and evening.seen.stage is stage


def is_at(evening: Evening, stage: IdleStage) -> bool:
    """Does a board game's frame show somebody at that stage?"""
    view = evening.seen
    return isinstance(view, BoardView) and any(a.stage is stage for a in view.idle)


def a_guest_leaves_iota_and_returns(evening: Evening) -> None:
    """Boris is asked, played for, and back three seconds after he presses anything."""
    evening.choose(ANNA, "other_game")
    evening.choose(ANNA, "iota", "more", "options")
    evening.cycle(ANNA, "iota.short", True)
    evening.choose(ANNA, "back", "back", "start")
    evening.guests.away = {BORIS}

    for stage in (IdleStage.ASKED, IdleStage.AUTOPILOT):
        evening.run(300, until=partial(is_at, evening, stage))
        (idle,) = evening.sees(BoardView).idle
        assert (idle.seats, idle.stage) == ((BORIS,), stage)
    evening.run(10)
    evening.press(BORIS, LEFT)
    (idle,) = evening.sees(BoardView).idle
    assert (idle.stage, idle.seconds) == (IdleStage.RETURNING, 3)
    evening.run(3)
    assert evening.sees(BoardView).idle == ()
    evening.guests.away = set()
    match = played(evening, "iota", 5)
    player = match.header.seats.index(BORIS)
    actions = [kept.action for kept in match.actions]
    told = [action for action in actions if action["type"] == AUTOPILOT]
    assert [(a["player"], a["begins"]) for a in told] == [(player, True), (player, False)]
    gone, back = map(actions.index, told)
    assert back > gone + 1, "the autopilot has played meanwhile"


def one_is_left_and_plays_ignis(evening: Evening) -> None:
    """Boris goes home; a free seat gets an opponent, without whom the game cannot begin."""
    evening.choose(BORIS, "other_game")
    evening.choose(BORIS, "ignis")
    evening.press(BORIS, BACK)
    assert not next(row for row in evening.menu.rows if row.key == "start").enabled
    assert evening.sees(StartView).missing == 1
    evening.choose(ANNA, "more", "people")
    evening.choose(ANNA, "seat", of=BORIS)
    evening.choose(ANNA, "back", "back", "start")
    match = played(evening, "ignis", 6)
    people = {seat: match.header.people[seat] for seat in match.header.seats}
    assert people == {ANNA: "person", BORIS: "level_1"}


def turn_to(evening: Evening, is_it: Callable[[Page], bool]) -> RecordsView:
    """The first page of that sort, each page once."""
    for _ in range(evening.sees(RecordsView).count):
        if is_it(evening.sees(RecordsView).page):
            return evening.sees(RecordsView)
        evening.press(ANNA, RIGHT)
    raise AssertionError("there is no such page")


def the_records_are_looked_at(evening: Evening) -> None:
    """From the lobby: the best reaction at «Хаос», its photo finish, one's own page."""
    evening.choose(ANNA, "other_people")
    evening.press(ANNA, BACK)
    names = {seat.seat: seat.name for seat in evening.sees(StartView).seats}
    evening.choose(ANNA, "records")
    page = turn_to(evening, lambda p: isinstance(p, GamePage) and p.game == "elements").page
    assert isinstance(page, GamePage)
    assert (page.players, page.matches, dict(page.changed)) == (2, 3, {"elements.target": 1})
    page = turn_to(evening, lambda p: isinstance(p, GamePage) and p.game == "chaos").page
    assert isinstance(page, GamePage)
    best = next(block.entries[0] for block in page.blocks if block.kind is RecordKind.REACTION)
    assert best.row == 0
    verdicts = matches(evening)[0].verdicts
    assert best.value in {v.contacts[0].t_ns - v.shown_ns for v in verdicts if v.shown_ns}
    evening.press(ANNA, OK, OK)
    photo = evening.sees(RecordPhotoView)
    assert best.value in {hand.reaction_ns for hand in photo.photo.hands}
    assert photo.names[ANNA] == names[ANNA]
    evening.press(ANNA, BACK, BACK)
    page = turn_to(evening, lambda p: isinstance(p, PersonPage)).page
    assert isinstance(page, PersonPage)
    person = page.person
    assert (person.profile.nickname, person.profile.matches) == (names[ANNA], 6)
    assert {liked.game for liked in person.games} == {"chaos", "elements", "iota", "ignis"}
    evening.press(ANNA, BACK)
    evening.sees(StartView)


def the_owner_comes(evening: Evening, stick: Path) -> None:
    """The first visit sets the PIN; attract mode is to come sooner, the audits go on a stick."""
    again = FirstPin(evening.path.parent)  # as by --reset: the first ten minutes are over
    again.open(evening.clock.now_ns())
    evening.chord(ANNA)
    evening.give(ANNA, "2580")
    evening.give(ANNA, "2580")
    pin = ServiceStore(evening.path).pin()
    assert pin is not None
    assert pin.is_right("2580")
    evening.enter(ANNA, "Settings", "Table", "Attract mode after")
    assert evening.rows().editing
    evening.press(ANNA, LEFT, OK)
    assert ServiceStore(evening.path).adjustments().adjusted["table.attract_s"] == 90
    evening.press(ANNA, BACK, BACK)
    evening.enter(ANNA, "Export", "stick")
    body = evening.sees(ServiceView).body
    assert isinstance(body, MenuText)
    assert body.lines[0].level is MenuLevel.OK
    (file,) = stick.glob("*/*.json")
    exported = msgspec.json.decode(file.read_bytes())
    assert (exported["plays"], exported["finished"], exported["abandoned"]) == (6, 6, 0)
    evening.press(ANNA, BACK, BACK)
    boris_is_forgotten(evening)
    evening.press(ANNA, BACK)
    evening.sees(StartView)


def boris_is_forgotten(evening: Evening) -> None:
    """Asked twice, No coming first; nothing in the file calls him any more."""
    boris = min(Profiles(evening.path).all(), key=lambda person: person.matches).nickname
    assert traces(evening.path, boris)
    evening.enter(ANNA, "People", boris)
    evening.press(ANNA, RIGHT, OK, RIGHT, OK)
    assert [row.label for row in evening.rows().rows if row.label == boris] == []
    assert traces(evening.path, boris) == []
    assert len(Profiles(evening.path).all()) == 1
    evening.press(ANNA, BACK)


def good_night(evening: Evening) -> None:
    """Nobody has touched anything for as long as the owner wants: the table invites again."""
    assert evening.sees(StartView).seats[ANNA].who is Who.PERSON
    evening.run(88)
    evening.sees(StartView)
    evening.run(3)
    evening.sees(AttractView)
    evening.press(BORIS, RIGHT)
    assert {seat.who for seat in evening.sees(StartView).seats} == {Who.EMPTY}


def all_is_counted(path: Path, presses: int) -> None:
    """The store has every match to its end, the audits each match and each press."""
    games = ["chaos", *["elements"] * 3, "iota", "ignis"]
    kept = sorted(Store(path).matches(), key=lambda match: match.id)
    assert [match.game for match in kept] == games
    assert all(match.finished for match in kept)
    audits = audit(read_evidence(ServiceStore(path)))
    assert {game.game: (game.plays, game.finished) for game in audits.games} == {
        game: (games.count(game),) * 2 for game in games
    }
    assert [seat.people for seat in audits.seats] == [6, 1, 5, 1]
    assert sum(seat.presses for seat in audits.seats) == presses
