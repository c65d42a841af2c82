"""The table is told when what is played begins or ceases to be kept."""

from __future__ import annotations

from pathlib import Path

from pytest_mock import MockerFixture

from console.store.log import DirectLog
from console.store.problems import Problem, Trouble
from console.store.schema import store_path
from console.table.keeping import Keeping
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.hosting import KeepingHand


def test_each_change_is_told_once(tmp_path: Path, mocker: MockerFixture) -> None:
    table = Table((Who.PERSON,) * 2, Settings(), lambda: 1)
    supply = mocker.spy(table, "supply")
    log = DirectLog(store_path(tmp_path))
    hand = KeepingHand(table, log, set_aside=True)
    problem = mocker.patch.object(DirectLog, "problem", new_callable=mocker.PropertyMock)
    full = Problem(Trouble.DISK_FULL, "the disk is full")
    for n, now in enumerate([None, None, full, full, None]):
        problem.return_value = now
        hand.turn(n)
    told = [call.args for call in supply.call_args_list]
    assert told == [
        (Keeping(None, True), 0),
        (Keeping("disk_full", True), 2),
        (Keeping(None, True), 4),
    ]
