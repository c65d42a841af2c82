"""How the parts become a table: numbered steps, a drawing each, and what to measure after each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from console.i18n import N_
from deploy.drawing.circuit import BOARDS
from deploy.drawing.words import GuideWords
from deploy.kit.design import Design
from deploy.kit.sheets import step_sheet
from deploy.kit.solids import KitPart, jig_places


@dataclass(frozen=True, slots=True)
class Step:
    """``lifts``: which parts the drawing shows, and how far each is above its place; ``boards``:
    instead, which circuit boards, by their pictures' names; ``only`` for boards of that name's
    beginning; the rest are message ids."""

    title: str
    work: tuple[str, ...]
    measure: tuple[str, ...]
    lifts: Mapping[str, float]
    boards: tuple[str, ...] = ()
    only: str = ""


STEPS: Final = (
    Step(
        N_("The test plug"),
        (
            N_("Solder its resistors, its lights, 20 cm of wire to PROBE; its socket from below."),
            N_(
                "With the Pi off, put it onto the header; then on. It is there before any cable is."
            ),
            N_("`khvatka hw check --plug` names hole after hole: touch it with the probe, let go."),
            N_("Never hole 5: it is the power button's and turns the Pi off."),
        ),
        (
            N_("Each hole that is asked for answers, and no other; lights shine as named."),
            N_("mk2-8: seats 6 to 8 are not asked for: they are behind the board to come."),
        ),
        {},
        ("board-plug",),
    ),
    Step(
        N_("The header's board"),
        (
            N_("Solder the resistors first, as their values are printed, then what is higher."),
            N_("Terminals: the wires' side to the edge. Chips into sockets, and not in yet."),
            N_("The socket for the header comes onto the lower side and is soldered above."),
        ),
        (
            N_("Ohms: pins 6, 9, 14, 20, 25, 30, 34 and 39 to each other: below 1 Ω."),
            N_("Ohms: pins 1, 2 and 17, each to pin 6: never below 500 Ω."),
            N_("Every button's pin to pin 1 (mk2-8, seats 6 to 8: to 17): 11 kΩ; 3 and 5: open."),
        ),
        {},
        ("board-header",),
    ),
    Step(
        N_("The pad's board"),
        (
            N_("Solder as before; the low sockets with the Pico in them, so that they stand true."),
            N_("mk2: take the rows of holes that the 74HC4067's socket fits."),
            N_("mk2: the petals' cables are soldered in, each wire at its mark."),
            N_("mk1: the petals' cables go into terminals, each wire at its mark."),
        ),
        (
            N_("Ohms: each petal's T and U to V: open; to the ground of the dividers: 10 kΩ."),
            N_("Ohms: from each input at the chip's socket to that ground: 11 kΩ."),
        ),
        {},
        ("board-pad",),
    ),
    Step(
        N_("The lights' part"),
        (
            N_(
                "It has no board of its own: 6 A are for wires. The 74AHCT125 sits in a socket on a"
                " perforated board, with its 100 nF, 330 Ω and 100 kΩ, wired as drawn."
            ),
            N_(
                "Supply, fuse in its holder, first pixels: one red wire of 0.75 mm² and one black,"
                " joined in terminals; no strip of the perforated board carries that current."
            ),
            N_(
                "The star point is a terminal: minus of the supply, black of the pixels, pin 7 of"
                " the chip, pin 23 of the Pico, pin 39 of the header, each by a wire of its own."
            ),
            N_("1000 µF where the first pixels are fed, its stripe to the black wire."),
        ),
        (
            N_("Ohms, without chip and Pico: socket's pin 2 to 7: 100 kΩ; 14 to 7: above 500 Ω."),
            N_("Ohms: the star point to each of its five wires: below 1 Ω."),
            N_("Supply on, chip still out: 14 to 7 from 5.0 to 5.2 V; without the fuse 0 V."),
        ),
        {},
        ("lights",),
        only="mk2",
    ),
    Step(
        N_("The table top and its pane"),
        (
            N_("Cut the top; mill the rebate for the pane and drill for the panels' screws."),
            N_("Fix the display below the window, face up, on strips of its own."),
            N_("Lay the pane into the rebate: hands press on it, and never on the display."),
        ),
        (N_("Press the pane's middle with 10 kg: it may bend, but must not touch the display."),),
        {"top": 0, "pane": 70},
    ),
    Step(
        N_("The seats"),
        (
            N_("Snap four buttons into each panel; as one sits, from the left: ◀ ▶ ● ✕."),
            N_("Fix the seat's light behind its hole or slot, and the seat's cable to all of it."),
            N_("Write the seat's number on both ends of the cable; screw the panels on."),
        ),
        (
            N_("Ohms at the cable's far end: each button below 1 Ω pressed, open when let go."),
            N_("No button sticks, also when it is pressed at its edge."),
        ),
        {"top": 0, "pane": 0, "panel": 70},
    ),
    Step(
        N_("The petals"),
        (
            N_("Tape a sensor above and one below each plate, their middles at the pucks' place."),
            N_("Tape a puck onto the middle of each sensor, and nothing beside it."),
            N_(
                "Three screws, each held in the plate by a thin nut above and one below it: a screw"
                " that slides would carry a flat hand over to the lower sensor."
            ),
            N_(
                "The upper cover is below the screws' heads, the lower one on lock nuts; both move."
            ),
            N_("Crimp the sockets onto the tails, never solder; mark each: seat, top or under."),
        ),
        (
            N_("The covers move by 0.3 mm and touch neither the plate nor a neighbour."),
            N_(
                "Ohms at each socket: above 1 MΩ at rest, a few kΩ under a thumb, also at the edge."
            ),
        ),
        {"plate": 0, "puck": 24, "cover": 48},
    ),
    Step(
        N_("The hub"),
        (
            N_("Press the threaded inserts in with a hot iron, level with the pockets' floor."),
            N_("mk1: magnet into the round pocket below, nothing else."),
            N_(
                "mk2: reed into the floor's slot; the pad's board on the floor, the Pico's USB to"
                " the cable; four screws M3 × 16 from below hold floor, board and hub together."
            ),
            N_("Lay the plates into their pockets by the seats' numbers, clockwise from above."),
            N_("Lead the lower tails through the grooves below the plates, the upper ones above."),
        ),
        (N_("Every socket reaches its place on the board; no tail is bent sharply."),),
        {"base": -30, "hub": 0, "plate": 60, "puck": 60, "cover": 60},
    ),
    Step(
        N_("The lid"),
        (
            N_("mk2: the ring of pixels into the lid's groove, its wires through the hole."),
            N_("Screw the lid on through the plates, a little at each screw in turn."),
        ),
        (N_("No plate moves in the hub. Ohms once more: above 1 MΩ, or a tail is pinched."),),
        {"base": 0, "hub": 0, "plate": 0, "puck": 0, "cover": 0, "lid": 60},
    ),
    Step(
        N_("The cradle"),
        (
            N_("mk1: the reed into the cradle's slot."),
            N_("mk2: the magnet into the cradle's round pocket."),
            N_("Fix the cradle in the middle of the pane; its key points away from the cable."),
            N_("Set the pad in; lay its cable flat on the pane, between two seats."),
        ),
        (N_("Ohms of the reed: below 1 Ω with the pad in, open once it is lifted by 5 mm."),),
        {"cradle": 0, "base": 70, "hub": 70, "plate": 70, "puck": 70, "cover": 70, "lid": 70},
    ),
    Step(
        N_("The box"),
        (
            N_("The Raspberry Pi onto its four bosses, USB at the left wall; its own supply last."),
            N_("Spacers onto the two bosses beside the header, the header's board onto the pins."),
            N_("mk1: the pad's board onto its bosses; PAD to PI, mark by mark, 30 cm at most."),
            N_("Screw the box below the table top; relieve every cable of strain at the gates."),
            N_("Supplies stay outside of it, with air around them; mains stays in their plugs."),
        ),
        (N_("Parts A to E of the wiring guide's first power-on, in their order."),),
        {"top": 0, "pane": 0, "panel": 0, "tray": -110},
    ),
    Step(
        N_("Weighing and checking"),
        (
            N_("`khvatka hw calibrate` says which weight goes where; upper covers take it."),
            N_("For lower ones the jig: its pin below the cover's middle, the weight on its pan."),
            N_("First hang something light on the arm with the pin until the empty beam is level."),
        ),
        (N_("`khvatka hw check --jig`: everything is right, and its report is kept."),),
        {
            **dict.fromkeys(("cradle", "base", "hub", "plate", "puck", "cover", "lid"), 0),
            "stand": 0,
            "beam": 0,
        },
    ),
)


def steps_of(design: Design) -> tuple[Step, ...]:
    """Those that this table needs."""
    return tuple(step for step in STEPS if design.board.startswith(step.only))


def as_page(
    made: tuple[KitPart, ...], design: Design, boards: Mapping[str, str], words: GuideWords
) -> str:
    """A page to print, with nothing from outside; ``boards`` are their pictures, as SVG."""
    stand, beam = jig_places(design)
    tools = {"stand": (stand,), "beam": (beam,)}
    placed = tuple(replace(part, places=tools.get(part.key, part.places)) for part in made)
    title = words._("{board} with {seats} seats: assembly").format(
        board=design.board, seats=design.seats
    )
    lines = [
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    head = f"<h1>{escape(title)}</h1>"  # in the first section: alone it would stand on a page
    measured = escape(words._("Measure before going on:"))
    for number, step in enumerate(steps_of(design), 1):
        name = f"{number}. {words._(step.title)}"
        drawing = "".join(boards[board] for board in step.boards)
        if step.lifts:
            drawing = step_sheet(placed, design, step.lifts, name).svg()
        work, measure = (
            [sentence for sentence in those if concerns(sentence, design.board)]
            for those in (step.work, step.measure)
        )
        lines += [
            f"<section>{head}<h2>{escape(name)}</h2>{drawing}",
            _list("ol", work, words),
            f"<p><b>{measured}</b></p>",
            _list("ul", measure, words) + "</section>",
        ]
        head = ""
    return "\n".join([*lines, "</html>\n"])


def concerns(sentence: str, board: str) -> bool:
    """Whether a sentence, by its message id, is for that board: it begins with whom it is for."""
    whom = sentence.partition(": ")[0]
    return whom not in BOARDS or board.startswith(whom)


def _list(kind: str, sentences: Iterable[str], words: GuideWords) -> str:
    items = (_CODE.sub(r"<code>\1</code>", escape(words._(sentence))) for sentence in sentences)
    return f"<{kind}>{''.join(f'<li>{item}</li>' for item in items)}</{kind}>"


_CODE: Final = re.compile("`(.*?)`")
_STYLE: Final = (
    "body{font:11pt sans-serif;margin:12mm;max-width:190mm}section{break-inside:avoid}"
    "svg{max-width:150mm;max-height:135mm;height:auto;display:block}"
    "h2{margin:6mm 0 2mm}li{margin:1mm 0}"
)
