"""«Игнис»."""

from pathlib import Path
from typing import Final

from console.games.entry import Entry, OptionWords
from console.i18n import N_

IGNIS: Final = Entry(
    id="ignis",
    name=N_("Ignis"),
    folder=Path(__file__).parent,
    rules="console.games.ignis:Ignis",
    options={
        "layout": OptionWords(
            label=N_("Layout"),
            values={"centre": N_("centre"), "border": N_("border"), "quadrants": N_("quadrants")},
            means={
                "centre": N_("The pieces stand together in the middle of the board."),
                "border": N_("The pieces stand around the edge of the board."),
                "quadrants": N_("The pieces stand in four groups."),
            },
        ),
        "edge": OptionWords(
            label=N_("An edge leaves"),
            values={"full": N_("when full"), "sparse": N_("with gaps too")},
            means={
                "full": N_("An edge of one element leaves the board when it has no gaps."),
                "sparse": N_("Two pieces of one element alone on an edge are enough."),
            },
        ),
        "ejected_air": OptionWords(
            label=N_("Ejected Air becomes"),
            values={"earth": N_("Earth"), "air": N_("Air again")},
            means={
                "earth": N_("A piece pushed off the board comes back as Earth."),
                "air": N_("Air pushed off the board comes back as Air."),
            },
        ),
    },
    again=N_("The same people once more: Fire and Water change sides."),
    move_picker="console.table.ignis.move_picker:IgnisMovePicker",
    screen="console.screens.ignis.screen:IgnisScreen",
    sprites="console.screens.ignis.pieces:sprites",
    agent="console.bots.ignis:IgnisAgent",
    settings=("hints",),
    measure="console.people.figures:PIECES",
)
