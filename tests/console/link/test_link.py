"""A table's link, over real sockets, to a desk that fails in every way."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from console.link.delivery import Underway
from console.link.lines import SILENT_S, LineLost, Lines
from console.link.link import STREAM, DeskLink, LinkNews, LinkTrouble
from console.link.membership import Membership, Memberships
from console.link.messages import (
    Assignment,
    Begun,
    Here,
    Join,
    NextUp,
    Outcome,
    Placed,
    TableState,
)
from console.link.played import Posted
from tests.console.link.boxes import EVENT, Box, posted, result
from tests.console.link.fake_desk import CODE, NO_ANSWER, PATIENCE_S, TOKEN, FakeDesk, Fault

PACE = 25.0
PERSONS = (Placed(2, "Ann", 0), Placed(3, "Ben", 1))
MATCH = Assignment(match=1, game="chaos", persons=PERSONS, stage=1, round=1)
SLOW_S = 2.0  # an answer that takes so long has none; a busy machine gives one sooner
JOIN = Join(code=CODE, name="Table 3", seats_n=6, games=("chaos",), version="0.1.0")


@pytest.fixture
def desk() -> Iterator[FakeDesk]:
    desk = FakeDesk()
    yield desk
    desk.close()


class Kept:
    def __init__(self) -> None:
        self.last = Memberships()

    def __call__(self, memberships: Memberships) -> None:
        self.last = memberships


@contextmanager
def linked(
    *addresses: str, box: Box | None = None, kept: Kept | None = None, event: str = ""
) -> Iterator[DeskLink]:
    """A table that remembers a desk, if there is an address."""
    current = Membership(addresses, TOKEN, event=event) if addresses else None
    lines = Lines(SLOW_S, SILENT_S / PACE)
    link = DeskLink(Memberships(current), box or Box(), kept or Kept(), PACE, lines)
    try:
        yield link
    finally:
        link.close()


def heard(link: DeskLink, wanted: Callable[[LinkNews], object]) -> LinkNews:
    """What is known once it is so."""
    for _ in range(200):
        news = link.hear()
        if news is not None and wanted(news):
            return news
        assert link.wait(PATIENCE_S), news
    raise AssertionError("it never came to that")


def test_a_table_joins_by_a_code_and_is_let_in(desk: FakeDesk) -> None:
    kept = Kept()
    with linked(kept=kept) as link:
        assert link.hear() == LinkNews(memberships=Memberships())
        link.join(desk.address, JOIN)
        news = heard(link, lambda n: n.membership)
        assert news.membership is not None
        assert news.membership.check == "4711"
        assert desk.joins == [JOIN]
        heard(link, lambda n: n.state)
        desk.show(table=4, table_name="Window")
        heard(link, lambda n: n.state and n.state.table == 4)
    assert kept.last.current == Membership(
        addresses=(desk.address,),
        token=TOKEN,
        check="4711",
        event=EVENT,
        name=desk.state.name,
        table=4,
        state=desk.state,
    )
    assert kept.last.last == desk.address
    assert not desk.strangers


def test_a_wrong_code_and_nobody_there_are_told(desk: FakeDesk) -> None:
    with linked() as link:
        link.join(desk.address, Join(code="0", name="", seats_n=4, games=(), version=""))
        assert heard(link, lambda n: n.refused).refused == "code"
        link.join("127.0.0.1:9", JOIN)
        assert heard(link, lambda n: n.refused == "lost").membership is None


def _is(state: TableState, news: LinkNews) -> bool:
    return news.state == state


def test_what_is_shown_at_the_desk_is_known_at_once_and_after_a_cut(desk: FakeDesk) -> None:
    with linked(desk.address) as link:
        for version in range(5):
            desk.show(table=1, paused=version % 2 == 0)
            now = desk.state
            assert heard(link, partial(_is, now)).trouble is None
            desk.cut()


@pytest.mark.parametrize("fault", NO_ANSWER)
def test_a_result_gets_there_once_whatever_happens_to_its_answer(
    desk: FakeDesk, fault: Fault
) -> None:
    box = Box(posted(1), posted(2))
    desk.show(table=2)
    desk.faults.append(fault)
    with linked(desk.address, box=box) as link:
        heard(link, lambda n: n.state and not n.unsent and not box.kept)
    assert desk.results == {posted(n).id: result(n) for n in (1, 2)}
    assert not desk.strangers


def test_a_result_that_is_not_taken_as_it_is_holds_up_no_other(desk: FakeDesk) -> None:
    box = Box(posted(1), posted(2))
    desk.show(table=2)
    desk.faults.append(Fault.NOT_MINE)
    with linked(desk.address, box=box) as link:
        heard(link, lambda n: n.state and not n.unsent and not box.kept)
    assert [*desk.results] == [posted(2).id, posted(1).id]


def test_what_the_desk_refuses_is_done_and_what_it_disputes_stays(desk: FakeDesk) -> None:
    box = Box(posted(1))
    desk.outcome = Outcome.REFUSED
    with linked(desk.address, box=box) as link:
        heard(link, lambda n: n.state and not box.kept and not n.unsent)
        desk.outcome = Outcome.DISPUTED
        box.kept.append(posted(2))
        link.wake()
        heard(link, lambda n: n.declined_n == 2)
    assert box.kept == [posted(2)]
    assert box.settled == [posted(2).id]


@pytest.mark.slow
def test_a_disk_that_says_no_costs_nothing(desk: FakeDesk) -> None:
    box = Box(posted(1))
    box.failing = 3
    with linked(desk.address, box=box) as link:
        heard(link, lambda n: n.state and not n.unsent and not box.kept)
    assert [*desk.results] == [posted(1).id]


def test_results_of_another_event_are_not_sent(desk: FakeDesk) -> None:
    box = Box(posted(1, event="other"), posted(2))
    with linked(desk.address, box=box) as link:
        heard(link, lambda n: n.state and not n.unsent and len(box.kept) == 1)
    assert [*desk.results] == [posted(2).id]


def test_what_is_told_comes_in_order_and_what_is_late_is_dropped(desk: FakeDesk) -> None:
    with linked(desk.address) as link:
        heard(link, lambda n: n.state)
        link.tell(Here(match=1, person=4))
        link.tell(Begun(match=1))
        desk.wait_for(lambda: len(desk.reports) == 2)
        desk.report_status = 409
        link.tell(Here(match=0, person=4))
        desk.wait_for(lambda: len(desk.reports) == 3)
        desk.report_status = 204
        link.tell(Here(match=2, person=4))
        desk.wait_for(lambda: len(desk.reports) == 4)
    assert desk.reports[-1] == Here(match=2, person=4)


def test_a_desk_that_moves_is_found_where_it_said(desk: FakeDesk) -> None:
    kept, other = Kept(), FakeDesk()
    with linked(desk.address, kept=kept) as link:
        desk.show(table=1, desks=(desk.address, other.address))
        heard(link, lambda n: n.state and n.state.desks)
        other.show(version=9, table=1, desks=(other.address,))
        desk.close()
        heard(link, lambda n: n.state and n.state.version == 9)
    other.close()
    assert kept.last.current is not None
    assert kept.last.current.addresses == (other.address,)


@pytest.mark.parametrize(
    "shown",
    [
        {"name": "x" * 20_000},
        {"name": "a\0"},
        {"table_name": "\0"},
        {"next": (NextUp(("y" * 201,)),)},
        {"next": (NextUp(("y",) * 9),)},
        {"match": replace(MATCH, persons=(Placed(2, "z" * 201, 0),))},
        {"match": replace(MATCH, persons=PERSONS * 5)},
    ],
)
def test_what_no_screen_can_show_is_not_believed(desk: FakeDesk, shown: dict[str, object]) -> None:
    """Anybody in the network may speak for a desk: a NUL ended the table, a name of thousands of
    letters held its screen for minutes."""
    desk.show(**shown)
    with linked(desk.address) as link:
        news = heard(link, lambda n: n.trouble)
        assert news.trouble is LinkTrouble.LOST
        assert news.state is None
        desk.show(name="Evening", match=None, next=(), table_name="")
        assert heard(link, partial(_is, desk.state)).trouble is None


def test_what_is_nested_without_end_is_nothing(desk: FakeDesk) -> None:
    """It ended the threads that listen and speak, for good: no desk was heard any more. Nor is it
    an answer to a result (``Fault.DEEP``)."""
    desk.faults.append(Fault.DEEP)
    desk.shows_depths = True
    with linked() as link:
        link.join(desk.address, JOIN)
        assert heard(link, lambda n: n.refused).refused == "lost"
        link.join(desk.address, JOIN)
        assert heard(link, lambda n: n.membership and n.trouble).trouble is LinkTrouble.LOST
        desk.shows_depths = False
        desk.show(name="Evening")
        assert heard(link, partial(_is, desk.state)).trouble is None


def test_a_desk_of_another_event_is_not_believed(desk: FakeDesk) -> None:
    desk.show(event="other", name="Another")
    with linked(desk.address, event=EVENT) as link:
        news = heard(link, lambda n: n.trouble)
        assert news.trouble is LinkTrouble.FOREIGN
        assert news.state is None


def test_once_it_is_taken_in_a_table_is_of_its_desk_s_next_event(desk: FakeDesk) -> None:
    """Nobody types at it; what waits of the first one still goes to that one."""
    kept, box = Kept(), Box()
    desk.show(table=4)
    with linked(desk.address, box=box, kept=kept) as link:
        heard(link, lambda n: n.state and n.state.table == 4)
        desk.show(event="other", table=None)
        heard(link, lambda n: n.trouble is LinkTrouble.FOREIGN)
        desk.show(table=0, match=MATCH)
        heard(link, lambda n: n.state and n.state.event == "other" and n.trouble is None)
        box.kept.append(posted(1))
        desk.faults.append(Fault.BUSY)
        link.wake()
        news = heard(link, lambda n: desk.results and not box.kept)
        link.tell(Here(match=1, person=2))
        desk.wait_for(lambda: desk.reports)
    assert desk.events == [EVENT, EVENT, "other"]
    assert news.state is not None
    assert (news.state.match, news.unsent) == (MATCH, ()), "that was another match of the number"
    assert kept.last.current is not None
    assert [(m.event, m.table) for m in (*kept.last.left, kept.last.current)] == [
        (EVENT, 4),
        ("other", 0),
    ]


def test_a_desk_that_knows_less_is_not_believed_while_another_knows_more(desk: FakeDesk) -> None:
    """Two that both think they are it."""
    other = FakeDesk()
    desk.show(version=7, table=1, desks=(desk.address, other.address))
    other.show(version=3, table=9)
    with linked(desk.address) as link:
        heard(link, lambda n: n.state and n.state.version == 7)
        desk.cut()
        other.wait_for(lambda: other.streams_n)
        desk.show(version=8)
        news = heard(link, lambda n: n.state and n.state.version == 8)
        assert news.state is not None
        assert news.state.table == 1
    other.close()


def test_a_token_that_is_none_is_told_and_results_stay(desk: FakeDesk) -> None:
    box = Box(posted(1))
    with linked(desk.address, box=box, event=EVENT) as link:
        heard(link, lambda n: n.state and not box.kept)
        desk.tokens.clear()
        box.kept.append(posted(2))
        desk.cut()
        link.wake()
        heard(link, lambda n: n.trouble is LinkTrouble.NO_TOKEN)
    assert box.kept == [posted(2)]


def test_who_leaves_is_nowhere_and_remembered_for_what_waits(desk: FakeDesk) -> None:
    kept = Kept()
    with linked(desk.address, kept=kept) as link:
        heard(link, lambda n: n.state)
        link.leave()
        assert heard(link, lambda n: n.membership is None).state is None
    assert kept.last.current is None
    assert [m.event for m in kept.last.left] == [EVENT]
    assert kept.last.of(EVENT) is not None


@pytest.mark.parametrize("fault", [None, Fault.HALF, Fault.HUGE])
def test_a_line_is_closed_as_soon_as_it_is_over(
    desk: FakeDesk, fault: Fault | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds what has come of it, or what went wrong, holds no socket."""
    lines, opened = Lines(), []
    connected = lines._connected

    def noted(host: str, port: int) -> socket.socket:
        opened.append(connected(host, port))
        return opened[-1]

    monkeypatch.setattr(lines, "_connected", noted)
    if fault is None:
        with lines.stream(desk.address, TOKEN, STREAM) as (status, pieces):
            assert (status, bool(next(pieces))) == (200, True)
    else:
        desk.faults.append(fault)
        with pytest.raises(LineLost) as lost:
            lines.ask(desk.address, TOKEN, Underway(posted(1), EVENT).asking())
        assert lost.tb is not None
    assert [line.fileno() for line in opened] == [-1]


