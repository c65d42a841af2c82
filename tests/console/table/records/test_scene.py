"""Records by buttons: pages, what ● opens, a photo finish; a person forgets themselves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.ended import Ended
from console.table.lobby.view import StartView
from console.table.outputs import Output
from console.table.record_values import News, NewsKind, Person, PersonProfile, RecordTable
from console.table.records.pages import LINES, leaves_of
from console.table.records.requests import (
    ForgetRequest,
    Forgotten,
    PhotoGiven,
    PhotoRequest,
    RecordBroken,
    Records,
    RecordsRequest,
)
from console.table.records.scene import RecordsScene
from console.table.records.view import (
    EmptyPage,
    ForgetAsking,
    ForgetStep,
    GamePage,
    Nothing,
    PeopleList,
    PersonPage,
    RatingPage,
    RecordPhotoView,
    RecordsNotice,
    RecordsView,
)
from console.table.seating import NamedPerson
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import EndView, MenuLine, Target, Who
from drivers.events import Button, ButtonEvent
from drivers.times import MS, SECOND
from tests.console.screens.photo.samples import close
from tests.console.screens.records.samples import BADGER, elements, records

LEFT, RIGHT, OK, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BACK
P = TypeVar("P")


@dataclass
class Reader:
    """Somebody at seat 0 who looks through the records; seat 1 is somebody else."""

    table: Table
    now_ns: int = 0
    outputs: list[Output] = field(default_factory=list)

    @classmethod
    def of(
        cls, kept: Records | None, own: int | None = None, closed: frozenset[str] = frozenset()
    ) -> Reader:
        table = Table((Who.PERSON,) * 2, Settings(game="iota", closed=closed), lambda: 1)
        reader = cls(table)
        if kept is not None:
            table.respond(kept, 0)
        table.cover(RecordsScene(table, 0, own, 0), 0)
        reader.wait(0)
        return reader

    def wait(self, time_ns: int) -> None:
        """Time passes, tick by tick, as it is due."""
        until_ns = self.now_ns + time_ns
        while self.now_ns < until_ns:
            due_ns = self.table.next_due_ns()
            self.now_ns = until_ns if due_ns is None else min(until_ns, max(due_ns, self.now_ns))
            self.table.tick(self.now_ns)
        self.outputs += self.table.take_outputs()

    def press(self, *buttons: Button, seat: int = 0, hold_ns: int = 50 * MS) -> None:
        for button in buttons:
            for pressed in (True, False):
                self.table.handle(ButtonEvent(seat, button, pressed, self.now_ns, 0))
                self.wait(hold_ns if pressed else MS)

    def tell(self, response: Records | PhotoGiven | Forgotten) -> None:
        self.table.respond(response, self.now_ns)

    def view(self) -> RecordsView:
        view = self.table.view()
        assert isinstance(view, RecordsView)
        return view

    def page(self, kind: type[P]) -> P:
        """The page on show, which is of that kind."""
        page = self.view().page
        assert isinstance(page, kind)
        return page

    def asking(self) -> ForgetAsking:
        """The question on show."""
        asking = self.view().asking
        assert asking is not None
        return asking

    def turn_to(self, kind: type, game: str | None = None) -> None:
        """Turn pages until there is one of that kind, of that game."""
        for _ in range(self.view().count):
            page = self.view().page
            if isinstance(page, kind) and game in (None, getattr(page, "game", None)):
                return
            self.press(RIGHT)
        raise AssertionError(kind)

    def wanted(self, kind: type) -> list[Output]:
        return [output for output in self.outputs if isinstance(output, kind)]


# -- pages -----------------------------------------------------------------------------------------


def test_the_lobby_leads_there_and_back() -> None:
    table = Table((Who.PERSON,) * 2, Settings(), lambda: 1)
    reader = Reader(table)
    table.call(0, NamedPerson(BADGER, "Барсук"))
    table.respond(records(), 0)
    table.lobby.go(MenuLine.MORE)
    while table.lobby.start.rows()[table.lobby.start.cursor()].key != "records":
        reader.press(RIGHT)
    reader.press(OK)
    assert reader.view().seat == 0
    reader.turn_to(PersonPage)  # there is one's own
    reader.press(BACK)
    assert isinstance(table.view(), StartView)
    assert table.lobby.start.who[0] is Who.PERSON, "nobody left the seat"


def test_it_opens_at_the_game_chosen_and_goes_round_and_round() -> None:
    reader = Reader.of(records())
    assert reader.wanted(RecordsRequest)
    first = reader.view()
    assert isinstance(first.page, GamePage)
    assert first.page.game == "iota"
    seen = [type(reader.view().page)]
    for _ in range(first.count - 1):
        reader.press(RIGHT, seat=1)  # everybody may turn
        seen.append(type(reader.view().page))
    assert set(seen) == {GamePage, RatingPage, PeopleList}
    reader.press(RIGHT)
    assert reader.view() == first
    reader.press(LEFT, RIGHT)
    assert reader.view() == first


def test_a_game_s_page_tells_its_options_and_no_more_than_fits() -> None:
    leaf = leaves_of(records())[0]
    assert isinstance(leaf.page, GamePage)
    assert dict(leaf.page.changed) == {"chaos.last_card": "classic", "chaos.specials.left": 0}
    assert all(len(block.entries) <= 3 for block in leaf.page.blocks)
    (few,) = leaves_of(Records((elements(),)))
    assert isinstance(few.page, GamePage)
    assert [len(block.entries) for block in few.page.blocks] == [5, 5]


def test_an_empty_table_invites_and_an_unreadable_one_says_so() -> None:
    assert Reader.of(Records()).view().page == EmptyPage(Nothing.NONE)
    assert Reader.of(Records(readable=False)).view().page == EmptyPage(Nothing.UNREADABLE)
    waiting = Reader.of(None)
    assert waiting.view().page == EmptyPage(Nothing.WAITING)
    waiting.wait(11 * SECOND)  # nobody keeps records here
    assert waiting.view().page == EmptyPage(Nothing.UNREADABLE)
    waiting.tell(records())
    waiting.page(GamePage)
    waiting.press(BACK)
    assert isinstance(waiting.table.view(), StartView)


def test_long_lists_go_on_on_the_next_page() -> None:
    many = tuple(Person(PersonProfile(n, f"N{n}", "2026-05-01")) for n in range(LINES + 3))
    parts = [leaf.page for leaf in leaves_of(Records(people=many))]
    assert [len(p.people) for p in parts if isinstance(p, PeopleList)] == [LINES, 3]


# -- photo finishes --------------------------------------------------------------------------------


def test_a_record_s_photo_finish_is_shown_and_closed_again() -> None:
    reader = Reader.of(records())
    reader.turn_to(GamePage, "chaos")
    reader.press(OK, RIGHT, OK)
    before = reader.view()
    (wish,) = reader.wanted(PhotoRequest)
    assert wish == PhotoRequest(7, 1)
    reader.tell(PhotoGiven(7, 0, close()))  # another one's
    assert reader.view() == before
    reader.tell(PhotoGiven(7, 1, close(), {0: "Барсук"}))
    shown = reader.table.view()
    assert isinstance(shown, RecordPhotoView)
    assert (shown.seat, shown.names[0]) == (0, "Барсук")
    reader.press(LEFT)
    assert reader.table.view() == shown
    reader.press(OK)
    assert reader.view() == before
    reader.press(OK)
    reader.tell(PhotoGiven(7, 1, None))
    assert reader.view().said is RecordsNotice.NO_PHOTO
    reader.press(BACK)
    assert reader.view().row is None


def test_whoever_turned_on_does_not_get_the_picture() -> None:
    reader = Reader.of(records())
    reader.turn_to(GamePage, "chaos")
    reader.press(OK, OK, BACK)
    reader.tell(PhotoGiven(7, 0, close()))
    assert reader.view().row is None


# -- people ----------------------------------------------------------------------------------------


def test_a_person_opens_from_a_list_and_closes_to_the_same_line() -> None:
    reader = Reader.of(records())
    reader.turn_to(RatingPage)
    reader.press(OK, RIGHT, RIGHT)
    before = reader.view()
    reader.press(OK)
    page = reader.page(PersonPage)
    assert isinstance(before.page, RatingPage)
    assert page.person.profile.nickname == before.page.lines[2].nickname
    assert {r.game for r in page.ratings} == {"chaos", "elements"}
    assert page.rows[:3] == (0, 1, None), "the races of records have pictures"
    reader.press(BACK)
    assert reader.view() == before


def forget(reader: Reader) -> None:
    """As far as the second question."""
    reader.turn_to(PersonPage)
    reader.press(OK, LEFT, OK)  # the last row
    reader.press(RIGHT, OK)


def test_a_person_forgets_themselves_asked_twice_holding_for_three_seconds() -> None:
    reader = Reader.of(records(), own=BADGER)
    reader.turn_to(PersonPage)
    reader.press(OK, LEFT, OK)
    assert (reader.asking().step, reader.asking().yes) == (ForgetStep.ASKED, False)
    reader.press(OK)
    assert reader.view().asking is None, "no is the first answer"
    reader.press(OK, RIGHT, OK, hold_ns=MS)
    assert reader.asking().step is ForgetStep.HOLD
    reader.press(OK, hold_ns=2_900 * MS)
    assert reader.asking().held == 0, "let go: from the beginning"
    assert not reader.wanted(ForgetRequest)
    reader.press(OK, hold_ns=3_000 * MS)
    assert reader.wanted(ForgetRequest) == [ForgetRequest(BADGER)]
    assert reader.asking().step is ForgetStep.DOING
    kept = records()
    reader.tell(Forgotten(BADGER, done=True))
    reader.tell(replace(kept, people=kept.people[1:]))
    assert reader.view().said is RecordsNotice.FORGOTTEN
    assert reader.view().asking is None
    with pytest.raises(AssertionError):
        reader.turn_to(PersonPage)


def test_somebody_else_s_buttons_and_a_way_back_forget_nobody() -> None:
    reader = Reader.of(records(), own=BADGER)
    forget(reader)
    reader.press(OK, seat=1, hold_ns=4 * SECOND)
    reader.press(BACK)
    assert reader.view().asking is None
    reader.wait(5 * SECOND)
    assert not reader.wanted(ForgetRequest)


def test_a_disk_that_refuses_is_told() -> None:
    for told, said in (
        (Forgotten(BADGER, done=False, wiped=False), RecordsNotice.NOT_FORGOTTEN),
        (Forgotten(BADGER, done=True, wiped=False), RecordsNotice.NOT_WIPED),
    ):
        reader = Reader.of(records(), own=BADGER)
        forget(reader)
        reader.press(OK, hold_ns=3_000 * MS)
        reader.tell(told)
        assert reader.view().said is said
        assert reader.view().asking is None


def test_a_touch_can_hold_too() -> None:
    reader = Reader.of(records(), own=BADGER)
    forget(reader)
    for pressed in (True, False):
        reader.table.point(Target("row", (1,)), pressed, reader.now_ns)
        reader.wait(3_000 * MS)
    assert reader.wanted(ForgetRequest) == [ForgetRequest(BADGER)]


def test_in_a_cafe_nobody_forgets_somebody_else() -> None:
    closed = frozenset({"forget"})
    reader = Reader.of(records(), own=BADGER, closed=closed)
    reader.turn_to(PersonPage)
    assert reader.page(PersonPage).forget is not None
    reader.turn_to(PeopleList)
    for row in range(2):
        reader.press(OK, *[RIGHT] * row, OK)
        page = reader.page(PersonPage)
        assert (page.forget is None) == (page.person.profile.id != BADGER)
        reader.press(BACK, BACK)
    home = Reader.of(records())
    home.turn_to(PeopleList)
    home.press(OK, RIGHT, OK)
    assert home.page(PersonPage).forget is not None


# -- whatever happens ------------------------------------------------------------------------------

KEPT = records()
NOTHING = RecordTable(
    game="iota", players=4, options={}, matches=0, measure="points", records=(), wins=()
)
SOMETIMES = st.sampled_from(
    (
        KEPT,
        Records(),
        Records(readable=False),
        replace(KEPT, tables=KEPT.tables[1:], people=KEPT.people[3:]),
        replace(KEPT, ratings=()),
        Records(tables=(NOTHING,), people=KEPT.people[:1]),
        PhotoGiven(7, 0, close()),
        PhotoGiven(7, 0, None),
        Forgotten(BADGER, done=True),
        Forgotten(BADGER, done=False),
    )
)
PRESSES = st.tuples(
    st.sampled_from(Button), st.integers(0, 1), st.sampled_from((20 * MS, 3_100 * MS))
)
TOUCHES = st.tuples(st.sampled_from(("row", "page")), st.integers(-1, 12), st.booleans())


@settings(max_examples=60)
@given(
    st.sampled_from((None, BADGER, 99)),
    st.booleans(),
    st.lists(st.one_of(PRESSES, PRESSES, PRESSES, SOMETIMES, TOUCHES), max_size=40),
)
def test_pages_and_cursor_are_never_out_of_range(
    own: int | None, closed: bool, steps: list[object]
) -> None:
    reader = Reader.of(KEPT, own, frozenset({"forget"} if closed else ()))
    for step in steps:
        match step:
            case (Button() as button, int() as seat, int() as hold_ns):
                reader.press(button, seat=seat, hold_ns=hold_ns)
            case (str() as kind, int() as place, bool() as pressed):
                at = max(-1, min(1, place)) if kind == "page" else place
                reader.table.point(Target(kind, (at,)), pressed, reader.now_ns)
            case Records() | PhotoGiven() | Forgotten():
                reader.tell(step)
        reader.wait(MS)
        view = reader.table.view()
        if isinstance(view, StartView):
            reader.table.cover(RecordsScene(reader.table, 0, own, reader.now_ns), reader.now_ns)
        elif isinstance(view, RecordsView):
            assert view.number is None or 0 <= view.number < view.count
            assert view.row is None or 0 <= view.row < view.rows


# -- the end of a match ----------------------------------------------------------------------------


def test_the_end_tells_what_the_match_has_changed() -> None:
    table = Table((Who.PERSON,) * 2, Settings(game="iota"), lambda: 1)
    table.begin(0)
    assert table.match is not None
    table.show(Ended(table, table.match, 0))
    view = table.view()
    assert isinstance(view, EndView)
    assert view.news == ()
    news = (News(kind=NewsKind.FIRST_WIN, seat=1, nickname="Барсук"),)
    table.respond(RecordBroken(news), 1)
    view = table.view()
    assert isinstance(view, EndView)
    assert view.news == news
