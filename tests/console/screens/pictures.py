"""Reference pictures: drawing them, writing them small, comparing with them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from console.i18n import Words
from console.screens.look import Look
from console.screens.renderer import Screen
from tests.console.screens.board.samples import picture_samples as board_samples
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.iota.samples import picture_samples as iota_samples
from tests.console.screens.lobby.samples import picture_samples as lobby_samples
from tests.console.screens.samples import Sample, samples

FOLDER: Final = Path(__file__).parents[2] / "pictures"
SMALL: Final = (1280, 800)
LARGE: Final = (1920, 1080)
LARGE_NAME: Final = "verdict"
ENGLISH: Final = ("play-2", "play-4", "play-8", "verdict", "dead-heat", "end", "phones")
"""What stands in English too; the layout of the rest was tried in Russian, the longer one."""
BOARD_GAMES: Final = (board_samples, elements_samples, ignis_samples, iota_samples)
"""The samples of each board game; the first stands in English and at full size too."""

Pixels = npt.NDArray[np.uint8]


@cache
def cases() -> Sequence[tuple[str, Sample, str, tuple[int, int]]]:
    """(file name, sample, language, size) of every reference picture."""
    found = [(f"{s.name}-ru.png", s, "ru", SMALL) for s in samples("ru")]
    found += [(f"{s.name}-en.png", s, "en", SMALL) for s in samples("en") if s.name in ENGLISH]
    found += [(f"{s.name}-1080.png", s, "ru", LARGE) for s in samples("ru") if s.name == LARGE_NAME]
    found += [(f"{s.name}-ru.png", s, "ru", SMALL) for s in lobby_samples("ru")]
    found += [(f"{s.name}-en.png", s, "en", SMALL) for s in lobby_samples("en")[:1]]
    for quiet in BOARD_GAMES:
        found += [(f"{s.name}-ru.png", s, "ru", SMALL) for s in quiet()]
        found += [(f"{s.name}-en.png", s, "en", SMALL) for s in quiet()[:1]]
        found += [(f"{s.name}-1080.png", s, "ru", LARGE) for s in quiet()[:1]]
    return found


def draw(sample: Sample, language: str, size: tuple[int, int]) -> Pixels:
    """The picture, uint8[width, height, 3]."""
    surface = pygame.Surface(size)
    screen = Screen(size, sample.seats, Look(Words(language)))
    screen.draw(surface, sample.view, sample.first_ns)
    screen.draw(surface, sample.view, sample.now_ns)
    return pygame.surfarray.array3d(surface)


def load(name: str) -> Pixels:
    """A reference picture, uint8[width, height, 3]."""
    return pygame.surfarray.array3d(pygame.image.load(FOLDER / name))


def difference(first: Pixels, second: Pixels) -> tuple[float, float]:
    """(mean difference of a channel, share of pixels that differ strongly)."""
    apart = np.abs(first.astype(np.int16) - second.astype(np.int16))
    return float(apart.mean()), float((apart.max(axis=2) > 70).mean())


def encode(pixels: Pixels) -> bytes:
    """A PNG of 256 colours at most."""
    packed = (pixels[..., 0].astype(np.uint32) << 16) | (pixels[..., 1].astype(np.uint32) << 8)
    packed |= pixels[..., 2]
    unique, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([unique >> 16 & 255, unique >> 8 & 255, unique & 255], axis=1)
    palette, labels = _median_cut(colours.astype(np.float64), np.sqrt(counts))
    indices = labels[places].reshape(packed.shape).T.astype(np.uint8)
    height, width = len(indices), len(indices[0])
    rows = np.zeros((height, width + 1), np.uint8)  # each row starts with filter type 0
    rows[:, 1:] = indices
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _median_cut(
    colours: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """256 colours that stand for ``colours``, and which one stands for each."""
    boxes = [np.arange(len(colours))]
    spread = [_spread(colours, weights, boxes[0])]
    while len(boxes) < 256 and max(spread) > 0:
        widest = int(np.argmax(spread))
        box = boxes.pop(widest)
        spread.pop(widest)
        axis = int(np.argmax(np.ptp(colours[box], axis=0)))
        box = box[np.argsort(colours[box, axis], kind="stable")]
        total = np.cumsum(weights[box])
        cut = int(np.clip(np.searchsorted(total, total[-1] / 2), 1, len(box) - 1))
        for part in (box[:cut], box[cut:]):
            boxes.append(part)
            spread.append(_spread(colours, weights, part))
    labels = np.zeros(len(colours), np.int64)
    palette = np.zeros((len(boxes), 3))
    for i, box in enumerate(boxes):
        labels[box] = i
        palette[i] = np.round(np.average(colours[box], axis=0, weights=weights[box]))
    return palette, labels


def _spread(
    colours: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], box: npt.NDArray[np.int64]
) -> float:
    """How much a box would gain by a cut."""
    return (
        float(np.ptp(colours[box], axis=0).max() ** 2 * weights[box].sum()) if len(box) > 1 else 0
    )
