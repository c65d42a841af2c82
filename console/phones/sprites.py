"""The table's own symbols, for the page: SVG bodies in the square -50..50, by id.

Signs are drawn in the ink of whatever uses them (the class ``ink`` of the page's style).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from console.games.entry import part
from console.games.registry import ENTRIES
from console.screens.palette import Palette
from console.screens.symbols import signs

BACK: Final = (
    '<rect x="-48" y="-48" width="96" height="96" rx="14" fill="#1b2736" stroke="#415670"'
    ' stroke-width="4"/><path d="M0 -24 L24 0 L0 24 L-24 0Z" fill="none" stroke="#52698a"'
    ' stroke-width="6"/>'
)
TENS: Final = 10
"""From here on whole numbers are exact enough."""
ALIKE: Final = re.compile(r'(<path d="[^"]*)("(?: stroke[-a-z]*="[^"]*")+/>)<path d="(M[^"]*)\2')
"""Two lines of one pen, one after the other."""
LONE: Final = re.compile(r"<g((?: [^<>]*)?)><(\w+)([^<>]*)/></g>")
"""One thing in a group of its own."""
RUN: Final = re.compile(
    r'<[^<>]*?( fill="[^"]*" stroke="[^"]*"(?: stroke-width="[^"]*")?)/>(?:<[^<>]*?\1/>){2,}'
)
"""Things of one colour, one after the other."""
FORM: Final = re.compile(
    r'<(path|rect)((?: transform="[^"]*")?)'
    r' (d="[^"]*"|x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*" rx="[^"]*")'
)
"""What is drawn, and where, before its colours."""
USE: Final = '<use href="#f0"'
HIDES: Final = "open_hands"
"""The setting of games with hidden hands."""


def hides(game: str) -> bool:
    """Is there a hand to be held in it?"""
    return HIDES in ENTRIES[game].settings


def sprites(colours: Palette) -> dict[str, str]:
    """Those of the seats, a card's back, and what each game of hidden hands gives for its cards."""
    found = {f"seat-{seat}": signs.SIGNS[shape] for seat, shape in enumerate(signs.SEAT_SHAPES)}
    found["back"] = BACK
    return _shared(_short(found | _of_games(colours, hidden=True)))


def art(colours: Palette) -> dict[str, str]:
    """What all other games give: only who looks on is sent these."""
    return _short(_of_games(colours, hidden=False))


def _of_games(colours: Palette, *, hidden: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for game, entry in ENTRIES.items():
        if entry.sprites is not None and hides(game) is hidden:
            own: Mapping[str, str] = part(entry.sprites)(colours)
            found |= {f"{game}-{name}": body for name, body in own.items()}
    return found


def _short(found: dict[str, str]) -> dict[str, str]:
    """To a part in a hundred, without spaces that say nothing: the whole page is small."""
    return {name: _packed(body) for name, body in found.items()}


def _shared(found: dict[str, str]) -> dict[str, str]:
    """A form that comes often is there once: IOTA's circle has four colours."""
    names: dict[tuple[str, str], str] = {}
    drawn = [(tag, form) for tag, _, form in FORM.findall("".join(found.values()))]
    for drawing, times in Counter(drawn).items():
        told = len("< ".join(drawing))
        if times * (told - len(USE)) > told + len(' id="f0"/>'):
            names[drawing] = f"f{len(names)}"

    def used(at: re.Match[str]) -> str:
        name = names.get((at[1], at[3]))
        return at[0] if name is None else f'<use{at[2]} href="#{name}"'

    forms = {name: f"<{tag} {form}/>" for (tag, form), name in names.items()}
    return forms | {name: FORM.sub(used, body) for name, body in found.items()}


def _packed(body: str) -> str:
    body = re.sub(r"-?\d+\.\d+", lambda number: _rounded(float(number[0])), body)
    body = re.sub(r' (d|points)="([^"]*)"', lambda found: f' {found[1]}="{_tight(found[2])}"', body)
    # what an attribute is anyway, page.css gives, or turns by nothing
    plain = 'c[xy]="0"|stroke-(linejoin="round"|width="3")|text-anchor="middle"|font-size="34"'
    body = re.sub(f' ({plain}|transform="rotate\\(0\\)")', "", body)
    body = LONE.sub(_ungrouped, body)
    body = RUN.sub(lambda run: f"<g{run[1]}>{run[0].replace(run[1], '')}</g>", body)
    joined = 1
    while joined:
        body, joined = ALIKE.subn(r"\1\3\2", body)
    return body.replace('"ink"', '"currentColor"')


def _ungrouped(found: re.Match[str]) -> str:
    """What the group has, the thing has; where both have the same, the group stays."""
    own = re.findall(r" ([-a-z]+)=", found[1] + found[3])
    return f"<{found[2]}{found[1]}{found[3]}/>" if len(own) == len(set(own)) else found[0]


def _rounded(number: float) -> str:
    if abs(number) >= TENS:
        return f"{number:.0f}"
    return f"{number:.1f}".removesuffix(".0").replace("0.", ".")


def _tight(points: str) -> str:
    """No space before a letter or a sign, and none behind a letter; lines along an axis by one
    number."""
    return _along(re.sub(r" ?([A-Za-z]) ?| (?=-)", r"\1", points.strip()))


def _along(path: str) -> str:
    parts: list[tuple[str, str]] = re.findall(r"([MLHVCAZ])([^A-Za-z]*)", path)
    if "".join(map("".join, parts)) != path:
        return path
    x, y, found = "", "", ""
    for letter, numbers in parts:
        told, to = letter + numbers, re.findall(r"-?[\d.]+", numbers)
        match letter, to:
            case "H", _:
                x = numbers
            case "V", _:
                y = numbers
            case "Z", _:
                x = y = ""
            case "L", [there, height] if y == height:
                x, told = there, f"H{there}"
            case "L", [there, height] if x == there:
                y, told = height, f"V{height}"
            case _:
                x, y = to[-2:]
        found += told
    return found
