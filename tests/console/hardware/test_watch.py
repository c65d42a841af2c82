"""``khvatka hw watch``: every decoded event, as JSON lines or in words."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from console.hardware.watch import watch
from drivers.events import Button, Gesture
from drivers.times import MS, SECOND
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.conftest import START_NS, Bench, Benches


def told(bench: Bench, length_ns: int = SECOND) -> list[dict[str, Any]]:
    watch(bench.without_hands(), bench.say, as_json=True, length_ns=length_ns)
    return [json.loads(line) for line in bench.said]


def one(bench: Bench, event: str) -> dict[str, Any]:
    found = [line for line in told(bench, 2 * SECOND) if line["event"] == event]
    assert len(found) == 1
    return found[0]


def test_a_press_has_its_button_and_its_first_edges_time(bench: Benches) -> None:
    table = bench("mk1")
    table.board.press(2, Button.OK, START_NS + 100 * MS, hold_ns=80 * MS)
    press, release = told(table)
    assert press == {
        "event": "press",
        "t_ns": START_NS + 100 * MS,
        "seat": 2,
        "button": "ok",
        "uncertainty_ns": 10_000,
    }
    assert (release["event"], release["button"]) == ("release", "ok")


@pytest.mark.parametrize("gesture", list(Gesture))
def test_a_contact_has_its_gesture_and_its_error(bench: Benches, gesture: Gesture) -> None:
    table = bench()
    touch = table.board.touch(Touch(seat=1, gesture=gesture, t_ns=START_NS + 300 * MS))
    contact = one(table, "contact")
    assert list(contact) == [
        *("event", "t_ns", "seat", "gesture", "uncertainty_ns"),
        *("clock_uncertainty_ns", "early_ns", "late_ns", "peak_n"),
    ]
    assert (contact["seat"], contact["gesture"]) == (1, gesture.value)
    onset_ns = touch.true_onset_ns()
    assert onset_ns is not None
    assert contact["t_ns"] == pytest.approx(onset_ns, abs=500_000)


def test_a_fall_belongs_to_no_seat(bench: Benches) -> None:
    table = bench()
    table.board.knock(START_NS + 100 * MS)
    fall = one(table, "fall")
    assert fall["seat"] is None
    assert fall["uncertainty_ns"] > 0


def test_a_silent_pad_is_told(bench: Benches) -> None:
    table = bench()
    table.board.faults.begin(SimFault.FROZEN_PAD, START_NS)
    fault = one(table, "fault")
    assert (fault["source"], fault["fault"], fault["seat"]) == ("pad", "silent", None)


def test_a_seats_fault_names_the_seat(bench: Benches) -> None:
    table = bench()
    table.board.faults.begin(SimFault.SHORTED, START_NS, 4)
    fault = one(table, "fault")
    assert (fault["source"], fault["fault"], fault["seat"]) == (None, "nonsense", 2)


def test_without_anybody_nothing_is_told(bench: Benches) -> None:
    assert told(bench()) == []


def test_simulated_hands_show_something_by_themselves(bench: Benches) -> None:
    table = bench()
    watch(table.station, table.say, as_json=True, length_ns=20 * SECOND)
    kinds = {json.loads(line)["event"] for line in table.said}
    assert {"press", "release", "contact"} <= kinds


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Seat 3     ● pressed  ± 0.010 ms"), ("ru", "Место 3    ● нажата")],
)
def test_people_read_words(bench: Benches, language: str, said: str) -> None:
    table = bench("mk1", language)
    table.board.press(2, Button.OK, START_NS + 100 * MS)
    watch(table.without_hands(), table.say, as_json=False, length_ns=SECOND)
    assert said in table.said[2]


PATIENCE_S = 60.0  # never waited out unless something is broken
WATCH = [sys.executable, "-m", "console", "hw", "watch", "--json", "--data"]


def test_a_closed_pipe_ends_it_without_a_word(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*WATCH, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.wait(timeout=PATIENCE_S) == 0
        assert process.stderr.read() == b""
    assert first["event"] in {"press", "contact", "fall"}


@pytest.mark.parametrize(("stop", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_ends_it_without_a_word(tmp_path: Path, stop: signal.Signals, status: int) -> None:
    with subprocess.Popen(
        [*WATCH, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(stop)
        rest, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (status, b"")
    assert all(json.loads(line) for line in rest.splitlines())
