"""The records of a game: a card for each kind, the best large, the next ones below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.names import (
    game_name,
    matches_words,
    of_matches_words,
    players_words,
    won_words,
)
from console.screens.records.page import GAP, PAD, card, draw_head, holder, openable
from console.screens.records.texts import figure_words, kind_title, option_words
from console.screens.service.page import PageRoom
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.record_values import SHORTEST, RecordKind
from console.table.records.view import Block, GamePage, RankedEntry

SIGNS: Final = {
    RecordKind.REACTION: "light",
    RecordKind.CLOSEST: "duel",
    RecordKind.CLEANEST: "check",
    RecordKind.RESULT: "star",
    RecordKind.WINS: "crown",
}
TITLE: Final = 44.0
LEADER: Final = 92.0
LINE: Final = 38.0
ROOMY: Final = 54.0
EYE: Final = 36.0
WIDEST: Final = 800.0
Box = tuple[float, float, float, float]


def draw_game(pen: Pen, room: PageRoom, page: GamePage, row: int | None) -> Iterator[None]:
    """Times side by side, what is counted below them."""
    words = pen.words
    under = f"{players_words(words, page.players)} · {matches_words(words, page.matches)}"
    options = [option_words(words, key, value) for key, value in page.changed]
    changed = words.n(
        "{count} house rule changed", "{count} house rules changed", len(options)
    ).format(count=len(options))
    beside = (" · ".join(options), changed) if options else ()
    draw_head(pen, room, words._("Records"), game_name(words, page.game), under, beside)
    for block, box in boxes(room, page.blocks):
        _block(pen, room, block, box, row)
        yield


def boxes(room: PageRoom, blocks: tuple[Block, ...]) -> Iterator[tuple[Block, Box]]:
    """Where each card lies: its middle, width and height. Times take more room than counts."""
    broad = [b for b in blocks if b.kind in SHORTEST]
    narrow = [b for b in blocks if b.kind not in SHORTEST]
    across = (2, 3) if room.wide else (1, 2)
    rows = [
        some[i : i + most]
        for some, most in zip((broad, narrow), across, strict=True)
        for i in range(0, len(some), most)
    ]
    lines = max((len(b.entries) - 1 for b in blocks), default=0)
    wanted = TITLE + LEADER + ROOMY * lines + 20
    height = min((room.height + GAP) / max(1, len(rows)) - GAP, wanted)
    y = room.top - height / 2
    for some in rows:
        width = min((room.width + GAP) / len(some) - GAP, WIDEST)
        first = -((width + GAP) * len(some) - GAP) / 2 + width / 2
        for i, block in enumerate(some):
            yield block, (first + i * (width + GAP), y, width, height)
        y -= height + GAP


def _block(pen: Pen, room: PageRoom, block: Block, box: Box, row: int | None) -> None:
    x, middle, width, height = box
    card(pen, *box)
    y = middle + height / 2 - TITLE / 2 - 6
    title = kind_title(pen.words, block.kind, block.measure)
    head: Line = [pen.art.sign(SIGNS[block.kind], 26, palette.AMBER), 12.0]
    head.append(
        fitted(pen, title, (22, 20, 19, 18), width - 2 * PAD - 40, palette.QUIET, True, most=22)
    )
    pen.line(head, x - width / 2 + PAD, y, "left")
    y -= TITLE / 2
    leader, *others = block.entries
    _leader(
        pen, room, block=block, entry=leader, box=(x, y - LEADER / 2, width - 16, LEADER), row=row
    )
    y -= LEADER + 4
    space = y - (middle - height / 2) - 8
    fitting = others[: max(0, int(space // LINE))]
    pitch = min(ROOMY, space / max(1, len(fitting)))
    for entry in fitting:
        _line(
            pen, room, block=block, entry=entry, box=(x, y - pitch / 2, width - 16, pitch), row=row
        )
        y -= pitch


def _figure(words: Words, block: Block, entry: RankedEntry) -> str:
    if block.kind is RecordKind.WINS:
        return f"{won_words(words, entry.value)} {of_matches_words(words, entry.error)}"
    return figure_words(words, block.kind, block.measure, entry.value, entry.error)


def _leader(
    pen: Pen, room: PageRoom, block: Block, entry: RankedEntry, box: Box, row: int | None
) -> None:
    x, y, width, _ = box
    left, right = x - width / 2 + PAD - 8, x + width / 2 - PAD + 8
    if entry.row is not None:
        openable(pen, room, entry.row, entry.row == row, box)
        pen.put(pen.art.sign("eye", 30, palette.QUIET), right - 15, y + 20)
        right_top = right - EYE
    else:
        right_top = right
    sizes = (38, 34, 30, 28, 26, 24, 22)
    text = fitted(
        pen, _figure(pen.words, block, entry), sizes, right_top - left, palette.TEXT, True, most=38
    )
    pen.put(text, left, y + 20, "left")
    date: Line = []
    if entry.started:
        date = [pen.art.text(pen.words.day(entry.started), 18, palette.QUIET)]
        pen.line(date, right, y - 24, "right")
    space = right - left - line_width(date, pen.art.unit) - 12
    who = holder(pen, entry.seat, entry.nickname, space, 26.0)
    pen.line(who, left, y - 24, "left")


def _line(
    pen: Pen, room: PageRoom, block: Block, entry: RankedEntry, box: Box, row: int | None
) -> None:
    x, y, width, pitch = box
    left, right = x - width / 2 + PAD - 8, x + width / 2 - PAD + 8
    size = 24.0 if pitch > 44 else 22.0
    if entry.row is not None:
        openable(pen, room, entry.row, entry.row == row, box)
        pen.put(pen.art.sign("eye", 24, palette.FAINT), right - 15, y)
        right -= EYE
    broad = block.kind in SHORTEST
    said = _figure(pen.words, block, entry) if broad else str(entry.value)
    figure = pen.art.text(said, size, palette.TEXT, bold=not broad)
    pen.line([figure], right, y, "right")
    place = pen.art.text(str(entry.place), size, palette.QUIET, True)
    pen.put(place, left, y, "left")
    space = right - left - 32 - figure.width / pen.art.unit - 12
    who = holder(pen, entry.seat, entry.nickname, space, size)
    pen.line(who, left + 32, y, "left")
