"""The photo finish of a result that has just come, as SVG for the TV: the table's own picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.i18n import Words
from console.link.messages import Photo
from console.screens.photo.picture import PhotoPicture
from console.screens.photo.sent import seen_photo

SHOWN_MS: Final = 60_000
"""So long after a result came its photo finish is on the TV."""
SIZE: Final = (960.0, 480.0)
_EMS: Final = {
    **dict.fromkeys(" .,:·!|'ijlftrI1()[]", 0.36),
    **dict.fromkeys("ЖМШЩЮФЫжмшщюфыWMmw@…", 0.98),
}
_EM: Final = 0.7


def drawn(photo: Photo, names: Mapping[int, str], words: Words) -> str:
    """An SVG element; ``names`` by person."""
    called = {hand.seat: names.get(hand.person) for hand in photo.hands}
    return PhotoPicture(seen_photo(photo), words, SIZE, about, called).draw().svg()


def about(text: str, size: float, bold: bool) -> float:
    """The width of a text in pixels, guessed too wide: only the browser knows its typeface."""
    ems = sum(_EMS.get(sign, _EM) for sign in text)
    return size * ems * (1.05 if bold else 1.0)
