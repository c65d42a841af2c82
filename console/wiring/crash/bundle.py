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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from console.service.place import program_version
from console.system.syncs import write_synced
from console.terminal.speech import complain
from console.wiring.crash.journal import Journal
from console.wiring.setup import Setup
from drivers.errors import KhvatkaError, Sentence
from drivers.files import of_decoder, read_file

FOLDER: Final = "crashes"
SUFFIX: Final = ".crash"
KEPT: Final = 10
LONGEST_LINE: Final = 1 << 22
"""Bytes of a line: of one that is longer only so much is read, and that is no JSON."""
MOST_UNPACKED: Final = 1 << 29
"""Bytes of a whole crash. A stranger's may be packed a thousandfold, a journal is threefold."""
_CHUNK: Final = 1 << 20
ROOTS: Final = ("console", "drivers")


class BundleProblem(KhvatkaError):
    """No crash can be read from this file."""


_Pixels = Annotated[int, Meta(ge=1, le=8192)]


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
    seats: Annotated[int, Meta(ge=2, le=8)]
    size: tuple[_Pixels, _Pixels]
    said: tuple[str, ...] = ()


class CrashBundle(msgspec.Struct, frozen=True):
    """A crash, read from its file. ``lines``: the journal's; they can be gone through again."""

    manifest: Manifest
    lines: Iterable[bytes]


@dataclass(frozen=True, slots=True)
class _Unpacking:
    """The journal of a packed crash: each line is unpacked when it is asked for."""

    packed: bytes

    def __iter__(self) -> Iterator[bytes]:
        with gzip.GzipFile(fileobj=BytesIO(self.packed)) as file:
            file.readline(LONGEST_LINE)  # the manifest
            while line := file.readline(LONGEST_LINE):
                yield line.removesuffix(b"\n")


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
        with gzip.GzipFile(fileobj=BytesIO(packed)) as file:
            manifest = msgspec.json.decode(file.readline(LONGEST_LINE), type=Manifest)
            while file.read(_CHUNK):  # is all of it there?
                if file.tell() > MOST_UNPACKED:
                    raise BundleProblem(
                        "{path}: is larger than {value} MB: name another file",
                        path=path,
                        value=MOST_UNPACKED >> 20,
                    )
        return CrashBundle(manifest, _Unpacking(packed))
    except msgspec.ValidationError as error:
        raise BundleProblem(
            "{path} is a crash of another version ({why}): replay it with that version",
            path=path,
            why=of_decoder(str(error)),
        ) from error
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise BundleProblem(
            "{path} is no crash of Khvatka: name one of {folder} in the folder of the table's data",
            path=path,
            folder=FOLDER + "/*" + SUFFIX,
        ) from error
