"""What ``make kit`` writes: for the cutter, for the printer, for people."""

from __future__ import annotations

import csv
import struct
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import numpy as np
import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import readfile

from deploy.drawing.circuit import BOARDS
from deploy.drawing.parts import BILL, CHECKED, PETAL, counts
from deploy.drawing.words import WRITTEN, GuideWords
from deploy.kit import bill, printed, sheets
from deploy.kit.__main__ import main, picture_mm
from deploy.kit.board_file import board_of, board_text
from deploy.kit.design import Design
from deploy.kit.solids import parts
from drivers.boards.config import find_board
from tests.deploy.test_drawings import texts

MM = 4
"""AutoCAD's number of the unit."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("kit")
    assert main(["--board", "mk1", "--seats", "3", "--out", str(out)]) == 0
    return out / "mk1-3"


@pytest.mark.slow
def test_every_part_has_its_file_and_its_drawing(folder: Path) -> None:
    made = parts(Design(3, "mk1"))
    for part in made:
        machine = f"cut/{part.key}.dxf" if part.cut else f"print/{part.key}.stl"
        assert (folder / machine).stat().st_size > 500
        assert all((folder / f"drawings/{part.key}.{lang}.svg").exists() for lang in WRITTEN)
    names = {path.stem for kind in ("cut", "print") for path in (folder / kind).iterdir()}
    assert names == {part.key for part in made}


def read_stl(path: Path) -> np.ndarray:
    """float32[t, 3, 3]: triangles of a binary STL."""
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("none", "<u2")])
    whole = path.read_bytes()
    (count,) = struct.unpack_from("<I", whole, 80)
    rows = np.frombuffer(whole, dtype=row, offset=84)
    if len(rows) != count:
        raise ValueError(f"{path}: it says {count} triangles and has {len(rows)}")
    found: np.ndarray = rows["corners"]
    return found


@pytest.mark.slow
def test_a_solid_for_the_printer_is_closed(folder: Path) -> None:
    """Every edge belongs to two triangles that go along it in opposite directions."""
    for path in (folder / "print").glob("*.stl"):
        corners = read_stl(path)
        edges = Counter[tuple[bytes, bytes]]()
        for triangle in corners:
            named = [corner.tobytes() for corner in triangle]
            edges.update(zip(named, (*named[1:], named[0]), strict=True))
        assert all(edges[b, a] == count for (a, b), count in edges.items()), path.name
        volume = (
            np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
        )
        (part,) = [p for p in parts(Design(3, "mk1")) if p.key == path.stem]
        assert volume == pytest.approx(part.solid.volume(), rel=1e-3)


@pytest.mark.slow
def test_a_3mf_is_the_solid_as_often_as_it_is_needed(folder: Path) -> None:
    """Read with the standard library alone, as the core specification names its parts."""
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    made = {part.key: part for part in parts(Design(3, "mk1"))}
    found = sorted((folder / "print").glob("*.3mf"))
    assert {path.stem for path in found} == {key for key, part in made.items() if not part.cut}
    for path in found:
        with ZipFile(path) as package:
            assert package.testzip() is None
            assert set(package.namelist()) == {
                *("[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model")
            }
            relations = ElementTree.fromstring(package.read("_rels/.rels"))
            assert relations[0].get("Target") == "/3D/3dmodel.model"
            model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
        assert model.get("unit") == "millimeter"
        corners = np.array(
            [[float(v.get(axis, "nan")) for axis in "xyz"] for v in model.iter(f"{space}vertex")]
        )
        faces = np.array(
            [[int(t.get(f"v{i}", "")) for i in (1, 2, 3)] for t in model.iter(f"{space}triangle")]
        )
        edges = Counter(
            (int(a), int(b)) for face in faces for a, b in zip(face, np.roll(face, -1), strict=True)
        )
        assert all(count == edges[b, a] == 1 for (a, b), count in edges.items()), "closed"
        triangles = corners[faces]
        volume = np.einsum("ij,ij->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2]))
        part = made[path.stem]
        assert volume / 6 == pytest.approx(part.solid.volume(), rel=1e-3)
        assert len(list(model.iter(f"{space}item"))) == part.count


@pytest.mark.slow
def test_lines_for_the_cutter_are_millimetres_and_closed(folder: Path) -> None:
    made = Design(3, "mk1")
    plate = readfile(folder / "cut" / "plate.dxf")
    assert plate.units == MM
    circles = [c for c in plate.modelspace() if c.dxftype() == "CIRCLE"]
    assert {round(2 * c.dxf.radius, 1) for c in circles} == {3.4}
    assert len(circles) == len(made.cover_screws) + len(made.hub_screws)
    (outline,) = [line for line in plate.modelspace() if isinstance(line, LWPolyline)]
    assert outline.closed
    xs = [point[0] for point in outline.get_points()]
    assert max(xs) == pytest.approx(made.tip_mm, abs=0.1)
    top = readfile(folder / "cut" / "top.dxf")
    layers = Counter(entity.dxf.layer for entity in top.modelspace())
    assert layers["cut"] == 1 + 1 + made.seats  # outline, picture, a window for each seat
    assert layers["mill"] == 1 + 4 * made.seats  # the pane's rebate, the panels' screws


@pytest.mark.slow
@pytest.mark.parametrize("language", WRITTEN)
def test_drawings_are_whole_and_in_their_language(folder: Path, language: str) -> None:
    for path in (folder / "drawings").glob(f"*.{language}.svg"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        for left, top, right, bottom, words in texts(root):
            assert left >= 0, (path.name, words)
            assert top >= 0, (path.name, words)
            assert right <= width, (path.name, words)
            assert bottom <= height, (path.name, words)
        other = path.with_name(path.name.replace(f".{language}.", ".en."))
        if language != "en":
            assert path.read_bytes() != other.read_bytes()


def test_a_drawing_has_the_parts_own_sizes() -> None:
    made = Design(6, "mk2")
    (plate,) = [part for part in parts(made) if part.key == "plate"]
    svg = sheets.part_sheet(plate, made, GuideWords("en")).svg()
    assert ">101.0 mm<" in svg  # from 24 mm inside of the hub to the tip
    assert ">thickness 4.0 mm<" in svg
    assert ">5 × Ø 3.4<" in svg
    assert "6 for mk2 with 6 seats" in svg


@pytest.mark.parametrize(("name", "seats"), [("mk1", 2), ("mk1", 4), ("mk2", 5), ("mk2-8", 8)])
def test_what_to_buy_is_what_the_guide_counts(name: str, seats: int) -> None:
    bought = dict(bill.bill(Design(seats, name)))
    assert all(count > 0 for count in bought.values())
    if seats == find_board(name).seats:
        expected = counts(find_board(name))
        del expected[PETAL]
        assert bought == expected
    else:
        fewer, whole = counts(board_of(Design(seats, name))), counts(find_board(name))
        assert set(fewer) == set(whole)
        assert all(fewer[part] <= whole[part] for part in fewer)


@pytest.mark.parametrize(("name", "seats"), [("mk1", 3), ("mk2", 6)])
def test_every_hole_has_its_screw(name: str, seats: int) -> None:
    made = Design(seats, name)
    screws = Counter[str]()
    for name_, count, _ in bill.fasteners(made):
        screws[name_.split(" with")[0]] += count
    clamped = 0 if name == "mk1" else 4
    assert screws["screw M3 × 25"] == len(made.cover_screws) * seats
    assert screws["screw M3 × 16"] == len(made.hub_screws) * seats + clamped
    assert screws["threaded insert M3"] == screws["screw M3 × 16"]
    assert screws["thin nut M3, 1.8 mm"] == 2 * screws["screw M3 × 25"], "above and below"
    assert screws["wood screw 3 × 16"] == 4 * seats + 4
    assert screws["screw M2.5 × 12"] == (8 if name == "mk1" else 4)
    assert screws["spacer M2.5 × 11, threaded"] == screws["screw M2.5 × 6"] == 2
    assert screws["screw M2.5 × 25"] == 2
    stack = 2 * (made.cover_mm + made.gap_mm) + made.plate_mm + made.slack_mm
    assert stack + 4 <= 25 < stack + 12, "and a lock nut"


def test_every_part_has_a_price_class() -> None:
    assert {part.price for part in BILL} == set(bill.CLASSES)


def test_a_number_counts_as_checked_for_its_part_only() -> None:
    assert set(CHECKED) <= {number for part in BILL for number in part.numbers}
    english = GuideWords("en")
    assert bill.checked(("TN0702N3-G",), english) == "maker's data sheet"
    assert bill.checked(("TN0702N3-G", "another"), english) == "not checked"
    assert bill.checked((), english) == ""


@pytest.mark.slow
def test_the_list_is_a_table_and_a_page(folder: Path) -> None:
    with (folder / "parts.en.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head[:3] == ["part", "pieces", "for example"]
    listed = {row[0]: row for row in rows}
    assert listed["push button, normally open"][1] == "12"
    assert listed["petal: cover"][1:3] == ["6", "cover.dxf"]
    assert {len(row) for row in rows} == {len(head)}
    assert listed["N channel MOSFET, TO-92"][-1] == "maker's data sheet"
    numbered = [row for row in rows if row[2] and not row[2].endswith((".dxf", ".stl"))]
    assert all(row[-1] for row in numbered), "looked up, or said not to be"
    page = (folder / "parts.ru.html").read_text(encoding="utf-8")
    assert bill.PRICED in page
    assert page.count("<tr>") == len(rows) + 1
    assert "http" not in page


@pytest.mark.slow
def test_pages_are_printed_where_a_browser_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One sheet a drawing, in each language; without a browser nothing, and no failure."""
    for language in WRITTEN:
        page = (folder / f"drawings.{language}.html").read_text(encoding="utf-8")
        assert page.count("<section>") == len(list((folder / "drawings").glob(f"*.{language}.svg")))
        assert "href" not in page
    made = sorted(path.stem for path in folder.glob("*.pdf"))
    pages = sorted(path.stem for path in folder.glob("*.html"))
    assert made == (pages if printed.browser() else [])
    assert all(path.read_bytes().startswith(b"%PDF") for path in folder.glob("*.pdf"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not list(printed.as_pdf([folder / "assembly.en.html"]))


@pytest.mark.parametrize(
    ("board", "seats"), [(b, n) for b in BOARDS for n in range(2, find_board(b).seats + 1)]
)
def test_the_board_file_is_that_of_this_many_seats(board: str, seats: int, tmp_path: Path) -> None:
    """What ``--board`` is given for a table with fewer seats: nobody has to edit it."""
    design = Design(seats, board)
    path = tmp_path / "board.toml"
    path.write_text(board_text(design), encoding="utf-8")
    assert find_board(str(path)) == board_of(design)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--seats", "9"], "kit: seats 9: mk2 has 2 to 6\n"),
        (["--plate", "1"], "kit: plate_mm 1: give 3 to 8 mm\n"),
        (["--display", "10"], "kit: display across 221.4: give 300 to 1500 mm\n"),
    ],
)
def test_what_cannot_be_built_is_one_sentence(
    given: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*given, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == sentence
    assert not list(tmp_path.iterdir())


def test_a_display_is_told_by_its_inches() -> None:
    assert picture_mm(27) == pytest.approx((597.7, 336.2), abs=0.1)
