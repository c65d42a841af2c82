"""Photo finishes from where samples are: a table's inputs, or the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygame

from console.duel.developing import PadScans, photo_finish
from console.duel.photo_finish import PhotoFinish
from console.i18n import Words
from console.screens import palette
from console.screens.art import Art
from console.screens.names import Names
from console.screens.photo.copies import raster
from console.screens.photo.picture import PhotoPicture
from console.screens.png import write_png
from console.store.problems import StoreError
from console.store.records import StoredMatch, VerdictRecord
from console.store.replay import pad_of
from console.table.outputs import VerdictKind
from console.wiring.matches.camera import facts_of, players_of
from console.wiring.matches.stored import open_store, seating_of
from drivers.errors import ConfigError
from drivers.files import write_file

SIZE: Final = (1280.0, 720.0)
ENDINGS: Final = (".svg", ".png")


def stored_photo(stored: StoredMatch, verdict: VerdictRecord) -> PhotoFinish | None:
    """The photo finish of a stored verdict; None when nobody touched, an autopilot took part, or
    its samples are not kept.

    Raises StoreError or ConfigError when what is kept does not fit together.
    """
    window = stored.window(verdict.n)
    if window is None or not verdict.contacts or not verdict.touched:
        return None
    pad = pad_of(stored.header)
    try:
        kind = VerdictKind(verdict.kind)
    except ValueError as fault:
        raise StoreError(
            "match {id} cannot be understood ({fault}): look at it with the Khvatka that stored it",
            id=stored.id,
            fault=fault,
        ) from fault
    facts = facts_of(
        kind,
        verdict.contacts,
        verdict.expanded_ns,
        verdict.shown_ns,
        verdict.sudden_death,
        players_of(seating_of(stored)),
    )
    scans = PadScans(pad, window.batches(), window.pad_state)
    return photo_finish(facts, scans)


def album(stored: StoredMatch, verdict: VerdictRecord) -> Iterator[PhotoFinish]:
    """What the table showed after a verdict: the dead heat before a sudden death too."""
    before = [v for v in stored.verdicts if v.n == verdict.n - 1]
    heat = [v for v in before if verdict.sudden_death and v.kind == VerdictKind.DEAD_HEAT]
    for one in (*heat, verdict):
        photo = stored_photo(stored, one)
        if photo is not None:
            yield photo


def plot(number: int, duel: int, path: Path, language: str, data: Path | None) -> None:
    """Write the photo finish of a stored match's duel, counted from 1, as SVG or PNG.

    Raises StoreError when match, duel or its samples are not there, ConfigError for a file that
    cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ConfigError(
            "--plot {path}: the picture is an SVG or a PNG: end it in .svg or .png", path=path
        )
    stored = open_store(data).match(number)
    photo = _photo_of(stored, duel)
    art = Art(1.0)
    drawing = PhotoPicture(photo, Words(language), SIZE, art.text_width, _called(stored)).draw()
    if ending == ".svg":
        write_file(path, drawing.svg().encode())
        return
    ground = pygame.Surface((round(drawing.width), round(drawing.height)))
    ground.fill(palette.rgb(palette.FELT_HALF))
    ground.blit(raster(art, drawing), (0, 0))
    write_png(path, ground)


def _called(stored: StoredMatch) -> Names:
    """What the match called whoever had a nickname, by seat."""
    seating = seating_of(stored)
    return {seat: seating.name_at(seat) for seat in seating.seats}


def _photo_of(stored: StoredMatch, duel: int) -> PhotoFinish:
    verdict = stored.duel(duel)
    if not verdict.contacts:
        raise StoreError(
            "in duel {duel} of match {id} nobody touched: choose another one",
            duel=duel,
            id=stored.id,
        )
    photo = stored_photo(stored, verdict)
    if photo is None:
        raise StoreError(
            "no samples of duel {duel} of match {id} are kept: only newer ones can be drawn",
            duel=duel,
            id=stored.id,
        )
    return photo
