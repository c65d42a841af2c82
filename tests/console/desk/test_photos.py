"""What a table sends of a race is on the TV as the table has shown it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from console.desk.access import Role
from console.desk.photos import SHOWN_MS
from console.events import actions as do
from console.link.messages import Outcome, Photo, PhotoHand, ResultAnswer
from tests.console.desk.live import LiveDesk, now_ms
from tests.console.desk.web.test_link import assigned, people, result

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(url: str) -> Iterator[LiveDesk]:
    opened = LiveDesk(url)
    yield opened
    opened.end()


def photo_of(persons: tuple[int, ...]) -> Photo:
    hands = tuple(
        PhotoHand(
            person=person,
            seat=seat,
            onset_us=4_000 * seat,
            u_us=200,
            behind_u_us=300,
            reaction_us=190_000 + 4_000 * seat,
            force=tuple(range(0, 970, 10)),
        )
        for seat, person in enumerate(persons)
    )
    return Photo(
        hands=hands,
        first=0,
        threshold=50,
        margin_us=4_000,
        margin_u_us=300,
        from_us=-4_000,
        step_us=100,
    )


def test_the_photo_finish_of_a_result_is_on_the_tv_for_a_while(desk: LiveDesk) -> None:
    people(desk, 4)
    tables = [desk.table("A"), desk.table("B")]
    desk.draw()
    screen = desk.person(Role.SCREEN)
    matches = [assigned(table) for table in tables]
    tables[1].send(result(matches[1], 1, "plain"))
    assert "<svg" not in screen.get("/tv").text, "nothing if no race decided"
    sent = result(matches[0], 0, "raced")
    sent = replace(sent, photo=photo_of(sent.persons))
    answer = tables[0].send(sent)
    assert isinstance(answer, ResultAnswer)
    assert answer.outcome is Outcome.TAKEN
    for language, word in (("en", "First: P"), ("ru", "Раньше всех: P")):
        screen.language = language
        page = screen.get("/tv").text
        assert word in page
        assert page.count("<svg") == 1
    now = now_ms()
    assert desk.inside(lambda: desk.runner.newest_photo(now - SHOWN_MS)) == sent
    assert desk.inside(lambda: desk.runner.newest_photo(now + 1)) is None
    assert answer.line is not None
    desk.do(do.Undo(answer.line))
    assert "<svg" not in screen.get("/tv").text, "it does not count any more"


def test_of_a_duel_of_three_the_tv_says_that_the_others_raced_on_v29(
    desk: LiveDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(desk, 4)
    table = desk.table("A")
    desk.draw()
    plain = result(assigned(table), 0, "raced")
    for persons, told in (((0, 1), 0), ((0, 1, 2), 1)):
        sent = replace(plain, match=-1, persons=persons, photo=photo_of(persons))
        monkeypatch.setattr(desk.runner, "newest_photo", lambda _, sent=sent: sent)
        page = desk.person(Role.SCREEN).get("/tv").text
        assert page.count("The others have raced on") == told


def test_a_photo_that_cannot_be_is_refused(desk: LiveDesk) -> None:
    people(desk, 2)
    table = desk.table("A")
    desk.draw()
    match = assigned(table)
    sent = result(match, 0, "bad")
    photo = photo_of(sent.persons)
    for wrong in (
        replace(photo, hands=()),
        replace(photo, hands=photo.hands * 4),
        replace(photo, step_us=0),
        replace(photo, hands=(replace(photo.hands[0], force=(10**9,)),)),
        replace(photo, hands=(replace(photo.hands[0], force=()),)),
        replace(photo, hands=(replace(photo.hands[0], seat=8),)),
    ):
        assert table.send(replace(sent, photo=wrong)) == 400
    assert desk.inside(lambda: desk.runner.store.results(desk.runner.event.id)) == []
