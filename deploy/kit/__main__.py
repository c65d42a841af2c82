"""``make kit``: every file that a table of one's own needs, from one description.

``python -m deploy.kit --board mk2 --seats 6`` writes a folder with the table's board file, drawings
(SVG), lines for the cutter (DXF), solids for the printer (STL, 3MF), circuit boards (KiCad's files,
and Gerbers where KiCad is installed), the parts list (CSV, and a page to print), and the steps of
assembly (a page to print); all pages as PDF where chromium is installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import hypot
from pathlib import Path
from subprocess import SubprocessError

from deploy.drawing.circuit import BOARDS
from deploy.drawing.details import lights_drawing
from deploy.drawing.words import WRITTEN, GuideWords
from deploy.kit import assembly, bill, printed, sheets
from deploy.kit.board_file import board_of, board_text
from deploy.kit.design import SENSORS, Design, DesignError
from deploy.kit.electronics import files as electronics
from deploy.kit.electronics.plotting import plot, plotter
from deploy.kit.files import write_3mf, write_dxf, write_stl
from deploy.kit.solids import parts

NO_GERBERS = (
    "no Gerbers: install KiCad 6 or later (apt install kicad) and make the kit again, or order from"
    " a maker that takes the .kicad_pcb itself"
)
NO_PDF = "no PDF: install chromium and make the kit again, or print the pages from a browser"
USUAL_SEATS = {"mk1": 4, "mk2": 6, "mk2-8": 8}


def main(argv: Sequence[str] | None = None) -> int:
    """Status 2 with one sentence for a table that cannot be built."""
    options = _options(argv)
    try:
        design = chosen(options)
        folder = options.out / f"{design.board}-{design.seats}"
        for path in write(design, folder):
            sys.stdout.write(f"{path}\n")
        if printed.browser() is None:
            sys.stdout.write(f"{NO_PDF}\n")
        if plotter() is None:
            sys.stdout.write(f"{NO_GERBERS}\n")
    except (DesignError, OSError, SubprocessError) as error:
        sys.stderr.write(f"kit: {error}\n")
        return 2
    return 0


def chosen(options: argparse.Namespace) -> Design:
    """The table that the command line describes. Raises DesignError."""
    seats = options.seats or USUAL_SEATS[options.board]
    given = {
        field.name: getattr(options, field.name)
        for field in fields(Design)
        if field.name.endswith("_mm") and getattr(options, field.name, None) is not None
    }
    if options.display is not None:
        given["display_mm"] = picture_mm(options.display)
    sensor = SENSORS[options.sensor]
    return Design(seats, options.board, sensor=sensor, **given)


def picture_mm(inches: float) -> tuple[float, float]:
    """Across and along the picture of a display of 16 to 9."""
    unit = inches * 25.4 / hypot(16, 9)
    return round(16 * unit, 1), round(9 * unit, 1)


def write(design: Design, folder: Path) -> Iterator[Path]:
    """Write all files; each path as it is there."""
    made, boards = parts(design), electronics.boards(design)
    for name in ("cut", "print", "drawings"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    named = folder / "board.toml"
    named.write_text(board_text(design), encoding="utf-8")
    yield named
    for part in made:
        machine = folder / ("cut" if part.cut else "print")
        path = machine / f"{part.key}.{'dxf' if part.cut else 'stl'}"
        (write_dxf if part.cut else write_stl)(part.solid, path)
        yield path
        if not part.cut:
            path = machine / f"{part.key}.3mf"
            write_3mf(part.solid, part.key, part.count, path)
            yield path
    yield from electronics.write(boards, folder / "electronics")
    if (kicad := plotter()) is not None:
        yield from plot(kicad, folder / "electronics")
    for language in WRITTEN:
        words = GuideWords(language)
        drawn = {part.key: sheets.part_sheet(part, design, words) for part in made}
        drawn["section"] = sheets.section_sheet(made, design, words)
        drawn["exploded"] = sheets.exploded_sheet(made, design, words)
        pictures = {name: drawing.svg() for name, drawing in drawn.items()}
        pictures |= dict(electronics.drawings(boards, words))
        if board_of(design).controller is not None:
            pictures["lights"] = lights_drawing(words).svg()
        for name, picture in pictures.items():
            path = folder / "drawings" / f"{name}.{language}.svg"
            path.write_text(picture, encoding="utf-8")
            yield path
        table = bill.rows(design, made, words)
        page = folder / f"parts.{language}.html"
        page.write_text(bill.as_page(table, design, words), encoding="utf-8")
        listed = folder / f"parts.{language}.csv"
        listed.write_text(bill.as_csv(table), encoding="utf-8")
        sheets_page = folder / f"drawings.{language}.html"
        sheets_page.write_text(printed.drawings_page(pictures, design, words), encoding="utf-8")
        steps = folder / f"assembly.{language}.html"
        steps.write_text(assembly.as_page(made, design, pictures, words), encoding="utf-8")
        pages = [page, sheets_page, steps]
        yield from (*pages, listed)
        yield from printed.as_pdf(pages)


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.kit", description=__doc__)
    parser.add_argument("--board", choices=BOARDS, default="mk2", help="electronics (mk2)")
    parser.add_argument("--seats", type=int, help="2 to 8 (4, 6, 8 by the board)")
    parser.add_argument("--display", type=float, metavar="INCHES", help="of 16 to 9 (27)")
    parser.add_argument("--sensor", choices=tuple(SENSORS), default="fsr402")
    for name, what in (
        ("plate", "a petal's plate"),
        ("cover", "a petal's cover"),
        ("top", "the table top"),
    ):
        text = f"thickness of {what}"
        parser.add_argument(f"--{name}", type=float, dest=f"{name}_mm", metavar="MM", help=text)
    for name, what in (("hub", "the hub's radius"), ("tip", "from the middle to a petal's tip")):
        parser.add_argument(f"--{name}", type=float, dest=f"{name}_mm", metavar="MM", help=what)
    parser.add_argument("--out", type=Path, default=Path("build/kit"), help="folder (build/kit)")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
