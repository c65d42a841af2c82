"""A table at an event, by its buttons: joining, being called, playing, waiting for what is next."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.registry import GAMES
from console.link.messages import Assignment, Begun, Enters, Here, OutOfOrder, Placed
from console.link.played import PlayedAt
from console.table.event.called import called
from console.table.event.requests import EventShown, JoinWanted, LeaveWanted
from console.table.event.scene import GONE_NS, LOST_NS
from console.table.event.view import EventStage, EventWord
from console.table.lobby.view import StartView
from console.table.match import StoredStart
from console.table.outputs import MatchBegun, MatchEnded
from console.table.settings import Settings
from console.table.view import MenuLine, NoticeKind, ResumeOffer, Target
from drivers.events import Button, Fault, SeatFault, SourceFault
from drivers.times import MS
from tests.console.table.event.evening import (
    BACK,
    EVENT,
    NAMES,
    OK,
    RIGHT,
    SEATS,
    Evening,
    assignment,
    state,
)
from tests.console.table.test_ended import UNTIL_MENU_MS, win


def test_a_desk_is_joined_by_four_buttons() -> None:
    evening = Evening.at()
    evening.open_event()
    assert evening.seen().stage is EventStage.TYPING
    evening.type("10.0.0.71")
    evening.press(1, BACK)
    evening.type("✓")
    evening.type("04711")
    assert evening.of_kind(JoinWanted) == []
    evening.type("2")
    assert evening.of_kind(JoinWanted) == [JoinWanted("10.0.0.7", "047112")]
    assert evening.seen().stage is EventStage.ASKING
    evening.tell(None, check="4711")
    assert (evening.seen().stage, evening.seen().check) == (EventStage.CHECK, "4711")
    evening.tell(state(table=None), check="4711")
    assert evening.seen().stage is EventStage.CHECK
    evening.tell(state())
    assert evening.seen().stage is EventStage.HOME


def test_the_address_is_remembered_and_a_wrong_code_is_typed_anew() -> None:
    evening = Evening.at()
    evening.table.respond(EventShown(address="10.0.0.7"), 0)
    evening.open_event()
    evening.type("✓")
    evening.type("123456")
    evening.tell(None, joined=False, refused="code", address="10.0.0.7")
    seen = evening.seen()
    assert seen.typing is not None
    assert (seen.typing.field, seen.typing.text, seen.word) == ("code", "", EventWord.NO_CODE)
    evening.press(1, BACK)
    assert evening.typed() == "10.0.0.7"
    for _ in range(9):
        evening.press(1, BACK)
    assert isinstance(evening.table.view(), StartView)


def test_nobody_at_that_address_is_told() -> None:
    evening = Evening.at()
    evening.open_event()
    evening.type("1..✓")
    assert evening.seen().word is EventWord.NO_ADDRESS
    evening.press(1, BACK)
    evening.type("2✓")
    evening.type("111111")
    evening.tell(None, joined=False, refused="lost")
    assert evening.seen().word is EventWord.UNREACHED
    assert evening.typed() == "1.2"
    evening.run(GONE_NS / MS + 1)
    assert isinstance(evening.table.view(), StartView)


def test_who_is_called_presses_at_their_seat_and_the_match_begins() -> None:
    evening = Evening.at(state(assignment(persons=3)))
    seen = evening.seen()
    assert [(p.seat, p.name, p.here) for p in seen.players] == [
        (0, "Аня", False),
        (2, "Борис", False),
        (4, "Вера", False),
    ]
    evening.press(1, OK)
    assert evening.reports() == []
    evening.press(0, OK)
    evening.press(4, OK)
    evening.press(4, BACK)
    assert [p.here for p in evening.seen().players] == [True, False, False]
    evening.press(2, OK)
    assert evening.reports() == [Here(match=7, person=p) for p in (10, 12, 11)]
    evening.press(4, OK)
    assert evening.reports()[-1] == Begun(match=7)
    (begun,) = evening.of_kind(MatchBegun)
    assert begun.event == PlayedAt(EVENT, 4, 7, 0, (10, 11, 12))
    assert begun.seats == (0, 2, 4)
    assert set(begun.profiles) == {None}
    assert [evening.match.seating.name_at(seat) for seat in (0, 2, 4)] == [*NAMES[:3]]


def test_after_a_match_the_table_waits_for_what_the_desk_says() -> None:
    evening = Evening.at(state(assignment()), game="chaos")
    evening.all_here()
    win(evening)
    (ended,) = evening.of_kind(MatchEnded)
    assert not ended.abandoned
    evening.run(UNTIL_MENU_MS)
    seen = evening.seen()
    assert seen.players == ()
    assert seen.last is not None
    assert {name for _, name in seen.last.places} == {*NAMES[:2]}
    assert evening.table.settings == Settings(game="chaos")
    evening.tell(state(assignment()), unsent=((7, 0),))
    assert evening.seen().players == ()
    assert evening.seen().word is EventWord.UNSENT
    evening.tell(state(assignment(match=8), 2))
    assert len(evening.seen().players) == 2
    evening.all_here()
    assert evening.of_kind(MatchBegun)[-1].event == PlayedAt(EVENT, 4, 8, 0, (10, 11))


def test_a_best_of_goes_on_with_its_next_game_and_one_taken_back_is_played_again() -> None:
    evening = Evening.at(state(assignment(best_of=3)))
    evening.all_here()
    win(evening)
    evening.run(UNTIL_MENU_MS)
    evening.tell(state(assignment(best_of=3, game_n=1, won=(0, 1)), 2))
    assert [p.won for p in evening.seen().players] == [0, 1]
    evening.tell(state(assignment(best_of=3), 3))
    assert [p.here for p in evening.seen().players] == [False, False]
    evening.all_here()
    assert evening.of_kind(MatchBegun)[-1].event == PlayedAt(EVENT, 4, 7, 0, (10, 11))


def test_the_next_event_s_matches_are_others_of_the_same_numbers() -> None:
    evening = Evening.at(state(assignment()))
    evening.all_here()
    evening.tell(state(assignment(), event="next"))  # while they play
    win(evening)
    evening.run(UNTIL_MENU_MS)
    assert len(evening.seen().players) == 2, "the first event's match has been played, not this one"
    assert evening.seen().last is None


def test_rules_of_the_event_hold_for_its_match_alone() -> None:
    """Not the table's house rules, nor afterwards those of the event."""
    name, option = next(iter(GAMES["chaos"].options.items()))
    first, second = option.range[:2]
    own = Settings(game="ignis").with_options("chaos", {name: first})
    asked = assignment(game="chaos", persons=3, options={name: second})
    evening = Evening.at(state(asked), game="ignis", house=own.house)
    evening.all_here()
    assert evening.of_kind(MatchBegun)[-1].options[name] == second
    evening.table.leave(evening.now_ns)
    assert evening.table.settings == own


