"""A link on a clock that is passed in: the same course, delivery and outbox, without a thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from console.link.lines import DeskRequest, LineLost, Reply
from console.link.link import STREAM, LinkTrouble
from console.link.membership import Membership, Memberships
from console.link.messages import (
    Assignment,
    Here,
    Join,
    Joined,
    Outcome,
    Placed,
    ResultAnswer,
    TableState,
)
from console.link.stepped import SteppedLink
from drivers.times import SECOND
from tests.console.link.boxes import EVENT, Box, posted

AT = "desk.test:8470"
STATE = TableState(version=3, event=EVENT, name="Evening", game="ignis", table=2)


class Wires:
    """A desk that answers at once, or is not there."""

    def __init__(self) -> None:
        self.up, self.status, self.closed = True, 200, False
        self.said = [STATE]
        self.asked: list[DeskRequest] = []
        self.streams = self.opened = 0

    def _check(self) -> None:
        if not self.up or self.closed:
            raise LineLost("nobody")

    def ask(self, address: str, token: str, asking: DeskRequest) -> Reply:
        assert address == AT
        self._check()
        self.asked.append(asking)
        if asking.path == "/link/join":
            return Reply(200, msgspec.json.encode(Joined("a token", "1234")))
        if asking.method == "POST":
            return Reply(204, b"")
        answer = ResultAnswer(asking.path.rpartition("/")[2], Outcome.TAKEN, 7)
        return Reply(200, msgspec.json.encode(answer))

    @contextmanager
    def stream(self, address: str, token: str, path: str) -> Iterator[tuple[int, Iterator[bytes]]]:
        assert (address, token, path) == (AT, "a token", STREAM)
        self._check()
        self.streams += 1
        self.opened += 1
        try:
            yield self.status, self._pieces(list(self.said))
        finally:
            self.streams -= 1

    def _pieces(self, states: list[TableState]) -> Iterator[bytes]:
        while self.up and not self.closed:
            states, said = [], states
            body = "".join(
                f"event: state\ndata: {msgspec.json.encode(s).decode()}\n\n" for s in said
            )
            yield body.encode()

    def cut(self) -> None:
        """Nobody asks for it."""

    def close(self) -> None:
        self.closed = True


class Table:
    """It, its box and its clock."""

    def __init__(self, *, joined: bool = True) -> None:
        self.now_ns, self.wires, self.box = 100 * SECOND, Wires(), Box()
        self.kept: list[Memberships] = []
        current = Membership((AT,), "a token") if joined else None
        self.link = SteppedLink(
            Memberships(current), self.box, self.kept.append, self.wires, lambda: self.now_ns
        )

    def after(self, seconds: float) -> None:
        self.now_ns += int(seconds * SECOND)
        self.link.step()


def test_it_hears_and_says_all_in_one_step() -> None:
    table = Table()
    table.box.kept.append(posted(1))
    table.link.tell(Here(match=1, person=2))
    table.link.step()
    news = table.link.hear()
    assert news is not None
    assert (news.state, news.trouble, news.unsent) == (STATE, None, ())
    assert [asking.method for asking in table.wires.asked] == ["POST", "PUT"]
    assert table.box.kept == []
    assert table.kept[-1].current is not None
    assert table.kept[-1].current.event == EVENT
    assert table.link.due_ns() is None
    table.link.step()
    assert table.link.hear() is None


def test_without_network_it_waits_as_tables_do_and_has_all_sent_then() -> None:
    """1, 2, 4, 8, then every 10 s, by the clock that it is given."""
    table = Table()
    table.link.step()
    table.wires.up = False
    table.link.step()
    assert table.wires.streams == 0
    news = table.link.hear()
    assert news is not None
    assert news.trouble is LinkTrouble.LOST
    waits = []
    for _ in range(6):
        due_ns = table.link.due_ns()
        assert due_ns is not None
        waits.append((due_ns - table.now_ns) / SECOND)
        table.now_ns = due_ns
        table.link.step()
    assert waits == [1, 2, 4, 8, 10, 10]
    table.box.kept.append(posted(1))
    table.link.wake()
    table.link.step()
    assert table.box.kept != []
    table.wires.up = True
    table.after(10)
    table.link.step()
    assert (table.box.kept, table.wires.streams) == ([], 1)


def test_a_token_that_is_none_is_told() -> None:
    table = Table()
    table.wires.status = 401
    table.link.step()
    news = table.link.hear()
    assert news is not None
    assert news.trouble is LinkTrouble.NO_TOKEN
    assert table.wires.streams == 0


def test_it_joins_and_leaves() -> None:
    table = Table(joined=False)
    assert table.link.due_ns() is None
    table.link.join(AT, Join(code="123456", name="T", seats_n=4, games=("ignis",), version="1"))
    table.link.step()
    news = table.link.hear()
    assert news is not None
    assert news.membership is not None
    assert news.membership.check == "1234"
    table.link.step()
    assert table.wires.streams == 1
    table.link.leave()
    table.link.step()
    assert (table.wires.streams, table.link.due_ns()) == (0, None)
    assert table.kept[-1].current is None


def test_closed_it_lets_the_desk_go() -> None:
    table = Table()
    table.link.step()
    assert table.wires.streams == 1
    table.link.close()
    assert (table.wires.streams, table.wires.closed) == (0, True)


def test_a_result_is_delivered_once_the_outbox_knows_of_its_answer() -> None:
    """Between a match's end and the first look at the outbox nothing is unsent, and all of it is
    to be sent."""
    table = Table()
    table.link.step()
    assert table.link.delivered
    table.box.kept.append(posted(1))
    table.link.wake()
    news = table.link.hear()
    assert news is not None
    assert (news.unsent, table.link.delivered) == ((), False)
    seen, answered = [], table.box.answered

    def told(result: str, *, keep: bool) -> None:
        seen.append(table.link.delivered)
        answered(result, keep=keep)

    table.box.answered = told  # type: ignore[method-assign]
    table.link.step()
    assert (seen, table.link.delivered) == ([False], True)


def test_what_is_taken_back_while_nothing_is_heard_is_called_again() -> None:
    match = Assignment(
        match=1, game="chaos", persons=(Placed(2, "Ann", 0), Placed(3, "Ben", 1)), stage=1, round=1
    )
    called, table = replace(STATE, match=match), Table()
    table.wires.said = [called]
    table.box.kept.append(posted(1))
    table.link.step()
    news = table.link.hear()
    assert news is not None
    assert (news.state, news.unsent) == (STATE, ())
    table.wires.up = False
    table.link.step()
    table.wires.up, table.wires.said = True, [replace(called, version=called.version + 2)]
    table.after(1)
    news = table.link.hear()
    assert news is not None
    assert news.state == table.wires.said[0]
