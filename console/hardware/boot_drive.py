"""A Pico in boot mode: a drive, onto which one UF2 file is copied."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from drivers.controller.program import UF2, named, program_id, unpacked
from drivers.errors import BoardError, ConfigError
from drivers.files import read_file
from drivers.reasons import reason_of

LABEL: Final = "RPI-RP2"
INFO: Final = "INFO_UF2.TXT"
"""The file by which such a drive is known; it names the board."""
MOUNTS: Final = Path("/proc/self/mounts")


def boot_drives() -> list[Path]:
    """Where Picos in boot mode are mounted."""
    return [folder for folder in _mounted() if _is_pico(folder)]


def _mounted() -> Iterator[Path]:
    if sys.platform == "linux":
        for line in MOUNTS.read_text(encoding="utf-8").splitlines():
            place, kind = line.split(" ")[1:3]
            if kind == "vfat":
                yield Path(place.replace(r"\040", " "))
    elif sys.platform == "darwin":
        yield from Path("/Volumes").iterdir()
    else:
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase)


def _is_pico(folder: Path) -> bool:
    try:
        return LABEL in (folder / INFO).read_text(encoding="ascii", errors="replace")
    except OSError:  # another drive
        return False


def program_in(file: Path) -> tuple[str, str]:
    """Version and hash of the pad controller's program in a UF2 file. Raises ConfigError."""
    if not file.exists():
        raise ConfigError(
            "there is no file {file}: run `make firmware` in a checkout on Debian, or name one with"
            " --uf2",
            file=file,
        )
    version, source = named(unpacked(read_file(file), str(file)), str(file))
    _, own, hashed = program_id().split()
    stale = file == UF2 and source != hashed
    if version != own or stale:
        raise ConfigError(
            "{file}: it has the program {version} ({source}), this Khvatka needs {own} ({hashed}):"
            " run `make firmware`",
            file=file,
            version=version,
            source=source,
            own=own,
            hashed=hashed,
        )
    return version, source


def copy_onto(drive: Path, file: Path) -> None:
    """Copy a checked UF2 file; the Pico restarts with its last block, and its drive is gone.

    Raises BoardError.
    """
    if not _is_pico(drive):
        raise BoardError(
            "{drive}: this is no Pico in boot mode: hold its button BOOTSEL while plugging it in",
            drive=drive,
        )
    uf2 = read_file(file)
    try:
        with (drive / file.name).open("wb", buffering=0) as target:
            written = target.write(uf2)
            with suppress(OSError):  # it has all, and restarts
                os.fsync(target.fileno())
    except OSError as error:
        raise BoardError(
            "{drive} cannot be written ({reason}): mount it for this user, then run"
            " `khvatka hw flash` again",
            drive=drive,
            reason=reason_of(error),
        ) from error
    if written != len(uf2):
        raise BoardError(
            "{drive}: only {written} of {count} bytes were written: plug the Pico in anew with"
            " BOOTSEL held and run `khvatka hw flash` again",
            drive=drive,
            written=written,
            count=len(uf2),
        )