def test_every_option_of_a_game_comes_to_its_match() -> None:
    specials = {"grab": 2, "palm": 4, "all": 2, "left": 2}
    sent = assignment(game="chaos", persons=3, options={"specials": specials})
    asked = msgspec.json.decode(msgspec.json.encode(sent), type=Assignment)
    evening = Evening.at(state(asked))
    evening.all_here()
    assert evening.of_kind(MatchBegun)[-1].options["specials"] == specials


def test_rules_that_cannot_be_are_told_to_the_desk() -> None:
    evening = Evening.at(state(assignment(game="chaos", persons=3, options={"no": 1})))
    assert [type(t) for t in evening.reports()] == [OutOfOrder]


def test_while_the_event_is_paused_nobody_begins_and_then_they_do() -> None:
    evening = Evening.at(state(assignment(), paused=True))
    evening.all_here()
    assert evening.seen().word is EventWord.PAUSED
    assert evening.of_kind(MatchBegun) == []
    evening.tell(state(assignment(), 2))
    assert len(evening.of_kind(MatchBegun)) == 1


def test_what_the_desk_has_ended_is_told_and_calls_nobody() -> None:
    evening = Evening.at(state(assignment(), ended=True))
    assert evening.seen().players == ()
    assert evening.seen().word is EventWord.ENDED


