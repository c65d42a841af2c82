"""The steps of an update: which version of the console a table starts, whatever happens meanwhile.

```
/opt/khvatka/
├── venvs/<version>/           one virtual environment a version
│   └── complete               its last file: without it the version does not count
├── current -> venvs/<version> what is started
├── trial.json                 a version that has yet to prove itself, only while there is one
├── previous                   the one before a version that has proved itself
└── refused                    the last one that did not come up
```

Each change is one rename of something that is on the disk already, so a power cut between or
within any two of them leaves the state before or after it (modelled in ``tests/deploy/update``).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Final, Protocol

from deploy.update.version import is_name, order

MOST: Final = 3
"""A new version may fail to come up so often."""

VENVS: Final = "venvs"
CURRENT: Final = "current"
TRIAL: Final = "trial.json"
PREVIOUS: Final = "previous"
REFUSED: Final = "refused"
COMPLETE: Final = "complete"


class UpdateError(Exception):
    """An update cannot be made; the message is one sentence with the mend."""


class Disk(Protocol):
    """What the steps need of a file system; paths are relative to the installation's folder."""

    def read(self, path: str) -> bytes | None:
        """A file's content; None where there is none."""
        ...

    def link(self, path: str) -> str | None:
        """Where a symbolic link points; None where there is none."""
        ...

    def names(self, folder: str) -> list[str]:
        """What is in a folder, sorted; nothing where there is none."""
        ...

    def write(self, path: str, data: bytes) -> None:
        """A file's new content, not on the disk before ``sync`` and ``sync_folder``."""
        ...

    def symlink(self, target: str, path: str) -> None:
        """A new link, not on the disk before ``sync_folder``."""
        ...

    def rename(self, old: str, new: str) -> None:
        """Atomic within a folder, not on the disk before ``sync_folder``."""
        ...

    def remove(self, path: str) -> None:
        """A file, a link or a whole tree, if it is there."""
        ...

    def sync(self, path: str) -> None:
        """A file's content is on the disk."""
        ...

    def sync_folder(self, folder: str) -> None:
        """What a folder lists is on the disk."""
        ...

    def sync_all(self) -> None:
        """Everything is on the disk."""
        ...


@dataclass(frozen=True, slots=True)
class UpdateTrial:
    """``version`` has been started ``attempts`` times without coming up; else ``previous``."""

    version: str
    previous: str
    attempts: int = 0


def complete(disk: Disk, version: str) -> bool:
    """Has it been built to its last file?"""
    return disk.read(f"{VENVS}/{version}/{COMPLETE}") is not None


def versions(disk: Disk) -> list[str]:
    """All complete ones, the newest last."""
    return sorted((name for name in disk.names(VENVS) if complete(disk, name)), key=order)


def current(disk: Disk) -> str | None:
    """The version that is started; None: none that could be."""
    target = disk.link(CURRENT)
    name = None if target is None else target.rpartition("/")[2]
    return name if name is not None and complete(disk, name) else None


def trial(disk: Disk) -> UpdateTrial | None:
    """The trial that is on; one that cannot be read is none."""
    try:
        read = UpdateTrial(**json.loads(disk.read(TRIAL) or b""))
    except (TypeError, ValueError, RecursionError):
        return None
    known = is_name(read.version) and is_name(read.previous) and isinstance(read.attempts, int)
    return read if known else None


def proven(disk: Disk) -> str | None:
    """The version that came up, or the first; None: none is here."""
    on = trial(disk)
    return current(disk) if on is None else on.previous


def refused(disk: Disk) -> str | None:
    """The last version that went back because it did not come up."""
    return _named(disk, REFUSED)


def stage(disk: Disk, version: str, build: Callable[[str], None]) -> bool:
    """Put ``version`` in its place, on trial unless it is the first; False: it was there already.

    ``build`` puts the virtual environment into the folder that it is given, relative as all paths.
    Whatever it raises leaves the table as it was.
    """
    now, kept = current(disk), proven(disk)
    if now == version:
        return False
    _prune(disk, {version, now, kept})
    if not complete(disk, version):
        folder = f"{VENVS}/{version}"
        disk.remove(folder)
        disk.sync_folder(VENVS)
        build(folder)
        disk.sync_all()  # a package manager syncs nothing
        put(disk, f"{folder}/{COMPLETE}", version.encode() + b"\n")
    if kept is not None and kept != version:
        put(disk, TRIAL, json.dumps(asdict(UpdateTrial(version, kept))).encode())
    else:
        _drop_trial(disk)
    _point(disk, version)
    return True


def attempt(disk: Disk) -> str | None:
    """Before every start: count it, go back if it was too often; the version to start.

    None: no complete version is there at all.
    """
    on = trial(disk)
    if on is None:
        return _mend(disk)
    if on.attempts >= MOST or not complete(disk, on.version):
        if complete(disk, on.previous):
            _point(disk, on.previous)
        put(disk, REFUSED, on.version.encode() + b"\n")
        _drop_trial(disk)
        return _mend(disk)
    put(disk, TRIAL, json.dumps(asdict(replace(on, attempts=on.attempts + 1))).encode())
    if current(disk) != on.version:
        _point(disk, on.version)  # a cut came between the last two steps of ``stage``
    return on.version


def confirm(disk: Disk) -> bool:
    """It came up: the trial is over; False: none was on."""
    on = trial(disk)
    if on is None or current(disk) != on.version:
        return False
    put(disk, PREVIOUS, on.previous.encode() + b"\n")
    _drop_trial(disk)
    return True


def back(disk: Disk) -> str:
    """The owner goes back to the other version. Raises UpdateError when there is none."""
    now, on = current(disk), trial(disk)
    wanted = _named(disk, PREVIOUS) if on is None else on.previous
    others = [name for name in versions(disk) if name not in (now, refused(disk))]
    if not others:
        raise UpdateError("there is no other version here: install one with `apply`")
    version = wanted if wanted in others else others[-1]
    if now is not None:
        put(disk, PREVIOUS, now.encode() + b"\n")
    _drop_trial(disk)
    _point(disk, version)
    return version


def _mend(disk: Disk) -> str | None:
    """The current version; if a cut or a damaged disk has taken it, the best that is left."""
    now = current(disk)
    if now is None and (left := versions(disk)):
        before, bad = _named(disk, PREVIOUS), refused(disk)
        now = max(left, key=lambda name: (name != bad, name == before, order(name)))
        _point(disk, now)
    return now


def _named(disk: Disk, path: str) -> str | None:
    """The version that a file names; None where there is none."""
    data = disk.read(path)
    return None if data is None else data.decode(errors="replace").strip()


def _prune(disk: Disk, keep: set[str | None]) -> None:
    for name in disk.names(VENVS):
        if name in keep:
            continue
        folder = f"{VENVS}/{name}"
        if complete(disk, name):  # one that is half removed must not count
            disk.remove(f"{folder}/{COMPLETE}")
            disk.sync_folder(folder)
        disk.remove(folder)


def put(disk: Disk, path: str, data: bytes) -> None:
    """A file has this content, whatever happens meanwhile, or what it had."""
    new = f"{path}.new"
    disk.write(new, data)
    disk.sync(new)
    disk.rename(new, path)
    disk.sync_folder(path.rpartition("/")[0])


def _point(disk: Disk, version: str) -> None:
    new = f"{CURRENT}.new"
    disk.remove(new)
    disk.symlink(f"{VENVS}/{version}", new)
    disk.rename(new, CURRENT)
    disk.sync_folder("")


def _drop_trial(disk: Disk) -> None:
    disk.remove(TRIAL)
    disk.sync_folder("")
