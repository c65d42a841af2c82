"""``khvatka-update``: puts versions of the console in their place, and takes them back.

Run by the system's own Python with nothing but its standard library: it has to work when a version
does not. Status 0: done; 2: not done, with one sentence that says why.
"""

from __future__ import annotations

import argparse
import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.update import apply, signature, steps
from deploy.update.arrival import receive, version_of
from deploy.update.build import build
from deploy.update.disk import FolderDisk
from deploy.update.parcel import verified
from deploy.update.place import Installation
from deploy.update.posix import user
from deploy.update.steps import UpdateError

LONGEST_S: Final = 60
APPLIED: Final = Path("/run/khvatka-applied")
"""What the unit says that installs a bundle for somebody who is not root."""
_MENDS: Final = {
    errno.EACCES: ": run it as root",
    errno.EPERM: ": run it as root",
    errno.EROFS: ": mount -o remount,rw / first",
}


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments say."""
    options = _options(argv)
    place = Installation(options.root.absolute())
    os.umask(0o022)
    try:
        if options.what in _ROOTS and place.root == Path("/") and user() != 0:
            raise UpdateError("that is root's to do: run it as root")
        _DO[options.what](place, options)
    except UpdateError as error:
        return _failed(str(error))
    except OSError as error:
        mend = _MENDS.get(error.errno or 0, "")
        return _failed(f"{error.filename}: {error.strerror}{mend}")
    return 0


def _failed(sentence: str) -> int:
    """Say it in one line, whatever is in the name of a file."""
    shown = "".join(c if c.isprintable() else "?" for c in sentence)
    sys.stderr.write(f"khvatka-update: {shown}\n")
    return 2


def backoff_s(starts: int) -> int:
    """How long to wait before a start, after ``starts`` that did not stay up."""
    return min(2**starts, LONGEST_S) if starts else 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="khvatka-update", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    what = parser.add_subparsers(dest="what", required=True)
    put = what.add_parser("apply", help="a bundle's version; it goes back if it does not come up")
    put.add_argument("bundle", type=Path)
    put.add_argument("--downgrade", action="store_true", help="even if it is an older one")
    put.add_argument("--unpacked", action="store_true", help=argparse.SUPPRESS)
    new = what.add_parser("install", help="a bundle's version, units and rules, and this program")
    new.add_argument("bundle", type=Path)
    new.add_argument("options", nargs=argparse.REMAINDER, help="of install.sh, --downgrade too")
    check = what.add_parser("check", help="is a bundle whole and the owner's? its version")
    check.add_argument("bundle", type=Path)
    check.add_argument("--unpacked", action="store_true", help=argparse.SUPPRESS)
    what.add_parser("key", help="which key must have signed a bundle: its fingerprint")
    trust = what.add_parser("trust", help="another key from now on, if yours is lost or known")
    trust.add_argument("key", type=Path, help="a public key, KEY.pub")
    what.add_parser("status", help="which versions are here")
    what.add_parser("back", help="go back to the other version")
    what.add_parser("attempt", help="before each start: count it, go back after too many")
    what.add_parser("confirm", help="the table stays up: the new version is kept")
    what.add_parser("build", help="make a version of the bundle in stdin, as khvatka-build")
    return parser.parse_args(argv)


def _apply(place: Installation, options: argparse.Namespace) -> None:
    if place.root == Path("/") and user() != 0:
        if options.downgrade:
            raise UpdateError("an older version is root's to put in: sudo khvatka-update apply")
        _say(_asked_for(options.bundle))
        return
    if options.unpacked:
        _say(apply.first(place, options.bundle))
    else:
        _say(apply.signed(place, options.bundle, downgrade=options.downgrade))


def _asked_for(bundle: Path) -> str:
    """The table's own user may start the unit that does it (``deploy/polkit``)."""
    path = os.path.realpath(bundle)
    escape = ["systemd-escape", "--path", "--template=khvatka-apply@.service", path]
    unit = subprocess.run(escape, capture_output=True, text=True, check=False).stdout.strip()
    done = subprocess.run(["systemctl", "start", unit], capture_output=True, text=True, check=False)
    try:
        said = APPLIED.read_text(encoding="utf-8").strip()
    except OSError:
        said = ""
    if done.returncode:
        reason = said.removeprefix("khvatka-update: ") or done.stderr.strip().partition("\n")[0]
        raise UpdateError(reason or "the system does not install it: run it as root")
    return said


def _install(place: Installation, options: argparse.Namespace) -> None:
    raise SystemExit(apply.install(place, options.bundle, options.options))


def _check(place: Installation, options: argparse.Namespace) -> None:
    if options.unpacked:
        _say(apply.is_first(place, verified(options.bundle).version))
        return
    with TemporaryDirectory(prefix="khvatka-bundle-") as folder:
        bundle = receive(options.bundle, Path(folder), place.signers)
        _say(version_of(bundle, options.bundle))


def _key(place: Installation, options: argparse.Namespace) -> None:
    _say(f"bundles must be signed with the key {signature.fingerprint(place.signers)}")


def _trust(place: Installation, options: argparse.Namespace) -> None:
    line = signature.signer_line(options.key)
    steps.put(FolderDisk(place.signers.parent), place.signers.name, line.encode())
    _say(f"bundles must be signed with the key {signature.fingerprint(place.signers)} from now on")


def _status(place: Installation, options: argparse.Namespace) -> None:
    disk = FolderDisk(place.versions)
    now, on, bad = steps.current(disk), steps.trial(disk), steps.refused(disk)
    for name in steps.versions(disk):
        notes = ["current"] if name == now else []
        if on is not None and name == on.version:
            notes.append(f"on trial, started {on.attempts} of {steps.MOST} times")
        if name == bad:
            notes.append("did not come up and went back")
        _say(f"{name}  {', '.join(notes)}".rstrip())
    if now is None:
        raise UpdateError("no version is installed: run install.sh")


def _back(place: Installation, options: argparse.Namespace) -> None:
    _say(f"{steps.back(FolderDisk(place.versions))} from the next start: systemctl restart khvatka")


def _attempt(place: Installation, options: argparse.Namespace) -> None:
    disk = FolderDisk(place.versions)
    before = steps.current(disk)
    version = steps.attempt(disk)
    if version is None:
        raise UpdateError("no version is installed: run install.sh")
    if version != before:
        _say(f"{before} did not come up: back to {version}")
    starts = len(place.starts.read_bytes()) if place.starts.exists() else 0
    place.starts.parent.mkdir(exist_ok=True)
    with place.starts.open("ab") as counted:
        counted.write(b".")
    time.sleep(backoff_s(starts))


def _confirm(place: Installation, options: argparse.Namespace) -> None:
    place.starts.unlink(missing_ok=True)
    disk = FolderDisk(place.versions)
    if steps.confirm(disk):
        _say(f"{steps.current(disk)} stays up and is kept")


def _build(place: Installation, options: argparse.Namespace) -> None:
    build(sys.stdin.buffer, sys.stdout.buffer, place.versions)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


_DO: Final = {
    "apply": _apply,
    "install": _install,
    "check": _check,
    "key": _key,
    "trust": _trust,
    "status": _status,
    "back": _back,
    "attempt": _attempt,
    "confirm": _confirm,
    "build": _build,
}
_ROOTS: Final = ("install", "trust", "back", "attempt", "confirm")
