"""The table is told when what is played begins or ceases to be kept."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from console.store.log import DirectLog
from console.store.problems import StoreError, StoreTrouble
from console.store.schema import store_path
from console.store.soundness import Flaw, FlawKind, Flaws
from console.table.response import StorageStatus
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.terminal.speech import begin
from console.wiring.hosting import StorageWatch
from drivers.errors import Sentence


def test_the_store_is_looked_through_once_the_table_is_up(
    tmp_path: Path, mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    begin("en")
    table = Table((Who.PERSON,) * 2, Settings(), lambda: 1)
    response = mocker.spy(table, "respond")
    looking: list[Future[Flaws]] = []

    def look() -> Future[Flaws]:
        looking.append(Future())
        return looking[-1]

    hand = StorageWatch(table, DirectLog(store_path(tmp_path)), look)
    hand.turn(1, is_up=False)
    assert not looking
    for n in (2, 3):
        hand.turn(n)
    known, new = Flaw(FlawKind.MATCH, "3"), Flaw(FlawKind.PIN)
    looking[0].set_result(Flaws((known, new), (new,)))
    for n in (4, 5):
        hand.turn(n)
    assert len(looking) == 1
    assert [call.args for call in response.call_args_list] == [
        (StorageStatus(), 1),
        (StorageStatus(flawed=True), 4),
    ]
    assert hand.known() == (known, new)
    said = capsys.readouterr().err
    assert said.splitlines() == [f"khvatka: {flaw.sentence()}" for flaw in (known, new)]


@pytest.mark.parametrize("broken", [StoreError("no store"), None])
def test_a_store_that_cannot_be_looked_through_or_is_to_be_mended_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: StoreError | None
) -> None:
    begin("en")
    table = Table((Who.PERSON,) * 2, Settings(), lambda: 1)
    looking: Future[Flaws] = Future()
    hand = StorageWatch(table, DirectLog(store_path(tmp_path)), lambda: looking)
    if broken is None:
        looking.set_result(
            Flaws(problem=StoreError.of(StoreTrouble.DAMAGED, Sentence("start again")))
        )
    else:
        looking.set_exception(broken)
    hand.turn(1)
    assert capsys.readouterr().err == f"khvatka: {broken or 'start again'}\n"


def test_each_change_is_told_once(tmp_path: Path, mocker: MockerFixture) -> None:
    table = Table((Who.PERSON,) * 2, Settings(), lambda: 1)
    response = mocker.spy(table, "respond")
    log = DirectLog(store_path(tmp_path))
    hand = StorageWatch(table, log, set_aside=True)
    problem = mocker.patch.object(DirectLog, "problem", new_callable=mocker.PropertyMock)
    full = StoreError.of(StoreTrouble.DISK_FULL, Sentence("the disk is full"))
    for n, now in enumerate([None, None, full, full, None]):
        problem.return_value = now
        hand.turn(n)
    told = [call.args for call in response.call_args_list]
    assert told == [
        (StorageStatus(None, True), 0),
        (StorageStatus("disk_full", True), 2),
        (StorageStatus(None, True), 4),
    ]
