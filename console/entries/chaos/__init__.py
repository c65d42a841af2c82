"""«Хаос»."""

from pathlib import Path
from typing import Final

from console.games.entry import Entry, OptionWords
from console.i18n import N_

CHAOS: Final = Entry(
    id="chaos",
    name=N_("Chaos"),
    folder=Path(__file__).parent,
    rules="console.games.chaos:Chaos",
    options={
        "last_card": OptionWords(
            label=N_("The last card"),
            values={"immediate": N_("wins at once"), "classic": N_("classic")},
            means={
                "immediate": N_("Whoever flips the last card of a stack wins at once."),
                "classic": N_("You win only when stack and open pile are both gone."),
            },
        ),
        "specials.grab": OptionWords(
            label=N_("Cards “grab”"),
            help=N_("So many cards at which everybody grabs; the first is rid of the open pile."),
        ),
        "specials.palm": OptionWords(
            label=N_("Cards “palm”"),
            help=N_("So many cards at which everybody lays a flat hand on the pad."),
        ),
        "specials.all": OptionWords(
            label=N_("Cards “all”"),
            help=N_("So many cards at which everybody flips at the same moment."),
        ),
        "specials.left": OptionWords(
            label=N_("Cards “left”"),
            help=N_("So many cards after which you watch your left neighbour's pile."),
        ),
    },
    unfit=N_("Special cards: 10 in all, at least 2 “left”."),
    again=N_("The same people once more; who flips first is drawn again."),
    table="console.table.chaos.offer:offered",
    pictures="console.screens.chaos.cards:ChaosPictures",
    sprites="console.screens.chaos.cards:sprites",
    best=(4, 6),
    settings=("pace_ms", "auto", "photo_finish"),
    buttons=("ok",),
    measure="console.people.figures:DUELS",
)
