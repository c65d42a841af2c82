"""The panel of the simulated table's hardware, in the table's own look and words."""

from __future__ import annotations

import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import FACES, FONT_DIR, Art
from console.screens.look import Look
from console.table.seating import opposite
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


def key_seats(table: Table) -> tuple[int, ...]:
    """Which seats the places of the keyboard play.

    In a game of two people, hand by hand (C30). Else the first two seats that people have taken;
    before anybody has, the first seat and the one opposite.
    """
    match = table.match
    seats = len(table.who)
    if match is not None and len(match.seating.seats) > match.seating.players:
        order = match.seating.seats
        if match.seating.people[0] is Who.PERSON:
            return order
        return order[1], order[0], order[3], order[2]
    people = [s for s, w in enumerate(table.who) if w is Who.PERSON]
    free = [s for s in (0, opposite(0, seats), *range(seats)) if s not in people]
    return tuple([*people, *dict.fromkeys(free)][:2])
