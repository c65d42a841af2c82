"""What a table sends of a duel: its places, and the picture of its own race."""

from __future__ import annotations

from datetime import datetime
from unittest.mock import create_autospec

import msgspec
import pytest

from console.link.messages import ResultSent
from console.link.played import PlayedAt
from console.store.log import MatchLog
from console.table.outputs import DuelEnded, DuelRaced, VerdictReached
from console.table.seating import seat_each
from console.table.view import Who
from console.wiring.matches.camera import Camera
from console.wiring.matches.log_sink import LogSink
from drivers.inputs import Inputs
from tests.console.desk.test_photos import photo_of
from tests.console.store.matches import BOARD

PERSONS = (7, 9)


def duel() -> PlayedAt:
    """One that is called, and each time anew."""
    return PlayedAt("event", 0, -1, 0, PERSONS)


@pytest.mark.parametrize("broken_off", [False, True])
def test_the_race_of_a_duel_that_was_broken_off_is_not_sent_v29(
    broken_off: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, seating = create_autospec(MatchLog, instance=True), seat_each((Who.ADULT,) * 2, 0)
    monkeypatch.setattr(LogSink, "_photo", lambda *_: photo_of(PERSONS))
    sink = LogSink(log, Camera(Inputs(BOARD)), datetime.now)
    raced = duel()
    sink(DuelRaced(raced, seating, create_autospec(VerdictReached)))
    sink(DuelEnded(5, duel() if broken_off else raced, (2, 1), seating))
    (posted,) = log.post.call_args.args
    sent = msgspec.json.decode(posted.body, type=ResultSent)
    assert (sent.persons, sent.places) == (PERSONS, (2, 1))
    assert (sent.photo is None) is broken_off
