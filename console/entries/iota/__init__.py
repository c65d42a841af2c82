"""IOTA."""

from pathlib import Path
from typing import Final

from console.games.entry import Entry, OptionWords
from console.i18n import N_

IOTA: Final = Entry(
    id="iota",
    name="IOTA",
    folder=Path(__file__).parent,
    rules="console.games.iota:Iota",
    options={
        "short": OptionWords(
            label=N_("Short game"),
            means={
                False: N_("With all 64 cards and both wild ones."),
                True: N_("With half of the cards, drawn at random: half as long."),
            },
        ),
        "scoring": OptionWords(
            label=N_("Points"),
            means={
                True: N_("Lines give points; most points win."),
                False: N_("For small children: first to be rid of all cards wins."),
            },
        ),
    },
    again=N_("The same people once more; the next one clockwise begins."),
    move_picker="console.table.iota.move_picker:IotaMovePicker",
    screen="console.screens.iota.screen:IotaScreen",
    sprites="console.screens.iota.cards:sprites",
    agent="console.bots.iota:IotaAgent",
    settings=("open_hands", "hints"),
    measure="console.people.figures:POINTS",
)
