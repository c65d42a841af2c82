"""What to buy for a table of so many seats: the guide's parts, and about what they cost."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Final

from console.i18n import N_
from deploy.drawing import parts as guide
from deploy.drawing.parts import BILL, Part, counts
from deploy.drawing.words import GuideWords
from deploy.kit.board_file import board_of
from deploy.kit.design import PAD_HOLES, Design
from deploy.kit.electronics.netlist import header_board, pad_board, plug_board
from deploy.kit.solids import KitPart

PRICED: Final = "2026-11"
"""When the classes were estimated; they are no offers."""
CLASSES: Final = {"A": "< 1 €", "B": "1-5 €", "C": "5-20 €", "D": "20-100 €", "E": "> 100 €"}
"""What one piece costs."""


def bill(design: Design) -> list[tuple[Part, int]]:
    """What to buy, in the order of the guide; petals are of the kit's own parts."""
    found = counts(board_of(design))
    return [(part, found[part]) for part in BILL if part in found and part is not guide.PETAL]


def fasteners(design: Design) -> list[tuple[str, int, str]]:
    """What holds it together: name, how many, where; message ids."""
    seats = design.seats
    found = [
        (
            N_("screw M3 × 25 with lock nut"),
            len(design.cover_screws) * seats,
            N_("covers; the nut leaves them 0.3 mm"),
        ),
        (
            N_("thin nut M3, 1.8 mm"),
            2 * len(design.cover_screws) * seats,
            N_("hold those screws in the plate, above and below"),
        ),
        (N_("screw M3 × 16"), len(design.hub_screws) * seats, N_("lid and plates onto the hub")),
        (N_("threaded insert M3"), len(design.hub_screws) * seats, N_("pressed into the hub")),
        (N_("screw M2.5 × 12 with nut"), 4, N_("the Raspberry Pi in its box")),
        (N_("spacer M2.5 × 11, threaded"), 2, N_("on the Pi, instead of nuts: the header's board")),
        (N_("screw M2.5 × 6"), 2, N_("the header's board onto those spacers")),
        (N_("screw M2.5 × 25 with nut"), 2, N_("the header's board onto the box's high bosses")),
        (N_("wood screw 3 × 16"), 4 * seats + 4, N_("panels and box onto the table top")),
        (N_("tape, double-sided, strong"), 1, N_("cradle onto the pane; sensors and pucks")),
        (N_("rod of 4 mm, 40 mm long"), 1, N_("axle of the weighing jig")),
    ]
    if design.board == "mk1":
        found.append((N_("screw M2.5 × 12 with nut"), 4, N_("the converter's board in the box")))
    else:
        clamped = len(PAD_HOLES.centres)
        found.append((N_("screw M3 × 16"), clamped, N_("floor and pad's board into the hub")))
        found.append((N_("threaded insert M3"), clamped, N_("pressed into the hub's pillars")))
    return found


def board_parts(design: Design) -> list[tuple[str, int, str, str]]:
    """The circuit boards, and what only they need: name, how many, example, file or place."""
    file = board_of(design)
    boards = header_board(file), pad_board(file)
    keys = Counter(part.package.key for board in boards for part in board.parts)
    found = [
        (N_("circuit board of the header, 2 layers, 1.6 mm"), 1, "", "header.kicad_pcb"),
        (N_("circuit board of the pad, 2 layers, 1.6 mm"), 1, "", "pad.kicad_pcb"),
        (N_("circuit board of the test plug, 2 layers, 1.6 mm"), 1, "", "plug.kicad_pcb"),
    ]
    plug = Counter(part.value for part in plug_board(file).parts)
    for name, value, example in (
        (N_("resistor 10 kΩ for the test plug"), "10k", ""),
        (N_("resistor 1 kΩ for the test plug"), "1k", ""),
        (N_("resistor 330 Ω for the test plug"), "330", ""),
        (N_("LED of 3 mm, red, for the test plug"), "LED", ""),
        (N_("socket 2 × 20 for the test plug"), "Raspberry Pi", "Samtec SSW-120-01-G-D"),
    ):
        if plug[value]:
            found.append((name, plug[value], example, ""))
    known = {
        "MPT": (N_("screw terminal, 2.54 mm: poles as numbered"), 1, "Phoenix MPT 0,5/{}-2,54"),
        "DIP": (N_("socket for a chip: pins as numbered"), 1, "DIP{}"),
        "PICO": (N_("socket strip 1 × 20, 4.6 mm low"), 2, "Samtec SLW-120-01-G-S"),
    }
    for key, count in sorted(keys.items()):
        kind, _, pins = key.partition("_")
        if kind in known:
            name, each, example = known[kind]
            found.append((name, each * count, example.format(pins), ""))
    return found


def rows(design: Design, made: tuple[KitPart, ...], words: GuideWords) -> list[list[str]]:
    """Heads and rows: what to buy, then what to cut and to print."""
    heads = (
        *(N_("part"), N_("pieces"), N_("for example"), N_("or"), N_("price of one"), N_("note")),
        N_("numbers checked in"),
    )
    table = [[words._(head) for head in heads]]
    for part, count in bill(design):
        first, *others = (*part.numbers, "") if part.numbers else ("",)
        price = CLASSES[part.price]
        other = words._(" or ").join(number for number in others if number)
        note = words.text(part.note)
        table.append(
            [
                words._(part.name),
                str(count),
                first,
                other,
                price,
                note,
                checked(part.numbers, words),
            ]
        )
    for name, number, example, place in board_parts(design):
        price = CLASSES["B" if place else "A"]
        table.append(
            [words._(name), str(number), example, "", price, place, checked((example,), words)]
        )
    for name, number, where in fasteners(design):
        table.append([words._(name), str(number), "", "", CLASSES["A"], words._(where), ""])
    for piece in made:
        how = words._("cut") if piece.cut else words._("print")
        kind = "dxf" if piece.cut else "stl"
        table.append(
            [
                words._(piece.name),
                str(piece.count),
                f"{piece.key}.{kind}",
                "",
                "",
                f"{how}: {words._(piece.material)}",
                "",
            ]
        )
    return table


def checked(numbers: Iterable[str], words: GuideWords) -> str:
    """Where the makers' numbers of a part were looked up: «not checked» is said, too."""
    found = {guide.CHECKED.get(number) for number in numbers if number}
    if None in found:
        return words._("not checked")
    return ", ".join(sorted(words._(place) for place in found if place))


def as_csv(table: list[list[str]]) -> str:
    """Rows of cells for a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue()


def as_page(table: list[list[str]], design: Design, words: GuideWords) -> str:
    """A page to print, with nothing from outside."""
    title = words._("{board} with {seats} seats: parts").format(
        board=design.board, seats=design.seats
    )
    note = words._("Prices of one piece are estimates of {date}, no offers.").format(date=PRICED)
    head, *body = [[escape(cell) for cell in row] for row in table]
    lines = [
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1><p>{escape(note)}</p><table>",
        "<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>",
        *("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body),
        "</table></html>\n",
    ]
    return "\n".join(lines)


_STYLE: Final = (
    "body{font:10pt sans-serif;margin:12mm}table{border-collapse:collapse}"
    "td,th{border:1px solid #999;padding:1mm 2mm;text-align:left;vertical-align:top}"
    "tr{break-inside:avoid}"
)
