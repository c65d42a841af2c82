"""`khvatka sim record`: a kept match, written down as a scenario, goes the same way again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.store import StoreError
from console.trials.scenario.record import record
from console.trials.scenario.run import run_file
from console.wiring.past import open_store
from host_sim.scenarios.load import load_scenario


def test_a_recorded_match_goes_the_same_way_again(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    told = CliRunner().invoke(main, ["sim", "record", "--out", str(path), "--data", str(kept)])
    assert told.exit_code == 0
    outcome = run_file(path)
    assert outcome.ok, outcome.failed


def test_it_expects_every_verdict_and_the_result(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    record(1, path, kept)
    stored = open_store(kept).match(1)
    scenario, _ = load_scenario(path)
    verdicts = [e for e in scenario.expect if e.event == "verdict"]
    assert [e.where["kind"] for e in verdicts] == [v.kind for v in stored.verdicts]
    assert [e.event for e in scenario.expect][-1] == "result"
    assert len(verdicts) >= 3


def test_hands_keep_their_gesture_force_and_time(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    record(1, path, kept)
    stored = open_store(kept).match(1)
    scenario, _ = load_scenario(path)
    hands = [a for a in scenario.act if hasattr(a, "peak_n")]
    contacts = [c for v in stored.verdicts for c in v.contacts]
    assert [type(h).__name__.lower() for h in hands] == [c.gesture.value for c in contacts]
    for hand, contact in zip(hands, contacts, strict=True):
        assert hand.peak_n >= contact.peak_n * 0.99
        assert hand.after is not None


def test_a_match_that_is_not_there_is_told(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="7"):
        record(7, tmp_path / "no.toml", kept)
    with pytest.raises(StoreError):
        record(None, tmp_path / "no.toml", tmp_path / "empty")
