"""«Сила стихий»."""

from pathlib import Path
from typing import Final

from console.games.entry import Entry, OptionWords
from console.i18n import N_

ELEMENTS: Final = Entry(
    id="elements",
    name=N_("Force of the Elements"),
    folder=Path(__file__).parent,
    rules="console.games.elements:Elements",
    options={
        "target": OptionWords(label=N_("Play to"), help=N_("So many points win the game.")),
        "concede": OptionWords(
            label=N_("Giving up"),
            means={
                True: N_("You may give up a round: the opponent gets 1 point, not 2."),
                False: N_("Nobody may give up a round: each is played to the end."),
            },
        ),
        "misreveal": OptionWords(
            label=N_("Revealing too high"),
            values={"penalty": N_("costs 2"), "forbidden": N_("not allowed")},
            means={
                "penalty": N_("Whoever reveals above the limit gives the opponent 2 points."),
                "forbidden": N_("Above the limit nobody can reveal."),
            },
        ),
        "rounds": OptionWords(
            label=N_("Rounds"),
            help=N_("A number: so many rounds are played, then most points win."),
            values={None: N_("to the target")},
        ),
    },
    again=N_("The same people once more; who begins is drawn again."),
    move_picker="console.table.elements.move_picker:ElementsMovePicker",
    screen="console.screens.elements.screen:ElementsScreen",
    sprites="console.screens.elements.cards:sprites",
    agent="console.bots.elements:ElementsAgent",
    settings=("open_hands", "sums", "hints"),
    measure="console.people.figures:LEAD",
)
