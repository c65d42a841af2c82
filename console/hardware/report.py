"""The report of ``khvatka hw check --jig``: what the table was when it was built, to be kept."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from console.hardware.findings import Finding, as_table
from console.hardware.station import Station
from console.hardware.texts import board_name
from drivers.errors import ConfigError
from drivers.files import write_file
from drivers.reasons import reason_of

FOLDER: Final = "reports"
WIDTH: Final = 100


def write_report(station: Station, findings: Sequence[Finding]) -> Path:
    """A text file with the date in its name; no other is written over. Raises ConfigError."""
    words, file = station.words, station.file
    now = station.wall()
    head = [
        f"Khvatka {version('khvatka')}",
        str(board_name(words, file.name, file.seats)),
        f"{now:%Y-%m-%d %H:%M} UTC",
        "",
    ]
    folder = station.data / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            "{folder} cannot be made ({reason}): make it writable for this user, or name another"
            " folder with --data",
            folder=folder,
            reason=reason_of(error),
        ) from error
    place = folder / f"{file.name}-{now:%Y-%m-%d-%H%M%S}.txt"
    lines = [*head, *as_table(words, findings, WIDTH)]
    write_file(place, ("\n".join(lines) + "\n").encode())
    return place
