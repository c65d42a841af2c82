"""«Ним»: heaps of pieces; take as many as you like from one of them."""

from pathlib import Path

from console.games.entry import Entry, OptionWords

NIM = Entry(
    id="nim",
    name="Nim",
    folder=Path(__file__).parent,
    rules="nim.rules:Nim",
    options={
        "heaps": OptionWords(label="Heaps", help="How many heaps there are: 1, 2, 3 … pieces."),
        "last": OptionWords(
            label="The last piece",
            values={"wins": "wins", "loses": "loses"},
            means={
                "wins": "Whoever takes the last piece wins.",
                "loses": "Whoever takes the last piece loses.",
            },
        ),
    },
    again="The same people once more; who begins is drawn again by lot.",
    screen="nim.screen:NimScreen",
    settings=("hints",),
    measure="console.people.figures:POINTS",
)