def test_a_membership_is_remembered_for_nobody_else(tmp_path: Path, desk: FakeDesk) -> None:
    from console.link.membership import load_memberships, membership_path, save_memberships, started

    path = membership_path(tmp_path)
    assert load_memberships(path) == Memberships()
    kept = Memberships(Membership((desk.address,), TOKEN), last=desk.address)
    save_memberships(path, kept)
    assert load_memberships(path) == kept
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("{")
    found, error = started(path)
    assert found == Memberships()
    assert error is not None
    assert str(path) in str(error)


def test_a_network_that_is_gone_for_an_hour_costs_nothing() -> None:
    """The desk comes up where it was, once everything has been tried for long."""
    gone = FakeDesk()
    port, box = gone.port, Box()
    gone.close()
    with linked(f"127.0.0.1:{port}", box=box, event=EVENT) as link:
        assert heard(link, lambda n: n.trouble).trouble is LinkTrouble.LOST
        for n in range(20):
            box.kept.append(posted(n))
            link.wake()
        heard(link, lambda n: len(n.unsent) == 20)
        desk = FakeDesk(port)
        heard(link, lambda n: n.state and not n.unsent and not box.kept)
        assert len(desk.results) == desk.heard_n == 20
        desk.close()


def test_a_desk_is_not_believed_before_the_outbox_is_known(desk: FakeDesk) -> None:
    """A table that was switched on again, on a slow disk: the match that the desk still calls has
    been played, and its result waits."""
    box, read = Box(posted(1)), Event()
    at_once = box.waiting

    def slowly() -> Sequence[Posted]:
        read.wait(60.0)
        return at_once()

    box.waiting = slowly  # type: ignore[method-assign]
    with linked(desk.address, box=box, event=EVENT) as link:
        for _ in range(5):
            news = link.hear()
            assert news is None or news.state is None
            link.wait(0.05)
        read.set()
        heard(link, lambda news: news.state)
        desk.wait_for(lambda: desk.results)


