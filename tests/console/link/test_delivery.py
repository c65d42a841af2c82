"""What a table sends and when it may forget it, whatever fails in whatever order: time and network
are the test's."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from console.link.course import (
    BELIEVED_NS,
    WAITS_NS,
    Course,
    KnownEvent,
    StateWorth,
    Waiting,
    address_of,
    addresses_of,
)
from console.link.delivery import MOST_REPORTS, Came, Delivery, Underway, judge, keeps
from console.link.lines import Reply
from console.link.messages import Here, Outcome, ResultAnswer, ResultSent, TableState
from console.link.played import Posted
from console.link.sse import MOST_BYTES, Events
from console.store.log import DirectLog
from console.store.outbox import answered, waiting
from console.store.schema import open_for_writing, store_path
from drivers.times import SECOND
from tests.console.link.boxes import EVENT, posted, result
from tests.console.store.matches import header

FATES = st.sampled_from(("well", "lost", "unheard", "busy", "rubbish", "other id"))


class Evening(RuleBasedStateMachine):
    """A table with a real store, and a desk that has a database of its own."""

    @initialize()
    def opens(self) -> None:
        memory = Path("/dev/shm")
        self.folder = Path(mkdtemp(dir=memory if memory.is_dir() else None))
        self.path = store_path(self.folder)
        open_for_writing(self.path).close()  # who looks at none makes an empty one, each time
        self.delivery, self.now_ns = Delivery(), 0
        self.ended: dict[str, Posted] = {}
        self.desk: dict[str, ResultSent] = {}
        self.heard_n = 0

    def teardown(self) -> None:
        if not hasattr(self, "folder"):
            return
        self._looks()
        for _ in range(10 * (len(self.ended) + 1)):
            self.now_ns = max(self.now_ns, self.delivery.due_ns() or 0)
            self._sends("well")
        assert waiting(self.path) == []
        assert self.desk == {
            one.id: msgspec.json.decode(one.body, type=ResultSent) for one in self.ended.values()
        }
        rmtree(self.folder)

    def _looks(self) -> None:
        self.delivery.hold(waiting(self.path))

    @rule()
    def a_match_ends(self) -> None:
        one = posted(len(self.ended))
        log = DirectLog(self.path)
        log.end(log.begin(header()), {"winners": [0]}, posted=one)
        log.close()
        self.ended[one.id] = one
        self._looks()

    @rule(seconds=st.integers(0, 4000))
    def time_passes(self, seconds: int) -> None:
        self.now_ns += seconds * SECOND

    @rule()
    def the_power_is_cut(self) -> None:
        """What was known beside the store is gone."""
        self.delivery = Delivery()
        self._looks()

    @rule()
    def the_desk_is_there_again(self) -> None:
        self.delivery.now()

    @rule(fate=FATES, disk_says_no=st.booleans())
    def sends(self, fate: str, disk_says_no: bool) -> None:
        self._sends(fate, disk_says_no)

    def _sends(self, fate: str, disk_says_no: bool = False) -> None:
        said = self.delivery.next(self.now_ns)
        if said is None:
            return
        asking = said.asking()
        assert asking.method == "PUT"
        if fate == "unheard":
            self.delivery.lost(self.now_ns)
            return
        sent = msgspec.json.decode(asking.body, type=ResultSent)
        assert dict(asking.headers)["Khvatka-Digest"] == sent.digest
        self.heard_n += 1
        same = self.desk.setdefault(sent.id, sent) == sent
        assert same
        replies = {
            "busy": Reply(503, b""),
            "rubbish": Reply(200, b"<html>"),
            "other id": Reply(200, msgspec.json.encode(ResultAnswer("x", Outcome.TAKEN))),
        }
        well = Reply(200, msgspec.json.encode(ResultAnswer(sent.id, Outcome.TAKEN)))
        if fate == "lost":
            self.delivery.lost(self.now_ns)
            return
        _, answer = self.delivery.came(said, replies.get(fate, well), self.now_ns)
        assert (answer is None) == (fate in replies)
        if answer is not None and not disk_says_no:
            answered(self.path, answer.id, keep=keeps(answer))
        if answer is not None and disk_says_no:
            self._looks()

    @precondition(lambda self: hasattr(self, "folder"))
    @invariant()
    def nothing_is_lost(self) -> None:
        kept = [one.id for one in waiting(self.path)]
        assert set(self.ended) == set(kept) | set(self.desk) & set(self.ended)
        assert len(set(kept)) == len(kept)


def test_no_result_is_lost_or_doubled_whatever_fails() -> None:
    run_state_machine_as_test(
        Evening, settings=settings(max_examples=8, stateful_step_count=20, deadline=None)
    )


@pytest.mark.complete
def test_no_result_is_lost_or_doubled_in_many_evenings() -> None:
    run_state_machine_as_test(
        Evening, settings=settings(max_examples=200, stateful_step_count=60, deadline=None)
    )


def test_an_answer_counts_for_its_own_id_alone() -> None:
    said = Underway(posted(1), EVENT)
    for status in (200, 202, 409):
        for outcome in Outcome:
            reply = Reply(status, msgspec.json.encode(ResultAnswer(posted(1).id, outcome)))
            came, answer = judge(said, reply)
            assert came is Came.DONE
            assert answer is not None
            assert keeps(answer) == (outcome is Outcome.DISPUTED)


@given(st.integers(100, 599), st.binary(max_size=60))
def test_no_rubbish_is_an_answer(status: int, body: bytes) -> None:
    came, answer = judge(Underway(posted(1), EVENT), Reply(status, body))
    assert came is not Came.DONE
    assert answer is None


def test_what_is_told_goes_before_results_and_is_bounded() -> None:
    delivery = Delivery()
    delivery.hold([posted(1)])
    for person in range(MOST_REPORTS + 5):
        delivery.tell(Here(match=1, person=person), EVENT)
    told = []
    while (said := delivery.next(0)) is not None and not isinstance(said.what, Posted):
        told.append(said.what)
        delivery.came(said, Reply(204 if len(told) % 2 else 409, b"late"), 0)
    assert told == [Here(match=1, person=n) for n in range(5, MOST_REPORTS + 5)]
    assert delivery.next(0) == Underway(posted(1), EVENT)


def test_it_tries_again_after_1_2_4_8_and_then_every_10_seconds() -> None:
    waits, now_ns = Waiting(), 0
    seen = []
    for _ in range(7):
        waits.failed(now_ns)
        seen.append((waits.due_ns - now_ns) // SECOND)
        now_ns = waits.due_ns
    assert seen == [1, 2, 4, 8, 10, 10, 10]
    waits.answered()
    waits.failed(now_ns)
    assert waits.due_ns == now_ns + WAITS_NS[0]


def test_addresses_are_tried_in_turn_and_the_ones_named_last_alone() -> None:
    course = Course(("a:1", "b:2"))
    tried = []
    for now_ns in range(3):
        tried.append(course.address)
        course.failed(now_ns)
    assert tried == ["a:1", "b:2", "a:1"]
    assert course.named(("c", "b:2", "not an address"))
    assert course.addresses == ("c:8470", "b:2")
    assert course.address == "b:2"
    assert not course.named(())
    assert not course.named(("c:8470", "b:2"))


def test_what_can_be_an_address() -> None:
    good = {
        "192.168.178.20": "192.168.178.20:8470",
        " 192.168.178.20:80 ": "192.168.178.20:80",
        "http://desk.local:8470/": "desk.local:8470",
        "[fe80::1]:8470": "[fe80::1]:8470",
    }
    for typed, known in good.items():
        assert address_of(typed) == known
    bad = ("", "1..2", "a b", "x:0", "x:99999", "x/y", "x\r\nHost: y", "-x", "ш", ":80", "u@h", ".")
    assert [address_of(typed) for typed in bad] == [None] * len(bad)
    assert len(addresses_of(f"10.0.0.{n}" for n in range(99))) == 8


@given(st.text())
def test_no_address_breaks_a_line(typed: str) -> None:
    known = address_of(typed)
    assert known is None or not set(known) & set("\r\n /@\\")


def state(version: int, event: str = EVENT) -> TableState:
    return TableState(version=version, event=event, name="", game="chaos")


def test_the_newest_state_of_the_event_wins() -> None:
    known = KnownEvent()
    assert known.take(state(3), 0) is StateWorth.NEW
    assert known.take(state(3), 1) is StateWorth.SAME
    assert known.take(state(9, "other"), 2) is StateWorth.FOREIGN
    assert known.take(state(2), 3) is StateWorth.OLDER
    assert known.take(state(4), 4) is StateWorth.NEW
    assert known.state == state(4)
    next_one = msgspec.structs.replace(state(9, "other"), table=1)
    assert known.take(next_one, 5) is StateWorth.NEW, "its organiser has taken the table in"
    assert (known.event, known.state) == ("other", next_one)


def test_a_desk_that_was_put_back_is_believed_in_the_end() -> None:
    known = KnownEvent()
    known.take(state(9), 0)
    assert known.take(state(2), BELIEVED_NS - 1) is StateWorth.OLDER
    assert known.take(state(2), BELIEVED_NS) is StateWorth.NEW


@given(st.lists(st.integers(1, 30), max_size=40), st.booleans())
def test_events_are_whole_however_they_come_in_pieces(cuts: list[int], windows: bool) -> None:
    text = ": hello\n\nevent: state\nid: 3\ndata: {\ndata: }\n\n\n: ping\n\ndata:x\n\nevent: a\n\n"
    data = text.replace("\n", "\r\n" if windows else "\n").encode()
    found: list[tuple[str, str]] = []
    events = Events()
    for size in cuts:
        found += events.feed(data[:size])
        data = data[size:]
    found += events.feed(data)
    assert found == [("state", "{\n}"), ("message", "x")]


def test_an_event_without_end_is_none() -> None:
    for piece in (b"data: x\n" * 100, b"x" * 1000):
        events, refused = Events(), False
        for _ in range(MOST_BYTES // len(piece) + 20):
            try:
                assert list(events.feed(piece)) == []
            except ValueError:
                refused = True
                break
        assert refused


def test_a_result_is_made_of_what_was_played() -> None:
    made = result(3, places=(2, 1))
    assert (made.match, made.persons, made.places) == (3, (6, 7), (2, 1))
    assert msgspec.json.decode(posted(3).body, type=ResultSent) == result(3)
