"""``khvatka-update``: puts versions of the console in their place, and takes them back.

Run by the system's own Python with nothing but its standard library: it has to work when a version
does not. Status 0: done; 2: not done, with one sentence that says why.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from deploy.update import steps
from deploy.update.disk import FolderDisk
from deploy.update.parcel import opened
from deploy.update.steps import UpdateError

HOME: Final = Path("/opt/khvatka")
STARTS: Final = Path("/run/khvatka-starts")
"""How often the table was started without staying up; in memory, so a boot begins anew."""
LONGEST_S: Final = 60
APPLIED: Final = Path("/run/khvatka-applied")
"""What the unit says that installs a bundle for somebody who is not root."""


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments say."""
    options = _options(argv)
    disk = FolderDisk(options.home)
    try:
        _DO[options.what](disk, options)
    except UpdateError as error:
        sys.stderr.write(f"khvatka-update: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"khvatka-update: {error.filename}: {error.strerror}: run it as root\n")
        return 2
    return 0


def backoff_s(starts: int) -> int:
    """How long to wait before a start, after ``starts`` that did not stay up."""
    return min(2**starts, LONGEST_S) if starts else 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="khvatka-update", description=__doc__)
    parser.add_argument("--home", type=Path, default=HOME, help=argparse.SUPPRESS)
    parser.add_argument("--starts", type=Path, default=STARTS, help=argparse.SUPPRESS)
    what = parser.add_subparsers(dest="what", required=True)
    apply = what.add_parser("apply", help="install a bundle; it goes back if it does not come up")
    apply.add_argument("bundle", type=Path)
    check = what.add_parser("check", help="is a bundle whole? its version")
    check.add_argument("bundle", type=Path)
    what.add_parser("status", help="which versions are here")
    what.add_parser("back", help="go back to the other version")
    what.add_parser("attempt", help="before each start: count it, go back after too many")
    what.add_parser("confirm", help="the table stays up: the new version is kept")
    return parser.parse_args(argv)


def _apply(disk: FolderDisk, options: argparse.Namespace) -> None:
    if options.home == HOME and os.geteuid() != 0:
        _ask_for(options.bundle)
        return
    with opened(options.bundle) as parcel:
        changed = steps.stage(disk, parcel.version, lambda folder: parcel.build(disk.root / folder))
    options.starts.unlink(missing_ok=True)
    if not changed:
        _say(f"{parcel.version} is there already: nothing to do")
    elif steps.trial(disk) is None:
        _say(f"{parcel.version} is installed")
    else:
        _say(f"{parcel.version} is on trial from the next start: systemctl restart khvatka")


def _ask_for(bundle: Path) -> None:
    """The table's own user may start the unit that does it as root (``deploy/polkit``)."""
    path = str(bundle.resolve())
    escape = ["systemd-escape", "--path", "--template=khvatka-apply@.service", path]
    unit = subprocess.run(escape, capture_output=True, text=True, check=False).stdout.strip()
    done = subprocess.run(["systemctl", "start", unit], capture_output=True, text=True, check=False)
    try:
        said = APPLIED.read_text(encoding="utf-8").strip()
    except OSError:
        said = ""
    if done.returncode == 0:
        _say(said)
        return
    reason = said.removeprefix("khvatka-update: ") or done.stderr.strip().partition("\n")[0]
    raise UpdateError(reason or "the system does not install it: run it as root")


def _check(disk: FolderDisk, options: argparse.Namespace) -> None:
    with opened(options.bundle) as parcel:
        _say(parcel.version)


def _status(disk: FolderDisk, options: argparse.Namespace) -> None:
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


def _back(disk: FolderDisk, options: argparse.Namespace) -> None:
    _say(f"{steps.back(disk)} from the next start: systemctl restart khvatka")


def _attempt(disk: FolderDisk, options: argparse.Namespace) -> None:
    before = steps.current(disk)
    version = steps.attempt(disk)
    if version is None:
        raise UpdateError("no version is installed: run install.sh")
    if version != before:
        _say(f"{before} did not come up: back to {version}")
    starts = len(options.starts.read_bytes()) if options.starts.exists() else 0
    with options.starts.open("ab") as counted:
        counted.write(b".")
    time.sleep(backoff_s(starts))


def _confirm(disk: FolderDisk, options: argparse.Namespace) -> None:
    options.starts.unlink(missing_ok=True)
    if steps.confirm(disk):
        _say(f"{steps.current(disk)} stays up and is kept")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


_DO: Final = {
    "apply": _apply,
    "check": _check,
    "status": _status,
    "back": _back,
    "attempt": _attempt,
    "confirm": _confirm,
}
