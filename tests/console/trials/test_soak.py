"""The soak: evenings go well and come again by their seed; what breaks is told with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from console.cli import main
from console.table.table import Table
from console.trials import soak as soaking
from console.trials.evening import STUCK_NS, SoakEvening, Stuck, play_evening, setup_for
from console.trials.soak import EVENING_NS, MOST_GROWTH_BYTES, Soak, soak
from drivers.times import MINUTE

DULL = SoakEvening(
    seed=0,
    game="iota",
    board="mk2",
    seats=4,
    matches=3,
    abandoned=0,
    faults=9,
    simulated_ns=EVENING_NS,
    wall_ns=1_000_000_000,
)


def test_every_game_and_board_has_its_evening() -> None:
    setups = [setup_for(seed) for seed in range(40)]
    assert {s.settings.game for s in setups} == {"chaos", "elements", "iota", "ignis"}
    assert {s.board for s in setups} == {"mk1", "mk2"}


@pytest.mark.parametrize("seed", [1, 5, 6])
def test_an_evening_goes_on_whatever_breaks_and_comes_again(seed: int) -> None:
    evening = play_evening(seed, 2 * MINUTE)
    again = play_evening(seed, 2 * MINUTE)
    assert evening.faults > 0
    assert replace(evening, wall_ns=0) == replace(again, wall_ns=0)


def test_a_table_at_which_nothing_helps_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "take_outputs", lambda self: [])
    with pytest.raises(Stuck, match="nothing happens any more"):
        play_evening(5, STUCK_NS + 5 * MINUTE)


def test_a_table_that_never_rests_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "next_due_ns", lambda self: 0)
    with pytest.raises(Stuck, match="never rests"):
        play_evening(5, MINUTE)


def test_an_evening_that_breaks_is_told_by_its_seed_and_the_next_one_begins() -> None:
    def play_one(seed: int, length_ns: int) -> SoakEvening:
        if seed == 8:
            raise ZeroDivisionError("broken on purpose")
        return replace(DULL, seed=seed, simulated_ns=length_ns)

    heard: list[int] = []
    found = soak(1.5, 7, lambda evening, _: heard.append(evening.seed), play_one=play_one)
    assert heard == [7, 9]
    assert [seed for seed, _ in found.broken] == [8]
    assert "broken on purpose" in found.broken[0][1]
    assert not found.passed
    assert found.hours == 1.0
    assert found.ratio == EVENING_NS / 1_000_000_000


def test_memory_that_grows_fails() -> None:
    steady = [90_000_000] + [100_000_000] * 19
    assert Soak(memory_bytes=steady).passed
    growing = [100_000_000 + n * MOST_GROWTH_BYTES // 15 for n in range(20)]
    found = Soak(memory_bytes=growing)
    assert found.growth_bytes > MOST_GROWTH_BYTES
    assert not found.passed


def test_the_command_ends_with_status_1_when_something_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = Soak(broken=[(3, "Traceback: oh")])
    monkeypatch.setattr(soaking, "soak", lambda *_: broken)
    done = CliRunner().invoke(main, ["sim", "soak", "--hours", "1", "--lang", "en"])
    assert done.exit_code == 1
    assert "seed 3 broke; `khvatka sim soak --hours 0.5 --seed 3` plays it again" in done.output
    assert "NOT PASSED: 0.0 h simulated, 0 matches, 0 faults, 1 evening broke" in done.output


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("ru", ["зерно 3: IOTA, mk2, 4 места: ", "пройдено: 0,5 ч игры, "]),
        ("en", ["seed 3: IOTA, mk2, 4 seats: ", "passed: 0.5 h simulated, "]),
    ],
)
def test_a_soak_is_told_in_either_language(
    monkeypatch: pytest.MonkeyPatch, language: str, told: list[str]
) -> None:
    evening = replace(DULL, seed=3)

    def soak_one(*arguments: Any) -> Soak:
        arguments[2](evening, 95_000_000)
        return Soak([evening], memory_bytes=[95_000_000])

    monkeypatch.setattr(soaking, "soak", soak_one)
    lines = CliRunner().invoke(main, ["sim", "soak", "--lang", language]).stdout.splitlines()
    assert [line[: len(start)] for line, start in zip(lines, told, strict=True)] == told


def test_the_command_prints_an_evening() -> None:
    done = CliRunner().invoke(main, ["sim", "soak", "--hours", "0.02", "--seed", "5", "--json"])
    assert done.exit_code == 0
    assert '"event":"evening"' in done.output
    assert '"passed":true' in done.output
