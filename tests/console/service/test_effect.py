"""What the owner adjusts is what the table does."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.service.adjustments import Adjusted
from console.service.store import ServiceStore
from console.store.reader import Store
from console.store.replay import redecide
from console.store.schema import changing, store_path
from console.table.outputs import Cue
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window.window import Speaker


@pytest.mark.slow
def test_pad_thresholds_judge_a_match_and_are_kept_with_it(tmp_path: Path) -> None:
    store = ServiceStore(store_path(tmp_path))
    store.adjust("pad.onset_mn", 800)
    store.adjust("pad.gesture_ms", 150)
    line = ["play", "--headless", "--players", "3", "--seed", "4", "--data", str(tmp_path)]
    assert CliRunner().invoke(main, line).exit_code == 0
    match = Store(store.path).match(1)
    assert match.header.pad_config["onset_n"] == 0.8
    assert match.header.pad_config["gesture_ns"] == 150_000_000
    proof = redecide(match)
    assert proof
    assert all(one.same for one in proof)


@pytest.mark.slow
def test_a_value_that_cannot_be_used_is_told_and_the_table_plays(tmp_path: Path) -> None:
    store = ServiceStore(store_path(tmp_path))
    with changing(store.path) as connection:
        connection.execute("INSERT INTO adjustment VALUES ('match.game', x'22706f6b657222')")
    line = ["play", "--headless", "--players", "3", "--seed", "4", "--data", str(tmp_path)]
    played = CliRunner().invoke(main, line)
    assert played.exit_code == 0
    assert "match.game" in played.stderr
    assert len(played.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("hour", "cue", "level"),
    [(12, Cue.FLIP, 0.5), (12, Cue.VERDICT, 1.0), (23, Cue.FLIP, 0.1), (23, Cue.VERDICT, 0.2)],
)
def test_sounds_are_as_loud_as_kind_and_hour_have_it(
    mocker: MockerFixture, hour: int, cue: Cue, level: float
) -> None:
    sounds = mocker.patch("console.wiring.window.window.Sounds").open.return_value
    adjusted = Adjusted(
        {
            "sound.moves": 50,
            "sound.verdicts": 100,
            "sound.quiet_hours": "22:00-08:00",
            "sound.quiet_level": 20,
        }
    )
    setup = make_setup(PlayOptions(seed=1), all_simulated=False, adjusted=adjusted)
    table = Table((Who.PERSON,) * 2, setup.settings, lambda: 1)
    now = datetime(2026, 5, 1, hour, 30).astimezone()
    speaker = Speaker(table, setup.adjusted, lambda: now)
    speaker(cue)
    sounds.play.assert_called_once_with(cue, pytest.approx(level))


def test_a_profile_closes_lines_in_the_pause_too() -> None:
    adjusted = Adjusted({"guests.profile": "event"})
    setup = make_setup(PlayOptions(seed=1), all_simulated=False, adjusted=adjusted)
    keys = [row.key for row in setup.settings.comfort_rows()]
    everything = [row.key for row in Settings().comfort_rows()]
    assert [key for key in everything if key not in keys] == ["unhurried", "sound"]
