"""What is done on a stick. Each may wait for it without end, so each is done by ``worker.py``."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import msgspec

from console.i18n import N_, Words
from console.service.errors import error_text
from console.service.sticks.folder import StickFolder, write_in_new
from console.service.sticks.mounted import ROOTS, find_sticks, shown
from drivers.errors import ConfigError, KhvatkaError
from drivers.reasons import reason_of

BUNDLE: Final = re.compile(r"khvatka-[0-9A-Za-z.+_-]{1,100}\.tar")
MOST_FILES: Final = 200_000
MOST_BYTES: Final = 1_000_000_000
"""A stick's files among which a bundle is looked for; a bundle's size."""
PART_CHARS: Final = 60
"""So much is told of each part of a path."""


class _OnStick(msgspec.Struct, frozen=True, tag=True):
    """``folder`` is a stick's, in the system's bytes."""

    folder: bytes


class StickRoom(_OnStick, frozen=True):
    """How much room is there?"""


class Newest(_OnStick, frozen=True):
    """Which is its newest bundle?"""


class Export(_OnStick, frozen=True):
    """Audits and matches of the data in ``store`` from the ISO day ``since`` on, into a new folder
    with the day's name. ``named``: somebody named the folder, which need not be a stick's."""

    store: bytes
    day: str
    since: str | None = None
    named: bool = False


Errand = StickRoom | Newest | Export


class ErrandAnswer(msgspec.Struct, frozen=True):
    """What came of an errand: ``failure`` is a sentence that says why it was not done; ``room`` are
    free bytes and all of them; ``names`` are files below its folder; ``on_stick``: it lies on a
    stick."""

    failure: str | None = None
    room: tuple[int, int] | None = None
    names: tuple[str, ...] = ()
    on_stick: bool = True


class StickError(ConfigError):
    """What is wrong with a stick, or with another folder."""

    def __init__(self, message: str, folder: bytes, **fields: object) -> None:
        parts = os.fsdecode(folder).split("/")
        place = "/".join(shown(part, PART_CHARS) for part in parts)
        super().__init__(message, folder=place, **fields)


def perform(
    errand: Errand, words: Words, wanted: Callable[[], bool] = lambda: True
) -> ErrandAnswer:
    """Do it; the answer is in the language of ``words``. What is not ``wanted`` any more is taken
    back."""
    try:
        match errand:
            case StickRoom():
                disk = shutil.disk_usage(errand.folder)
                return ErrandAnswer(room=(disk.free, disk.total))
            case Newest():
                return ErrandAnswer(names=_newest(errand.folder))
            case Export():
                return _export(errand, wanted)
    except KhvatkaError as error:
        return ErrandAnswer(error_text(words, error))
    except OSError as fault:
        return ErrandAnswer(words.translated(refused(errand.folder, fault)))


def hangs(errand: Errand, words: Words) -> ErrandAnswer:
    """The answer of one that was waited for too long."""
    text = N_("{folder} does not answer: pull it out and plug it in again, or take another stick")
    return ErrandAnswer(words.translated(StickError(text, errand.folder)))


def broke(errand: Errand, words: Words) -> ErrandAnswer:
    """The answer of one that ended without any."""
    text = N_("{folder} failed: take another stick")
    return ErrandAnswer(words.translated(StickError(text, errand.folder)))


# -- the newest bundle ---------------------------------------------------------------------------


def _newest(folder: bytes) -> tuple[str, ...]:
    """Its name, if there is one. Files are looked at by their names, none is opened."""
    found = []
    with os.scandir(os.fsdecode(folder)) as entries:
        for count, entry in enumerate(entries):
            if count >= MOST_FILES:
                text = N_("{folder} has more than {count} files: take a stick with fewer")
                raise StickError(text, folder, count=MOST_FILES)
            if BUNDLE.fullmatch(entry.name) and _is_file(entry):
                found.append(entry.name)
    return tuple(sorted(found, key=newness)[-1:])


def newness(name: str) -> list[str | int]:
    """Puts 0.10 after 0.9."""
    return [int(part) if part.isdigit() else part for part in re.split("([0-9]+)", name)]


def _is_file(entry: os.DirEntry[str]) -> bool:
    """No folder, link, pipe or device, and of a size that a bundle can have."""
    about = entry.stat(follow_symlinks=False)
    return stat.S_ISREG(about.st_mode) and 0 < about.st_size <= MOST_BYTES


# -- export --------------------------------------------------------------------------------------


def _export(errand: Export, wanted: Callable[[], bool]) -> ErrandAnswer:
    from console.service.audits import audit, parse_day, read_evidence
    from console.service.export import exported
    from console.service.store import ServiceStore

    store = Path(os.fsdecode(errand.store))
    evidence = read_evidence(ServiceStore(store))
    files = {**exported(audit(evidence, parse_day(errand.since)), evidence), **_results(store)}
    first, below, on_stick = _way(errand)
    try:
        with ExitStack() as opened:
            place = opened.enter_context(closing(StickFolder(first)))
            for part in below:
                place = opened.enter_context(closing(StickFolder(part, place)))
            name = write_in_new(place, f"khvatka-{errand.day}", files, wanted)
    except OSError as fault:
        raise (refused if on_stick else _elsewhere)(errand.folder, fault) from fault
    return ErrandAnswer(names=tuple(f"{name}/{file}" for file in files), on_stick=on_stick)


def _results(store: Path) -> dict[str, bytes]:
    """Those that no desk has taken, for its organiser."""
    from console.link.membership import load_memberships, membership_path
    from console.link.stick import bundles
    from console.store.outbox import waiting

    results = [*waiting(store), *waiting(store, settled=True)]
    return bundles(load_memberships(membership_path(store.parent)), results) if results else {}


def _way(errand: Export) -> tuple[bytes, Sequence[bytes], bool]:
    """Which folder is opened, which of its folders after that, and is it a stick's, or where one
    would be? On a stick no link leads anywhere."""
    if not errand.named:
        return errand.folder, (), True
    path = Path(os.path.abspath(os.fsdecode(errand.folder)))
    sticks = [stick.path for stick in find_sticks()]
    for stick in sticks:
        if path.is_relative_to(stick):
            return bytes(stick), [os.fsencode(part) for part in path.relative_to(stick).parts], True
    there = Path(os.path.realpath(path))
    on_stick = any(there.is_relative_to(p) for p in (sticks if there.exists() else ROOTS))
    return errand.folder, (), on_stick


def refused(folder: bytes, fault: OSError) -> StickError:
    """Why a stick does not take or give something, and the mend."""
    number = fault.errno
    if number == errno.EACCES and not os.path.ismount(folder):
        number = errno.ENOENT  # where it was there is an empty folder, of the system's own
    match number:
        case errno.ENOENT:
            text = N_("there is no folder {folder}: plug the stick in")
        case errno.ENOTDIR | errno.ELOOP:
            text = N_("{folder} is no folder of the stick's own: name another")
        case errno.EEXIST:
            text = N_("{folder} has too many exports of this day: delete some")
        case errno.ENOSPC | errno.EDQUOT:
            text = N_("{folder} is full: delete something on it or take another stick")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            text = N_(
                "{folder} cannot be written: release its write protection or take another stick"
            )
        case _:
            text = N_("{folder} failed ({reason}): take another stick")
    return StickError(text, folder, reason=reason_of(fault))


def _elsewhere(folder: bytes, fault: OSError) -> StickError:
    match fault.errno:
        case errno.ENOENT:
            text = N_("there is no folder {folder}: make it first, or name another")
        case errno.ENOTDIR | errno.ELOOP:
            text = N_("{folder} is no folder: name another")
        case errno.EEXIST:
            text = N_("{folder} has too many exports of this day: delete some, or name another")
        case errno.ENOSPC | errno.EDQUOT:
            text = N_("{folder} is full: make room there or name another folder")
        case _:
            text = N_("{folder} cannot be written ({reason}): name another folder")
    return StickError(text, folder, reason=reason_of(fault))
