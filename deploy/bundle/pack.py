"""Put a bundle together: wheels, what installs them, checksums, one tar.

The tar is reproducible: sorted, one owner, one date; only its name says when it was made, which
SOURCE_DATE_EPOCH may say too. Behind it stands the owner's signature (``keys.py``). Wheels come
from pip; those that cannot be had for the target are named, and may be given with ``--wheels``.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.bundle.keys import Key, owners_key, sign
from deploy.update.parcel import OWNER, Parcel, fits, seal
from deploy.update.steps import UpdateError
from drivers.controller.program import UF2, named, program_id, unpacked
from drivers.errors import ConfigError

PROJECT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "khvatka.py",
    "console",
    "drivers",
    "host_sim",
)
INSTALLERS: Final = (
    "__init__.py",
    "install.sh",
    "README.md",
    "bundle",
    "image",
    "polkit",
    "systemd",
    "udev",
    "update",
)
SHARED: Final = {"drivers/boards/*.toml": "drivers/boards", "console/guides/install*.md": "deploy"}
"""What the installer needs and the program ships too, and where it lies in a bundle."""
EPOCH: Final = 1_735_689_600  # 2025-01-01: every file of a bundle has this date
PLATFORMS: Final = (
    "manylinux2014",
    *(f"manylinux_2_{minor}" for minor in (17, 24, 26, 27, 28, 31, 34, 35, 36)),
)
"""Wheel platforms that Debian 12's C library (2.36) runs, without the processor."""


def main(argv: Sequence[str] | None = None) -> int:
    """Make a bundle as the arguments say; status 2 with one sentence where none can be made."""
    options = _options(argv)
    try:
        missing = bundle(options)
    except (UpdateError, OSError) as error:
        sys.stderr.write(f"bundle: {error}\n")
        return 2
    if note := firmware_note():
        sys.stderr.write(f"bundle: {note}\n")
    for python, names in missing.items():
        sys.stderr.write(
            f"bundle: no wheel for {options.machine}, Python {python[0]}.{python[1:]}:"
            f" {', '.join(names)}: build them there (`pip wheel NAME`) and give their folder with"
            " --wheels, if the table needs them\n"
        )
    return 0


def bundle(options: argparse.Namespace) -> dict[str, list[str]]:
    """Make it; what could not be had, by Python. Raises UpdateError."""
    key = owners_key(options.key)
    made = moment()
    with TemporaryDirectory(prefix="khvatka-pack-") as work:
        folder = Path(work) / "bundle"
        wheels = folder / "wheels"
        wheels.mkdir(parents=True)
        for name in INSTALLERS:
            _copy(PROJECT / "deploy" / name, folder / "deploy" / name)
        for names, inside in SHARED.items():
            for path in PROJECT.glob(names):
                _copy(path, folder / inside / path.name)
        _own_wheel(wheels, Path(work) / "sources", options.pip)
        for given in options.wheels:
            for wheel in sorted(given.glob("*.whl")):
                shutil.copy(wheel, wheels)
        missing = {}
        if options.here:
            _make(wheels, options)
        for python in options.python:
            if absent := _download(wheels, python, options):
                missing[python] = absent
        shutil.copy(key.public, folder / OWNER)
        _finish(seal(folder, project()["version"], made), key, options)
    return missing


def _make(wheels: Path, options: argparse.Namespace) -> None:
    """Every wheel for this computer's own processor and Python, compiled where there is none."""
    # Without --use-pep517 Debian 12's pip wants the package `wheel` for what has a setup.py alone.
    given = ["--use-pep517", "--wheel-dir", str(wheels), *options.pip]
    done = pip("wheel", *given, *requirements(options.extra))
    if done.returncode:
        raise UpdateError(f"the wheels cannot be made: {_last(done)}")


def _finish(parcel: Parcel, key: Key, options: argparse.Namespace) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    name = f"khvatka-{parcel.version}-{options.machine}"
    made, half = options.out / f"{name}.tar", options.out / f"{name}.half"
    try:
        archive(parcel, name, half)
        sign(half, key)
        half.replace(made)
    finally:
        half.unlink(missing_ok=True)
    sys.stdout.write(f"{made}\n")
    sys.stderr.write(f"bundle: signed with the key {key.fingerprint} ({key.private})\n")


def firmware_note(uf2: Path = UF2) -> str:
    """What the builder must know of the pad controller's UF2, which goes into Khvatka's wheel."""
    mend = "run `make firmware` first if the table has a pad controller"
    if not uf2.exists():
        return f"the pad controller's program is not in it as a UF2 file: {mend}"
    try:
        version, source = named(unpacked(uf2.read_bytes(), uf2.name), uf2.name)
    except ConfigError as error:
        return f"{error}: {mend}"
    if f"khvatka-pad {version} {source}" != program_id():
        return f"{uf2.name} is older than the pad controller's program: {mend}"
    return ""


