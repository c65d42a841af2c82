"""A rehearsal is one event at a real desk, whole and the same each time."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import msgspec
import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from console.desk.store.desk_store import DeskStore
from console.desk.store.one_event import DeskEvent
from console.desk.store.tables import RESULT
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
from console.events.running import RunningEvent
from console.i18n import Words
from console.link.messages import ResultSent
from console.trials.rehearsal import proof
from console.trials.rehearsal.agenda import BEGAN_MS
from console.trials.rehearsal.crowd import MINUTE_MS, Troubles
from console.trials.rehearsal.evening import MEMORY, Evening
from console.trials.rehearsal.proof import Proof, proved
from console.trials.rehearsal.report import reported
from tests.console.events.evenings import CHAOS

pytestmark = pytest.mark.slow

CALM = Troubles(
    late=0, never=0, drop_out=0, no_show=0, wrong=0, tables=0, offline_min=0, desk_after_min=0
)
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


@pytest.mark.parametrize(
    ("people", "stages"),
    [
        (16, (GroupSwiss(rounds=4, size=4),)),
        (16, (Swiss(rounds=4, best_of=3),)),
        (16, (RoundRobin(pools=4),)),
        (16, (Strikes(size=4),)),
        (16, (Roundless(matches=4, size=4),)),
        (24, (GroupElimination(size=4),)),  # of fewer matches none is put right
        (16, (Swiss(rounds=3, through=8), Elimination(third_place=True))),
    ],
    ids=lambda value: type(value[-1]).__name__ if isinstance(value, tuple) else str(value),
)
def test_a_rough_evening_of_any_format_ends(people: int, stages: tuple[Stage, ...]) -> None:
    run = evening(people, people // 4, *stages, troubles=ROUGH)
    state = run.event.state
    assert not state.open_matches()
    assert len(state.stages) == len(stages)
    report = reported(run)
    assert run.proof.holds
    assert run.proof.counted_n + run.proof.refused_n == run.proof.played_n == len(run.played)
    assert report.held_n > 0
    assert report.corrected_n > 0
    assert report.dropped_n > 0
    again = RunningEvent(decoded(run.event.log.encoded()))
    assert again.state == state
    for language in ("ru", "en"):
        assert all(report.lines(Words(language)))


def test_the_same_seed_is_the_same_evening() -> None:
    logs = [evening(8, 3, Swiss(rounds=2), seed=s).event.log.encoded() for s in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_where_memory_takes_no_files_the_disk_has_it(mocker: MockerFixture) -> None:
    mocker.patch("os.access", side_effect=lambda path, _: path != MEMORY)
    made = mocker.patch(f"{Evening.__module__}.TemporaryDirectory", side_effect=TemporaryDirectory)
    evening(8, 3, Swiss(rounds=1))
    assert made.call_args.kwargs["dir"] is None


def test_a_calm_evening_has_no_trouble() -> None:
    report = reported(evening(16, 8, Swiss(rounds=4), troubles=CALM))
    assert report.came_n == report.people_n == 16
    assert (report.matches_n, report.rounds_n) == (32, 4)
    told = msgspec.to_builtins(report)
    assert report.played_n == report.counted_n == 32
    quiet = ("late", "dropped", "for_table", "repeats", "corrected", "held", "refused", "lost")
    assert not any(told[name] for name in told if name.startswith((*quiet, "double", "wrong")))
    # four games of 6 to 14 minutes, three breaks, a walk to the table each
    assert 4 * 6 < report.length_min < 4 * 16 + 6
    assert report.same_table_most <= 2


def test_an_hour_without_network_costs_waiting_and_nothing_else() -> None:
    calm = reported(evening(8, 4, Swiss(rounds=6), troubles=CALM))
    offline = msgspec.structs.replace(CALM, offline_after_min=10, offline_min=60)
    run = evening(8, 4, Swiss(rounds=6), troubles=offline)
    report = reported(run)
    assert report.held_n > 0
    assert run.proof.holds
    assert report.matches_n == calm.matches_n
    assert report.length_min >= calm.length_min
    back = 70 * MINUTE_MS, 71 * MINUTE_MS
    over = [(m.over_ms or 0) - BEGAN_MS for m in run.event.state.matches.values()]
    assert sum(back[0] <= over_ms < back[1] for over_ms in over) == report.held_n
    assert not any(10 * MINUTE_MS < over_ms < back[0] for over_ms in over)


def test_few_tables_make_matches_wait_and_all_wait_alike() -> None:
    report = reported(evening(16, 3, Swiss(rounds=3), troubles=CALM))
    assert report.for_table_n == 3 * (8 - 3)
    assert report.per_table_most - report.per_table_least <= 4


def test_the_proof_finds_what_is_lost_double_or_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """V1: a result that never came, one whose row has gone, one that no table has sent, one that
    was changed on its way, a correction that nothing came of."""
    found: list[Proof] = []
    decided: list[bool] = []

    def tampered(hall: Evening, event: DeskEvent, store: DeskStore) -> Proof:
        found.append(proved(hall, event, store))
        first, second, third, *_ = list(hall.played)
        hall.played["0" * 32] = replace(hall.played[first], id="0" * 32)
        found.append(proved(hall, event, store))
        del hall.played["0" * 32]
        hall.played[second] = replace(hall.played[second], ended_ns=1)
        found.append(proved(hall, event, store))
        del hall.played[second]
        found.append(proved(hall, event, store))
        hall.corrected[0, 0] = dict.fromkeys(hall.event.state.matches[0].persons, 7)
        found.append(proved(hall, event, store))
        with store.database.writing() as connection:
            connection.execute(RESULT.delete().where(RESULT.c.id == third))
        found.append(proved(hall, event, store))
        waits = replace(event.state.matches[0], places=())
        for match in (event.state.matches[0], waits):
            event.state.matches[0] = match
            refused = ResultSent(id="1" * 32, table=0, match=0, persons=(), places=())
            decided.append(proof.decided_elsewhere(event.state, refused))
        return found[0]

    monkeypatch.setattr("console.trials.rehearsal.evening.proved", tampered)
    evening(8, 4, Swiss(rounds=2), troubles=CALM)
    assert [(p.lost_n, p.double_n, p.wrong_n) for p in found] == [
        (0, 0, 0),
        (1, 0, 0),
        (1, 0, 0),
        (0, 1, 0),
        (0, 1, 1),
        (1, 1, 1),
    ]
    assert [p.holds for p in found] == [True, *[False] * 5]
    assert decided == [True, False], "refused, though its match waits"


@pytest.mark.complete
def test_the_largest_event_there_was() -> None:
    """Pinburgh's size: 1000 persons, 200 tables, ten rounds."""
    run = evening(1000, 200, GroupSwiss(rounds=10, size=4))
    report = reported(run)
    print(*report.lines(Words("en")), sep="\n")  # noqa: T201  # proofs are read
    assert run.proof.holds
    assert run.proof.played_n > 1900
    assert (report.rounds_n, report.repeats_n) == (10, 0)
