"""A picture as a PNG file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame

from drivers.files import write_file


def write_png(path: Path, picture: pygame.Surface) -> None:
    """Write it. Raises ConfigError: the file and the mend."""
    file = BytesIO()
    pygame.image.save(picture, file, "picture.png")
    write_file(path, file.getvalue())