@pytest.mark.parametrize(
    ("trouble", "word"), [("no_token", EventWord.NOT_LET_IN), ("foreign", EventWord.FOREIGN)]
)
def test_a_desk_that_does_not_know_the_table_is_told(trouble: str, word: EventWord) -> None:
    evening = Evening.at(state(assignment()))
    evening.tell(state(assignment()), trouble=trouble)
    assert evening.seen().word is word


def test_a_desk_that_is_silent_for_a_moment_is_not_spoken_of_and_play_goes_on() -> None:
    evening = Evening.at(state(assignment()))
    evening.tell(state(assignment()), trouble="lost")
    assert evening.seen().word is None
    evening.run(LOST_NS / MS + 1)
    assert evening.seen().word is EventWord.LOST
    evening.all_here()
    assert len(evening.of_kind(MatchBegun)) == 1


def test_people_play_freely_until_they_are_called() -> None:
    evening = Evening.at(state())
    evening.press(3, BACK)
    evening.choose(MenuLine.EVENT_FREE, 3)
    assert isinstance(evening.table.view(), StartView)
    evening.tell(state(version=2))
    assert isinstance(evening.table.view(), StartView)
    evening.tell(state(assignment(), 3))
    assert evening.seen().players


def test_who_plays_freely_is_told_that_others_are_called() -> None:
    evening = Evening.at(state(), game="iota")
    evening.press(3, BACK)
    evening.choose(MenuLine.EVENT_FREE, 3)
    for seat in (0, 3):
        evening.press(seat, OK)
    evening.choose(MenuLine.START, 0)
    evening.run(5_000)
    evening.tell(state(assignment(), 2))
    evening.run(100)
    notice = evening.table.view().notice
    assert notice is not None
    assert notice.key is NoticeKind.CALLED
    win(evening)
    assert evening.of_kind(MatchBegun)[-1].event is None
    evening.run(UNTIL_MENU_MS)
    evening.choose(MenuLine.ALL_LEAVE, 0)
    assert evening.seen().players


@pytest.mark.parametrize("goes_on", [None, assignment(match=8), assignment(game_n=1)])
def test_a_match_that_the_desk_took_back_is_told_to_who_plays_it(
    goes_on: Assignment | None,
) -> None:
    """Its result was typed at the desk as they sat down, say."""
    evening = Evening.at(state(assignment()))
    evening.all_here()
    evening.run(100)
    evening.tell(state(assignment(), 2))
    assert evening.table.view().notice is None
    evening.tell(state(goes_on, 3))
    evening.run(100)
    notice = evening.table.view().notice
    assert notice is not None
    assert notice.key is NoticeKind.CALLED_OFF


def test_nobody_is_called_any_more_once_the_desk_has_their_result() -> None:
    evening = Evening.at(state(assignment()))
    seat, last = (player.seat for player in evening.seen().players)
    evening.press(seat, OK)
    evening.tell(state(None, 2))
    evening.press(last, OK)
    assert evening.of_kind(MatchBegun) == []
    assert evening.seen().players == ()


def test_leaving_is_asked_no_first() -> None:
    evening = Evening.at(state())
    evening.press(2, BACK)
    evening.choose(MenuLine.EVENT_GOES, 2)
    assert evening.seen().menu is not None
    evening.press(2, OK)
    assert evening.of_kind(LeaveWanted) == []
    evening.choose(MenuLine.EVENT_GOES, 2)
    evening.choose(MenuLine.EVENT_LEAVE, 2)
    assert evening.of_kind(LeaveWanted) == [LeaveWanted()]
    assert isinstance(evening.table.view(), StartView)


