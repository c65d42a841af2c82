"""The benchmarks run and say what they measured; how fast is for them to print, not for tests."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from console.bench import duel_core, duel_live, report, speed, start
from console.cli import main
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
    monkeypatch.setitem(report.PARTS, "decode", lambda: ["one", "two"])
    result = CliRunner().invoke(main, ["bench", "decode"])
    assert result.exit_code == 0
    assert result.stdout == "decode: one\ndecode: two\n"


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
    assert "2 starts" in next(iter(figures.lines()))


def test_a_program_that_does_not_come_up_is_no_figure() -> None:
    figures = start.run(2, (sys.executable, "-c", "pass"))
    assert figures.took_ms == ()
    assert "not measured" in next(iter(figures.lines()))