def moment() -> str:
    """When this bundle is made (UTC), as ``seal`` wants it. Raises UpdateError."""
    given = os.environ.get("SOURCE_DATE_EPOCH") or str(int(time.time()))
    try:
        return time.strftime("%Y%m%d%H%M%S", time.gmtime(int(given)))
    except (ValueError, OverflowError, OSError) as error:
        mend = "give whole seconds since 1970, or nothing"
        raise UpdateError(f"SOURCE_DATE_EPOCH is {given!r}: {mend}") from error


def project() -> dict[str, str]:
    """The table ``project`` of pyproject.toml."""
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, str] = tomllib.loads(text)["project"]
    return table


def requirements(extra: str) -> list[str]:
    """What a table needs with an extra, as pip reads it: phones too. Raises UpdateError."""
    table = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if extra not in table["optional-dependencies"]:
        raise UpdateError(f"there is no extra {extra}: give pi or pi5")
    extras = table["optional-dependencies"]
    return [*table["dependencies"], *extras["phones"], *extras[extra]]


def archive(parcel: Parcel, name: str, made: Path) -> None:
    """Write the tar: the same files give the same bytes."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = EPOCH
        info.mode = 0o755 if info.isdir() or info.name.endswith(".sh") else 0o644
        return info

    with tarfile.open(made, "w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(parcel.folder.rglob("*")):
            inside = f"{name}/{path.relative_to(parcel.folder)}"
            tar.add(path, inside, recursive=False, filter=plain)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def _own_wheel(wheels: Path, sources: Path, options: Sequence[str]) -> None:
    """Khvatka's own: built from a copy, so that nothing is left in the project."""
    for name in SOURCES:
        _copy(PROJECT / name, sources / name)
    done = pip("wheel", "--no-deps", "--wheel-dir", str(wheels), *options, str(sources))
    if done.returncode:
        raise UpdateError(f"khvatka's own wheel cannot be built: {_last(done)}")


def _download(wheels: Path, python: str, options: argparse.Namespace) -> list[str]:
    """Everything else for one Python; the names of what there is no wheel of."""
    tags = [f"--platform={p}_{options.machine}" for p in PLATFORMS]
    target = ["--only-binary=:all:", f"--python-version={python}", "--implementation=cp", *tags]
    version = int(python[0]), int(python[1:])
    # Only what was given: a wheel for every Python may need others that are for one.
    given = {
        _plain(wheel.name.split("-")[0])
        for folder in options.wheels
        for wheel in folder.glob("*.whl")
        if fits(wheel.name, version)
    }
    missing = []
    for wanted in requirements(options.extra):
        name = wanted.partition(">")[0]
        if _plain(name) in given:
            continue
        done = pip("download", "--quiet", "-d", str(wheels), *target, *options.pip, wanted)
        if done.returncode and "No matching distribution" not in done.stderr:
            raise UpdateError(f"{name} cannot be downloaded: {_last(done)}")
        if done.returncode:
            missing.append(name)
    return missing


def _plain(name: str) -> str:
    """A distribution's name, however it is written."""
    return name.lower().replace(".", "_").replace("-", "_")


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pip; what it said is in the result, whether it worked or not."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)}  # of wheels that are built
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def _last(done: subprocess.CompletedProcess[str]) -> str:
    """Why pip failed, in a line: which package, where it says so before its last one."""
    lines = [line.strip() for line in done.stderr.strip().splitlines()]
    named = [line for line in lines if "Failed building wheel for" in line]
    return "".join((named or lines)[-1:])


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.bundle", description=__doc__)
    parser.add_argument("--machine", default="aarch64", help="processor (aarch64)")
    parser.add_argument(
        "--python", action="append", help="311: Raspberry Pi OS 12; 313: 13 (both; repeats)"
    )
    parser.add_argument(
        "--here", action="store_true", help="for this computer and Python: compile what must be"
    )
    parser.add_argument("--extra", default="pi", help="pi, or pi5 for a Raspberry Pi 5 (pi)")
    parser.add_argument(
        "--key", type=Path, help="private key to sign with (your bundle-key; made if there is none)"
    )
    parser.add_argument("--out", type=Path, default=PROJECT / "dist", help="folder (dist)")
    parser.add_argument(
        "--wheels", type=Path, action="append", default=[], help="folder of more wheels (repeats)"
    )
    parser.add_argument(
        "--pip", action="append", default=[], help="an option for pip, as --pip=--index-url=…"
    )
    options = parser.parse_args(argv)
    if options.here:
        options.machine, options.python = platform.machine(), []
    elif not options.python:
        options.python = ["311", "313"]
    return options