def test_a_match_that_was_left_goes_on_where_it_was() -> None:
    evening = Evening.at(state(assignment()))
    evening.all_here()
    first = evening.match
    (begun,) = evening.of_kind(MatchBegun)
    evening.table.leave(evening.now_ns, for_good=True)
    evening.run(10)
    (left,) = evening.of_kind(MatchEnded)
    assert left.abandoned
    assert not left.declined
    assert [p.here for p in evening.seen().players] == [False, False]
    event = PlayedAt(EVENT, 4, 7, 0, (10, 11), "the id")
    stored = StoredStart(
        offer=ResumeOffer(3, begun.seats, 0, "2026-05-01T20:15:00"),
        seating=first.seating,
        settings=Settings(game="iota"),
        seed=begun.seed,
        actions=(),
        verdicts=0,
        event=event,
    )
    evening.table.offer(stored)
    evening.all_here()
    again = evening.of_kind(MatchBegun)[-1]
    assert (again.resumed, again.event, again.seed) == (3, event, begun.seed)
    assert evening.match.seating.name_at(0) == NAMES[0]
    assert evening.table.offered is None


def test_one_that_another_match_broke_off_is_not_mistaken_for_it() -> None:
    evening = Evening.at(state(assignment()))
    evening.all_here()
    other = StoredStart(
        offer=ResumeOffer(3, (0, 3), 0, "2026-05-01T20:15:00"),
        seating=evening.match.seating,
        settings=Settings(game="iota"),
        seed=5,
        actions=(),
        verdicts=0,
        event=PlayedAt(EVENT, 4, 6, 0, (10, 11), "x"),
    )
    evening.table.leave(evening.now_ns)
    evening.table.offer(other)
    evening.run(10)
    evening.all_here()
    assert evening.of_kind(MatchBegun)[-1].resumed is None


def test_what_the_table_cannot_play_the_desk_is_told_once() -> None:
    evening = Evening.at(state(assignment(game="chess")))
    assert [type(t) for t in evening.reports()] == [OutOfOrder]
    assert evening.reports() == [OutOfOrder("it does not know this game")]
    assert evening.seen().word is EventWord.UNFIT
    evening.tell(state(assignment(match=9, game="chess"), 2))
    assert len(evening.reports()) == 1


def test_what_is_called_once_more_is_judged_anew_and_told_again() -> None:
    """The organiser has put the table back, or has begun another event: it does not wait there for
    people whom nobody lets sit down."""
    no = OutOfOrder("it does not know this game")
    evening = Evening.at(state(assignment(game="chess")))
    evening.tell(state(version=2))
    assert evening.reports() == [no]
    evening.tell(state(assignment(match=8, game="chess"), 3))
    assert evening.reports() == [no, no]
    evening.tell(state(version=4))
    evening.tell(state(assignment(match=9), 5))
    assert evening.reports() == [no, no, OutOfOrder("")]
    evening.all_here()
    assert len(evening.of_kind(MatchBegun)) == 1
    other = Evening.at(state(assignment(game="chess")))
    other.tell(state(assignment(match=0), event="another"))
    assert other.seen().word is not EventWord.UNFIT
    other.all_here()
    assert len(other.of_kind(MatchBegun)) == 1


def test_a_silent_pad_is_told_and_that_it_speaks_again() -> None:
    evening = Evening.at(state(assignment(game="chaos", persons=3)))
    silent = SourceFault("pad", Fault.SILENT, True, evening.now_ns)
    evening.table.handle(silent)
    evening.run(20)
    assert evening.reports() == [OutOfOrder("its pad is silent")]
    evening.press(0, OK)
    assert len(evening.reports()) == 1
    evening.table.handle(SourceFault("pad", Fault.SILENT, False, evening.now_ns))
    evening.run(20)
    assert evening.reports()[-1] == OutOfOrder("")