def test_what_was_answered_is_remembered_as_played(desk: FakeDesk) -> None:
    """Before it leaves the outbox: who is switched on again before the desk's next word does not
    play it once more."""
    box, kept = Box(posted(1)), Kept()
    remembered: list[Memberships] = []
    answered = box.answered

    def notes(result: str, *, keep: bool) -> None:
        remembered.append(kept.last)
        answered(result, keep=keep)

    box.answered = notes  # type: ignore[method-assign]
    desk.show(table=2, match=MATCH)
    with linked(desk.address, box=box, kept=kept) as link:
        heard(link, lambda news: not box.kept and not news.unsent)
    (before,) = remembered
    assert before.current is not None
    assert before.current.state == replace(desk.state, match=None)


def test_what_was_answered_before_the_desk_is_heard_is_called_no_more(
    desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is switched on again remembers its match, and has its result: a desk that has so
    much to do that its stream comes late takes the one long before it takes back the other."""
    busy = lambda request: request.send_error(503)  # noqa: E731
    monkeypatch.setattr(desk, "stream", busy)
    state = replace(desk.state, table=2, match=MATCH)
    current = Membership((desk.address,), TOKEN, event=EVENT, table=2, state=state)
    link = DeskLink(Memberships(current), Box(posted(1)), Kept(), PACE)
    try:
        news = heard(link, lambda news: news.state and not news.unsent)
    finally:
        link.close()
    assert news.state == replace(state, match=None)


@pytest.mark.parametrize("outcome", [Outcome.TAKEN, Outcome.REFUSED])
def test_what_is_answered_is_called_no_more_until_the_desk_says_something_else(
    desk: FakeDesk, outcome: Outcome
) -> None:
    """A table that is switched on again hears the desk's call before the desk has taken the result
    that waited; what the desk said before it took that may come after its answer, too."""
    desk.outcome = outcome
    desk.show(table=2, match=MATCH)
    box, kept = Box(), Kept()
    with linked(desk.address, box=box, kept=kept) as link:
        heard(link, partial(_is, desk.state))
        box.kept.append(posted(1))
        link.wake()
        desk.wait_for(lambda: desk.results)
        news = heard(link, lambda news: not news.unsent)
        assert news.state == replace(desk.state, match=None)
        desk.show()
        heard(link, partial(_is, replace(desk.state, match=None)))
    assert kept.last.current is not None
    assert kept.last.current.state == replace(desk.state, match=None)


def test_what_was_answered_and_is_taken_back_is_called_again(desk: FakeDesk) -> None:
    desk.show(table=2, match=MATCH)
    with linked(desk.address, box=Box(posted(1))) as link:
        heard(link, partial(_is, replace(desk.state, match=None)))
        for called in (None, MATCH):
            desk.show(match=called)
            heard(link, partial(_is, desk.state))


def test_what_is_taken_back_before_its_answer_comes_is_called_again(desk: FakeDesk) -> None:
    """The desk has taken the result, its answer is lost; the call that came since stands."""
    desk.show(table=2, match=MATCH)
    desk.takes_back = True
    with linked(desk.address, box=Box(posted(1))) as link:
        news = heard(link, lambda news: desk.results and news.state and not news.unsent)
        assert news.state == desk.state


def test_what_is_taken_back_while_nothing_is_heard_is_called_again(
    desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream is down, results still get there: the next stream calls the match as before."""
    desk.show(table=2, match=MATCH)
    box = Box()
    with linked(desk.address, box=box) as link:
        heard(link, partial(_is, desk.state))
        with monkeypatch.context() as busy:
            busy.setattr(desk, "stream", lambda request: request.send_error(503))
            desk.cut()
            heard(link, lambda news: news.trouble)
            box.kept.append(posted(1))
            link.wake()
            heard(link, lambda news: not news.unsent and not box.kept)
            for called in (None, MATCH):
                desk.show(match=called)
        heard(link, partial(_is, desk.state))


def test_a_disk_that_cannot_be_read_keeps_no_table_from_playing(desk: FakeDesk) -> None:
    box = Box(posted(1))
    box.failing = 1000
    with linked(desk.address, box=box, event=EVENT) as link:
        assert heard(link, lambda news: news.state).unsent == ()
