"""A crash as one file: what it was, where, with what configuration, and the journal before it.

Lines of JSON, packed by gzip: the first one is the ``Manifest``, the others are the journal's.
Nobody's name is in it. (A name that was being typed at that very moment can still be read from the
presses.)
"""

from __future__ import annotations

import gzip
import platform
import sys
import traceback
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from console.service.place import program_version
from console.speech import complain
from console.system.syncs import write_synced
from console.wiring.crash.journal import Journal
from console.wiring.setup import Setup
from drivers.errors import KhvatkaError, Sentence
from drivers.files import of_decoder, read_file

FOLDER: Final = "crashes"
SUFFIX: Final = ".crash"
KEPT: Final = 10
ROOTS: Final = ("console", "drivers")


class BundleProblem(KhvatkaError):
    """No crash can be read from this file."""


class Crash(msgspec.Struct, frozen=True):
    """What went wrong. ``trace``: ``file:line function``, the innermost last; ``file`` is a path
    within the package."""

    type: str
    message: str
    trace: tuple[str, ...]


class Manifest(msgspec.Struct, frozen=True):
    """All but the journal. ``complete``: all of that is here, so that it can be replayed.
    ``seed`` to ``size``: the program's configuration, without anybody's name or folder; the
    table's own is in the journal. ``said``: the program's last lines."""

    when: str
    versions: dict[str, str]
    crash: Crash
    complete: bool
    seed: int
    board: str
    real: bool
    seats: int
    size: tuple[int, int]
    said: tuple[str, ...] = ()


class CrashBundle(msgspec.Struct, frozen=True):
    """A crash, read from its file."""

    manifest: Manifest
    lines: tuple[bytes, ...]


def crash_of(error: BaseException) -> Crash:
    """What ``error`` says, in a form that is the same on every machine."""
    frames = traceback.extract_tb(error.__traceback__)
    trace = tuple(f"{_within(f.filename)}:{f.lineno} {f.name}" for f in frames)
    return Crash(type(error).__name__, str(error), trace)


def _within(filename: str) -> str:
    """The path within the package; of other people's files the name alone."""
    parts = Path(filename).parts
    starts = [i for i, part in enumerate(parts) if part in ROOTS]
    return "/".join(parts[starts[-1] :]) if starts else parts[-1]


def versions() -> dict[str, str]:
    """Of the program, its libraries, the machine."""
    return {
        "python": platform.python_version(),
        "machine": f"{sys.platform} {platform.machine()}",
        "khvatka": program_version(),
        **{name: program_version(name) for name in ("pygame-ce", "numpy", "msgspec")},
    }


@dataclass(frozen=True, slots=True)
class CrashFolder:
    """Where a table leaves its crashes: a folder of ``data``, the newest ten of them. It is made
    when the table starts: what is installed is read then, and not from a card that dies."""

    data: Path
    setup: Setup
    journal: Journal
    installed: dict[str, str] = field(default_factory=versions, init=False)

    def write(self, error: BaseException, now: datetime, said: Sequence[str] = ()) -> Path:
        """Leave a crash; ``said``: the program's last lines. Raises OSError."""
        setup, crash, clean = self.setup, crash_of(error), self.journal.masks.clean
        manifest = Manifest(
            when=now.astimezone().isoformat(timespec="seconds"),
            versions=self.installed,
            crash=msgspec.structs.replace(crash, message=clean(crash.message)),
            complete=self.journal.complete,
            seed=setup.seed,
            board=setup.board,
            real=setup.real is not None,
            seats=len(setup.who),
            size=setup.size,
            said=tuple(map(clean, said)),
        )
        folder = self.data / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{now.astimezone():%Y-%m-%d_%H-%M-%S}{SUFFIX}"
        first = gzip.compress(msgspec.json.encode(manifest) + b"\n")
        write_synced(path, first + self.journal.packed())
        for old in sorted(folder.glob(f"*{SUFFIX}"))[:-KEPT]:
            old.unlink(missing_ok=True)
        return path

    def keep(self, error: BaseException, now: datetime, said: Sequence[str] = ()) -> None:
        """Leave a crash and say where, on standard error; never raise. A ``KhvatkaError`` is none:
        it is one sentence for whoever can mend it."""
        if isinstance(error, KhvatkaError):
            return
        try:
            path = self.write(error, now, said)
        except OSError as problem:
            complain(Sentence("the crash could not be kept: {problem}", problem=problem))
        else:
            complain(Sentence("a crash, kept in {file}: `khvatka replay {file}`", file=path))


def read_bundle(path: Path) -> CrashBundle:
    """Raises BundleProblem, and ConfigError for what is no file: one sentence naming it."""
    packed = read_file(path)
    try:
        first, *lines = gzip.decompress(packed).splitlines() or [b""]
        return CrashBundle(msgspec.json.decode(first, type=Manifest), tuple(lines))
    except msgspec.ValidationError as error:
        raise BundleProblem(
            "{path} is a crash of another version ({why}): replay it with that version",
            path=path,
            why=of_decoder(str(error)),
        ) from error
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise BundleProblem(
            "{path} is no crash of Khvatka: name one of {folder} in the folder of the table's data",
            path=path,
            folder=FOLDER + "/*" + SUFFIX,
        ) from error
