"""The panel of the simulated table's hardware, in the table's own look and words."""

from __future__ import annotations

import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import FACES, FONT_DIR, Art
from console.screens.look import Look
from console.table.seating import Seating, opposite
from console.table.table import Table
from console.table.view import Who
from host_sim.board import SimBoard
from host_sim.keys import Keys
from host_sim.panel import PanelTexts, TablePanel
from host_sim.panel_art import PanelLook


def panel_texts(words: Words) -> PanelTexts:
    """The panel's words, names of keys included."""
    return PanelTexts(
        grab=words._("Grab"),
        palm=words._("Palm"),
        knock=words._("Knock over"),
        put_back=words._("Put back"),
        keys={"left": "←", "right": "→", "up": "↑", "down": "↓"},
    )


def panel_look(colours: palette.Palette) -> PanelLook:
    """Seat colours and shapes as on the table."""
    art = Art(1.0, palette=colours)

    def shape(surface: pygame.Surface, seat: int, centre: tuple[int, int], radius: int) -> None:
        picture = art.shape(seat, 2 * radius).surface
        surface.blit(picture, picture.get_rect(center=centre))

    return PanelLook(
        seats=colours.seats,
        shape=shape,
        font=lambda size: pygame.font.Font(FONT_DIR / FACES[False], size),
        ground=palette.INK,
        ink=palette.TEXT,
        quiet=palette.QUIET,
    )


def make_panel(look: Look, rect: pygame.Rect, board: SimBoard, keys: Keys) -> TablePanel:
    """The panel for ``board`` at ``rect`` of the window."""
    return TablePanel(board, rect, panel_look(look.palette), panel_texts(look.words), keys)


class Keyboard:
    """Which seats the places of the keyboard play. A place stays with its seat: nobody's keys move
    away under their hands.

    A seat where somebody sat down who has no keys yet takes those of a seat without people. In a
    game of two people a hand is a place (C30), the third and fourth their left ones.
    """

    def __init__(self, keys: Keys, panel: TablePanel, table: Table) -> None:
        """From the first frame and the first press on: a window may take seconds to come."""
        self._panel, seats = panel, len(table.who)
        self._assigned: tuple[int, ...] = ()
        self._people: set[int] = set()
        opposite_first = (0, opposite(0, seats)) if keys.people == 2 else ()
        self._own = [*dict.fromkeys((*opposite_first, *range(seats)))][: keys.people]
        self.follow(table)

    def follow(self, table: Table) -> None:
        """Whoever sits at it now."""
        if self._assigned != (seats := self.seats_of(table)):
            self._assigned = seats
            self._panel.assign_keys(seats)

    def seats_of(self, table: Table) -> tuple[int, ...]:
        """The seat of each place, in order."""
        self._own_those({s for s, who in enumerate(table.who) if who is Who.PERSON})
        seating = table.match.seating if table.match is not None else None
        one_each = seating is None or len(seating.seats) == seating.players
        if seating is None or one_each or len(self._own) == len(table.who):
            return tuple(self._own)
        order = seating.seats
        return (order[1], order[0], order[3], order[2]) if self._second_first(seating) else order

    def _own_those(self, people: set[int]) -> None:
        """Keys for everybody; who moves to another seat takes theirs along."""
        left, self._people = self._people - people, people
        free = [place for place, own in enumerate(self._own) if own not in people]
        free.sort(key=lambda place: self._own[place] not in left)
        for seat, place in zip(sorted(people - set(self._own)), free, strict=False):
            self._own[place] = seat

    def _second_first(self, seating: Seating) -> bool:
        """Does the first place play for the second player?"""
        homes = seating.homes or seating.seats[: seating.players]
        places = (homes.index(seat) if seat in homes else None for seat in self._own[:2])
        played = ((place, player) for place, player in enumerate(places) if player is not None)
        theirs = [(p, q) for p, q in played if seating.people[q] is Who.PERSON]
        return bool(theirs) and theirs[0][0] != theirs[0][1]
