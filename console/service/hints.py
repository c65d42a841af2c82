"""What the audits tell the owner to look at, as data; each rule has its threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from console.games.registry import name_of
from console.i18n import Words
from console.service.audits import Audits, ButtonAudit

SIGNS: Final = {"left": "◀", "right": "▶", "ok": "●", "back": "✕"}


LEAST_PLAYS: Final = 5
"""Of a game; fewer say nothing yet."""
LEAST_PRESSES: Final = 50
"""Of a button, before and lately; fewer say nothing yet."""
LEFT_EARLY: Final = 0.3
"""This share of a game's plays, or more, is left in the first minute."""
LEFT: Final = 0.5
"""This share or more is not played to the end."""
UNSEEN_GAMES: Final = 10
UNPLAYED: Final = 30
"""So many matches of other games since a game's last one."""
EMPTY_SEAT: Final = 30
"""So many plays, and never somebody at a seat."""
BOUNCE_GROWTH: Final = 2.0


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to look at. ``value`` is a share in percent, a number of plays, or (``bounces``)
    how many times as much as before. ``game``, ``seat`` and ``button`` name what it is about."""

    kind: str
    value: int
    game: str | None = None
    seat: int | None = None
    button: str | None = None

    def to_json(self, words: Words) -> dict[str, Any]:
        """What ``khvatka service hints --json`` prints."""
        return {
            "hint": self.kind,
            "value": self.value,
            "game": self.game,
            "seat": self.seat,
            "button": self.button,
            "text": self.text(words),
        }

    def text(self, words: Words) -> str:
        """What it is and what to do about it."""
        about = {
            "value": self.value,
            "game": words._(name_of(self.game or "")),
            "seat": words._("Seat {number}").format(number=(self.seat or 0) + 1),
            "button": SIGNS.get(self.button or "", ""),
        }
        return TEXTS[self.kind](words, self.value).format(**about)


TEXTS: Final[dict[str, Callable[[Words, int], str]]] = {
    "left_early": lambda words, _: words._(
        "{game}: {value} of 100 matches are left in the first minute. Offer the guided first"
        " game, or a calmer pace."
    ),
    "left": lambda words, _: words._(
        "{game}: {value} of 100 matches are not played to the end. A shorter form may suit your"
        " guests better."
    ),
    "unseen": lambda words, n: words.n(
        "{seat}, button {button}: not seen for {value} game. Press it in Diagnostics, on the page"
        " Buttons; a wire may be loose.",
        "{seat}, button {button}: not seen for {value} games. Press it in Diagnostics, on the page"
        " Buttons; a wire may be loose.",
        n,
    ),
    "bounces": lambda words, n: words.n(
        "{seat}, button {button}: it bounces {value} time as much as before. Change its switch.",
        "{seat}, button {button}: it bounces {value} times as much as before. Change its switch.",
        n,
    ),
    "unplayed": lambda words, n: words.n(
        "{game}: nobody plays it, in the last {value} match not once. Offer it first for a while.",
        "{game}: nobody plays it, in the last {value} matches not once. Offer it first for a"
        " while.",
        n,
    ),
    "empty_seat": lambda words, n: words.n(
        "{seat}: in {value} match nobody sat there. Is it hard to reach, does its button ● work?",
        "{seat}: in {value} matches nobody sat there. Is it hard to reach, does its button ● work?",
        n,
    ),
}


def hints(audits: Audits) -> tuple[Hint, ...]:
    """What is worth a look, broken things first."""
    found = (*_buttons(audits), *_games(audits))
    return (*found, *_seats(audits))


def _buttons(audits: Audits) -> Iterator[Hint]:
    for button in audits.buttons:
        if button.unseen_games >= UNSEEN_GAMES:
            yield Hint("unseen", button.unseen_games, seat=button.seat, button=button.button)
        growth = _growth(button)
        if growth >= BOUNCE_GROWTH:
            yield Hint("bounces", round(growth), seat=button.seat, button=button.button)


def _growth(button: ButtonAudit) -> float:
    """How many times as much it bounces a press as before; 0 when that cannot be told yet."""
    (before, bounced_before), (lately, bounced) = button.before, button.lately
    if min(before, lately) < LEAST_PRESSES:
        return 0.0
    # Half a bounce a press stands for none: a new switch that bounces now and then is no wear.
    return (bounced / lately) / max(bounced_before / before, 0.5)


def _games(audits: Audits) -> Iterator[Hint]:
    for game in audits.games:
        if game.plays >= LEAST_PLAYS:
            early, left = game.left_early / game.plays, game.abandoned / game.plays
            if early >= LEFT_EARLY:
                yield Hint("left_early", round(100 * early), game.game)
            elif left >= LEFT:
                yield Hint("left", round(100 * left), game.game)
        if game.others_since >= UNPLAYED:
            yield Hint("unplayed", game.others_since, game.game)


def _seats(audits: Audits) -> Iterator[Hint]:
    if audits.plays >= EMPTY_SEAT:
        for seat in audits.seats:
            if not seat.plays:
                yield Hint("empty_seat", audits.plays, seat=seat.seat)