def test_a_seat_that_cannot_be_trusted_is_nobody_s() -> None:
    evening = Evening.at(state())
    evening.table.handle(SeatFault(0, Fault.STUCK_BUTTON, True, evening.now_ns))
    evening.tell(state(assignment(), 2))
    assert 0 not in [p.seat for p in evening.seen().players]


def test_somebody_signs_up_at_the_table() -> None:
    evening = Evening.at(state(entry_open=True))
    evening.press(2, BACK)
    evening.choose(MenuLine.EVENT_ENTER, 2)
    naming = evening.seen().naming
    assert naming is not None
    assert naming.seat == 2
    evening.press(2, OK, RIGHT, OK)
    evening.press(2, OK, hold_ms=900)
    assert [type(t) for t in evening.reports()] == [Enters]
    assert evening.seen().naming is None


def test_a_touch_is_as_good_as_a_button() -> None:
    evening = Evening.at(state(assignment()))
    for player in evening.seen().players:
        for pressed in (True, False):
            evening.table.point(Target("key", (player.seat, 2)), pressed, evening.now_ns)
    evening.run(1)
    assert len(evening.of_kind(MatchBegun)) == 1


@given(st.integers(1, 8), st.integers(2, 8), st.sets(st.integers(0, 7)))
def test_everybody_has_a_seat_of_their_own(count: int, seats: int, bad: set[int]) -> None:
    persons = tuple(Placed(n, f"P{n}", n) for n in range(count))
    asked = Assignment(match=1, game="chaos", persons=persons, stage=1, round=1)
    faults = {seat: Fault.STUCK_BUTTON for seat in bad if seat < seats}
    found = called(asked, Settings(), faults, seats)
    if count <= seats:
        assert [p.person for _, p in sorted(found.at.items())] == [*range(count)]
        if seats - len(faults) >= count:
            assert not set(found.at) & set(faults)
    else:
        assert found.why


PRESSES = st.tuples(st.integers(0, SEATS - 1), st.sampled_from(Button))
STATES = st.builds(
    state,
    st.none()
    | st.builds(
        assignment,
        st.integers(-2, 3),
        st.integers(1, 4),
        st.sampled_from(("iota", "chaos", "chess")),
        game_n=st.integers(0, 2),
    ),
    st.integers(1, 9),
    paused=st.booleans(),
    ended=st.booleans(),
    entry_open=st.booleans(),
    table=st.none() | st.integers(0, 3),
)
SHOWN = st.builds(
    EventShown,
    joined=st.booleans(),
    joining=st.booleans(),
    refused=st.none() | st.sampled_from(("code", "lost", "odd")),
    trouble=st.none() | st.sampled_from(("lost", "no_token", "foreign")),
    state=st.none() | STATES,
)


@settings(deadline=None, max_examples=60)
@given(st.lists(PRESSES | SHOWN | st.integers(1, 8000), max_size=40))
def test_whatever_is_pressed_and_told_nobody_is_here_who_is_not_called(steps: list[Any]) -> None:
    evening = Evening.at(state())
    for step in steps:
        before = evening.shown.state
        if isinstance(step, EventShown):
            evening.shown = step
            evening.table.respond(step, evening.now_ns)
            evening.run(1)
        elif isinstance(step, int):
            evening.run(step)
        else:
            evening.press(step[0], step[1])
        new = evening.reports()
        evening.outputs.clear()
        persons = set()
        for known in (before, evening.shown.state):
            if known is not None and known.match is not None:
                persons |= {(known.match.match, p.person) for p in known.match.persons}
        for reports in new:
            if isinstance(reports, Here):
                assert (reports.match, reports.person) in persons
        evening.table.view()
        evening.table.lamps()
