"""Building without rights: whatever a bundle runs, it runs as ``khvatka-build``.

On a running system that is ``khvatka-build.service``. Where no systemd runs (an image, a container)
util-linux makes the same walls: a file system in memory of a bounded size where the versions would
be, no network, none of root's rights, nothing else to write to. Somebody who is not root has no
rights to be taken away.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

from deploy.update.arrival import unpack
from deploy.update.build import MOST_BUILT, MOST_PLACED
from deploy.update.place import Installation
from deploy.update.posix import user
from deploy.update.steps import VENVS, UpdateError

USER: Final = "khvatka-build"
UNIT: Final = "khvatka-build.service"
RUNS: Final = Path("/run/systemd/system")
"""Is there while systemd runs (sd_booted(3))."""
MOST_SHOWN: Final = 500
"""Characters of what a build says that are passed on."""

# The program is read before its folder may be covered. The versions' whole top folder is covered,
# for the user has to get through to them.
WALLS: Final = """
exec 3<"$program"
for cover in /tmp /var/tmp /dev/shm /dev/mqueue /run; do
	[ ! -d "$cover" ] || mount -t tmpfs -o ro,nosuid,nodev,noexec,size=4k cover "$cover"
done
mount -t tmpfs -o "nosuid,nodev,mode=0755,size=$most,nr_inodes=$files" build "$top"
mkdir -p "$versions"
cat <&3 >"$versions/khvatka-update"
chmod 755 "$versions/khvatka-update"
exec 3<&-
chown "$user:$group" "$versions"
cd "$versions"
exec prlimit --fsize="$most" --core=0 -- timeout 15m \\
	setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs \\
	--bounding-set=-all --inh-caps=-all -- \\
	env -i PATH=/usr/bin:/bin LANG=C.UTF-8 HOME="$versions" TMPDIR="$versions" \\
	"$versions/khvatka-update" --root "$root" build
"""
APART: Final = ("unshare", "--mount", "--net", "--ipc", "--uts", "--pid", "--fork",
                "--kill-child", "--mount-proc", "sh", "-euc", WALLS)  # fmt: skip


def place_version(place: Installation, bundle: Path, version: str) -> None:
    """Build the version of a verified bundle and put it into its folder: plain files of this user's
    own, whatever was built. Raises UpdateError."""
    made, said = bundle.with_name("built.tar"), bundle.with_name("said")
    if user() == 0 and place.root == Path("/") and RUNS.is_dir():
        done = subprocess.run(["systemctl", "start", UNIT], capture_output=True, check=False)
    else:
        done = _here(place, bundle, made, said)
        # Without walls it was built where it is to be placed.
        shutil.rmtree(place.versions / VENVS / version, ignore_errors=True)
    if done.returncode:
        raise UpdateError(_last(said) or "it cannot be built: see journalctl -u khvatka-build")
    folder = place.versions / VENVS / version
    try:
        with tarfile.open(made, "r:") as tar:
            unpack(tar, folder, MOST_PLACED, MOST_BUILT, this_python)
    except tarfile.TarError as error:
        raise UpdateError(f"what was built cannot be unpacked: {error}") from error


def this_python(target: str) -> bool:
    """The links that a virtual environment has: to what lies beside them, and to this Python."""
    beside = "/" not in target and target not in ("", ".", "..")
    return beside or os.path.realpath(target) == os.path.realpath(sys.executable)


def _here(
    place: Installation, bundle: Path, made: Path, said: Path
) -> subprocess.CompletedProcess[bytes]:
    command = [str(place.program), "--root", str(place.root), "build"]
    environment = {**os.environ}
    if user() == 0:
        command = list(APART)
        environment |= _walls(place)
    with bundle.open("rb") as stdin, made.open("wb") as stdout, said.open("wb") as stderr:
        return subprocess.run(
            command, stdin=stdin, stdout=stdout, stderr=stderr, env=environment, check=False
        )


def _walls(place: Installation) -> dict[str, str]:
    """What the script's names stand for. Raises UpdateError."""
    mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    if not any(line.split()[4] == "/" for line in mounts):
        raise UpdateError("this is a bare chroot, without walls: enter it with systemd-nspawn")
    try:
        passwd = (place.root / "etc/passwd").read_text(encoding="utf-8").splitlines()
    except OSError:
        passwd = []
    found = [line.split(":") for line in passwd if line.startswith(f"{USER}:")]
    if not found:
        raise UpdateError(f"the user {USER} is missing: run install.sh")
    return {
        "user": found[0][2],
        "group": found[0][3],
        "root": str(place.root),
        "program": str(place.program),
        "versions": str(place.versions),
        "top": f"/{place.versions.parts[1]}",
        "most": str(MOST_BUILT),
        "files": str(MOST_PLACED),
    }


def _last(said: Path) -> str:
    """The last line that the build said, as far as it can be shown."""
    try:
        with said.open("rb") as stream:
            stream.seek(-min(4 * MOST_SHOWN, stream.seek(0, os.SEEK_END)), os.SEEK_END)
            lines = stream.read().decode(errors="replace").strip().splitlines()
    except OSError:
        return ""
    shown = "".join(c for c in "".join(lines[-1:]) if c.isprintable())
    return shown.removeprefix("khvatka-update: ")[:MOST_SHOWN]
