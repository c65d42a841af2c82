"""A bundle arrives from where others may write: a stick, a folder of the table's own user.

First it is copied to where root alone writes, then that copy is looked at, and nothing else is:
what becomes of the file meanwhile changes nothing.
"""

from __future__ import annotations

import os
import shutil
import stat
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from deploy.update import signature
from deploy.update.posix import FOLDER, NO_LINK, NO_WAIT, lock, user
from deploy.update.steps import UpdateError
from deploy.update.version import order

MIB: Final = 1 << 20
MOST_BUNDLE: Final = 512 * MIB
"""Bytes of a bundle; one with the wheels of two Pythons has about 120 MiB."""
MOST_FILES: Final = 5_000
"""Files of a bundle, which has about a hundred."""
DEEPEST: Final = 50
"""Folders within folders; a version has about ten, and what is too deep is hard to remove."""
SPARE: Final = 64 * MIB
"""Room that a copy leaves on the card, for the table plays on."""
NAMED: Final = "khvatka-….tar of `make bundle`"

Links = Callable[[str], bool]
"""May a symbolic link point there?"""


@contextmanager
def alone(folder: Path) -> Iterator[Path]:
    """``folder``, empty, for root and one update at a time. Raises UpdateError."""
    with suppress(FileExistsError):
        folder.mkdir(0o700, parents=True)
    try:
        handle = os.open(folder, os.O_RDONLY | FOLDER | NO_LINK)
    except NotADirectoryError as error:
        raise UpdateError(f"{folder}: it is no folder: remove it") from error
    try:
        found = os.fstat(handle)
        if found.st_uid != user() or stat.S_IMODE(found.st_mode) & 0o077:
            raise UpdateError(f"{folder}: others may reach it: remove it")
        try:
            lock(handle)
        except OSError as error:
            raise UpdateError("another update is under way: wait for its end") from error
        _empty(folder)
        try:
            yield folder
        finally:
            _empty(folder)
    finally:
        os.close(handle)


def _empty(folder: Path) -> None:
    for inner in folder.iterdir():
        if inner.is_dir() and not inner.is_symlink():
            shutil.rmtree(inner)
        else:
            inner.unlink()


def receive(source: Path, folder: Path, signers: Path) -> Path:
    """Copy a signed bundle into ``folder``, ``alone``, and verify it: the tar, its signature beside
    it. Raises UpdateError."""
    bundle, detached = folder / "bundle.tar", folder / "bundle.tar.sig"
    with _opened(source) as given, bundle.open("xb+") as copy:
        try:
            _copy(given, copy, source)
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise UpdateError(f"{source}: it cannot be copied ({reason}): try again") from error
        detached.write_bytes(signature.taken_off(copy, str(source)))
    signature.verify(bundle, detached, signers, str(source))
    return bundle


def _opened(source: Path) -> IO[bytes]:
    """A plain file: no link, no device, no pipe that makes one wait."""
    flags = os.O_RDONLY | NO_LINK | NO_WAIT
    try:
        handle = os.open(source, flags)
    except FileNotFoundError as error:
        raise UpdateError(f"{source}: there is no such bundle: name a {NAMED}") from error
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise UpdateError(f"{source}: it cannot be read ({reason}): name a {NAMED}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UpdateError(f"{source}: this is no file: name a {NAMED}")
    return open(handle, "rb")


def _copy(given: IO[bytes], copy: IO[bytes], source: Path) -> None:
    left = MOST_BUNDLE
    room = shutil.disk_usage(Path(copy.name).parent).free - SPARE
    while block := given.read(MIB):
        left, room = left - len(block), room - len(block)
        if left < 0:
            most = MOST_BUNDLE // MIB
            raise UpdateError(f"{source}: it is larger than {most} MiB: name a {NAMED}")
        if room < 0:
            raise UpdateError(f"{source}: there is no room for it here: remove something")
        copy.write(block)
    copy.flush()


def packed(folder: Path, bundle: Path) -> None:
    """An unpacked bundle as the tar that it was."""
    with tarfile.open(bundle, "x:") as tar:
        tar.add(folder, "khvatka")


def version_of(bundle: Path, source: Path) -> str:
    """What is in a bundle, by its headers alone: plain files, not too much. Raises UpdateError,
    calling it ``source``."""
    found = []
    size = 0
    try:
        with tarfile.open(bundle, "r:") as tar:
            for count, member in enumerate(tar):
                _plain(member, no_links)
                size += member.size
                if size > MOST_BUNDLE or count >= MOST_FILES:
                    raise UpdateError(f"{source}: there is too much in it: name a {NAMED}")
                if member.name.partition("/")[2] == "VERSION":
                    stream = tar.extractfile(member)
                    found.append(b"" if stream is None else stream.read(100))
        (version,) = (text.decode("ascii").strip() for text in found)
    except (tarfile.TarError, ValueError, EOFError) as error:
        raise UpdateError(f"{source}: this is no bundle: name a {NAMED}") from error
    if not order(version)[1]:
        raise UpdateError(f"{source}: its VERSION is {version!r}, none of ours: name a {NAMED}")
    return version


def unpack(tar: tarfile.TarFile, folder: Path, most_files: int, most: int, links: Links) -> None:
    """What is in a tar, into a new folder: plain files, ours alone, nothing of how they were owned
    and marked. Raises UpdateError at what is anything else, or too much."""
    folder.mkdir(0o755)
    for count, member in enumerate(tar):
        target = folder / _plain(member, links)
        most -= member.size
        if count >= most_files or most < 0:
            raise UpdateError(f"there is too much in it: name a {NAMED}")
        try:
            _place(tar, member, target)
        except (OSError, OverflowError, ValueError) as error:
            raise UpdateError(f"{member.name!r} cannot be unpacked: {error}") from error


def _place(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    target.parent.mkdir(0o755, parents=True, exist_ok=True)
    if member.isdir():
        target.mkdir(0o755, exist_ok=True)
        return
    if member.issym():
        target.symlink_to(member.linkname)
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK
    mode = 0o755 if member.mode & 0o111 else 0o644
    stream = tar.extractfile(member)
    with open(os.open(target, flags, mode), "wb") as file:
        if stream is not None:
            shutil.copyfileobj(stream, file, MIB)
    os.utime(target, (member.mtime, member.mtime))  # what Python has compiled holds by it


def _plain(member: tarfile.TarInfo, links: Links) -> str:
    """Its name, if it is what may be unpacked. Raises UpdateError."""
    name = member.name
    parts = name.split("/")
    safe = len(parts) <= DEEPEST and not {"", ".", ".."} & set(parts) and member.size >= 0
    file = member.isdir() or (member.isreg() and not member.issparse())
    if not safe or not (file or (member.issym() and links(member.linkname))):
        raise UpdateError(f"{name!r} in it is no plain file: name a {NAMED}")
    return name


def no_links(target: str) -> bool:
    """A bundle has none."""
    return False
