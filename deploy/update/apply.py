"""A bundle becomes the version that is started: verified, compared, built, put in its place."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path
from typing import Final

from deploy.update import arrival, steps
from deploy.update.disk import FolderDisk
from deploy.update.place import Installation
from deploy.update.sandbox import place_version
from deploy.update.steps import UpdateError
from deploy.update.version import order

DOWNGRADE: Final = "--downgrade"


def signed(place: Installation, source: Path, *, downgrade: bool) -> str:
    """Put in the version of a signed bundle; what to say. Raises UpdateError."""
    with arrival.alone(place.incoming) as folder:
        bundle = arrival.receive(source, folder, place.signers)
        version = arrival.version_of(bundle, source)
        if not downgrade:
            _newer(place, version, source)
        return _staged(place, bundle, version)


def first(place: Installation, source: Path) -> str:
    """Put in the version of a bundle that the owner has unpacked, where there is none yet: there is
    nothing yet that could verify it. What to say. Raises UpdateError."""
    with arrival.alone(place.incoming) as folder:
        bundle = folder / "bundle.tar"
        arrival.packed(source, bundle)
        version = is_first(place, arrival.version_of(bundle, source))
        return _staged(place, bundle, version)


def is_first(place: Installation, version: str) -> str:
    """``version``, if it is the first or the one that is here. Raises UpdateError."""
    disk = FolderDisk(place.versions)
    there = steps.versions(disk)
    if there and version not in there:
        raise UpdateError(
            "an installed table takes the signed file alone:"
            " sudo khvatka-update install khvatka-….tar"
        )
    return version


def install(place: Installation, source: Path, options: list[str]) -> int:
    """Run the install.sh of a signed bundle with these options; its status. Raises UpdateError."""
    with arrival.alone(place.versions / "installing") as folder:
        bundle = arrival.receive(source, folder, place.signers)
        if DOWNGRADE not in options:
            _newer(place, arrival.version_of(bundle, source), source)
        with tarfile.open(bundle, "r:") as tar:
            unpacked = folder / "unpacked"
            most = arrival.MOST_FILES, arrival.MOST_BUNDLE
            arrival.unpack(tar, unpacked, *most, arrival.no_links)
        with bundle.open("ab") as whole:  # it is verified again, by its own program
            whole.write(bundle.with_name("bundle.tar.sig").read_bytes())
        script = next(unpacked.glob("*/deploy/install.sh"), None)
        if script is None:
            raise UpdateError(f"{source}: there is no install.sh in it: name a {arrival.NAMED}")
        command = ["sh", str(script), "--verified", "--bundle", str(bundle), *options]
        if place.root != Path("/"):
            command += ["--root", str(place.root)]
        return subprocess.run(command, check=False).returncode


def _newer(place: Installation, version: str, source: Path) -> None:
    """Not older than what has proved itself: not even if it is signed. Raises UpdateError."""
    proven = steps.proven(FolderDisk(place.versions))
    if proven is not None and order(version) < order(proven):
        raise UpdateError(
            f"{source}: {version} is older than {proven}, which is here: if that is what you want,"
            " sudo khvatka-update apply --downgrade"
        )


def _staged(place: Installation, bundle: Path, version: str) -> str:
    disk = FolderDisk(place.versions)
    changed = steps.stage(disk, version, lambda folder: place_version(place, bundle, version))
    place.starts.unlink(missing_ok=True)
    if not changed:
        return f"{version} is there already: nothing to do"
    if steps.trial(disk) is None:
        return f"{version} is installed"
    return f"{version} is on trial from the next start: systemctl restart khvatka"
