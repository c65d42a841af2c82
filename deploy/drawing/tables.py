"""The guide's tables, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from console.i18n import N_
from deploy.drawing import names
from deploy.drawing import parts as bill
from deploy.drawing.circuit import (
    BOARDS,
    PinWire,
    config_lines,
    controller,
    converter,
    expander,
    header,
    multiplexer,
    pico,
)
from deploy.drawing.currents import LAMP_A, LAMPS_FUSE, LIGHTS_FUSE
from deploy.drawing.words import GuideWords
from drivers.boards.config import BoardFile, find_board
from drivers.firmware.lights import IDLE_MA, WHITE_MA


def sections(words: GuideWords) -> dict[str, str]:
    """Every generated section by its name."""
    files = {name: find_board(name) for name in BOARDS}
    made = {"parts": parts(list(files.values()), words), "current": current(words)}
    made["fuses"] = fuses(words)
    for name, file in files.items():
        made[f"{name}-header"] = _header(file, words)
        made[f"{name}-config"] = "\n".join(["```ini", *config_lines(file), "```"])
    made["mcp3008"] = _pins(converter(files["mk1"]), words)
    made["74hc4067"] = _pins(multiplexer(files["mk2-8"]), words)
    made["pico"] = _pins([wire for wire in pico() if wire.key != "free"], words)
    made["mcp23017"] = _pins(expander(files["mk2-8"]), words)
    return made


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _colour(words: GuideWords, wire: PinWire) -> str:
    return words._(wire.colour) if wire.colour else "—"


def _header(file: BoardFile, words: GuideWords) -> str:
    return table(
        [
            words._(head)
            for head in (N_("pin"), N_("at the pin"), N_("signal"), N_("goes to"), N_("wire"))
        ],
        (
            [
                str(wire.pin),
                names.line(words, wire),
                names.signal(words, wire.key),
                names.from_header(words, wire) or "—",
                _colour(words, wire),
            ]
            for wire in header(file)
        ),
    )


def _pins(wires: Iterable[PinWire], words: GuideWords) -> str:
    return table(
        [
            words._(head)
            for head in (N_("pin"), N_("name"), N_("signal"), N_("goes to"), N_("wire"))
        ],
        (
            [
                str(wire.pin),
                wire.line,
                names.signal(words, wire.key),
                names.at(words, wire) or "—",
                _colour(words, wire),
            ]
            for wire in wires
        ),
    )


def current(words: GuideWords) -> str:
    """The lights' arithmetic for each table with pixels, from the program's own figures."""
    known = controller()
    rows = []
    for name in BOARDS:
        file = find_board(name)
        if file.controller is None:
            continue
        seats = file.seats
        pixels = f"{seats} × {known.segment} + {known.ring} = {known.pixels(seats)}"
        white = f"{known.pixels(seats)} × {WHITE_MA} = {known.white_ma(seats)}"
        idle = f"{known.pixels(seats)} × {IDLE_MA} = {known.idle_ma(seats)}"
        share = (
            (known.budget_ma - known.idle_ma(seats))
            * 100
            // (known.white_ma(seats) - known.idle_ma(seats))
        )
        rows.append([name, pixels, white, idle, str(known.budget_ma), f"{share} %"])
    heads = (
        N_("table"),
        N_("pixels"),
        N_("all white, mA"),
        N_("all dark, mA"),
        N_("allowed, mA"),
        N_("white at most"),
    )
    return table([words._(head) for head in heads], rows)


def parts(files: Sequence[BoardFile], words: GuideWords) -> str:
    """The bill of materials, counted from the boards."""
    counted = [bill.counts(file) for file in files]
    rows = []
    for part in bill.BILL:
        counts = [str(count.get(part, 0) or "—") for count in counted]
        note = words.text(part.note)
        numbers = words._(" or ").join(part.numbers)
        rows.append([words._(part.name), *counts, note, numbers])
    heads = []
    for file in files:
        seats = words.n("{n} seat", "{n} seats", file.seats).format(n=file.seats)
        heads.append(f"{file.name}, {seats}")
    return table([words._("part"), *heads, words._("note"), words._("for example")], rows)


def fuses(words: GuideWords) -> str:
    """What each fuse holds, what opens it, what its supply gives and its wires bear."""
    rows = []
    for name, used_a, fuse in (
        (N_("lights of mk2"), controller().budget_ma / 1000, LIGHTS_FUSE),
        (N_("lamps of mk1"), LAMP_A * find_board("mk1").seats, LAMPS_FUSE),
    ):
        amperes = (used_a, fuse.holds_a, fuse.opens_a, fuse.opens_soon_a, fuse.supply_a)
        wire = f"{words.unit(fuse.wire_mm2, 'mm²')}: {words.unit(f'{fuse.wire_a:g}', 'A')}"
        rated = f"T {words.unit(f'{fuse.rated_a:g}', 'A')}"
        shown = [words.unit(f"{round(ampere, 3):g}", "A") for ampere in amperes]
        rows.append([words._(name), shown[0], rated, *shown[1:], wire])
    heads = (
        *(N_("fuse of"), N_("used"), N_("rated"), N_("holds an hour"), N_("opens in 2 min")),
        *(N_("opens in 10 s"), N_("its supply gives"), N_("its wires bear")),
    )
    return table([words._(head) for head in heads], rows)
