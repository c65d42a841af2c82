"""KiCad's own judgement of the boards, and what makers of boards get of it, where it is installed.

KiCad 6 (Debian 12) judges boards, KiCad 7 and later (``kicad-cli``) schematics too. What is plotted
is read back by hands that are neither KiCad's nor ours.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.kit.design import Design
from deploy.kit.electronics import files, plotting
from deploy.kit.electronics.plotting import COMMAND_LINE, PYTHON_OF_6, SCRIPT, plot, plotter
from tests.deploy.kit import gerber_reader
from tests.deploy.kit.kicad_reader import Board, Pin
from tests.deploy.kit.test_boards import KINDS, copper, judge_all, sketched

HERE = plotter()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(HERE is None, reason="KiCad is not installed: apt install kicad"),
]
TABLES = [("mk1", 4), ("mk2", 6), ("mk2-8", 8)]
SIDES = {"F_Mask.gts": "Top", "B_Mask.gbs": "Bot"}


def says(*words: str | Path) -> str:
    done = subprocess.run(
        list(map(str, words)), capture_output=True, text=True, check=False, timeout=300
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_kicad_finds_nothing(name: str, seats: int, tmp_path: Path) -> None:
    """Rules of the board; with its command line of the schematic too, and both against each
    other."""
    written = list(files.write(files.boards(Design(seats, name)), tmp_path))
    report = tmp_path / "report"
    for board in (path for path in written if path.suffix == ".kicad_pcb"):
        if shutil.which(COMMAND_LINE) is None:
            said = says(PYTHON_OF_6, SCRIPT, "drc", board, report)
            for kind in ("DRC violations", "unconnected pads", "Footprint errors"):
                assert f"Found 0 {kind}" in report.read_text(), (board.name, said)
            continue
        checks = ("--severity-all", "--schematic-parity", "--output", report)
        said = says(COMMAND_LINE, "pcb", "drc", *checks, board)
        for kind in ("violations", "unconnected items", "schematic parity issues"):
            assert f"Found 0 {kind}" in said, (board.name, said, report.read_text())
        sheet = board.with_suffix(".kicad_sch")
        said = says(COMMAND_LINE, "sch", "erc", "--severity-all", "--output", report, sheet)
        assert "Found 0 violations" in said, (sheet.name, said)


@pytest.fixture(scope="module")
def plotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All tables' boards, as makers get them."""
    folder = tmp_path_factory.mktemp("plotted")
    assert HERE is not None
    for name, seats in TABLES:
        list(files.write(files.boards(Design(seats, name)), folder / name))
        list(plot(HERE, folder / name))
    return folder


def made(plotted: Path, name: str, seats: int, key: str) -> Board:
    found = gerber_reader.board(plotted / name / f"gerbers-{key}", key)
    found.values = sketched(name, seats, key).values
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("key", KINDS)
def test_the_gerbers_copper_is_the_boards_toml(
    plotted: Path, name: str, seats: int, key: str
) -> None:
    """From pin to pin by copper that touches; nets' names are not looked at."""
    judge_all(made(plotted, name, seats, key).traced(), name, seats, key)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("key", KINDS)
def test_holes_pads_and_edge_are_the_boards(plotted: Path, name: str, seats: int, key: str) -> None:
    """Every drill at its place with its size, every pad with its size, on both sides and free of
    the mask; the outline is closed."""
    found, board = made(plotted, name, seats, key), copper(name, seats, key)
    assert sorted(_rounded(found.drills)) == sorted(_rounded(board.drills))
    pads = _pads(board, "F.Cu")
    assert pads == _pads(found, "F.Cu") == _pads(found, "B.Cu")
    folder = plotted / name / f"gerbers-{key}"
    for file, side in SIDES.items():
        mask = gerber_reader.layer((folder / f"{key}-{file}").read_text())
        assert mask.function == f"Soldermask,{side}"
        open_at = {(round(s.line[0], 3), round(s.line[1], 3)) for s in mask.strokes}
        assert {(x, y) for _, x, y, _ in pads} <= open_at
    ends = [end for a, b, c, d in found.outline for end in ((a, b), (c, d))]
    assert all(ends.count(end) == 2 for end in ends)
    silk = gerber_reader.layer((folder / f"{key}-F_Silkscreen.gto").read_text())
    assert len(silk.strokes) > 100


def _pads(board: Board, side: str) -> set[tuple[Pin, float, float, float]]:
    """Each pin's pad on one side: where, and half its size."""
    return {
        (piece.pin, round(piece.line[0], 3), round(piece.line[1], 3), round(piece.half, 3))
        for piece in board.copper
        if piece.pin is not None and side in piece.layers
    }


def _rounded(those: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    return [(round(x, 3), round(y, 3), round(size, 3)) for x, y, size in those]


def test_a_wrong_gerber_is_seen(plotted: Path, tmp_path: Path) -> None:
    """A track left out, a hole left out, a pad too many: each is found."""
    name, key = "mk2", "header"
    folder = plotted / name / f"gerbers-{key}"
    top = (folder / f"{key}-F_Cu.gtl").read_text()
    track = next(line for line in reversed(top.splitlines()) if line.endswith("D01*"))
    for file, text in (
        (f"{key}-F_Cu.gtl", top.replace(f"{track}\n", "", 1)),
        (f"{key}-PTH.drl", _without_a_via(folder / f"{key}-PTH.drl")),
    ):
        shutil.copytree(folder, tmp_path / "cut", dirs_exist_ok=True)
        (tmp_path / "cut" / file).write_text(text)
        found = gerber_reader.board(tmp_path / "cut", key)
        found.values = sketched(name, 6, key).values
        with pytest.raises((AssertionError, ValueError)):
            judge_all(found.traced(), name, 6, key)


def _without_a_via(drills: Path) -> str:
    head, percent, body = drills.read_text().partition("\n%\n")
    first = next(line for line in body.splitlines() if line.startswith("X"))
    return head + percent + body.replace(f"{first}\n", "", 1)


def test_a_maker_gets_all_files(plotted: Path) -> None:
    """Whichever KiCad there is: the same names."""
    layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Silkscreen.gto", "F_Mask.gts", "B_Mask.gbs")
    for key in KINDS:
        names = {path.name for path in (plotted / "mk1" / f"gerbers-{key}").iterdir()}
        wanted = {f"{key}-{layer}" for layer in (*layers, "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl")}
        assert wanted <= names


def test_without_kicad_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plotting, "PYTHON_OF_6", tmp_path / "python3")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert plotter() is None
