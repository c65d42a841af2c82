"""What ``khvatka hw calibrate`` weighed is what ``khvatka play`` decodes with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.cli import main
from console.hardware.calibration_file import calibration_path, load_calibration
from console.store.reader import Store
from console.store.schema import store_path
from host_sim.board import SimBoard

MK1 = SimBoard("mk1", 4).info
PLAY = ["play", "--headless", "--seed", "7", "--players", "4", "--seats", "4", "--game", "chaos"]


def run(data: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, [*arguments, "--board", "pc-mk1", "--data", str(data)])
    assert result.exit_code == 0, result.output
    return result.stderr


def decoded_with(data: Path) -> dict[str, Any]:
    """The calibration in the log of the last match."""
    store = Store(store_path(data))
    found = store.match(store.matches()[-1].id).header.calibration
    assert isinstance(found, dict)
    return found


def test_a_match_is_decoded_with_the_stored_calibration(tmp_path: Path) -> None:
    run(tmp_path, "hw", "calibrate")
    run(tmp_path, *PLAY)
    weighed = load_calibration(tmp_path, MK1)
    assert weighed is not None
    used = decoded_with(tmp_path)
    assert used["date"] == weighed.date
    assert [c["gain"] for c in used["channels"]] == [c.gain for c in weighed.channels]


def test_without_one_the_table_is_new(tmp_path: Path) -> None:
    run(tmp_path, *PLAY)
    assert decoded_with(tmp_path)["date"] == ""


@pytest.mark.parametrize("body", ["{}", "no JSON"])
def test_one_that_cannot_be_used_is_told_and_the_match_is_played(tmp_path: Path, body: str) -> None:
    path = calibration_path(tmp_path, MK1)
    path.parent.mkdir()
    path.write_text(body)
    assert str(path) in run(tmp_path, *PLAY)
    assert decoded_with(tmp_path)["date"] == ""
