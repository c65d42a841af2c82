"""The benchmarks run and say what they measured; how fast is for them to print, not for tests."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict

import pytest
from click.testing import CliRunner

from console.bench import commands, duel_core, duel_live, report, rules, speed, start
from console.bench.commands import CommandFigures
from console.bench.duel_live import DuelLiveFigures
from console.bench.levels import ChoiceTimes, Pairing
from console.bench.speed import SpeedFigures
from console.bench.start import StartFigures
from console.cli import main
from console.i18n import LANGUAGES, Words
from drivers.clock import VirtualClock
from tests.console.bench.figures import CORE, DECODE, FRAMES, SPEED, START


def test_the_duel_core_rules_on_every_race() -> None:
    figures = duel_core.run(races=40, seed=3)
    assert figures.races == 40
    assert 2 * 40 <= figures.contacts <= 8 * 40
    assert 0 < figures.dead_heats < 40
    assert 0 < figures.median_us <= figures.p99_us <= figures.worst_us
    assert figures.ok == (figures.p99_us <= 50)


def test_headless_speed_counts_simulated_time() -> None:
    figures = speed.run(players=3, matches=1)
    assert figures.simulated_s > 10
    assert figures.ratio_least == figures.ratio_median == figures.ratio_most > 0


def test_the_live_duel_times_arrivals_while_frames_are_drawn() -> None:
    figures = duel_live.run(seconds=15, clock=VirtualClock(1_000_000_000))
    assert figures.frames_per_s > 50
    assert figures.arrivals > 50
    assert figures.verdicts > 0
    assert figures.worst_ms < 1.1  # virtual time: nothing but the wait for the next turn


def test_the_command_prints_a_line_for_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = SPEED
    monkeypatch.setitem(report.PARTS, "decode", {"one": lambda: [figures, figures]})
    result = CliRunner().invoke(main, ["bench", "decode", "--lang", "en"])
    assert result.exit_code == 0
    assert result.stdout == 2 * f"decode: {figures.lines(Words('en'))[0]}\n"
    result = CliRunner().invoke(main, ["bench", "decode", "--json"])
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert told == 2 * [{"bench": "decode", "figure": "one", **asdict(figures)}]


def test_several_are_measured_in_the_order_in_which_they_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("duel", "decode", "speed"):
        monkeypatch.setitem(report.PARTS, name, {name: lambda: [SPEED]})
    done = CliRunner().invoke(main, ["bench", "speed", "duel", "speed", "decode", "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    told = [json.loads(line)["bench"] for line in done.stdout.splitlines()]
    assert told == ["speed", "duel", "decode"]


@pytest.mark.parametrize(
    ("line", "given"),
    [
        (
            "duel hall league --tables 3 --database sqlite://",
            [{"tables": 3}, {"database": "sqlite://"}],
        ),
        ("hall", [{}]),
    ],
)
def test_an_option_is_given_to_its_part_alone(
    line: str, given: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[dict[str, object]] = []

    def measured(**options: object) -> list[SpeedFigures]:
        found.append(options)
        return []

    monkeypatch.setitem(report.PARTS, "duel", {"core": list})
    for name in ("hall", "league"):
        monkeypatch.setitem(report.ALONE, name, {name: measured})
    done = CliRunner().invoke(main, ["bench", *line.split()])
    assert (done.exit_code, found) == (0, given)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "lines",
    [
        CORE.lines,
        DuelLiveFigures(
            frames_per_s=59.5,
            arrivals=80,
            median_ms=1.5,
            p99_ms=2.5,
            worst_ms=3.5,
            verdicts=4,
            verdict_median_ms=1.5,
            verdict_worst_ms=2.5,
            frame_p99_ms=8.5,
        ).lines,
        DECODE.lines,
        FRAMES.lines,
        SPEED.lines,
        START.lines,
        StartFigures(()).lines,
        CommandFigures("--version", 9, 150.5, 170.5).lines,
        lambda words: [
            Pairing(
                game="iota",
                level=1,
                against=0,
                games=2,
                won=1,
                drawn=0,
                percent=50.5,
                low=1.5,
                high=98.5,
            ).line(words)
        ],
        lambda words: [
            Pairing(
                game="iota",
                level=2,
                against=1,
                games=2,
                won=1,
                drawn=0,
                percent=50.5,
                low=1.5,
                high=98.5,
            ).line(words)
        ],
        lambda words: [ChoiceTimes("iota", 2, 30, 1.5, 2.5, 1).line(words)],
        lambda words: [rules.iota(positions=1, runs=1).line(words)],
    ],
)
def test_figures_are_told_in_either_language(
    lines: Callable[[Words], Iterable[str]], language: str
) -> None:
    for line in lines(Words(language)):
        assert bool(re.search("[а-яё]{3}", line)) == (language == "ru")
        told = re.sub("iota|ignis|`.*`", "", line)
        assert bool(re.search("[a-z]{4}", told)) == (language == "en")
        assert re.search(r"\d\.\d" if language == "ru" else r"\d,\d", line) is None


SAYS_SO = """
import os, socket, time
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
time.sleep(60)
"""


def test_a_start_is_timed_until_the_program_says_that_it_is_seen() -> None:
    figures = start.run(2, (sys.executable, "-c", SAYS_SO))
    assert len(figures.took_ms) == 2
    assert all(ms > 0 for ms in figures.took_ms)
    assert "2 starts" in next(iter(figures.lines(Words("en"))))


def test_commands_are_timed_from_their_start_to_their_end() -> None:
    figures = list(
        commands.run(2, ("one", "two words"), (sys.executable, "-c", "pass"), before=("zero",))
    )
    assert [(f.command, f.starts) for f in figures] == [("one", 2), ("two words", 2)]
    assert all(0 < f.median_ms <= f.worst_ms for f in figures)


def test_a_program_that_does_not_come_up_is_no_figure() -> None:
    figures = start.run(2, (sys.executable, "-c", "pass"))
    assert figures.took_ms == ()
    assert "not measured" in next(iter(figures.lines(Words("en"))))
