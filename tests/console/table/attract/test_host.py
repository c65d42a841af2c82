"""The table as a host: when attract mode comes, opening hours, and the time that people have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.settings.hours import DAY_MIN, DaySpan
from console.table.attract.host import GONE_NS, NOTICE_NS, RANKING_NS, HostingRules
from console.table.attract.scene import AttractScene, ClosedScene
from console.table.chaos.view import PlayView
from console.table.ended import Ended
from console.table.lobby.lobby import Lobby
from console.table.names import KnownNames
from console.table.playing import Playing
from console.table.response import DayTime, StorageStatus
from console.table.rules import RulesScene
from console.table.scene import Scene
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Notice, NoticeKind, Who
from drivers.events import Button, ButtonEvent, PadProgress
from drivers.times import MS

S = 1_000 * MS
MIN = 60 * S
IDLE_NS = 120 * S
SOON_NS = 5 * S
"""Shorter than anybody is waited for in a match."""
LEFT_ALONE_NS = 60 * S
NIGHT = DaySpan.parse("18:00-02:00")
SIX_PM, MIDNIGHT, TWO_AM = 18 * 60, 0, 2 * 60


class Service(Scene):
    """Something that must not be covered."""

    service = True


class Evening:
    """A table whose clock is told; nobody does anything but what a test says."""

    def __init__(self, hosting: HostingRules) -> None:
        self.table = Table((Who.PERSON,) * 3, Settings(), lambda: 5)
        self.now_ns = S
        self.table.receive(hosting)
        self.run(0)

    def run(self, ns: int, step_ns: int = S) -> None:
        end_ns = self.now_ns + ns
        while True:
            self.table.tick(self.now_ns)
            self.table.view()
            self.table.presented(self.now_ns)
            if self.now_ns >= end_ns:
                return
            self.now_ns = min(end_ns, self.now_ns + step_ns)

    def clock(self, minute: int) -> None:
        self.table.respond(DayTime(minute), self.now_ns)
        self.run(0)

    def press(self, seat: int = 0, button: Button = Button.OK, hold_ns: int = 0) -> None:
        self.table.handle(ButtonEvent(seat, button, True, self.now_ns, 0))
        self.run(hold_ns, 100 * MS)
        self.table.handle(ButtonEvent(seat, button, False, self.now_ns, 0))
        self.run(0)

    def end_match(self) -> None:
        """The match on the table comes to its end."""
        assert self.table.match is not None
        self.table.show(Ended(self.table, self.table.match, self.now_ns))
        self.run(0)

    @property
    def notice(self) -> Notice | None:
        return self.table.view().notice

    def tells(self, key: str | None) -> bool:
        """Is that what people are told now, or nothing (None)?"""
        return (None if self.notice is None else self.notice.key) == key

    def shows(self, kind: type[Scene]) -> bool:
        return isinstance(self.table.scene, kind)


WAITING = HostingRules(IDLE_NS)


def test_attract_mode_comes_when_nobody_does_anything() -> None:
    evening = Evening(WAITING)
    evening.run(IDLE_NS - S)
    evening.press(1, Button.RIGHT)
    evening.run(IDLE_NS - S)
    assert evening.shows(Lobby)
    evening.run(S)
    assert evening.shows(AttractScene)


def test_a_hand_on_the_pad_is_something_too() -> None:
    evening = Evening(WAITING)
    evening.run(IDLE_NS - S)
    for loaded in (frozenset[int](), frozenset({1})):
        evening.table.handle(PadProgress(evening.now_ns, loaded, frozenset()))
    evening.run(IDLE_NS - S)
    assert evening.shows(Lobby)


def test_it_never_comes_where_the_owner_does_not_want_it() -> None:
    evening = Evening(HostingRules())
    evening.run(4 * IDLE_NS, 10 * S)
    assert evening.shows(Lobby)


def test_it_is_there_at_power_on_where_the_owner_wants_it_and_nobody_has_left() -> None:
    evening = Evening(HostingRules(IDLE_NS, at_start=True))
    assert evening.shows(AttractScene)
    evening.press()
    assert evening.shows(Lobby)
    assert evening.table.who == (Who.PERSON,) * 3


def test_whoever_comes_next_finds_an_empty_lobby_as_the_owner_has_it() -> None:
    evening = Evening(replace(WAITING, fresh=Settings(language="en")))
    evening.run(IDLE_NS)
    evening.press(1, Button.LEFT)
    assert evening.table.who == (Who.EMPTY,) * 3
    assert evening.table.settings.language == "en"


def test_a_match_is_never_covered_its_end_and_its_rules_are() -> None:
    evening = Evening(replace(WAITING, attract_ns=SOON_NS))
    evening.table.begin(evening.now_ns)
    evening.run(2 * SOON_NS)
    assert evening.shows(Playing)
    evening.end_match()
    evening.run(0)
    assert evening.shows(AttractScene), "nobody has touched anything for long"
    evening.press()
    evening.table.show_rules(None, evening.now_ns)
    assert evening.shows(RulesScene)
    evening.run(SOON_NS)
    assert evening.shows(AttractScene)


def test_the_service_menu_and_a_name_being_chosen_are_not_covered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(WAITING)
    evening.table.cover(Service(), evening.now_ns)
    monkeypatch.setattr(Service, "view", lambda _: evening.table.lobby.view())
    evening.run(2 * IDLE_NS, 10 * S)
    assert evening.shows(Service)
    evening.table.uncover(evening.now_ns)
    monkeypatch.setattr(Lobby, "restful", False)
    evening.run(IDLE_NS)
    assert evening.shows(Lobby)


@pytest.mark.parametrize(("minute", "kind"), [(SIX_PM, AttractScene), (TWO_AM, ClosedScene)])
def test_a_name_left_half_chosen_holds_off_attract_mode_and_closing_for_a_minute(
    minute: int, kind: type[Scene]
) -> None:
    evening = Evening(HostingRules(SOON_NS, opening=NIGHT))
    evening.clock(SIX_PM)
    evening.table.respond(KnownNames((), ("Барсук",)), evening.now_ns)
    evening.run(SOON_NS)
    evening.press()  # out of attract mode, and at a seat
    evening.press(0, Button.RIGHT)
    evening.press()
    while evening.table.lobby.start.rows()[evening.table.lobby.start.cursor()].key != "name":
        evening.press(0, Button.RIGHT)
    evening.press()
    evening.clock(minute)
    evening.run(LEFT_ALONE_NS - S)
    assert evening.shows(Lobby)
    evening.run(S)
    assert evening.shows(kind)


# -- opening hours -------------------------------------------------------------------------


@given(st.integers(0, DAY_MIN - 1), st.integers(0, DAY_MIN - 1), st.integers(0, DAY_MIN - 1))
@settings(max_examples=60)
def test_what_is_left_runs_down_minute_by_minute(start: int, end: int, minute: int) -> None:
    span = DaySpan(start, end)
    left, later = span.left_min(minute), span.left_min((minute + 1) % DAY_MIN)
    assert (left > 0) == span.contains(minute)
    assert later == left - 1 or (left == 0 and later in (0, (end - start) % DAY_MIN))


@pytest.mark.parametrize(
    ("minute", "is_open"),
    [(SIX_PM - 1, False), (SIX_PM, True), (MIDNIGHT, True), (TWO_AM - 1, True), (TWO_AM, False)],
)
def test_hours_over_midnight(minute: int, is_open: bool) -> None:
    evening = Evening(HostingRules(opening=NIGHT))
    evening.clock(minute)
    assert evening.shows(Lobby if is_open else ClosedScene)


def test_it_is_open_as_long_as_nobody_tells_the_time() -> None:
    evening = Evening(HostingRules(opening=NIGHT))
    evening.run(MIN)
    assert evening.shows(Lobby)


def test_a_closed_table_hears_no_button_and_opens_by_itself_with_attract_mode() -> None:
    evening = Evening(HostingRules(IDLE_NS, opening=NIGHT))
    evening.clock(TWO_AM)
    for button in Button:
        evening.press(0, button)
    assert evening.shows(ClosedScene)
    assert evening.table.lamps() == (0.0,) * 3
    evening.clock(SIX_PM)
    assert evening.shows(AttractScene)


def test_the_owners_chord_opens_the_service_menu_of_a_closed_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(HostingRules(opening=NIGHT))
    monkeypatch.setattr(Service, "view", lambda _: evening.table.lobby.view())
    evening.table.service = lambda _: Service()
    evening.clock(TWO_AM)
    for button in (Button.LEFT, Button.RIGHT, Button.BACK):
        evening.table.handle(ButtonEvent(0, button, True, evening.now_ns, 0))
    evening.run(4 * S)
    assert evening.shows(Service)
    evening.clock(TWO_AM + 1)
    assert evening.shows(Service), "it is not covered"


def test_closing_time_is_told_and_a_match_is_played_to_its_end() -> None:
    evening = Evening(HostingRules(opening=NIGHT))
    evening.clock(TWO_AM - 30)
    evening.table.begin(evening.now_ns)
    evening.run(S)
    assert evening.tells(None)
    evening.clock(TWO_AM - 10)
    assert evening.notice == Notice(NoticeKind.CLOSING, 10)
    evening.run(NOTICE_NS + S)
    evening.clock(TWO_AM - 9)
    assert evening.tells(None), "once is enough"
    evening.clock(TWO_AM + 5)
    assert evening.shows(Playing)
    evening.end_match()
    evening.press(0, Button.BACK)
    assert evening.shows(Ended)
    assert not evening.table.may_rematch()
    evening.run(RANKING_NS)
    assert evening.shows(ClosedScene)


@settings(max_examples=25)
@given(st.lists(st.integers(0, DAY_MIN - 1), min_size=1, max_size=8))
def test_a_clock_that_jumps_leaves_the_table_open_or_closed_as_it_says(jumps: list[int]) -> None:
    evening = Evening(HostingRules(IDLE_NS, opening=NIGHT, session_ns=MIN))
    for minute in jumps:
        evening.clock(minute)
        assert evening.shows(ClosedScene) != NIGHT.contains(minute)


# -- the time that people have -----------------------------------------------------------


def session(length_ns: int = SOON_NS) -> Evening:
    """People have begun their first match."""
    evening = Evening(HostingRules(IDLE_NS, session_ns=length_ns))
    evening.table.begin(evening.now_ns)
    evening.run(0)
    return evening


def test_time_is_up_in_the_pause_once_at_the_end_and_in_the_lobby() -> None:
    evening = session()
    evening.run(SOON_NS)
    assert evening.tells(None), "a match is not disturbed"
    told: list[Notice | None] = []
    for _ in range(2):
        evening.press(0, Button.BACK, hold_ns=S)
        view = evening.table.view()
        assert isinstance(view, PlayView)
        assert view.pause is not None
        told.append(evening.notice)
        evening.press(0, Button.BACK)
        evening.run(20 * MS, 20 * MS)
        assert evening.tells(None), "play goes on"
    assert told == [Notice(NoticeKind.TIME_UP), None]
    evening.end_match()
    assert evening.tells(NoticeKind.TIME_UP)
    evening.run(NOTICE_NS)
    assert evening.tells(None)
    evening.table.leave(evening.now_ns)
    evening.run(0)
    assert evening.tells(NoticeKind.TIME_UP)
    assert evening.table.may_rematch(), "nothing is cut off"


def test_a_new_session_begins_when_attract_mode_was_there() -> None:
    evening = session()
    evening.run(SOON_NS)
    evening.end_match()
    evening.run(IDLE_NS)
    assert evening.shows(AttractScene)
    evening.press()
    evening.run(S)
    assert evening.tells(None)


def test_without_attract_mode_a_session_ends_when_nobody_has_been_there_for_long() -> None:
    evening = Evening(HostingRules(session_ns=SOON_NS))
    evening.table.begin(evening.now_ns)
    evening.run(SOON_NS)
    evening.table.leave(evening.now_ns)
    evening.run(GONE_NS)
    evening.press(0, Button.BACK)
    evening.run(NOTICE_NS, S)
    assert evening.tells(None)


@pytest.mark.parametrize("length_ns", [0, 60 * MIN])
def test_nobody_is_told_who_has_time(length_ns: int) -> None:
    evening = session(length_ns)
    evening.run(SOON_NS)
    evening.end_match()
    told = [evening.notice]
    evening.table.leave(evening.now_ns)
    evening.run(0)
    assert [*told, evening.notice] == [None, None]


def test_what_is_not_kept_is_told_and_told_again_when_it_comes_back() -> None:
    evening = Evening(HostingRules())
    evening.table.respond(StorageStatus("disk_full"), evening.now_ns)
    evening.run(0)
    assert evening.notice == Notice(NoticeKind.UNKEPT, why="disk_full")
    evening.run(NOTICE_NS)
    assert not evening.notice
    evening.table.respond(StorageStatus(), evening.now_ns)
    evening.run(S)
    evening.table.respond(StorageStatus("read_only"), evening.now_ns)
    evening.run(0)
    assert evening.notice == Notice(NoticeKind.UNKEPT, why="read_only")


def test_a_match_begun_unkept_says_so_too() -> None:
    evening = Evening(HostingRules())
    evening.table.respond(StorageStatus("failing"), evening.now_ns)
    evening.run(NOTICE_NS)
    evening.table.begin(evening.now_ns)
    evening.run(0)
    assert evening.notice == Notice(NoticeKind.UNKEPT, why="failing")


def test_what_was_found_damaged_is_told_once() -> None:
    evening = Evening(HostingRules())
    evening.table.respond(StorageStatus(flawed=True), evening.now_ns)
    evening.run(0)
    assert evening.notice == Notice(NoticeKind.FLAWED)
    evening.run(2 * NOTICE_NS)
    assert not evening.notice


def test_an_old_file_set_aside_is_told_once_after_what_matters_more() -> None:
    evening = Evening(HostingRules())
    evening.table.respond(StorageStatus("failing", set_aside=True), evening.now_ns)
    evening.run(0)
    assert evening.notice == Notice(NoticeKind.UNKEPT, why="failing")
    evening.run(NOTICE_NS)
    assert evening.notice == Notice(NoticeKind.SET_ASIDE)
    evening.run(2 * NOTICE_NS)
    assert not evening.notice
