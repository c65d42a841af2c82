"""A bundle: wheels and what installs them, every file with its checksum, in a signed tar.

```
khvatka-<version>/
├── VERSION      the version's name (version.py)
├── OWNER.pub    the public key of who made it: what a first installation trusts from then on
├── SHA256SUMS   of every other file, as `sha256sum` prints them
├── deploy/      install.sh and what it installs
├── drivers/     the board files, one of which it installs
└── wheels/      khvatka and everything that it needs
```
"""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.update.steps import UpdateError
from deploy.update.version import NUMBER, order

SUMS: Final = "SHA256SUMS"
VERSION: Final = "VERSION"
OWNER: Final = "OWNER.pub"
AGAIN: Final = "copy the bundle again"


@dataclass(frozen=True, slots=True)
class Parcel:
    """A bundle whose every file is as it was made."""

    folder: Path
    version: str

    def wheels(self) -> list[Path]:
        """Those for this Python, khvatka's own among them. Raises UpdateError."""
        found = sorted(w for w in (self.folder / "wheels").glob("*.whl") if fits(w.name))
        if not any(wheel.name.startswith("khvatka-") for wheel in found):
            raise UpdateError(f"{self.folder}: there is no wheel of khvatka in it: {AGAIN}")
        return found


def fits(wheel: str, python: tuple[int, int] = sys.version_info[:2]) -> bool:
    """Is this wheel's file name one for ``python``? Its platform is pip's business."""
    tags, abi = wheel.removesuffix(".whl").split("-")[-3:-1]
    mine = f"cp{python[0]}{python[1]}"
    older = [int(t[3:]) for t in tags.split(".") if re.fullmatch(r"cp3\d+", t)]
    stable = abi == "abi3" and any(minor <= python[1] for minor in older)
    return stable or any(t == mine or t in ("py3", f"py3{python[1]}") for t in tags.split("."))


def verified(folder: Path) -> Parcel:
    """The bundle in ``folder``. Raises UpdateError naming the file that is not as it was made."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
        version = (folder / VERSION).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UpdateError(f"{folder}: its {SUMS} or {VERSION} is missing: {AGAIN}") from error
    wanted = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for name in sorted(files(folder) | set(wanted)):
        if name not in wanted or digest_of(folder / name) != wanted[name]:
            raise UpdateError(f"{folder}: {name} is not as it was made: {AGAIN}")
    if not order(version)[1]:
        raise UpdateError(f"{folder}: {VERSION} is {version!r}, no version: {AGAIN}")
    return Parcel(folder, version)


def files(folder: Path) -> set[str]:
    """Every file that has a checksum, relative to the bundle's folder."""
    found = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    return {name for name in found if name != SUMS and "__pycache__" not in name}


def digest_of(path: Path) -> str | None:
    """Its SHA-256 in hexadecimal; None where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def seal(folder: Path, number: str, made: str) -> Parcel:
    """Write VERSION and SHA256SUMS; the version's name has its ``number``, when it was ``made``
    (UTC, ``20250131093000``) and what tells its files apart. Raises UpdateError."""
    if NUMBER.fullmatch(number) is None:
        raise UpdateError(f"the version {number!r} is no number: write it as 0.10.0")
    (folder / VERSION).unlink(missing_ok=True)
    content = hashlib.sha256(_sums(folder).encode()).hexdigest()[:8]
    named = f"{number}-{made}-{content}"
    (folder / VERSION).write_text(named + "\n", encoding="utf-8")
    (folder / SUMS).write_text(_sums(folder), encoding="utf-8")
    return Parcel(folder, named)


def _sums(folder: Path) -> str:
    return "".join(f"{digest_of(folder / name)}  {name}\n" for name in sorted(files(folder)))
