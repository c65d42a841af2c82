"""Attract mode in the window: at power-on where the owner wants it, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from console.config import TableConfig
from console.service.adjustments import DEFAULTS, Adjusted
from console.service.loudness import level_of
from console.settings.hours import DaySpan
from console.settings.kinds import Value
from console.table.attract.host import HostingRules
from console.table.attract.scene import AttractScene
from console.table.outputs import Cue, Demonstrated, Hushed
from console.table.record_values import Record, RecordKind, RecordTable
from console.table.records.requests import Records
from console.table.response import DayTime
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.hosting import DayClock, hosting_of, hosting_with
from console.wiring.leaderboard import leaderboard_of
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window.window import Speaker
from drivers.times import MINUTE, SECOND
from tests.console.wiring.window.test_window import Fingers, run

NOON = datetime(2026, 5, 1, 12, 34).astimezone()


def a_table() -> Table:
    return Table((Who.PERSON,) * 2, Settings(), lambda: 1)


def test_a_window_in_attract_mode_wakes_by_a_key_keeps_nothing_and_plays_on(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    received = mocker.spy(Table, "receive")
    seen: list[tuple[bool, int]] = []

    def look() -> None:
        table = received.call_args.args[0]
        people = sum(who is Who.PERSON for who in table.who)
        seen.append((isinstance(table.scene, AttractScene), people))

    fingers = Fingers([(2_000, "a", 80), (2_600, "w", 80)], 3_200)
    fingers.looks = [(1_900, look), (2_500, look), (3_000, look)]
    store = run(tmp_path, fingers, attract=True)
    assert seen == [(True, 0), (False, 0), (False, 1)]
    assert store.matches() == []


@pytest.mark.parametrize(
    ("at_start", "attract_s", "real", "asked", "begins"),
    [
        ("real", 120, True, None, True),
        ("real", 120, False, None, False),
        ("on", 120, False, None, True),
        ("off", 120, True, None, False),
        ("on", 0, True, None, False),
        ("off", 0, False, True, True),
        ("on", 120, True, False, False),
    ],
)
def test_who_decides_how_a_table_begins(
    at_start: Any, attract_s: int, real: bool, asked: bool | None, begins: bool
) -> None:
    table = TableConfig(attract_s=attract_s, attract_at_start=at_start)
    hosting = hosting_of(table, DEFAULTS, Settings(), 1, real=real, attract=asked)
    assert hosting.at_start == begins
    assert hosting.attract_ns == (0 if asked is False else attract_s * SECOND)


def test_the_owners_values_reach_the_host(tmp_path: Path) -> None:
    given: dict[str, Value] = {
        "table.attract_s": 60,
        "table.opening_hours": "18:00-02:00",
        "table.session_min": 90,
        "guests.profile": "cafe",
    }
    setup = make_setup(PlayOptions(seed=7), all_simulated=False, adjusted=Adjusted(given))
    night = DaySpan.parse("18:00-02:00")
    assert setup.hosting == HostingRules(
        60 * SECOND, False, night, 90 * 60 * SECOND, setup.settings, 7, counts_in=True
    )


def test_a_change_holds_at_once_and_for_those_who_come_next() -> None:
    hosting = HostingRules(fresh=Settings())
    for key, value in (
        ("guests.profile", "cafe"),
        ("table.attract_s", 30),
        ("table.session_min", 45),
        ("table.opening_hours", "10:00-22:00"),
        ("table.language", "en"),
    ):
        adjusted = Adjusted({"guests.profile": "cafe", key: value})
        hosting = hosting_with(hosting, key, adjusted, Settings())
    assert hosting.attract_ns == 30 * SECOND
    assert hosting.session_ns == 45 * 60 * SECOND
    assert hosting.opening == DaySpan.parse("10:00-22:00")
    assert hosting.fresh is not None
    assert hosting.fresh.language == "en"
    assert hosting_with(hosting, "guests.profile", DEFAULTS, Settings()).fresh is None


def test_headless_play_knows_no_attract_mode(mocker: MockerFixture) -> None:
    from console.wiring.headless import play_match

    received = mocker.spy(Table, "receive")
    setup = make_setup(PlayOptions(players=3, seed=1, attract=True), all_simulated=True)
    play_match(setup, None)
    received.assert_not_called()


def test_the_minute_of_the_day_is_told_once_a_minute_whatever_the_clock_does() -> None:
    table, now = a_table(), [NOON]
    told = DayClock(table, lambda: now[0])
    for at_ns, jump, minute in (
        (SECOND, timedelta(0), 754),
        (SECOND + MINUTE - 1, timedelta(minutes=9), 754),
        (SECOND + MINUTE, timedelta(minutes=9), 763),
        (SECOND + 2 * MINUTE, timedelta(days=-9_000, minutes=1), 755),
    ):
        now[0] = NOON + jump
        told.turn(at_ns)
        assert table.latest(DayTime) == DayTime(minute)


def record(kind: RecordKind, value: int, match: int, nickname: str | None = None) -> Record:
    return Record(
        kind=kind,
        game="chaos",
        place=1,
        value=value,
        error=5,
        seat=2,
        nickname=nickname,
        started="2026-05-01",
        match=match,
        verdict=None,
    )


def test_the_best_of_all_options_is_shown_and_of_equal_ones_the_older() -> None:
    few = RecordTable(
        game="chaos",
        players=3,
        options={},
        matches=2,
        measure="duels",
        records=(
            record(RecordKind.REACTION, 300, 4, "Anna"),
            record(RecordKind.CLEANEST, 7, 4),
            record(RecordKind.RESULT, 9, 4),
        ),
        wins=(),
    )
    many = RecordTable(
        game="chaos",
        players=8,
        options={},
        matches=9,
        measure="duels",
        records=(record(RecordKind.REACTION, 300, 2, "Boris"), record(RecordKind.CLEANEST, 11, 5)),
        wins=(),
    )
    most = replace(record(RecordKind.WINS, 12, 9, "Anna"), game=None, seat=None)
    assert leaderboard_of(Records((few, many), most_wins=most)).feats == (
        record(RecordKind.REACTION, 300, 2, "Boris"),
        record(RecordKind.CLEANEST, 11, 5),
        most,
    )
    assert leaderboard_of(Records()).feats == ()


@pytest.mark.parametrize(("hour", "level"), [(12, 0.4), (23, 0.08)])
def test_demonstrations_have_a_volume_of_their_own_and_keep_quiet_hours(
    mocker: MockerFixture, hour: int, level: float
) -> None:
    sounds = mocker.patch("console.wiring.window.window.Sounds").open.return_value
    given: dict[str, Value] = {
        "sound.attract": 40,
        "sound.quiet_hours": "22:00-08:00",
        "sound.quiet_level": 20,
    }
    wall: Callable[[], datetime] = lambda: NOON.replace(hour=hour)  # noqa: E731
    speaker = Speaker(a_table(), Adjusted(given), wall)
    speaker(Demonstrated(Cue.VERDICT))
    sounds.play.assert_called_once_with(Cue.VERDICT, pytest.approx(level))
    assert level_of(DEFAULTS, Demonstrated(Cue.VERDICT), 754) == 0.0


def test_the_theme_is_hushed_and_sounds_are_made_ahead(mocker: MockerFixture) -> None:
    sounds = mocker.patch("console.wiring.window.window.Sounds").open.return_value
    speaker = Speaker(a_table(), DEFAULTS, lambda: NOON)
    speaker(Hushed(Cue.THEME))
    sounds.hush.assert_called_once_with(Cue.THEME)
    sounds.play.assert_not_called()
    speaker.prepare()
    sounds.prepare.assert_called_once_with()


def test_a_real_table_begins_in_attract_mode(tmp_path: Path) -> None:
    from tests.console.wiring.test_real import board_file

    options = PlayOptions(board=str(board_file(tmp_path, port="/dev/ttyACM0")), seed=1)
    assert make_setup(options, all_simulated=False).hosting.at_start
