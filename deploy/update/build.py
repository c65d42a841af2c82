"""A version is made of a bundle by a user who may do nothing else, for that runs what is in it.

Started by ``sandbox.py``. The bundle comes in by stdin, the virtual environment goes out by stdout
as a tar, and what is made in between is gone with it.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from deploy.update.arrival import MIB, MOST_BUNDLE, MOST_FILES, no_links, unpack
from deploy.update.parcel import SUMS, Parcel, verified
from deploy.update.steps import VENVS, UpdateError

MOST_BUILT: Final = 512 * MIB
"""Bytes of a version, which has about 150 MiB."""
MOST_PLACED: Final = 50_000
"""Files of a version, which has about 6000."""


def build(stdin: IO[bytes], stdout: IO[bytes], versions: Path) -> None:
    """Make the virtual environment that ``versions`` will have, in its place, and write it out.

    Raises UpdateError.
    """
    with TemporaryDirectory(prefix="khvatka-", dir=versions) as work:
        try:
            with tarfile.open(fileobj=stdin, mode="r|") as tar:
                unpack(tar, Path(work) / "bundle", MOST_FILES, MOST_BUNDLE, no_links)
        except tarfile.TarError as error:
            raise UpdateError(f"the bundle cannot be unpacked: {error}") from error
        folders = [f for f in (Path(work) / "bundle").iterdir() if (f / SUMS).is_file()]
        if len(folders) != 1:
            raise UpdateError("this is no bundle: name one of `make bundle`")
        parcel = verified(folders[0])
        place = versions / VENVS / parcel.version
        _make(parcel, place, Path(work))
        with tarfile.open(fileobj=stdout, mode="w|", format=tarfile.GNU_FORMAT) as made:
            for inner in sorted(place.rglob("*")):
                made.add(inner, str(inner.relative_to(place)), recursive=False)


def _make(parcel: Parcel, place: Path, work: Path) -> None:
    wheels = parcel.wheels()
    _measure(wheels)
    _run([sys.executable, "-m", "venv", "--without-pip", str(place)], "install python3-venv")
    pip = [str(place / "bin/python"), str(pythons_pip(work))]
    pip += ["--disable-pip-version-check", "--no-cache-dir"]
    options = ["--no-index", "--no-deps", "--quiet", "--no-warn-script-location"]
    mend = "the bundle is for another computer or Python: make one for this one"
    _run([*pip, "install", *options, *map(str, wheels)], mend)
    _run([*pip, "check"], f"a wheel is missing for Python {sys.version.split()[0]}: {mend}")
    _run([str(place / "bin/khvatka"), "--version"], mend)


def pythons_pip(work: Path) -> Path:
    """The pip that this Python has for environments, unpacked: to put it into the version as well
    took longer than the wheels, and nothing there runs it. Raises UpdateError."""
    own = sysconfig.get_path("stdlib") + "/ensurepip/_bundled"
    wheels = sorted(Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or own).glob("pip-*.whl"))
    if not wheels:
        raise UpdateError(f"{sys.executable} has no pip for environments: install python3-venv")
    with zipfile.ZipFile(wheels[-1]) as wheel:
        wheel.extractall(work / "pip")
    return work / "pip/pip"


def _measure(wheels: list[Path]) -> None:
    """A small wheel may be large inside; what it says of itself is what pip unpacks at most."""
    size = count = 0
    for wheel in wheels:
        try:
            with zipfile.ZipFile(wheel) as inside:
                size += sum(info.file_size for info in inside.infolist())
                count += len(inside.infolist())
        except zipfile.BadZipFile as error:
            raise UpdateError(f"{wheel.name} is no wheel: make the bundle again") from error
        if size > MOST_BUILT or count > MOST_PLACED:
            most = f"{MOST_BUILT // MIB} MiB or {MOST_PLACED} files"
            raise UpdateError(f"the wheels are more than {most} unpacked, with {wheel.name}")


def _run(command: list[str], mend: str) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        name = " ".join(Path(part).name for part in command[:4])
        raise UpdateError(f"{name} failed ({' '.join(last)}): {mend}")
