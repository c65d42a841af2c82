"""A rehearsal is one event of the core, whole and the same each time."""

from __future__ import annotations

import msgspec
import pytest

from console.events.log import decoded
from console.events.options import (
    Elimination,
    EventOptions,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Stage,
    Strikes,
    Swiss,
)
from console.events.rehearsal.crowd import MINUTE_MS, Troubles
from console.events.rehearsal.evening import Evening
from console.events.rehearsal.report import reported
from console.events.running import RunningEvent
from console.i18n import Words
from tests.console.events.evenings import CHAOS

CALM = Troubles(late=0, never=0, drop_out=0, no_show=0, wrong=0, tables=0, offline_min=0)
ROUGH = Troubles(
    late=0.2, never=0.1, drop_out=0.3, no_show=0.05, wrong=0.3, tables=0.5, offline_after_min=10
)
USUAL = Troubles()


def evening(
    people: int, tables: int, *stages: Stage, seed: int = 7, troubles: Troubles = USUAL
) -> Evening:
    options = EventOptions(name="", game="", sizes=CHAOS, stages=stages)
    run = Evening(options, people, tables, seed, 10, troubles)
    run.run()
    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    "stages",
    [
        (GroupSwiss(rounds=4, size=4),),
        (Swiss(rounds=4, best_of=3),),
        (RoundRobin(pools=4),),
        (Strikes(size=4),),
        (Roundless(matches=4, size=4),),
        (GroupElimination(size=4),),
        (Swiss(rounds=3, through=8), Elimination(third_place=True)),
    ],
    ids=lambda stages: type(stages[-1]).__name__,
)
def test_a_rough_evening_of_any_format_ends(stages: tuple[Stage, ...]) -> None:
    run = evening(40, 8, *stages, troubles=ROUGH)
    state = run.event.state
    assert not state.open_matches()
    assert len(state.stages) == len(stages)
    report = reported(run)
    assert report.lost_n == 0
    assert report.held_n > 0
    assert report.corrected_n > 0
    assert report.dropped_n > 0
    again = RunningEvent(decoded(run.event.log.encoded()))
    assert again.state == state
    for language in ("ru", "en"):
        assert all(report.lines(Words(language)))


def test_the_same_seed_is_the_same_evening() -> None:
    logs = [evening(20, 4, Swiss(rounds=3), seed=s).event.log.encoded() for s in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_a_calm_evening_has_no_trouble() -> None:
    report = reported(evening(16, 8, Swiss(rounds=4), troubles=CALM))
    assert report.came_n == report.people_n == 16
    assert (report.matches_n, report.rounds_n) == (32, 4)
    told = msgspec.to_builtins(report)
    quiet = ("late", "dropped", "for_table", "repeats", "corrected", "held", "lost")
    assert [told[name] for name in told if name.startswith(quiet)] == [0, 0, 0.0, 0, 0, 0, 0.0, 0]
    # four games of 6 to 14 minutes, three breaks, a walk to the table each
    assert 4 * 6 < report.length_min < 4 * 16 + 6
    assert report.same_table_most <= 2


def test_an_hour_without_network_costs_waiting_and_nothing_else() -> None:
    calm = reported(evening(16, 8, Swiss(rounds=6), troubles=CALM))
    offline = msgspec.structs.replace(CALM, offline_after_min=10, offline_min=60)
    run = evening(16, 8, Swiss(rounds=6), troubles=offline)
    report = reported(run)
    assert report.held_n > 0
    assert report.lost_n == 0
    assert report.matches_n == calm.matches_n
    assert report.length_min >= calm.length_min
    held = [m for m in run.event.state.matches.values() if m.over_ms == 70 * MINUTE_MS]
    assert len(held) == report.held_n


def test_few_tables_make_matches_wait_and_all_wait_alike() -> None:
    report = reported(evening(24, 4, Swiss(rounds=4), troubles=CALM))
    assert report.for_table_n == 4 * (12 - 4)
    assert report.per_table_most - report.per_table_least <= 4
