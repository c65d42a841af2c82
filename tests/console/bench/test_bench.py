"""The benchmarks run and say what they measured; how fast is for them to print, not for tests."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable

import pytest
from click.testing import CliRunner

from console.bench import duel_core, duel_live, report, rules, speed, start
from console.bench.decode import DecodeFigures
from console.bench.duel_core import DuelCoreFigures
from console.bench.duel_live import DuelLiveFigures
from console.bench.frames import Figures
from console.bench.levels import Pairing, Times
from console.bench.speed import SpeedFigures
from console.bench.start import StartFigures
from console.cli import main
from console.i18n import LANGUAGES, Words
from drivers.clock import VirtualClock


def test_the_duel_core_rules_on_every_race() -> None:
    figures = duel_core.run(races=200)
    assert figures.races == 200
    assert figures.contacts >= 400
    assert 0 < figures.median_us <= figures.p99_us <= figures.worst_us


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
    monkeypatch.setitem(report.PARTS, "decode", lambda words: ["one", words.language])
    result = CliRunner().invoke(main, ["bench", "decode", "--lang", "en"])
    assert result.exit_code == 0
    assert result.stdout == "decode: one\ndecode: en\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "lines",
    [
        lambda words: [DuelCoreFigures(200, 400, 1, 1.5, 2.5, 3.5).line(words)],
        DuelLiveFigures(59.5, 80, 1.5, 2.5, 3.5, 4, 1.5, 2.5).lines,
        DecodeFigures(30.0, 1.5, 2.5, 3.5, 40, 41).lines,
        Figures(300, 1.5, 2.5, 3.5, 1.5, 2.5, 1.5, 0.015).lines,
        lambda words: [SpeedFigures(4, 7, 300.0, 501.5, 1.5, 2.5).line(words)],
        StartFigures((1.5, 2.5)).lines,
        StartFigures(()).lines,
        lambda words: [Pairing("iota", 1, 0, 2, 1, 0, 50.5, 1.5, 98.5).line(words)],
        lambda words: [Pairing("iota", 2, 1, 2, 1, 0, 50.5, 1.5, 98.5).line(words)],
        lambda words: [Times("iota", 2, 30, 1.5, 2.5, 1).line(words)],
        lambda words: [rules.iota_line(words, positions=1, runs=1)],
    ],
)
def test_figures_are_told_in_either_language(
    lines: Callable[[Words], Iterable[str]], language: str
) -> None:
    for line in lines(Words(language)):
        assert bool(re.search("[а-яё]{3}", line)) == (language == "ru")
        told = line.replace("iota", "").replace("ignis", "")
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


def test_a_program_that_does_not_come_up_is_no_figure() -> None:
    figures = start.run(2, (sys.executable, "-c", "pass"))
    assert figures.took_ms == ()
    assert "not measured" in next(iter(figures.lines(Words("en"))))
