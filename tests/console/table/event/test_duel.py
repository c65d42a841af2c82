"""A duel on the pad of a table at an event: V29."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.duel.sudden_death import Cause
from console.link.messages import Here, PadReady
from console.link.played import PlayedAt
from console.table.event.duel import MOST_EMPTY, PHOTO_NS, SEEN_NS, VERDICT_NS
from console.table.event.requests import DeskReport, EventShown
from console.table.event.view import EventView, EventWord, RaceStage, RaceView
from console.table.outputs import DuelEnded, DuelRaced, MatchBegun
from console.table.playing import COUNT, COUNT_NS
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from drivers.events import Button, Fall, Fault, SeatFault, SourceFault
from drivers.times import MS
from tests.console.duel.finishes import close
from tests.console.table.event.evening import EVENT, NAMES, SEATS, assignment, state
from tests.console.table.sitting import Sitting

SHOWN_MS = (SEEN_NS + VERDICT_NS) / MS


class Duel(Sitting):
    """A table of six seats with a pad, whose desk is the test."""

    @classmethod
    def called(cls, persons: int = 2, match: int = -1) -> Duel:
        """So many are called to a duel and are not there yet."""
        seeds = itertools.count(4, 7)
        table = Table((Who.EMPTY,) * SEATS, Settings(game="iota"), lambda: next(seeds))
        duel = cls(table)
        duel.run(10)
        duel.tell(match, persons)
        return duel

    @classmethod
    def begun(cls, persons: int = 2) -> Duel:
        """All are there, and the count is over."""
        duel = cls.called(persons)
        duel.all_here()
        duel.run(COUNT * COUNT_NS / MS + 10)
        return duel

    def tell(self, match: int | None = -1, persons: int = 2, version: int = 1) -> None:
        asked = None if match is None else assignment(match, persons)
        shown = EventShown(joined=True, state=state(asked, version))
        self.table.respond(shown, self.now_ns)
        self.run(10)

    @property
    def home(self) -> EventView:
        view = self.table.view()
        assert isinstance(view, EventView)
        return view

    @property
    def race(self) -> RaceView:
        view = self.table.view()
        assert isinstance(view, RaceView)
        return view

    def at(self, stage: RaceStage) -> bool:
        return self.race.stage is stage

    @property
    def racing(self) -> bool:
        return self.table.scene.racing

    @property
    def seats(self) -> list[int]:
        return [player.seat for player in self.race.players]

    def all_here(self) -> None:
        for player in self.home.players:
            self.press(player.seat)

    def lit(self) -> None:
        """Until the light is on."""
        for _ in range(600):
            if self.at(RaceStage.LIGHT):
                return
            self.run(10)
        raise AssertionError("no light")

    def reports(self) -> list[object]:
        return [output.report for output in self.of_kind(DeskReport)]


def test_two_are_called_sit_down_and_the_first_touch_wins_v29() -> None:
    duel = Duel.called()
    assert duel.home.duel
    assert [player.name for player in duel.home.players] == list(NAMES[:2])
    duel.all_here()
    assert duel.race.count == COUNT
    assert [type(t) for t in duel.reports() if isinstance(t, Here)] == [Here, Here]
    duel.run(COUNT * COUNT_NS / MS + 10)
    assert duel.at(RaceStage.HANDS_OFF)
    duel.run(400)
    assert duel.at(RaceStage.WAIT)
    duel.lit()
    first, second = duel.seats
    assert sum(level == 1.0 for level in duel.table.lamps()) == 2
    duel.touch(second, after_ms=180)
    duel.touch(first, after_ms=195)
    duel.run(900)
    won = duel.race.won
    assert won is not None
    assert won.seats == (second,)
    assert won.margin_ns is None or won.margin_ns == 15 * MS
    duel.run(SHOWN_MS)
    (ended,) = duel.of_kind(DuelEnded)
    assert ended.places == (2, 1)
    assert ended.event == PlayedAt(EVENT, 4, -1, 0, (10, 11))
    (raced,) = duel.of_kind(DuelRaced)
    assert [e.contact.seat for e in raced.verdict.order] == [second, first]
    assert [e.margin_ns for e in raced.verdict.order] == [0, 15 * MS]
    assert duel.home.last is not None
    assert duel.home.last.places == ((1, NAMES[1]), (2, NAMES[0]))
    assert duel.home.players == (), "it has been played"
    assert duel.of_kind(MatchBegun) == []


def test_three_race_for_each_place_v29() -> None:
    duel = Duel.begun(3)
    for winner in (2, 0):
        duel.lit()
        duel.touch(duel.seats[winner], after_ms=150)
        duel.run(400 + SHOWN_MS)
    (ended,) = duel.of_kind(DuelEnded)
    assert ended.places == (2, 3, 1)
    assert len(duel.of_kind(DuelRaced)) == 1, "the first place's race is the duel's"


def test_who_touches_before_the_light_loses_the_race_v29() -> None:
    duel = Duel.begun()
    duel.run(400)
    early, other = duel.seats
    duel.touch(early, after_ms=10)
    duel.run(500)
    won = duel.race.won
    assert won is not None
    assert (won.seats, won.entries) == ((other,), ())
    duel.run(SHOWN_MS)
    assert [e.places for e in duel.of_kind(DuelEnded)] == [(2, 1)]
    assert duel.of_kind(DuelRaced) == [], "there is nothing to be seen"


def test_a_neighbours_hand_is_told_as_long_as_the_race_that_it_lost_v29() -> None:
    duel = Duel.begun(3)
    duel.run(400)
    first, second, other = duel.seats
    for seat in (first, second):
        duel.touch(seat, after_ms=10)
    duel.table.handle(SeatFault(second, Fault.NEIGHBOUR, True, duel.now_ns))
    duel.run(500)
    won = duel.race.won
    assert won is not None
    assert won.seats == (other,)
    duel.table.handle(SeatFault(second, Fault.NEIGHBOUR, False, duel.now_ns))  # it has lifted
    duel.table.handle(SeatFault(other, Fault.NEIGHBOUR, True, duel.now_ns))
    assert {s.seat: s.fault for s in duel.race.seats if s.fault} == {second: Fault.NEIGHBOUR}
    duel.run(SHOWN_MS)
    assert duel.race.won is None
    assert not any(seat.fault for seat in duel.race.seats)


def test_a_dead_heat_is_raced_again_v29() -> None:
    duel = Duel.begun()
    duel.lit()
    for seat in duel.seats:
        duel.touch(seat, after_ms=150)
    duel.run(300)
    assert duel.race.again is Cause.DEAD_HEAT
    duel.lit()
    duel.touch(duel.seats[0], after_ms=120)
    duel.run(400 + SHOWN_MS)
    assert [e.places for e in duel.of_kind(DuelEnded)] == [(1, 2)]


def test_whom_nobody_comes_for_is_called_anew_v29() -> None:
    duel = Duel.begun()
    for _ in range(MOST_EMPTY):
        duel.lit()
        duel.run(10_100)
    assert [player.here for player in duel.home.players] == [False, False]
    assert duel.of_kind(DuelEnded) == []


def test_one_who_has_to_go_stops_the_count_v29() -> None:
    duel = Duel.called()
    duel.all_here()
    duel.press(duel.seats[0], Button.BACK)
    assert [player.here for player in duel.home.players] == [False, False]


def test_a_petal_that_cannot_be_trusted_stops_it_and_others_are_taken_v29() -> None:
    duel = Duel.begun()
    bad = duel.seats[0]
    duel.table.handle(SeatFault(bad, Fault.STUCK_PAD, True, duel.now_ns))
    duel.run(10)
    assert bad not in [player.seat for player in duel.home.players]
    assert len(duel.home.players) == 2
    assert duel.reports()[-1] == PadReady(SEATS - 1)


def test_a_silent_pad_stops_it_and_the_desk_knows_v28() -> None:
    duel = Duel.begun()
    duel.table.handle(SourceFault("pad", Fault.SILENT, True, duel.now_ns))
    duel.run(10)
    assert isinstance(duel.table.view(), EventView)
    assert duel.reports()[-1] == PadReady(0)


@pytest.mark.parametrize(
    "fault", [SourceFault("pad", Fault.SILENT, True, 0), SeatFault(0, Fault.STUCK_PAD, True, 0)]
)
def test_a_pad_that_fails_once_all_have_places_calls_nobody_anew_v29(
    fault: SourceFault | SeatFault,
) -> None:
    duel = Duel.begun()
    duel.lit()
    duel.touch(duel.seats[0], after_ms=150)
    duel.run(200 + SEEN_NS / MS)
    assert len(duel.of_kind(DuelEnded)) == 1
    duel.table.handle(replace(fault, t_ns=duel.now_ns))
    duel.run(400 + SHOWN_MS)
    assert duel.home.players == ()
    assert duel.home.last is not None
    assert duel.home.last.places == ((1, NAMES[0]), (2, NAMES[1]))


def test_a_table_tells_once_how_many_can_race_v28() -> None:
    duel = Duel.called(match=3)
    assert duel.reports() == [PadReady(SEATS)]
    duel.tell(None, version=2)
    assert duel.reports() == [PadReady(SEATS)]


def test_too_few_petals_are_told_and_nobody_sits_down_v28() -> None:
    duel = Duel.called(4)
    for seat in range(3):
        duel.table.handle(SeatFault(seat, Fault.DEAD_CHANNEL, True, duel.now_ns))
    duel.run(10)
    assert duel.home.word is EventWord.NO_PAD
    assert duel.home.players == ()


def test_a_duel_that_was_played_is_not_played_again_before_the_desk_knows_v29() -> None:
    duel = Duel.begun()
    duel.lit()
    duel.touch(duel.seats[0], after_ms=150)
    duel.run(400 + SHOWN_MS)
    duel.tell(-1, version=2)
    assert duel.home.players == ()
    duel.tell(-2, version=3)
    assert len(duel.home.players) == 2


def test_the_owner_s_menu_comes_between_no_race_v29() -> None:
    duel = Duel.called()
    duel.all_here()
    duel.run(COUNT_NS / MS)
    before = duel.racing
    duel.run(COUNT * COUNT_NS / MS)
    assert (before, duel.racing, duel.table.quiet) == (False, True, False)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400), st.integers(0, 3000)), max_size=25)
)
@settings(deadline=None, max_examples=10)
def test_whatever_hands_do_it_ends_with_one_place_each_or_goes_on_v29(
    touches: list[tuple[int, int, int]],
) -> None:
    duel = Duel.begun(4)
    for number, after_ms, pause_ms in touches:
        view = duel.table.view()
        if not isinstance(view, RaceView):
            break
        duel.touch(view.players[number].seat, after_ms=after_ms)
        duel.run(max(after_ms + 200, pause_ms))
        duel.table.lamps()
    for ended in duel.of_kind(DuelEnded):
        assert sorted(ended.places) == [1, 2, 3, 4]
    assert len(duel.of_kind(DuelEnded)) <= 1


@pytest.mark.parametrize("count", [2, 3])
def test_a_picture_is_shown_for_a_while_or_until_a_press_v29(count: int) -> None:
    for pressed in (False, True):
        duel = Duel.begun(count)
        photo = close()
        duel.table.photographer = lambda verdict, seating, shot=photo: shot
        duel.lit()
        duel.touch(duel.seats[0], after_ms=150)
        duel.run(400 + SEEN_NS / MS)
        assert duel.race.photo is photo
        duel.run((PHOTO_NS - SEEN_NS) / MS - 500)
        assert duel.race.photo is photo
        if pressed:
            duel.press(duel.seats[1])
        else:
            duel.run(1_000)
        view = duel.table.view()
        assert isinstance(view, EventView if count == 2 else RaceView)


@pytest.mark.parametrize("falls", [True, False])
def test_whoever_puts_the_pad_back_or_touches_a_covered_table_loses_no_race_v29(
    falls: bool,
) -> None:
    duel = Duel.begun()
    duel.run(400)
    assert duel.at(RaceStage.WAIT)
    first, second = duel.seats
    for over in (False, True):
        if falls:
            duel.table.handle(Fall(not over, duel.now_ns, 1_000))
            assert (duel.race.trouble is None) == over
        elif over:
            duel.table.uncover(duel.now_ns)
        else:
            duel.table.show_rules(0, duel.now_ns)
        if not over:
            duel.touch(first, after_ms=4_990, hold_ms=400)
            duel.run(5_000)
    duel.run(100)
    assert duel.at(RaceStage.HANDS_OFF)
    duel.lit()
    duel.touch(second, after_ms=200)
    duel.run(1_000)
    assert duel.race.won is not None
    assert duel.race.won.seats == (second,)


def test_a_covered_duel_waits_and_begins_its_count_anew_v29() -> None:
    duel = Duel.called()
    duel.all_here()
    duel.run(COUNT_NS / MS + 10)
    assert duel.race.count == COUNT - 1
    duel.table.show_rules(0, duel.now_ns)
    duel.run(COUNT * COUNT_NS / MS)
    duel.table.uncover(duel.now_ns)
    duel.run(10)
    assert duel.race.count == COUNT
