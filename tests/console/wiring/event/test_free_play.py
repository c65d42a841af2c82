"""Free play at a table of an event, on its way to the desk."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from console.link.link import LinkNews
from console.link.membership import Membership, Memberships
from console.link.messages import ResultSent, TableState
from console.store.log import DirectLog
from console.store.outbox import waiting
from console.store.schema import store_path
from console.table.event.requests import EventShown
from console.table.outputs import MatchEnded
from console.table.view import MenuLine
from console.wiring.event.client import EventClient
from console.wiring.matches.camera import Camera
from console.wiring.matches.log_sink import LogSink
from drivers.inputs import Inputs
from tests.console.store.matches import BOARD
from tests.console.table.event.evening import BACK, EVENT, OK, Evening, assignment, state
from tests.console.table.test_ended import win


class Told:
    """An evening whose outputs go to the hand, and what waits for the desk then."""

    def __init__(self, folder: Path, now: TableState | None, monkeypatch: pytest.MonkeyPatch):
        self.evening = Evening.at(now, game="iota")
        self._path = store_path(folder)
        self._log = DirectLog(self._path)
        self._hand = EventClient(self.evening.table, self._log, folder)
        self._sink = LogSink(self._log, Camera(Inputs(BOARD)), datetime.now)
        self._sink.free_at = self._hand.free_at
        monkeypatch.setattr(self._log, "post", self._alone)
        member = None if now is None else Membership(("desk:1",), "token", event=EVENT)
        news = LinkNews(memberships=Memberships(current=member), state=now)
        monkeypatch.setattr(self._hand.link, "hear", lambda: news)
        before = self.evening.table.latest(EventShown)
        self._hand.act(self.evening.now_ns)
        assert now is None or before is not None

    def _alone(self, posted: object) -> None:
        raise AssertionError("a power cut between the match and this would lose it")

    def sent(self) -> list[ResultSent]:
        for output in self.evening.outputs:
            self._sink(output)
            if isinstance(output, MatchEnded):
                self._hand(output)
        self._log.close()
        return [msgspec.json.decode(one.body, type=ResultSent) for one in waiting(self._path)]

    def play_freely(self) -> None:
        if self.evening.table.event.at_home:
            self.evening.press(3, BACK)
            self.evening.choose(MenuLine.EVENT_FREE, 3)
        for seat in (0, 3):
            self.evening.press(seat, OK)
        self.evening.choose(MenuLine.START, 0)
        win(self.evening)


def test_free_play_waits_for_the_desk_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(tmp_path, state(), monkeypatch)
    told.play_freely()
    (sent,) = told.sent()
    assert (sent.table, sent.match, sent.plays, sent.persons) == (4, None, "iota", ())
    assert len(sent.places) == 2
    assert sent.id


@pytest.mark.parametrize("now", [None, state(table=None), state(ended=True)])
def test_a_table_that_is_at_no_event_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: TableState | None
) -> None:
    told = Told(tmp_path, now, monkeypatch)
    told.play_freely()
    assert told.sent() == []


def test_a_match_of_the_event_is_told_by_its_own_result_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(tmp_path, state(assignment()), monkeypatch)
    told.evening.all_here()
    win(told.evening)
    (sent,) = told.sent()
    assert (sent.match, sent.plays, sent.persons) == (7, "", (10, 11))
