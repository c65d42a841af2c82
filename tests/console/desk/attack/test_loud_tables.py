"""A table that was let in and means harm: what it tells is kept and worked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from msgspec.structs import replace

from console.desk.web.desk_web import MOST_OF_ONE
from console.desk.web.link import TOLD_A_MINUTE
from console.events import actions as do
from console.link.messages import OutOfOrder, PadReady, ResultAnswer, ResultSent
from drivers.times import MINUTE
from tests.console.desk.live import LiveDesk

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(url: str) -> Iterator[LiveDesk]:
    opened = LiveDesk(url)
    opened.new()
    yield opened
    opened.end()


def test_who_tells_without_end_waits_and_nobody_else(desk: LiveDesk) -> None:
    desk.serving.web.now_ns = lambda: 0
    loud, other = desk.table("A"), desk.table("B")
    free = ResultSent(id="0", table=0, match=None, plays="chaos", persons=(), places=(1, 2))
    for number in range(TOLD_A_MINUTE):
        told = OutOfOrder("broken" if number % 4 else "")
        said = loud.send(replace(free, id=str(number))) if number % 2 else loud.tell(told)
        assert isinstance(said, ResultAnswer) or said == 204
    assert loud.send(replace(free, id="more")) == loud.tell(OutOfOrder("")) == 429
    with loud.stream() as stream:
        assert stream.until().table == 0, "it hears what it has to play"
    assert other.tell(PadReady(2)) == 204
    desk.serving.web.now_ns = lambda: MINUTE // TOLD_A_MINUTE
    assert loud.tell(OutOfOrder("")) == 204
    kept = desk.inside(lambda: desk.runner.store.results(desk.runner.event.id))
    assert len(kept) == TOLD_A_MINUTE // 2


def test_who_asks_for_streams_without_end_loses_the_oldest(desk: LiveDesk) -> None:
    loud, other = desk.table("A"), desk.table("B")
    with ExitStack() as opened, other.stream() as others:
        streams = [opened.enter_context(loud.stream()) for _ in range(MOST_OF_ONE + 3)]
        for stream in streams[:3]:
            stream.ends()
        desk.inside(lambda: desk.runner.act(do.Pause(), "organiser"))
        for stream in (*streams[3:], others):
            assert stream.until(lambda state: state.paused)
