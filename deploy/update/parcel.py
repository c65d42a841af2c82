"""A bundle: wheels and what installs them, in a folder or a tar, every file with its checksum.

```
khvatka-<version>/
├── VERSION      the version's name, such as 0.1.0-3f2a9c01
├── SHA256SUMS   of every other file, as `sha256sum` prints them
├── deploy/      install.sh and what it installs
└── wheels/      khvatka and everything that it needs
```
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.update.steps import UpdateError

SUMS: Final = "SHA256SUMS"
VERSION: Final = "VERSION"
AGAIN: Final = "copy the bundle again"
NAME: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A bundle whose every file is as it was made."""

    folder: Path
    version: str

    def build(self, place: Path) -> None:
        """Make a virtual environment at ``place`` from the wheels, without any network.

        Raises UpdateError.
        """
        wheels = [str(w) for w in sorted((self.folder / "wheels").glob("*.whl")) if fits(w.name)]
        if not any(Path(w).name.startswith("khvatka-") for w in wheels):
            raise UpdateError(f"{self.folder}: there is no wheel of khvatka in it: {AGAIN}")
        _run([sys.executable, "-m", "venv", str(place)], "install python3-venv")
        pip = [str(place / "bin/python"), "-m", "pip", "--disable-pip-version-check"]
        options = ["--no-index", "--no-deps", "--quiet", "--no-warn-script-location"]
        mend = "the bundle is for another computer or Python: make one for this one"
        _run([*pip, "install", *options, *wheels], mend)
        _run([*pip, "check"], f"a wheel is missing for Python {sys.version.split()[0]}: {mend}")
        _run([str(place / "bin/khvatka"), "--version"], mend)


def fits(wheel: str, python: tuple[int, int] = sys.version_info[:2]) -> bool:
    """Is this wheel's file name one for ``python``? Its platform is pip's business."""
    tags, abi = wheel.removesuffix(".whl").split("-")[-3:-1]
    mine = f"cp{python[0]}{python[1]}"
    older = [int(t[3:]) for t in tags.split(".") if re.fullmatch(r"cp3\d+", t)]
    stable = abi == "abi3" and any(minor <= python[1] for minor in older)
    return stable or any(t == mine or t in ("py3", f"py3{python[1]}") for t in tags.split("."))


@contextmanager
def opened(path: Path) -> Iterator[Parcel]:
    """The bundle at ``path``, a folder or a tar, verified. Raises UpdateError."""
    if path.is_dir():
        yield verified(path)
        return
    if not path.is_file():
        raise UpdateError(f"{path}: there is no such bundle: name a file that `make bundle` made")
    with TemporaryDirectory(prefix="khvatka-bundle-") as unpacked:
        _run(["tar", "-xf", str(path), "--no-same-owner", "-C", unpacked], AGAIN)
        folders = [inner for inner in Path(unpacked).iterdir() if (inner / SUMS).is_file()]
        if len(folders) != 1:
            raise UpdateError(f"{path}: this is no bundle of Khvatka: name one of `make bundle`")
        yield verified(folders[0])


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
    if not NAME.fullmatch(version):
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


def seal(folder: Path, version: str) -> Parcel:
    """Write VERSION and SHA256SUMS; the version's name ends in what tells its files apart."""
    (folder / VERSION).unlink(missing_ok=True)
    content = hashlib.sha256(_sums(folder).encode()).hexdigest()[:8]
    named = f"{version}-{content}"
    (folder / VERSION).write_text(named + "\n", encoding="utf-8")
    (folder / SUMS).write_text(_sums(folder), encoding="utf-8")
    return Parcel(folder, named)


def _sums(folder: Path) -> str:
    return "".join(f"{digest_of(folder / name)}  {name}\n" for name in sorted(files(folder)))


def _run(command: list[str], mend: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        name = " ".join(Path(part).name for part in command[:4])
        raise UpdateError(f"{name} failed ({' '.join(last)}): {mend}")
