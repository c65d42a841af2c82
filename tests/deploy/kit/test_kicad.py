"""KiCad's own judgement of the boards, where its command line is installed (KiCad 7 and later)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.kit.design import Design
from deploy.kit.electronics import files
from deploy.kit.electronics.files import PLOTTER

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which(PLOTTER) is None, reason=f"{PLOTTER} is not installed"),
]
TABLES = [("mk1", 4), ("mk2", 6), ("mk2-8", 8)]


def says(*words: str | Path) -> str:
    done = subprocess.run(
        [PLOTTER, *map(str, words)], capture_output=True, text=True, check=False, timeout=300
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_kicad_finds_nothing(name: str, seats: int, tmp_path: Path) -> None:
    """Rules of the board, of the schematic, and both against each other; then every Gerber."""
    written = list(files.write(files.boards(Design(seats, name)), tmp_path))
    for board in (path for path in written if path.suffix == ".kicad_pcb"):
        checks = ("--severity-all", "--schematic-parity", "--output", tmp_path / "report")
        said = says("pcb", "drc", *checks, board)
        for kind in ("violations", "unconnected items", "schematic parity issues"):
            assert f"Found 0 {kind}" in said, (board.name, said, (tmp_path / "report").read_text())
        sheet = board.with_suffix(".kicad_sch")
        said = says("sch", "erc", "--severity-all", "--output", tmp_path / "report", sheet)
        assert "Found 0 violations" in said, (sheet.name, said)
    plotted = [path.name for path in files.plot(tmp_path)]
    for key in ("header", "pad", "plug"):
        mine = {path for path in plotted if path.startswith(key)}
        assert {f"{key}-F_Cu.gtl", f"{key}-B_Cu.gbl", f"{key}-Edge_Cuts.gm1"} <= mine
        assert any(path.endswith(".drl") for path in mine)
