"""Running text in lines, with the signs of buttons drawn where the text names them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Final, TypeVar

from console.screens import marks, palette
from console.screens.art import Art
from console.screens.stage import Line, Pen

KEYS: Final = {"◀": "key_left", "▶": "key_right", "●": "key_ok", "✕": "key_back"}
"""The buttons as texts write them; fonts lack these signs."""
KEY: Final = 1.25
SPACE: Final = 0.28
"""The size of a button, and the gap beside it, in ems."""
CLOSING: Final = ",.;:!?)»”"
PARTICLE: Final = re.compile(r"(бы|же|ли)[.,:;?!]?")
LEANING: Final = re.compile(r"(?!(?:бы|же|ли)$)[(«“]?[^\W\d_]{1,2}")
"""A word so short ends no line: it leans on the next, as prepositions do."""
NUMBER: Final = re.compile(r"[(±−]?\d[\d.,:]*")
UNIT: Final = re.compile(rf"(%|[^\W\d_]{{1,3}})[{re.escape(CLOSING)}]*")
"""What a number is never parted from."""
CLOSE: Final = 4.0
"""Lines are equally wide when they differ by less."""
RUNNING: Final = 4
"""Text of so many runs ends in a line of more than one word."""
T = TypeVar("T")
Pieces = list[str]
"""A line as it is broken: words together in one text, each button alone with what follows it."""


def wrapped(art: Art, text: str, size: float, room: float, bold: bool = False) -> list[Pieces]:
    """The text in lines no wider than ``room`` design pixels; nothing is drawn yet. What reads
    better together is together where that costs no line."""
    least, better = _both(art, text, size, room, bold)
    return better if len(better) == len(least) else least


def _both(
    art: Art, text: str, size: float, room: float, bold: bool
) -> tuple[list[Pieces], list[Pieces]]:
    """The fewest lines, and those that read best."""

    def fits(pieces: Pieces) -> bool:
        return _width(art, pieces, size, bold) <= room

    def broken(runs: list[list[str]]) -> list[Pieces]:
        lines: list[Pieces] = [[]]
        for words in runs:
            longer = _joined(lines[-1], words)
            if lines[-1] and not fits(longer):
                lines.append(_joined([], words))
            else:
                lines[-1] = longer
        return lines

    def kept(runs: list[list[list[str]]]) -> list[list[str]]:
        """Each as one where that fits, else its parts."""
        whole = [list(chain(*run)) for run in runs]
        return list(
            chain(*([w] if fits(_joined([], w)) else r for w, r in zip(whole, runs, strict=True)))
        )

    groups = kept([[[word] for word in group] for group in _groups(text)])
    return broken(groups), broken(kept(_runs(groups)))


def evenly(art: Art, text: str, size: float, room: float) -> list[Pieces]:
    """The same for what stands in the middle: as many lines, about equally wide."""
    least, better = _both(art, text, size, room, False)
    which = len(better) == len(least)
    longest = max((_width(art, [word], size, False) for word in text.split()), default=0.0)
    return narrowed(lambda wide: _both(art, text, size, wide, False)[which], longest, room)


def narrowed(broken: Callable[[float], list[T]], least: float, room: float) -> list[T]:
    """The lines that something is ``broken`` into in the least room that costs no more lines."""
    lines = broken(room)
    while room - least > CLOSE:
        tried = (least + room) / 2
        closer = broken(tried)
        if len(closer) > len(lines):
            least = tried
        else:
            lines, room = closer, tried
    return lines


def _groups(text: str) -> list[list[str]]:
    """The words that stay together: a dash stays with the one before it, for no Russian line begins
    with a dash; a button stays with what it does; buttons side by side are one thing to press; a
    unit stays with its number."""
    groups: list[list[str]] = []
    for word in text.split():
        group = groups[-1] if groups else []
        if group and (
            word == "—"
            or (_is_key(word) and group[-1] in KEYS)
            or (group[-1] == "—" and any(map(_is_key, group[-2:-1])))
            or (NUMBER.fullmatch(group[-1]) and UNIT.fullmatch(word))
        ):
            group.append(word)
        else:
            groups.append([word])
    return groups


def _runs(groups: list[list[str]]) -> list[list[list[str]]]:
    """The groups that are better together: a short word leans on the next, a button on what it
    does, a particle on the word before; a text's last word does not stand alone."""
    runs: list[list[list[str]]] = []
    for group in groups:
        last = runs[-1][-1][-1] if runs else ""
        if last in KEYS or LEANING.fullmatch(last) or PARTICLE.fullmatch(group[0]):
            runs[-1].append(group)
        else:
            runs.append([group])
    if len(runs) >= RUNNING:
        runs[-2:] = [[*runs[-2], *runs[-1]]]
    return runs


def _joined(line: Pieces, words: list[str]) -> Pieces:
    """The line with more words at its end."""
    longer = list(line)
    for word in words:
        if longer and not (_is_key(word) or _is_key(longer[-1])):
            longer[-1] += f" {word}"
        else:
            longer.append(word)
    return longer


def lines_of(
    art: Art, text: str, size: float, room: float, colour: str = palette.TEXT, bold: bool = False
) -> list[Line]:
    """The same, drawn."""
    return [line_of(art, line, size, colour, bold) for line in wrapped(art, text, size, room, bold)]


def line_of(
    art: Art, pieces: Pieces, size: float, colour: str = palette.TEXT, bold: bool = False
) -> Line:
    """One broken line, drawn."""
    line: Line = []
    for piece in pieces:
        if line:
            line.append(SPACE * size)
        if not _is_key(piece):
            line.append(art.text(piece, size, colour, bold))
            continue
        line.append(marks.sign_disc(art, KEYS[piece[0]], size * KEY, palette.TEXT))
        if piece[1:]:
            line.append(art.text(piece[1:], size, colour, bold))
    return line


def _is_key(piece: str) -> bool:
    return piece.rstrip(CLOSING) in KEYS


def _width(art: Art, pieces: Pieces, size: float, bold: bool) -> float:
    width = SPACE * size * (len(pieces) - 1)
    for piece in pieces:
        if _is_key(piece):
            width += size * KEY + art.text_width(piece[1:], size, bold)
        else:
            width += art.text_width(piece, size, bold)
    return width


def draw_prose(pen: Pen, lines: list[Line], x: float, top: float, pitch: float) -> float:
    """Lay lines down from ``top``, their left ends at ``x``; the y below the last."""
    for line in lines:
        pen.line(line, x, top, "left")
        top -= pitch
    return top
