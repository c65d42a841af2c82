"""``python -m tests.console.screens.update [name …]`` draws the reference pictures anew."""

from __future__ import annotations

import os
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from tests.console.screens.pictures import FOLDER, cases, draw, encode


def main(names: list[str]) -> None:
    """Write the pictures of the samples ``names``, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for file, sample, language, size in cases():
        if not names or sample.name in names:
            (FOLDER / file).write_bytes(encode(draw(sample, language, size)))


if __name__ == "__main__":
    main(sys.argv[1:])
