"""What a match has changed, a line each for its end."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.names import seat_name
from console.screens.records.texts import figure_words, kind_title
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.record_values import News, NewsKind

SIGNS: Final = {NewsKind.RECORD: "crown", NewsKind.OWN: "star"}
LEAST: Final = 18.0


def news_line(pen: Pen, news: News, room: float) -> Line:
    """A sign for a record, the shape of who it is about, and the words; fewer where they would not
    fit."""
    line: Line = []
    if news.kind in SIGNS:
        line = [pen.art.sign(SIGNS[news.kind], 26, palette.AMBER), 8.0]
    line += [pen.art.shape(news.seat, 22), 9.0]
    left = room - line_width(line, pen.art.unit)
    texts = news_words(pen.words, news)
    text = next((t for t in texts if pen.art.text_width(t, LEAST) <= left), texts[-1])
    return [*line, fitted(pen, text, (22, 20, 19, LEAST), left, palette.AMBER, most=22)]


def news_words(words: Words, news: News) -> tuple[str, ...]:
    """What it is, in one sentence; then with fewer words, if there are."""
    who = seat_name(words, news.seat, news.nickname)
    if news.kind is NewsKind.FIRST_WIN:
        return (words._("{who}: the first win!").format(who=who),)
    if news.kind is NewsKind.RATING or news.what is None:
        text = words._("{who}: rating {number}, +{gain}")
        return (text.format(who=who, number=news.value, gain=news.gain),)
    what = kind_title(words, news.what, news.measure)
    figure = figure_words(words, news.what, news.measure, news.value, news.error)
    record = news.kind is NewsKind.RECORD
    full = words._("Record! {what}: {figure}") if record else words._("Own best! {what}: {figure}")
    return full.format(what=what, figure=figure), f"{what}: {figure}"
